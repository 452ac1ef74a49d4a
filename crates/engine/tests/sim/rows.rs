//! Everything that is stored, as it stands between two steps.

use std::collections::BTreeMap;
use std::path::Path;

use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, EntityTrait, Statement,
};
use wireclip_domain::{AgentId, CompanyId, IssueId, RunId, WakeupId};
use wireclip_schema::{
    activity, agents, claims, comments, companies, events, issue_blockers, issues, recovery_actions,
    run_events, runs, wakeups,
};

/// A second connection to the database, which only looks.
#[derive(Debug)]
pub(crate) struct Rows(DatabaseConnection);

/// All rows that rules speak of.
#[derive(Debug, Default, Clone)]
pub(crate) struct Snapshot {
    pub(crate) version: i64,
    pub(crate) companies: BTreeMap<CompanyId, companies::Model>,
    pub(crate) agents: BTreeMap<AgentId, agents::Model>,
    pub(crate) issues: BTreeMap<IssueId, issues::Model>,
    pub(crate) blockers: Vec<issue_blockers::Model>,
    pub(crate) comments: Vec<comments::Model>,
    pub(crate) wakeups: BTreeMap<WakeupId, wakeups::Model>,
    pub(crate) runs: BTreeMap<RunId, runs::Model>,
    pub(crate) claims: Vec<claims::Model>,
    pub(crate) activity: Vec<activity::Model>,
    pub(crate) events: Vec<events::Model>,
    pub(crate) run_events: Vec<run_events::Model>,
    pub(crate) recovery_actions: Vec<recovery_actions::Model>,
    /// The numbers by which people tell runs and wake-ups apart, in the order in which they came.
    pub(crate) run_numbers: BTreeMap<RunId, usize>,
    pub(crate) wakeup_numbers: BTreeMap<WakeupId, usize>,
}

impl Rows {
    pub(crate) async fn open(file: &Path) -> Self {
        let mut options = ConnectOptions::new(format!("sqlite://{}", file.display()));
        options.max_connections(1).sqlx_logging(false);
        Self(Database::connect(options).await.expect("the database opens a second time"))
    }

    /// Returns a number that changes with every commit of somebody else.
    pub(crate) async fn version(&self) -> i64 {
        let question = Statement::from_string(DbBackend::Sqlite, "PRAGMA data_version");
        let answer = self.0.query_one_raw(question).await.expect("SQLite answers").expect("a row");
        answer.try_get_by_index(0).expect("a number")
    }

    pub(crate) async fn read(&self) -> Snapshot {
        let db = &self.0;
        macro_rules! all {
            ($table:ident) => {
                $table::Entity::find().all(db).await.expect("the rows can be read")
            };
        }
        Snapshot {
            version: self.version().await,
            companies: all!(companies).into_iter().map(|row| (row.id, row)).collect(),
            agents: all!(agents).into_iter().map(|row| (row.id, row)).collect(),
            issues: all!(issues).into_iter().map(|row| (row.id, row)).collect(),
            blockers: all!(issue_blockers),
            comments: all!(comments),
            wakeups: all!(wakeups).into_iter().map(|row| (row.id, row)).collect(),
            runs: all!(runs).into_iter().map(|row| (row.id, row)).collect(),
            claims: all!(claims),
            activity: all!(activity),
            events: all!(events),
            run_events: all!(run_events),
            recovery_actions: all!(recovery_actions),
            ..Snapshot::default()
        }
    }

    /// Reads everything anew after a step.
    pub(crate) async fn read_after(&self, before: &Snapshot) -> Snapshot {
        let mut now = self.read().await;
        now.run_numbers = before.run_numbers.clone();
        now.wakeup_numbers = before.wakeup_numbers.clone();
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
