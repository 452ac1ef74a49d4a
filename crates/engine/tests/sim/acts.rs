//! What people and agents do, all of it through the API.

use serde_json::{Value, json};
use wireclip_domain::agent::AgentState;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, CompanyId, IssueId, RunId};

use crate::play::{Held, Play};
use crate::server::{Came, up_to};

/// A request.
#[derive(Debug, Clone)]
pub(crate) struct Act {
    who: String,
    what: String,
    method: &'static str,
    path: String,
    body: Value,
    /// What an agent proves itself with.
    token: Option<(String, RunId)>,
}

impl Act {
    fn of_person(what: String, method: &'static str, path: String, body: Value) -> Self {
        Self { who: "a person".to_owned(), what, method, path, body, token: None }
    }
}

/// Sends the request; its sender hangs up at the cut.
pub(crate) async fn do_it(play: &mut Play, act: Act, cut: Option<usize>) -> Held {
    let Act { who, what, method, path, body, token } = act;
    let api = play.server.api.clone();
    let run = token.as_ref().map(|(_, run_id)| run_id.to_string());
    let bearer = token.map(|(token, _)| format!("Bearer {token}"));
    let mut headers = Vec::new();
    headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
    headers.extend(run.as_deref().map(|run| ("x-paperclip-run-id", run)));
    let sending = api.send_with(method, &path, Some(body), &headers);
    match Play::in_time(up_to(sending, cut)).await? {
        Came::Through(reply) => {
            play.tell(format_args!("{who} {what}: {}", reply.status.as_u16()));
            if reply.status.is_server_error() {
                return Err(format!("the API fails at {method} {path}: {}", reply.body));
            }
        }
        Came::ToTheCut | Came::ToRest => play.tell(format_args!("{who} {what}, and hangs up")),
    }
    play.look().await
}

pub(crate) fn new_company() -> Act {
    let body = json!({"name": "Acme"});
    Act::of_person("founds a company".to_owned(), "POST", "/companies".to_owned(), body)
}

pub(crate) fn new_agent(play: &mut Play, company_id: CompanyId) -> Act {
    const NAMES: [&str; 8] = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"];
    let name = NAMES[play.now.agents.len() % NAMES.len()];
    let colleagues: Vec<_> = agents_of(play, company_id);
    let manager = if play.chance.one_in(2) { play.chance.pick(&colleagues) } else { None };
    let most = 1 + play.chance.below(3);
    let body = json!({
        "name": name, "role": "engineer", "adapterType": "process", "reportsTo": manager,
        "adapterConfig": {"command": "/bin/true"},
        "runtimeConfig": {"heartbeat": {"maxConcurrentRuns": most}},
    });
    let path = format!("/companies/{company_id}/agents");
    Act::of_person(format!("hires {name}, who may run {most} times at once"), "POST", path, body)
}

pub(crate) fn pause(play: &Play, agent_id: AgentId) -> Act {
    to_agent(play, agent_id, "pause")
}

pub(crate) fn to_agent(play: &Play, agent_id: AgentId, what: &str) -> Act {
    let name = &play.now.agents[&agent_id].name;
    Act::of_person(format!("{what}s {name}"), "POST", format!("/agents/{agent_id}/{what}"), json!({}))
}

pub(crate) fn to_company(company_id: CompanyId, status: &str) -> Act {
    let path = format!("/companies/{company_id}");
    Act::of_person(format!("makes the company {status}"), "PATCH", path, json!({"status": status}))
}

pub(crate) fn comment(play: &Play, issue_id: IssueId, text: &str) -> Act {
    let what = format!("comments on {}: {text}", play.now.issue_name(issue_id));
    Act::of_person(what, "POST", format!("/issues/{issue_id}/comments"), json!({"body": text}))
}

pub(crate) fn change(play: &Play, issue_id: IssueId, body: Value) -> Act {
    let what = format!("changes {}: {body}", play.now.issue_name(issue_id));
    Act::of_person(what, "PATCH", format!("/issues/{issue_id}"), body)
}

pub(crate) fn new_issue(company_id: CompanyId, body: Value) -> Act {
    let path = format!("/companies/{company_id}/issues");
    Act::of_person(format!("opens an issue: {body}"), "POST", path, body)
}

pub(crate) fn cancel(play: &Play, run_id: RunId) -> Act {
    let what = format!("cancels {}", play.now.run_name(run_id));
    Act::of_person(what, "POST", format!("/heartbeat-runs/{run_id}/cancel"), json!({}))
}

/// Whatever an agent may do in its run.
pub(crate) async fn as_agent(play: &Play, run_id: RunId, mut act: Act) -> Result<Option<Act>, String> {
    let node_id = play.machine.node_id;
    let running = play.server.services.runs.running_of_node(node_id).await;
    let running = running.map_err(|error| format!("runs cannot be listed: {error:?}"))?;
    let Some(claimed) = running.iter().find(|claimed| claimed.run.id == run_id) else { return Ok(None) };
    let token = play.server.services.runs.token(claimed);
    let token = token.map_err(|error| format!("no token: {error:?}"))?;
    act.token = Some((secrecy::ExposeSecret::expose_secret(&token).to_owned(), run_id));
    act.who = format!("{} (in {})", claimed.agent.name, play.now.run_name(run_id));
    Ok(Some(act))
}

const STATUSES: [&str; 7] = ["backlog", "todo", "in_progress", "in_review", "done", "blocked", "cancelled"];

fn agents_of(play: &Play, company_id: CompanyId) -> Vec<AgentId> {
    play.now.agents.values().filter(|agent| agent.company_id == company_id).map(|agent| agent.id).collect()
}

fn issues_of(play: &Play, company_id: CompanyId) -> Vec<IssueId> {
    play.now.issues.values().filter(|issue| issue.company_id == company_id).map(|issue| issue.id).collect()
}

/// Picks what a person does next.
pub(crate) fn of_a_person(play: &mut Play) -> Option<Act> {
    let companies: Vec<_> = play.now.companies.keys().copied().collect();
    let company_id = play.chance.pick(&companies)?;
    let issues = issues_of(play, company_id);
    let agents = agents_of(play, company_id);
    let agent_id = play.chance.pick(&agents)?;
    if issues.len() < 2 || (issues.len() < 7 && play.chance.one_in(5)) {
        let body = some_issue(play, &agents, &issues);
        return Some(new_issue(company_id, body));
    }
    let issue_id = play.chance.pick(&issues)?;
    match play.chance.below(30) {
        0..=6 => Some(some_comment(play, issue_id, agent_id)),
        7..=16 => Some(some_change(play, issue_id, agent_id, &issues)),
        17 | 18 => {
            let about = play.chance_issue(issue_id);
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
        _ if play.chance.one_in(3) => Some(to_agent(play, agent_id, "terminate")),
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
        comment(play, issue_id, &format!("[@You](agent://{agent_id}) look at this"))
    } else {
        comment(play, issue_id, "a word")
    };
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

fn wake(play: &Play, agent_id: AgentId, issue_id: Option<IssueId>) -> Act {
    let name = &play.now.agents[&agent_id].name;
    let about = issue_id.map(|id| play.now.issue_name(id)).unwrap_or_default();
    let payload = issue_id.map_or_else(|| json!({}), |id| json!({"issueId": id}));
    let body = json!({"source": "on_demand", "reason": "please", "payload": payload});
    Act::of_person(format!("wakes {name} {about}"), "POST", format!("/agents/{agent_id}/wakeup"), body)
}

/// Picks what an agent does next.
pub(crate) async fn of_an_agent(play: &mut Play) -> Result<Option<Act>, String> {
    let alive = play.machine.hosts.alive();
    let alive: Vec<_> = alive.into_iter().filter(|id| play.now.runs.contains_key(id)).collect();
    let Some(run_id) = play.chance.pick(&alive) else { return Ok(None) };
    let run = &play.now.runs[&run_id];
    if run.status != RunStatus::Running {
        return Ok(None);
    }
    let (own, agent_id, company_id) = (run.issue_id, run.agent_id, run.company_id);
    let issues = issues_of(play, company_id);
    let agents = agents_of(play, company_id);
    let Some(other) = play.chance.pick(&issues) else { return Ok(None) };
    let issue_id = if play.chance.one_in(4) { other } else { own.unwrap_or(other) };
    let Some(colleague) = play.chance.pick(&agents) else { return Ok(None) };
    let act = match play.chance.below(24) {
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
        17 | 18 => Act::of_person(
            format!("gives {} back", play.now.issue_name(issue_id)),
            "POST",
            format!("/issues/{issue_id}/release"),
            json!({}),
        ),
        19 => wake(play, agent_id, Some(issue_id)),
        20 => wake(play, colleague, None),
        21 => change(play, issue_id, json!({"assigneeAgentId": colleague})),
        22 => change(play, issue_id, json!({"blockedByIssueIds": [other]})),
        _ => comment(play, issue_id, &format!("[@You](agent://{colleague}) can you help?")),
    };
    as_agent(play, run_id, act).await
}

pub(crate) fn checkout(play: &Play, issue_id: IssueId, agent_id: AgentId) -> Act {
    let statuses = ["todo", "backlog", "blocked", "in_review", "in_progress"];
    let body = json!({"agentId": agent_id, "expectedStatuses": statuses});
    let what = format!("takes {}", play.now.issue_name(issue_id));
    Act::of_person(what, "POST", format!("/issues/{issue_id}/checkout"), body)
}

impl Play {
    fn chance_issue(&mut self, issue_id: IssueId) -> Option<IssueId> {
        (!self.chance.one_in(3)).then_some(issue_id)
    }

    /// Returns the agents that are paused.
    pub(crate) fn paused_agents(&self) -> Vec<AgentId> {
        let paused = self.now.agents.values().filter(|agent| agent.state == AgentState::Paused);
        paused.map(|agent| agent.id).collect()
    }
}
