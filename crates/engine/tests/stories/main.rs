//! What engines do, told as stories: a real store, scripted machines, a clock that stands until
//! it is moved.

mod budgets;
mod crashes;
mod leases;
mod nodes;
mod queues;
mod reconcilers;
mod runs;
mod stops;
