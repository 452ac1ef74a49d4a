//! Lists of issues as rows on a screen: what a row shows, where the list goes on, and how many
//! issues there are in all.

use std::collections::BTreeMap;

use wireclip_domain::issue::IssueStatus;
use wireclip_domain::issue::list::IssuePlace;
use wireclip_domain::{IssueId, UserId};
use wireclip_store::PageLimit;
use wireclip_store::companies::Company;
use wireclip_store::issues::list::{IssueFilter, IssueOrder};
use wireclip_store::issues::rows::{self, IssueRow, Start};
use wireclip_store::issues::{labelling, people};
use wireclip_store::labels::Label;
use wireclip_store::recovery_actions::{self, RecoveryAction};
use wireclip_store::runs::Run;

use super::attention::{Chains, NamedAttention};
use super::listing::{Seen, made_by, seen};
use super::{Issues, work};
use crate::error::ServiceResult;
use crate::request::Scoped;

/// A page of rows.
#[derive(Debug, Clone)]
pub struct RowPage {
    /// The rows, in order.
    pub rows: Vec<ListedRow>,
    /// Behind which place the list goes on, if it does.
    pub goes_on_behind: Option<IssuePlace>,
    /// How many issues of the list stand where; told with its first page.
    pub counts: Option<BTreeMap<IssueStatus, i64>>,
}

/// An issue of a list of rows.
#[derive(Debug, Clone)]
pub struct ListedRow {
    /// The issue.
    pub issue: IssueRow,
    /// Its labels, by name.
    pub labels: Vec<Label>,
    /// How its blockers stand, if it is blocked.
    pub attention: Option<NamedAttention>,
    /// The run that works on it, or that is next in the queue.
    pub active_run: Option<Run>,
    /// What keeps it from going on by itself.
    pub recovery: Option<RecoveryAction>,
    /// What a person has seen of it, if one was named.
    pub seen: Option<Seen>,
}

/// Which part of a list is wanted.
#[derive(Debug, Clone)]
pub struct RowPart {
    /// Where it starts.
    pub start: Start,
    /// How many rows it has at most.
    pub limit: PageLimit<500>,
}

impl Issues {
    /// Lists a company's issues as rows. Where it starts behind a place, that is one of its order.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn rows(
        &self,
        company: &Scoped<Company>,
        filter: &IssueFilter,
        order: IssueOrder,
        part: RowPart,
        seen_by: Option<&UserId>,
    ) -> ServiceResult<RowPage> {
        let RowPart { start, limit } = part;
        let conn = self.core.store.read();
        let is_first = matches!(start, Start::After(offset) if offset.rows() == 0);
        let (mut found, counts) = tokio::try_join!(
            async {
                // One more tells whether the list goes on.
                let more = PageLimit::at_most(u32::try_from(limit.rows() + 1).unwrap_or(u32::MAX));
                Ok(rows::list(&conn, company.id, filter, order, start, more).await?)
            },
            async {
                match is_first {
                    true => {
                        crate::error::ServiceResult::Ok(Some(rows::counts(&conn, company.id, filter).await?))
                    }
                    false => Ok(None),
                }
            },
        )?;
        let goes_on = found.len() as u64 > limit.rows();
        found.truncate(usize::try_from(limit.rows()).unwrap_or(usize::MAX));
        let goes_on_behind = found.last().filter(|_| goes_on).map(|last| last.place(order));
        Ok(RowPage { rows: self.with_what_they_show(found, seen_by).await?, goes_on_behind, counts })
    }

    async fn with_what_they_show(
        &self,
        found: Vec<IssueRow>,
        seen_by: Option<&UserId>,
    ) -> ServiceResult<Vec<ListedRow>> {
        let conn = self.core.store.read();
        let ids: Vec<IssueId> = found.iter().map(|issue| issue.id).collect();
        let (chains, mut recovery, mut work, mut labels, touches) = tokio::try_join!(
            Chains::behind(&conn, found.iter().map(|issue| (issue.id, issue.status))),
            async { Ok(recovery_actions::open_of_issues(&conn, &ids).await?) },
            work::of_issues(&conn, &ids),
            async { Ok(labelling::labels_of(&conn, &ids).await?) },
            async {
                Ok(match seen_by {
                    Some(user) => Some((user, people::touches(&conn, user, &ids).await?)),
                    None => None,
                })
            },
        )?;
        let listed = found.into_iter().map(|issue| ListedRow {
            labels: labels.remove(&issue.id).unwrap_or_default(),
            attention: (issue.status == IssueStatus::Blocked).then(|| chains.of(issue.id, issue.status)),
            active_run: work.remove(&issue.id).and_then(|work| work.active),
            recovery: recovery.remove(&issue.id),
            seen: touches.as_ref().map(|(user, touches)| {
                let made = made_by(user, issue.created_by_user_id.as_ref(), issue.created_at);
                seen(touches.get(&issue.id), made)
            }),
            issue,
        });
        Ok(listed.collect())
    }
}
