//! What the store promises, on both databases.

#![expect(clippy::unwrap_used, reason = "a test that gets something else ends there")]

mod costs;
mod counters;
mod holds;
mod idempotency;
mod issues;
mod nodes;
