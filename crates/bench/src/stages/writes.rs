//! Changes from many clients at once. An answer means that the change is on the disk.

use std::time::Duration;

use serde_json::json;

use crate::bench::Bench;
use crate::load::Load;
use crate::seed;
use crate::server::Server;
use crate::table::Measured;

const CLIENTS: usize = 16;
/// How long one of the rounds may take.
const LIMIT: Duration = Duration::from_secs(10);

pub(super) async fn create(bench: &Bench, server: &Server) -> anyhow::Result<Measured> {
    let company = seed::company(&mut server.client().await?, "Creating").await?;
    let path = format!("/companies/{company}/issues");
    let load = Load { clients: CLIENTS, count: bench.scaled(1000), limit: LIMIT };
    let rounds = load
        .rounds(server.address(), async |client, number| {
            let issue = json!({
                "title": format!("Issue {number}"),
                "description": format!("What is to be done about {}.", seed::word(number)),
                "status": "todo",
            });
            client.post(&path, &issue).await.map(drop)
        })
        .await?;
    Ok(Measured::new(rounds.rate(), rounds.told()))
}

pub(super) async fn change(bench: &Bench, server: &Server) -> anyhow::Result<Measured> {
    let path = format!("/issues/{}", issue_of_new_company(server, "Changing").await?);
    let load = Load { clients: CLIENTS, count: bench.scaled(800), limit: LIMIT };
    let rounds = load
        .rounds(server.address(), async |client, number| {
            client.patch(&path, &json!({"title": format!("Changed {number} times")})).await.map(drop)
        })
        .await?;
    Ok(Measured::new(rounds.rate(), rounds.told()))
}

pub(super) async fn comment(bench: &Bench, server: &Server) -> anyhow::Result<Measured> {
    let path = format!("/issues/{}/comments", issue_of_new_company(server, "Commenting").await?);
    let load = Load { clients: CLIENTS, count: bench.scaled(800), limit: LIMIT };
    let rounds = load
        .rounds(server.address(), async |client, number| {
            client.post(&path, &json!({"body": format!("Comment {number}")})).await.map(drop)
        })
        .await?;
    Ok(Measured::new(rounds.rate(), rounds.told()))
}

async fn issue_of_new_company(server: &Server, name: &str) -> anyhow::Result<String> {
    let mut client = server.client().await?;
    let company = seed::company(&mut client, name).await?;
    seed::issue(&mut client, &company, "Busy").await
}
