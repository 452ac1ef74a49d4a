//! The messages that wait for an issue's run to end.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::{CommentId, IssueId, RunId, WakeupId};

use super::Comment;
use crate::fields::{Fields, FromFields};
use crate::kinds::formats::uuid;
use crate::kinds::{LONGEST_TEXT, list, text};

/// The messages that wait on an issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentQueue {
    /// The issue.
    pub issue_id: IssueId,
    /// What the queue is called when it is changed; nothing if nothing waits.
    pub queue_id: Option<WakeupId>,
    /// `deferred` while messages wait, `empty` if none do.
    pub state: &'static str,
    /// The run that they wait for.
    pub target_run_id: Option<RunId>,
    /// What makes this state of the queue different from another.
    pub revision: String,
    /// How the agent is told of them: always when its next run starts.
    pub protocol: &'static str,
    /// Whether a running agent can be told at once: it cannot.
    pub steering_disposition: &'static str,
    /// The messages, in the order in which the agent is told of them.
    pub entries: Vec<QueuedComment>,
    /// Why they wait although no run is at work.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub execution_wait: Option<ExecutionWait>,
}

/// Why messages wait although no run is at work.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExecutionWait {
    /// Always `execution_recovery`.
    pub reason: &'static str,
    /// The same, for people.
    pub message: &'static str,
}

impl ExecutionWait {
    /// They wait until somebody has said what a stopped run did.
    #[must_use]
    pub const fn for_recovery() -> Self {
        Self {
            reason: "execution_recovery",
            message: "The message is kept until somebody has said what the stopped run did.",
        }
    }
}

/// A message that waits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueuedComment {
    /// The message.
    pub comment: Comment,
    /// Its place, from 0.
    pub position: usize,
    /// Whether the caller may change what it says.
    pub can_edit: bool,
    /// Whether the caller may take it back.
    pub can_discard: bool,
}

/// Which queue, in which state, a change was asked for.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct SeenQueue {
    /// The queue.
    pub queue_id: WakeupId,
    /// Its revision.
    pub revision: String,
}

impl FromFields for SeenQueue {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let queue_id = fields.required("queueId", uuid());
        let revision = fields.required("revision", text().min(1));
        Some(Self { queue_id: queue_id?, revision: revision? })
    }
}

/// A request to change what a waiting message says.
#[derive(Debug, ToSchema)]
pub struct EditQueuedCommentRequest {
    /// Which queue.
    #[schema(inline)]
    pub seen: SeenQueue,
    /// What it is to say.
    pub body: String,
}

impl FromFields for EditQueuedCommentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let seen = SeenQueue::from_fields(fields);
        let body = fields.required("body", text().max(LONGEST_TEXT));
        if body.as_ref().is_some_and(|body| body.trim().is_empty()) {
            fields.refuse("body", "A message says something");
        }
        Some(Self { seen: seen?, body: body? })
    }
}

/// A request to put waiting messages in another order.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct OrderQueuedCommentsRequest {
    /// Which queue.
    #[schema(inline)]
    pub seen: SeenQueue,
    /// All messages that wait, in the order that is asked for.
    pub ordered_comment_ids: Vec<CommentId>,
}

impl FromFields for OrderQueuedCommentsRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let seen = SeenQueue::from_fields(fields);
        let ordered_comment_ids = fields.required("orderedCommentIds", list(uuid()).max(500));
        Some(Self { seen: seen?, ordered_comment_ids: ordered_comment_ids? })
    }
}
