//! Stopping what runs.

use std::time::Duration;

use futures_util::FutureExt as _;
use wireclip_domain::caller::Actor;
use wireclip_domain::run::RunStatus;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{AgentId, RunId};
use wireclip_engine::OnShutdown;
use wireclip_services::Services;
use wireclip_services::stops::{self, StopOrder};
use wireclip_testkit::{Machine, Script, World, eventually};

async fn stop(services: &Services, run_id: RunId) {
    let mut change = services.core.begin_as(Actor::system("test")).await.expect("a change");
    let order = StopOrder { code: RunErrorCode::Cancelled, message: "not wanted any more".to_owned() };
    stops::stop_run(&mut change, run_id, &order).await.expect("a wish");
    change.commit(()).await.expect("it is stored").into_inner();
}

async fn one_that_hangs(world: &World, script: Script) -> (Machine, Services, AgentId) {
    let machine = world.machine();
    let services = world.services(&machine);
    let company = world.company(&services).await;
    let agent = world.agent(&services, company, "Ada").await;
    machine.hosts.script(agent, script.hangs());
    (machine, services, agent)
}

#[tokio::test]
async fn a_run_that_is_not_wanted_any_more_is_cancelled_once_its_program_is_gone() {
    for world in World::on_each_database().await {
        let (machine, services, agent) = one_that_hangs(&world, Script::new()).await;
        let _engine = world.start_over(services.clone());
        let run_id = world.invoke(&services, agent).await;
        eventually("it runs", async || (machine.hosts.alive() == [run_id]).then_some(())).await;
        stop(&services, run_id).await;
        let run = world.ended(run_id).await;
        assert_eq!((run.status, run.error_code.as_deref()), (RunStatus::Cancelled, Some("cancelled")));
        assert_eq!(run.error.as_deref(), Some("not wanted any more"), "{}", world.database);
        assert_eq!(machine.hosts.alive(), [], "it was reported after the program was gone");
    }
}

#[tokio::test]
async fn a_program_that_ignores_the_wish_ends_by_force_after_its_grace() {
    let world = World::new().await;
    let (machine, services, agent) = one_that_hangs(&world, Script::new().ignores_stop()).await;
    let _engine = world.start_over(services.clone());
    let run_id = world.invoke(&services, agent).await;
    eventually("it runs", async || (machine.hosts.alive() == [run_id]).then_some(())).await;
    stop(&services, run_id).await;
    eventually("only the grace is waited for", async || {
        let now = wireclip_ports::clock::Clock::now(&world.clock);
        let grace_ends = now.plus(Duration::from_secs(15));
        (world.clock.earliest_sleeper()? <= grace_ends).then_some(())
    })
    .await;
    assert_eq!(world.run(run_id).await.status, RunStatus::Running, "the exit was not seen yet");
    let ended = async || Some(world.run(run_id).await).filter(|run| run.status.is_terminal());
    let run = world.in_time("force ends it", ended).await;
    assert_eq!(run.status, RunStatus::Cancelled);
    assert_eq!(machine.hosts.alive(), []);
}

#[tokio::test]
async fn a_wish_that_comes_before_the_start_keeps_the_program_from_starting() {
    let world = World::new().await;
    let (machine, services, agent) = one_that_hangs(&world, Script::new()).await;
    let core = world.stepped(&machine);
    core.reconcile_once("nodes").await.unwrap();
    let run_id = world.invoke(&services, agent).await;
    assert_eq!(core.claim_once().await.unwrap().claimed, 1);
    stop(&services, run_id).await;
    core.deliver_stops_once().await.unwrap();
    for task in core.take_runs() {
        Box::pin(task.carry(std::sync::Arc::clone(&core))).await;
    }
    let run = world.run(run_id).await;
    assert_eq!((run.status, machine.hosts.processes_of(run_id)), (RunStatus::Cancelled, 0));
}

#[tokio::test]
async fn a_shutdown_leaves_waits_for_or_interrupts_what_runs() {
    let world = World::new().await;
    let (machine, services, agent) = one_that_hangs(&world, Script::new()).await;

    let engine = world.start_over(services.clone());
    let run_id = world.invoke(&services, agent).await;
    eventually("it runs", async || (machine.hosts.alive() == [run_id]).then_some(())).await;
    engine.shutdown().await;
    assert_eq!(machine.hosts.alive(), [run_id], "it works on without a server");

    let engine = world.start(&machine);
    engine.reconciled().await;
    let draining = engine.wind_down(OnShutdown::Drain);
    let finishing = async { machine.hosts.finish(run_id, 0) };
    tokio::join!(draining, finishing);
    engine.shutdown().await;
    assert_eq!(world.run(run_id).await.status, RunStatus::Succeeded, "it was waited for");

    let services = world.services(&machine);
    let engine = world.start_over(services.clone());
    let run_id = world.invoke(&services, agent).await;
    eventually("it runs", async || (machine.hosts.alive() == [run_id]).then_some(())).await;
    engine.wind_down(OnShutdown::Stop).await;
    engine.shutdown().await;
    assert_eq!(world.run(run_id).await.status, RunStatus::Interrupted);
}

#[tokio::test]
async fn a_drain_that_meets_its_limit_leaves_agents_at_work() {
    let world = World::new().await;
    let (machine, services, agent) = one_that_hangs(&world, Script::new()).await;
    let engine = world.start_over(services.clone());
    let run_id = world.invoke(&services, agent).await;
    eventually("it runs", async || (machine.hosts.alive() == [run_id]).then_some(())).await;
    let mut drained = Box::pin(engine.wind_down(OnShutdown::Drain));
    assert_eq!(drained.as_mut().now_or_never(), None, "it waits");
    eventually("the wait has a limit", async || {
        world.clock.advance(Duration::from_secs(600));
        drained.as_mut().now_or_never()
    })
    .await;
    assert_eq!(world.run(run_id).await.status, RunStatus::Running);
    assert_eq!(machine.hosts.alive(), [run_id]);
}
