//! A lock that stays usable when somebody panicked who held it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Something that one holds at a time. For what is whole after every statement: a panic while it is
/// held leaves nothing half done, so that the others go on with it.
#[derive(Debug, Default)]
pub struct Held<T>(Mutex<T>);

impl<T> Held<T> {
    /// Puts something under a lock.
    #[must_use]
    pub const fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Waits until nobody else holds it.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
