//! For whom a run acts: gathering everybody who could be meant.

use wireclip_domain::responsible_user::{self, ResponsibleCandidates};
use wireclip_domain::run_context::RunContext;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{CompanyId, UserId};
use wireclip_store::{Conn, Scope, comments, companies, issues, runs};

use super::Wish;
use crate::change::Change;
use crate::error::{Refusal, RefusalKind, ServiceResult};

/// Finds the person for whom the run of a wish acts.
///
/// # Errors
/// `Unprocessable` if there is none.
pub(super) async fn resolve(
    change: &Change<'_>,
    wish: &Wish<'_>,
    context: &RunContext,
) -> ServiceResult<UserId> {
    let conn = change.conn();
    let scope = Scope::company(wish.order.company_id);
    let is_manual = wish.wake().is_manual;
    let requester = wish.requester(change);
    let mut candidates = ResponsibleCandidates {
        by_hand: requester.clone().filter(|_| is_manual),
        is_retry: wish.manner.repeats.is_some(),
        context: context.responsible_user_id(),
        requester,
        is_manual,
        is_about_issue: wish.issue.is_some(),
        company: company_default(&conn, wish.order.company_id).await?,
        ..ResponsibleCandidates::default()
    };
    candidates.comment_author = newest_author(&conn, &scope, context).await?;
    if let Some(original) = wish.manner.repeats {
        let original = runs::get(&conn, &scope, original).await?;
        candidates.original_run = original.and_then(|run| run.responsible_user_id);
    }
    if candidates.context.is_none() && wish.by == ActorType::Agent {
        // What an agent asks for is asked on behalf of the person for whom it acts.
        candidates.context.clone_from(&change.actor().responsible_user_id);
    }
    if let Some(issue) = &wish.issue {
        candidates.issue.clone_from(&issue.responsible_user_id);
        if let Some(parent) = issue.parent_id {
            let parent = issues::get(&conn, &scope, parent).await?;
            candidates.parent_issue = parent.and_then(|parent| parent.responsible_user_id);
        }
    }
    responsible_user::resolve(&candidates).map_err(|unresolved| {
        Refusal::new(RefusalKind::Unprocessable, unresolved.to_string())
            .with_code("responsible_user_unresolved")
            .into()
    })
}

/// The author of the newest comment that a person wrote.
async fn newest_author(
    conn: &Conn<'_>,
    scope: &Scope,
    context: &RunContext,
) -> ServiceResult<Option<UserId>> {
    for id in context.comment_ids().into_iter().rev() {
        let comment = comments::get(conn, scope, id).await?;
        if let Some(author) = comment.and_then(|comment| comment.author_user_id) {
            return Ok(Some(author));
        }
    }
    Ok(None)
}

/// The person who answers for a company if nobody nearer does.
pub(super) async fn company_default(conn: &Conn<'_>, company_id: CompanyId) -> ServiceResult<Option<UserId>> {
    let company = companies::get(conn, &Scope::company(company_id), company_id).await?;
    let named = company.and_then(|company| company.default_responsible_user_id);
    Ok(Some(named.unwrap_or_else(UserId::local_board)))
}
