//! Answers that are kept for repetitions, and forgotten some at a time.

use wireclip_domain::Timestamp;
use wireclip_store::idempotency::{self, NewKey};
use wireclip_testkit::databases;

#[tokio::test]
async fn the_oldest_answers_go_first_and_only_so_many_at_once() {
    for database in databases().await {
        let store = &database.store;
        let at = |number: i64| Timestamp::from_unix_millis(1_000_000 + number);
        let change = store.begin_write().await.unwrap();
        for number in 0..5 {
            let key = NewKey {
                caller: "user:ann".to_owned(),
                route: "POST /api/companies".to_owned(),
                key: number.to_string(),
                request_digest: String::new(),
            };
            idempotency::take(&change.conn(), key, at(number)).await.unwrap();
        }
        change.commit().await.unwrap();

        let kept = async || {
            let mut kept = Vec::new();
            for number in 0..5 {
                let key = number.to_string();
                let known = idempotency::get(&store.read(), "user:ann", "POST /api/companies", &key).await;
                kept.extend(known.unwrap().map(|_| number));
            }
            kept
        };
        for (removed, left) in [(2, vec![2, 3, 4]), (1, vec![3, 4]), (0, vec![3, 4])] {
            let change = store.begin_write().await.unwrap();
            assert_eq!(idempotency::delete_before(&change.conn(), at(3), 2).await.unwrap(), removed);
            change.commit().await.unwrap();
            assert_eq!(kept().await, left, "{}", database.name);
        }
    }
}
