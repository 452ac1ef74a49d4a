//! Places that are found where nobody expected them, and ends under the name of what is gone.

use std::time::Duration;

use wireclip_domain::lease::{Disposition, LeaseEventKind, LeasePolicy, LeaseStatus, LeaseUse};
use wireclip_domain::{CompanyId, EnvironmentId, LeaseId, OpaqueJson, RunId};
use wireclip_ports::clock::Clock as _;
use wireclip_ports::sandbox::{LeaseScope, OwnedLabels};
use wireclip_services::leases::Cleaned;
use wireclip_store::environment_leases::{self, EnvironmentLease};
use wireclip_testkit::{Script, eventually};

use super::Scene;

#[tokio::test]
async fn a_place_that_was_taken_for_gone_is_found_again_and_kept_or_removed() {
    for is_work_only_there in [true, false] {
        for scene in Scene::on_each_database(&Script::new(), false).await {
            let _engine = scene.world.start_over(scene.services.clone());
            scene.world.ended(scene.invoke().await).await;
            let before = scene.lease_is("blade-1", LeaseStatus::Retained).await;
            // A word that was not true.
            let lost =
                EnvironmentLease { status: LeaseStatus::Expired, is_work_only_there, ..before.clone() };
            let transaction = scene.world.store().begin_write().await.unwrap();
            environment_leases::update(&transaction.conn(), &before, &lost).await.unwrap();
            transaction.commit().await.unwrap();
            scene.world.clock.advance(Duration::from_secs(31 * 60));
            if !is_work_only_there {
                scene.world.in_time("it is removed", async || scene.pasture.is_empty().then_some(())).await;
                assert_eq!(scene.leases().await.len(), 1);
                continue;
            }
            let kept = scene
                .world
                .in_time("it is kept", async || {
                    let leases = scene.leases().await;
                    leases.into_iter().find(|lease| lease.status == LeaseStatus::Retained)
                })
                .await;
            assert_eq!((kept.provider_lease_id.as_deref(), kept.run_id), (Some("blade-1"), before.run_id));
            assert_ne!(kept.id, before.id);
            assert_eq!(scene.pasture.places(), ["blade-1"]);
        }
    }
}

#[tokio::test]
async fn places_of_which_no_lease_tells_are_kept_if_they_may_hold_work_and_others_are_left_alone() {
    for scene in Scene::on_each_database(&Script::new(), false).await {
        let company = {
            let _engine = scene.world.start_over(scene.services.clone());
            let run_id = scene.invoke().await;
            scene.world.ended(run_id).await;
            scene.lease_is("blade-1", LeaseStatus::Retained).await.company_id
        };
        let ours = OwnedLabels {
            company_id: Some(company),
            environment_id: Some(scene.environment),
            run_id: Some(RunId::random()),
            ..OwnedLabels::default()
        };
        scene.pasture.stray("with-work", ours.clone());
        scene.pasture.stray("tried-out", OwnedLabels { run_id: None, ..ours.clone() });
        let elsewhere = OwnedLabels { company_id: Some(CompanyId::random()), ..ours.clone() };
        scene.pasture.stray("of-another-installation", elsewhere);
        scene.world.clock.advance(Duration::from_secs(31 * 60));
        let services = scene.world.services_with(&scene.machine, scene.pasture.set());
        let _engine = scene.world.start_over(services);
        scene.lease_is("with-work", LeaseStatus::Retained).await;
        let places = ["blade-1", "of-another-installation", "with-work"];
        scene
            .world
            .in_time("the other is removed", async || (scene.pasture.places() == places).then_some(()))
            .await;
        assert_eq!(scene.leases().await.len(), 2);
    }
}

#[tokio::test]
async fn the_end_of_a_setup_waits_for_its_person_under_the_name_of_its_environment() {
    for scene in Scene::on_each_database(&Script::new(), false).await {
        let _engine = scene.world.start_over(scene.services.clone());
        scene.world.ended(scene.invoke().await).await;
        let kept = scene.lease_is("blade-1", LeaseStatus::Retained).await;
        let of_run = LeaseScope { company_id: kept.company_id, environment_id: scene.environment };
        assert_eq!(scene.pasture.waits(), [(of_run, Duration::ZERO)]);
        // A setup that ends when its environment is gone: there it may still be worked.
        let gone = EnvironmentId::random();
        let mut metadata = OpaqueJson::object();
        metadata.set("environmentId", &gone);
        for metadata in [Some(metadata), None] {
            let id = LeaseId::random();
            let setup = EnvironmentLease {
                id,
                environment_id: None,
                agent_id: None,
                run_id: None,
                purpose: LeaseUse::Setup,
                status: LeaseStatus::Active,
                policy: LeasePolicy::Ephemeral,
                is_work_only_there: false,
                ending_disposition: Some(Disposition::Destroy),
                ending_event: Some(LeaseEventKind::Expire),
                next_cleanup_at: Some(scene.world.clock.now()),
                metadata: metadata.clone(),
                ..kept.clone()
            };
            let transaction = scene.world.store().begin_write().await.unwrap();
            environment_leases::insert(&transaction.conn(), &setup).await.unwrap();
            transaction.commit().await.unwrap();
            assert_eq!(scene.services.leases.clean(id).await.unwrap(), Cleaned::Ended);
            let environment_id =
                if metadata.is_some() { gone } else { EnvironmentId::from_uuid(id.as_uuid()) };
            let of_setup = LeaseScope { environment_id, ..of_run };
            let last = scene.pasture.waits().last().copied();
            assert_eq!(last, Some((of_setup, Duration::from_secs(10))));
        }
    }
}

#[tokio::test]
async fn a_place_that_a_killed_server_was_opening_again_serves_its_run_all_the_same() {
    for scene in Scene::on_each_database(&Script::new().hangs(), true).await {
        let engine = scene.world.start_over(scene.services.clone());
        let first = scene.invoke().await;
        scene.started(first).await;
        scene.services.leases.work_came_back(first).await.unwrap();
        scene.machine.hosts.finish(first, 0);
        scene.world.ended(first).await;
        scene.lease_is("blade-1", LeaseStatus::Released).await;
        scene.pasture.hangs_at_resuming(true);
        let second = scene.invoke().await;
        eventually("it is being opened", async || (scene.pasture.hanging() == 1).then_some(())).await;
        drop(engine);
        scene.pasture.hangs_at_resuming(false);
        let services = scene.world.services_with(&scene.machine, scene.pasture.set());
        let _engine = scene.world.start_over(services);
        let is_started = async || scene.world.run(second).await.process_id;
        scene.world.in_time("the run has its place", is_started).await;
        let leases = scene.leases().await;
        let held: Vec<_> = leases.iter().filter(|lease| lease.run_id == Some(second)).collect();
        let [held] = held.as_slice() else { panic!("{}: {held:?}", scene.world.database) };
        assert_eq!(
            (held.provider_lease_id.as_deref(), held.status),
            (Some("blade-1"), LeaseStatus::Active),
            "{}",
            scene.world.database
        );
        scene.services.leases.work_came_back(second).await.unwrap();
        scene.machine.hosts.finish(second, 0);
        scene.world.ended(second).await;
        scene.lease_is("blade-1", LeaseStatus::Released).await;
        assert_eq!(scene.pasture.places(), ["blade-1"]);
    }
}
