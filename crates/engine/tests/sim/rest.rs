//! The end of a world: nothing more goes wrong, everybody finishes, and what is left is looked at.

use std::time::Duration;

use serde_json::json;
use wireclip_domain::agent::AgentState;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::tree_hold::{TreeHoldStatus, TreeMode};
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_schema::wakeups::Model as Wakeup;

use crate::play::{Held, Play};
use crate::rules_at_rest::AT_REST;
use crate::steps::{EngineStep, all_take, carry_all, pass, reconcile_all, start_servers};
use crate::{acts, places};

/// How often the engine may go round until nothing is left to do; what goes on longer goes on for
/// ever.
const MOST_ROUNDS: usize = 60;

/// Lets the world come to rest, and checks the rules of one at rest.
pub(crate) async fn come_to_rest(play: &mut Play) -> Held {
    play.tell("everybody finishes");
    play.pasture.heal();
    start_servers(play).await?;
    open_all_gates(play).await?;
    let mut restful_rounds = 0;
    // More than one, so that whatever looks by period has looked at the world at rest.
    for _ in 0..MOST_ROUNDS {
        let before = made(play);
        round(play).await?;
        // What was made and ended within the round may be followed by more.
        let is_restful = is_at_rest(play) && made(play) == before;
        restful_rounds = if is_restful { restful_rounds + 1 } else { 0 };
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

/// Counts what the machine makes by itself.
fn made(play: &Play) -> [usize; 3] {
    [play.now.runs.len(), play.now.wakeups.len(), play.now.recovery_actions.len()]
}

async fn open_all_gates(play: &mut Play) -> Held {
    let companies: Vec<_> = play.now.companies.values().cloned().collect();
    for company in companies.iter().filter(|company| company.status == CompanyStatus::Paused) {
        acts::do_it(play, acts::to_company(company.id, "active"), None).await?;
    }
    let pauses = play.now.holds.iter().filter(|hold| hold.status == TreeHoldStatus::Active);
    let paused: Vec<_> =
        pauses.filter(|hold| hold.mode == TreeMode::Pause).map(|hold| hold.root_issue_id).collect();
    for issue_id in paused {
        acts::do_it(play, acts::control(play, issue_id, "resume", false), None).await?;
    }
    let open = play.now.approvals.values().filter(|approval| !approval.status.is_decided());
    let open: Vec<_> = open.map(|approval| approval.id).collect();
    for approval_id in open {
        // Who reports to somebody that is gone is not hired.
        for verdict in ["approve", "reject"] {
            acts::do_it(play, acts::decide(approval_id, verdict), None).await?;
        }
    }
    // What a budget stopped goes on without one.
    for policy in play.now.policies.clone() {
        let kind = policy.scope_type.as_str();
        acts::do_it(play, acts::limit(play, kind, policy.company_id, policy.scope_id, 0), None).await?;
    }
    let agents: Vec<_> = play.now.agents.values().map(|agent| (agent.id, agent.state)).collect();
    for (agent_id, state) in agents {
        if state == AgentState::Paused {
            acts::do_it(play, acts::to_agent(play, agent_id, "resume"), None).await?;
        }
        // Whoever beats by the clock never rests.
        let act =
            acts::change_agent(play, agent_id, json!({"runtimeConfig": {"heartbeat": {"enabled": false}}}));
        acts::do_it(play, act, None).await?;
    }
    Ok(())
}

async fn round(play: &mut Play) -> Held {
    reconcile_all(play).await?;
    all_take(play, EngineStep::Claim).await?;
    carry_all(play).await?;
    all_take(play, EngineStep::DeliverStops).await?;
    // What lives although its run is over is the engine's to end.
    let is_wanted = |run_id| play.now.runs.get(&run_id).is_some_and(|run| !run.status.is_terminal());
    let wanted: Vec<_> = play.alive().into_iter().filter(|(_, run_id)| is_wanted(*run_id)).collect();
    for (at, run_id) in wanted {
        places::perhaps_bring_back(play, at, run_id);
        play.nodes[at].machine.hosts.finish(run_id, 0);
    }
    carry_all(play).await?;
    pass(play, Duration::from_secs(300)).await?;
    carry_all(play).await
}

fn is_at_rest(play: &Play) -> bool {
    let now = &play.now;
    now.runs.values().all(|run| run.status.is_terminal())
        && now.wakeups.values().all(|wakeup| wakeup.status.is_terminal() || waits_for_a_person(play, wakeup))
        && now.leases.values().all(|lease| lease.ending_event.is_none())
        && now.creates.is_empty()
        && play.alive().is_empty()
        && play.nodes.iter().flat_map(|node| &node.server).all(|server| server.carried().is_empty())
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
    let leases = now.leases.values().filter(|lease| lease.ending_event.is_some());
    ends.extend(leases.map(|lease| format!("{:?} is not put to rest", lease.provider_lease_id)));
    ends.extend(now.creates.iter().map(|create| format!("nobody knows what {} made", create.id)));
    ends.extend(play.alive().into_iter().map(|(_, id)| format!("{} is alive", now.run_name(id))));
    ends.join("; ")
}
