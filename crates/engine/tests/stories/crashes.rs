//! Servers that are killed, and what the next one finds.

use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, RunId};
use wireclip_services::Services;
use wireclip_services::runs::RunEnd;
use wireclip_testkit::{Machine, Script, World, eventually};

struct Scene {
    world: World,
    machine: Machine,
    services: Services,
    agent: AgentId,
}

impl Scene {
    async fn on_each_database(script: Script) -> Vec<Self> {
        let mut scenes = Vec::new();
        for world in World::on_each_database().await {
            let machine = world.machine();
            let services = world.services(&machine);
            let company = world.company(&services).await;
            let agent = world.agent(&services, company, "Ada").await;
            machine.hosts.script(agent, script.clone());
            scenes.push(Self { world, machine, services, agent });
        }
        scenes
    }

    /// Kills a server while a program runs.
    async fn killed_while_it_runs(&self) -> RunId {
        let engine = self.world.start_over(self.services.clone());
        let run_id = self.world.invoke(&self.services, self.agent).await;
        eventually("it runs", async || {
            let run = self.world.run(run_id).await;
            (run.process_id.is_some() && !self.machine.hosts.alive().is_empty()).then_some(())
        })
        .await;
        drop(engine);
        run_id
    }
}

#[tokio::test]
async fn a_run_that_was_claimed_and_not_started_is_started_once() {
    for scene in Scene::on_each_database(Script::new()).await {
        let Scene { world, machine, services, agent } = &scene;
        let core = world.stepped(machine);
        core.reconcile_once("nodes").await.unwrap();
        let run_id = world.invoke(services, *agent).await;
        assert_eq!(core.claim_once().await.unwrap().claimed, 1);
        // The server dies between the claim and the start.
        drop(core.take_runs());
        drop(core);
        assert_eq!(world.run(run_id).await.status, RunStatus::Running);

        let _engine = world.start(machine);
        let run = world.ended(run_id).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}", world.database);
        assert_eq!(machine.hosts.processes_of(run_id), 1);
    }
}

#[tokio::test]
async fn a_run_that_still_runs_is_followed_on() {
    for scene in Scene::on_each_database(Script::new().hangs()).await {
        let Scene { world, machine, .. } = &scene;
        let run_id = scene.killed_while_it_runs().await;
        let engine = world.start(machine);
        engine.reconciled().await;
        assert_eq!(engine.status().running, 1);
        machine.hosts.say(run_id, "still here\n");
        machine.hosts.finish(run_id, 0);
        let run = world.ended(run_id).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}", world.database);
        assert_eq!(machine.hosts.processes_of(run_id), 1, "it was never started again");
    }
}

#[tokio::test]
async fn a_run_that_ended_while_there_was_no_server_is_settled() {
    for scene in Scene::on_each_database(Script::new().hangs()).await {
        let Scene { world, machine, .. } = &scene;
        let run_id = scene.killed_while_it_runs().await;
        machine.hosts.finish(run_id, 3);
        let _engine = world.start(machine);
        let run = world.ended(run_id).await;
        assert_eq!((run.status, run.exit_code), (RunStatus::Failed, Some(3)), "{}", world.database);
    }
}

#[tokio::test]
async fn a_run_whose_host_is_lost_ends_as_lost_and_leaves_no_process() {
    for scene in Scene::on_each_database(Script::new().hangs()).await {
        let Scene { world, machine, .. } = &scene;
        let run_id = scene.killed_while_it_runs().await;
        machine.hosts.lose_host(run_id);
        let _engine = world.start(machine);
        let run = world.ended(run_id).await;
        assert_eq!((run.status, run.error_code.as_deref()), (RunStatus::Failed, Some("process_lost")));
        assert!(!machine.hosts.alive().contains(&run_id), "{}", world.database);
    }
}

#[tokio::test]
async fn what_is_left_of_a_settled_run_is_ended_and_forgotten() {
    for scene in Scene::on_each_database(Script::new().hangs()).await {
        let Scene { world, machine, services, .. } = &scene;
        let run_id = scene.killed_while_it_runs().await;
        // Somebody else ended the run meanwhile, as another node does with a lost one's.
        let fence = world.run(run_id).await.fence.unwrap();
        services.runs.settle(run_id, fence, RunEnd::lost()).await.unwrap();
        assert_eq!(machine.hosts.alive(), [run_id]);

        let core = world.stepped(machine);
        core.reconcile_once("nodes").await.unwrap();
        core.reconcile_once("orphans").await.unwrap();
        core.reconcile_once("orphans").await.unwrap();
        assert_eq!(machine.hosts.alive(), [], "{}", world.database);
        let traces = wireclip_ports::host::RunHosts::traces(&*machine.hosts).await.unwrap();
        assert!(!traces.contains(&run_id));
        let again = core.reconcile_once("orphans").await.unwrap().unwrap();
        assert!(again.is_empty(), "doing it again finds nothing: {again:?}");
    }
}

#[tokio::test]
async fn a_run_that_cannot_be_read_keeps_no_other_from_being_taken_up() {
    let world = World::new().await;
    let machine = world.machine();
    let services = world.services(&machine);
    let company = world.company(&services).await;
    let core = world.stepped(&machine);
    core.reconcile_once("nodes").await.unwrap();
    let mut runs = Vec::new();
    for name in ["Ada", "Grace"] {
        let agent = world.agent(&services, company, name).await;
        runs.push(world.invoke(&services, agent).await);
    }
    assert_eq!(core.claim_once().await.unwrap().claimed, 2);
    drop(core.take_runs());
    drop(core);
    let url = format!("sqlite://{}", world.file().display());
    let rows = sea_orm::Database::connect(url).await.unwrap();
    let spoiled = "UPDATE agents SET adapter_type = 'of another day' WHERE name = 'Ada'";
    sea_orm::ConnectionTrait::execute_unprepared(&rows, spoiled).await.unwrap();

    let core = world.stepped(&machine);
    core.reconcile_once("nodes").await.unwrap();
    let report = core.reconcile_once("adopt").await.unwrap().unwrap();
    assert_eq!((report.changed, report.failed), (1, 1));
    let taken: Vec<_> = core.take_runs().iter().map(wireclip_engine::RunTask::run_id).collect();
    assert_eq!(taken, [runs[1]]);
}

#[tokio::test]
async fn every_reconciler_finds_nothing_when_it_runs_again() {
    let world = World::new().await;
    let machine = world.machine();
    let core = world.stepped(&machine);
    core.reconcile_once("nodes").await.unwrap();
    for reconciler in wireclip_engine::RECONCILERS {
        core.reconcile_once(reconciler.name).await.unwrap();
        let again = core.reconcile_once(reconciler.name).await.unwrap().unwrap();
        assert!(again.is_empty(), "{}: {again:?}", reconciler.name);
    }
}
