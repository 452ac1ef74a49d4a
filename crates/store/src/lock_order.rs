//! In what order transactions lock rows, for tests that check it.

use std::cell::RefCell;
use std::collections::HashSet;

/// The tables of the rows that a transaction locked, in order; a row that it locked before is left
/// out.
pub type Locked = Vec<&'static str>;

thread_local! {
    static WATCHED: RefCell<Option<Vec<Transaction>>> = const { RefCell::new(None) };
}

#[derive(Debug, Default)]
struct Transaction {
    tables: Locked,
    /// The rows, by the question for them.
    rows: HashSet<String>,
}

/// From here on, writes down what the transactions of this thread lock. For a thread on which one
/// transaction happens at a time, as in a simulation.
pub fn watch_this_thread() {
    WATCHED.set(Some(Vec::new()));
}

/// Returns what the transactions of this thread locked since the last call, one after the other.
#[must_use]
pub fn taken() -> Vec<Locked> {
    let transactions = WATCHED.with_borrow_mut(|watched| watched.as_mut().map(std::mem::take));
    transactions.unwrap_or_default().into_iter().map(|transaction| transaction.tables).collect()
}

pub(crate) fn note_begin() {
    WATCHED.with_borrow_mut(|watched| {
        if let Some(transactions) = watched {
            transactions.push(Transaction::default());
        }
    });
}

pub(crate) fn note(table: &'static str, row: impl FnOnce() -> String) {
    WATCHED.with_borrow_mut(|watched| {
        if let Some(transaction) = watched.as_mut().and_then(|transactions| transactions.last_mut())
            && transaction.rows.insert(row())
        {
            transaction.tables.push(table);
        }
    });
}
