//! The JSON of the HTTP API, exactly as clients see it.
//!
//! Requests are read with [`fields`], which finds everything that is wrong with one at once and
//! notices names that nobody asked for. Answers are plain structs.
//!
//! **Invariant:** these types go over HTTP and nowhere else.

pub mod activity;
pub mod adapters;
pub mod agents;
pub mod approvals;
pub mod assets;
pub mod board_keys;
pub mod bootstrap;
pub mod budgets;
pub mod checkouts;
pub mod comments;
pub mod companies;
pub mod costs;
pub mod custom_images;
pub mod dashboard;
pub mod documents;
pub mod done;
pub mod environments;
pub mod error;
pub mod fields;
pub mod goals;
pub mod health;
pub mod inbox;
pub mod instance_settings;
pub mod issues;
pub mod kinds;
pub mod labels;
pub mod live;
pub mod members;
pub mod memberships;
pub mod people;
pub mod projects;
pub mod runs;
pub mod search;
pub mod secrets;
pub mod sidebar;
pub mod tree_holds;
pub mod waits;
pub mod wakeups;
