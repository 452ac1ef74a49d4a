//! What happens next: a step of the engine, a deed of somebody, a fault, or time.

use std::time::Duration;

use wireclip_domain::RunId;
use wireclip_domain::agent::AgentState;
use wireclip_engine::RECONCILERS;
use wireclip_testkit::{Script, StartFault};

use crate::acts::{self, Act};
use crate::play::{Held, Play};
use crate::server::{Came, up_to};

/// The kinds of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    PersonActs,
    AgentActs,
    Claim,
    Carry,
    DeliverStops,
    Reconcile,
    ProgramEnds,
    HostIsLost,
    StartFails,
    TimePasses,
    TimeJumps,
    ClockGoesBack,
    ServerDies,
    StopAndWait,
}

const STEPS: &[(usize, Step)] = &[
    (24, Step::PersonActs),
    (24, Step::AgentActs),
    (16, Step::Claim),
    (16, Step::Carry),
    (6, Step::DeliverStops),
    (10, Step::Reconcile),
    (9, Step::ProgramEnds),
    (2, Step::HostIsLost),
    (2, Step::StartFails),
    (8, Step::TimePasses),
    (2, Step::TimeJumps),
    (1, Step::ClockGoesBack),
    (4, Step::ServerDies),
    (2, Step::StopAndWait),
];

/// Makes companies and agents.
pub(crate) async fn set_up(play: &mut Play) -> Held {
    for _ in 0..=usize::from(play.chance.one_in(4)) {
        acts::do_it(play, acts::new_company(), None).await?;
    }
    let companies: Vec<_> = play.now.companies.keys().copied().collect();
    for company_id in companies {
        for _ in 0..2 + play.chance.below(3) {
            let act = acts::new_agent(play, company_id);
            acts::do_it(play, act, None).await?;
        }
    }
    let agents: Vec<_> = play.now.agents.keys().copied().collect();
    for agent_id in agents {
        for _ in 0..play.chance.below(3) {
            let script = some_script(play);
            play.machine.hosts.script(agent_id, script);
        }
        play.machine.hosts.script(agent_id, Script::new().hangs());
    }
    reconcile_all(play).await
}

fn some_script(play: &mut Play) -> Script {
    let time = Duration::from_secs(1 + play.chance.below(90) as u64);
    match play.chance.below(7) {
        0 => Script::new().works_for(time).exits(0),
        1 => Script::new().works_for(time).exits(3),
        2 => Script::new().works_for(time).host_lost(),
        3 => Script::new().hangs().ignores_stop(),
        4 => Script::new().cannot_start("no such program"),
        5 => Script::new(),
        _ => Script::new().hangs(),
    }
}

/// Takes the next step.
pub(crate) async fn one(play: &mut Play) -> Held {
    match play.chance.weighted(STEPS) {
        Step::PersonActs => {
            let act = acts::of_a_person(play);
            acts_perhaps_cut(play, act).await
        }
        Step::AgentActs => {
            let act = acts::of_an_agent(play).await?;
            acts_perhaps_cut(play, act).await
        }
        Step::Claim => engine_step(play, EngineStep::Claim).await,
        Step::DeliverStops => engine_step(play, EngineStep::DeliverStops).await,
        Step::Reconcile => {
            let name = RECONCILERS[play.chance.below(RECONCILERS.len())].name;
            engine_step(play, EngineStep::Reconcile(name)).await
        }
        Step::Carry => {
            let carried = play.server.carried();
            let Some(run_id) = play.chance.pick(&carried) else { return Ok(()) };
            carry(play, run_id).await
        }
        Step::ProgramEnds => {
            let alive = play.machine.hosts.alive();
            let Some(run_id) = play.chance.pick(&alive) else { return Ok(()) };
            let code = if play.chance.one_in(4) { 3 } else { 0 };
            play.tell(format_args!("the program of {} exits with {code}", play.now.run_name(run_id)));
            play.machine.hosts.finish(run_id, code);
            play.look().await
        }
        Step::HostIsLost => {
            let alive = play.machine.hosts.alive();
            let Some(run_id) = play.chance.pick(&alive) else { return Ok(()) };
            play.tell(format_args!("the host of {} is lost", play.now.run_name(run_id)));
            play.machine.hosts.lose_host(run_id);
            play.look().await
        }
        Step::StartFails => {
            let fault =
                if play.chance.one_in(2) { StartFault::NothingStarts } else { StartFault::AnswerIsLost };
            play.tell(format_args!("the next start goes wrong: {fault:?}"));
            play.machine.hosts.break_start(fault);
            Ok(())
        }
        Step::TimePasses => {
            let time = Duration::from_millis(1 + play.chance.below(40_000) as u64);
            pass(play, time).await
        }
        Step::TimeJumps => {
            let time = Duration::from_secs(60 + play.chance.below(7_200) as u64);
            pass(play, time).await
        }
        Step::ClockGoesBack => {
            use wireclip_ports::clock::Clock as _;
            let back = Duration::from_millis(1 + play.chance.below(5_000) as u64);
            play.tell(format_args!("the clock goes back by {back:?}"));
            play.world.clock.set(play.world.clock.now().minus(back));
            play.look().await
        }
        Step::ServerDies => play.crash().await,
        Step::StopAndWait => stop_and_wait(play).await,
    }
}

async fn acts_perhaps_cut(play: &mut Play, act: Option<Act>) -> Held {
    let Some(act) = act else { return Ok(()) };
    let cut = play.chance.one_in(8).then(|| play.chance.below(30));
    acts::do_it(play, act, cut).await
}

/// A step of the engine.
#[derive(Debug, Clone, Copy)]
pub(crate) enum EngineStep {
    Claim,
    DeliverStops,
    Reconcile(&'static str),
}

async fn engine_step(play: &mut Play, step: EngineStep) -> Held {
    // A server dies in the middle of a step as well as between two.
    let cut = play.chance.one_in(7).then(|| play.chance.below(40));
    engine_step_up_to(play, step, cut).await
}

/// Takes a step of the engine; the server dies where it is cut off.
pub(crate) async fn engine_step_up_to(play: &mut Play, step: EngineStep, cut: Option<usize>) -> Held {
    play.tell(format_args!("{step:?}"));
    let core = std::sync::Arc::clone(&play.server.core);
    let doing = Box::pin(async {
        match step {
            EngineStep::Claim => core.claim_once().await.map(drop),
            EngineStep::DeliverStops => core.deliver_stops_once().await.map(drop),
            EngineStep::Reconcile(name) => core.reconcile_once(name).await.map(drop),
        }
    });
    let came = Play::in_time(up_to(doing, cut)).await?;
    drop(core);
    match came {
        Came::Through(Err(error)) => Err(format!("a step of the engine failed: {step:?}: {error:?}")),
        Came::Through(Ok(())) | Came::ToRest => play.look().await,
        Came::ToTheCut => {
            play.tell("... and in the middle of it");
            play.crash().await
        }
    }
}

/// Goes on with a run; the server may die meanwhile.
async fn carry(play: &mut Play, run_id: RunId) -> Held {
    let cut = play.chance.one_in(7).then(|| play.chance.below(40));
    carry_up_to(play, run_id, cut).await
}

async fn carry_up_to(play: &mut Play, run_id: RunId, cut: Option<usize>) -> Held {
    play.tell(format_args!("the server goes on with {}", play.now.run_name(run_id)));
    let came = Play::in_time(play.server.carry_on(run_id, &play.machine, &play.world, cut)).await?;
    if came == Came::ToTheCut {
        play.tell("... and in the middle of it");
        return play.crash().await;
    }
    play.look().await
}

pub(crate) async fn carry_all(play: &mut Play) -> Held {
    for run_id in play.server.carried() {
        carry_up_to(play, run_id, None).await?;
    }
    Ok(())
}

pub(crate) async fn reconcile_all(play: &mut Play) -> Held {
    for reconciler in RECONCILERS {
        engine_step_up_to(play, EngineStep::Reconcile(reconciler.name), None).await?;
    }
    Ok(())
}

pub(crate) async fn pass(play: &mut Play, time: Duration) -> Held {
    play.tell(format_args!("{time:?} pass"));
    play.world.clock.advance(time);
    play.look().await
}

/// Stops an agent, lets the engine do its part, and looks whether anything of the agent runs.
async fn stop_and_wait(play: &mut Play) -> Held {
    let agents: Vec<_> = play.now.agents.values().filter(|agent| agent.state == AgentState::Active).collect();
    let agents: Vec<_> = agents.iter().map(|agent| agent.id).collect();
    let Some(agent_id) = play.chance.pick(&agents) else { return Ok(()) };
    acts::do_it(play, acts::pause(play, agent_id), None).await?;
    engine_step_up_to(play, EngineStep::Reconcile("nodes"), None).await?;
    engine_step_up_to(play, EngineStep::Reconcile("adopt"), None).await?;
    for _ in 0..2 {
        engine_step_up_to(play, EngineStep::DeliverStops, None).await?;
        carry_all(play).await?;
        // Longer than any program may take to end.
        pass(play, Duration::from_secs(16)).await?;
        carry_all(play).await?;
        engine_step_up_to(play, EngineStep::Reconcile("orphans"), None).await?;
    }
    let alive = play.machine.hosts.alive();
    let name = &play.now.agents[&agent_id].name;
    for run in play.now.runs.values().filter(|run| run.agent_id == agent_id) {
        if alive.contains(&run.id) || run.status == wireclip_domain::run::RunStatus::Running {
            let run = play.now.run_name(run.id);
            return Err(format!("stop means stop: {name} is paused and {run} goes on"));
        }
    }
    Ok(())
}
