//! Finding sandboxes of ours that nobody holds.

use wireclip_ports::sandbox::{
    CreateAttempt, FindOwnedOrder, LeaseScope, OwnedPage, OwnedSandbox, ProviderError,
};

use crate::daytona::client::ListQuery;
use crate::daytona::deadline::Deadline;
use crate::daytona::labels::{check_made_by, filter_of, name_of, owned};
use crate::daytona::provider::Access;

/// The most that the service lists at once.
const PAGE: u16 = 200;

/// Looks for the sandbox of a creation whose outcome is unknown, by its name.
pub(in crate::daytona) async fn find_created(
    access: &Access,
    scope: LeaseScope,
    attempt: CreateAttempt,
    deadline: Deadline,
) -> Result<Option<OwnedSandbox>, ProviderError> {
    match access.client.get(&name_of(attempt), deadline).await.map_err(ProviderError::from) {
        Ok(view) => check_made_by(&view, scope, attempt).map(Some),
        Err(ProviderError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Lists the sandboxes that carry our labels.
pub(in crate::daytona) async fn find_owned(
    access: &Access,
    order: &FindOwnedOrder,
    deadline: Deadline,
) -> Result<OwnedPage, ProviderError> {
    let labels = filter_of(order.scope);
    let query =
        ListQuery { labels: &labels, cursor: order.cursor.as_deref(), limit: order.limit.clamp(1, PAGE) };
    let page = access.client.list(&query, deadline).await?;
    // The list is a search: what it finds is checked again.
    let is_wanted = |found: &OwnedSandbox| {
        order.scope.is_none_or(|scope| {
            found.labels.company_id == Some(scope.company_id)
                && found.labels.environment_id == Some(scope.environment_id)
        })
    };
    let sandboxes = page.items.iter().filter_map(owned).filter(is_wanted).collect();
    Ok(OwnedPage { sandboxes, next_cursor: page.next_cursor.filter(|cursor| !cursor.is_empty()) })
}
