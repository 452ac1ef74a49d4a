//! Adding a comment to an issue, within the change of whoever adds it.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Actor;
use wireclip_domain::comment::{CommentAuthor, CommentAuthorType, author_type, check_structure};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::reference::issue_mentions;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AttachmentId, CommentId, OpaqueJson, RunId};
use wireclip_store::comments::{self, Comment};
use wireclip_store::issues::{self, Issue};

use crate::assets;
use crate::change::{ActivityRecord, Change};
use crate::error::{OrRefuse as _, ServiceResult};
use crate::issue_writes::WriteReason;
use crate::issues::inbox;
use crate::references::{self, ReferringText};

/// How many characters of a comment its entry in the log shows.
const SNIPPET_CHARS: usize = 120;

/// A comment to add. Its author is whoever makes the change.
#[derive(Debug, Clone, Default)]
pub struct NewComment {
    /// What it says.
    pub body: String,
    /// What makes a repetition of the same comment recognisable.
    pub client_request_id: Option<String>,
    /// How it is shown.
    pub presentation: Option<OpaqueJson>,
    /// Structured facts that go with it.
    pub metadata: Option<OpaqueJson>,
    /// Attachments of the issue that go with it.
    pub attachment_ids: Vec<AttachmentId>,
    /// Whether the request names a person on whose behalf it is written.
    pub names_responsible_user: bool,
}

/// What the log tells of a comment beside its text.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommentStory {
    /// Where its issue stood, if the comment opened it.
    pub reopened_from: Option<IssueStatus>,
    /// The run that the comment stops.
    pub interrupted_run: Option<RunId>,
    /// Whether the comment says that work goes on.
    pub resumes: bool,
}

impl NewComment {
    /// Makes a comment that is nothing but its text.
    #[must_use]
    pub fn plain(body: impl Into<String>) -> Self {
        Self { body: body.into(), ..Self::default() }
    }
}

/// Returns who writes, as the author of a comment.
#[must_use]
pub fn author(actor: &Actor) -> CommentAuthor {
    match (actor.agent_id, actor.user_id()) {
        (Some(agent), _) if actor.kind == ActorType::Agent => CommentAuthor::Agent(agent),
        (_, Some(user)) => CommentAuthor::User(user),
        _ => CommentAuthor::System,
    }
}

/// Returns the comment that this one repeats, if it was added before under the same request id.
/// The caller holds the issue's lock.
///
/// # Errors
/// If the database fails.
pub async fn repeated(
    change: &Change<'_>,
    issue: &Issue,
    new: &NewComment,
) -> ServiceResult<Option<Comment>> {
    let Some(id) = &new.client_request_id else { return Ok(None) };
    let author = author(change.actor());
    Ok(comments::find_by_client_request(&change.conn(), issue.id, &author, id).await?)
}

/// Decides whether the comment has nothing that its author may not give it.
///
/// # Errors
/// `Forbidden` if an agent gives it a look or facts; `Unprocessable` if it names the person on
/// whose behalf it writes.
pub fn check(actor: &Actor, new: &NewComment) -> ServiceResult<()> {
    let has_structure = new.presentation.is_some() || new.metadata.is_some();
    check_structure(actor, has_structure, new.names_responsible_user).or_refuse()
}

/// Adds a comment to an issue that the change holds the lock of; returns it with the issue as it
/// is then. Whom it wakes is the business of [`super::CommentPlan`].
///
/// # Errors
/// As [`check`]; `Unprocessable` if it names attachments that are not the issue's.
pub async fn add(
    change: &mut Change<'_>,
    issue: &Issue,
    new: NewComment,
    reason: WriteReason,
    story: CommentStory,
) -> ServiceResult<(Comment, Issue)> {
    check(change.actor(), &new)?;
    let attachments = new.attachment_ids.clone();
    let comment = comment_of(change, issue, new, reason).await?;
    comments::insert(&change.conn(), &comment).await?;
    assets::give_to_comment(change, issue, &attachments, comment.id).await?;
    let text = ReferringText::Comment(comment.id);
    if !issue_mentions(&comment.body).is_empty() {
        references::keep(change, issue, text, &comment.body).await?;
    }
    inbox::bring_back(change, issue, &comment.body).await?;
    let after = Issue { last_activity_at: change.now(), updated_at: change.now(), ..issue.clone() };
    issues::update(&change.conn(), issue, &after).await?;
    record(change, &after, &comment, reason, story);
    Ok((comment, after))
}

async fn comment_of(
    change: &Change<'_>,
    issue: &Issue,
    new: NewComment,
    reason: WriteReason,
) -> ServiceResult<Comment> {
    let actor = change.actor();
    let author_type = author_type(actor);
    let is_agent = author_type == CommentAuthorType::Agent;
    Ok(Comment {
        id: CommentId::random(),
        company_id: issue.company_id,
        issue_id: issue.id,
        seq: comments::next_seq(&change.conn(), issue.id).await?,
        author_type,
        author_agent_id: actor.agent_id.filter(|_| is_agent),
        author_user_id: actor.user_id(),
        on_behalf_of_user_id: None,
        created_by_run_id: actor.run_id,
        client_request_id: new.client_request_id,
        body: new.body,
        presentation: new.presentation,
        metadata: new.metadata.or_else(|| is_agent.then(|| authorization(reason))),
        deleted_at: None,
        deleted_by_type: None,
        deleted_by_agent_id: None,
        deleted_by_user_id: None,
        deleted_by_run_id: None,
        created_at: change.now(),
        updated_at: change.now(),
    })
}

/// What an agent's comment says of why the agent may write it.
fn authorization(reason: WriteReason) -> OpaqueJson {
    #[derive(serde::Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Facts {
        version: u8,
        authorization_reason: &'static str,
        sections: [Section; 1],
    }
    #[derive(serde::Serialize)]
    struct Section {
        title: &'static str,
        rows: [Row; 1],
    }
    #[derive(serde::Serialize)]
    struct Row {
        r#type: &'static str,
        label: &'static str,
        value: &'static str,
    }
    let row = Row { r#type: "key_value", label: "Reason", value: reason.as_str() };
    OpaqueJson::of(&Facts {
        version: 1,
        authorization_reason: reason.as_str(),
        sections: [Section { title: "Authorization", rows: [row] }],
    })
}

fn record(
    change: &mut Change<'_>,
    issue: &Issue,
    comment: &Comment,
    reason: WriteReason,
    story: CommentStory,
) {
    let mut details = OpaqueJson::object();
    details.set("commentId", &comment.id);
    details.set("bodySnippet", &comment.body.chars().take(SNIPPET_CHARS).collect::<String>());
    details.set("identifier", &issue.identifier);
    details.set("issueTitle", &issue.title);
    details.set("authorizationReason", &reason.as_str());
    if let Some(from) = story.reopened_from {
        details.set("reopened", &true);
        details.set("reopenedFrom", &from);
        details.set("source", &"comment");
    }
    if story.resumes {
        details.set("resumeIntent", &true);
    }
    if let Some(run_id) = story.interrupted_run {
        details.set("interruptedRunId", &run_id);
    }
    change.record(
        issue.company_id,
        ActivityRecord::about(EntityType::Issue, issue.id, Action::IssueCommentAdded, details),
    );
}
