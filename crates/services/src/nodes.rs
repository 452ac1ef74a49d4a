//! Server processes that share the database: who is there, and who looks after what nobody does.

use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::{NodeId, Timestamp};
use wireclip_store::nodes;
use wireclip_store::{PageLimit, holds};

use crate::core::Core;
use crate::error::ServiceResult;
use crate::runs::HostingNode;

pub use wireclip_store::nodes::Node;

/// The lease of the one node that looks after what belongs to none.
const SCHEDULER: &str = "scheduler";
/// How often the lease of this node's name is looked at while another holds it.
const LOOK_AGAIN: Duration = Duration::from_millis(250);

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
    /// Nothing while a server in another place holds the lease of this node's name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn register(&self, lease: Duration) -> ServiceResult<Option<HostingNode>> {
        let facts = &self.core.facts;
        let transaction = self.core.store.begin_write().await?;
        let now = self.core.clock.now();
        let until = now.plus(lease);
        let fence =
            nodes::register(&transaction.conn(), facts.node_id, facts.place.as_deref(), until, now).await?;
        transaction.commit().await?;
        Ok(fence.map(|fence| HostingNode { node_id: facts.node_id, fence }))
    }

    /// Waits until this node may have its name, and returns whether it may: not if a server in
    /// another place lives under it, whose home folder one of the two is a copy of.
    ///
    /// A server that was killed in this very place is not waited for. One that was killed in
    /// another is, until its lease runs out: nothing else tells it from one that lives.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn name_is_free(&self) -> ServiceResult<bool> {
        let facts = &self.core.facts;
        let mut seen: Option<Node> = None;
        loop {
            let node = nodes::get(&self.core.store.read(), facts.node_id).await?;
            let Some(node) = node.filter(|node| node.place.is_some() && node.place != facts.place) else {
                return Ok(true);
            };
            let is_renewed = |seen: &Node| (seen.fence, seen.lease_until) != (node.fence, node.lease_until);
            if seen.as_ref().is_some_and(is_renewed) {
                return Ok(false);
            }
            if node.lease_until <= self.core.clock.now() {
                return Ok(true);
            }
            if seen.is_none() {
                tracing::warn!(
                    lease_until = %node.lease_until,
                    "a server in another place has this node's name; waiting whether it lives"
                );
            }
            seen = Some(node);
            self.core.clock.sleep(LOOK_AGAIN).await;
        }
    }

    /// Lets this node be started in any place; to be called when it stops in order.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leave_place(&self, host: HostingNode) -> ServiceResult<()> {
        let transaction = self.core.store.begin_write().await?;
        nodes::leave_place(&transaction.conn(), host.node_id, host.fence).await?;
        Ok(transaction.commit().await?)
    }

    /// Prolongs this node's lease. Returns whether it still had it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn renew(&self, host: HostingNode, lease: Duration) -> ServiceResult<bool> {
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
        let fence = holds::take(&transaction.conn(), SCHEDULER, node_id, now.plus(lease), now).await?;
        transaction.commit().await?;
        Ok(fence.is_some())
    }

    /// Gives back what other nodes would wait for.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn release_leases(&self) -> ServiceResult<()> {
        let transaction = self.core.store.begin_write().await?;
        holds::release_all(&transaction.conn(), self.core.facts.node_id).await?;
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

    /// Takes the lease from a node that let it run out, so that it cannot go on: from here on it
    /// claims nothing. Returns the number of the lease; nothing if the node is back, or another was
    /// first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn fence_off(&self, node: &Node) -> ServiceResult<Option<i64>> {
        let transaction = self.core.store.begin_write().await?;
        let fence = nodes::fence_off(&transaction.conn(), node).await?;
        transaction.commit().await?;
        Ok(fence)
    }

    /// Forgets a node that was fenced off under a number. Returns whether it was forgotten; not if
    /// it is back.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn forget(&self, node_id: NodeId, fence: i64) -> ServiceResult<bool> {
        let transaction = self.core.store.begin_write().await?;
        let is_gone = nodes::forget(&transaction.conn(), node_id, fence).await?;
        transaction.commit().await?;
        Ok(is_gone)
    }
}
