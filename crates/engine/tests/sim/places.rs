//! Places elsewhere in which runs execute: who makes them, and what must never happen to them.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::lease::Disposition;
use wireclip_domain::{AgentId, EnvironmentId};
use wireclip_testkit::{MakingFault, ReleaseFault};

use crate::acts::{self, Act};
use crate::play::{Held, Play};

/// Some worlds have environments; most of their agents work there.
pub(crate) async fn set_up(play: &mut Play) -> Held {
    let companies: Vec<_> = play.now.companies.keys().copied().collect();
    let Some(company_id) = play.chance.pick(&companies).filter(|_| play.chance.one_in(4)) else {
        return Ok(());
    };
    let is_reusable = play.chance.one_in(2);
    let kinds = if play.chance.one_in(3) { vec![false, true] } else { vec![is_reusable] };
    for is_reusable in kinds {
        let (what, path) = ("makes a pasture".to_owned(), format!("/companies/{company_id}/environments"));
        let name = format!("Pasture {}", play.now.environments.len());
        let body = json!({"name": name, "driver": "sandbox", "config": config(is_reusable, "small")});
        acts::do_it(play, Act::of_person(what, "POST", path, body), None).await?;
    }
    let agents: Vec<_> = play.now.agents.keys().copied().collect();
    for agent_id in agents {
        if !play.chance.one_in(4) {
            let act = moves(play, agent_id);
            acts::do_it(play, act, None).await?;
        }
    }
    Ok(())
}

fn config(is_reusable: bool, size: &str) -> Value {
    json!({"provider": "pasture", "reuseLease": is_reusable, "size": size})
}

/// Sends an agent to some environment, if there is one.
fn moves(play: &mut Play, agent_id: AgentId) -> Act {
    let known: Vec<_> = play.now.environments.keys().copied().collect();
    let environment = play.chance.pick(&known);
    acts::change_agent(play, agent_id, json!({"defaultEnvironmentId": environment}))
}

/// What a person changes about where work is done.
pub(crate) fn some_change(play: &mut Play, agent_id: AgentId) -> Option<Act> {
    let known: Vec<EnvironmentId> = play.now.environments.keys().copied().collect();
    let environment = play.chance.pick(&known)?;
    if play.chance.one_in(2) {
        return Some(moves(play, agent_id));
    }
    let size = if play.chance.one_in(2) { "small" } else { "large" };
    let config = config(play.chance.one_in(2), size);
    let path = format!("/environments/{environment}");
    let what = format!("changes an environment: {config}");
    Some(Act::of_person(what, "PATCH", path, json!({"config": config})))
}

/// Something at the provider goes wrong next.
pub(crate) fn some_fault(play: &mut Play) {
    if play.now.environments.is_empty() {
        return;
    }
    const MAKING: [MakingFault; 5] = [
        MakingFault::Refused,
        MakingFault::AnswerIsLost,
        MakingFault::TakesTooLong,
        MakingFault::Late,
        MakingFault::Late,
    ];
    const RELEASE: [ReleaseFault; 2] = [ReleaseFault::Refused, ReleaseFault::AnswerIsLost];
    match play.chance.below(6) {
        0..=2 => {
            let Some(fault) = play.chance.pick(&MAKING) else { return };
            play.tell(format_args!("the making of the next place goes wrong: {fault:?}"));
            play.pasture.break_making(fault);
        }
        3 | 4 => {
            let Some(fault) = play.chance.pick(&RELEASE) else { return };
            play.tell(format_args!("putting the next place to rest goes wrong: {fault:?}"));
            play.pasture.break_release(fault);
        }
        _ if play.chance.one_in(3) => {
            play.tell("places do not prove to be what they were");
            play.pasture.proves_nothing(true);
        }
        _ => {
            play.tell("the next place cannot be opened again");
            play.pasture.break_resume();
        }
    }
}

/// The program of a run elsewhere may bring its work back before it ends.
pub(crate) fn perhaps_bring_back(play: &mut Play, at: usize, run_id: wireclip_domain::RunId) {
    let hosts = &play.nodes[at].machine.hosts;
    if hosts.place_of(run_id).is_some() && !play.chance.one_in(4) {
        hosts.bring_work_back(run_id);
        play.tell(format_args!("the work of {} is here", play.now.run_name(run_id)));
        play.ledger.came_back.insert(run_id);
    }
}

/// Nothing is removed that may be the only copy of somebody's work, unless all of its company goes.
pub(crate) fn work_stays(play: &Play) -> Held {
    let released = play.pasture.released();
    let destroyed = released.iter().filter(|(_, what)| *what == Disposition::Destroy);
    for (place, _) in destroyed {
        for hosts in play.nodes.iter().map(|node| &node.machine.hosts) {
            for run_id in hosts.ever_started() {
                let was_there = hosts.place_of(run_id).as_ref() == Some(place);
                if !was_there || play.ledger.came_back.contains(&run_id) {
                    continue;
                }
                let run = play.now.runs.get(&run_id);
                let company = run.and_then(|run| play.now.companies.get(&run.company_id));
                if company.is_some_and(|company| company.status != CompanyStatus::Archived) {
                    let run = play.now.run_name(run_id);
                    return Err(format!("work that is only there stays there: {place} of {run} is removed"));
                }
            }
        }
    }
    Ok(())
}

/// No two living programs are in one place.
pub(crate) fn nobody_shares_a_place(play: &Play) -> Held {
    let mut taken = BTreeMap::new();
    for (at, run_id) in play.alive() {
        let Some(place) = play.nodes[at].machine.hosts.place_of(run_id) else { continue };
        if let Some(other) = taken.insert(place.clone(), run_id) {
            let (run, other) = (play.now.run_name(run_id), play.now.run_name(other));
            return Err(format!("nobody shares a place: {run} and {other} are both in {place}"));
        }
    }
    Ok(())
}
