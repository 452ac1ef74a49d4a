//! What a new issue points at, found and checked before anything is written.

use wireclip_domain::blocker::{BlockedBy, Blocker, decide_blockers};
use wireclip_domain::issue::delegation::Ancestor;
use wireclip_domain::issue::unblock::check_owner;
use wireclip_domain::issue::{Assignee, UnblockOwner};
use wireclip_domain::{GoalId, IssueId, OpaqueJson};
use wireclip_store::companies::Company;
use wireclip_store::issues::{self, Issue, parents};
use wireclip_store::labels::Label;
use wireclip_store::projects::Project;
use wireclip_store::{Conn, Scope};

use super::{NewIssue, Place};
use crate::error::{OrRefuse as _, ServiceResult};
use crate::hidden_values::restored;
use crate::issues::{inheritance, references_checked as checked};
use crate::request::Scoped;

/// What was found for a new issue.
pub(super) struct Prepared {
    pub(super) assignee: Assignee,
    pub(super) project: Option<Project>,
    pub(super) goal_id: Option<GoalId>,
    pub(super) labels: Vec<Label>,
    pub(super) blockers: Vec<Blocker>,
    pub(super) blocking: Vec<Issue>,
    pub(super) ancestors: Vec<Ancestor>,
    /// The settings for the assignee's adapter.
    pub(super) overrides: Option<OpaqueJson>,
    /// What says where it is worked on.
    pub(super) workspace_settings: Option<OpaqueJson>,
}

/// Finds and checks what a new issue points at.
pub(super) async fn prepare(
    conn: &Conn<'_>,
    company: &Scoped<Company>,
    place: Place<'_>,
    new: &NewIssue,
) -> ServiceResult<Prepared> {
    let assignee = Assignee::of(new.assignee_agent_id, new.assignee_user_id.clone()).or_refuse()?;
    checked::check_assignee(conn, company, company.caller(), &assignee).await?;
    checked::check_overrides(&company.caller().actor(), new.assignee_adapter_overrides.as_ref())?;
    let overrides = new.assignee_adapter_overrides.as_ref();
    let overrides = overrides.map(|overrides| restored(overrides, None)).transpose()?;
    let parent = place.parent();
    let workspace_settings = checked::workspace_settings(
        conn,
        &company.caller().actor(),
        // Wire: what an issue does not say of its workspace, it has of the one above it.
        parent.and_then(|parent| parent.execution_workspace_settings.as_ref()),
        new.environment,
    )
    .await?;
    let project_id = new.project_id.or_else(|| parent.and_then(|parent| parent.project_id));
    let project = match project_id {
        Some(id) => Some(checked::project(conn, company.id, id).await?),
        None => None,
    };
    if let Some(workspace) = new.project_workspace_id {
        checked::check_workspace(conn, project_id, workspace).await?;
    }
    let parents_goal =
        parent.filter(|parent| parent.project_id == project_id).and_then(|parent| parent.goal_id);
    let goal_id = match (new.goal_id, parents_goal) {
        (Some(goal), _) => Some(checked::goal(conn, company.id, goal).await?.id),
        (None, Some(goal)) => Some(goal),
        (None, None) => inheritance::goal_of_place(conn, company.id, project.as_ref()).await?,
    };
    let labels = checked::labels(conn, company.id, &new.label_ids).await?;
    let blocking = blocking(conn, company, &new.blocked_by).await?;
    let blockers = blocking.iter().map(as_blocker).collect();
    if let Some(unblock) = &new.unblock {
        let exists = unblock_owner_exists(conn, company, &unblock.owner).await?;
        check_owner(&unblock.owner, exists, &company.caller().actor()).or_refuse()?;
    }
    let ancestors = match parent {
        Some(parent) if assignee.agent().is_some() && company.caller().as_agent().is_some() => {
            let above = parents::ancestors(conn, parent).await?;
            std::iter::once(parent.clone()).chain(above).map(ancestor).collect()
        }
        _ => Vec::new(),
    };
    Ok(Prepared {
        assignee,
        project,
        goal_id,
        labels,
        blockers,
        blocking,
        ancestors,
        overrides,
        workspace_settings,
    })
}

/// Returns an issue as one above another.
pub(in crate::issues) fn ancestor(issue: Issue) -> Ancestor {
    Ancestor {
        issue_id: issue.id,
        identifier: issue.identifier,
        created_by_agent: issue.created_by_agent_id,
        is_open: !issue.status.is_closed(),
    }
}

/// Returns whether the agent or person that is to unblock something is of the company.
pub(in crate::issues) async fn unblock_owner_exists(
    conn: &Conn<'_>,
    company: &Company,
    owner: &UnblockOwner,
) -> ServiceResult<bool> {
    match owner {
        UnblockOwner::Board => Ok(true),
        UnblockOwner::User(user) => Ok(checked::is_member(company, user)),
        UnblockOwner::Agent(agent) => {
            Ok(wireclip_store::agents::get(conn, &Scope::company(company.id), *agent).await?.is_some())
        }
    }
}

async fn blocking(conn: &Conn<'_>, company: &Company, wished: &[IssueId]) -> ServiceResult<Vec<Issue>> {
    if wished.is_empty() {
        return Ok(Vec::new());
    }
    let found = issues::get_many(conn, wished).await?;
    let companies = found.iter().map(|issue| (issue.id, issue.company_id)).collect();
    // Nothing waits for what is yet to be made: it cannot close a circle.
    let nothing = BlockedBy::new();
    let decided = decide_blockers(IssueId::random(), company.id, wished, &companies, &nothing).or_refuse()?;
    let known = |id: &IssueId| found.iter().find(|issue| issue.id == *id).cloned();
    Ok(decided.blockers.iter().filter_map(known).collect())
}

/// Returns an issue as a blocker of another.
pub(in crate::issues) fn as_blocker(issue: &Issue) -> Blocker {
    Blocker {
        issue_id: issue.id,
        identifier: issue.identifier.clone(),
        title: issue.title.clone(),
        status: issue.status,
    }
}
