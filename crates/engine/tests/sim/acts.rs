//! Requests: everything that people and agents do goes through the API.

use serde_json::{Value, json};
use wireclip_domain::{AgentId, ApprovalId, CompanyId, IssueId, RunId};
use wireclip_testkit::Reply;

use crate::node::{Came, Fault, until_rest};
use crate::play::{Held, Play};

/// A request.
#[derive(Debug, Clone)]
pub(crate) struct Act {
    pub(crate) who: String,
    pub(crate) what: String,
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) body: Value,
    /// What an agent proves itself with, and the run that it names.
    pub(crate) token: Option<(String, RunId)>,
    pub(crate) wanted: Wanted,
    /// Whether it is sent again under the same key, as a client does that heard no answer.
    pub(crate) is_repeated: bool,
}

/// What is to come of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Whatever the state of the world allows.
    Anything,
    /// Only a refusal, as somebody gets who may not know that there is such a thing.
    NotFound,
    /// Only a refusal, as somebody gets whom nobody knows.
    Unknown,
    /// A new secret, which is told once.
    Secret,
    /// The end of a run: whoever is answered must find it ended.
    End(RunId),
}

impl Act {
    pub(crate) fn of_person(what: String, method: &'static str, path: String, body: Value) -> Self {
        let (who, wanted) = ("a person".to_owned(), Wanted::Anything);
        Self { who, what, method, path, body, token: None, wanted, is_repeated: false }
    }
}

/// Sends the request to a server that lives; does nothing if none does.
pub(crate) async fn do_it(play: &mut Play, act: Act, fault: Option<Fault>) -> Held {
    if !act.is_repeated {
        return send(play, act, None, fault).await;
    }
    let key = format!("key of step {}", play.step);
    play.ledger.once.extend(act.body["body"].as_str().map(str::to_owned));
    send(play, act.clone(), Some(&key), fault).await?;
    let again = Act { what: format!("{} (again)", act.what), ..act };
    send(play, again, Some(&key), None).await
}

async fn send(play: &mut Play, act: Act, key: Option<&str>, fault: Option<Fault>) -> Held {
    let Some(at) = play.some_server() else { return Ok(()) };
    let Act { who, what, method, path, body, token, wanted, is_repeated: _ } = act;
    let api = play.nodes[at].server.as_ref().expect("a server that lives").api.clone();
    let run = token.as_ref().map(|(_, run_id)| run_id.to_string());
    let bearer = token.map(|(token, _)| format!("Bearer {token}"));
    let mut headers = Vec::new();
    headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
    headers.extend(run.as_deref().map(|run| ("x-paperclip-run-id", run)));
    headers.extend(key.map(|key| ("idempotency-key", key)));
    play.begin_faults(fault);
    let body = (method != "GET").then_some(body);
    let mut sending = std::pin::pin!(api.send_with(method, &path, body, &headers));
    // Whoever stops a run waits for its end, for which the machine has to do its part.
    let came = Play::in_time(until_rest(sending.as_mut(), &play.nodes[at].machine, &play.world)).await?;
    let fault = play.faults_over();
    match came {
        Came::Through(reply) => {
            play.tell(format_args!("{who} {what}: {}", reply.status.as_u16()));
            if reply.status.is_server_error() && fault.is_none() {
                return Err(format!("the API fails at {method} {path}: {}", reply.body));
            }
            check(play, &reply, wanted)?;
            play.look().await?;
            ended_if_wanted(play, &reply, wanted)
        }
        // The answer comes when something has ended; whoever does not wait for it undoes nothing.
        Came::ToRest => {
            play.tell(format_args!("{who} {what}, and does not wait for the end"));
            play.look().await
        }
        // A client that hangs up leaves a request unanswered as a dying server does.
        Came::ToItsDeath if play.chance.one_in(2) => {
            play.tell(format_args!("{who} {what}, and hangs up"));
            play.look().await
        }
        Came::ToItsDeath => {
            play.tell(format_args!("{who} {what}, and gets no answer"));
            play.crash(at).await
        }
    }
}

/// Looks at something; an agent or a person sees the same.
pub(crate) async fn read(play: &mut Play, path: &str) -> Result<Option<Value>, String> {
    let Some(at) = play.some_server() else { return Ok(None) };
    let api = play.nodes[at].server.as_ref().expect("a server that lives").api.clone();
    let reply = Play::in_time(api.send("GET", path, None)).await?;
    if !reply.status.is_success() {
        return Err(format!("the API does not show {path}: {} {}", reply.status, reply.body));
    }
    check(play, &reply, Wanted::Anything)?;
    Ok(Some(reply.body))
}

fn check(play: &mut Play, reply: &Reply, wanted: Wanted) -> Held {
    let is_as_wanted = match wanted {
        Wanted::Anything | Wanted::End(_) => true,
        Wanted::NotFound => matches!(reply.status.as_u16(), 403 | 404),
        Wanted::Unknown => reply.status.as_u16() == 401,
        Wanted::Secret => {
            let secret = reply.body["token"].as_str().map(str::to_owned);
            play.ledger.secrets.extend(secret);
            return Ok(());
        }
    };
    if !is_as_wanted {
        return Err(format!("nobody reaches further than they may: {wanted:?}, but {}", reply.status));
    }
    let text = reply.body.to_string();
    match secrets(play).find(|secret| text.contains(secret.as_str())) {
        Some(_) => Err(format!("no secret is told: {text}")),
        None => Ok(()),
    }
}

/// No time went by, so that whoever asked for an end cannot have waited in vain.
fn ended_if_wanted(play: &Play, reply: &Reply, wanted: Wanted) -> Held {
    let Wanted::End(run_id) = wanted else { return Ok(()) };
    let is_over = play.now.runs.get(&run_id).is_none_or(|run| run.status.is_terminal());
    if is_over || !reply.status.is_success() {
        return Ok(());
    }
    Err(format!("whoever stops a run waits for its end: {} goes on", play.now.run_name(run_id)))
}

fn secrets(play: &Play) -> impl Iterator<Item = &String> {
    let ledger = &play.ledger;
    ledger.secrets.iter().chain(ledger.tokens.values())
}

pub(crate) fn new_company() -> Act {
    let body = json!({"name": "Acme"});
    Act::of_person("founds a company".to_owned(), "POST", "/companies".to_owned(), body)
}

pub(crate) fn new_agent(play: &mut Play, company_id: CompanyId) -> Act {
    const NAMES: [&str; 8] = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"];
    let name = NAMES[play.now.agents.len() % NAMES.len()];
    let colleagues: Vec<_> = play.agents_of(company_id);
    let manager = if play.chance.one_in(2) { play.chance.pick(&colleagues) } else { None };
    let most = 1 + play.chance.below(3);
    let heartbeat = some_heartbeat(play, most);
    let body = json!({
        "name": name, "role": "engineer", "adapterType": "process", "reportsTo": manager,
        "adapterConfig": {"command": "/bin/true"},
        "runtimeConfig": {"heartbeat": heartbeat},
    });
    let path = format!("/companies/{company_id}/agents");
    Act::of_person(format!("hires {name}, who works by {heartbeat}"), "POST", path, body)
}

/// A wish that the board, if it wants to be asked, has still to decide about.
pub(crate) fn hire(play: &mut Play, company_id: CompanyId) -> Act {
    let act = new_agent(play, company_id);
    Act {
        what: format!("asks for somebody: {}", act.what),
        path: format!("/companies/{company_id}/agent-hires"),
        ..act
    }
}

pub(crate) fn wants_to_be_asked(company_id: CompanyId, wants: bool) -> Act {
    let body = json!({"requireBoardApprovalForNewAgents": wants});
    let what = format!("wants to be asked about new agents: {wants}");
    Act::of_person(what, "PATCH", format!("/companies/{company_id}"), body)
}

pub(crate) fn ask_the_board(play: &Play, company_id: CompanyId, issue_id: IssueId) -> Act {
    let what = format!("asks the board about {}", play.now.issue_name(issue_id));
    let payload = json!({"title": format!("May I? {}", play.step)});
    let body = json!({"type": "request_board_approval", "payload": payload, "issueIds": [issue_id]});
    Act::of_person(what, "POST", format!("/companies/{company_id}/approvals"), body)
}

pub(crate) fn decide(approval_id: ApprovalId, verdict: &str) -> Act {
    let path = format!("/approvals/{approval_id}/{verdict}");
    Act::of_person(format!("decides: {verdict}"), "POST", path, json!({}))
}

/// By which clock and within which limits an agent works.
pub(crate) fn some_heartbeat(play: &mut Play, most: usize) -> Value {
    let mut heartbeat = json!({"maxConcurrentRuns": most});
    if play.chance.one_in(4) {
        heartbeat["enabled"] = json!(true);
        heartbeat["intervalSec"] = json!(60 * (1 + play.chance.below(30)));
    }
    if play.chance.one_in(5) {
        heartbeat["maxDailyRuns"] = json!(1 + play.chance.below(5));
    }
    if play.chance.one_in(6) {
        heartbeat["skipTimerWhenNoActionableWork"] = json!(true);
    }
    if play.chance.one_in(12) {
        heartbeat["wakeOnDemand"] = json!(false);
    }
    heartbeat
}

/// Sets what a company or an agent may spend in all.
pub(crate) fn limit(
    play: &Play,
    kind: &str,
    company_id: CompanyId,
    scope_id: impl std::fmt::Display,
    amount: usize,
) -> Act {
    let scope_id = scope_id.to_string();
    let named = scope_id.parse().map_or_else(|_| kind.to_owned(), |id| play.agent_name(id));
    let body = json!({
        "scopeType": kind, "scopeId": scope_id, "windowKind": "lifetime", "amount": amount,
    });
    let path = format!("/companies/{company_id}/budgets/policies");
    Act::of_person(format!("limits the {kind} {named} to {amount}"), "POST", path, body)
}

/// Reports what an agent used.
pub(crate) fn cost(play: &mut Play, company_id: CompanyId, agent_id: AgentId) -> Act {
    use wireclip_ports::clock::Clock as _;
    let (cents, now) = (play.chance.below(40), play.world.clock.now());
    let body = json!({
        "agentId": agent_id, "provider": "fake", "model": "told", "costCents": cents,
        "occurredAt": now.to_string(),
    });
    let path = format!("/companies/{company_id}/cost-events");
    Act::of_person(format!("has used {cents} cents"), "POST", path, body)
}

pub(crate) fn pause(play: &Play, agent_id: AgentId) -> Act {
    to_agent(play, agent_id, "pause")
}

/// Pauses, resumes, cancels or restores an issue with all below it.
pub(crate) fn control(play: &Play, issue_id: IssueId, mode: &str, lets_end: bool) -> Act {
    let strategy = if lets_end { "after_active_runs_finish" } else { "manual" };
    let body = json!({
        "mode": mode, "releasePolicy": {"strategy": strategy}, "metadata": {"wakeAgents": lets_end},
    });
    let body = if mode == "pause" { body } else { json!({"mode": mode, "metadata": body["metadata"]}) };
    let what = format!("{mode}s {} and all below it", play.now.issue_name(issue_id));
    Act::of_person(what, "POST", format!("/issues/{issue_id}/tree-holds"), body)
}

pub(crate) fn to_agent(play: &Play, agent_id: AgentId, what: &str) -> Act {
    let name = play.agent_name(agent_id);
    Act::of_person(format!("{what}s {name}"), "POST", format!("/agents/{agent_id}/{what}"), json!({}))
}

pub(crate) fn change_agent(play: &Play, agent_id: AgentId, body: Value) -> Act {
    let what = format!("changes {}: {body}", play.agent_name(agent_id));
    Act::of_person(what, "PATCH", format!("/agents/{agent_id}"), body)
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
    let act = Act::of_person(what, "POST", format!("/heartbeat-runs/{run_id}/cancel"), json!({}));
    Act { wanted: Wanted::End(run_id), ..act }
}

pub(crate) fn delete(what: &str, path: String) -> Act {
    Act::of_person(format!("deletes {what}"), "DELETE", path, json!({}))
}

pub(crate) fn checkout(play: &Play, issue_id: IssueId, agent_id: AgentId) -> Act {
    let statuses = ["todo", "backlog", "blocked", "in_review", "in_progress"];
    let body = json!({"agentId": agent_id, "expectedStatuses": statuses});
    let what = format!("takes {}", play.now.issue_name(issue_id));
    Act::of_person(what, "POST", format!("/issues/{issue_id}/checkout"), body)
}

pub(crate) fn give_back(play: &Play, issue_id: IssueId) -> Act {
    let what = format!("gives {} back", play.now.issue_name(issue_id));
    Act::of_person(what, "POST", format!("/issues/{issue_id}/release"), json!({}))
}

pub(crate) fn wake(play: &Play, agent_id: AgentId, issue_id: Option<IssueId>) -> Act {
    let name = play.agent_name(agent_id);
    let about = issue_id.map(|id| play.now.issue_name(id)).unwrap_or_default();
    let payload = issue_id.map_or_else(|| json!({}), |id| json!({"issueId": id}));
    let body = json!({"source": "on_demand", "reason": "please", "payload": payload});
    Act::of_person(format!("wakes {name} {about}"), "POST", format!("/agents/{agent_id}/wakeup"), body)
}

/// Whatever an agent may do in its run; nothing if that does not run.
pub(crate) async fn as_agent(play: &mut Play, run_id: RunId, mut act: Act) -> Result<Option<Act>, String> {
    let Some(at) = play.some_server() else { return Ok(None) };
    if !play.ledger.tokens.contains_key(&run_id) {
        let runs = &play.nodes[at].server.as_ref().expect("a server that lives").services.runs;
        let claimed =
            runs.claimed(run_id).await.map_err(|error| format!("a run cannot be read: {error:?}"))?;
        let Some(claimed) = claimed else { return Ok(None) };
        let token = runs.token(&claimed).map_err(|error| format!("no token: {error:?}"))?;
        play.ledger.tokens.insert(run_id, secrecy::ExposeSecret::expose_secret(&token).to_owned());
    }
    let token = play.ledger.tokens.get(&run_id).cloned();
    act.token = token.map(|token| (token, run_id));
    act.who = play.now.run_name(run_id);
    Ok(Some(act))
}

impl Play {
    pub(crate) fn agents_of(&self, company_id: CompanyId) -> Vec<AgentId> {
        let agents = self.now.agents.values();
        agents.filter(|agent| agent.company_id == company_id).map(|agent| agent.id).collect()
    }

    pub(crate) fn issues_of(&self, company_id: CompanyId) -> Vec<IssueId> {
        let issues = self.now.issues.values();
        issues.filter(|issue| issue.company_id == company_id).map(|issue| issue.id).collect()
    }

    pub(crate) fn agent_name(&self, agent_id: AgentId) -> String {
        self.now.agents.get(&agent_id).map_or_else(|| agent_id.to_string(), |agent| agent.name.clone())
    }
}
