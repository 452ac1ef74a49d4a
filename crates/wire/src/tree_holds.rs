//! Control of trees of issues.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::tree_hold::{ReleaseStrategy, TreeHoldStatus, TreeMode, TreeSkip};
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RowId, RunId, Timestamp, TreeHoldId, UserId};

use crate::fields::{Fields, FromFields};
use crate::kinds::{boolean, object, record, text, word};

/// The longest reason, in characters.
const LONGEST_REASON: usize = 1000;

/// When a hold ends.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReleasePolicy {
    /// When.
    pub strategy: ReleaseStrategy,
    /// What is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub note: Option<String>,
}

/// A hold on an issue and everything below it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeHold {
    /// Its id.
    pub id: TreeHoldId,
    /// The company.
    pub company_id: CompanyId,
    /// The issue on top.
    pub root_issue_id: IssueId,
    /// What it does.
    pub mode: TreeMode,
    /// Where it stands.
    pub status: TreeHoldStatus,
    /// Why it was made.
    pub reason: Option<String>,
    /// When it ends.
    pub release_policy: ReleasePolicy,
    /// What kind of actor made it.
    pub created_by_actor_type: ActorType,
    /// The agent that made it.
    pub created_by_agent_id: Option<AgentId>,
    /// The person who made it.
    pub created_by_user_id: Option<UserId>,
    /// The run that made it.
    pub created_by_run_id: Option<RunId>,
    /// When it ended.
    pub released_at: Option<Timestamp>,
    /// What kind of actor ended it.
    pub released_by_actor_type: Option<ActorType>,
    /// The agent that ended it.
    pub released_by_agent_id: Option<AgentId>,
    /// The person who ended it.
    pub released_by_user_id: Option<UserId>,
    /// The run that ended it.
    pub released_by_run_id: Option<RunId>,
    /// Why it ended.
    pub release_reason: Option<String>,
    /// What whoever ended it keeps with that.
    pub release_metadata: Option<OpaqueJson>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// How its issues stood when it was made; only where that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub members: Option<Vec<TreeHoldMember>>,
}

/// How an issue stood when a hold was made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeHoldMember {
    /// Its id.
    pub id: RowId,
    /// The company.
    pub company_id: CompanyId,
    /// The hold.
    pub hold_id: TreeHoldId,
    /// The issue.
    pub issue_id: IssueId,
    /// The issue above it within the tree.
    pub parent_issue_id: Option<IssueId>,
    /// How far it stands below the root.
    pub depth: i32,
    /// The issue's identifier.
    pub issue_identifier: String,
    /// The issue's title.
    pub issue_title: String,
    /// Where the issue stood.
    pub issue_status: IssueStatus,
    /// The agent that had it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who had it.
    pub assignee_user_id: Option<UserId>,
    /// The run that worked on it.
    pub active_run_id: Option<RunId>,
    /// Where that stood.
    pub active_run_status: Option<RunStatus>,
    /// Whether it was left as it is.
    pub skipped: bool,
    /// Why.
    pub skip_reason: Option<TreeSkip>,
    /// When this was written.
    pub created_at: Timestamp,
}

/// What a control does to a tree.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreePreview {
    /// The company.
    pub company_id: CompanyId,
    /// The issue on top.
    pub root_issue_id: IssueId,
    /// What is done.
    pub mode: TreeMode,
    /// When this was read.
    pub generated_at: Timestamp,
    /// When the hold would end.
    pub release_policy: ReleasePolicy,
    /// How much it concerns.
    pub totals: TreeTotals,
    /// How many issues stand where.
    pub counts_by_status: BTreeMap<&'static str, u64>,
    /// All issues, by depth.
    pub issues: Vec<TreePreviewIssue>,
    /// Those that are left as they are.
    pub skipped_issues: Vec<TreePreviewIssue>,
    /// The runs that work on those that are concerned.
    pub active_runs: Vec<TreePreviewRun>,
    /// The agents that are concerned.
    pub affected_agents: Vec<TreePreviewAgent>,
    /// What somebody should know before; there is nothing.
    pub warnings: Vec<String>,
}

/// How much a control concerns.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeTotals {
    /// Issues of the tree.
    pub total_issues: u64,
    /// Those that are concerned.
    pub affected_issues: u64,
    /// Those that are left as they are.
    pub skipped_issues: u64,
    /// Runs at work.
    pub active_runs: u64,
    /// Runs that wait.
    pub queued_runs: u64,
    /// Agents.
    pub affected_agents: u64,
}

/// What a control does to one issue.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreePreviewIssue {
    /// Its id.
    pub id: IssueId,
    /// Its identifier.
    pub identifier: String,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub status: IssueStatus,
    /// The issue above it.
    pub parent_id: Option<IssueId>,
    /// How far it stands below the root.
    pub depth: i32,
    /// The agent that has it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who has it.
    pub assignee_user_id: Option<UserId>,
    /// The run that works on it.
    pub active_run: Option<TreePreviewRun>,
    /// The holds under which it stands.
    pub active_hold_ids: Vec<TreeHoldId>,
    /// What is done.
    pub action: TreeMode,
    /// Whether it is left as it is.
    pub skipped: bool,
    /// Why.
    pub skip_reason: Option<TreeSkip>,
}

/// A run that works on an issue of a tree.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreePreviewRun {
    /// Its id.
    pub id: RunId,
    /// The issue.
    pub issue_id: Option<IssueId>,
    /// Its agent.
    pub agent_id: AgentId,
    /// Where it stands.
    pub status: RunStatus,
    /// When it started.
    pub started_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// An agent that a control concerns.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreePreviewAgent {
    /// Its id.
    pub agent_id: AgentId,
    /// How many of the issues it has.
    pub issue_count: u64,
    /// How many of its runs work on them.
    pub active_run_count: u64,
}

/// A hold that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeTreeHold {
    /// The hold.
    pub hold: TreeHold,
    /// What it did.
    pub preview: TreePreview,
}

/// What holds an issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeControlState {
    /// The pause that holds it, the nearest if several do.
    pub active_pause_hold: Option<ActivePauseHold>,
}

/// A pause, seen from an issue that it holds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivePauseHold {
    /// The hold.
    pub hold_id: TreeHoldId,
    /// The issue on which it stands.
    pub root_issue_id: IssueId,
    /// The issue that was asked about.
    pub issue_id: IssueId,
    /// Whether both are the same.
    pub is_root: bool,
    /// What it does.
    pub mode: TreeMode,
    /// Why it was made.
    pub reason: Option<String>,
    /// When it ends.
    pub release_policy: ReleasePolicy,
}

/// When a hold shall end.
#[derive(Debug, Clone, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ReleasePolicyRequest {
    /// When.
    pub strategy: Option<ReleaseStrategy>,
    /// What is said of it.
    pub note: Option<String>,
}

impl FromFields for ReleasePolicyRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let strategy = fields.optional("strategy", word());
        let note = fields.nullable("note", text().trimmed().max(LONGEST_REASON));
        Some(Self { strategy: strategy?, note: note?.set() })
    }
}

/// What a caller wants beside a control.
#[derive(Debug, Clone, ToSchema)]
#[schema(rename_all = "camelCase")]
struct WakeChoice {
    wake_agents: Option<bool>,
}

impl FromFields for WakeChoice {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        Some(Self { wake_agents: fields.optional("wakeAgents", boolean())? })
    }
}

/// A question what a control would do.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct PreviewTreeHoldRequest {
    /// What would be done.
    pub mode: TreeMode,
    /// When a pause would end.
    pub release_policy: Option<ReleasePolicyRequest>,
}

impl FromFields for PreviewTreeHoldRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let mode = fields.required("mode", word());
        let policy = fields.nullable("releasePolicy", object());
        Some(Self { mode: mode?, release_policy: policy?.set() })
    }
}

/// A wish to control a tree.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateTreeHoldRequest {
    /// What is done.
    pub mode: TreeMode,
    /// Why.
    pub reason: Option<String>,
    /// When a pause ends.
    pub release_policy: Option<ReleasePolicyRequest>,
    /// With `wakeAgents`, whether the agents of issues that go on are woken at once.
    pub metadata: Option<OpaqueJson>,
    /// What `metadata` says of that.
    #[schema(ignore)]
    pub wakes_agents: bool,
}

impl FromFields for CreateTreeHoldRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let mode = fields.required("mode", word());
        let reason = fields.nullable("reason", text().trimmed().max(LONGEST_REASON));
        let policy = fields.nullable("releasePolicy", object());
        let (metadata, wakes_agents) = metadata(fields)?;
        let (reason, release_policy) = (reason?.set(), policy?.set());
        Some(Self { mode: mode?, reason, release_policy, metadata, wakes_agents })
    }
}

/// A wish that a hold ends.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ReleaseTreeHoldRequest {
    /// Why.
    pub reason: Option<String>,
    /// What is kept with it; with `wakeAgents`, whether the agents of issues that go on are woken.
    pub metadata: Option<OpaqueJson>,
    /// What `metadata` says of that.
    #[schema(ignore)]
    pub wakes_agents: bool,
}

impl FromFields for ReleaseTreeHoldRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let reason = fields.nullable("reason", text().trimmed().max(LONGEST_REASON));
        let (metadata, wakes_agents) = metadata(fields)?;
        Some(Self { reason: reason?.set(), metadata, wakes_agents })
    }
}

/// Reads `metadata` twice: as it is kept, and for what we know in it.
fn metadata(fields: &mut Fields<'_>) -> Option<(Option<OpaqueJson>, bool)> {
    let kept = fields.nullable("metadata", record());
    let choice = fields.nullable("metadata", object::<WakeChoice>());
    let wakes = choice?.set().and_then(|choice| choice.wake_agents).unwrap_or(false);
    Some((kept?.set(), wakes))
}

/// Which holds are listed.
#[derive(Debug, Default, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ListTreeHoldsQuery {
    /// Only those that stand so.
    pub status: Option<TreeHoldStatus>,
    /// Only those of this mode.
    pub mode: Option<TreeMode>,
    /// Whether their members come along.
    pub include_members: Option<bool>,
}

impl FromFields for ListTreeHoldsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let status = fields.optional("status", word());
        let mode = fields.optional("mode", word());
        let include_members = fields.optional("includeMembers", boolean());
        Some(Self { status: status?, mode: mode?, include_members: include_members? })
    }
}
