//! Many people make issues at the same moment: each gets a number of its own, and none is left out.

use std::collections::BTreeSet;

use futures_util::{StreamExt, stream};
use serde_json::json;

use crate::kit::{Company, Place, Postgres, Server, amount};

/// How many requests are under way at once.
const AT_ONCE: usize = 256;

#[tokio::test]
async fn issues_made_at_once_are_numbered_without_gaps() {
    let place = Place::new();
    let server = Server::start(&place).await;
    numbers_have_no_gaps(&server, amount("WIRECLIP_TEST_CREATES", 2000)).await;
}

#[tokio::test]
async fn issues_made_at_once_are_numbered_without_gaps_on_postgresql() {
    let Some(postgres) = Postgres::new().await else { return };
    let place = Place::new();
    let server = Server::start_with(&place, &["--port", "0", "--database-url", &postgres.url], &[]).await;
    numbers_have_no_gaps(&server, amount("WIRECLIP_TEST_CREATES", 2000) / 4).await;
}

async fn numbers_have_no_gaps(server: &Server, count: usize) {
    let company = Company::found(server.api(), "Crowd").await;
    let (company, path) = (&company, &company.path("/issues"));
    let creates = stream::iter(0..count).map(async |number| {
        // Some ask twice, as clients do whose answer was lost.
        let issue =
            json!({"title": format!("Of the crowd {number}"), "idempotencyKey": format!("crowd-{number}")});
        let made = company.api.post(path, &issue).await;
        if number % 16 == 0 {
            let again = company.api.post(path, &issue).await;
            assert_eq!(again["id"], made["id"], "the same key made two issues");
        }
        made["issueNumber"].as_u64().unwrap()
    });
    let numbers: Vec<u64> = creates.buffer_unordered(AT_ONCE).collect().await;
    let distinct: BTreeSet<u64> = numbers.iter().copied().collect();
    assert_eq!(distinct, (1..=count as u64).collect());
    let counted = company.api.get(&company.path("/issues/count")).await;
    assert_eq!(counted["count"].as_u64(), Some(count as u64), "{counted}");
}
