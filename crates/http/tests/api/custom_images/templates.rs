//! What becomes of templates: others take their place, settings change, they are not wanted.

use serde_json::{Value, json};

use super::World;
use crate::agents::{company, text};
use crate::playing;
use wireclip_fake_daytona::{Fault, routes};

#[tokio::test]
async fn the_template_before_comes_back_and_goes_again() {
    for world in World::on_each_database().await {
        let rollback = world.path("custom-image-template/rollback");
        let first = world.image().await;
        world.refused("POST", &rollback, json!({}), 409).await;
        let second = world.image().await;
        assert_ne!(first["templateRef"], second["templateRef"]);
        for (active, superseded) in [(&first, &second), (&second, &first)] {
            let back = world.done("POST", &rollback, json!({})).await;
            assert_eq!(back["activeTemplate"]["id"], active["id"], "{}", world.database());
            assert_eq!(back["supersededTemplate"]["id"], superseded["id"]);
            assert_eq!(back["supersededTemplate"]["supersededByTemplateId"], active["id"]);
            assert_eq!(world.what_there_is().await["activeTemplate"]["id"], active["id"]);
        }
        assert!(world.actions().await.contains(&"environment.custom_image_template.rolled_back".to_owned()));
        // A later session goes on with what an earlier one left.
        let next = world.start_with(json!({"templateId": first["id"]})).await;
        let facts = world.fake.sandbox(&next.sandbox).unwrap();
        assert_eq!(facts.snapshot.as_deref(), first["templateRef"].as_str(), "{}", world.database());
        assert_eq!(next.shown["session"]["baseTemplateRef"], first["templateRef"]);
    }
}

#[tokio::test]
async fn settings_that_it_was_made_of_detach_a_template_and_others_do_not() {
    for world in World::on_each_database().await {
        let template = world.image().await;
        let path = format!("/environments/{}", world.environment);
        let patched = async |config: Value| world.done("PATCH", &path, json!({"config": config})).await;
        let relink = world.path("custom-image-template/relink");
        let action = |reply: &Value| reply["customImageReconciliation"]["action"].clone();

        assert_eq!(action(&patched(json!({"timeoutMs": 60_000})).await), Value::Null);
        let relinked = patched(json!({"language": "python"})).await;
        assert_eq!(action(&relinked), "relinked", "{}: {relinked}", world.database());
        let stamped = &relinked["customImageReconciliation"]["template"];
        let print = "sourceEnvironmentConfigFingerprint";
        assert_ne!(stamped[print], template[print]);
        assert_eq!(action(&patched(json!({"image": "node:22"})).await), "detached");
        assert_eq!(world.what_there_is().await["activeTemplateMatchesConfig"], json!(false));
        assert_eq!(action(&patched(json!({"autoStopInterval": 20})).await), Value::Null);

        let refused = world.refused("POST", &relink, json!({}), 409).await;
        assert_eq!(refused["code"], "custom_image_boot_source_drift");
        let confirmed = world.done("POST", &relink, json!({"confirmBootSourceDrift": true})).await;
        assert_eq!(
            (&confirmed["action"], &confirmed["template"]["id"]),
            (&json!("relinked"), &template["id"])
        );
        assert_eq!(world.what_there_is().await["activeTemplateMatchesConfig"], json!(true));

        assert_eq!(action(&patched(json!({"apiUrl": "http://127.0.0.1:9/api"})).await), "detached");
        let refused = world.refused("POST", &relink, json!({"confirmBootSourceDrift": true}), 409).await;
        assert_eq!(refused["code"], "custom_image_elsewhere");
        // Back where it was, it fits again.
        assert_eq!(action(&patched(json!({"apiUrl": world.fake.api_url()})).await), "relinked");
        let gone = world.done(
            "PATCH",
            &path,
            json!({"driver": "ssh", "config": {"host": "127.0.0.1",
            "username": "runner", "remoteWorkspacePath": "/srv/work", "strictHostKeyChecking": false}}),
        );
        assert_eq!(action(&gone.await), "detached");
    }
}

#[tokio::test]
async fn a_template_that_is_not_wanted_goes_from_its_provider_if_that_is_said() {
    for world in World::on_each_database().await {
        let template = world.image().await;
        let name = text(&template["templateRef"]);
        let path = world.path("custom-image-template");
        let revoked = world.done("DELETE", &path, json!({})).await;
        assert_eq!((&revoked["id"], &revoked["status"]), (&template["id"], &json!("revoked")));
        assert!(world.fake.snapshots("acme").contains(&name), "{}: nobody said that", world.database());
        assert_eq!(world.what_there_is().await["activeTemplate"], Value::Null);
        world.refused("DELETE", &path, json!({}), 404).await;
        let again = json!({"templateId": template["id"]});
        world.refused("POST", &world.path("custom-image-setup-sessions"), again, 404).await;

        let name = text(&world.image().await["templateRef"]);
        world.done("DELETE", &format!("{path}?deleteProviderTemplate=true"), json!({})).await;
        assert!(!world.fake.snapshots("acme").contains(&name), "{}", world.database());
        assert!(world.actions().await.contains(&"environment.custom_image_template.disabled".to_owned()));
    }
}

#[tokio::test]
async fn a_template_that_nobody_can_go_back_to_goes_unless_something_starts_from_it() {
    for world in World::on_each_database().await {
        let images = &world.app.services.custom_images;
        let is_there = |name: &str| world.fake.snapshots("acme").iter().any(|there| there == name);
        let mut names = Vec::new();
        for _ in 0..2 {
            names.push(text(&world.image().await["templateRef"]));
        }
        assert!(images.removals_due(10).await.unwrap().is_empty(), "{}: one can go back", world.database());
        let other = json!({"name": "Other", "driver": "sandbox", "config": {"provider": "daytona",
            "apiKey": super::KEY, "apiUrl": world.fake.api_url(), "snapshot": names[0]}});
        let other = world.done("POST", &format!("/companies/{}/environments", world.company), other).await;
        names.push(text(&world.image().await["templateRef"]));
        let due = images.removals_due(10).await.unwrap();
        assert_eq!(due.len(), 1, "{}", world.database());
        assert!(!images.remove_due(due[0]).await.unwrap() && is_there(&names[0]), "another starts from it");
        world.done("DELETE", &format!("/environments/{}", text(&other["id"])), json!({})).await;
        super::endings::make_due(&world).await;
        assert!(images.remove_due(due[0]).await.unwrap());
        assert_eq!(names.iter().map(|name| is_there(name)).collect::<Vec<_>>(), [false, true, true]);

        let back = world.done("POST", &world.path("custom-image-template/rollback"), json!({})).await;
        assert_eq!(back["activeTemplate"]["templateRef"], json!(names[1]), "{}", world.database());
        world.done("DELETE", &format!("/environments/{}", world.environment), json!({})).await;
        for id in images.removals_due(10).await.unwrap() {
            assert!(images.remove_due(id).await.unwrap());
        }
        // The last one may be wanted elsewhere.
        assert_eq!(names.iter().map(|name| is_there(name)).collect::<Vec<_>>(), [false, true, false]);
    }
}

#[tokio::test]
async fn a_removal_that_is_not_confirmed_is_asked_for_again() {
    for world in World::on_each_database().await {
        let name = text(&world.image().await["templateRef"]);
        world.fake.fault(routes::DELETE_SNAPSHOT, Fault::status(500));
        let path = world.path("custom-image-template?deleteProviderTemplate=true");
        world.done("DELETE", &path, json!({})).await;
        assert!(world.fake.snapshots("acme").contains(&name), "{}", world.database());
        world.fake.clear_faults();
        super::endings::make_due(&world).await;
        let images = &world.app.services.custom_images;
        for id in images.removals_due(10).await.unwrap() {
            assert!(images.remove_due(id).await.unwrap());
        }
        assert!(!world.fake.snapshots("acme").contains(&name), "{}", world.database());
        assert!(images.removals_due(10).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn runs_start_from_the_custom_image_as_long_as_it_fits() {
    for world in World::on_each_database().await {
        let name = text(&world.image().await["templateRef"]);
        let company = playing::company(&world.app).await;
        let environment = format!("/environments/{}", world.environment);
        for (config, expected) in
            [(json!({"cpu": null}), Some(name.as_str())), (json!({"image": "node:22", "cpu": 2}), None)]
        {
            world.done("PATCH", &environment, json!({"config": config})).await;
            let agent = json!({"name": "Ada", "role": "engineer", "adapterType": "process",
                "adapterConfig": {"command": "/bin/true"}, "defaultEnvironmentId": world.environment});
            let agent = world.done("POST", &format!("/companies/{company}/agents"), agent).await;
            let title = format!("Task for {}", text(&agent["id"]));
            let body = json!({"title": title, "assigneeAgentId": agent["id"]});
            playing::issue(&world.app, &company, body).await;
            let claimed = playing::claim(&world.app).await;
            let claimed = claimed.into_iter().find(|claimed| json!(claimed.agent.id) == agent["id"]).unwrap();
            let place = world.app.services.leases.acquire_for(&claimed).await.unwrap().unwrap().unwrap();
            let facts = world.fake.sandbox(place.hold.id.as_str()).unwrap();
            let is_ours = facts.snapshot.as_deref() == Some(&name);
            assert_eq!(is_ours, expected.is_some(), "{}: {:?}", world.database(), facts.snapshot);
            // What a person left there is no work of the run's.
            assert_eq!(place.is_used, expected.is_some());
            playing::settle(&world.app, &claimed, playing::exited(0)).await;
        }
        let used = world.what_there_is().await["activeTemplate"]["lastUsedAt"].clone();
        assert!(used.is_string(), "{}", world.database());
    }
}

#[tokio::test]
async fn only_those_who_look_after_the_instance_see_any_of_it() {
    use wireclip_domain::UserId;
    use wireclip_domain::caller::{BoardCaller, BoardProof, BoardReach, Caller};
    use wireclip_domain::membership::{CompanyRole, Seat};
    use wireclip_services::{RefusalKind, Request};
    for world in World::on_each_database().await {
        let session = world.start().await;
        let other = company(&world.app, "Other").await;
        let reach = BoardReach::Companies(
            [&world.company, &other]
                .map(|company| Seat::of_role(company.parse().unwrap(), CompanyRole::Owner))
                .to_vec(),
        );
        let member = Request::of(Caller::Board(BoardCaller {
            user_id: UserId::new("member"),
            reach,
            is_instance_admin: false,
            proof: BoardProof::Local,
        }));
        let images = &world.app.services.custom_images;
        let environments = &world.app.services.environments;
        let loaded = environments.load(&member, world.environment.parse().unwrap()).await.unwrap();
        let id = text(&session.shown["session"]["id"]).parse().unwrap();
        for refused in [
            images.load_session(&member, id).await.map(|_| ()),
            images.of(&loaded).await.map(|_| ()),
            images.roll_back(&loaded, None).await.map(|_| ()),
            images.relink(&loaded, None, true).await.map(|_| ()),
            images.disable(&loaded, None, true).await.map(|_| ()),
        ] {
            let kind = refused.unwrap_err().refusal().map(|refusal| refusal.kind);
            assert_eq!(kind, Some(RefusalKind::Forbidden), "{}", world.database());
        }
        // With two companies, one must be named.
        let body = json!({});
        world.done("POST", &format!("{}/cancel", session.path), body.clone()).await;
        let sessions = world.path("custom-image-setup-sessions");
        world.done("POST", &format!("{sessions}?companyId={other}"), body).await;
    }
}
