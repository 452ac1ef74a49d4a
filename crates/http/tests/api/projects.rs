//! Projects and their workspaces, as clients see them.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use crate::agents::{agent, company, text};

async fn project(app: &TestApp, company: &str, body: Value) -> Value {
    let made = app.send("POST", &format!("/companies/{company}/projects"), Some(body)).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    made.body
}

async fn key_of(app: &TestApp, company: &str, agent: &Value) -> String {
    let path = format!("/agents/{}/keys", text(&agent["id"]));
    let made = app.send("POST", &path, Some(json!({"name": "key"}))).await;
    assert_eq!(made.status, 201, "{}: {company}: {}", app.database, made.body);
    text(&made.body["token"])
}

#[tokio::test]
async fn namesakes_made_at_once_are_told_apart() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let path = format!("/companies/{company}/projects");
        let make = || app.send("POST", &path, Some(json!({"name": "Web Site"})));
        let (a, b, c) = tokio::join!(make(), make(), make());
        let mut keys = [a, b, c].map(|made| text(&made.body["urlKey"]));
        keys.sort_unstable();
        assert_eq!(keys, ["web-site", "web-site-2", "web-site-3"], "{}", app.database);
    }
}

#[tokio::test]
async fn a_project_is_found_by_its_key_or_name_within_a_company() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app, "Here").await, company(&app, "There").await);
        let site = project(&app, &here, json!({"name": "Web Site"})).await;
        let twins = [
            project(&app, &here, json!({"name": "Café"})).await,
            project(&app, &here, json!({"name": "Café"})).await,
        ];
        let get = async |path: &str, token: Option<&str>| match token {
            None => app.send("GET", path, None).await,
            Some(token) => app.send_as(token, "GET", path, None).await,
        };
        for path in ["web-site", "Web%20Site%21", &text(&site["id"])] {
            let found = get(&format!("/projects/{path}?companyId={here}"), None).await;
            assert_eq!(found.body, site, "{}: {path}", app.database);
        }
        let twin = get(&format!("/projects/{}?companyId={here}", text(&twins[0]["urlKey"])), None).await;
        assert_eq!(twin.body["id"], twins[0]["id"], "{}", app.database);
        for (path, status) in [
            (format!("Caf%C3%A9?companyId={here}"), 409),
            ("web-site".to_owned(), 422),
            (format!("web-site?companyId={there}"), 404),
        ] {
            let refused = get(&format!("/projects/{path}"), None).await;
            assert_eq!(refused.status, status, "{}: {path}: {}", app.database, refused.body);
        }
        let token = key_of(&app, &here, &agent(&app, &here, json!({"name": "Ada"})).await).await;
        assert_eq!(get("/projects/web-site", Some(&token)).await.body, site, "{}", app.database);
        let foreign = get(&format!("/projects/web-site?companyId={there}"), Some(&token)).await;
        assert_eq!(foreign.status, 403, "{}: {}", app.database, foreign.body);
        let theirs = project(&app, &there, json!({"name": "Theirs"})).await;
        let hidden = get(&format!("/projects/{}", text(&theirs["id"])), Some(&token)).await;
        assert_eq!(hidden.status, 404, "{}: {}", app.database, hidden.body);
    }
}

#[tokio::test]
async fn a_project_serves_goals_of_its_company_in_the_order_given() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app, "Here").await, company(&app, "There").await);
        let goal = async |company: &str, title: &str| {
            let path = format!("/companies/{company}/goals");
            text(&app.send("POST", &path, Some(json!({"title": title}))).await.body["id"])
        };
        let [why, also, foreign] =
            [goal(&here, "Why").await, goal(&here, "Also").await, goal(&there, "Theirs").await];
        let made = project(&app, &here, json!({"name": "Plan", "goalIds": [also, why, also]})).await;
        assert_eq!(
            (&made["goalId"], &made["goalIds"]),
            (&json!(also), &json!([also, why])),
            "{}",
            app.database
        );
        assert_eq!(made["goals"][1], json!({"id": why, "title": "Why"}));
        let path = format!("/projects/{}", text(&made["id"]));
        let refused = app.send("PATCH", &path, Some(json!({"goalIds": [why, foreign]}))).await;
        assert_eq!(refused.status, 422, "{}", app.database);
        assert_eq!(refused.body["details"]["unknownGoalIds"], json!([foreign]));
        let older = app.send("PATCH", &path, Some(json!({"goalId": why}))).await;
        assert_eq!(older.body["goalIds"], json!([why]), "{}: {}", app.database, older.body);
        app.send("DELETE", &format!("/goals/{why}"), None).await;
        let left = app.send("GET", &path, None).await;
        assert_eq!(
            (&left.body["goalId"], &left.body["goalIds"]),
            (&Value::Null, &json!([])),
            "{}",
            app.database
        );
    }
}

#[tokio::test]
async fn an_archived_project_is_listed_only_on_demand() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let made = project(&app, &company, json!({"name": "Shelved"})).await;
        let path = format!("/projects/{}", text(&made["id"]));
        app.send("PATCH", &path, Some(json!({"archivedAt": "2026-01-02T03:04:05.000Z"}))).await;
        let list = async |query: &str| {
            app.send("GET", &format!("/companies/{company}/projects{query}"), None).await.body
        };
        assert_eq!(list("").await, json!([]), "{}", app.database);
        assert_eq!(list("?includeArchived=1").await, json!([]), "{}", app.database);
        let all = list("?includeArchived=true").await;
        assert_eq!(all[0]["name"], "Shelved", "{}", app.database);
        assert_eq!((&all[0]["taskCount"], &all[0]["budget"]), (&json!(0), &Value::Null));
    }
}

#[tokio::test]
async fn a_project_with_workspaces_has_one_primary_one() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let made = project(&app, &company, json!({"name": "Plan"})).await;
        let path = format!("/projects/{}/workspaces", text(&made["id"]));
        let add = |body: Value| app.send("POST", &path, Some(body));
        let (a, b, c) = tokio::join!(
            add(json!({"cwd": "/srv/a", "isPrimary": true})),
            add(json!({"cwd": "/srv/b", "isPrimary": true})),
            add(json!({"repoUrl": "https://example.org/team/site.git", "isPrimary": true})),
        );
        for added in [&a, &b, &c] {
            assert_eq!(added.status, 201, "{}: {}", app.database, added.body);
        }
        assert_eq!((&c.body["name"], &c.body["sourceType"]), (&json!("site"), &json!("git_repo")));
        let primaries = async || {
            let listed = app.send("GET", &path, None).await.body;
            let all = listed.as_array().unwrap().clone();
            let is_primary: Vec<bool> = all.iter().map(|one| one["isPrimary"].as_bool().unwrap()).collect();
            (text(&all[0]["id"]), is_primary)
        };
        let (first, flags) = primaries().await;
        assert_eq!(flags, [true, false, false], "{}", app.database);
        let given_up = app.send("PATCH", &format!("{path}/{first}"), Some(json!({"isPrimary": false}))).await;
        assert_eq!(given_up.body["isPrimary"], false, "{}: {}", app.database, given_up.body);
        let (second, flags) = primaries().await;
        assert!(second != first && flags == [true, false, false], "{}", app.database);
        app.send("DELETE", &format!("{path}/{second}"), None).await;
        assert_eq!(primaries().await.1, [true, false], "{}", app.database);
    }
}

#[tokio::test]
async fn commands_and_paths_are_not_an_agents_to_set() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let token = key_of(&app, &company, &agent(&app, &company, json!({"name": "Ada"})).await).await;
        let made = app
            .send_as(&token, "POST", &format!("/companies/{company}/projects"), Some(json!({"name": "Mine"})))
            .await;
        assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
        let path = format!("/projects/{}", text(&made.body["id"]));
        let places = format!("{path}/workspaces");
        let repository = json!({"repoUrl": "https://example.org/a.git"});
        let place = app.send_as(&token, "POST", &places, Some(repository)).await;
        assert_eq!(place.status, 201, "{}: {}", app.database, place.body);
        let place = format!("{places}/{}", text(&place.body["id"]));
        for (method, path, body) in [
            ("POST", &places, json!({"cwd": "/etc"})),
            ("POST", &places, json!({"repoUrl": "https://example.org/b.git", "setupCommand": "reboot"})),
            ("PATCH", &place, json!({"cleanupCommand": "reboot"})),
            ("PATCH", &path, json!({"env": {"PATH": "/tmp"}})),
            (
                "PATCH",
                &path,
                json!({"executionWorkspacePolicy": {"workspaceStrategy": {"provisionCommand": "x"}}}),
            ),
        ] {
            let refused = app.send_as(&token, method, path, Some(body.clone())).await;
            assert_eq!(refused.status, 403, "{}: {body}: {}", app.database, refused.body);
        }
        let odd = app.send("POST", &places, Some(json!({"repoUrl": "ext::sh -c reboot"}))).await;
        assert_eq!(odd.status, 400, "{}: {}", app.database, odd.body);
        let odd = app.send("POST", &places, Some(json!({"repoUrl": "ext::reboot"}))).await;
        assert_eq!(odd.status, 422, "{}: {}", app.database, odd.body);
    }
}
