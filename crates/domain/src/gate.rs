//! The gate: whether an agent may be woken or a run may start now, and why not.
//!
//! It has four doors. A run is made behind one of three: a wake-up that is admitted ([`admit`]), one
//! that waited and is promoted ([`promote`](crate::promotion::promote)), a retry that was planned
//! and is due ([`check_retry`](crate::retry::check_retry)). Through the fourth, the claim
//! ([`check_claim`]), every run passes on its way from the queue: it alone must hold against
//! everything that can be stopped, and a maker of runs that is added needs no other. Whoever stops
//! something (a pause, a budget) closes the gate first, so that nothing starts behind its back.
//! Each refusal has a word that is stored, and is the answer to "why did nothing happen?".

mod admission;
mod claim;
mod invokability;
mod issue_scope;
mod queue;
mod skip_reason;

pub use admission::{About, Admission, AdmissionFacts, Decision, Receipt, Rejection, SkipCause, Wake, admit};
pub use claim::{ClaimFacts, ClaimIssue, ClaimRefusal, ClaimScope, Continuation, check_claim};
pub use invokability::{
    Ancestor, ChainEnd, ChainMember, ChainProblem, NotInvokable, NotInvokableReason, OrgChainHealth,
    ReportingChain,
};
pub use issue_scope::{Behind, Displaced, IssueFacts, LiveRun, QueueMode};
pub use queue::{CheckoutFacts, QueueKey, QueueRank, may_check_out};
pub use skip_reason::SkipReason;

use crate::budget::BudgetScope;

/// A scope whose money is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetBlock(pub BudgetScope);
