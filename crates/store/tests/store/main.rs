//! What the store promises, on both databases.

mod counters;
mod leases;
mod nodes;
