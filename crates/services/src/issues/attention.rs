//! How the blockers of listed issues stand: read for all of them at once, and only if any is
//! blocked at all.

use std::collections::HashMap;

use wireclip_domain::IssueId;
use wireclip_domain::blocker::attention::{Attention, Link, attention};
use wireclip_domain::issue::IssueStatus;
use wireclip_store::issues::{self, blockers};
use wireclip_store::{Conn, claims};

use crate::error::ServiceResult;

/// How an issue's blockers stand, with the names of those it speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedAttention {
    /// How they stand.
    pub attention: Attention,
    /// The end of the chain that decides.
    pub end: Option<(IssueId, Link)>,
    /// The identifier of one that lies in review.
    pub stalled_identifier: Option<String>,
}

impl NamedAttention {
    fn none() -> Self {
        Self { attention: Attention::none(), end: None, stalled_identifier: None }
    }
}

/// What is known of the chains of blockers behind some issues.
#[derive(Debug, Default)]
pub(super) struct Chains {
    blocked_by: wireclip_domain::blocker::BlockedBy,
    links: HashMap<IssueId, Link>,
}

impl Chains {
    /// Reads the chains behind those of the issues that are blocked.
    pub(super) async fn behind(
        conn: &Conn<'_>,
        issues: impl Iterator<Item = (IssueId, IssueStatus)>,
    ) -> ServiceResult<Self> {
        let blocked: Vec<IssueId> =
            issues.filter(|(_, status)| *status == IssueStatus::Blocked).map(|(id, _)| id).collect();
        if blocked.is_empty() {
            return Ok(Self::default());
        }
        let blocked_by = blockers::blocked_by(conn, &blocked).await?;
        let mut ids: Vec<IssueId> = blocked_by.values().flatten().copied().collect();
        ids.sort_unstable();
        ids.dedup();
        let claims = claims::of_issues(conn, &ids).await?;
        let links = issues::get_many(conn, &ids).await?.into_iter().map(|issue| {
            let is_worked_on = claims.contains_key(&issue.id);
            let (identifier, title, status) = (issue.identifier, issue.title, issue.status);
            (issue.id, Link { identifier, title, status, is_worked_on })
        });
        Ok(Self { blocked_by, links: links.collect() })
    }

    /// Says how the blockers of one of the issues stand.
    pub(super) fn of(&self, id: IssueId, status: IssueStatus) -> NamedAttention {
        if status != IssueStatus::Blocked {
            return NamedAttention::none();
        }
        let attention = attention(id, status, &self.blocked_by, &self.links);
        let named = |id: IssueId| self.links.get(&id).map(|link| (id, link.clone()));
        NamedAttention {
            end: attention.decisive.and_then(|(_, end)| named(end)),
            stalled_identifier: attention.stalled_end.and_then(named).map(|(_, link)| link.identifier),
            attention,
        }
    }
}
