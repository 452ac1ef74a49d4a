//! What holds when nothing is left to do.

use wireclip_domain::lease::LeaseStatus;
use wireclip_domain::run::RunStatus;
use wireclip_schema::wakeups::Model as Wakeup;

use crate::play::{Held, HumanComment, Play};

type Check = fn(&Play) -> Held;

/// The rules of a world at rest.
pub(crate) const AT_REST: &[(&str, Check)] = &[
    ("nothing is left running", nothing_is_left),
    ("a wake-up that led to nothing says why", refusals_have_reasons),
    ("no word of a person is lost", no_word_is_lost),
    ("no claim is left", no_claim_is_left),
    ("every place is known", every_place_is_known),
];

fn nothing_is_left(play: &Play) -> Held {
    for run in play.now.runs.values() {
        if !run.status.is_terminal() {
            return Err(format!("{} is {}", play.now.run_name(run.id), run.status));
        }
    }
    match play.alive().first() {
        Some((_, run_id)) => Err(format!("the program of {} is alive", play.now.run_name(*run_id))),
        None => Ok(()),
    }
}

fn refusals_have_reasons(play: &Play) -> Held {
    for wakeup in play.now.wakeups.values() {
        let has_reason = wakeup.status_reason.is_some() || wakeup.error.is_some();
        let has_run = wakeup.run_id.is_some();
        if !has_reason && !has_run {
            return Err(format!("wake-up {} is {} and says nothing", wakeup.id, wakeup.status));
        }
    }
    Ok(())
}

/// A comment of a person is taken by a run that started after it, or it is stored why not.
fn no_word_is_lost(play: &Play) -> Held {
    for comment in &play.ledger.comments {
        let Some(issue) = play.now.issues.get(&comment.issue_id) else { continue };
        if !play.now.agents.contains_key(&comment.agent_id) {
            continue;
        }
        let id = comment.id.to_string();
        let wakeups = play.now.wakeups.values().filter(|wakeup| wakeup.agent_id == comment.agent_id);
        let named: Vec<_> = wakeups.filter(|wakeup| names(wakeup, &id)).collect();
        if !named.iter().any(|wakeup| is_answered(play, wakeup, comment)) {
            let found: Vec<_> =
                named.iter().map(|wakeup| (wakeup.id, wakeup.status, &wakeup.status_reason)).collect();
            let (step, issue) = (comment.step, &issue.identifier);
            return Err(format!("the comment of step {step} on {issue} is answered by none of {found:?}"));
        }
    }
    Ok(())
}

fn names(wakeup: &Wakeup, comment_id: &str) -> bool {
    format!("{:?} {:?}", wakeup.context, wakeup.payload).contains(comment_id)
}

fn is_answered(play: &Play, wakeup: &Wakeup, comment: &HumanComment) -> bool {
    let Some(run) = wakeup.run_id.and_then(|id| play.now.runs.get(&id)) else {
        return wakeup.status_reason.is_some() || wakeup.error.is_some();
    };
    match play.ledger.started.get(&run.id) {
        Some(started) => {
            // What joined the run must have reached it.
            *started > comment.step && format!("{:?}", run.context).contains(&comment.id.to_string())
        }
        None => run.status == RunStatus::Cancelled && run.error_code.is_some(),
    }
}

fn no_claim_is_left(play: &Play) -> Held {
    match play.now.claims.first() {
        Some(claim) => Err(format!("{} is held", play.now.issue_name(claim.issue_id))),
        None => Ok(()),
    }
}

/// What a provider has is kept for somebody, or it is removed.
fn every_place_is_known(play: &Play) -> Held {
    for place in play.pasture.places() {
        let leases = play.now.leases.values();
        let mut of_place = leases.filter(|lease| lease.provider_lease_id.as_deref() == Some(place.as_str()));
        let keeps = |lease: &wireclip_schema::environment_leases::Model| match lease.status {
            LeaseStatus::Retained => true,
            LeaseStatus::Released | LeaseStatus::Failed => lease.policy.is_reusable(),
            LeaseStatus::Active | LeaseStatus::Expired | LeaseStatus::PendingCleanup => false,
        };
        if !of_place.any(keeps) {
            return Err(format!("{place} is there, and nobody keeps it"));
        }
    }
    Ok(())
}
