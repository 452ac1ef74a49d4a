//! What happens next: a step of an engine, a deed of somebody, a fault, or time.

use std::time::Duration;

use wireclip_domain::RunId;
use wireclip_domain::agent::AgentState;
use wireclip_domain::run::RunStatus;
use wireclip_engine::RECONCILERS;
use wireclip_ports::adapter::PrepareError;
use wireclip_testkit::{Script, StartFault};

use crate::acts::{self, Act};
use crate::node::{Came, Fault, Node, until_death};
use crate::play::{Held, Play};
use crate::{deeds, looks, places};

/// The kinds of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    PersonActs,
    AgentActs,
    StrangerActs,
    SomebodyLooks,
    Claim,
    Carry,
    DeliverStops,
    Reconcile,
    ProgramEnds,
    HostIsLost,
    StartFails,
    FollowingFails,
    TimePasses,
    TimeJumps,
    ClockGoesBack,
    ServerDies,
    ServerStarts,
    MachineIsLost,
    ProviderFails,
    StopAndWait,
}

const STEPS: &[(usize, Step)] = &[
    (24, Step::PersonActs),
    (24, Step::AgentActs),
    (3, Step::StrangerActs),
    (3, Step::SomebodyLooks),
    (16, Step::Claim),
    (16, Step::Carry),
    (6, Step::DeliverStops),
    (10, Step::Reconcile),
    (9, Step::ProgramEnds),
    (2, Step::HostIsLost),
    (2, Step::StartFails),
    (1, Step::FollowingFails),
    (8, Step::TimePasses),
    (2, Step::TimeJumps),
    (1, Step::ClockGoesBack),
    (4, Step::ServerDies),
    (4, Step::ServerStarts),
    (1, Step::MachineIsLost),
    (3, Step::ProviderFails),
    (2, Step::StopAndWait),
];

/// Makes machines, companies and agents.
pub(crate) async fn set_up(play: &mut Play) -> Held {
    if play.chance.one_in(3) {
        let mut second = Node::new(&play.world);
        second.start(&play.world, &play.pasture);
        play.nodes.push(second);
        play.tell("there are two machines");
    }
    for _ in 0..=usize::from(play.chance.one_in(4)) {
        acts::do_it(play, acts::new_company(), None).await?;
    }
    let companies: Vec<_> = play.now.companies.keys().copied().collect();
    for company_id in companies {
        for _ in 0..2 + play.chance.below(3) {
            let act = acts::new_agent(play, company_id);
            acts::do_it(play, act, None).await?;
        }
        // Where the board wants to be asked, somebody waits for it from the beginning.
        if play.chance.one_in(3) {
            acts::do_it(play, acts::wants_to_be_asked(company_id, true), None).await?;
            let act = acts::hire(play, company_id);
            acts::do_it(play, act, None).await?;
        }
    }
    let agents: Vec<_> = play.now.agents.keys().copied().collect();
    for agent_id in agents {
        for _ in 0..play.chance.below(3) {
            let script = some_script(play);
            play.nodes.iter().for_each(|node| node.machine.hosts.script(agent_id, script.clone()));
        }
        play.nodes.iter().for_each(|node| node.machine.hosts.script(agent_id, Script::new().hangs()));
        match play.chance.below(24) {
            0 => play.world.adapters.refuses(agent_id, PrepareError::Refused("it is not so".to_owned())),
            1 => play.world.adapters.panics_before(agent_id),
            2 => play.world.adapters.panics_after(agent_id),
            3..=5 => play.world.adapters.limits(agent_id, Duration::from_secs(600)),
            6..=11 => play.world.adapters.resumes(agent_id),
            _ => {}
        }
    }
    places::set_up(play).await?;
    reconcile_all(play).await
}

fn some_script(play: &mut Play) -> Script {
    let time = Duration::from_secs(1 + play.chance.below(90) as u64);
    match play.chance.below(11) {
        0 => Script::new().works_for(time).exits(0),
        1 => Script::new().works_for(time).exits(3),
        2 => Script::new().works_for(time).host_lost(),
        3 => Script::new().hangs().ignores_stop(),
        4 => Script::new().cannot_start("no such program"),
        5 => Script::new(),
        6 => Script::new().says("I will do it tomorrow.").works_for(time).exits(0),
        8 => Script::new()
            .says("used 9 cents\n")
            .works_for(time)
            .says("used 30 cents\n")
            .works_for(time)
            .exits(0),
        9 => Script::new().says("used 12 cents\n").works_for(time).says("used 5 cents\n").hangs(),
        _ => Script::new().hangs(),
    }
}

/// Takes the next step.
pub(crate) async fn one(play: &mut Play) -> Held {
    match play.chance.weighted(STEPS) {
        Step::PersonActs => {
            let act = deeds::of_a_person(play);
            acts_perhaps_at_fault(play, act).await
        }
        Step::AgentActs => {
            let act = deeds::of_an_agent(play).await?;
            acts_perhaps_at_fault(play, act).await
        }
        Step::StrangerActs => {
            let act = deeds::of_a_stranger(play);
            acts_perhaps_at_fault(play, act).await
        }
        Step::SomebodyLooks => looks::look_around(play).await,
        Step::Claim => engine_step(play, EngineStep::Claim).await,
        Step::DeliverStops => engine_step(play, EngineStep::DeliverStops).await,
        Step::Reconcile => {
            let name = RECONCILERS[play.chance.below(RECONCILERS.len())].name;
            engine_step(play, EngineStep::Reconcile(name)).await
        }
        Step::Carry => {
            let carried: Vec<_> = play.serving().into_iter().flat_map(|at| play.carried(at)).collect();
            let Some((at, run_id)) = play.chance.pick(&carried) else { return Ok(()) };
            let fault = play.some_fault();
            carry_on(play, at, run_id, fault).await
        }
        Step::TimePasses => {
            let time = Duration::from_millis(1 + play.chance.below(40_000) as u64);
            pass(play, time).await
        }
        Step::TimeJumps => {
            let time = Duration::from_secs(60 + play.chance.below(7_200) as u64);
            pass(play, time).await
        }
        Step::ServerDies => {
            let Some(at) = play.some_server() else { return Ok(()) };
            if play.chance.one_in(2) { play.crash(at).await } else { play.die(at).await }
        }
        Step::ServerStarts => start_servers(play).await,
        Step::MachineIsLost => lose_a_machine(play).await,
        Step::StopAndWait => stop_and_wait(play).await,
        other => outside(play, other).await,
    }
}

/// What happens outside of servers, and without anybody's will.
async fn outside(play: &mut Play, step: Step) -> Held {
    let alive = play.alive();
    let one = play.chance.pick(&alive);
    let at = play.chance.below(play.nodes.len());
    match step {
        Step::ProgramEnds => {
            let Some((at, run_id)) = one else { return Ok(()) };
            let code = if play.chance.one_in(4) { 3 } else { 0 };
            play.tell(format_args!("the program of {} exits with {code}", play.now.run_name(run_id)));
            places::perhaps_bring_back(play, at, run_id);
            play.nodes[at].machine.hosts.finish(run_id, code);
        }
        Step::HostIsLost => {
            let Some((at, run_id)) = one else { return Ok(()) };
            play.tell(format_args!("the host of {} is lost", play.now.run_name(run_id)));
            play.nodes[at].machine.hosts.lose_host(run_id);
        }
        Step::ProviderFails => places::some_fault(play),
        Step::StartFails => {
            let fault =
                if play.chance.one_in(2) { StartFault::NothingStarts } else { StartFault::AnswerIsLost };
            play.tell(format_args!("the next start goes wrong: {fault:?}"));
            play.nodes[at].machine.hosts.break_start(fault);
        }
        Step::FollowingFails => {
            let times = 1 + play.chance.below(3);
            play.tell(format_args!("hosts cannot be followed {times} times"));
            play.nodes[at].machine.hosts.break_follow(times);
        }
        _ => {
            use wireclip_ports::clock::Clock as _;
            let back = Duration::from_millis(1 + play.chance.below(5_000) as u64);
            play.tell(format_args!("the clock goes back by {back:?}"));
            play.world.clock.set(play.world.clock.now().minus(back));
        }
    }
    play.look().await
}

async fn acts_perhaps_at_fault(play: &mut Play, act: Option<Act>) -> Held {
    let Some(act) = act else { return Ok(()) };
    let fault = play.some_fault();
    acts::do_it(play, act, fault).await
}

/// A step of an engine.
#[derive(Debug, Clone, Copy)]
pub(crate) enum EngineStep {
    Claim,
    DeliverStops,
    Reconcile(&'static str),
}

async fn engine_step(play: &mut Play, step: EngineStep) -> Held {
    let Some(at) = play.some_server() else { return Ok(()) };
    let fault = play.some_fault();
    engine_step_of(play, at, step, fault).await
}

/// Takes a step of the engine of a node, if a server lives there.
pub(crate) async fn engine_step_of(
    play: &mut Play,
    at: usize,
    step: EngineStep,
    fault: Option<Fault>,
) -> Held {
    let Some(server) = &play.nodes[at].server else { return Ok(()) };
    let whose = if play.nodes.len() == 1 { String::new() } else { format!(" by server {}", at + 1) };
    play.tell(format_args!("{step:?}{whose}"));
    let core = std::sync::Arc::clone(&server.core);
    let doing = Box::pin(async {
        match step {
            EngineStep::Claim => core.claim_once().await.map(drop),
            EngineStep::DeliverStops => core.deliver_stops_once().await.map(drop),
            EngineStep::Reconcile(name) => core.reconcile_once(name).await.map(drop),
        }
    });
    play.begin_faults(fault);
    let came = Play::in_time(until_death(doing, &play.world.commits)).await?;
    drop(core);
    let fault = play.faults_over();
    match came {
        Came::Through(Err(error)) if fault.is_none() => {
            Err(format!("a step of the engine failed: {step:?}: {error:?}"))
        }
        Came::Through(_) | Came::ToRest => play.look().await,
        Came::ToItsDeath => play.crash(at).await,
    }
}

/// Goes on with a run; its server may die meanwhile.
async fn carry_on(play: &mut Play, at: usize, run_id: RunId, fault: Option<Fault>) -> Held {
    play.tell(format_args!("{} goes on with {}", play.server_name(at), play.now.run_name(run_id)));
    play.begin_faults(fault);
    let node = &mut play.nodes[at];
    let Some(server) = &mut node.server else { return Ok(()) };
    let came = Play::in_time(server.carry_on(run_id, &node.machine, &play.world)).await?;
    play.faults_over();
    if came == Came::ToItsDeath {
        return play.crash(at).await;
    }
    play.look().await
}

pub(crate) async fn carry_all(play: &mut Play) -> Held {
    for at in play.serving() {
        for (at, run_id) in play.carried(at) {
            carry_on(play, at, run_id, None).await?;
        }
    }
    Ok(())
}

/// Lets every server that lives take a step of its engine.
pub(crate) async fn all_take(play: &mut Play, step: EngineStep) -> Held {
    for at in play.serving() {
        engine_step_of(play, at, step, None).await?;
    }
    Ok(())
}

pub(crate) async fn reconcile_all(play: &mut Play) -> Held {
    for reconciler in RECONCILERS {
        all_take(play, EngineStep::Reconcile(reconciler.name)).await?;
    }
    Ok(())
}

pub(crate) async fn pass(play: &mut Play, time: Duration) -> Held {
    play.tell(format_args!("{time:?} pass"));
    play.world.clock.advance(time);
    play.look().await
}

/// Starts a server where none lives.
pub(crate) async fn start_servers(play: &mut Play) -> Held {
    for at in 0..play.nodes.len() {
        if play.nodes[at].server.is_none() {
            play.tell(format_args!("{} starts", play.server_name(at)));
            play.nodes[at].start(&play.world, &play.pasture);
        }
    }
    play.look().await
}

/// One of two machines is gone for ever, with all that ran there; an empty one takes its place.
async fn lose_a_machine(play: &mut Play) -> Held {
    if play.nodes.len() < 2 {
        return Ok(());
    }
    let at = play.chance.below(play.nodes.len());
    play.tell(format_args!("the machine of {} is lost; there is a new one", play.server_name(at)));
    play.nodes[at] = Node::new(&play.world);
    play.look().await
}

/// Stops an agent, lets the engines do their part, and looks whether anything of the agent runs.
async fn stop_and_wait(play: &mut Play) -> Held {
    let agents: Vec<_> = play.now.agents.values().filter(|agent| agent.state == AgentState::Active).collect();
    let agents: Vec<_> = agents.iter().map(|agent| agent.id).collect();
    let Some(agent_id) = play.chance.pick(&agents) else { return Ok(()) };
    start_servers(play).await?;
    let what = play.chance.pick(&["pause", "pause", "terminate"]).unwrap_or("pause");
    acts::do_it(play, acts::to_agent(play, agent_id, what), None).await?;
    let is_stopped = play.now.agents.get(&agent_id).is_none_or(|agent| agent.state != AgentState::Active);
    if !is_stopped {
        return Err(format!("stop means stop: {agent_id} could not be stopped"));
    }
    all_take(play, EngineStep::Reconcile("nodes")).await?;
    all_take(play, EngineStep::Reconcile("adopt")).await?;
    for _ in 0..4 {
        all_take(play, EngineStep::DeliverStops).await?;
        carry_all(play).await?;
        // Longer than any program may take to end.
        pass(play, Duration::from_secs(16)).await?;
        carry_all(play).await?;
        all_take(play, EngineStep::Reconcile("nodes")).await?;
        all_take(play, EngineStep::Reconcile("orphans")).await?;
    }
    let alive = play.alive();
    for run in play.now.runs.values().filter(|run| run.agent_id == agent_id) {
        // That a lost machine's runs have ended shows when its lease has run out.
        let is_lost = !play.nodes.iter().any(|node| Some(node.machine.node_id) == run.node_id);
        let says_so = run.status == RunStatus::Running && !is_lost;
        if alive.iter().any(|(_, id)| *id == run.id) || says_so {
            let run = play.now.run_name(run.id);
            return Err(format!("stop means stop: the agent is told to {what} and {run} goes on"));
        }
    }
    Ok(())
}

impl Play {
    fn carried(&self, at: usize) -> Vec<(usize, RunId)> {
        let server = self.nodes[at].server.iter();
        server.flat_map(|server| server.carried()).map(|run_id| (at, run_id)).collect()
    }
}
