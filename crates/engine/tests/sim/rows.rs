//! Everything that is stored, as it stands between two steps.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use sea_orm::sea_query::Expr;
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, EntityTrait, PaginatorTrait,
    QueryFilter, Statement,
};
use wireclip_domain::{
    AgentId, ApprovalId, CompanyId, EnvironmentId, IssueId, LeaseId, NodeId, RunId, WakeupId,
};
use wireclip_schema::{
    activity, agent_keys, agents, approval_issues, approvals, budget_policies, budget_reservations, claims,
    comments, companies, cost_events, environment_leases, environments, events, issue_blockers, issues,
    nodes, recovery_actions, run_events, runs, sandbox_creates, spent_sums, tree_holds, wakeups,
};

/// A second connection to the database, which only looks.
#[derive(Debug)]
pub(crate) struct Rows(DatabaseConnection);

/// Rows of a table to which rows are only added, unless their company or run is deleted.
#[derive(Debug, Clone)]
pub(crate) struct Log<M> {
    rows: Arc<Vec<Arc<M>>>,
    /// From where on the rows are new since the step before.
    new_from: usize,
    last_rowid: i64,
}

/// All rows that rules speak of.
#[derive(Debug, Default, Clone)]
pub(crate) struct Snapshot {
    pub(crate) version: i64,
    pub(crate) companies: BTreeMap<CompanyId, companies::Model>,
    pub(crate) agents: BTreeMap<AgentId, agents::Model>,
    pub(crate) approvals: BTreeMap<ApprovalId, approvals::Model>,
    pub(crate) approval_links: Vec<approval_issues::Model>,
    pub(crate) issues: BTreeMap<IssueId, issues::Model>,
    pub(crate) blockers: Vec<issue_blockers::Model>,
    pub(crate) comments: Vec<comments::Model>,
    pub(crate) wakeups: BTreeMap<WakeupId, wakeups::Model>,
    pub(crate) runs: BTreeMap<RunId, runs::Model>,
    pub(crate) claims: Vec<claims::Model>,
    pub(crate) holds: Vec<tree_holds::Model>,
    pub(crate) policies: Vec<budget_policies::Model>,
    pub(crate) costs: Vec<cost_events::Model>,
    pub(crate) spent: Vec<spent_sums::Model>,
    pub(crate) reservations: Vec<budget_reservations::Model>,
    pub(crate) keys: Vec<agent_keys::Model>,
    pub(crate) nodes: BTreeMap<NodeId, nodes::Model>,
    pub(crate) environments: BTreeMap<EnvironmentId, environments::Model>,
    pub(crate) leases: BTreeMap<LeaseId, environment_leases::Model>,
    pub(crate) creates: Vec<sandbox_creates::Model>,
    pub(crate) activity: Log<activity::Model>,
    pub(crate) events: Log<events::Model>,
    pub(crate) run_events: Log<run_events::Model>,
    pub(crate) recovery_actions: Vec<recovery_actions::Model>,
    /// The numbers by which people tell runs and wake-ups apart, in the order in which they came.
    pub(crate) run_numbers: BTreeMap<RunId, usize>,
    pub(crate) wakeup_numbers: BTreeMap<WakeupId, usize>,
}

impl<M> Default for Log<M> {
    fn default() -> Self {
        Self { rows: Arc::default(), new_from: 0, last_rowid: 0 }
    }
}

impl<M> Log<M> {
    /// Returns all rows.
    pub(crate) fn all(&self) -> impl Iterator<Item = &M> {
        self.rows.iter().map(|row| &**row)
    }

    /// Returns the rows that were not there before the last step.
    pub(crate) fn added(&self) -> impl Iterator<Item = &M> {
        self.rows[self.new_from..].iter().map(|row| &**row)
    }
}

impl Rows {
    pub(crate) async fn open(file: &Path) -> Self {
        let mut options = ConnectOptions::new(format!("sqlite://{}", file.display()));
        options.max_connections(1).sqlx_logging(false);
        Self(Database::connect(options).await.expect("the database opens a second time"))
    }

    /// Returns a number that changes with every commit of somebody else.
    pub(crate) async fn version(&self) -> i64 {
        self.number("PRAGMA data_version".to_owned()).await
    }

    async fn number(&self, question: String) -> i64 {
        let question = Statement::from_string(DbBackend::Sqlite, question);
        let answer = self.0.query_one_raw(question).await.expect("SQLite answers").expect("a row");
        answer.try_get_by_index(0).expect("a number")
    }

    async fn log<E>(&self, table: E, before: &Log<E::Model>) -> Log<E::Model>
    where
        E: EntityTrait,
        E::Model: Sync + Send,
    {
        let name = table.table_name();
        let newer = |than: i64| E::find().filter(Expr::cust(format!("rowid > {than}")));
        let last_rowid = self.number(format!("SELECT coalesce(max(rowid), 0) FROM {name}")).await;
        let found = newer(before.last_rowid).all(&self.0).await.expect("the rows can be read");
        let stored =
            usize::try_from(E::find().count(&self.0).await.expect("SQLite counts")).expect("a count");
        let mut rows = Arc::clone(&before.rows);
        let new_from = rows.len();
        if stored == new_from + found.len() {
            if !found.is_empty() {
                Arc::make_mut(&mut rows).extend(found.into_iter().map(Arc::new));
            }
            return Log { rows, new_from, last_rowid };
        }
        // Some are gone.
        let all = newer(0).all(&self.0).await.expect("the rows can be read");
        let rows: Arc<Vec<_>> = Arc::new(all.into_iter().map(Arc::new).collect());
        Log { new_from: rows.len() - found.len().min(rows.len()), rows, last_rowid }
    }

    /// Reads everything anew after a step.
    pub(crate) async fn read_after(&self, before: &Snapshot) -> Snapshot {
        let db = &self.0;
        macro_rules! all {
            ($table:ident) => {
                $table::Entity::find().all(db).await.expect("the rows can be read")
            };
        }
        let mut now = Snapshot {
            version: self.version().await,
            companies: all!(companies).into_iter().map(|row| (row.id, row)).collect(),
            agents: all!(agents).into_iter().map(|row| (row.id, row)).collect(),
            approvals: all!(approvals).into_iter().map(|row| (row.id, row)).collect(),
            approval_links: all!(approval_issues),
            issues: all!(issues).into_iter().map(|row| (row.id, row)).collect(),
            blockers: all!(issue_blockers),
            comments: all!(comments),
            wakeups: all!(wakeups).into_iter().map(|row| (row.id, row)).collect(),
            runs: all!(runs).into_iter().map(|row| (row.id, row)).collect(),
            claims: all!(claims),
            holds: all!(tree_holds),
            policies: all!(budget_policies),
            costs: all!(cost_events),
            spent: all!(spent_sums),
            reservations: all!(budget_reservations),
            keys: all!(agent_keys),
            nodes: all!(nodes).into_iter().map(|row| (row.id, row)).collect(),
            environments: all!(environments).into_iter().map(|row| (row.id, row)).collect(),
            leases: all!(environment_leases).into_iter().map(|row| (row.id, row)).collect(),
            creates: all!(sandbox_creates),
            activity: self.log(activity::Entity, &before.activity).await,
            events: self.log(events::Entity, &before.events).await,
            run_events: self.log(run_events::Entity, &before.run_events).await,
            recovery_actions: all!(recovery_actions),
            run_numbers: before.run_numbers.clone(),
            wakeup_numbers: before.wakeup_numbers.clone(),
        };
        let mut runs: Vec<_> = now.runs.values().map(|run| (run.created_at, run.id)).collect();
        runs.sort_unstable();
        for (_, id) in runs {
            let next = now.run_numbers.len() + 1;
            now.run_numbers.entry(id).or_insert(next);
        }
        let mut wakeups: Vec<_> = now.wakeups.values().map(|row| (row.requested_at, row.id)).collect();
        wakeups.sort_unstable();
        for (_, id) in wakeups {
            let next = now.wakeup_numbers.len() + 1;
            now.wakeup_numbers.entry(id).or_insert(next);
        }
        now
    }
}
