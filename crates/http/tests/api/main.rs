//! The API as clients see it, one module per resource, in one program: linking is slow.

#![expect(clippy::unwrap_used, reason = "a test that gets something else ends there")]

mod activity;
mod adapters;
mod agents;
mod approvals;
mod at_once;
mod bootstrap;
mod budgets;
mod checkouts;
mod comments;
mod companies;
mod company_secrets;
mod costs;
mod custom_images;
mod desk;
mod environments;
mod goals;
mod health;
mod issue_page;
mod issue_rows;
mod issues;
mod kept_lists;
mod labels;
mod left_open;
mod live;
mod logging;
mod messages;
mod metrics;
mod openapi;
mod pages;
mod people;
mod playing;
mod policy;
mod projects;
mod recovery;
mod removal;
mod resting;
mod robustness;
mod runs;
mod secrets;
mod stopping;
mod waits;
mod wakeups;
mod walk;
mod way_out;
