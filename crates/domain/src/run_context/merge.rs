//! What becomes of two contexts when one wake-up joins another.

use super::{RunContext, key};

/// What a wake-up joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeTarget {
    /// A run that has not started, or a wake-up that waits.
    NotStarted,
    /// A run that is at work, with what it was told.
    Started,
}

impl RunContext {
    /// Lays what joins over what is there.
    ///
    /// Comments and decided approvals are united in their order and the rendered payload is dropped, so
    /// that no message is lost by joining; `forceFreshSession` stays once it was said.
    #[must_use]
    pub fn merged_with(&self, incoming: &Self, target: MergeTarget) -> Self {
        let mut comments = self.comment_ids();
        comments.extend(incoming.comment_ids().into_iter().filter(|id| !self.comment_ids().contains(id)));
        let mut approvals = self.approval_ids();
        approvals.extend(incoming.approval_ids().into_iter().filter(|id| !self.approval_ids().contains(id)));
        let fresh = self.force_fresh_session() || incoming.force_fresh_session();
        let hops = self.hops().max(incoming.hops());

        let mut base = self.clone();
        if target == MergeTarget::Started {
            // The answer that the run is at work on must not pass for the answer to this wake-up.
            key::INTERACTION.iter().for_each(|key| base.remove(key));
        }
        let mut upper = incoming.clone();
        // Whether the issue is checked out is a fact about the target, not about what joins it.
        upper.remove(key::CHECKED_OUT);

        let mut merged = Self(base.0.merged_with(&upper.0));
        merged.remove(key::WAKE_PAYLOAD);
        merged.set_comment_ids(&comments);
        if approvals.len() > 1 {
            merged.set(key::APPROVAL_IDS, &approvals);
        }
        if fresh {
            merged.set(key::FORCE_FRESH_SESSION, &true);
        }
        if hops > 0 {
            merged.set(key::HOPS, &hops);
        }
        merged
    }
}
