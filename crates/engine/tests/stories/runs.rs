//! From the queue to the end.

use std::time::Duration;

use wireclip_domain::environment::{EnvironmentDriver, EnvironmentStatus};
use wireclip_domain::patch::Field;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{OpaqueJson, RowId};
use wireclip_ports::adapter::PrepareError;
use wireclip_services::LiveEventBody;
use wireclip_services::agents::AgentPatch;
use wireclip_services::environments::NewEnvironment;
use wireclip_store::{PageLimit, run_events};
use wireclip_testkit::{Script, World, eventually, person};

#[tokio::test]
async fn a_queued_run_starts_runs_and_ends_with_what_it_said() {
    for world in World::on_each_database().await {
        let machine = world.machine();
        let services = world.services(&machine);
        let company = world.company(&services).await;
        let agent = world.agent(&services, company, "Ada").await;
        machine.hosts.script(agent, Script::new().says("out\n").says_aside("err\n").exits(0));
        let mut heard = services.core.bus.subscribe(company);

        let engine = world.start_over(services.clone());
        let run_id = world.invoke(&services, agent).await;
        let run = world.ended(run_id).await;

        assert_eq!(run.status, RunStatus::Succeeded, "{}", world.database);
        assert_eq!(run.exit_code, Some(0));
        assert!(run.started_at.is_some() && run.finished_at.is_some());
        let events = run_events::list(&world.store().read(), run_id, 0, PageLimit::MAX).await.unwrap();
        let told: Vec<_> =
            events.iter().map(|event| (event.event_type.as_str(), event.message.clone())).collect();
        assert_eq!(told[0], ("lifecycle", Some("run started".to_owned())));
        assert_eq!(told[1].0, "adapter.invoke");
        assert_eq!(told[2], ("lifecycle", Some("run succeeded".to_owned())));
        let invocation = events[1].payload.as_ref().unwrap();
        let env = invocation.get("env").unwrap();
        assert_eq!(env.text("PAPERCLIP_RUN_ID"), Some(run_id.to_string().as_str()));
        assert_eq!(env.text("PAPERCLIP_API_KEY"), Some("***REDACTED***"));

        let mut said = Vec::new();
        while said.len() < 2 {
            let event = heard.next().await.expect("nobody fell behind").expect("the bus is open");
            if let LiveEventBody::Output(output) = &event.body {
                said.push(output.chunk.chunk.clone());
            }
        }
        assert_eq!(said, ["out\n", "err\n"]);
        eventually("nothing is left on the machine", async || machine.hosts.alive().is_empty().then_some(()))
            .await;
        engine.shutdown().await;
    }
}

#[tokio::test]
async fn a_program_that_fails_fails_its_run_with_its_code() {
    let world = World::new().await;
    let machine = world.machine();
    let services = world.services(&machine);
    let company = world.company(&services).await;
    let agent = world.agent(&services, company, "Ada").await;
    machine.hosts.script(agent, Script::new().exits(3));
    let _engine = world.start_over(services.clone());
    let run = world.ended(world.invoke(&services, agent).await).await;
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!((run.exit_code, run.error_code.as_deref()), (Some(3), Some("adapter_failed")));
}

#[tokio::test]
async fn what_cannot_be_prepared_or_started_fails_and_nothing_has_run() {
    let world = World::new().await;
    let machine = world.machine();
    let services = world.services(&machine);
    let company = world.company(&services).await;
    let missing = world.agent(&services, company, "Missing").await;
    world.adapters.refuses(missing, PrepareError::Missing("there is no such program".to_owned()));
    let unstartable = world.agent(&services, company, "Unstartable").await;
    machine.hosts.script(unstartable, Script::new().cannot_start("permission denied"));
    let panicking = world.agent(&services, company, "Panicking").await;
    world.adapters.panics_before(panicking);
    let _engine = world.start_over(services.clone());
    for (agent, code) in
        [(missing, "configuration_incomplete"), (unstartable, "adapter_failed"), (panicking, "setup_failed")]
    {
        let run = world.ended(world.invoke(&services, agent).await).await;
        assert_eq!(run.status, RunStatus::Failed, "{code}");
        assert_eq!(run.error_code.as_deref(), Some(code));
        assert_eq!(machine.hosts.processes_of(run.id), 0, "{code}");
    }
}

#[tokio::test]
async fn a_run_whose_adapter_panics_at_the_end_still_ends() {
    let world = World::new().await;
    let machine = world.machine();
    let services = world.services(&machine);
    let company = world.company(&services).await;
    let agent = world.agent(&services, company, "Ada").await;
    world.adapters.panics_after(agent);
    let _engine = world.start_over(services.clone());
    let run = world.ended(world.invoke(&services, agent).await).await;
    assert_eq!((run.status, run.error_code.as_deref()), (RunStatus::Failed, Some("setup_failed")));
}

#[tokio::test]
async fn a_run_that_takes_too_long_has_timed_out() {
    let world = World::new().await;
    let machine = world.machine();
    let services = world.services(&machine);
    let company = world.company(&services).await;
    let agent = world.agent(&services, company, "Ada").await;
    world.adapters.limits(agent, Duration::from_secs(60));
    machine.hosts.script(agent, Script::new().hangs());
    let _engine = world.start_over(services.clone());
    let run_id = world.invoke(&services, agent).await;
    eventually("it runs", async || (machine.hosts.alive() == [run_id]).then_some(())).await;
    world.clock.advance(Duration::from_secs(60));
    let run = world.ended(run_id).await;
    assert_eq!((run.status, run.error_code.as_deref()), (RunStatus::TimedOut, Some("timeout")));
    assert_eq!(run.error.as_deref(), Some("Timed out after 60s"));
    assert_eq!(run.signal.as_deref(), Some("SIGTERM"));
}

#[tokio::test]
async fn following_goes_on_after_a_failure_and_misses_nothing() {
    let world = World::new().await;
    let machine = world.machine();
    let services = world.services(&machine);
    let company = world.company(&services).await;
    let agent = world.agent(&services, company, "Ada").await;
    machine.hosts.script(agent, Script::new().says("all of it\n"));
    machine.hosts.break_follow(2);
    let _engine = world.start_over(services.clone());
    let run_id = world.invoke(&services, agent).await;
    // Each pause ends by the clock.
    let ended = async || Some(world.run(run_id).await).filter(|run| run.status.is_terminal());
    let run = world.in_time("it ends in spite of two failures", ended).await;
    assert_eq!(run.status, RunStatus::Succeeded);
}

#[tokio::test]
async fn many_runs_of_many_agents_all_end_each_with_one_process() {
    for world in World::on_each_database().await {
        let machine = world.machine();
        let services = world.services(&machine);
        let company = world.company(&services).await;
        let mut expected = Vec::new();
        for number in 0..10 {
            let agent = world.agent(&services, company, &format!("Agent {number}")).await;
            for _ in 0..3 {
                expected.push(agent);
            }
        }
        let _engine = world.start_over(services.clone());
        let mut runs = Vec::new();
        for agent in expected {
            runs.push(world.invoke(&services, agent).await);
        }
        for run_id in runs {
            assert_eq!(world.ended(run_id).await.status, RunStatus::Succeeded, "{}", world.database);
            assert_eq!(machine.hosts.processes_of(run_id), 1);
        }
    }
}

#[tokio::test]
async fn a_run_that_is_meant_for_elsewhere_is_not_started_here() {
    let world = World::new().await;
    let machine = world.machine();
    let services = world.services(&machine);
    let company = world.company(&services).await;
    let agent = world.agent(&services, company, "Ada").await;
    let scoped = services.companies.load(&person(), company).await.unwrap();
    let mut config = OpaqueJson::object();
    for (key, value) in [("host", "box.example"), ("username", "u"), ("remoteWorkspacePath", "/srv")] {
        config.set(key, &value);
    }
    let new = NewEnvironment {
        name: "Box".to_owned(),
        description: None,
        driver: EnvironmentDriver::Ssh,
        status: EnvironmentStatus::Active,
        config,
        env_vars: OpaqueJson::object(),
        metadata: None,
    };
    let elsewhere = services.environments.create(&scoped, new).await.unwrap().into_inner();
    let choice = RowId::from_uuid(elsewhere.id.as_uuid());
    let patch = AgentPatch { default_environment_id: Field::Set(choice), ..AgentPatch::default() };
    let ada = services.agents.load(&person(), &agent.to_string(), None).await.unwrap();
    drop(services.agents.update(&ada, patch).await.unwrap());
    let _engine = world.start_over(services.clone());
    let run = world.ended(world.invoke(&services, agent).await).await;
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!(run.error_code.as_deref(), Some("lease_acquire_failed"));
    assert!(machine.hosts.alive().is_empty(), "nothing was started");
}
