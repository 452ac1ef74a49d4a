//! Runs that execute elsewhere: what their leases come to, whoever fails and whenever.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod found;

use std::time::Duration;

use wireclip_domain::caller::Actor;
use wireclip_domain::environment::{EnvironmentDriver, EnvironmentStatus};
use wireclip_domain::lease::{CleanupStatus, Disposition, LeaseStatus};
use wireclip_domain::patch::Field;
use wireclip_domain::run::RunStatus;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{AgentId, EnvironmentId, OpaqueJson, RowId, RunId};
use wireclip_ports::clock::Clock as _;
use wireclip_services::Services;
use wireclip_services::agents::AgentPatch;
use wireclip_services::environments::{EnvironmentPatch, NewEnvironment};
use wireclip_services::stops::{self, StopOrder};
use wireclip_store::environment_leases::{self, EnvironmentLease};
use wireclip_store::{PageLimit, Scope, sandbox_creates};
use wireclip_testkit::{Machine, Pasture, ReleaseFault, Script, World, eventually, person};

/// A world in which one agent works on a pasture.
struct Scene {
    world: World,
    machine: Machine,
    pasture: Pasture,
    services: Services,
    agent: AgentId,
    environment: EnvironmentId,
}

impl Scene {
    async fn on_each_database(script: &Script, is_reusable: bool) -> Vec<Self> {
        let mut scenes = Vec::new();
        for world in World::on_each_database().await {
            scenes.push(Self::on(world, script.clone(), is_reusable).await);
        }
        scenes
    }

    async fn on(world: World, script: Script, is_reusable: bool) -> Self {
        let machine = world.machine();
        let pasture = Pasture::default();
        let services = world.services_with(&machine, pasture.set());
        let company = world.company(&services).await;
        let agent = world.agent(&services, company, "Ada").await;
        machine.hosts.script(agent, script);
        let scoped = services.companies.load(&person(), company).await.unwrap();
        let mut config = OpaqueJson::object();
        config.set("provider", &"pasture");
        config.set("reuseLease", &is_reusable);
        let new = NewEnvironment {
            name: "Pasture".to_owned(),
            description: None,
            driver: EnvironmentDriver::Sandbox,
            status: EnvironmentStatus::Active,
            config,
            env_vars: OpaqueJson::object(),
            metadata: None,
        };
        let environment = services.environments.create(&scoped, new).await.unwrap().into_inner().id;
        let choice = Field::Set(RowId::from_uuid(environment.as_uuid()));
        let patch = AgentPatch { default_environment_id: choice, ..AgentPatch::default() };
        let ada = services.agents.load(&person(), &agent.to_string(), None).await.unwrap();
        drop(services.agents.update(&ada, patch).await.unwrap());
        Self { world, machine, pasture, services, agent, environment }
    }

    async fn invoke(&self) -> RunId {
        self.world.invoke(&self.services, self.agent).await
    }

    /// Waits until a run's program runs.
    async fn started(&self, run_id: RunId) {
        eventually("it runs", async || (self.world.run(run_id).await.process_id.is_some()).then_some(()))
            .await;
    }

    async fn leases(&self) -> Vec<EnvironmentLease> {
        let everybody = Scope::everything();
        let conn = self.world.store().read();
        let listed =
            environment_leases::of_environment(&conn, &everybody, self.environment, None, PageLimit::MAX);
        listed.await.unwrap()
    }

    /// Waits, while time goes by, until the lease of a place has a status.
    async fn lease_is(&self, place: &str, status: LeaseStatus) -> EnvironmentLease {
        let what = format!("{place} is {status} on {}", self.world.database);
        let is_there = async || {
            let leases = self.leases().await;
            let lease = leases.into_iter().find(|lease| lease.provider_lease_id.as_deref() == Some(place))?;
            (lease.status == status && lease.ending_event.is_none()).then_some(lease)
        };
        self.world.in_time(&what, is_there).await
    }
}

#[tokio::test]
async fn a_place_is_kept_unless_its_work_is_known_to_be_here() {
    for scene in Scene::on_each_database(&Script::new(), false).await {
        let _engine = scene.world.start_over(scene.services.clone());
        let run = scene.world.ended(scene.invoke().await).await;
        assert_eq!(run.status, RunStatus::Succeeded);
        let lease = scene.lease_is("blade-1", LeaseStatus::Retained).await;
        assert_eq!((lease.is_work_only_there, lease.released_at), (true, None));
        assert_eq!(scene.pasture.released(), [("blade-1".to_owned(), Disposition::Stop)]);
    }
}

#[tokio::test]
async fn a_provider_that_fails_is_asked_again_until_it_confirms() {
    for scene in Scene::on_each_database(&Script::new().hangs(), false).await {
        let _engine = scene.world.start_over(scene.services.clone());
        let run_id = scene.invoke().await;
        scene.started(run_id).await;
        scene.services.leases.work_came_back(run_id).await.unwrap();
        scene.pasture.fails(true);
        scene.machine.hosts.finish(run_id, 0);
        scene.world.ended(run_id).await;
        let stranded = eventually("it is stranded", async || {
            scene.leases().await.into_iter().find(|lease| lease.status == LeaseStatus::PendingCleanup)
        })
        .await;
        assert_eq!(stranded.cleanup_status, Some(CleanupStatus::Failed));
        assert!(stranded.failure_reason.is_some_and(|reason| reason.contains("gate is shut")));
        assert!(stranded.next_cleanup_at.is_some_and(|next| next > scene.world.clock.now()));
        scene.pasture.fails(false);
        scene.world.clock.advance(Duration::from_secs(5 * 60));
        let released = scene.lease_is("blade-1", LeaseStatus::Released).await;
        assert_eq!(released.cleanup_status, Some(CleanupStatus::Success));
        assert_eq!(scene.pasture.released().last().unwrap().1, Disposition::Destroy);
        assert!(scene.pasture.is_empty());
    }
}

#[tokio::test]
async fn what_a_server_had_made_when_it_died_is_removed_by_the_next() {
    for scene in Scene::on_each_database(&Script::new(), false).await {
        scene.pasture.hangs_after_making(true);
        let engine = scene.world.start_over(scene.services.clone());
        let run_id = scene.invoke().await;
        eventually("a place was made", async || (!scene.pasture.is_empty()).then_some(())).await;
        drop(engine);
        scene.pasture.hangs_after_making(false);
        let services = scene.world.services_with(&scene.machine, scene.pasture.set());
        let _engine = scene.world.start_over(services);
        assert_eq!(scene.world.ended(run_id).await.status, RunStatus::Succeeded);
        // The scheduler's lease of the server that died runs out first.
        let removed = ("blade-1".to_owned(), Disposition::Destroy);
        let is_removed = async || scene.pasture.released().contains(&removed).then_some(());
        scene.world.in_time("the first is removed", is_removed).await;
        scene.lease_is("blade-2", LeaseStatus::Retained).await;
        eventually("the journal is empty", async || {
            let later = scene.world.clock.now().plus(Duration::from_secs(86_400));
            let due = sandbox_creates::due(&scene.world.store().read(), later, 10).await.unwrap();
            due.is_empty().then_some(())
        })
        .await;
        let leases = scene.leases().await;
        let is_first = |lease: &EnvironmentLease| lease.provider_lease_id.as_deref() == Some("blade-1");
        assert!(!leases.iter().any(is_first), "what was never booked is no lease: {leases:?}");
    }
}

#[tokio::test]
async fn a_kept_place_serves_the_next_run_until_its_settings_change() {
    for scene in Scene::on_each_database(&Script::new().hangs(), true).await {
        let _engine = scene.world.start_over(scene.services.clone());
        for round in 1..=3 {
            let run_id = scene.invoke().await;
            scene.started(run_id).await;
            let leases = scene.leases().await;
            let held = leases.iter().find(|lease| lease.run_id == Some(run_id)).unwrap();
            let expected = if round < 3 { "blade-1" } else { "blade-2" };
            assert_eq!(held.provider_lease_id.as_deref(), Some(expected), "{}", scene.world.database);
            scene.services.leases.work_came_back(run_id).await.unwrap();
            scene.machine.hosts.finish(run_id, 0);
            scene.world.ended(run_id).await;
            scene.lease_is(expected, LeaseStatus::Released).await;
            if round == 2 {
                let environment =
                    scene.services.environments.load(&person(), scene.environment).await.unwrap();
                let mut config = OpaqueJson::object();
                config.set("size", &"large");
                let patch = EnvironmentPatch { config: Some(config), ..EnvironmentPatch::default() };
                scene.services.environments.update(&environment, None, patch).await.unwrap().into_inner();
            }
        }
        scene.lease_is("blade-1", LeaseStatus::Expired).await;
        assert!(scene.pasture.released().contains(&("blade-1".to_owned(), Disposition::Destroy)));
    }
}

#[tokio::test]
async fn an_end_that_a_killed_server_was_asking_for_is_asked_for_at_once_by_its_next_process() {
    for scene in Scene::on_each_database(&Script::new().hangs(), true).await {
        let engine = scene.world.start_over(scene.services.clone());
        let run_id = scene.invoke().await;
        scene.started(run_id).await;
        scene.services.leases.work_came_back(run_id).await.unwrap();
        scene.pasture.break_release(ReleaseFault::Hangs);
        scene.machine.hosts.finish(run_id, 0);
        scene.world.ended(run_id).await;
        eventually("the provider is asked", async || (scene.pasture.hanging() == 1).then_some(())).await;
        drop(engine);
        let before = scene.world.clock.now();
        let _engine = scene.world.start_over(scene.services.clone());
        let next = scene.invoke().await;
        let is_started = async || scene.world.run(next).await.process_id;
        scene.world.in_time("the next run has its place", is_started).await;
        let leases = scene.leases().await;
        let held = leases.iter().find(|lease| lease.run_id == Some(next)).unwrap();
        assert_eq!(held.provider_lease_id.as_deref(), Some("blade-1"), "{}", scene.world.database);
        let took = scene.world.clock.now().since(before);
        assert!(took < Duration::from_secs(30), "{}: it waited for {took:?}", scene.world.database);
    }
}

#[tokio::test]
async fn a_run_whose_provider_does_not_answer_can_be_stopped_and_leaves_no_place() {
    for scene in Scene::on_each_database(&Script::new(), false).await {
        let _engine = scene.world.start_over(scene.services.clone());
        scene.pasture.hangs_after_making(true);
        let run_id = scene.invoke().await;
        eventually("a place was made", async || (!scene.pasture.is_empty()).then_some(())).await;
        let before = scene.world.clock.now();
        let mut change = scene.services.core.begin_as(Actor::system("test")).await.unwrap();
        let order = StopOrder { code: RunErrorCode::Cancelled, message: "not wanted".to_owned() };
        stops::stop_run(&mut change, run_id, &order).await.unwrap();
        change.commit(()).await.unwrap().into_inner();
        assert_eq!(scene.world.ended(run_id).await.status, RunStatus::Cancelled, "{}", scene.world.database);
        let is_removed = async || scene.pasture.is_empty().then_some(());
        scene.world.in_time("what was made is removed", is_removed).await;
        let took = scene.world.clock.now().since(before);
        assert!(took < Duration::from_secs(60), "{}: it was there for {took:?}", scene.world.database);
        assert!(scene.leases().await.is_empty(), "it was never booked");
    }
}

#[tokio::test]
async fn a_place_that_does_not_prove_to_be_the_workspace_is_left_alone() {
    for scene in Scene::on_each_database(&Script::new().hangs(), true).await {
        let _engine = scene.world.start_over(scene.services.clone());
        for place in ["blade-1", "blade-2"] {
            let run_id = scene.invoke().await;
            scene.started(run_id).await;
            scene.services.leases.work_came_back(run_id).await.unwrap();
            scene.machine.hosts.finish(run_id, 0);
            scene.world.ended(run_id).await;
            scene.lease_is(place, LeaseStatus::Released).await;
            scene.pasture.proves_nothing(true);
        }
        let left = scene.lease_is("blade-1", LeaseStatus::Retained).await;
        assert_eq!(left.failure_reason.as_deref(), Some("resume_failed"));
        let destroyed = scene.pasture.released().into_iter().any(|(_, what)| what == Disposition::Destroy);
        assert!(!destroyed, "nothing is removed that may be somebody's work");
    }
}

#[tokio::test]
async fn a_kept_place_with_work_that_did_not_come_back_serves_nobody_else() {
    for scene in Scene::on_each_database(&Script::new(), true).await {
        let _engine = scene.world.start_over(scene.services.clone());
        for place in ["blade-1", "blade-2"] {
            scene.world.ended(scene.invoke().await).await;
            let lease = scene.lease_is(place, LeaseStatus::Retained).await;
            assert_eq!(lease.failure_reason.as_deref(), Some("workspace_not_synced_back"));
        }
    }
}
