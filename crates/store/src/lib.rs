//! Keeps the things of the domain in SQLite or PostgreSQL: everything the product asks of its
//! database stands here, one module per table family.
//!
//! - Functions take the connection first. A [`Conn`] is a pool or a transaction; the same
//!   function works on both, and on both databases.
//! - Writes happen in a [`WriteTransaction`], from [`Store::begin_write`].
//! - What is absent is an `Option`; errors are only what the database did.
//!
//! **Invariant:** no type of the ORM leaves this crate except rows, which are plain structs.

mod at_once;
mod change;
mod commit_faults;
mod conn;
mod database_url;
mod dialect;
mod error;
mod group_commit;
mod integrity;
mod migrate;
mod page;
mod scope;
mod version;

pub mod activity;
pub mod agent_keys;
pub mod agent_links;
pub mod agent_revisions;
pub mod agent_runtime_states;
pub mod agent_sessions;
pub mod agent_timers;
pub mod agent_work;
pub mod agents;
pub mod approval_comments;
pub mod approval_issues;
pub mod approvals;
pub mod assets;
pub mod audit;
pub mod budgets;
pub mod claims;
pub mod comments;
pub mod companies;
pub mod company_members;
pub mod company_secrets;
pub mod costs;
pub mod counters;
pub mod credential_attempts;
pub mod custom_image_sessions;
pub mod custom_image_templates;
pub mod dashboard;
pub mod disabled_adapters;
pub mod documents;
pub mod environment_leases;
pub mod environments;
pub mod finance_events;
pub mod gate;
pub mod goals;
pub mod holds;
pub mod idempotency;
pub mod inbox_dismissals;
pub mod instance_secrets;
pub mod issue_references;
pub mod issue_search;
pub mod issue_situation;
pub mod issues;
pub mod labels;
pub mod lock_order;
pub mod member_grants;
pub mod nodes;
pub mod notifications;
pub mod people;
pub mod project_goals;
pub mod project_workspaces;
pub mod projects;
pub mod recovery_actions;
pub mod resource_memberships;
pub mod run_events;
pub mod run_results;
pub mod runs;
pub mod sandbox_creates;
pub mod secret_access_events;
pub mod sidebar_preferences;
pub mod stops;
pub mod stranded;
pub mod tree_holds;
pub mod wakeups;

pub use commit_faults::{CommitFault, CommitFaults};
pub use conn::{Conn, DatabaseKind, DatabaseUrl, Store, WriteTransaction};
pub use error::{StoreError, StoreResult};
pub use migrate::Schema;
pub use page::{Page, PageLimit, PageOffset};
pub use scope::Scope;
pub use version::StoreVersion;
