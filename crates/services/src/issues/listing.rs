//! Lists of issues, with all that a list tells of each: a fixed number of questions, however
//! long the page.

use wireclip_domain::{CompanyId, IssueId, Timestamp, UserId};
use wireclip_store::companies::Company;
use wireclip_store::issues::Issue;
use wireclip_store::issues::blockers::{self, Side};
use wireclip_store::issues::list::{self, IssueFilter, IssueOrder};
use wireclip_store::issues::people::{self, Touch};
use wireclip_store::recovery_actions::{self, RecoveryAction};
use wireclip_store::runs::Run;
use wireclip_store::{Page, StoreVersion};

pub use wireclip_store::issues::list::MAX_DESCRIPTION;

use super::attention::{Chains, NamedAttention};
use super::view::Beside;
use super::{IssueView, Issues, work};
use crate::error::ServiceResult;
use crate::request::Scoped;

/// What a list tells beyond the usual.
#[derive(Debug, Clone, Default)]
pub struct ListedWith {
    /// The issues that each waits for.
    pub blockers: bool,
    /// What this person has seen of each.
    pub seen_by: Option<UserId>,
}

/// An issue of a list.
#[derive(Debug, Clone)]
pub struct ListedIssue {
    /// The issue.
    pub view: IssueView,
    /// How its blockers stand.
    pub attention: NamedAttention,
    /// The issues that it waits for, if that was asked for.
    pub blocked_by: Option<Vec<Issue>>,
    /// The run that works on it, or that is next in the queue.
    pub active_run: Option<Run>,
    /// What keeps it from going on by itself.
    pub recovery: Option<RecoveryAction>,
    /// What a person has seen of it, if one was named.
    pub seen: Option<Seen>,
}

/// What a person has seen of an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// When the person last did something with it.
    pub last_touch_at: Option<Timestamp>,
    /// When somebody else last commented on it.
    pub last_external_comment_at: Option<Timestamp>,
}

impl Seen {
    /// Returns whether somebody else said something since.
    #[must_use]
    pub fn is_unread(self) -> bool {
        self.last_touch_at.is_some() && self.last_external_comment_at > self.last_touch_at
    }
}

impl Issues {
    /// Returns what a list read from now on is good for: the same list is read again as long as
    /// the version stays. `None` while a change is being committed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn version(&self) -> ServiceResult<Option<StoreVersion>> {
        Ok(self.core.store.version().await?)
    }

    /// Lists a company's issues.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(
        &self,
        company: &Scoped<Company>,
        filter: &IssueFilter,
        order: IssueOrder,
        page: Page<1000>,
        with: &ListedWith,
    ) -> ServiceResult<Vec<ListedIssue>> {
        // On the heap: its many questions at once make it too large to be part of every caller.
        Box::pin(self.read_list(company.id, filter, order, page, with)).await
    }

    async fn read_list(
        &self,
        company_id: CompanyId,
        filter: &IssueFilter,
        order: IssueOrder,
        page: Page<1000>,
        with: &ListedWith,
    ) -> ServiceResult<Vec<ListedIssue>> {
        let conn = self.core.store.read();
        let rows = list::list(&conn, company_id, filter, order, page).await?;
        let ids: Vec<IssueId> = rows.iter().map(|issue| issue.id).collect();
        // Asked at once: most of the time goes by on the way to the database and back.
        let (chains, mut recovery, mut work, mut blockers, touches, mut beside) = tokio::try_join!(
            Chains::behind(&conn, rows.iter().map(|issue| (issue.id, issue.status))),
            async { Ok(recovery_actions::open_of_issues(&conn, &ids).await?) },
            work::of_issues(&conn, &ids),
            async {
                Ok(match with.blockers {
                    true => Some(blockers::blocking(&conn, Side::Blockers, &ids).await?),
                    false => None,
                })
            },
            async {
                Ok(match &with.seen_by {
                    Some(user) => Some((user, people::touches(&conn, user, &ids).await?)),
                    None => None,
                })
            },
            Beside::of(&conn, &ids),
        )?;
        let mut listed = |view: IssueView| ListedIssue {
            attention: chains.of(view.issue.id, view.issue.status),
            blocked_by: blockers.as_mut().map(|known| known.remove(&view.issue.id).unwrap_or_default()),
            active_run: work.remove(&view.issue.id).and_then(|work| work.active),
            recovery: recovery.remove(&view.issue.id),
            seen: touches.as_ref().map(|(user, touches)| {
                let made = made_by(user, view.issue.created_by_user_id.as_ref(), view.issue.created_at);
                seen(touches.get(&view.issue.id), made)
            }),
            view,
        };
        Ok(rows.into_iter().map(|issue| listed(beside.view(issue))).collect())
    }
}

/// When this person made an issue, if it was them.
pub(super) fn made_by(user: &UserId, maker: Option<&UserId>, at: Timestamp) -> Option<Timestamp> {
    (maker == Some(user)).then_some(at)
}

pub(super) fn seen(touch: Option<&Touch>, made: Option<Timestamp>) -> Seen {
    let said = touch.and_then(|touch| touch.own_comment_at);
    let read = touch.and_then(|touch| touch.read_at);
    Seen {
        last_touch_at: made.max(said).max(read),
        last_external_comment_at: touch.and_then(|touch| touch.others_comment_at),
    }
}
