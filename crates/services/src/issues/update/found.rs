//! What a change points at, found and checked.

use wireclip_domain::blocker::{Blocker, BlockerChange, decide_blockers, decide_parent};
use wireclip_domain::issue::assignee::Candidate;
use wireclip_domain::issue::{IssueStatus, UnblockOwner};
use wireclip_domain::patch::Field;
use wireclip_domain::{AgentId, IssueId, OpaqueJson};
use wireclip_store::companies::{self, Company};
use wireclip_store::issues::blockers::{self, Side};
use wireclip_store::issues::{self, Issue};
use wireclip_store::issues::{labelling, parents};
use wireclip_store::labels::Label;
use wireclip_store::projects::Project;
use wireclip_store::{Conn, agents, approval_issues};

use super::IssuePatch;
use crate::change::Change;
use crate::error::{Missing, OrMissing as _, OrRefuse as _, ServiceResult};
use crate::hidden_values::restored_field;
use crate::issues::create::{as_blocker, unblock_owner_exists};
use crate::issues::{references_checked as checked, scope_of};

/// What a change points at; what it does not touch is not looked for.
pub(super) struct Found {
    /// The agent that is to have the issue.
    pub(super) agent: Field<AgentId>,
    /// What is known of the new assignee, if the change names one.
    pub(super) candidate: Option<Candidate>,
    pub(super) unblock_owner_exists: bool,
    /// Whether the issue waits for the board, if that makes a difference.
    pub(super) awaits_approval: bool,
    /// The project afterwards, if the change names it.
    pub(super) project: Option<Option<Project>>,
    /// The labels before, if the change names them.
    pub(super) labels_before: Vec<Label>,
    /// The labels afterwards, if the change names them.
    pub(super) labels: Vec<Label>,
    /// What blocks the issue before, if the change may depend on it.
    pub(super) blocking_before: Vec<Issue>,
    /// What blocks it afterwards, if the change names it.
    pub(super) blockers: Option<NewBlockers>,
    /// The settings for the assignee's adapter, hidden values restored.
    pub(super) overrides: Field<OpaqueJson>,
    /// What says afterwards where the issue is worked on.
    pub(super) workspace_settings: Option<OpaqueJson>,
}

/// The blockers that a change names.
pub(super) struct NewBlockers {
    pub(super) change: BlockerChange,
    /// All of them, in the order in which they were named.
    pub(super) all: Vec<Issue>,
    /// Those that block no more.
    pub(super) removed: Vec<Issue>,
}

impl Found {
    pub(super) async fn of(change: &Change<'_>, before: &Issue, patch: &IssuePatch) -> ServiceResult<Self> {
        checked::check_overrides(change.actor(), patch.assignee_adapter_overrides.as_set())?;
        let stored = before.assignee_adapter_overrides.as_ref();
        let overrides = restored_field(patch.assignee_adapter_overrides.clone(), stored)?;
        let conn = change.conn();
        let stored = before.execution_workspace_settings.as_ref();
        let workspace_settings =
            checked::workspace_settings(&conn, change.actor(), stored, patch.environment).await?;
        let agent = agent(&conn, before, &patch.assignee_agent).await?;
        let candidate = candidate(&conn, before, &agent, &patch.assignee_user).await?;
        let unblock_owner_exists = match patch.unblock.as_set() {
            Some(unblock) => {
                unblock_owner_exists(&conn, &company(&conn, before).await?, &unblock.owner).await?
            }
            None => true,
        };
        let awaits_approval = patch.status == Some(IssueStatus::Blocked)
            && approval_issues::awaited_by(&conn, before.id).await?.is_some();
        let project = project(&conn, before, patch).await?;
        check_places(&conn, before, patch).await?;
        let (labels_before, labels) = match &patch.label_ids {
            Some(ids) => {
                let before_them = labelling::labels_of(&conn, &[before.id]).await?.remove(&before.id);
                (before_them.unwrap_or_default(), checked::labels(&conn, before.company_id, ids).await?)
            }
            // They stay as they are, and nobody asks which they are.
            None => (Vec::new(), Vec::new()),
        };
        let blocking_before = match patch.moves() {
            true => blockers::blocking(&conn, Side::Blockers, &[before.id])
                .await?
                .remove(&before.id)
                .unwrap_or_default(),
            false => Vec::new(),
        };
        let blockers = match &patch.blocked_by {
            Some(wished) => Some(new_blockers(&conn, before, wished, &blocking_before).await?),
            None => None,
        };
        Ok(Self {
            agent,
            candidate,
            unblock_owner_exists,
            awaits_approval,
            project,
            labels_before,
            labels,
            blocking_before,
            blockers,
            overrides,
            workspace_settings,
        })
    }

    /// Returns what blocks the issue before the change.
    pub(super) fn blockers_before(&self) -> Vec<Blocker> {
        self.blocking_before.iter().map(as_blocker).collect()
    }

    /// Returns what blocks it afterwards, if the change names it.
    pub(super) fn blockers_after(&self) -> Option<Vec<Blocker>> {
        self.blockers.as_ref().map(|blockers| blockers.all.iter().map(as_blocker).collect())
    }

    /// Returns what blocks it only afterwards.
    pub(super) fn added_blockers(&self) -> Vec<Blocker> {
        let Some(blockers) = &self.blockers else { return Vec::new() };
        let is_added = |issue: &&Issue| blockers.change.added.contains(&issue.id);
        blockers.all.iter().filter(is_added).map(as_blocker).collect()
    }
}

/// Finds the agent that is to have an issue, by its id or its key.
async fn agent(conn: &Conn<'_>, issue: &Issue, named: &Field<String>) -> ServiceResult<Field<AgentId>> {
    let name = match named {
        Field::Keep => return Ok(Field::Keep),
        Field::Clear => return Ok(Field::Clear),
        Field::Set(name) => name,
    };
    if let Ok(id) = name.parse() {
        return Ok(Field::Set(id));
    }
    let key = name.to_lowercase();
    let found = agents::find_by_key(conn, &scope_of(issue), issue.company_id, &key).await?;
    found.map(|agent| Field::Set(agent.id)).or_missing(Missing::Agent)
}

async fn company(conn: &Conn<'_>, issue: &Issue) -> ServiceResult<Company> {
    let company = companies::get(conn, &scope_of(issue), issue.company_id).await?;
    company.or_missing(Missing::Company)
}

async fn candidate(
    conn: &Conn<'_>,
    issue: &Issue,
    agent: &Field<AgentId>,
    user: &Field<wireclip_domain::UserId>,
) -> ServiceResult<Option<Candidate>> {
    match (agent, user) {
        (Field::Set(agent), _) => Ok(Some(checked::candidate(conn, issue.company_id, *agent).await?)),
        (_, Field::Set(user)) => {
            let is_member = checked::is_member(&company(conn, issue).await?, user);
            Ok(Some(if is_member { Candidate::Member } else { Candidate::Unknown }))
        }
        _ => Ok(None),
    }
}

async fn project(
    conn: &Conn<'_>,
    before: &Issue,
    patch: &IssuePatch,
) -> ServiceResult<Option<Option<Project>>> {
    match patch.project_id {
        Field::Keep => Ok(None),
        Field::Clear => Ok(Some(None)),
        Field::Set(id) => Ok(Some(Some(checked::project(conn, before.company_id, id).await?))),
    }
}

/// Checks the goal, the place of the files and the parent.
async fn check_places(conn: &Conn<'_>, before: &Issue, patch: &IssuePatch) -> ServiceResult<()> {
    if let Field::Set(goal) = patch.goal_id {
        checked::goal(conn, before.company_id, goal).await?;
    }
    if let Field::Set(workspace) = patch.project_workspace_id {
        let mut project_id = before.project_id;
        patch.project_id.apply_to(&mut project_id);
        checked::check_workspace(conn, project_id, workspace).await?;
    }
    if let Field::Set(parent) = patch.parent_id {
        let company = issues::get_many(conn, &[parent]).await?.first().map(|parent| parent.company_id);
        let parents = parents::parents(conn, parent).await?;
        decide_parent(before.id, before.company_id, parent, company, &parents).or_refuse()?;
    }
    Ok(())
}

async fn new_blockers(
    conn: &Conn<'_>,
    before: &Issue,
    wished: &[IssueId],
    blocking_before: &[Issue],
) -> ServiceResult<NewBlockers> {
    let found = issues::get_many(conn, wished).await?;
    let companies = found.iter().map(|issue| (issue.id, issue.company_id)).collect();
    let mut blocked_by = blockers::blocked_by(conn, wished).await?;
    blocked_by.insert(before.id, blocking_before.iter().map(|issue| issue.id).collect());
    let change =
        decide_blockers(before.id, before.company_id, wished, &companies, &blocked_by).or_refuse()?;
    let all = change.blockers.iter().filter_map(|id| found.iter().find(|issue| issue.id == *id).cloned());
    let removed = blocking_before.iter().filter(|issue| change.removed.contains(&issue.id)).cloned();
    Ok(NewBlockers { all: all.collect(), removed: removed.collect(), change })
}

/// Returns the agent that is asked to unblock the issue, if the change asks one.
pub(super) fn asked_to_unblock(patch: &IssuePatch) -> Option<AgentId> {
    match patch.unblock.as_set()?.owner {
        UnblockOwner::Agent(agent) => Some(agent),
        UnblockOwner::Board | UnblockOwner::User(_) => None,
    }
}
