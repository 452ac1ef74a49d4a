//! Environments, as clients see them.

mod choices;
mod leases;
mod secrets;

use serde_json::{Value, json};
use wireclip_domain::UserId;
use wireclip_domain::caller::{BoardCaller, BoardProof, BoardReach, Caller};
use wireclip_domain::membership::{CompanyRole, Seat};
use wireclip_domain::patch::Field;
use wireclip_services::records::EnvironmentFilter;
use wireclip_services::{RefusalKind, Request};
use wireclip_testkit::TestApp;

use crate::agents::{NOBODY, agent, company, key, text};

/// A machine that nobody answers at.
fn ssh(more: &Value) -> Value {
    let mut config = json!({"host": "127.0.0.1", "port": 1, "username": "runner",
        "remoteWorkspacePath": "/srv/work", "strictHostKeyChecking": false});
    config.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    config
}

/// Makes an environment and returns what was answered.
async fn environment(app: &TestApp, company: &str, name: &str, driver: &str, config: Value) -> Value {
    let body = json!({"name": name, "driver": driver, "config": config});
    let made = app.send("POST", &format!("/companies/{company}/environments"), Some(body)).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    made.body
}

async fn local(app: &TestApp, company: &str) -> Value {
    let listed = app.send("GET", &format!("/companies/{company}/environments?driver=local"), None).await;
    assert_eq!(listed.body.as_array().map(Vec::len), Some(1), "{}", listed.body);
    listed.body[0].clone()
}

/// A person who belongs to one company and does not look after the instance.
fn member(company: &str) -> Request {
    let reach = BoardReach::Companies(vec![Seat::of_role(company.parse().unwrap(), CompanyRole::Owner)]);
    Request::of(Caller::Board(BoardCaller {
        user_id: UserId::new("member"),
        reach,
        is_instance_admin: false,
        proof: BoardProof::Local,
    }))
}

#[tokio::test]
async fn there_is_one_local_environment_and_it_stays() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let local = local(&app, &company).await;
        let path = format!("/environments/{}", text(&local["id"]));
        assert_eq!(app.send("GET", &path, None).await.body, local, "{}", app.database);
        assert_eq!(app.services.environments.ensure_local().await.unwrap().id.to_string(), local["id"]);
        let second = json!({"name": "Another", "driver": "local"});
        let refused = app.send("POST", &format!("/companies/{company}/environments"), Some(second)).await;
        assert_eq!(refused.status, 409, "{}", refused.body);
        let radius = app.send("GET", &format!("{path}/delete-blast-radius"), None).await.body;
        let reasons = json!(["managed_local", "instance_default"]);
        assert_eq!((&radius["canDelete"], &radius["deleteBlockedReasons"]), (&json!(false), &reasons));
        let refused = app.send("DELETE", &path, None).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["details"]["deleteBlockedReasons"]),
            (409, &reasons)
        );
        for (patch, status) in [
            (json!({"driver": "ssh", "config": ssh(&json!({}))}), 422),
            (json!({"metadata": {"managedByPaperclip": false}}), 422),
            (json!({"metadata": local["metadata"]}), 200),
            (json!({"description": "Here"}), 200),
        ] {
            let answered = app.send("PATCH", &path, Some(patch)).await;
            assert_eq!(answered.status, status, "{}: {}", app.database, answered.body);
        }
        let probed = app.send("POST", &format!("{path}/probe"), Some(json!({}))).await.body;
        assert_eq!((&probed["ok"], &probed["driver"]), (&json!(true), &json!("local")));
    }
}

#[tokio::test]
async fn names_are_taken_once_and_every_company_hears_of_changes() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app, "Here").await, company(&app, "There").await);
        let made = environment(&app, &here, "Box", "ssh", ssh(&json!({}))).await;
        let again = json!({"name": "Box", "driver": "ssh", "config": ssh(&json!({}))});
        let refused = app.send("POST", &format!("/companies/{there}/environments"), Some(again)).await;
        assert_eq!(refused.status, 409, "{}: {}", app.database, refused.body);
        let path = format!("/environments/{}", text(&made["id"]));
        let taken = app.send("PATCH", &path, Some(json!({"name": "Local"}))).await;
        assert_eq!(taken.status, 409, "{}: {}", app.database, taken.body);
        app.send("PATCH", &path, Some(json!({"config": {"port": 2}, "description": "A box"}))).await;
        let probe = format!("{path}/probe?companyId={there}");
        assert_eq!(app.send("POST", &probe, Some(json!({}))).await.status, 200);
        assert_eq!(app.send("DELETE", &path, None).await.status, 200);
        assert_eq!(app.send("DELETE", &path, None).await.status, 404);
        for company in [&here, &there] {
            let log = app.send("GET", &format!("/companies/{company}/activity"), None).await.body;
            let told: Vec<_> = log
                .as_array()
                .unwrap()
                .iter()
                .filter(|entry| entry["entityType"] == "environment")
                .map(|entry| text(&entry["action"]))
                .collect();
            let mut expected = vec!["environment.deleted", "environment.updated", "environment.created"];
            // That somebody tried it concerns the company in whose name it was.
            if company == &there {
                expected.insert(1, "environment.probed");
            }
            assert_eq!(told, expected, "{}", app.database);
            let updated =
                &log.as_array().unwrap().iter().find(|entry| entry["action"] == "environment.updated");
            let details = &updated.unwrap()["details"];
            assert_eq!(details["changedFields"], json!(["config", "description"]), "{details}");
            assert_eq!(details["configTopLevelKeyCount"], json!(8), "{details}");
        }
    }
}

#[tokio::test]
async fn settings_are_for_those_who_look_after_the_instance() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let made = environment(&app, &company, "Box", "ssh", ssh(&json!({}))).await;
        let member = member(&company);
        let environments = &app.services.environments;
        let seen = environments.list(&member, EnvironmentFilter::default()).await.unwrap();
        assert_eq!(seen.len(), 2);
        for environment in &seen {
            assert_eq!((environment.config.keys().count(), &environment.metadata), (0, &None));
        }
        let id = text(&made["id"]).parse().unwrap();
        let loaded = environments.load(&member, id).await.unwrap();
        for refused in [
            environments.secrets(&loaded).await.map(|_| ()),
            environments.probe(&loaded, None).await.map(|_| ()),
            environments.blast_radius(&loaded).await.map(|_| ()),
            environments.delete(&loaded, true).await.map(|_| ()),
            environments.update(&loaded, None, Default::default()).await.map(|_| ()),
        ] {
            let refusal = refused.unwrap_err();
            assert_eq!(refusal.refusal().map(|refusal| refusal.kind), Some(RefusalKind::Forbidden));
        }
        let worker = agent(&app, &company, json!({"name": "Worker"})).await;
        let token = key(&app, &text(&worker["id"])).await;
        for path in [format!("/companies/{company}/environments"), format!("/companies/{company}/secrets")] {
            assert_eq!(app.send_as(&token, "GET", &path, None).await.status, 403, "{path}");
        }
    }
}

#[tokio::test]
async fn an_agent_chooses_only_an_environment_that_is_there() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let made = text(&environment(&app, &company, "Box", "ssh", ssh(&json!({}))).await["id"]);
        let nowhere = json!({"name": "Lost", "defaultEnvironmentId": NOBODY});
        let refused = app.send("POST", &format!("/companies/{company}/agents"), Some(nowhere)).await;
        assert_eq!(refused.status, 422, "{}: {}", app.database, refused.body);
        let worker = agent(&app, &company, json!({"name": "Worker", "defaultEnvironmentId": made})).await;
        assert_eq!(worker["defaultEnvironmentId"], json!(made));
        let path = format!("/agents/{}", text(&worker["id"]));
        let refused = app.send("PATCH", &path, Some(json!({"defaultEnvironmentId": NOBODY}))).await;
        assert_eq!(refused.status, 422, "{}: {}", app.database, refused.body);
        let policy =
            json!({"name": "Plan", "executionWorkspacePolicy": {"environmentId": made, "mode": "x"}});
        let project =
            app.send("POST", &format!("/companies/{company}/projects"), Some(policy.clone())).await.body;
        assert_eq!(
            project["executionWorkspacePolicy"], policy["executionWorkspacePolicy"],
            "{}",
            app.database
        );

        let radius = app.send("GET", &format!("/environments/{made}/delete-blast-radius"), None).await.body;
        let counts = &radius["staticReferences"];
        assert_eq!(
            (&counts["agentDefaultCount"], &counts["projectSelectionCount"]),
            (&json!(1), &json!(1)),
            "{}: {radius}",
            app.database
        );
    }
}

#[tokio::test]
async fn the_instances_choice_is_set_by_those_who_look_after_it_and_stays() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let path = "/instance/settings";
        assert_eq!(app.send("GET", path, None).await.body["defaultEnvironmentId"], Value::Null);
        let nowhere = app.send("PATCH", path, Some(json!({"defaultEnvironmentId": NOBODY}))).await;
        let told = (nowhere.status.as_u16(), nowhere.body["error"].clone());
        assert_eq!(told, (422, json!("Environment not found.")), "{}", app.database);
        for wrong in [json!({"colour": "red"}), json!({"defaultEnvironmentId": "x"})] {
            assert_eq!(app.send("PATCH", path, Some(wrong)).await.status, 400);
        }
        let made = text(&environment(&app, &company, "Box", "ssh", ssh(&json!({}))).await["id"]);
        let local = text(&local(&app, &company).await["id"]);
        for _ in 0..2 {
            let set = app.send("PATCH", path, Some(json!({"defaultEnvironmentId": made}))).await;
            assert_eq!((set.status.as_u16(), &set.body["defaultEnvironmentId"]), (200, &json!(made)));
        }
        assert_eq!(app.send("PATCH", path, Some(json!({}))).await.body["defaultEnvironmentId"], json!(made));
        let app = &app;
        let radius = |id: String| async move {
            app.send("GET", &format!("/environments/{id}/delete-blast-radius"), None).await.body
        };
        let of_default = radius(made.clone()).await;
        assert_eq!(of_default["deleteBlockedReasons"], json!(["instance_default"]), "{}", app.database);
        assert_eq!(radius(local).await["staticReferences"]["isInstanceDefault"], json!(false));
        let refused = app.send("DELETE", &format!("/environments/{made}"), None).await;
        assert_eq!(refused.status, 409, "{}: {}", app.database, refused.body);
        let member = member(&company);
        let environments = &app.services.environments;
        assert_eq!(
            environments.instance_choices(&member).await.unwrap().default_environment_id,
            made.parse().ok()
        );
        let refused = environments.choose_default(&member, Field::Clear).await.unwrap_err();
        assert_eq!(refused.refusal().map(|refusal| refusal.kind), Some(RefusalKind::Forbidden));
        let cleared = app.send("PATCH", path, Some(json!({"defaultEnvironmentId": null}))).await;
        assert_eq!(cleared.body["defaultEnvironmentId"], Value::Null, "{}", app.database);
        assert_eq!(app.send("DELETE", &format!("/environments/{made}"), None).await.status, 200);
        let log = app.send("GET", &format!("/companies/{company}/activity"), None).await.body;
        let told: Vec<_> = log
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["action"] == "instance.settings.updated")
            .collect();
        assert_eq!(told.len(), 2, "{}: {log}", app.database);
        assert_eq!(told[0]["details"]["changedKeys"], json!(["defaultEnvironmentId"]));
    }
}

#[tokio::test]
async fn what_can_be_done_where_names_the_providers_with_their_forms() {
    let app = TestApp::new().await;
    let company = company(&app, "Acme").await;
    let said = app.send("GET", &format!("/companies/{company}/environments/capabilities"), None).await.body;
    let meadow = &said["sandboxProviders"]["meadow"];
    assert_eq!((&meadow["status"], &meadow["supportsSavedProbe"]), (&json!("supported"), &json!(true)));
    assert_eq!(meadow["configSchema"]["properties"]["apiKey"]["format"], "secret-ref");
    assert_eq!(said["sandboxProviders"]["fake"]["status"], "unsupported");
    let of = |adapter: &str| {
        let all = said["adapters"].as_array().unwrap();
        all.iter().find(|facts| facts["adapterType"] == adapter).unwrap().clone()
    };
    assert_eq!(of("process")["drivers"]["ssh"], "unsupported");
    assert_eq!(of("claude_local")["sandboxProviders"]["meadow"], "supported");
}

#[tokio::test]
async fn requests_that_make_no_sense_are_told_why() {
    let app = TestApp::new().await;
    let company = company(&app, "Acme").await;
    let path = format!("/companies/{company}/environments");
    for (body, status) in [
        (json!({"name": "A", "driver": "donkey"}), 400),
        (json!({"name": "A", "driver": "ssh", "colour": "red"}), 400),
        (json!({"name": " ", "driver": "ssh"}), 400),
        (json!({"name": "A", "driver": "ssh"}), 422),
        (json!({"name": "A", "driver": "ssh", "config": ssh(&json!({"remoteWorkspacePath": "work"}))}), 422),
        (json!({"name": "A", "driver": "ssh", "config": ssh(&json!({"host": "-oProxyCommand=x"}))}), 422),
        (json!({"name": "A", "driver": "sandbox"}), 422),
        (json!({"name": "A", "driver": "sandbox", "config": {"provider": "desert"}}), 422),
        (json!({"name": "A", "driver": "plugin", "config": {"pluginKey": "p", "driverKey": "d"}}), 422),
        (json!({"name": "A", "driver": "ssh", "config": ssh(&json!({})), "envVars": {"a b": "x"}}), 400),
        (json!({"name": "A", "driver": "ssh", "config": ssh(&json!({})), "envVars": {"A": 1}}), 400),
    ] {
        let refused = app.send("POST", &path, Some(body.clone())).await;
        assert_eq!(refused.status, status, "{body}: {}", refused.body);
    }
}
