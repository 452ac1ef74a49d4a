//! Making issues.

mod prepared;

use std::time::Duration;

use wireclip_domain::activity::Action;
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::issue::creation::{InitialStatus, StatusDefaultReason, decide_creation, request_depth};
use wireclip_domain::issue::delegation::check_delegation;
use wireclip_domain::issue::wake::{WakeWanted, is_own_doing};
use wireclip_domain::issue::{
    IssueIdentifier, IssuePriority, IssueStatus, ReviewPolicy, UnblockDescriptor, WorkMode,
};
use wireclip_domain::reference::issue_mentions;
use wireclip_domain::run::InvocationSource;
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{AgentId, GoalId, IssueId, LabelId, OpaqueJson, ProjectId, ProjectWorkspaceId, UserId};
use wireclip_store::companies::{self, Company};
use wireclip_store::issues::relations::{self, BlockerPair, Side};
use wireclip_store::issues::{self, Issue, duplicates, list::priority_rank};
use wireclip_store::{Conn, Scope, counters};

use super::{Issues, about, scope_of, view};
use crate::change::{Change, Committed};
use crate::error::{Refusal, RefusalKind, ServiceError, ServiceResult};
use crate::issue_writes;
use crate::issues::IssueView;
use crate::references::{self, ReferringText};
use crate::request::Scoped;
use crate::wakeups::{self, WakeOrder};

use prepared::{Prepared, prepare};
pub(super) use prepared::{ancestor, as_blocker, unblock_owner_exists};

/// For so long an open issue counts as what is wished again under its title.
const RECENT: Duration = Duration::from_hours(24);

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
        let parent = match parent_id {
            Some(id) => issues::get(&self.core.store.read(), &Scope::company(company.id), id)
                .await?
                .map(Some)
                .ok_or_else(|| ServiceError::not_found("The issue above is not there"))?,
            None => None,
        };
        let place = parent.as_ref().map_or(Place::Top, Place::Under);
        self.make(company, place, new).await
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
        let company = companies::get(&self.core.store.read(), &scope_of(parent), parent.company_id).await?;
        let company = company.ok_or_else(|| ServiceError::not_found("Company not found"))?;
        let place = Place::Child { parent, blocks_parent };
        self.make(&parent.with(company), place, new).await
    }

    async fn make(
        &self,
        company: &Scoped<Company>,
        place: Place<'_>,
        new: NewIssue,
    ) -> ServiceResult<Committed<CreatedIssue>> {
        let prepared = prepare(&self.core.store.read(), company, place, &new).await?;
        let actor = company.request().actor();
        check_delegation(&prepared.assignee, &actor, &prepared.ancestors)
            .map_err(|cycle| ServiceError::refused(&cycle))?;
        let mut change = self.core.begin(company.request()).await?;
        if let Place::Child { parent, .. } = place {
            issue_writes::authorize(&mut change, parent, IssueWrite::Child).await?;
        }
        let initial = decide_creation(new.status, &prepared.assignee, &prepared.blockers, change.now())
            .map_err(|refused| ServiceError::refused(&refused))?;
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
            relations::change_blockers(&change.conn(), &[], vec![pair], parent.id).await?;
        }
        let (action, details) = activity(&issue, place, initial);
        change.record(company.id, about(&issue, action, Some(details)));
        wake(&mut change, &issue, initial).await?;
        let view = IssueView::new(issue, prepared.labels, None);
        let (blocked_by, blocks) = (prepared.blocking, blocks_parent(place));
        change.commit(CreatedIssue { view, met: Met::Made, blocked_by, blocks }).await
    }
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

async fn as_known(conn: &Conn<'_>, issue: Issue, met: Met) -> ServiceResult<CreatedIssue> {
    let of = async |side| -> ServiceResult<Vec<Issue>> {
        Ok(relations::blocking(conn, side, &[issue.id]).await?.remove(&issue.id).unwrap_or_default())
    };
    let (blocked_by, blocks) = (of(Side::Blockers).await?, of(Side::Dependents).await?);
    Ok(CreatedIssue { view: view::of_one(conn, issue).await?, met, blocked_by, blocks })
}

/// Returns the issue that the wish means, if it was made before.
async fn known_issue(
    change: &Change<'_>,
    company: &Company,
    place: Place<'_>,
    new: &NewIssue,
) -> ServiceResult<Option<(Issue, Met)>> {
    let conn = change.conn();
    let parent_id = place.parent().map(|parent| parent.id);
    if let Some(key) = &new.idempotency_key
        && let Some(known) = duplicates::by_key(&conn, company.id, key).await?
    {
        if matches!(place, Place::Child { .. }) && known.parent_id != parent_id {
            let message = "The idempotency key was used for an issue under another parent";
            return Err(Refusal::new(RefusalKind::Conflict, message).into());
        }
        return Ok(Some((known, Met::ByKey)));
    }
    if new.allow_duplicate || new.status.is_some_and(IssueStatus::is_closed) {
        return Ok(None);
    }
    let key = duplicates::title_key(&new.title);
    let since = change.now().minus(RECENT);
    let known = duplicates::recent_open(&conn, company.id, parent_id, &key, since).await?;
    Ok(known.map(|known| (known, Met::ByTitle)))
}

#[expect(clippy::too_many_arguments, reason = "each is a part of what the row is made of")]
fn row(
    change: &Change<'_>,
    company: &Company,
    place: Place<'_>,
    new: &NewIssue,
    prepared: &Prepared,
    initial: InitialStatus,
    number: i64,
) -> Issue {
    let (actor, now) = (change.actor(), change.now());
    let priority = new.priority.unwrap_or(IssuePriority::Medium);
    let parent_depth = place.parent().map(|parent| u32::try_from(parent.request_depth).unwrap_or(0));
    let depth = match (place, new.request_depth) {
        // Wire: a depth that a request names counts, unless its path names the parent.
        (Place::Under(_), Some(wished)) => request_depth(None, Some(wished)),
        (_, wished) => request_depth(parent_depth, wished),
    };
    let number_of_name = u64::try_from(number).unwrap_or_default();
    Issue {
        id: IssueId::random(),
        company_id: company.id,
        number,
        identifier: IssueIdentifier::new(&company.issue_prefix, number_of_name).to_string(),
        project_id: prepared.project.as_ref().map(|project| project.id),
        project_workspace_id: new.project_workspace_id,
        goal_id: prepared.goal_id,
        parent_id: place.parent().map(|parent| parent.id),
        title_key: duplicates::title_key(&new.title),
        title: new.title.clone(),
        description: new.description.clone(),
        status: initial.status,
        status_version: 0,
        work_mode: new.work_mode.unwrap_or(WorkMode::Standard),
        priority,
        priority_rank: priority_rank(priority),
        review_policy: new.review_policy,
        assignee_agent_id: new.assignee_agent_id,
        assignee_user_id: new.assignee_user_id.clone(),
        created_by_agent_id: actor.agent_id,
        created_by_user_id: actor.user_id(),
        responsible_user_id: actor
            .responsible_user_id
            .clone()
            .or_else(|| company.default_responsible_user_id.clone()),
        origin_kind: "manual".to_owned(),
        origin_id: None,
        origin_run_id: actor.run_id,
        origin_fingerprint: "default".to_owned(),
        request_depth: i32::try_from(depth).unwrap_or(i32::MAX),
        billing_code: new.billing_code.clone(),
        assignee_adapter_overrides: prepared.overrides.clone(),
        execution_policy: None,
        execution_state: None,
        execution_workspace_id: None,
        execution_workspace_preference: None,
        execution_workspace_settings: None,
        unblock_descriptor: new.unblock.as_ref().map(UnblockDescriptor::to_json),
        blocked_transition_at: None,
        started_at: initial.started_at,
        completed_at: initial.completed_at,
        cancelled_at: initial.cancelled_at,
        hidden_at: None,
        last_activity_at: now,
        created_at: now,
        updated_at: now,
    }
}

/// Stores an issue and all that belongs to it. A plain creation takes six statements: its number,
/// the look for one of its title, the row, its count, and two for its log.
async fn store(change: &Change<'_>, issue: &Issue, new: &NewIssue, prepared: &Prepared) -> ServiceResult<()> {
    let conn = change.conn();
    issues::insert(&conn, issue).await?;
    if !prepared.labels.is_empty() {
        let ids: Vec<_> = prepared.labels.iter().map(|label| label.id).collect();
        relations::set_labels(&conn, issue, false, &ids).await?;
    }
    if !prepared.blockers.is_empty() {
        let pairs = prepared.blockers.iter().map(|blocker| blocker_pair(change, issue, blocker.issue_id));
        relations::change_blockers(&conn, &[], pairs.collect(), issue.id).await?;
    }
    if let Some(key) = &new.idempotency_key {
        duplicates::keep_key(&conn, issue, key).await?;
    }
    Ok(())
}

/// Makes the row by which one issue waits for another.
pub(super) fn blocker_pair(change: &Change<'_>, waiting: &Issue, blocker_id: IssueId) -> BlockerPair {
    BlockerPair {
        issue_id: waiting.id,
        blocker_id,
        company_id: waiting.company_id,
        created_by_agent_id: change.actor().agent_id,
        created_by_user_id: change.actor().user_id(),
        created_at: change.now(),
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
