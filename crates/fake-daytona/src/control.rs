//! The control plane: sandboxes, snapshots, keys.

mod account;
mod create;
mod intervals;
mod lifecycle_calls;
mod lists;
mod snapshot_calls;
mod ways_in;

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::routing::MethodRouter;

use crate::accounts::{Account, bearer};
use crate::answers::Refusal;
use crate::routes::Route;
use crate::shared::Shared;

/// The operations of the control plane.
pub(crate) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    let mut operations = create::operations();
    operations.extend(lists::operations());
    operations.extend(lifecycle_calls::operations());
    operations.extend(intervals::operations());
    operations.extend(ways_in::operations());
    operations.extend(snapshot_calls::operations());
    operations.extend(account::operations());
    operations
}

/// The caller, proven by an API key.
pub(crate) struct By {
    pub(crate) account: Account,
    pub(crate) key: String,
}

impl FromRequestParts<Arc<Shared>> for By {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Refusal> {
        let key = bearer(&parts.headers).unwrap_or_default();
        let world = shared.world();
        let account = world.accounts.find(key).cloned();
        let account = account.ok_or_else(|| Refusal::new(StatusCode::UNAUTHORIZED, "invalid credentials"))?;
        if world.accounts.is_suspended(&account.organisation) {
            return Err(Refusal::forbidden("the organization is suspended"));
        }
        Ok(Self { account, key: key.to_owned() })
    }
}
