//! What a person has seen of an issue, and whether it lies in their inbox.

use wireclip_domain::activity::Action;
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::reference::user_mentions;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{OpaqueJson, RowId, UserId};
use wireclip_store::issues::Issue;
use wireclip_store::issues::people::{self, InboxArchive, ReadState};

use super::{Issues, about};
use crate::change::{Change, Committed};
use crate::error::{ServiceError, ServiceResult};
use crate::issue_writes;
use crate::request::Scoped;

impl Issues {
    /// Marks an issue as read by the calling person.
    ///
    /// # Errors
    /// `Forbidden` for an agent.
    pub async fn mark_read(&self, issue: &Scoped<Issue>) -> ServiceResult<Committed<ReadState>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let user_id = person(&change)?;
        let before = people::read_state(&change.conn(), issue.id, &user_id).await?;
        let now = change.now();
        let after = ReadState {
            issue_id: issue.id,
            user_id,
            id: before.as_ref().map_or_else(RowId::random, |before| before.id),
            company_id: issue.company_id,
            last_read_at: now,
            created_at: before.as_ref().map_or(now, |before| before.created_at),
            updated_at: now,
        };
        people::set_read(&change.conn(), before.as_ref(), &after).await?;
        let mut details = OpaqueJson::object();
        details.set("userId", &after.user_id);
        details.set("lastReadAt", &after.last_read_at);
        change.record(issue.company_id, about(issue, Action::IssueReadMarked, Some(details)));
        change.commit(after).await
    }

    /// Forgets that the calling person read an issue; returns whether they had.
    ///
    /// # Errors
    /// `Forbidden` for an agent.
    pub async fn mark_unread(&self, issue: &Scoped<Issue>) -> ServiceResult<Committed<bool>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let user_id = person(&change)?;
        let was_read = people::forget_read(&change.conn(), issue.id, &user_id).await?;
        let mut details = OpaqueJson::object();
        details.set("userId", &user_id);
        change.record(issue.company_id, about(issue, Action::IssueReadUnmarked, Some(details)));
        change.commit(was_read).await
    }

    /// Puts an issue away from a person's inbox: the calling person's, or the one's on whose
    /// behalf a calling agent's issue is worked on.
    ///
    /// # Errors
    /// `Unprocessable` if there is no such person; as writes to the issue for an agent.
    pub async fn put_away(&self, issue: &Scoped<Issue>) -> ServiceResult<Committed<InboxArchive>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let user_id = owner_of_inbox(&mut change, issue).await?;
        let archive = store_archive(&change, issue, user_id).await?;
        let details = archived(&archive);
        change.record(issue.company_id, about(issue, Action::IssueInboxArchived, Some(details)));
        change.commit(archive).await
    }

    /// Takes an issue back into a person's inbox; returns how it had been put away, and whose
    /// inbox it is.
    ///
    /// # Errors
    /// As [`Self::put_away`].
    pub async fn take_back(
        &self,
        issue: &Scoped<Issue>,
    ) -> ServiceResult<Committed<(Option<InboxArchive>, UserId)>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let user_id = owner_of_inbox(&mut change, issue).await?;
        let archive = people::archive(&change.conn(), issue.id, &user_id).await?;
        if archive.is_some() {
            people::forget_archive(&change.conn(), issue.id, &user_id).await?;
        }
        let mut details = OpaqueJson::object();
        details.set("userId", &user_id);
        change.record(issue.company_id, about(issue, Action::IssueInboxUnarchived, Some(details)));
        change.commit((archive, user_id)).await
    }
}

/// Puts an issue that a person closes as done away from the inbox of whoever is responsible for
/// it: each time that it is closed, since it may have come back meanwhile.
pub(crate) async fn put_away_done(change: &mut Change<'_>, issue: &Issue) -> ServiceResult<()> {
    let Some(user_id) = issue.responsible_user_id.clone().filter(|_| change.actor().kind == ActorType::User)
    else {
        return Ok(());
    };
    let archive = store_archive(change, issue, user_id).await?;
    let mut details = archived(&archive);
    details.set("source", &"issue_status_done");
    details.set("targetResolvedFrom", &"responsible_user");
    change.record(issue.company_id, about(issue, Action::IssueInboxArchived, Some(details)));
    Ok(())
}

/// Takes an issue back into the inboxes of those whom a comment mentions.
pub(crate) async fn bring_back(change: &Change<'_>, issue: &Issue, body: &str) -> ServiceResult<()> {
    for user_id in user_mentions(body) {
        people::forget_archive(&change.conn(), issue.id, &user_id).await?;
    }
    Ok(())
}

fn person(change: &Change<'_>) -> ServiceResult<UserId> {
    change.actor().user_id().ok_or_else(|| ServiceError::forbidden("Only a person reads"))
}

async fn owner_of_inbox(change: &mut Change<'_>, issue: &Issue) -> ServiceResult<UserId> {
    if let Some(user_id) = change.actor().user_id() {
        return Ok(user_id);
    }
    issue_writes::authorize(change, issue, IssueWrite::Update).await?;
    let message = "Nobody is responsible for the issue whose inbox it could be";
    issue.responsible_user_id.clone().ok_or_else(|| ServiceError::unprocessable(message))
}

async fn store_archive(change: &Change<'_>, issue: &Issue, user_id: UserId) -> ServiceResult<InboxArchive> {
    let (actor, now) = (change.actor(), change.now());
    let before = people::archive(&change.conn(), issue.id, &user_id).await?;
    let after = InboxArchive {
        issue_id: issue.id,
        user_id,
        id: before.as_ref().map_or_else(RowId::random, |before| before.id),
        company_id: issue.company_id,
        archived_by_actor_type: actor.kind,
        archived_by_agent_id: actor.agent_id,
        archived_by_run_id: actor.run_id,
        archived_at: now,
        created_at: before.as_ref().map_or(now, |before| before.created_at),
        updated_at: now,
    };
    people::set_archive(&change.conn(), before.as_ref(), &after).await?;
    Ok(after)
}

fn archived(archive: &InboxArchive) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("userId", &archive.user_id);
    details.set("archivedAt", &archive.archived_at);
    details
}
