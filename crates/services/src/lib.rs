//! Every action of the product, one function each, called alike by HTTP, the command line and
//! the engine.
//!
//! Each has the same shape: load, decide, store, record, commit. The deciding is `domain`'s, the
//! storing `store`'s; [`Change`] holds the transaction together with its activity entries and
//! events, and tells others only after the commit.

mod authentication;
mod authority;
mod change;
mod core;
mod error;
mod events;
mod gate;
mod hidden_values;
mod idempotency;
mod issue_status;
mod live_feed;
mod other_nodes;
mod request;
mod standings;

pub mod activity;
pub mod adapters;
pub mod agents;
pub mod approvals;
pub mod assets;
pub mod audit;
pub mod bootstrap;
pub mod budgets;
pub mod checkouts;
pub mod comments;
pub mod companies;
pub mod costs;
pub mod custom_images;
pub mod dashboard;
pub mod documents;
pub mod environments;
pub mod goals;
pub mod inbox;
pub mod issue_writes;
pub mod issues;
pub mod labels;
pub mod leases;
pub mod memberships;
pub mod metrics;
pub mod nodes;
pub mod people;
pub mod projects;
pub mod records;
pub mod references;
pub mod retention;
pub mod runs;
pub mod search;
pub mod secrets;
pub mod sidebar;
pub mod stops;
pub mod tree_holds;
pub mod waits;
pub mod wakeups;

pub use authentication::{
    Authentication, AuthenticationFailure, Credentials, OtherRunNamed, RunTokenSubject, RunTokens,
};
pub use change::{ActivityRecord, Change, Committed};
pub use core::{Core, Nudge, ServerFacts, Services, Wanted};
pub use error::{Refusal, RefusalKind, ServiceError, ServiceResult};
pub use events::{EventBus, LiveEvent, LiveEventBody, LiveOutput, Subscription};
pub use idempotency::{Idempotency, KeptAnswer};
pub use live_feed::{LiveFeed, LiveFeeds};
pub use request::{IdempotencyKey, Request, Scoped};
pub use wireclip_ports::host::LogPart;
