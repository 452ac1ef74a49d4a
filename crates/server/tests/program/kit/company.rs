//! A company whose agents are scripts.

use serde_json::{Value, json};

use super::{Api, until};

/// A company, as the person at this machine sees it.
pub(crate) struct Company {
    pub(crate) id: String,
    pub(crate) api: Api,
}

impl Company {
    pub(crate) async fn found(api: Api, name: &str) -> Self {
        let company = api.post("/companies", &json!({"name": name})).await;
        Self { id: text(&company, "id"), api }
    }

    /// The same company through another server.
    pub(crate) fn through(&self, api: Api) -> Self {
        Self { id: self.id.clone(), api }
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/companies/{}{rest}", self.id)
    }

    /// Hires an agent that is a shell script, and returns its id.
    pub(crate) async fn hire(&self, name: &str, script: &str) -> String {
        self.hire_with(name, script, &json!({})).await
    }

    /// Hires an agent that is a shell script, with further settings of its adapter.
    pub(crate) async fn hire_with(&self, name: &str, script: &str, settings: &Value) -> String {
        let mut adapter = json!({"command": "/bin/sh", "args": ["-c", script], "graceSec": 2});
        for (key, value) in settings.as_object().unwrap() {
            adapter[key] = value.clone();
        }
        let agent = json!({
            "name": name, "role": "engineer", "adapterType": "process", "adapterConfig": adapter,
        });
        text(&self.api.post(&self.path("/agents"), &agent).await, "id")
    }

    /// Makes an issue, and returns it.
    pub(crate) async fn issue(&self, title: &str, assignee: Option<&str>) -> Value {
        let issue = json!({"title": title, "status": "todo", "assigneeAgentId": assignee});
        self.api.post(&self.path("/issues"), &issue).await
    }

    /// Lists all issues.
    pub(crate) async fn issues(&self) -> Vec<Value> {
        let mut issues = Vec::new();
        loop {
            let path = self.path(&format!("/issues?limit=500&offset={}", issues.len()));
            match self.api.get(&path).await {
                Value::Array(page) if !page.is_empty() => issues.extend(page),
                _ => return issues,
            }
        }
    }

    /// Asks an agent to run, and returns the id of the run.
    pub(crate) async fn invoke(&self, agent: &str) -> String {
        text(&self.api.post(&format!("/agents/{agent}/heartbeat/invoke"), &json!({})).await, "id")
    }

    /// Waits until a run is in one of some states, and returns it.
    pub(crate) async fn run_in(&self, run: &str, states: &[&str]) -> Value {
        until(&format!("run {run} is {}", states.join(" or ")), async || {
            let answer = self.api.try_get(&format!("/heartbeat-runs/{run}")).await.ok()?;
            let is_there = states.contains(&answer.body["status"].as_str().unwrap_or_default());
            is_there.then_some(answer.body)
        })
        .await
    }

    /// Waits until a run is over, and returns it.
    pub(crate) async fn ended(&self, run: &str) -> Value {
        self.run_in(run, OVER).await
    }

    pub(crate) async fn runs(&self) -> Vec<Value> {
        let runs = self.api.get(&self.path("/heartbeat-runs?limit=1000")).await;
        runs.as_array().unwrap().clone()
    }

    pub(crate) async fn agent_status(&self, agent: &str) -> String {
        text(&self.api.get(&format!("/agents/{agent}")).await, "status")
    }

    /// Reads the whole log of a run, as its program printed it.
    pub(crate) async fn log(&self, run: &str) -> String {
        let mut lines = String::new();
        let mut offset = 0_u64;
        loop {
            let path = format!("/heartbeat-runs/{run}/log?offset={offset}&limitBytes=262144");
            let part = self.api.get(&path).await;
            lines.push_str(part["content"].as_str().unwrap());
            match part["nextOffset"].as_u64() {
                Some(next) if next > offset => offset = next,
                _ => break,
            }
        }
        let chunks = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        chunks.filter(|chunk| chunk["stream"] != "system").map(|chunk| text(&chunk, "chunk")).collect()
    }
}

/// The states that a run does not leave.
const OVER: &[&str] = &["succeeded", "failed", "interrupted", "cancelled", "timed_out"];

/// Says whether there are runs, and all are over.
pub(crate) fn runs_are_over(runs: &[Value]) -> bool {
    !runs.is_empty() && runs.iter().all(|run| OVER.contains(&run["status"].as_str().unwrap()))
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_else(|| panic!("{key} in {value}")).to_owned()
}
