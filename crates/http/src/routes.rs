//! The routes, one file per resource.

pub(crate) mod activity;
pub(crate) mod adapters;
pub(crate) mod agents;
pub(crate) mod bootstrap;
pub(crate) mod checkouts;
pub(crate) mod comments;
pub(crate) mod companies;
pub(crate) mod dashboard;
pub(crate) mod environments;
pub(crate) mod goals;
pub(crate) mod guides;
pub(crate) mod health;
pub(crate) mod inbox;
pub(crate) mod issue_runs;
pub(crate) mod issues;
pub(crate) mod labels;
pub(crate) mod memberships;
pub(crate) mod not_yet;
mod not_yet_operations;
pub(crate) mod openapi;
pub(crate) mod projects;
pub(crate) mod runs;
pub(crate) mod search;
pub(crate) mod secrets;
pub(crate) mod sidebar;
pub(crate) mod wakeups;
