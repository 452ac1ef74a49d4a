//! The end of a world: nothing more goes wrong, everybody finishes, and what is left is looked at.

use std::time::Duration;

use wireclip_domain::company::CompanyStatus;
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_schema::wakeups::Model as Wakeup;

use crate::acts;
use crate::play::{Held, Play};
use crate::rules_at_rest::AT_REST;
use crate::steps::{EngineStep, carry_all, engine_step_up_to, pass, reconcile_all};

/// How often the engine may go round until nothing is left to do; what goes on longer goes on for
/// ever.
const MOST_ROUNDS: usize = 60;

/// Lets the world come to rest, and checks the rules of one at rest.
pub(crate) async fn come_to_rest(play: &mut Play) -> Held {
    play.tell("everybody finishes");
    open_all_gates(play).await?;
    let mut restful_rounds = 0;
    // More than one, so that whatever looks by period has looked at the world at rest.
    for _ in 0..MOST_ROUNDS {
        round(play).await?;
        restful_rounds = if is_at_rest(play) { restful_rounds + 1 } else { 0 };
        if restful_rounds == 2 {
            break;
        }
    }
    if restful_rounds < 2 {
        return Err(format!("it never ends: {}", open_ends(play)));
    }
    for (rule, check) in AT_REST {
        check(play).map_err(|fault| format!("{rule}: {fault}"))?;
    }
    Ok(())
}

async fn open_all_gates(play: &mut Play) -> Held {
    let companies: Vec<_> = play.now.companies.values().cloned().collect();
    for company in companies.iter().filter(|company| company.status != CompanyStatus::Active) {
        acts::do_it(play, acts::to_company(company.id, "active"), None).await?;
    }
    for agent_id in play.paused_agents() {
        acts::do_it(play, acts::to_agent(play, agent_id, "resume"), None).await?;
    }
    Ok(())
}

async fn round(play: &mut Play) -> Held {
    reconcile_all(play).await?;
    engine_step_up_to(play, EngineStep::Claim, None).await?;
    carry_all(play).await?;
    engine_step_up_to(play, EngineStep::DeliverStops, None).await?;
    for run_id in play.machine.hosts.alive() {
        play.machine.hosts.finish(run_id, 0);
    }
    carry_all(play).await?;
    pass(play, Duration::from_secs(300)).await?;
    carry_all(play).await
}

fn is_at_rest(play: &Play) -> bool {
    let now = &play.now;
    now.runs.values().all(|run| run.status.is_terminal())
        && now.wakeups.values().all(|wakeup| wakeup.status.is_terminal() || waits_for_a_person(play, wakeup))
        && play.machine.hosts.alive().is_empty()
        && play.server.carried().is_empty()
}

/// Whether a wake-up waits until a person has said what the issue's last run did.
fn waits_for_a_person(play: &Play, wakeup: &Wakeup) -> bool {
    let mut actions = play.now.recovery_actions.iter().filter(|action| action.resolved_at.is_none());
    wakeup.status == WakeupStatus::Deferred && actions.any(|action| Some(action.issue_id) == wakeup.issue_id)
}

fn open_ends(play: &Play) -> String {
    let now = &play.now;
    let runs = now.runs.values().filter(|run| !run.status.is_terminal());
    let mut ends: Vec<_> = runs.map(|run| format!("{} is {}", now.run_name(run.id), run.status)).collect();
    let waiting = now
        .wakeups
        .values()
        .filter(|wakeup| !wakeup.status.is_terminal() && !waits_for_a_person(play, wakeup));
    ends.extend(waiting.map(|wakeup| {
        let why = if wakeup.status == WakeupStatus::Deferred { " and waits for nothing" } else { "" };
        format!("wake-up {} ({:?}) is {}{why}", wakeup.id, wakeup.reason, wakeup.status)
    }));
    ends.extend(play.machine.hosts.alive().into_iter().map(|id| format!("{} is alive", now.run_name(id))));
    ends.join("; ")
}
