//! What an issue's page shows first, in one answer: the issue, its newest comments, what happened
//! to it, its runs, and its files.

use wireclip_store::PageLimit;
use wireclip_store::activity::ActivityEntry;
use wireclip_store::assets::{self, Asset};
use wireclip_store::comments::{self, Comment, CommentFilter, CommentOrder, CommentPage};
use wireclip_store::issues::Issue;

use super::Issues;
use super::detail::IssueDetail;
use crate::error::ServiceResult;
use crate::request::Scoped;
use crate::runs::NamedRun;
use crate::{activity, runs};

/// How many comments a page shows first.
const FIRST_COMMENTS: u32 = 50;

/// What an issue's page shows first.
#[derive(Debug, Clone)]
pub struct IssuePage {
    /// The issue with all that surrounds it.
    pub detail: IssueDetail,
    /// Its newest comments, newest first.
    pub comments: Vec<Comment>,
    /// Whether its list of comments goes on behind these.
    pub has_more_comments: bool,
    /// What happened to it, newest first.
    pub activity: Vec<ActivityEntry>,
    /// Its runs, newest first.
    pub runs: Vec<NamedRun>,
    /// Its files, newest first.
    pub attachments: Vec<Asset>,
}

impl Issues {
    /// Reads what an issue's page shows first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn page(&self, issue: &Scoped<Issue>) -> ServiceResult<IssuePage> {
        let conn = self.core.store.read();
        let filter = CommentFilter {
            order: CommentOrder::NewestFirst,
            after: None,
            // One more tells whether there are more.
            limit: PageLimit::at_most(FIRST_COMMENTS + 1),
        };
        let (detail, found, activity, runs, attachments) = tokio::try_join!(
            self.detail(issue),
            async { Ok(comments::list(&conn, issue.id, &filter).await?) },
            activity::of_issue(&conn, issue, None),
            runs::of_issue(&conn, issue),
            async { Ok(assets::of_issue(&conn, issue.id, PageLimit::MAX).await?) },
        )?;
        let CommentPage { mut comments, is_cut } = found;
        let has_more_comments = is_cut || comments.len() > FIRST_COMMENTS as usize;
        comments.truncate(FIRST_COMMENTS as usize);
        Ok(IssuePage { detail, comments, has_more_comments, activity, runs, attachments })
    }
}
