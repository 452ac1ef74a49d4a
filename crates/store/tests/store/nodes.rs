//! Who holds the lease of a node's name.

use std::time::Duration;

use wireclip_domain::{NodeId, Timestamp};
use wireclip_store::{Store, nodes};
use wireclip_testkit::databases;

const LEASE: Duration = Duration::from_secs(30);
const HERE: Option<&str> = Some("one machine:/home#1");
const ELSEWHERE: Option<&str> = Some("one machine:/home-copy#2");

async fn register(store: &Store, id: NodeId, place: Option<&str>, now: Timestamp) -> Option<i64> {
    let change = store.begin_write().await.unwrap();
    let fence = nodes::register(&change.conn(), id, place, now.plus(LEASE), now).await.unwrap();
    change.commit().await.unwrap();
    fence
}

async fn renew(store: &Store, id: NodeId, fence: i64, now: Timestamp) -> bool {
    let change = store.begin_write().await.unwrap();
    let is_ours = nodes::renew(&change.conn(), id, fence, now.plus(LEASE), now).await.unwrap();
    change.commit().await.unwrap();
    is_ours
}

#[tokio::test]
async fn a_name_whose_lease_lives_is_not_given_to_another_place() {
    for database in databases().await {
        let (store, id) = (&database.store, NodeId::random());
        let start = Timestamp::from_unix_millis(1_000_000);
        assert_eq!(register(store, id, HERE, start).await, Some(1), "{}", database.name);
        assert_eq!(register(store, id, ELSEWHERE, start.plus(LEASE / 2)).await, None, "{}", database.name);
        assert!(renew(store, id, 1, start.plus(LEASE / 2)).await, "{}", database.name);
        // Started again where it was, it need not wait; the one before is fenced off.
        assert_eq!(register(store, id, HERE, start.plus(LEASE / 2)).await, Some(2), "{}", database.name);
        assert!(!renew(store, id, 1, start.plus(LEASE / 2)).await, "{}", database.name);
        // Nobody renews it: the folder was moved, and its server is gone.
        assert_eq!(register(store, id, ELSEWHERE, start.plus(LEASE * 2)).await, Some(3), "{}", database.name);
    }
}

#[tokio::test]
async fn a_node_that_stopped_in_order_may_be_started_anywhere() {
    for database in databases().await {
        let (store, id) = (&database.store, NodeId::random());
        let start = Timestamp::from_unix_millis(1_000_000);
        let fence = register(store, id, HERE, start).await.unwrap();
        let change = store.begin_write().await.unwrap();
        assert!(!nodes::leave_place(&change.conn(), id, fence + 1).await.unwrap(), "{}", database.name);
        assert!(nodes::leave_place(&change.conn(), id, fence).await.unwrap(), "{}", database.name);
        change.commit().await.unwrap();
        assert!(register(store, id, ELSEWHERE, start).await.is_some(), "{}", database.name);
    }
}

#[tokio::test]
async fn a_node_is_fenced_off_only_while_it_is_gone() {
    for database in databases().await {
        let (store, id) = (&database.store, NodeId::random());
        let start = Timestamp::from_unix_millis(1_000_000);
        let fence = register(store, id, HERE, start).await.unwrap();
        let seen = nodes::get(&store.read(), id).await.unwrap().unwrap();
        assert!(renew(store, id, fence, start.plus(LEASE / 2)).await);
        let change = store.begin_write().await.unwrap();
        let taken = nodes::fence_off(&change.conn(), &seen).await.unwrap();
        assert_eq!(taken, None, "{}: it is back", database.name);
        change.commit().await.unwrap();
        let seen = nodes::get(&store.read(), id).await.unwrap().unwrap();
        let change = store.begin_write().await.unwrap();
        let taken = nodes::fence_off(&change.conn(), &seen).await.unwrap();
        assert_eq!(taken, Some(fence + 1), "{}", database.name);
        let now = start.plus(LEASE / 2);
        assert!(!nodes::hold(&change.conn(), id, fence, now).await.unwrap(), "{}", database.name);
        change.commit().await.unwrap();
        assert!(!renew(store, id, fence, start.plus(LEASE / 2)).await, "{}", database.name);
    }
}

#[tokio::test]
async fn a_lease_that_is_held_can_be_taken_only_afterwards() {
    for database in databases().await {
        let (store, id) = (&database.store, NodeId::random());
        let start = Timestamp::from_unix_millis(1_000_000);
        let fence = register(store, id, HERE, start).await.unwrap();
        let seen = nodes::get(&store.read(), id).await.unwrap().unwrap();
        let holder = store.begin_write().await.unwrap();
        assert!(nodes::hold(&holder.conn(), id, fence, start).await.unwrap(), "{}", database.name);
        assert!(!nodes::hold(&holder.conn(), id, fence, start.plus(LEASE)).await.unwrap(), "it ran out");
        let taking = async {
            let change = store.begin_write().await.unwrap();
            let taken = nodes::fence_off(&change.conn(), &seen).await.unwrap();
            change.commit().await.unwrap();
            taken
        };
        let mut taking = std::pin::pin!(taking);
        let in_time = tokio::time::timeout(Duration::from_millis(100), &mut taking).await;
        assert!(in_time.is_err(), "{}: taken while it is held", database.name);
        let (taken, committed) = tokio::join!(taking, holder.commit());
        committed.unwrap();
        assert_eq!(taken, Some(fence + 1), "{}", database.name);
    }
}
