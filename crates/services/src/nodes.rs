//! Server processes that share the database: who is there, and who looks after what nobody does.

use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::{NodeId, Timestamp};
use wireclip_store::nodes::{self, Node};
use wireclip_store::{PageLimit, leases};

use crate::core::Core;
use crate::error::ServiceResult;
use crate::runs::RunHost;

/// The lease of the one node that looks after what belongs to none.
const SCHEDULER: &str = "scheduler";

/// Actions of nodes on themselves and on each other.
#[derive(Debug, Clone)]
pub struct Nodes {
    core: Arc<Core>,
}

impl Nodes {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Gives this node its lease under a new fencing number: whoever had it before is fenced off.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn register(&self, lease: Duration) -> ServiceResult<RunHost> {
        let node_id = self.core.facts.node_id;
        let transaction = self.core.store.begin_write().await?;
        let now = self.core.clock.now();
        let fence = nodes::register(&transaction.conn(), node_id, now.plus(lease), now).await?;
        transaction.commit().await?;
        Ok(RunHost { node_id, fence })
    }

    /// Prolongs this node's lease. Returns whether it still had it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn renew(&self, host: RunHost, lease: Duration) -> ServiceResult<bool> {
        let transaction = self.core.store.begin_write().await?;
        let now = self.core.clock.now();
        let until = now.plus(lease);
        let is_ours = nodes::renew(&transaction.conn(), host.node_id, host.fence, until, now).await?;
        transaction.commit().await?;
        Ok(is_ours)
    }

    /// Takes or prolongs the lease of the node that looks after what belongs to none. Returns
    /// whether this node has it now.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn hold_scheduler(&self, lease: Duration) -> ServiceResult<bool> {
        let transaction = self.core.store.begin_write().await?;
        let now = self.core.clock.now();
        let node_id = self.core.facts.node_id;
        let fence = leases::take(&transaction.conn(), SCHEDULER, node_id, now.plus(lease), now).await?;
        transaction.commit().await?;
        Ok(fence.is_some())
    }

    /// Gives back what other nodes would wait for.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn release_leases(&self) -> ServiceResult<()> {
        let transaction = self.core.store.begin_write().await?;
        leases::release_all(&transaction.conn(), self.core.facts.node_id).await?;
        Ok(transaction.commit().await?)
    }

    /// Lists other nodes whose lease ran out before a moment.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn lapsed(&self, before: Timestamp) -> ServiceResult<Vec<Node>> {
        let mut lapsed = nodes::lapsed(&self.core.store.read(), before, PageLimit::MAX).await?;
        lapsed.retain(|node| node.id != self.core.facts.node_id);
        Ok(lapsed)
    }

    /// Takes the lease from a node that let it run out, so that it cannot go on. Returns whether
    /// it was taken; not if the node is back, or another was first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn fence_off(&self, node: &Node) -> ServiceResult<bool> {
        let transaction = self.core.store.begin_write().await?;
        let is_taken = nodes::fence_off(&transaction.conn(), node).await?;
        transaction.commit().await?;
        Ok(is_taken)
    }

    /// Forgets a node that has been away since before a moment. Returns whether it was forgotten.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn forget(&self, node_id: NodeId, lapsed_before: Timestamp) -> ServiceResult<bool> {
        let transaction = self.core.store.begin_write().await?;
        let is_gone = nodes::forget(&transaction.conn(), node_id, lapsed_before).await?;
        transaction.commit().await?;
        Ok(is_gone)
    }
}
