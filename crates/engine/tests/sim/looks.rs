//! What people see, held against what is stored: nothing on the board may lie.

use serde_json::{Value, json};
use wireclip_domain::agent::AgentState;
use wireclip_domain::approval::ApprovalStatus;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{CompanyId, IssueId, RunId};
use wireclip_schema::agents::Model as Agent;

use crate::acts::{self, Act, Wanted};
use crate::play::{Held, Play};

/// Looks at a company's agents, and at some issue and run.
pub(crate) async fn look_around(play: &mut Play) -> Held {
    let companies: Vec<_> = play.now.companies.keys().copied().collect();
    let Some(company_id) = play.chance.pick(&companies) else { return Ok(()) };
    let Some(agents) = acts::read(play, &format!("/companies/{company_id}/agents")).await? else {
        return Ok(());
    };
    agents_are_shown_as_they_are(play, &agents)?;
    let issues = play.issues_of(company_id);
    if let Some(issue_id) = play.chance.pick(&issues)
        && let Some(issue) = acts::read(play, &format!("/issues/{issue_id}")).await?
    {
        issue_is_shown_as_it_is_held(play, issue_id, &issue)?;
    }
    let runs = play.now.runs.values().filter(|run| run.company_id == company_id);
    let runs: Vec<_> = runs.map(|run| run.id).collect();
    if let Some(run_id) = play.chance.pick(&runs) {
        let run = acts::read(play, &format!("/heartbeat-runs/{run_id}")).await?;
        let status = play.now.runs[&run_id].status.as_str();
        if run.is_some_and(|run| run["status"] != status) {
            return Err(format!("what is shown is so: {}", play.now.run_name(run_id)));
        }
        acts::read(play, &format!("/heartbeat-runs/{run_id}/events")).await?;
    }
    acts::read(play, &format!("/companies/{company_id}/activity")).await?;
    numbers_are_right(play, company_id).await?;
    foreign_and_unknown_look_alike(play).await
}

/// How an agent stands, in the word that is shown.
fn standing<'p>(play: &'p Play, agent: &'p Agent) -> &'p str {
    let mut runs = play.now.runs.values().filter(|run| run.agent_id == agent.id);
    let is_running = runs.any(|run| run.status == RunStatus::Running);
    match agent.state {
        AgentState::Active if is_running => "running",
        AgentState::Active if agent.error_reason.is_some() => "error",
        AgentState::Active => "idle",
        stopped => stopped.as_str(),
    }
}

/// What is counted from above and beside, is counted right.
async fn numbers_are_right(play: &mut Play, company_id: CompanyId) -> Held {
    let dashboard = acts::read(play, &format!("/companies/{company_id}/dashboard")).await?;
    let badges = acts::read(play, &format!("/companies/{company_id}/sidebar-badges")).await?;
    let (Some(dashboard), Some(badges)) = (dashboard, badges) else { return Ok(()) };
    let agents = play.now.agents.values().filter(|agent| agent.company_id == company_id);
    let stand = |word: &str| agents.clone().filter(|agent| standing(play, agent) == word).count();
    let issues = play.now.issues.values().filter(|issue| issue.company_id == company_id);
    let of = |status: IssueStatus| issues.clone().filter(|issue| issue.status == status).count();
    let last_failed = |agent: &&Agent| {
        let runs = play.now.runs.values().filter(|run| run.agent_id == agent.id);
        let last = runs.max_by_key(|run| (run.created_at, std::cmp::Reverse(run.id)));
        let has_failed =
            last.is_some_and(|run| matches!(run.status, RunStatus::Failed | RunStatus::TimedOut));
        has_failed && agent.state != AgentState::Terminated
    };
    let approvals = play.now.approvals.values().filter(|approval| approval.company_id == company_id);
    let pending = approvals.clone().filter(|approval| approval.status == ApprovalStatus::Pending).count();
    let shown = json!([
        dashboard["agents"],
        dashboard["tasks"],
        badges["failedRuns"],
        dashboard["pendingApprovals"],
        badges["approvals"],
    ]);
    let expected = json!([
        {"active": stand("idle"), "running": stand("running"), "paused": stand("paused"), "error": stand("error")},
        {
            "open": issues.clone().filter(|issue| !issue.status.is_closed()).count(),
            "inProgress": of(IssueStatus::InProgress),
            "blocked": of(IssueStatus::Blocked),
            "done": of(IssueStatus::Done),
        },
        agents.clone().filter(last_failed).count(),
        pending,
        approvals.clone().filter(|approval| !approval.status.is_decided()).count(),
    ]);
    if shown == expected {
        return Ok(());
    }
    Err(format!("what is shown is so: {expected} is shown as {shown}"))
}

fn agents_are_shown_as_they_are(play: &Play, agents: &Value) -> Held {
    for agent in play.now.agents.values() {
        let id = agent.id.to_string();
        let mut listed = agents.as_array().into_iter().flatten();
        let Some(shown) = listed.find(|shown| shown["id"] == id.as_str()) else { continue };
        let expected = standing(play, agent);
        if shown["status"] != expected {
            let (name, shown) = (&agent.name, &shown["status"]);
            return Err(format!("what is shown is so: {name} is {expected} and shown as {shown}"));
        }
    }
    Ok(())
}

fn issue_is_shown_as_it_is_held(play: &Play, issue_id: IssueId, issue: &Value) -> Held {
    let claim = play.now.claims.iter().find(|claim| claim.issue_id == issue_id);
    let execution = claim.filter(|claim| claim.locked_at.is_some()).map(|claim| claim.run_id);
    let checkout = claim.filter(|claim| claim.checked_out_at.is_some()).map(|claim| claim.run_id);
    let as_shown = |run_id: Option<RunId>| json!(run_id.map(|run_id| run_id.to_string()));
    let is_so = issue["checkoutRunId"] == as_shown(checkout)
        && (issue["executionRunId"] == as_shown(execution) || issue["executionRunId"] == as_shown(checkout));
    if is_so {
        return Ok(());
    }
    let (shown, name) = (json!([issue["checkoutRunId"], issue["executionRunId"]]), &issue["identifier"]);
    Err(format!("what is shown is so: {name} is held by {checkout:?}, {execution:?} and shown with {shown}"))
}

/// An agent asks for an issue of another company and for one that never was.
async fn foreign_and_unknown_look_alike(play: &mut Play) -> Held {
    let running = play.now.runs.values().filter(|run| run.status == RunStatus::Running);
    let running: Vec<_> = running.map(|run| (run.id, run.company_id)).collect();
    let Some((run_id, company_id)) = play.chance.pick(&running) else { return Ok(()) };
    let foreign = play.now.issues.values().find(|issue| issue.company_id != company_id);
    let foreign = foreign.map_or_else(IssueId::random, |issue| issue.id);
    let act = Act::of_person("looks".to_owned(), "GET", format!("/issues/{foreign}"), json!({}));
    match acts::as_agent(play, run_id, Act { wanted: Wanted::NotFound, ..act }).await? {
        Some(act) => acts::do_it(play, act, None).await,
        None => Ok(()),
    }
}
