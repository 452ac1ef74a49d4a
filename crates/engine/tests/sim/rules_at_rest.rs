//! What holds when nothing is left to do.

use wireclip_domain::agent::AgentState;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::lease::LeaseStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_schema::issues::Model as Issue;
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
    ("no open work is forgotten", no_open_work_is_forgotten),
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

/// What an agent could work on waits for something that can be named: another issue, a review, a
/// person, or whatever its newest wake-up was refused for.
fn no_open_work_is_forgotten(play: &Play) -> Held {
    for issue in play.now.issues.values().filter(|issue| is_workable(play, issue)) {
        let action = play.now.recovery_actions.iter();
        let has_action = action.filter(|row| row.resolved_at.is_none()).any(|row| row.issue_id == issue.id);
        if !has_action && refusal(play, issue).is_none() {
            return Err(format!("{} is {}, and nothing goes on", issue.identifier, issue.status));
        }
    }
    Ok(())
}

fn is_workable(play: &Play, issue: &Issue) -> bool {
    let now = &play.now;
    let agent = issue.assignee_agent_id.and_then(|id| now.agents.get(&id));
    let company = now.companies.get(&issue.company_id);
    let status_of = |id| now.issues.get(&id).map(|blocker: &Issue| blocker.status);
    let mut blockers = now.blockers.iter().filter(|row| row.issue_id == issue.id).peekable();
    let has_blockers = blockers.peek().is_some();
    let are_done = blockers.all(|row| status_of(row.blocker_id) == Some(IssueStatus::Done));
    let is_open = match issue.status {
        IssueStatus::Todo | IssueStatus::InProgress => are_done,
        IssueStatus::Blocked => has_blockers && are_done && issue.unblock_descriptor.is_none(),
        _ => false,
    };
    let stage = issue.execution_state.as_ref().and_then(|state| state.text("status"));
    is_open
        && stage != Some("pending")
        && issue.hidden_at.is_none()
        && agent.is_some_and(|agent| !matches!(agent.state, AgentState::Paused | AgentState::PendingApproval))
        && company.is_some_and(|company| company.status == CompanyStatus::Active)
}

/// Returns why the newest wake-up of the issue's agent was refused, unless a loop was cut: that is
/// shown to a person.
fn refusal<'p>(play: &'p Play, issue: &Issue) -> Option<&'p str> {
    let own = play.now.wakeups.values().filter(|wakeup| {
        wakeup.issue_id == Some(issue.id) && Some(wakeup.agent_id) == issue.assignee_agent_id
    });
    let newest = own.max_by_key(|wakeup| (wakeup.requested_at, wakeup.updated_at))?;
    let reason = newest.status_reason.as_deref().filter(|_| newest.status == WakeupStatus::Skipped)?;
    (!reason.starts_with("loop.")).then_some(reason)
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
