//! Keys of agents, and what they open.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use super::{NOBODY, agent, company, key, text};

#[tokio::test]
async fn a_key_is_shown_once_and_can_be_revoked() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Locks").await;
        let id = text(&agent(&app, &company, json!({"name": "Worker"})).await["id"]);
        let other = text(&agent(&app, &company, json!({"name": "Other"})).await["id"]);
        let path = format!("/agents/{id}/keys");
        let made = app.send("POST", &path, Some(json!({"name": "laptop"}))).await;
        assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
        let token = text(&made.body["token"]);
        assert_eq!((token.len(), &token[..4]), (52, "pcp_"));
        let listed = app.send("GET", &path, None).await;
        assert!(!listed.body.to_string().contains(&token));
        assert_eq!(listed.body[0]["responsibleUserId"], "local-board");
        assert_eq!(app.send_as(&token, "GET", "/agents/me", None).await.body["id"], id);
        let used = app.send("GET", &path, None).await.body[0]["lastUsedAt"].clone();
        assert!(used.is_string(), "{}: {used}", app.database);

        let of_other = format!("/agents/{other}/keys/{}", text(&made.body["id"]));
        assert_eq!(app.send("DELETE", &of_other, None).await.status, 404);
        let one = format!("{path}/{}", text(&made.body["id"]));
        for _ in 0..2 {
            assert_eq!(app.send("DELETE", &one, None).await.body, json!({"ok": true}));
        }
        assert_eq!(app.send_as(&token, "GET", "/agents/me", None).await.status, 401);
        for (body, at) in [
            (json!({"name": ""}), json!(["name"])),
            (json!({"scope": {"kind": "master"}}), json!(["scope"])),
            (json!({"scope": {"kind": "task_bridge"}}), json!(["scope", "projectId"])),
        ] {
            let refused = app.send("POST", &path, Some(body.clone())).await;
            assert_eq!((refused.status.as_u16(), &refused.body["details"][0]["path"]), (400, &at), "{body}");
        }
        assert_eq!(app.send("POST", &path, None).await.status, 400);
        let limited = json!({"scope": {"kind": "task_bridge", "projectId": NOBODY}});
        assert_eq!(app.send("POST", &path, Some(limited)).await.status, 422);
        let nobody = app.send("POST", &format!("/agents/{NOBODY}/keys"), Some(json!({}))).await;
        assert_eq!(nobody.status, 404);
    }
}

#[tokio::test]
async fn an_agents_key_opens_its_company_and_no_more() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app, "Here").await, company(&app, "There").await);
        let own = json!({"command": "/bin/true"});
        let id = text(&agent(&app, &here, json!({"name": "Worker", "adapterConfig": own})).await["id"]);
        let peer = agent(&app, &here, json!({"name": "Peer", "adapterConfig": own})).await;
        let peer = text(&peer["id"]);
        let foreign = text(&agent(&app, &there, json!({"name": "Foreign"})).await["id"]);
        let token = key(&app, &id).await;
        let ask = async |method: &str, path: &str, body: Option<Value>| {
            app.send_as(&token, method, path, body).await
        };

        let itself = ask("GET", &format!("/agents/{id}"), None).await.body;
        assert_eq!(itself["adapterConfig"], own);
        let colleague = ask("GET", &format!("/agents/{peer}"), None).await.body;
        assert_eq!((&colleague["name"], &colleague["adapterConfig"]), (&json!("Peer"), &json!({})));
        let listed = ask("GET", &format!("/companies/{here}/agents"), None).await.body;
        assert_eq!(listed[0]["adapterConfig"], json!({}));
        assert_eq!(ask("GET", &format!("/companies/{here}/org"), None).await.status, 200);
        let hired = ask("POST", &format!("/companies/{here}/agents"), Some(json!({"name": "Intern"}))).await;
        assert_eq!(hired.status, 201, "{}", hired.body);

        let profile = Some(json!({"title": "Boss"}));
        let command = Some(json!({"name": "Tool", "adapterConfig": {"command": "/bin/sh"}}));
        let spy = Some(json!({"name": "Spy"}));
        for (method, path, body, status) in [
            ("GET", format!("/companies/{there}/agents"), None, 403),
            ("GET", format!("/companies/{there}/org"), None, 403),
            ("GET", format!("/companies/{here}/agent-configurations"), None, 403),
            ("GET", format!("/agents/{foreign}"), None, 404),
            ("GET", format!("/agents/{foreign}/configuration"), None, 404),
            ("GET", format!("/agents/{peer}/configuration"), None, 403),
            ("GET", format!("/agents/{peer}/config-revisions"), None, 403),
            ("PATCH", format!("/agents/{peer}"), profile.clone(), 403),
            ("PATCH", format!("/agents/{id}"), profile, 403),
            ("POST", format!("/agents/{peer}/terminate"), None, 403),
            ("GET", format!("/agents/{id}/keys"), None, 403),
            ("POST", format!("/companies/{here}/agents"), command, 403),
            ("POST", format!("/companies/{there}/agents"), spy, 403),
        ] {
            let answered = ask(method, &path, body).await;
            assert_eq!(answered.status, status, "{}: {method} {path}: {}", app.database, answered.body);
        }
        assert_eq!(ask("GET", &format!("/agents/{id}/configuration"), None).await.status, 200);
    }
}

#[tokio::test]
async fn the_board_and_the_chief_decide_who_may_hire() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Allow").await;
        let chief = text(&agent(&app, &company, json!({"name": "Chief", "role": "ceo"})).await["id"]);
        let id = text(&agent(&app, &company, json!({"name": "Worker"})).await["id"]);
        let (of_chief, token) = (key(&app, &chief).await, key(&app, &id).await);
        let path = format!("/agents/{id}/permissions");
        let taken = json!({"canCreateAgents": false, "canAssignTasks": false});
        let answered = app.send("PATCH", &path, Some(taken)).await;
        assert_eq!(answered.body["access"]["grants"], json!([]), "{}: {}", app.database, answered.body);
        assert_eq!(answered.body["access"]["taskAssignSource"], "simple_default");
        let hire = format!("/companies/{company}/agents");
        let refused = app.send_as(&token, "POST", &hire, Some(json!({"name": "Friend"}))).await;
        assert_eq!(refused.status, 403);
        assert_eq!(refused.body["details"]["reason"], "deny_missing_grant");
        let given = json!({"canCreateAgents": true, "canAssignTasks": true});
        assert_eq!(app.send_as(&token, "PATCH", &path, Some(given.clone())).await.status, 403);
        assert_eq!(app.send_as(&of_chief, "PATCH", &path, Some(given)).await.status, 200);
        let hired = app.send_as(&token, "POST", &hire, Some(json!({"name": "Friend"}))).await;
        assert_eq!(hired.status, 201, "{}", hired.body);
        let second = json!({"name": "Second", "role": "ceo"});
        let refused = app.send_as(&token, "POST", &hire, Some(second.clone())).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["error"]),
            (403, &json!("only the CEO may do this")),
            "{}: who hires gives no more than it has",
            app.database
        );
        assert_eq!(app.send_as(&of_chief, "POST", &hire, Some(second)).await.status, 201, "{}", app.database);
        let one = app.send("PATCH", &path, Some(json!({"canCreateAgents": true}))).await;
        assert_eq!(one.status, 400);
    }
}
