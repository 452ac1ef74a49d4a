//! Lists, pages and searches over a company's issues, and the memory that load leaves.

use std::cell::Cell;
use std::time::Duration;

use anyhow::ensure;
use serde_json::json;

use crate::bench::Bench;
use crate::client::Client;
use crate::load::{Done, Load};
use crate::samples::millis;
use crate::seed::{World, word};
use crate::server::Server;
use crate::table::Measured;

/// How often one client asks, and how long that may take.
const ASKED: usize = 500;
const LIMIT: Duration = Duration::from_secs(15);
/// How long the load before a memory row lasts.
const LOAD: Duration = Duration::from_secs(60);
const LONG_LOAD: Duration = Duration::from_secs(600);
/// How long a server is left alone before its memory is read.
const REST: Duration = Duration::from_secs(3);

pub(super) async fn list(bench: &Bench, server: &Server, world: &World) -> anyhow::Result<Measured> {
    let path = format!("/companies/{}/issues?limit=50", world.company);
    // No two requests are the same, so that the server cannot give an answer again.
    let anew = async |client: &mut Client, number: usize| {
        client.get(&format!("{path}&request={number}")).await.map(drop)
    };
    let done = alone(bench, server, anew).await?;
    let again = alone(bench, server, async |client, _| client.get(&path).await.map(drop)).await?;
    let mut told = told(&done, world);
    told.detail = format!("{}; asked again {:.2} ms", told.detail, millis(again.times.median()));
    Ok(told)
}

pub(super) async fn compact(bench: &Bench, server: &Server, world: &World) -> anyhow::Result<Measured> {
    let path = format!("/companies/{}/issues?view=compact&status=todo&limit=50", world.company);
    let load = Load { clients: 16, count: bench.scaled(5000), limit: LIMIT };
    let rounds = load.rounds(server.address(), async |client, _| client.get(&path).await.map(drop)).await?;
    let answer = server.client().await?.get(&path).await?;
    let size = answer.body.len() as f64 / 1024.0;
    let mut detail = format!("{}; {size:.0} KiB each", rounds.told());
    if let Some(etag) = answer.etag {
        let header = format!("if-none-match: {etag}\r\n");
        let again = load
            .rounds(server.address(), async |client, _| {
                let answer = client.send("GET", &path, &header, b"").await?;
                ensure!(answer.status == 304, "an unchanged list answered {}", answer.status);
                Ok(())
            })
            .await?;
        detail = format!("{detail}; asked again by ETag {:.0} /s", again.rate());
    }
    Ok(Measured::new(rounds.rate(), detail))
}

pub(super) async fn issue_page(bench: &Bench, server: &Server, world: &World) -> anyhow::Result<Measured> {
    let mut client = server.client().await?;
    let issue = world.any_issue(&mut client).await?;
    for number in 0..20 {
        let comment = json!({"body": format!("About {}", word(number))});
        client.post(&format!("/issues/{issue}/comments"), &comment).await?;
    }
    let whole = format!("/issues/{issue}/page");
    let paths = if is_built(&mut client, &whole).await? {
        vec![whole]
    } else {
        let parts = ["", "/comments?order=desc&limit=50", "/activity", "/runs"];
        parts.iter().map(|part| format!("/issues/{issue}{part}")).collect()
    };
    let done = alone(bench, server, async |client, _| {
        for path in &paths {
            client.get(path).await?;
        }
        Ok(())
    })
    .await?;
    let how = match paths.len() {
        1 => "one call",
        _ => "issue, comments, activity and runs, one after the other",
    };
    Ok(Measured::new(millis(done.times.median()), format!("{}; {how}", done.times.tail())))
}

pub(super) async fn search(bench: &Bench, server: &Server, world: &World) -> anyhow::Result<Measured> {
    let whole = format!("/companies/{}/search?q=", world.company);
    let has_search = is_built(&mut server.client().await?, &format!("{whole}{}", word(0))).await?;
    let path = if has_search { whole } else { format!("/companies/{}/issues?limit=20&q=", world.company) };
    let found = Cell::new(0);
    let done = alone(bench, server, async |client, number| {
        let answer = client.get(&format!("{path}{}", word(number))).await?;
        found.set(found.get() + usize::from(answer.body.len() > 1024));
        Ok(())
    })
    .await?;
    ensure!(found.get() > 0, "the searches found nothing");
    let mut told = told(&done, world);
    if !has_search {
        told.detail.push_str("; in the list of issues, by its q");
    }
    Ok(told)
}

pub(super) async fn dashboard(bench: &Bench, server: &Server, world: &World) -> anyhow::Result<Measured> {
    let path = format!("/companies/{}/dashboard", world.company);
    let done = alone(bench, server, async |client, _| client.get(&path).await.map(drop)).await?;
    Ok(told(&done, world))
}

/// Reads and writes from 16 clients for a while, then reads the memory.
pub(super) async fn memory_under_load(
    bench: &Bench,
    server: &Server,
    world: &World,
) -> anyhow::Result<Measured> {
    let limit = bench.scaled_time(if bench.is_long { LONG_LOAD } else { LOAD });
    let company = format!("/companies/{}", world.company);
    let issue = world.any_issue(&mut server.client().await?).await?;
    let load = Load { clients: 16, count: usize::MAX / 2, limit };
    let done = load
        .run(server.address(), 0, async |client, number| {
            let answer = match number % 8 {
                0 => client.get(&format!("{company}/issues?limit=50")).await,
                1 => client.get(&format!("{company}/issues?view=compact&status=todo&limit=50")).await,
                2 => client.get(&format!("/issues/{issue}")).await,
                3 => client.get(&format!("/issues/{issue}/comments?order=desc&limit=50")).await,
                4 => client.get(&format!("{company}/issues?limit=20&q={}", word(number))).await,
                5 => client.get(&format!("{company}/dashboard")).await,
                6 => {
                    client
                        .patch(&format!("/issues/{issue}"), &json!({"title": format!("Title {number}")}))
                        .await
                }
                _ => client.post(&format!("/issues/{issue}/comments"), &json!({"body": word(number)})).await,
            };
            answer.map(drop)
        })
        .await?;
    tokio::time::sleep(REST).await;
    let mebibytes = server.memory()? as f64 / f64::from(1 << 20);
    let detail = format!(
        "{} issues; {} requests of all kinds from 16 clients in {:.0} s",
        world.issues,
        done.times.len(),
        done.elapsed.as_secs_f64()
    );
    Ok(Measured::new(mebibytes, detail))
}

/// Whether the server has the page at all: what it lacks it says with 501.
async fn is_built(client: &mut Client, path: &str) -> anyhow::Result<bool> {
    let status = client.send("GET", path, "", b"").await?.status;
    Ok(status != 501 && status != 404)
}

/// One client, one request after the other, after a few that do not count.
async fn alone<A>(bench: &Bench, server: &Server, action: A) -> anyhow::Result<Done>
where
    A: AsyncFn(&mut Client, usize) -> anyhow::Result<()>,
{
    let load = Load { clients: 1, count: bench.scaled(ASKED), limit: LIMIT };
    let warm_up = Load { count: load.count.div_ceil(10), ..load };
    warm_up.run(server.address(), load.count, &action).await?;
    load.run(server.address(), 0, &action).await
}

fn told(done: &Done, world: &World) -> Measured {
    let detail = format!("{}; {} issues", done.times.tail(), world.issues);
    Measured::new(millis(done.times.median()), detail)
}
