//! Where runs execute: who may choose it, what is no choice, and what a choice forbids.

use serde_json::{Value, json};
use wireclip_domain::OpaqueJson;
use wireclip_store::{Scope, projects};
use wireclip_testkit::TestApp;

use super::{environment, ssh};
use crate::agents::{NOBODY, key, text};
use crate::playing;

/// Makes machines of these names and returns their ids.
async fn machines<const N: usize>(app: &TestApp, company: &str, names: [&str; N]) -> [String; N] {
    let mut ids = Vec::new();
    for name in names {
        ids.push(text(&environment(app, company, name, "ssh", ssh(&json!({}))).await["id"]));
    }
    ids.try_into().unwrap()
}

async fn done(app: &TestApp, method: &str, path: &str, body: Value) -> Value {
    let reply = app.send(method, path, Some(body)).await;
    assert!(reply.status.is_success(), "{}: {method} {path}: {}", app.database, reply.body);
    reply.body
}

fn issue_of(id: &Value) -> String {
    format!("/issues/{}", text(id))
}

#[tokio::test]
async fn what_is_no_id_of_an_environment_is_no_choice() {
    for app in TestApp::on_each_database().await {
        let company = playing::company(&app).await;
        let [made] = machines(&app, &company, ["Box"]).await;
        let projects = format!("/companies/{company}/projects");
        let project = done(&app, "POST", &projects, json!({"name": "Plan"})).await;
        let issues = format!("/companies/{company}/issues");
        let issue = done(&app, "POST", &issues, json!({"title": "Build"})).await;
        for (member, create, change) in [
            ("executionWorkspacePolicy", &projects, format!("/projects/{}", text(&project["id"]))),
            ("executionWorkspaceSettings", &issues, issue_of(&issue["id"])),
        ] {
            for (choice, status) in
                [(json!("the sandbox"), 400), (json!(7), 400), (json!(""), 400), (json!(NOBODY), 422)]
            {
                let settings = json!({"environmentId": choice});
                let new = json!({"name": "Other", "title": "Other", member: settings});
                for (method, path, body) in
                    [("POST", create, new), ("PATCH", &change, json!({member: settings}))]
                {
                    let refused = app.send(method, path, Some(body)).await;
                    let what = format!("{}: {method} {path} {settings}: {}", app.database, refused.body);
                    assert_eq!(refused.status, status, "{what}");
                    if status == 400 {
                        assert_eq!(
                            refused.body["details"][0]["path"],
                            json!([member, "environmentId"]),
                            "{what}"
                        );
                    } else {
                        assert_eq!(refused.body["error"], "Environment not found.", "{what}");
                    }
                }
            }
            let chosen = done(&app, "PATCH", &change, json!({member: {"environmentId": made}})).await;
            assert_eq!(chosen[member], json!({"environmentId": made}), "{}", app.database);
            done(&app, "PATCH", &change, json!({member: {"environmentId": null}})).await;
        }
    }
}

#[tokio::test]
async fn an_issue_says_where_it_is_worked_on_and_what_is_below_it_follows() {
    for app in TestApp::on_each_database().await {
        let company = playing::company(&app).await;
        let [box_, other] = machines(&app, &company, ["Box", "Other"]).await;
        let settings = |id: &str| json!({"environmentId": id});
        let issues = format!("/companies/{company}/issues");
        let new = json!({"title": "Build", "executionWorkspaceSettings": settings(&box_)});
        let issue = done(&app, "POST", &issues, new).await;
        assert_eq!(issue["executionWorkspaceSettings"], settings(&box_), "{}", app.database);
        let path = issue_of(&issue["id"]);
        let below = json!({"title": "Part"});
        let child = done(&app, "POST", &format!("{path}/children"), below).await;
        assert_eq!(child["executionWorkspaceSettings"], settings(&box_), "{}", app.database);
        let elsewhere = json!({"title": "Aside", "parentId": issue["id"],
            "executionWorkspaceSettings": settings(&other)});
        let aside = done(&app, "POST", &issues, elsewhere).await;
        assert_eq!(aside["executionWorkspaceSettings"], settings(&other), "{}", app.database);

        let moved = done(&app, "PATCH", &path, json!({"executionWorkspaceSettings": settings(&other)})).await;
        let told = &moved["changes"]["executionWorkspaceSettings"];
        assert_eq!((&told["from"], &told["to"]), (&settings(&box_), &settings(&other)), "{}", app.database);
        // What is not built is left out, and what is not named stays.
        let left = json!({"executionWorkspaceSettings": {"mode": "isolated_workspace"}});
        let reply = app.send("PATCH", &path, Some(left)).await;
        assert_eq!(reply.body["executionWorkspaceSettings"], settings(&other), "{}", app.database);
        assert_eq!(reply.body["changes"], json!({}));
        let ignored = reply.headers["x-wireclip-ignored"].to_str().unwrap();
        assert_eq!(ignored, "executionWorkspaceSettings.mode");
        let cleared = done(&app, "PATCH", &path, json!({"executionWorkspaceSettings": null})).await;
        assert_eq!(cleared["executionWorkspaceSettings"], Value::Null, "{}", app.database);
    }
}

#[tokio::test]
async fn an_agent_does_not_leave_the_place_that_was_chosen_for_it() {
    for app in TestApp::on_each_database().await {
        let company = playing::company(&app).await;
        let [box_, other] = machines(&app, &company, ["Box", "Other"]).await;
        let agent = playing::agent(&app, &company, "Ada", json!({})).await;
        let token = key(&app, &agent).await;
        let issues = format!("/companies/{company}/issues");
        let new = json!({"title": "Build", "assigneeAgentId": agent,
            "executionWorkspaceSettings": {"environmentId": box_}});
        let issue = done(&app, "POST", &issues, new).await;
        let path = issue_of(&issue["id"]);
        let run = playing::claim_one(&app).await.run.id.to_string();
        let bearer = format!("Bearer {token}");
        let by_agent = async |method: &str, path: &str, body: Value| {
            let headers = [("authorization", bearer.as_str()), ("x-paperclip-run-id", run.as_str())];
            app.send_with(method, path, Some(body), &headers).await
        };
        for choice in [json!(null), json!({"environmentId": null}), json!({"environmentId": other})] {
            let wish = json!({"executionWorkspaceSettings": choice});
            let refused = by_agent("PATCH", &path, wish.clone()).await;
            assert_eq!(refused.status, 403, "{}: {choice}: {}", app.database, refused.body);
            let mut child = wish;
            child["title"] = json!("Part");
            let refused = by_agent("POST", &format!("{path}/children"), child).await;
            assert_eq!(refused.status, 403, "{}: {choice}: {}", app.database, refused.body);
        }
        // Saying again what holds is no change.
        let same = json!({"title": "Part", "executionWorkspaceSettings": {"environmentId": box_}});
        let made = by_agent("POST", &format!("{path}/children"), same).await;
        assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
        let plan = json!({"name": "Plan", "executionWorkspacePolicy": {"environmentId": other}});
        let refused = by_agent("POST", &format!("/companies/{company}/projects"), plan).await;
        assert_eq!(refused.status, 403, "{}: {}", app.database, refused.body);
    }
}

#[tokio::test]
async fn a_run_goes_where_the_choice_nearest_to_the_work_says_and_nowhere_else() {
    for app in TestApp::on_each_database().await {
        let company = playing::company(&app).await;
        let [of_issue, of_project, of_agent] =
            machines(&app, &company, ["Issue's", "Project's", "Agent's"]).await;
        let agent = playing::agent(&app, &company, "Ada", json!({})).await;
        let projects_path = format!("/companies/{company}/projects");
        let project = text(&done(&app, "POST", &projects_path, json!({"name": "Plan"})).await["id"]);
        let new = json!({"title": "Build", "projectId": project, "assigneeAgentId": agent});
        let issue = done(&app, "POST", &format!("/companies/{company}/issues"), new).await;
        let claimed = playing::claim_one(&app).await;
        let place = async || {
            let mut now = claimed.clone();
            let scope = Scope::everything();
            let conn = app.services.core.store.read();
            now.issue =
                wireclip_store::issues::get(&conn, &scope, claimed.issue.as_ref().unwrap().id).await.unwrap();
            now.agent = wireclip_store::agents::get(&conn, &scope, claimed.agent.id).await.unwrap().unwrap();
            app.services.environments.place_of(&now).await.unwrap()
        };
        let at = async |id: &str| {
            let found = place().await.unwrap().map(|environment| environment.id.to_string());
            assert_eq!(found.as_deref(), Some(id), "{}", app.database);
        };
        assert_eq!(place().await, Ok(None));
        done(&app, "PATCH", &format!("/agents/{agent}"), json!({"defaultEnvironmentId": of_agent})).await;
        at(&of_agent).await;
        let policy = json!({"executionWorkspacePolicy": {"environmentId": of_project}});
        done(&app, "PATCH", &format!("/projects/{project}"), policy).await;
        at(&of_project).await;
        let settings = json!({"executionWorkspaceSettings": {"environmentId": of_issue}});
        done(&app, "PATCH", &issue_of(&issue["id"]), settings).await;
        at(&of_issue).await;

        // What an older version let pass is refused when a run would follow it.
        let left = json!({"executionWorkspaceSettings": null});
        done(&app, "PATCH", &issue_of(&issue["id"]), left).await;
        let change = app.services.core.store.begin_write().await.unwrap();
        let conn = change.conn();
        let before = projects::lock(&conn, project.parse().unwrap()).await.unwrap().unwrap();
        let mut after = before.clone();
        after.execution_workspace_policy = Some(OpaqueJson::of(&json!({"environmentId": "the sandbox"})));
        projects::update(&conn, &before, &after).await.unwrap();
        drop(conn);
        change.commit().await.unwrap();
        let refused = place().await.unwrap_err();
        assert_eq!(refused.code.as_str(), "environment_not_found", "{}", app.database);
        assert!(
            refused.message.contains("project") && refused.message.contains("the sandbox"),
            "{refused:?}"
        );
    }
}

#[tokio::test]
async fn what_is_chosen_is_not_deleted_and_those_who_chose_it_are_named() {
    for app in TestApp::on_each_database().await {
        let company = playing::company(&app).await;
        let [made, other] = machines(&app, &company, ["Box", "Other"]).await;
        let choice = json!({"environmentId": made});
        let agent = playing::agent(&app, &company, "Ada", json!({})).await;
        done(&app, "PATCH", &format!("/agents/{agent}"), json!({"defaultEnvironmentId": made})).await;
        let plan = json!({"name": "Plan", "executionWorkspacePolicy": choice});
        let project = done(&app, "POST", &format!("/companies/{company}/projects"), plan).await;
        let issues = format!("/companies/{company}/issues");
        let new = |title: &str| json!({"title": title, "executionWorkspaceSettings": choice});
        let open = done(&app, "POST", &issues, new("Build")).await;
        let closed = done(&app, "POST", &issues, new("Built")).await;
        done(&app, "PATCH", &issue_of(&closed["id"]), json!({"status": "done"})).await;

        let path = format!("/environments/{made}");
        let radius = app.send("GET", &format!("{path}/delete-blast-radius"), None).await.body;
        assert_eq!(
            (&radius["canDelete"], &radius["deleteBlockedReasons"]),
            (&json!(false), &json!(["selected"]))
        );
        let refused = app.send("DELETE", &path, None).await;
        assert_eq!(refused.status, 409, "{}: {}", app.database, refused.body);
        let named = &refused.body["details"]["selectedBy"];
        assert_eq!(named, &radius["selectedBy"]);
        let told: Vec<_> =
            named.as_array().unwrap().iter().map(|it| (text(&it["type"]), text(&it["id"]))).collect();
        let of = |kind: &str, id: &Value| (kind.to_owned(), text(id));
        let expected = [of("agent", &json!(agent)), of("project", &project["id"]), of("issue", &open["id"])];
        assert_eq!(told, expected, "{}", app.database);
        let message = text(&refused.body["error"]);
        assert!(
            message.contains("Ada") && message.contains("Plan") && message.contains("Build"),
            "{message}"
        );

        done(&app, "PATCH", &format!("/agents/{agent}"), json!({"defaultEnvironmentId": other})).await;
        let policy = json!({"executionWorkspacePolicy": null});
        done(&app, "PATCH", &format!("/projects/{}", text(&project["id"])), policy).await;
        done(&app, "PATCH", &issue_of(&open["id"]), json!({"executionWorkspaceSettings": null})).await;
        done(&app, "DELETE", &path, json!({})).await;
        // What is over keeps its choice: should it be opened again, nothing runs in another place.
        let kept = app.send("GET", &issue_of(&closed["id"]), None).await.body;
        assert_eq!(kept["executionWorkspaceSettings"], choice, "{}", app.database);
    }
}
