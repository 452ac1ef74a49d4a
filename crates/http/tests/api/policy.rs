//! Who may call what: every declared route, called by everybody who may not.

use std::collections::HashMap;

use serde_json::json;
use wireclip_http::{Access, DeclaredRoute, declared_routes};
use wireclip_testkit::{Reply, TestApp};

/// Two companies, in each of which an agent has a key.
struct World {
    app: TestApp,
    /// The things of the first company, by the name of the parameter that names them.
    things: HashMap<&'static str, String>,
    /// The key of an agent of the first company.
    own_key: String,
    /// The key of an agent of the second company.
    foreign_key: String,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let (company, agent, own_key) = company_with_agent(&app, "Here").await;
        let (_, _, foreign_key) = company_with_agent(&app, "There").await;
        let mut things = HashMap::from([("companyId", company.clone()), ("agentId", agent.clone())]);
        for (name, path, body) in [
            ("labelId", "labels", json!({"name": "bug", "color": "#ff0000"})),
            ("goalId", "goals", json!({"title": "Aim"})),
            ("projectId", "projects", json!({"name": "Plan"})),
            ("issueId", "issues", json!({"title": "Task", "assigneeAgentId": agent})),
            ("approvalId", "approvals", json!({"type": "request_board_approval", "payload": {}})),
        ] {
            let made = app.send("POST", &format!("/companies/{company}/{path}"), Some(body)).await;
            if let Some(id) = made.body["id"].as_str() {
                things.insert(name, id.to_owned());
            }
        }
        if let Some(issue) = things.get("issueId") {
            let made =
                app.send("POST", &format!("/issues/{issue}/comments"), Some(json!({"body": "Hm"}))).await;
            if let Some(id) = made.body["id"].as_str() {
                things.insert("commentId", id.to_owned());
            }
        }
        let runs = app.send("GET", &format!("/companies/{company}/heartbeat-runs"), None).await;
        if let Some(id) = runs.body[0]["id"].as_str() {
            things.insert("runId", id.to_owned());
        }
        Self { app, things, own_key, foreign_key }
    }

    /// Returns the route's path with things of the first company in it.
    fn path(&self, route: &DeclaredRoute) -> String {
        let step = |step: &str| match step.strip_prefix('{').and_then(|step| step.strip_suffix('}')) {
            None => step.to_owned(),
            Some(name) => {
                let unknown = || "00000000-0000-4000-8000-000000000000".to_owned();
                self.things.get(name).cloned().unwrap_or_else(unknown)
            }
        };
        route.path.split('/').map(step).collect::<Vec<_>>().join("/")
    }

    async fn call(&self, route: &DeclaredRoute, headers: &[(&str, &str)]) -> Reply {
        self.app.send_with(route.method.as_str(), &self.path(route), Some(json!({})), headers).await
    }

    async fn call_as(&self, route: &DeclaredRoute, key: &str) -> Reply {
        self.call(route, &[("authorization", &format!("Bearer {key}"))]).await
    }
}

async fn company_with_agent(app: &TestApp, name: &str) -> (String, String, String) {
    let company = app.send("POST", "/companies", Some(json!({"name": name}))).await.body;
    let company = company["id"].as_str().expect("a company").to_owned();
    let agents = format!("/companies/{company}/agents");
    let agent = app.send("POST", &agents, Some(json!({"name": "Worker"}))).await.body;
    let agent = agent["id"].as_str().expect("an agent").to_owned();
    let key = app.send("POST", &format!("/agents/{agent}/keys"), Some(json!({}))).await.body;
    (company, agent, key["token"].as_str().expect("a key").to_owned())
}

fn routes(app: &TestApp) -> Vec<DeclaredRoute> {
    let routes = declared_routes(&app.app);
    assert!(routes.len() > 20, "the routes are listed");
    routes
}

/// The status for whoever is nobody, or says to be somebody and proves nothing.
fn nobody(route: &DeclaredRoute) -> u16 {
    if route.access == Access::Listener { 403 } else { 401 }
}

/// The status for whoever says nothing where people sign in.
fn silent(route: &DeclaredRoute) -> u16 {
    match route.access {
        Access::Board | Access::Personal | Access::Manager | Access::Listener => 403,
        Access::AnyCaller if route.path.starts_with("/issues/{issueId}") => 404,
        _ => 401,
    }
}

#[tokio::test]
async fn without_a_credential_there_is_nothing_to_call() {
    let world = World::new(TestApp::new().await).await;
    let world = World { app: world.app.authenticated(), ..world };
    for route in routes(&world.app).iter().filter(|route| route.access != Access::Public) {
        let reply = world.call(route, &[]).await;
        assert_eq!(reply.status, silent(route), "{} {}: {}", route.method, route.path, reply.body);
    }
}

#[tokio::test]
async fn a_wrong_token_makes_nobody_in_every_mode() {
    let world = World::new(TestApp::new().await).await;
    let check = async |world: &World| {
        for route in routes(&world.app).iter().filter(|route| route.access != Access::Public) {
            for credential in ["Bearer wrong", "Bearer ", "Basic bG9jYWw6Ym9hcmQ=", "wrong", ""] {
                let reply = world.call(route, &[("authorization", credential)]).await;
                assert_eq!(
                    reply.status,
                    nobody(route),
                    "{} {} with '{credential}': {}",
                    route.method,
                    route.path,
                    reply.body
                );
            }
        }
    };
    check(&world).await;
    check(&World { app: world.app.authenticated(), ..world }).await;
}

#[tokio::test]
async fn an_agent_reaches_nothing_of_another_company() {
    for app in TestApp::on_each_database().await {
        let world = World::new(app).await;
        let names_something = |route: &&DeclaredRoute| route.path.contains('{');
        for route in routes(&world.app).iter().filter(names_something) {
            if route.access == Access::Public {
                continue;
            }
            let reply = world.call_as(route, &world.foreign_key).await;
            let expected: &[u16] = if route.access == Access::Person { &[401] } else { &[403, 404] };
            assert!(
                expected.contains(&reply.status.as_u16()),
                "{}: {} {}: {} {}",
                world.app.database,
                route.method,
                route.path,
                reply.status,
                reply.body
            );
        }
    }
}

#[tokio::test]
async fn what_is_the_boards_is_no_agents() {
    let world = World::new(TestApp::new().await).await;
    for route in routes(&world.app).iter().filter(|route| {
        matches!(route.access, Access::Board | Access::Personal | Access::Manager | Access::Admin)
    }) {
        let reply = world.call_as(route, &world.own_key).await;
        assert_eq!(reply.status, 403, "{} {}: {}", route.method, route.path, reply.body);
    }
}

#[tokio::test]
async fn what_is_an_agents_is_not_the_boards() {
    let world = World::new(TestApp::new().await).await;
    for route in routes(&world.app).iter().filter(|route| route.access == Access::Agent) {
        let reply = world.call(route, &[]).await;
        assert_eq!(reply.status, 401, "{} {}: {}", route.method, route.path, reply.body);
    }
}

#[tokio::test]
async fn a_foreign_page_or_name_is_not_the_local_person() {
    let world = World::new(TestApp::new().await).await;
    for route in routes(&world.app).iter().filter(|route| route.access != Access::Public) {
        for header in [
            ("origin", "https://example.com"),
            ("origin", "http://localhost:8080"),
            ("origin", "null"),
            ("host", "wireclip.example.com"),
        ] {
            let reply = world.call(route, &[header]).await;
            assert_eq!(
                reply.status,
                nobody(route),
                "{} {} with {header:?}: {}",
                route.method,
                route.path,
                reply.body
            );
        }
    }
}
