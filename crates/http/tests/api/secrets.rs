//! Secrets: whatever holds one is never told again, by no answer, no event and no entry.

use std::collections::HashMap;

use serde_json::{Value, json};
use wireclip_http::declared_routes;
use wireclip_testkit::{Reply, TestApp};

use crate::live::Listener;
use crate::playing::{self, company, id, settle};

/// What must never be seen again: of an environment, and under names that say that they are secret.
const SECRET: &str = "walks-nowhere-93f1c7";

/// Sends requests and looks through everything that comes back.
struct Walk<'a> {
    app: &'a TestApp,
    listener: Listener,
    /// The things that there are, by the name of the parameter that names them.
    things: HashMap<&'static str, String>,
    heard: usize,
}

impl Walk<'_> {
    async fn send(&mut self, method: &str, path: &str, body: Option<Value>) -> Value {
        let path = self.filled(path);
        let reply = self.app.send(method, &path, body).await;
        assert!(reply.status.is_success(), "{method} {path}: {}", reply.body);
        self.look(method, &path, &reply);
        reply.body
    }

    fn look(&self, method: &str, path: &str, reply: &Reply) {
        let told = format!("{} {:?}", reply.body, reply.headers);
        assert!(!told.contains(SECRET), "{}: {method} {path} tells a secret: {told}", self.app.database);
    }

    fn filled(&self, path: &str) -> String {
        let step = |step: &str| match step.strip_prefix('{').and_then(|step| step.strip_suffix('}')) {
            None => step.to_owned(),
            Some("type" | "adapterType") => "process".to_owned(),
            Some(name) => self.things.get(name).cloned().unwrap_or_else(|| name.to_owned()),
        };
        path.split('/').map(step).collect::<Vec<_>>().join("/")
    }

    /// Makes something, and keeps its id under the name of its parameter.
    async fn make(&mut self, name: &'static str, path: &str, body: Value) -> Value {
        let made = self.send("POST", path, Some(body)).await;
        self.things.insert(name, id(&made));
        made
    }

    /// Reads everything that was told so far to whoever listens.
    async fn hear(&mut self) {
        let mark = json!({"name": format!("mark {}", self.heard), "color": "#123456"});
        let mark = self.send("POST", "/companies/{companyId}/labels", Some(mark)).await;
        loop {
            let message = self.listener.next().await;
            assert!(!message.to_string().contains(SECRET), "an event tells a secret: {message}");
            self.heard += 1;
            if message["payload"]["entityId"] == mark["id"] {
                return;
            }
        }
    }
}

fn settings() -> Value {
    json!({
        "command": "/bin/true", "apiKey": SECRET,
        "headers": {"authorization": format!("Bearer {SECRET}"), "X-Y": SECRET},
        "args": ["--with", format!("--token={SECRET}")], "url": format!("https://me:{SECRET}@a.example/?key={SECRET}"),
        "env": {"MODE": SECRET, "OTHER": {"type": "plain", "value": SECRET}},
    })
}

async fn plant(walk: &mut Walk<'_>) {
    let stored = json!({"name": "Door code", "value": SECRET});
    walk.make("secretId", "/companies/{companyId}/secrets", stored).await;
    let rotated = json!({"value": format!("{SECRET}-2")});
    walk.send("POST", "/secrets/{secretId}/rotate", Some(rotated)).await;
    walk.make("goalId", "/companies/{companyId}/goals", json!({"title": "Aim"})).await;
    let agent = json!({
        "name": "Keeper", "adapterType": "process", "adapterConfig": settings(),
        "runtimeConfig": {"heartbeat": {"enabled": false}, "password": SECRET}, "metadata": {"token": SECRET},
    });
    walk.make("agentId", "/companies/{companyId}/agents", agent).await;
    let changed =
        json!({"adapterConfig": {"graceSec": 2, "env": {"MORE": SECRET}}, "metadata": {"secret": SECRET}});
    walk.send("PATCH", "/agents/{agentId}", Some(changed)).await;
    walk.send("PATCH", "/agents/{agentId}", Some(json!({"title": "Keeper of secrets"}))).await;
    let revisions = walk.send("GET", "/agents/{agentId}/config-revisions", None).await;
    walk.things.insert("revisionId", id(&revisions[0]));
    let machine = json!({
        "name": "Box", "driver": "ssh", "envVars": {"MODE": SECRET}, "metadata": {"token": SECRET},
        "config": {"host": "127.0.0.1", "port": 1, "username": "u", "remoteWorkspacePath": "/w", "privateKey": SECRET},
    });
    walk.make("environmentId", "/companies/{companyId}/environments", machine).await;
    walk.send("POST", "/environments/{environmentId}/probe", Some(json!({}))).await;
    let workspace = json!({
        "name": "Here", "cwd": "/tmp", "metadata": {"apiKey": SECRET},
        "repoUrl": format!("https://me:{SECRET}@code.example/team/site.git"),
    });
    let project = json!({"name": "Plan", "env": {"MODE": SECRET}, "workspace": workspace});
    let project = walk.make("projectId", "/companies/{companyId}/projects", project).await;
    walk.things.insert("workspaceId", id(&project["workspaces"][0]));
    let plain = json!({"env": {"MODE": {"type": "plain", "value": SECRET}}});
    walk.send("PATCH", "/projects/{projectId}", Some(plain)).await;
    let metadata = json!({"metadata": {"apiKey": SECRET, "clientSecret": SECRET}});
    walk.send("PATCH", "/projects/{projectId}/workspaces/{workspaceId}", Some(metadata)).await;
    let overrides = json!({"adapterConfig": settings()});
    let agent = walk.things["agentId"].clone();
    let issue = json!({
        "title": "Task", "assigneeAgentId": agent, "projectId": walk.things["projectId"],
        "assigneeAdapterOverrides": overrides,
    });
    walk.make("issueId", "/companies/{companyId}/issues", issue).await;
    let more = json!({"adapterConfig": {"env": {"MORE": SECRET}, "accessToken": SECRET}});
    let change = json!({"assigneeAdapterOverrides": more, "comment": "Changed."});
    let changed = walk.send("PATCH", "/issues/{issueId}", Some(change)).await;
    walk.things.insert("commentId", id(&changed["comment"]));
    let child = json!({"title": "Part", "assigneeAdapterOverrides": overrides});
    walk.send("POST", "/issues/{issueId}/children", Some(child)).await;
    let entry = json!({
        "actorType": "user", "actorId": "local-board", "action": "note.taken", "entityType": "note", "entityId": "1",
        "details": {"env": {"MODE": SECRET}, "deep": [{"password": SECRET}]},
    });
    walk.send("POST", "/companies/{companyId}/activity", Some(entry)).await;
    let wake =
        json!({"source": "on_demand", "payload": {"taskKey": "k", "apiKey": SECRET, "env": {"A": SECRET}}});
    walk.send("POST", "/agents/{agentId}/wakeup", Some(wake)).await;
    for claimed in playing::claim(walk.app).await {
        walk.things.insert("runId", claimed.run.id.to_string());
        settle(walk.app, &claimed, playing::exited(0)).await;
    }
}

#[tokio::test]
async fn what_is_secret_is_never_told_again() {
    for app in TestApp::on_each_database().await {
        let address = app.listen().await;
        let company = company(&app).await;
        let listener = Listener::open(&address, &format!("/companies/{company}/events/ws")).await;
        let things = HashMap::from([("companyId", company)]);
        let mut walk = Walk { app: &app, listener, things, heard: 0 };
        Box::pin(plant(&mut walk)).await;
        walk.hear().await;

        let mut read = 0;
        for route in declared_routes(&app.app) {
            if route.method.as_str() != "GET" || route.path.ends_with("/ws") {
                continue;
            }
            let path = walk.filled(&route.path);
            let reply = app.send("GET", &path, None).await;
            walk.look("GET", &path, &reply);
            read += usize::from(reply.status.is_success());
        }
        assert!(read > 50, "{read} routes were read");
    }
}

#[tokio::test]
async fn a_hidden_value_that_is_sent_back_keeps_the_stored_one() {
    for app in TestApp::on_each_database().await {
        let address = app.listen().await;
        let company = company(&app).await;
        let listener = Listener::open(&address, &format!("/companies/{company}/events/ws")).await;
        let things = HashMap::from([("companyId", company)]);
        let mut walk = Walk { app: &app, listener, things, heard: 0 };
        Box::pin(plant(&mut walk)).await;
        let issue = walk.send("GET", "/issues/{issueId}", None).await;
        let mut overrides = issue["assigneeAdapterOverrides"].clone();
        overrides["adapterConfig"]["command"] = json!("/bin/false");
        let change = json!({"assigneeAdapterOverrides": overrides, "status": "todo"});
        walk.send("PATCH", "/issues/{issueId}", Some(change)).await;
        let comment = json!({"body": "Go on."});
        walk.send("POST", "/issues/{issueId}/comments", Some(comment)).await;
        let claimed = playing::claim(&app).await;
        let about = claimed.iter().find(|claimed| claimed.issue.is_some()).expect("a run about the issue");
        let settings: Value = about.settings.parse().unwrap();
        assert_eq!(settings["accessToken"], SECRET, "{}", app.database);
        assert_eq!(settings["env"]["MORE"]["value"], SECRET, "{}", app.database);
        assert_eq!(settings["command"], "/bin/false", "{}", app.database);

        let masked = json!({"assigneeAdapterOverrides": {"adapterConfig": {"newSecret": "***REDACTED***"}}});
        let refused = app.send("PATCH", &walk.filled("/issues/{issueId}"), Some(masked)).await;
        assert_eq!(refused.status, 422, "{}: a mask never becomes a value: {}", app.database, refused.body);
    }
}

#[tokio::test]
async fn a_token_is_told_once_and_its_answer_is_not_kept() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let agent = app
            .send(
                "POST",
                &format!("/companies/{company}/agents"),
                Some(json!({"name": "A", "adapterType": "process", "adapterConfig": {"command": "true"}})),
            )
            .await;
        let path = format!("/agents/{}/keys", id(&agent.body));
        let body = json!({"name": "one"}).to_string().into_bytes();
        let key = [("idempotency-key", "once")];
        let first = app.send_bytes("POST", &path, body.clone(), &key).await;
        assert_eq!(first.status, 201, "{}", first.body);
        let token = first.body["token"].as_str().unwrap();

        let again = app.send_bytes("POST", &path, body, &key).await;
        assert_eq!(
            (again.status.as_u16(), &again.body["code"]),
            (409, &json!("token_shown_once")),
            "{}",
            app.database
        );
        assert_eq!(again.body["details"]["keyId"], first.body["id"]);
        let keys = app.send("GET", &path, None).await;
        assert_eq!(keys.body.as_array().unwrap().len(), 1, "{}: nothing is made twice", app.database);

        let conn = app.app.services.core.store.read();
        let route = format!("POST {path}");
        let kept = wireclip_store::idempotency::get(&conn, "user:local-board", &route, "once").await.unwrap();
        let kept = kept.expect("the key is taken");
        assert!(!kept.body.contains(token), "{}: {}", app.database, kept.body);
    }
}
