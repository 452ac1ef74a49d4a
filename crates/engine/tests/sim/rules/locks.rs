//! In what order transactions take their locks.

use wireclip_store::lock_order::Locked;

use crate::play::Held;

/// The company first, then the node's lease, agent, issue, wake-up, run: whoever takes them in this
/// order never waits in a ring.
const ORDER: &[&[&str]] = &[&["company_counters"], &["nodes"], &["agents"], &["issues"], &["wakeups", "runs"]];

/// Checks what the transactions of a step locked. The simulation has one writer and can meet no
/// deadlock itself; PostgreSQL could.
pub(crate) fn locks_are_in_order(transactions: &[Locked]) -> Held {
    for locked in transactions {
        let places = locked.iter().filter_map(|table| ORDER.iter().position(|tables| tables.contains(table)));
        if !places.is_sorted() {
            return Err(format!("locks are taken in one order: {locked:?}"));
        }
    }
    Ok(())
}
