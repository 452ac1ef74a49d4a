//! Secrets, in a real server with real programs: whoever prints one, nobody reads it; what is
//! stored is sealed.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::json;

use crate::kit::{Company, Place, Server};

/// What must be found nowhere.
const SECRET: &str = "prints-itself-5d20aa";

/// An agent that tells everything it knows, on every way it has.
const TALKS: &str = "echo \"out $API_TOKEN\"; echo \"err $MODE\" >&2; env; exit 3";

#[tokio::test]
async fn a_secret_that_an_agent_prints_is_in_no_answer_and_no_file() {
    let place = Place::new();
    let server = Server::start(&place).await;
    let company = Company::found(server.api(), "Talkative").await;
    let env = json!({"API_TOKEN": SECRET, "MODE": {"type": "plain", "value": format!("{SECRET}-mode")}});
    let agent = company.hire_with("Talker", TALKS, &json!({"env": env})).await;
    let overrides = json!({"adapterConfig": {"env": {"API_TOKEN": format!("{SECRET}-of-the-task")}}});
    let task = json!({
        "title": "Talk", "status": "todo", "assigneeAgentId": agent, "assigneeAdapterOverrides": overrides,
    });
    let task = company.api.post(&company.path("/issues"), &task).await;
    let task = task["id"].as_str().unwrap();
    let run = company.runs().await[0]["id"].as_str().unwrap().to_owned();
    company.ended(&run).await;
    let alone = company.invoke(&agent).await;
    company.ended(&alone).await;

    for run in [&run, &alone] {
        for path in ["", "/events", "/log?limitBytes=262144", "/issues"] {
            let path = format!("/heartbeat-runs/{run}{path}");
            let told = company.api.get(&path).await.to_string();
            assert!(!told.contains(SECRET), "{path}: {told}");
        }
        assert!(company.log(run).await.contains("***REDACTED***"), "it did print");
    }
    let paths = [
        format!("/issues/{task}"),
        format!("/issues/{task}/runs"),
        format!("/issues/{task}/activity"),
        format!("/agents/{agent}"),
        format!("/agents/{agent}/runtime-state"),
        company.path("/activity"),
        company.path("/issues"),
        company.path("/heartbeat-runs"),
    ];
    for path in paths {
        let told = company.api.get(&path).await.to_string();
        assert!(!told.contains(SECRET), "{path}: {told}");
    }
    let said = server.said();
    assert!(!said.contains(SECRET), "{said}");
    server.stop().await;
    let mut files = Vec::new();
    holding(&place.home(), &mut files);
    // The database keeps the settings; nothing else does.
    files.retain(|file| !file.contains("wireclip.sqlite"));
    assert!(files.is_empty(), "{files:?}");
}

#[tokio::test]
async fn a_stored_secret_stands_in_no_file_and_opens_with_its_key_alone() {
    let place = Place::new();
    let server = Server::start(&place).await;
    let company = Company::found(server.api(), "Sealed").await;
    let config = json!({
        "host": "127.0.0.1", "port": 1, "username": "u", "remoteWorkspacePath": "/srv", "privateKey": SECRET,
    });
    let wish = json!({"name": "Box", "driver": "ssh", "config": config});
    let made = company.api.post(&company.path("/environments"), &wish).await;
    assert!(!made.to_string().contains(SECRET), "{made}");
    let probe = format!("/environments/{}/probe", made["id"].as_str().unwrap());
    server.stop().await;
    let mut files = Vec::new();
    holding(&place.home(), &mut files);
    assert!(files.is_empty(), "{files:?}");
    let key = std::fs::metadata(place.home().join("secrets.key")).unwrap();
    assert_eq!(key.permissions().mode() & 0o777, 0o600);

    let server = Server::start(&place).await;
    let company = company.through(server.api());
    assert_eq!(company.api.post(&probe, &json!({})).await["ok"], false, "nobody answers there");
    let secrets = company.api.get(&company.path("/secrets")).await;
    assert!(secrets[0]["lastResolvedAt"].is_string(), "it was opened: {secrets}");
    server.stop().await;

    let other = [("WIRECLIP_SECRETS_KEY", &*"07".repeat(32))];
    let server = Server::start_with(&place, &["--port", "0"], &other).await;
    let refused = company.through(server.api()).api.try_post(&probe, &json!({})).await.unwrap();
    assert_eq!((refused.status, &refused.body["code"]), (422, &json!("secret_unavailable")));
}

/// Finds the files below a folder that hold the secret.
fn holding(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            holding(&path, found);
        } else if std::fs::read(&path)
            .is_ok_and(|bytes| bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes()))
        {
            found.push(path.display().to_string());
        }
    }
}
