//! What chooses an environment: agents, issues, projects and the installation.

use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::agent::AgentState;
use wireclip_domain::environment::{Chooser, ChooserKind};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::{EnvironmentId, RowId, Timestamp};
use wireclip_schema::{agents, instance_settings, issues, projects};

use crate::change::put;
use crate::conn::Conn;
use crate::dialect::condition;
use crate::error::StoreResult;

const PROJECT_CHOOSES: &str = "execution_workspace_policy ->> 'environmentId' = ?";
const ISSUE_CHOOSES: &str = "execution_workspace_settings ->> 'environmentId' = ?";

/// So many of each kind are named that choose an environment.
const MOST_CHOOSERS: u64 = 50;

/// How much chooses an environment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Selections {
    /// Agents whose runs execute there by default.
    pub agents: u64,
    /// Issues whose runs do.
    pub issues: u64,
    /// Projects whose issues do.
    pub projects: u64,
}

/// Returns the environment of whatever chooses none; nothing means the local one.
///
/// # Errors
/// If the database fails.
pub async fn default_of_instance(conn: &Conn<'_>) -> StoreResult<Option<EnvironmentId>> {
    let settings = instance_settings::Entity::find().one(conn.db()).await?;
    Ok(settings.and_then(|settings| settings.default_environment_id))
}

/// The key of the one row of the instance's settings.
pub const INSTANCE_SETTINGS_KEY: &str = "default";

/// Returns what the whole instance is set to, if anything was set.
///
/// # Errors
/// If the database fails.
pub async fn instance_settings(conn: &Conn<'_>) -> StoreResult<Option<instance_settings::Model>> {
    Ok(instance_settings::Entity::find().one(conn.db()).await?)
}

/// Stores the environment of whatever chooses none.
///
/// # Errors
/// If the database fails.
pub async fn choose_default(
    conn: &Conn<'_>,
    chosen: Option<EnvironmentId>,
    now: Timestamp,
) -> StoreResult<()> {
    use instance_settings::Column;
    let row = instance_settings::Model {
        singleton_key: INSTANCE_SETTINGS_KEY.to_owned(),
        default_environment_id: chosen,
        created_at: now,
        updated_at: now,
    };
    let replaced = [Column::DefaultEnvironmentId, Column::UpdatedAt];
    put::<instance_settings::Entity, _>(conn, &row, &[Column::SingletonKey], &replaced).await
}

/// Counts what chooses an environment, over all companies.
///
/// # Errors
/// If the database fails.
pub async fn selections(conn: &Conn<'_>, id: EnvironmentId) -> StoreResult<Selections> {
    // No index: it is asked when somebody is about to delete an environment.
    let agents = agents::Entity::find()
        .filter(agents::Column::DefaultEnvironmentId.eq(row_id(id)))
        .count(conn.db())
        .await?;
    Ok(Selections {
        agents,
        issues: issues::Entity::find()
            .filter(condition(conn.kind(), ISSUE_CHOOSES, [id.to_string().into()]))
            .count(conn.db())
            .await?,
        projects: projects::Entity::find()
            .filter(condition(conn.kind(), PROJECT_CHOOSES, [id.to_string().into()]))
            .count(conn.db())
            .await?,
    })
}

/// Lists what chooses an environment and may have runs, over all companies: agents that are not
/// terminated, projects that are not archived, issues that are not closed.
///
/// # Errors
/// If the database fails.
pub async fn choosers(conn: &Conn<'_>, id: EnvironmentId) -> StoreResult<Vec<Chooser>> {
    // No index: it is asked when somebody is about to delete an environment.
    let agents = agents::Entity::find()
        .filter(agents::Column::DefaultEnvironmentId.eq(row_id(id)))
        .filter(agents::Column::State.ne(AgentState::Terminated))
        .order_by_asc(agents::Column::CreatedAt)
        .limit(MOST_CHOOSERS);
    let projects = projects::Entity::find()
        .filter(condition(conn.kind(), PROJECT_CHOOSES, [id.to_string().into()]))
        .filter(projects::Column::ArchivedAt.is_null())
        .order_by_asc(projects::Column::CreatedAt)
        .limit(MOST_CHOOSERS);
    let issues = issues::Entity::find()
        .filter(condition(conn.kind(), ISSUE_CHOOSES, [id.to_string().into()]))
        .filter(issues::Column::Status.is_not_in([IssueStatus::Done, IssueStatus::Cancelled]))
        .order_by_asc(issues::Column::CreatedAt)
        .limit(MOST_CHOOSERS);
    let agents = agents.all(conn.db()).await?.into_iter().map(|agent| Chooser {
        kind: ChooserKind::Agent,
        id: RowId::from_uuid(agent.id.as_uuid()),
        name: agent.name,
        company_id: agent.company_id,
    });
    let projects = projects.all(conn.db()).await?.into_iter().map(|project| Chooser {
        kind: ChooserKind::Project,
        id: RowId::from_uuid(project.id.as_uuid()),
        name: project.name,
        company_id: project.company_id,
    });
    let issues = issues.all(conn.db()).await?.into_iter().map(|issue| Chooser {
        kind: ChooserKind::Issue,
        id: RowId::from_uuid(issue.id.as_uuid()),
        name: format!("{} {}", issue.identifier, issue.title),
        company_id: issue.company_id,
    });
    Ok(agents.chain(projects).chain(issues).collect())
}

/// The column keeps the id without saying of what.
fn row_id(id: EnvironmentId) -> RowId {
    RowId::from_uuid(id.as_uuid())
}
