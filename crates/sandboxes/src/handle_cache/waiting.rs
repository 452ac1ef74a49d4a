//! Those who wait for a slot to change.

use std::task::{Context, Waker};

/// The wakers of those who wait, each by a number of its own.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    wakers: Vec<(u64, Waker)>,
    /// Numbers those who wait.
    last: u64,
}

impl Waiting {
    /// Notes who waits, under the number that they have or get.
    pub(crate) fn add(&mut self, number: &mut Option<u64>, context: &Context<'_>) {
        let waker = context.waker().clone();
        if let Some((_, known)) = self.wakers.iter_mut().find(|(waiting, _)| Some(*waiting) == *number) {
            *known = waker;
            return;
        }
        self.last += 1;
        *number = Some(self.last);
        self.wakers.push((self.last, waker));
    }

    /// Forgets somebody who waits no longer.
    pub(crate) fn remove(&mut self, number: u64) {
        self.wakers.retain(|(waiting, _)| *waiting != number);
    }

    /// Wakes all of them; who is not content waits anew.
    pub(crate) fn wake_all(&mut self) {
        for (_, waker) in self.wakers.drain(..) {
            waker.wake();
        }
    }

    /// Returns how many wait.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.wakers.len()
    }
}
