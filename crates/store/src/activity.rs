//! The activity log and the events beside it.
//!
//! Both take their numbers from one sequence per company: an entry of the log *is* the event
//! that tells of it, and only events of other kinds stand in `events`.

use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, Statement,
};
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RunId, Timestamp};
use wireclip_schema::{activity, events};

pub use wireclip_schema::activity::Model as ActivityEntry;

use crate::at_once;
use crate::conn::Conn;
use crate::counters;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Stores entries of the log, numbered by the caller.
///
/// # Errors
/// If the database fails.
pub async fn insert_many(conn: &Conn<'_>, entries: Vec<ActivityEntry>) -> StoreResult<()> {
    if !entries.is_empty() {
        let rows = entries.into_iter().map(IntoActiveModel::into_active_model);
        activity::Entity::insert_many(rows).exec_without_returning(conn.db()).await?;
    }
    Ok(())
}

/// Stores events that are no entries of the log, numbered by the caller.
///
/// # Errors
/// If the database fails.
pub async fn insert_events(
    conn: &Conn<'_>,
    company_id: CompanyId,
    numbered: Vec<(i64, OpaqueJson)>,
    now: Timestamp,
) -> StoreResult<()> {
    let rows = numbered.into_iter().map(|(seq, event)| events::ActiveModel {
        company_id: Set(company_id),
        seq: Set(seq),
        event: Set(event),
        created_at: Set(now),
    });
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        events::Entity::insert_many(rows).exec_without_returning(conn.db()).await?;
    }
    Ok(())
}

const DELETE_EVENTS: &str = "DELETE FROM events WHERE (company_id, seq) IN
    (SELECT company_id, seq FROM events WHERE created_at < $1 ORDER BY created_at LIMIT $2)";

/// Removes some of the events from before a moment that are no entries of the log, oldest first,
/// and returns how many.
///
/// # Errors
/// If the database fails.
pub async fn delete_events_before(conn: &Conn<'_>, before: Timestamp, rows: u32) -> StoreResult<u64> {
    // Index: events_by_age.
    let values = [before.into(), i64::from(rows).into()];
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), DELETE_EVENTS, values);
    Ok(conn.db().execute_raw(statement).await?.rows_affected())
}

/// Which entries of the log are wanted.
#[derive(Debug, Clone, Default)]
pub struct ActivityFilter {
    /// Those that this agent caused.
    pub agent_id: Option<AgentId>,
    /// Those that this run caused.
    pub run_id: Option<RunId>,
    /// Those about this kind of thing.
    pub entity_type: Option<EntityType>,
    /// Those about this thing.
    pub entity_id: Option<String>,
}

/// Lists entries of the log, newest first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    filter: &ActivityFilter,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<ActivityEntry>> {
    // Indexes: the primary key, activity_by_entity, activity_by_agent, activity_by_run.
    let mut query = activity::Entity::find().filter(activity::Column::CompanyId.eq(company_id));
    if let Some(agent_id) = filter.agent_id {
        query = query.filter(activity::Column::AgentId.eq(agent_id));
    }
    if let Some(run_id) = filter.run_id {
        query = query.filter(activity::Column::RunId.eq(run_id));
    }
    if let Some(entity_type) = &filter.entity_type {
        query = query.filter(activity::Column::EntityType.eq(entity_type.clone()));
    }
    if let Some(entity_id) = &filter.entity_id {
        query = query.filter(activity::Column::EntityId.eq(entity_id));
    }
    at_once::all(conn, query.order_by_desc(activity::Column::Seq).limit(limit.rows())).await
}

/// Counts how often a run did something.
///
/// # Errors
/// If the database fails.
pub async fn count_of_run(
    conn: &Conn<'_>,
    company_id: CompanyId,
    run_id: RunId,
    action: Action,
) -> StoreResult<u64> {
    // Index: activity_by_run.
    Ok(activity::Entity::find()
        .filter(activity::Column::CompanyId.eq(company_id))
        .filter(activity::Column::RunId.eq(run_id))
        .filter(activity::Column::Action.eq(action))
        .count(conn.db())
        .await?)
}

/// Something that happened in a company, with its number.
#[derive(Debug, Clone, PartialEq)]
pub enum Recorded {
    /// An entry of the log.
    Activity(Box<ActivityEntry>),
    /// An event of another kind, as it was stored.
    Event {
        /// Its number.
        seq: i64,
        /// When it happened.
        created_at: Timestamp,
        /// What happened.
        event: OpaqueJson,
    },
}

impl Recorded {
    /// Returns its number among the company's events.
    #[must_use]
    pub fn seq(&self) -> i64 {
        match self {
            Self::Activity(entry) => entry.seq,
            Self::Event { seq, .. } => *seq,
        }
    }
}

/// What happened after a number.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Since {
    /// Both kinds together, oldest first; events of which nobody needs to know any more are not there.
    pub recorded: Vec<Recorded>,
    /// The number up to which this is all there is.
    pub up_to: i64,
}

/// Lists what happened after a number.
///
/// # Errors
/// If the database fails.
pub async fn since(
    conn: &Conn<'_>,
    company_id: CompanyId,
    after_seq: i64,
    limit: PageLimit<1000>,
) -> StoreResult<Since> {
    // The two are asked for one after the other. What is committed in between would be in the second
    // answer alone, and whoever goes on behind it would never hear of what belongs before it.
    let Some(newest) = counters::get(conn, company_id).await?.map(|counters| counters.events) else {
        return Ok(Since { recorded: Vec::new(), up_to: after_seq });
    };
    let entries = activity::Entity::find()
        .filter(activity::Column::CompanyId.eq(company_id))
        .filter(activity::Column::Seq.gt(after_seq))
        .filter(activity::Column::Seq.lte(newest))
        .order_by_asc(activity::Column::Seq)
        .limit(limit.rows())
        .all(conn.db())
        .await?;
    let others = events::Entity::find()
        .filter(events::Column::CompanyId.eq(company_id))
        .filter(events::Column::Seq.gt(after_seq))
        .filter(events::Column::Seq.lte(newest))
        .order_by_asc(events::Column::Seq)
        .limit(limit.rows())
        .all(conn.db())
        .await?;
    let mut recorded: Vec<_> = entries
        .into_iter()
        .map(|entry| Recorded::Activity(Box::new(entry)))
        .chain(others.into_iter().map(|row| Recorded::Event {
            seq: row.seq,
            created_at: row.created_at,
            event: row.event,
        }))
        .collect();
    recorded.sort_by_key(Recorded::seq);
    recorded.truncate(usize::try_from(limit.rows()).unwrap_or(usize::MAX));
    let is_whole = (recorded.len() as u64) < limit.rows();
    let up_to = recorded.last().filter(|_| !is_whole).map_or(newest, Recorded::seq);
    Ok(Since { recorded, up_to })
}

/// Lists the issues that a run wrote to, in the order of its first write to each.
///
/// # Errors
/// If the database fails.
pub async fn issues_of_run(
    conn: &Conn<'_>,
    company_id: CompanyId,
    run_id: RunId,
) -> StoreResult<Vec<IssueId>> {
    // Index: activity_by_run.
    let ids: Vec<String> = activity::Entity::find()
        .select_only()
        .column(activity::Column::EntityId)
        .filter(activity::Column::RunId.eq(run_id))
        .filter(activity::Column::CompanyId.eq(company_id))
        .filter(activity::Column::EntityType.eq(EntityType::Issue))
        .order_by_asc(activity::Column::Seq)
        .limit(1000)
        .into_tuple()
        .all(conn.db())
        .await?;
    let mut issues = Vec::new();
    for id in ids.iter().filter_map(|id| id.parse().ok()) {
        if !issues.contains(&id) {
            issues.push(id);
        }
    }
    Ok(issues)
}
