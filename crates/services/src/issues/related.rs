//! The issues that an issue's texts name, and those whose texts name it.

use wireclip_domain::IssueId;
use wireclip_store::issue_references::{self, IssueReference};
use wireclip_store::issues::{self, Issue};
use wireclip_store::{Conn, PageLimit};

use crate::error::ServiceResult;

/// An issue that names another, or is named, with the places.
#[derive(Debug, Clone)]
pub struct Related {
    /// The issue.
    pub issue: Issue,
    /// The texts.
    pub references: Vec<IssueReference>,
}

/// Both sides of an issue's references.
#[derive(Debug, Clone, Default)]
pub struct RelatedWork {
    /// The issues that it names, by number.
    pub outbound: Vec<Related>,
    /// The issues that name it, by number.
    pub inbound: Vec<Related>,
}

/// Reads both sides of an issue's references.
pub(super) async fn of(conn: &Conn<'_>, issue_id: IssueId) -> ServiceResult<RelatedWork> {
    let (outbound, inbound) = tokio::try_join!(
        issue_references::outbound(conn, issue_id, PageLimit::MAX),
        issue_references::inbound(conn, issue_id, PageLimit::MAX),
    )?;
    let mut ids: Vec<IssueId> = outbound.iter().map(|reference| reference.target_issue_id).collect();
    ids.extend(inbound.iter().map(|reference| reference.source_issue_id));
    ids.sort_unstable();
    ids.dedup();
    let mut known = issues::get_many(conn, &ids).await?;
    known.sort_by_key(|issue| issue.number);
    Ok(RelatedWork {
        outbound: grouped(&known, outbound, |reference| reference.target_issue_id),
        inbound: grouped(&known, inbound, |reference| reference.source_issue_id),
    })
}

/// Returns the issues that an issue's texts name, each once, by number.
pub(super) async fn named_by(conn: &Conn<'_>, issue: &Issue) -> ServiceResult<Vec<Issue>> {
    let outbound = issue_references::outbound(conn, issue.id, PageLimit::MAX).await?;
    let mut ids: Vec<IssueId> = outbound.iter().map(|reference| reference.target_issue_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut known = issues::get_many(conn, &ids).await?;
    known.sort_by_key(|issue| issue.number);
    Ok(known)
}

/// The order of a text's kinds in answers.
fn place_of(kind: &str) -> usize {
    ["title", "description", "document", "comment"].iter().position(|known| *known == kind).unwrap_or(4)
}

fn grouped(
    known: &[Issue],
    mut references: Vec<IssueReference>,
    other: impl Fn(&IssueReference) -> IssueId,
) -> Vec<Related> {
    references.sort_by_key(|reference| (place_of(&reference.source_kind), reference.created_at));
    known
        .iter()
        .map(|issue| Related {
            issue: issue.clone(),
            references: references.iter().filter(|reference| other(reference) == issue.id).cloned().collect(),
        })
        .filter(|related| !related.references.is_empty())
        .collect()
}
