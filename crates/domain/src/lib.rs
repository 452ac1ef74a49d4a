//! The words and rules of Wireclip: what the things are and what may happen to them.
//!
//! **Invariant:** nothing here waits, reads or writes. Every rule is a function of its
//! arguments, and the present moment is one of them.

pub mod activity;
pub mod agent;
pub mod approval;
pub mod asset;
pub mod blocker;
pub mod budget;
pub mod caller;
pub mod checkout;
pub mod comment;
pub mod company;
pub mod cooldown;
pub mod cost;
pub mod custom_image;
pub mod document;
pub mod environment;
pub mod event;
pub mod finance;
pub mod gate;
pub mod goal;
pub mod heartbeat_policy;
pub mod ids;
pub mod inbox;
pub mod issue;
pub mod json;
pub mod lease;
pub mod liveness;
pub mod loop_guard;
pub mod membership;
pub mod money;
pub mod moves;
pub mod open_words;
pub mod patch;
pub mod person;
pub mod policy;
pub mod project;
pub mod promotion;
pub mod recovery;
pub mod redaction;
pub mod reference;
pub mod refusal;
pub mod responsible_user;
pub mod retry;
pub mod run;
pub mod run_context;
pub mod run_error_code;
pub mod run_host;
pub mod run_outcome;
pub mod secret;
pub mod time;
pub mod tree_hold;
pub mod url_key;
pub mod wakeup;
pub mod words;

pub use document::DocumentKey;
pub use ids::{
    ActivityId, AgentId, AgentKeyId, AgentRevisionId, AgentSessionId, AnnotationCommentId, AnnotationId,
    ApprovalCommentId, ApprovalId, AssetId, AttachmentId, BoardKeyId, BudgetIncidentId, BudgetPolicyId,
    CommentId, CompanyId, CostEventId, DocumentId, DocumentRevisionId, EnvironmentId, ExecutionWorkspaceId,
    FinanceEventId, GoalId, InboxDismissalId, IssueId, LabelId, LeaseId, MembershipId, NodeId, ProjectId,
    ProjectWorkspaceId, RecoveryActionId, RowId, RunId, SecretId, SessionId, SetupSessionId, TemplateId,
    TerminalSessionId, TreeHoldId, UserId, WakeupId,
};
pub use json::OpaqueJson;
pub use run_context::RunContext;
pub use time::Timestamp;
