//! Plays the engine's part: claims runs and ends them, without any process.

use std::time::Duration;

use serde_json::{Value, json};
use wireclip_domain::OpaqueJson;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::run_outcome::{Evidence, Exit, Failure, Reported};
use wireclip_services::runs::{ClaimedRun, HostingNode, RunEnd, Settled};
use wireclip_testkit::TestApp;

/// The host on which the played runs run.
pub(crate) fn host(app: &TestApp) -> HostingNode {
    HostingNode { node_id: app.services.core.facts.node_id, fence: 1 }
}

/// Claims everything that may start.
pub(crate) async fn claim(app: &TestApp) -> Vec<ClaimedRun> {
    let runs = &app.services.runs;
    let (mut claimed, mut place) = (Vec::new(), None);
    loop {
        let waiting = runs.waiting_agents(place, 1000).await.unwrap();
        for agent_id in waiting.agents {
            while let Some(run) = runs.start_next(host(app), agent_id).await.unwrap() {
                claimed.push(run);
            }
        }
        place = waiting.next;
        if place.is_none() {
            return claimed;
        }
    }
}

/// Claims the one run that may start.
pub(crate) async fn claim_one(app: &TestApp) -> ClaimedRun {
    let mut claimed = claim(app).await;
    assert_eq!(claimed.len(), 1, "{}: one run may start", app.database);
    claimed.remove(0)
}

/// The end of a program that exited with this code.
pub(crate) fn exited(code: i32) -> RunEnd {
    RunEnd {
        evidence: Evidence { reported: None, stop: None, exit: Exit::Code(code), exit_code_counts: true },
        has_started: true,
        can_resume: false,
        result: OpaqueJson::of(&json!({"stdout": "out\n", "stderr": ""})),
        usage: None,
        used: Vec::new(),
        session: None,
        clears_session: false,
        log: None,
        last_output: None,
        stdout_tail: "out\n".to_owned(),
        stderr_tail: String::new(),
    }
}

/// The end of a program that was ended by a signal.
pub(crate) fn killed() -> RunEnd {
    let mut end = exited(0);
    end.evidence.exit = Exit::Signal("SIGTERM".to_owned());
    end
}

/// The end of a run whose provider had a passing failure.
pub(crate) fn overloaded() -> RunEnd {
    let mut end = exited(1);
    let failure = Failure::new(RunErrorCode::ClaudeTransientUpstream, "overloaded");
    end.evidence.reported = Some(Reported::Failure(failure));
    end.can_resume = true;
    end
}

/// Ends a run.
pub(crate) async fn settle(app: &TestApp, claimed: &ClaimedRun, end: RunEnd) -> Settled {
    app.services.runs.settle(claimed.run.id, host(app).fence, end).await.unwrap()
}

/// Waits for the wish that a run be stopped, as the engine does.
pub(crate) async fn a_wish(app: &TestApp) {
    let node = app.services.core.facts.node_id;
    while app.services.runs.stop_wishes(node).await.unwrap().is_empty() {
        app.services.core.nudge.nudged().await;
    }
}

/// Makes a company and returns its id; from here on the host may claim runs.
pub(crate) async fn company(app: &TestApp) -> String {
    let lease = Duration::from_secs(3600);
    if !app.services.nodes.renew(host(app), lease).await.unwrap() {
        assert_eq!(app.services.nodes.register(lease).await.unwrap(), Some(host(app)));
    }
    let made = app.send("POST", "/companies", Some(json!({"name": "Acme"}))).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    id(&made.body)
}

/// Hires an agent and returns its id.
pub(crate) async fn agent(app: &TestApp, company: &str, name: &str, heartbeat: Value) -> String {
    let body = json!({
        "name": name, "role": "engineer", "adapterType": "process",
        "adapterConfig": {"command": "/bin/true"}, "runtimeConfig": {"heartbeat": heartbeat},
    });
    let made = app.send("POST", &format!("/companies/{company}/agents"), Some(body)).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    id(&made.body)
}

/// Reads the id out of a body.
pub(crate) fn id(body: &Value) -> String {
    body["id"].as_str().unwrap().to_owned()
}

/// Makes an issue and returns it.
pub(crate) async fn issue(app: &TestApp, company: &str, body: Value) -> Value {
    let made = app.send("POST", &format!("/companies/{company}/issues"), Some(body)).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    made.body
}

/// Makes a key for an agent and returns its token.
pub(crate) async fn key(app: &TestApp, agent: &str) -> String {
    let made = app.send("POST", &format!("/agents/{agent}/keys"), Some(json!({"name": "key"}))).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    made.body["token"].as_str().unwrap().to_owned()
}

/// Wakes an agent as the board and returns the answer.
pub(crate) async fn wake(app: &TestApp, agent: &str, body: Value) -> Value {
    let answer = app.send("POST", &format!("/agents/{agent}/wakeup"), Some(body)).await;
    assert_eq!(answer.status, 202, "{}: {}", app.database, answer.body);
    answer.body
}
