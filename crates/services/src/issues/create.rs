//! Making issues.

mod known;
mod prepared;
mod row;

use wireclip_domain::activity::Action;
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::issue::creation::{InitialStatus, StatusDefaultReason, decide_creation};
use wireclip_domain::issue::delegation::check_delegation;
use wireclip_domain::issue::wake::{WakeWanted, is_own_doing};
use wireclip_domain::issue::{IssuePriority, IssueStatus, ReviewPolicy, UnblockDescriptor, WorkMode};
use wireclip_domain::patch::Field;
use wireclip_domain::reference::issue_mentions;
use wireclip_domain::run::InvocationSource;
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{
    AgentId, EnvironmentId, GoalId, IssueId, LabelId, OpaqueJson, ProjectId, ProjectWorkspaceId, UserId,
};
use wireclip_store::companies::{self, Company};
use wireclip_store::counters;
use wireclip_store::issues::{self, Issue, blockers};

use super::{Issues, about, scope_of};
use crate::change::{Change, Committed};
use crate::error::{Missing, OrMissing as _, OrRefuse as _, ServiceError, ServiceResult};
use crate::issue_writes;
use crate::issues::IssueView;
use crate::references::{self, ReferringText};
use crate::request::Scoped;
use crate::wakeups::{self, WakeOrder};

use known::{as_known, known_issue};
use prepared::prepare;
pub(super) use prepared::{ancestor, as_blocker, unblock_owner_exists};
pub(super) use row::blocker_pair;
use row::{row, store};

/// An issue to make.
#[derive(Debug, Clone, Default)]
pub struct NewIssue {
    /// What is to be done, in a line.
    pub title: String,
    /// What is to be done.
    pub description: Option<String>,
    /// Where it stands, if not as it follows from the assignee.
    pub status: Option<IssueStatus>,
    /// How much it matters.
    pub priority: Option<IssuePriority>,
    /// What is expected of the agent that works on it.
    pub work_mode: Option<WorkMode>,
    /// Who may close it from review.
    pub review_policy: Option<ReviewPolicy>,
    /// Its project.
    pub project_id: Option<ProjectId>,
    /// The place where its files are.
    pub project_workspace_id: Option<ProjectWorkspaceId>,
    /// What it is for.
    pub goal_id: Option<GoalId>,
    /// The agent that is to have it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who is to have it.
    pub assignee_user_id: Option<UserId>,
    /// How many requests led to it.
    pub request_depth: Option<u32>,
    /// What its cost is booked on.
    pub billing_code: Option<String>,
    /// Its labels.
    pub label_ids: Vec<LabelId>,
    /// The issues that it waits for.
    pub blocked_by: Vec<IssueId>,
    /// Settings for the assignee's adapter.
    pub assignee_adapter_overrides: Option<OpaqueJson>,
    /// Where it is worked on; where the issue above it is, if nothing is said.
    pub environment: Field<EnvironmentId>,
    /// Who can unblock it.
    pub unblock: Option<UnblockDescriptor>,
    /// Under which a repetition of the wish finds the issue.
    pub idempotency_key: Option<String>,
    /// Whether it is made even though one of its title is open.
    pub allow_duplicate: bool,
}

/// How a wish for an issue was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Met {
    /// It was made.
    Made,
    /// It had been made before, under the same key.
    ByKey,
    /// An open one of this title had been made lately.
    ByTitle,
}

impl Met {
    /// Returns the recorded word for an issue that was there already.
    #[must_use]
    pub const fn deduplication_reason(self) -> Option<&'static str> {
        match self {
            Self::Made => None,
            Self::ByKey => Some("idempotency_key"),
            Self::ByTitle => Some("recent_open_title"),
        }
    }
}

/// The issue of a wish, and how it was met.
#[derive(Debug, Clone)]
pub struct CreatedIssue {
    /// The issue.
    pub view: IssueView,
    /// How the wish was met.
    pub met: Met,
    /// The issues that it waits for.
    pub blocked_by: Vec<Issue>,
    /// The issues that wait for it.
    pub blocks: Vec<Issue>,
}

/// Where a new issue stands in the tree.
#[derive(Debug, Clone, Copy)]
enum Place<'a> {
    Top,
    /// Under an issue that the request names.
    Under(&'a Issue),
    /// Under the issue of the path.
    Child {
        parent: &'a Issue,
        blocks_parent: bool,
    },
}

impl<'a> Place<'a> {
    fn parent(self) -> Option<&'a Issue> {
        match self {
            Self::Top => None,
            Self::Under(parent) | Self::Child { parent, .. } => Some(parent),
        }
    }
}

impl Issues {
    /// Makes an issue of a company.
    ///
    /// # Errors
    /// `NotFound` or `Unprocessable` if it points at what is not there, `Conflict` if it cannot be
    /// given to its assignee.
    pub async fn create(
        &self,
        company: &Scoped<Company>,
        parent_id: Option<IssueId>,
        new: NewIssue,
    ) -> ServiceResult<Committed<CreatedIssue>> {
        let change = self.core.begin_in(company.id, company.request()).await?;
        let parent = match parent_id {
            Some(id) => {
                let parent = issues::lock(&change.conn(), id).await?;
                let parent = parent.filter(|parent| parent.company_id == company.id);
                Some(parent.ok_or_else(|| ServiceError::not_found("The issue above is not there"))?)
            }
            None => None,
        };
        make(change, company, parent.as_ref().map_or(Place::Top, Place::Under), new).await
    }

    /// Makes an issue below another, from which it takes over what it does not say.
    ///
    /// # Errors
    /// As for [`Self::create`].
    pub async fn create_child(
        &self,
        parent: &Scoped<Issue>,
        new: NewIssue,
        blocks_parent: bool,
    ) -> ServiceResult<Committed<CreatedIssue>> {
        let change = self.core.begin_in(parent.company_id, parent.request()).await?;
        let company = companies::get(&change.conn(), &scope_of(parent), parent.company_id).await?;
        let company = company.or_missing(Missing::Company)?;
        let locked = issues::lock(&change.conn(), parent.id).await?;
        let locked = locked.or_missing(Missing::Issue)?;
        make(change, &parent.with(company), Place::Child { parent: &locked, blocks_parent }, new).await
    }
}

/// Makes an issue. Everything that is decided about it is read within the change, so that it is
/// still true when the change is made.
async fn make(
    mut change: Change<'_>,
    company: &Scoped<Company>,
    place: Place<'_>,
    new: NewIssue,
) -> ServiceResult<Committed<CreatedIssue>> {
    let prepared = prepare(&change.conn(), company, place, &new).await?;
    check_delegation(&prepared.assignee, change.actor(), &prepared.ancestors).or_refuse()?;
    if let Place::Child { parent, .. } = place {
        issue_writes::authorize(&mut change, parent, IssueWrite::Child).await?;
    }
    let initial =
        decide_creation(new.status, &prepared.assignee, &prepared.blockers, change.now()).or_refuse()?;
    // The number first: its row keeps others from making the same issue until this one is made.
    let number = counters::next_issue_number(&change.conn(), company.id).await?;
    if let Some(known) = known_issue(&change, company, place, &new).await? {
        let (issue, met) = known;
        let created = as_known(&change.conn(), issue, met).await?;
        return change.abandon(created).await;
    }
    let issue = row(&change, company, place, &new, &prepared, initial, number);
    store(&change, &issue, &new, &prepared).await?;
    keep_references(&mut change, &issue).await?;
    if let Place::Child { parent, blocks_parent: true } = place {
        let pair = blocker_pair(&change, parent, issue.id);
        blockers::change(&change.conn(), &[], vec![pair], parent.id).await?;
    }
    let (action, details) = activity(&issue, place, initial);
    change.record(company.id, about(&issue, action, Some(details)));
    wake(&mut change, &issue, initial).await?;
    let view = IssueView::new(issue, prepared.labels, None);
    let (blocked_by, blocks) = (prepared.blocking, blocks_parent(place));
    change.commit(CreatedIssue { view, met: Met::Made, blocked_by, blocks }).await
}

/// Keeps what the texts refer to; most refer to nothing, and cost nothing.
async fn keep_references(change: &mut Change<'_>, issue: &Issue) -> ServiceResult<()> {
    let description = issue.description.as_deref().unwrap_or_default();
    for (text, written) in
        [(ReferringText::Title, issue.title.as_str()), (ReferringText::Description, description)]
    {
        if !issue_mentions(written).is_empty() {
            references::keep(change, issue, text, written).await?;
        }
    }
    Ok(())
}

fn blocks_parent(place: Place<'_>) -> Vec<Issue> {
    match place {
        Place::Child { parent, blocks_parent: true } => vec![parent.clone()],
        _ => Vec::new(),
    }
}

fn activity(issue: &Issue, place: Place<'_>, initial: InitialStatus) -> (Action, OpaqueJson) {
    let mut details = OpaqueJson::object();
    details.set("title", &issue.title);
    details.set("status", &issue.status);
    details.set("identifier", &issue.identifier);
    details.set("statusDefaulted", &(initial.reason != StatusDefaultReason::Explicit));
    details.set("statusDefaultReason", &initial.reason);
    details.set("assignmentWakeSkipped", &initial.wake_skip.is_some());
    details.set("assignmentWakeSkipReason", &initial.wake_skip);
    match place {
        Place::Child { parent, .. } => {
            details.set("parentId", &parent.id);
            details.set("inheritedExecutionWorkspaceFromIssueId", &parent.id);
            (Action::IssueChildCreated, details)
        }
        Place::Top | Place::Under(_) => (Action::IssueCreated, details),
    }
}

async fn wake(change: &mut Change<'_>, issue: &Issue, initial: InitialStatus) -> ServiceResult<()> {
    let Some(agent_id) = issue.assignee_agent_id.filter(|_| initial.wake_skip.is_none()) else {
        return Ok(());
    };
    if is_own_doing(agent_id, change.actor()) {
        return Ok(());
    }
    let wanted = WakeWanted {
        agent_id,
        issue_id: issue.id,
        reason: WakeReason::IssueAssigned,
        source: InvocationSource::Assignment,
    };
    wakeups::request_quietly(change, WakeOrder::wanted(issue.company_id, wanted, None)).await?;
    Ok(())
}
