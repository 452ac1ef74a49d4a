//! What people, agents and strangers do next.

use serde_json::{Value, json};
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, CompanyId, IssueId, RunId};

use crate::acts::{
    Act, Wanted, as_agent, ask_the_board, cancel, change, change_agent, checkout, comment, control, cost,
    decide, delete, give_back, hire, limit, new_agent, new_issue, pause, some_heartbeat, to_agent,
    to_company, wake, wants_to_be_asked,
};
use crate::places;
use crate::play::Play;

const STATUSES: [&str; 7] = ["backlog", "todo", "in_progress", "in_review", "done", "blocked", "cancelled"];

/// Picks what a person does next.
pub(crate) fn of_a_person(play: &mut Play) -> Option<Act> {
    let companies: Vec<_> = play.now.companies.keys().copied().collect();
    let company_id = play.chance.pick(&companies)?;
    let issues = play.issues_of(company_id);
    let agents = play.agents_of(company_id);
    let Some(agent_id) = play.chance.pick(&agents) else { return Some(new_agent(play, company_id)) };
    if issues.len() < 2 || (issues.len() < 7 && play.chance.one_in(5)) {
        let body = some_issue(play, &agents, &issues);
        return Some(new_issue(company_id, body));
    }
    let issue_id = play.chance.pick(&issues)?;
    if !play.now.environments.is_empty() && play.chance.one_in(12) {
        return places::some_change(play, agent_id);
    }
    if play.chance.one_in(6) {
        return Some(about_approvals(play, company_id, issue_id));
    }
    if play.chance.one_in(12) {
        let mode = play.chance.pick(&["pause", "pause", "resume", "cancel", "restore"]).unwrap_or("pause");
        let lets_end = play.chance.one_in(3);
        return Some(control(play, issue_id, mode, lets_end));
    }
    match play.chance.below(36) {
        0..=6 => Some(some_comment(play, issue_id, agent_id)),
        7..=16 => Some(some_change(play, issue_id, agent_id, &issues)),
        17 | 18 => {
            let about = (!play.chance.one_in(3)).then_some(issue_id);
            Some(wake(play, agent_id, about))
        }
        19..=21 => {
            let live = play.now.runs.values().filter(|run| !run.status.is_terminal());
            let live: Vec<_> = live.map(|run| run.id).collect();
            let run_id = play.chance.pick(&live)?;
            Some(cancel(play, run_id))
        }
        22 | 23 => Some(pause(play, agent_id)),
        24..=26 => Some(to_agent(play, agent_id, "resume")),
        27 => {
            let status = if play.chance.one_in(3) { "paused" } else { "active" };
            Some(to_company(company_id, status))
        }
        28 => Some(Act::of_person(
            format!("frees {}", play.now.issue_name(issue_id)),
            "POST",
            format!("/issues/{issue_id}/admin/force-release"),
            json!({}),
        )),
        29 | 30 => Some(about_an_agent(play, agent_id, &agents)),
        31 => Some(wake(play, agent_id, Some(issue_id))),
        34 | 35 => Some(some_limit(play, company_id, agent_id)),
        _ => rare(play, company_id, agent_id, issue_id),
    }
}

/// What the board is asked, and what it says.
fn about_approvals(play: &mut Play, company_id: CompanyId, issue_id: IssueId) -> Act {
    let open = play.now.approvals.values().filter(|approval| approval.company_id == company_id);
    let open: Vec<_> =
        open.filter(|approval| !approval.status.is_decided()).map(|approval| approval.id).collect();
    match play.chance.pick(&open) {
        Some(approval_id) if !play.chance.one_in(3) => {
            let verdicts = ["approve", "approve", "reject", "request-revision", "resubmit"];
            let verdict = play.chance.pick(&verdicts).unwrap_or("approve");
            Act { is_repeated: play.chance.one_in(4), ..decide(approval_id, verdict) }
        }
        _ => match play.chance.below(4) {
            0 => wants_to_be_asked(company_id, play.chance.one_in(2)),
            1 | 2 if play.agents_of(company_id).len() < 8 => hire(play, company_id),
            _ => ask_the_board(play, company_id, issue_id),
        },
    }
}

/// What a company or an agent may spend in all: little, so that it is spent; or without limit.
fn some_limit(play: &mut Play, company_id: CompanyId, agent_id: AgentId) -> Act {
    let amount = if play.chance.one_in(3) { 0 } else { 5 + play.chance.below(200) };
    if play.chance.one_in(3) {
        return limit(play, "company", company_id, company_id, amount);
    }
    limit(play, "agent", company_id, agent_id, amount)
}

/// How an agent works, and under whom.
fn about_an_agent(play: &mut Play, agent_id: AgentId, agents: &[AgentId]) -> Act {
    match play.chance.below(4) {
        0 => {
            let most = 1 + play.chance.below(3);
            let heartbeat = some_heartbeat(play, most);
            change_agent(play, agent_id, json!({"runtimeConfig": {"heartbeat": heartbeat}}))
        }
        1 | 2 => {
            let manager = play.chance.pick(agents);
            change_agent(play, agent_id, json!({"reportsTo": manager}))
        }
        _ => {
            let name = play.agent_name(agent_id);
            let path = format!("/agents/{agent_id}/keys");
            let act = Act::of_person(format!("gives {name} a key"), "POST", path, json!({"name": "a key"}));
            Act { wanted: Wanted::Secret, ..act }
        }
    }
}

/// What cannot be undone.
fn rare(play: &mut Play, company_id: CompanyId, agent_id: AgentId, issue_id: IssueId) -> Option<Act> {
    match play.chance.below(9) {
        0 | 1 => Some(to_agent(play, agent_id, "terminate")),
        2 => Some(delete(&play.agent_name(agent_id), format!("/agents/{agent_id}"))),
        3 | 4 => Some(delete(&play.now.issue_name(issue_id), format!("/issues/{issue_id}"))),
        5 if play.chance.one_in(3) => Some(delete("the company", format!("/companies/{company_id}"))),
        6 if play.chance.one_in(3) => {
            let path = format!("/companies/{company_id}/archive");
            Some(Act::of_person("archives the company".to_owned(), "POST", path, json!({})))
        }
        _ => Some(comment(play, issue_id, "and?")),
    }
}

fn some_issue(play: &mut Play, agents: &[AgentId], issues: &[IssueId]) -> Value {
    let title = format!("Work {}", play.step);
    let status = if play.chance.one_in(5) { "backlog" } else { "todo" };
    let mut body = json!({"title": title, "status": status});
    if !play.chance.one_in(4) {
        body["assigneeAgentId"] = json!(play.chance.pick(agents));
    }
    if play.chance.one_in(3) {
        body["parentId"] = json!(play.chance.pick(issues));
    }
    if play.chance.one_in(3) {
        body["blockedByIssueIds"] = json!(play.chance.pick(issues).into_iter().collect::<Vec<_>>());
    }
    body
}

fn some_comment(play: &mut Play, issue_id: IssueId, agent_id: AgentId) -> Act {
    let mut act = if play.chance.one_in(4) {
        comment(play, issue_id, &format!("[@You](agent://{agent_id}) look at this {}", play.step))
    } else {
        comment(play, issue_id, &format!("word {}", play.step))
    };
    act.is_repeated = play.chance.one_in(4);
    match play.chance.below(8) {
        0 => act.body["reopen"] = json!(true),
        1 => act.body["interrupt"] = json!(true),
        _ => {}
    }
    act
}

fn some_change(play: &mut Play, issue_id: IssueId, agent_id: AgentId, issues: &[IssueId]) -> Act {
    let body = match play.chance.below(8) {
        0..=2 => json!({"status": play.chance.pick(&STATUSES)}),
        3 => json!({"assigneeAgentId": agent_id}),
        4 => json!({"assigneeAgentId": agent_id, "status": "todo"}),
        5 => json!({"blockedByIssueIds": play.chance.pick(issues).into_iter().collect::<Vec<_>>()}),
        6 => json!({"status": play.chance.pick(&STATUSES), "comment": "so it is"}),
        _ if play.chance.one_in(2) => json!({"assigneeAgentId": null, "assigneeUserId": "local-board"}),
        _ => json!({"blockedByIssueIds": []}),
    };
    change(play, issue_id, body)
}

/// Picks what an agent does next.
pub(crate) async fn of_an_agent(play: &mut Play) -> Result<Option<Act>, String> {
    let alive: Vec<_> = play.alive().into_iter().map(|(_, run_id)| run_id).collect();
    let alive: Vec<_> = alive.into_iter().filter(|id| play.now.runs.contains_key(id)).collect();
    let Some(run_id) = play.chance.pick(&alive) else { return Ok(None) };
    let run = &play.now.runs[&run_id];
    if run.status != RunStatus::Running {
        return Ok(None);
    }
    let (own, agent_id, company_id) = (run.issue_id, run.agent_id, run.company_id);
    let issues = play.issues_of(company_id);
    let agents = play.agents_of(company_id);
    let Some(other) = play.chance.pick(&issues) else { return Ok(None) };
    let issue_id = if play.chance.one_in(4) { other } else { own.unwrap_or(other) };
    let Some(colleague) = play.chance.pick(&agents) else { return Ok(None) };
    if play.chance.one_in(12) {
        return as_agent(play, run_id, ask_the_board(play, company_id, issue_id)).await;
    }
    let act = match play.chance.below(27) {
        0..=4 => comment(play, issue_id, "this is how far I am"),
        5..=10 => {
            let status =
                play.chance.pick(&["done", "done", "blocked", "in_review", "in_progress", "cancelled"]);
            change(play, issue_id, json!({"status": status, "comment": "there it is"}))
        }
        11 | 12 if issues.len() < 9 => {
            let mut body = some_issue(play, &[agent_id, colleague], &[issue_id]);
            body["parentId"] = json!(issue_id);
            new_issue(company_id, body)
        }
        13..=15 => checkout(play, issue_id, agent_id),
        16 => checkout(play, other, agent_id),
        17 | 18 => give_back(play, issue_id),
        19 => wake(play, agent_id, Some(issue_id)),
        20 => wake(play, colleague, None),
        21 => change(play, issue_id, json!({"assigneeAgentId": colleague})),
        22 => change(play, issue_id, json!({"blockedByIssueIds": [other]})),
        23..=25 => cost(play, company_id, agent_id),
        _ => comment(play, issue_id, &format!("[@You](agent://{colleague}) can you help?")),
    };
    as_agent(play, run_id, act).await
}

/// Picks what somebody does who may not: an agent in another company, or one whose run is over.
pub(crate) fn of_a_stranger(play: &mut Play) -> Option<Act> {
    let issues: Vec<_> = play.now.issues.keys().copied().collect();
    let tokens: Vec<_> = play.ledger.tokens.keys().copied().collect();
    let run_id = play.chance.pick(&tokens)?;
    let issue_id = play.chance.pick(&issues)?;
    let token = (play.ledger.tokens.get(&run_id)?.clone(), run_id);
    let wanted = match play.now.runs.get(&run_id) {
        Some(run) if run.status == RunStatus::Running => {
            let foreign = play.now.issues[&issue_id].company_id != run.company_id;
            if foreign { Wanted::NotFound } else { return None }
        }
        // Run and agent are gone, or the run is over.
        _ => Wanted::Unknown,
    };
    let act = match play.chance.below(5) {
        0 => comment(play, issue_id, "let me in"),
        1 => change(play, issue_id, json!({"status": "done"})),
        2 => Act::of_person("looks".to_owned(), "GET", format!("/issues/{issue_id}"), json!({})),
        3 => wake(play, play.now.issues[&issue_id].assignee_agent_id?, Some(issue_id)),
        _ => {
            let agent_id = play.now.runs.get(&run_id)?.agent_id;
            checkout(play, issue_id, agent_id)
        }
    };
    let who = format!("{} (who may not)", run_name(play, run_id));
    Some(Act { who, token: Some(token), wanted, ..act })
}

fn run_name(play: &Play, run_id: RunId) -> String {
    play.now.run_name(run_id)
}
