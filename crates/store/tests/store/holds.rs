//! Work that one node does at a time.

use std::time::Duration;

use wireclip_domain::{NodeId, Timestamp};
use wireclip_store::{Store, holds};
use wireclip_testkit::databases;

const MINUTE: Duration = Duration::from_secs(60);

async fn take(store: &Store, node: NodeId, now: Timestamp) -> Option<i64> {
    let change = store.begin_write().await.unwrap();
    let fence = holds::take(&change.conn(), "sweeping", node, now.plus(MINUTE), now).await.unwrap();
    change.commit().await.unwrap();
    fence
}

#[tokio::test]
async fn a_lease_is_one_nodes_until_it_runs_out_or_is_given_back() {
    for database in databases().await {
        let store = &database.store;
        let (first, second) = (NodeId::random(), NodeId::random());
        let start = Timestamp::from_unix_millis(1_000_000);
        assert_eq!(take(store, first, start).await, Some(1), "{}", database.name);
        assert_eq!(take(store, second, start.plus(MINUTE / 2)).await, None, "{}", database.name);
        // Prolonged by its holder, it has the same number.
        assert_eq!(take(store, first, start.plus(MINUTE / 2)).await, Some(1), "{}", database.name);
        assert_eq!(take(store, second, start.plus(MINUTE)).await, None, "{}", database.name);
        // Run out, it is the next one's under another number.
        assert_eq!(take(store, second, start.plus(MINUTE * 2)).await, Some(2), "{}", database.name);
        assert_eq!(take(store, first, start.plus(MINUTE * 2)).await, None, "{}", database.name);

        let change = store.begin_write().await.unwrap();
        assert_eq!(holds::release_all(&change.conn(), first).await.unwrap(), 0);
        assert_eq!(holds::release_all(&change.conn(), second).await.unwrap(), 1);
        change.commit().await.unwrap();
        assert!(take(store, first, start.plus(MINUTE * 2)).await.is_some(), "{}", database.name);
    }
}
