//! How often each mechanism acted since somebody from outside woke the agent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::RetryReason;
use crate::run_context::{RunContext, key};

/// How often each mechanism acted in a chain of runs that the machine made by itself.
///
/// The count goes along in the context of the runs, so that mechanisms which take turns are
/// bounded like one that repeats itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Attempts(BTreeMap<RetryReason, u32>);

impl Attempts {
    /// Reads the count out of a run's context.
    #[must_use]
    pub fn of(context: &RunContext) -> Self {
        context.as_json().get(key::FOLLOW_UPS).and_then(|counts| counts.parse().ok()).unwrap_or_default()
    }

    /// Returns how often the mechanism acted.
    #[must_use]
    pub fn made(&self, mechanism: RetryReason) -> u32 {
        self.0.get(&mechanism).copied().unwrap_or(0)
    }

    /// Returns the count after one more attempt.
    #[must_use]
    pub fn with_one_more(&self, mechanism: RetryReason) -> Self {
        let mut counts = self.0.clone();
        *counts.entry(mechanism).or_insert(0) += 1;
        Self(counts)
    }

    /// Writes the count into the context of the next run.
    pub fn write_to(&self, context: &mut RunContext) {
        context.set(key::FOLLOW_UPS, self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_travels_in_the_context_and_no_caller_can_reset_it() {
        let attempts = Attempts::default()
            .with_one_more(RetryReason::TransientFailure)
            .with_one_more(RetryReason::TransientFailure)
            .with_one_more(RetryReason::MissingIssueComment);
        let mut context = RunContext::default();
        attempts.write_to(&mut context);
        assert_eq!(Attempts::of(&context), attempts);
        assert_eq!(attempts.made(RetryReason::TransientFailure), 2);
        let sent = RunContext::from_caller(context.as_json().clone());
        assert_eq!(Attempts::of(&sent), Attempts::default());
    }
}
