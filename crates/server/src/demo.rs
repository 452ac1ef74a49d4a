//! `wireclip demo`: a small company of three scripted agents plans, does and reviews a task,
//! with no model and no key, told as a story.
//!
//! The demo is a client like any other. It starts a server on a folder of its own, and both the
//! person who gives the task and the agents who do it use the public API.

mod agents;
mod api;
mod story;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::json;
use wireclip_ports::clock::{Clock, SystemClock};

pub(crate) use agents::{Role, main as agent_main};
use api::{Api, Issue, Named};
use story::Story;

use crate::assembly;
use crate::config::Settings;
use crate::serve::{Server, runtime};

/// How long the company may take. It takes a few seconds.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often the story looks for what is new.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Plays the demo.
///
/// # Errors
/// If the server cannot start or the company does not finish its task.
pub(crate) fn main() -> anyhow::Result<ExitCode> {
    let folder = tempfile::Builder::new().prefix("wireclip-demo-").tempdir().context("make a folder")?;
    runtime()?.block_on(async {
        let server = Server::start(Settings::for_demo(folder.path())?).await?;
        let api = Api::of_person(&format!("http://{}", server.address()))?;
        let played = play(&api).await;
        server.stop().await?;
        played
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn play(api: &Api) -> anyhow::Result<()> {
    let clock = SystemClock;
    let start = clock.now();
    let mut story = Story::begin();
    api.wait_until_ready(&clock, PATIENCE).await?;
    let company: Named = api.post("/companies", &json!({"name": "Haiku House"})).await?;
    story.tell("You", "found the company Haiku House");
    let mut manager = None;
    for role in Role::ALL {
        let agent: Named =
            api.post(&format!("/companies/{}/agents", company.id), &hire(role, manager.as_deref())?).await?;
        story.tell("You", &format!("hire {}, {}", agent.name, role.duty()));
        manager.get_or_insert_with(|| agent.id.clone());
        story.know(&agent);
    }
    let task = json!({
        "title": "A haiku for the launch page",
        "description": "Seventeen syllables about work that nobody has to wait for.",
        "assigneeAgentId": manager,
    });
    let issue: Issue = api.post(&format!("/companies/{}/issues", company.id), &task).await?;
    story.tell(
        "You",
        &format!("give {} the task {}: {}", Role::Planner.name(), issue.identifier, issue.title),
    );

    while clock.now().since(start) < PATIENCE {
        story.catch_up(api, &company.id).await?;
        let now: Issue = api.get(&format!("/issues/{}", issue.id)).await?;
        if now.status == "done" {
            story.catch_up(api, &company.id).await?;
            let seconds = clock.now().since(start).as_secs_f32();
            story.end(&format!(
                "{} is done after {seconds:.1} s. Start your own company with `wireclip serve`.",
                issue.identifier
            ));
            return Ok(());
        }
        clock.sleep(LOOK_AGAIN).await;
    }
    bail!("the company did not finish its task within {} s", PATIENCE.as_secs())
}

fn hire(role: Role, manager: Option<&str>) -> anyhow::Result<serde_json::Value> {
    let program = assembly::own_executable()?;
    Ok(json!({
        "name": role.name(),
        "role": role.wire_role(),
        "title": role.duty(),
        "reportsTo": manager,
        "adapterType": "process",
        "adapterConfig": {"command": program, "args": ["demo-agent", role.word()], "timeoutSec": 15},
    }))
}
