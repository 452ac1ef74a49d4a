//! In what order transactions take their locks.

use wireclip_store::lock_order::Locked;

use crate::play::Held;

/// What is a company's, and changes only under the company's own lock: whoever has that is alone
/// with all of it, in whatever order it goes on.
const OF_A_COMPANY: &[&str] = &["agents", "issues", "wakeups", "runs"];
const COMPANY: &str = "company_counters";

/// Checks what the transactions of a step locked. The simulation has one writer and can meet no
/// deadlock itself; PostgreSQL could.
pub(crate) fn locks_are_in_order(transactions: &[Locked]) -> Held {
    for locked in transactions {
        let company = locked.iter().position(|table| *table == COMPANY);
        let first = locked.iter().position(|table| OF_A_COMPANY.contains(table));
        // Who holds one row only, and wants no other, keeps nobody waiting in a ring.
        let is_alone =
            locked.len() == 1 || first.is_none_or(|first| company.is_some_and(|company| company < first));
        // Nodes are changed by who locks nothing else.
        let node = locked.iter().position(|table| *table == "nodes");
        let waits_for_nobody = node.is_none_or(|node| company.is_none_or(|company| company < node));
        if !is_alone || !waits_for_nobody {
            return Err(format!("the company is locked first: {locked:?}"));
        }
    }
    Ok(())
}
