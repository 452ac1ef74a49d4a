//! Issues that a wish means although they were made before.

use std::time::Duration;

use wireclip_domain::issue::IssueStatus;
use wireclip_store::Conn;
use wireclip_store::companies::Company;
use wireclip_store::issues::blockers::{self, Side};
use wireclip_store::issues::{Issue, duplicates};

use super::{CreatedIssue, Met, NewIssue, Place};
use crate::change::Change;
use crate::error::{Refusal, RefusalKind, ServiceResult};
use crate::issues::view;

/// For so long an open issue counts as what is wished again under its title.
const RECENT: Duration = Duration::from_hours(24);

/// Returns the issue that the wish means, if it was made before.
pub(super) async fn known_issue(
    change: &Change<'_>,
    company: &Company,
    place: Place<'_>,
    new: &NewIssue,
) -> ServiceResult<Option<(Issue, Met)>> {
    let conn = change.conn();
    let parent_id = place.parent().map(|parent| parent.id);
    if let Some(key) = &new.idempotency_key
        && let Some(known) = duplicates::by_key(&conn, company.id, key).await?
    {
        if matches!(place, Place::Child { .. }) && known.parent_id != parent_id {
            let message = "The idempotency key was used for an issue under another parent";
            return Err(Refusal::new(RefusalKind::Conflict, message).into());
        }
        return Ok(Some((known, Met::ByKey)));
    }
    if new.allow_duplicate || new.status.is_some_and(IssueStatus::is_closed) {
        return Ok(None);
    }
    let key = duplicates::title_key(&new.title);
    let since = change.now().minus(RECENT);
    let known = duplicates::recent_open(&conn, company.id, parent_id, &key, since).await?;
    Ok(known.map(|known| (known, Met::ByTitle)))
}

/// Returns an issue that was there already as the answer to a wish.
pub(super) async fn as_known(conn: &Conn<'_>, issue: Issue, met: Met) -> ServiceResult<CreatedIssue> {
    let of = async |side| -> ServiceResult<Vec<Issue>> {
        Ok(blockers::blocking(conn, side, &[issue.id]).await?.remove(&issue.id).unwrap_or_default())
    };
    let (blocked_by, blocks) = (of(Side::Blockers).await?, of(Side::Dependents).await?);
    Ok(CreatedIssue { view: view::of_one(conn, issue).await?, met, blocked_by, blocks })
}
