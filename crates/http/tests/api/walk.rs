//! Every operation, called by everybody: the table of answers is a golden file for people to read.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Value, json};
use wireclip_domain::RunId;
use wireclip_http::{Access, DeclaredRoute, declared_routes};
use wireclip_services::RunTokenSubject;
use wireclip_testkit::{Reply, TestApp};

use crate::people::{ORIGIN, signed_up};

/// Who calls, in the order of the columns.
const CALLERS: [&str; 9] =
    ["nobody", "stranger", "viewer", "operator", "owner", "agent", "foreign", "revoked", "dead"];

/// A server on which everybody is there who calls.
struct Stage {
    app: TestApp,
    /// What whoever looks after the instance is signed in by.
    keeper: String,
    /// What each person is signed in by, and their ids.
    people: HashMap<&'static str, (String, String)>,
    foreign_key: String,
}

/// What calls are about, and the keys of the agent that is there. Made anew once something of it
/// was changed.
struct Things {
    by_name: HashMap<&'static str, String>,
    own_key: String,
    revoked_key: String,
    dead_token: String,
}

impl Stage {
    async fn new() -> Self {
        let app = TestApp::new().await.authenticated();
        let (keeper, _) = signed_up(&app, "keeper").await;
        let claimed = as_person(&app, &keeper, "POST", "/bootstrap/claim", json!({})).await;
        assert_eq!(claimed.status, 200, "{}", claimed.body);
        let mut people = HashMap::new();
        for name in ["stranger", "viewer", "operator", "owner"] {
            people.insert(name, signed_up(&app, name).await);
        }
        let mut stage = Self { app, keeper, people, foreign_key: String::new() };
        let elsewhere = stage.make("/companies", json!({"name": "There"})).await;
        stage.foreign_key = stage.agent_of(&elsewhere).await.1;
        stage
    }

    async fn make(&self, path: &str, body: Value) -> String {
        let made = as_person(&self.app, &self.keeper, "POST", path, body).await;
        let id = made.body["id"].as_str();
        id.unwrap_or_else(|| panic!("{path}: {} {}", made.status, made.body)).to_owned()
    }

    async fn agent_of(&self, company: &str) -> (String, String) {
        let agent = self.make(&format!("/companies/{company}/agents"), json!({"name": "Worker"})).await;
        (agent.clone(), self.key_of(&agent).await.0)
    }

    async fn key_of(&self, agent: &str) -> (String, String) {
        let key = format!("/agents/{agent}/keys");
        let made = as_person(&self.app, &self.keeper, "POST", &key, json!({})).await.body;
        let text = |name: &str| made[name].as_str().expect("a key").to_owned();
        (text("token"), text("id"))
    }

    /// Makes a company with one of everything, to which people belong as they are called.
    async fn things(&self) -> Things {
        let company = self.make("/companies", json!({"name": "Here"})).await;
        let (agent, own_key) = self.agent_of(&company).await;
        let (revoked_key, revoked_id) = self.key_of(&agent).await;
        let revoke = format!("/agents/{agent}/keys/{revoked_id}");
        as_person(&self.app, &self.keeper, "DELETE", &revoke, Value::Null).await;
        let mut by_name = HashMap::from([("companyId", company.clone()), ("agentId", agent.clone())]);
        for role in ["viewer", "operator", "owner"] {
            let user = &self.people[role].1;
            let access = format!("/admin/users/{user}/company-access");
            as_person(&self.app, &self.keeper, "PUT", &access, json!({"companyIds": []})).await;
            let wished = json!({"companyIds": self.also_owned(user, &company).await});
            let given = as_person(&self.app, &self.keeper, "PUT", &access, wished).await;
            let access = given.body["companyAccess"].as_array().expect("memberships").clone();
            let member = access.iter().find(|member| member["companyId"] == company).expect("a member");
            let member = member["id"].as_str().expect("its id").to_owned();
            let grants = match role {
                "owner" => owner_grants(),
                "operator" => json!([{"permissionKey": "tasks:assign"}]),
                _ => json!([]),
            };
            let path = format!("/companies/{company}/members/{member}/role-and-grants");
            let body = json!({"membershipRole": role, "grants": grants});
            let seated = as_person(&self.app, &self.keeper, "PATCH", &path, body).await;
            assert_eq!(seated.status, 200, "{role}: {}", seated.body);
            if role == "viewer" {
                by_name.insert("memberId", member);
            }
        }
        by_name.insert("userId", self.people["stranger"].1.clone());
        for (name, path, body) in [
            ("labelId", "labels", json!({"name": "bug", "color": "#ff0000"})),
            ("goalId", "goals", json!({"title": "Aim"})),
            ("projectId", "projects", json!({"name": "Plan"})),
            ("issueId", "issues", json!({"title": "Task", "assigneeAgentId": agent})),
            ("approvalId", "approvals", json!({"type": "request_board_approval", "payload": {}})),
        ] {
            by_name.insert(name, self.make(&format!("/companies/{company}/{path}"), body).await);
        }
        let comments = format!("/issues/{}/comments", by_name["issueId"]);
        by_name.insert("commentId", self.make(&comments, json!({"body": "Hm"})).await);
        let runs = format!("/companies/{company}/heartbeat-runs");
        let runs = as_person(&self.app, &self.keeper, "GET", &runs, Value::Null).await;
        let run: RunId = runs.body[0]["id"].as_str().expect("a run").parse().expect("its id");
        by_name.insert("runId", run.to_string());
        // A run that does not live: it waits.
        let core = &self.app.services.core;
        let subject = RunTokenSubject {
            agent_id: agent.parse().expect("an id"),
            company_id: company.parse().expect("an id"),
            adapter_type: wireclip_domain::agent::AdapterType::Process,
            run_id: run,
            responsible_user_id: None,
        };
        let dead_token = core.run_tokens.issue(&subject, core.clock.now()).expect("a token");
        let dead_token = secrecy::ExposeSecret::expose_secret(&dead_token).to_owned();
        Things { by_name, own_key, revoked_key, dead_token }
    }

    /// Owners are not taken out of what they own.
    async fn also_owned(&self, user: &str, company: &str) -> Vec<String> {
        let access = format!("/admin/users/{user}/company-access");
        let known = as_person(&self.app, &self.keeper, "GET", &access, Value::Null).await;
        let known = known.body["companyAccess"].as_array().expect("memberships").clone();
        let owned = known.iter().filter(|member| member["membershipRole"] == "owner");
        let owned = owned.filter_map(|member| member["companyId"].as_str().map(str::to_owned));
        owned.chain([company.to_owned()]).collect()
    }

    async fn call(&self, route: &DeclaredRoute, things: &Things, caller: &str) -> Reply {
        let step = |step: &str| match step.strip_prefix('{').and_then(|step| step.strip_suffix('}')) {
            None => step.to_owned(),
            Some(name) => {
                let unknown = || "00000000-0000-4000-8000-000000000000".to_owned();
                things.by_name.get(name).cloned().unwrap_or_else(unknown)
            }
        };
        let path = route.path.split('/').map(step).collect::<Vec<_>>().join("/");
        let bearer = |token: &str| ("authorization", format!("Bearer {token}"));
        let mut headers = match caller {
            "nobody" => Vec::new(),
            "agent" => vec![bearer(&things.own_key)],
            "foreign" => vec![bearer(&self.foreign_key)],
            "revoked" => vec![bearer(&things.revoked_key)],
            "dead" => vec![bearer(&things.dead_token)],
            person => vec![("cookie", self.people[person].0.clone())],
        };
        headers.push(("origin", ORIGIN.to_owned()));
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.app.send_with(route.method.as_str(), &path, Some(json!({})), &headers).await
    }
}

fn owner_grants() -> Value {
    use wireclip_domain::membership::CompanyRole;
    CompanyRole::Owner.grants().iter().map(|key| json!({"permissionKey": key.as_str()})).collect()
}

async fn as_person(app: &TestApp, cookie: &str, method: &str, path: &str, body: Value) -> Reply {
    let body = Some(body).filter(|body| !body.is_null());
    app.send_with(method, path, body, &[("cookie", cookie), ("origin", ORIGIN)]).await
}

/// What a status says about who may.
fn told(reply: &Reply) -> String {
    match reply.status.as_u16() {
        status @ (400 | 401 | 403 | 404 | 500..) => status.to_string(),
        _ => "yes".to_owned(),
    }
}

const HEADING: &str = "\
Who may call what. Each operation is called with an empty body by nobody, by people who are signed in (a
stranger; a viewer, an operator and an owner of the company), by an agent of the company, by one of another
company, with a key that was revoked, and with the token of a run that does not live. `yes`: the caller may,
whatever came of the empty body. 400: the body is read before it is asked whether the caller may, which the
actions do (`domain::policy`). 404 in a whole row: there was no such thing for anybody.
";

#[tokio::test]
async fn the_table_of_who_may_call_what() {
    let stage = Stage::new().await;
    let mut routes = declared_routes(&stage.app.app);
    routes.retain(|route| route.is_operation && route.access != Access::Public);
    routes.sort_by(|a, b| (&a.path, a.method.as_str()).cmp(&(&b.path, b.method.as_str())));
    let mut table = format!("{HEADING}\n{:<7}{:<82}", "", "");
    for caller in CALLERS {
        write!(table, "{caller:<9}").expect("a text takes more");
    }
    let mut things = stage.things().await;
    for route in &routes {
        write!(table, "\n{:<7}{:<82}", route.method.as_str(), route.path).expect("a text takes more");
        for caller in CALLERS {
            let reply = stage.call(route, &things, caller).await;
            write!(table, "{:<9}", told(&reply)).expect("a text takes more");
            // An empty body changes nothing, and what is made beside things leaves them as they are.
            let is_end = route.method == "DELETE" || route.method == "POST" && reply.status == 200;
            if is_end && reply.status.is_success() {
                things = stage.things().await;
            }
        }
    }
    let table = table.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert!(!table.contains("500"), "a fault of ours:\n{table}");
    insta::assert_snapshot!(table);
}
