//! How runs and wake-ups move, and that they end once.

use wireclip_domain::CompanyId;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::run::{self, RunStatus};
use wireclip_domain::wakeup::{self, WakeupStatus};
use wireclip_schema::companies::Model as Company;

use super::{Moment, ensure};
use crate::play::Held;

pub(super) fn what_has_ended_stays(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    for known in before.runs.values().filter(|run| run.status.is_terminal()) {
        let Some(run) = now.runs.get(&known.id) else { continue };
        let facts = |run: &wireclip_schema::runs::Model| {
            (run.status, run.finished_at, run.error_code.clone(), run.exit_code)
        };
        ensure(facts(run) == facts(known), || {
            format!("{} was {:?} and is {:?}", now.run_name(run.id), facts(known), facts(run))
        })?;
        ensure(run.finished_at.is_some(), || format!("{} never finished", now.run_name(run.id)))?;
    }
    for known in before.wakeups.values().filter(|wakeup| wakeup.status.is_terminal()) {
        let Some(wakeup) = now.wakeups.get(&known.id) else { continue };
        let facts = |wakeup: &wireclip_schema::wakeups::Model| {
            (wakeup.status, wakeup.finished_at, wakeup.status_reason.clone())
        };
        ensure(facts(wakeup) == facts(known), || {
            format!("wake-up {} was {:?} and is {:?}", wakeup.id, facts(known), facts(wakeup))
        })?;
    }
    Ok(())
}

/// A step may take something through several moves.
pub(super) fn moves_are_in_the_table(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    for run in now.runs.values() {
        let Some(known) = before.runs.get(&run.id) else { continue };
        let moves = run::MOVES.iter().map(|(from, _, to)| (*from, *to));
        let is_known =
            known.status == run.status || leads_to(known.status, run.status, &moves.collect::<Vec<_>>());
        let (was, is) = (known.status, run.status);
        ensure(is_known, || format!("{} was {was} and is {is}", now.run_name(run.id)))?;
    }
    for wakeup in now.wakeups.values() {
        let Some(known) = before.wakeups.get(&wakeup.id) else { continue };
        let moves = wakeup::MOVES.iter().map(|(from, _, to)| (*from, *to));
        let is_known = known.status == wakeup.status
            || leads_to(known.status, wakeup.status, &moves.collect::<Vec<_>>());
        let (was, is) = (known.status, wakeup.status);
        ensure(is_known, || format!("wake-up {} was {was} and is {is}", wakeup.id))?;
    }
    Ok(())
}

/// Where a company stops working, nothing waits any more, and what runs is asked to stop.
pub(super) fn stops_reach_everything(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    let is_stopped = |id: &CompanyId| {
        let works =
            |company: Option<&Company>| company.map(|company| company.status == CompanyStatus::Active);
        works(before.companies.get(id)) == Some(true) && works(now.companies.get(id)) == Some(false)
    };
    for run in now.runs.values().filter(|run| is_stopped(&run.company_id)) {
        let is_reached = match run.status {
            RunStatus::Queued | RunStatus::ScheduledRetry => false,
            RunStatus::Running => run.stop_requested_at.is_some(),
            _ => true,
        };
        ensure(is_reached, || format!("{} is {} after the stop", now.run_name(run.id), run.status))?;
    }
    for wakeup in now.wakeups.values().filter(|wakeup| is_stopped(&wakeup.company_id)) {
        ensure(wakeup.status != WakeupStatus::Deferred, || format!("wake-up {} waits", wakeup.id))?;
    }
    Ok(())
}

pub(super) fn leads_to<S: Copy + PartialEq>(from: S, to: S, moves: &[(S, S)]) -> bool {
    let (mut reached, mut looked_at) = (vec![from], 0);
    while let Some(here) = reached.get(looked_at).copied() {
        looked_at += 1;
        for (_, next) in moves.iter().filter(|(from, _)| *from == here) {
            if *next == to {
                return true;
            }
            if !reached.contains(next) {
                reached.push(*next);
            }
        }
    }
    false
}

pub(super) fn wakeups_follow_their_runs(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for wakeup in now.wakeups.values().filter(|wakeup| !wakeup.status.is_terminal()) {
        let run = wakeup.run_id.and_then(|id| now.runs.get(&id));
        let fits = match wakeup.status {
            WakeupStatus::Deferred => run.is_none(),
            WakeupStatus::Queued => {
                run.is_some_and(|run| matches!(run.status, RunStatus::Queued | RunStatus::ScheduledRetry))
            }
            _ => run.is_some_and(|run| run.status == RunStatus::Running),
        };
        let status = run.map(|run| run.status);
        ensure(fits, || format!("wake-up {} is {} and its run {status:?}", wakeup.id, wakeup.status))?;
    }
    Ok(())
}

/// Only with its agent does a wake-up go; runs likewise.
pub(super) fn wakeups_stay(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    for wakeup in before.wakeups.values().filter(|wakeup| now.agents.contains_key(&wakeup.agent_id)) {
        ensure(now.wakeups.contains_key(&wakeup.id), || format!("wake-up {} is gone", wakeup.id))?;
    }
    for run in before.runs.values().filter(|run| now.agents.contains_key(&run.agent_id)) {
        ensure(now.runs.contains_key(&run.id), || format!("{} is gone", before.run_name(run.id)))?;
    }
    Ok(())
}
