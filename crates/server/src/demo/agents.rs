//! The demo's agents. Each is a small program that the `process` adapter starts: it learns from
//! the injected variables who it is and where the API is, asks for its inbox, and works.

use std::process::ExitCode;

use anyhow::Context;
use clap::ValueEnum as _;
use serde_json::{Value, json};

use super::api::{Api, Comment, Issue, Named};

/// Who is in the company.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Role {
    /// Splits the task, and closes it at the end.
    Planner,
    /// Does the work.
    Maker,
    /// Reviews the work.
    Reviewer,
}

impl Role {
    pub(super) const ALL: [Self; 3] = [Self::Planner, Self::Maker, Self::Reviewer];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Planner => "Paula",
            Self::Maker => "Max",
            Self::Reviewer => "Rita",
        }
    }

    pub(super) fn duty(self) -> &'static str {
        match self {
            Self::Planner => "who plans",
            Self::Maker => "who makes",
            Self::Reviewer => "who reviews",
        }
    }

    /// Returns the role as the command line takes it.
    pub(super) fn word(self) -> String {
        self.to_possible_value().expect("no role is left out").get_name().to_owned()
    }

    pub(super) fn wire_role(self) -> &'static str {
        match self {
            Self::Planner => "ceo",
            Self::Maker => "engineer",
            Self::Reviewer => "qa",
        }
    }
}

const HAIKU: &str = "Night shift of small minds,\neach task handed on with care:\nmorning finds it done.";
const MAKING: &str = "Write the haiku";
const REVIEWING: &str = "Review the haiku";

/// Works as one of the agents, on everything in the inbox.
///
/// # Errors
/// If the variables of a run are missing or the API refuses something.
pub(crate) fn main(role: Role) -> anyhow::Result<ExitCode> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().context("start a runtime")?;
    runtime.block_on(work(role))?;
    Ok(ExitCode::SUCCESS)
}

async fn work(role: Role) -> anyhow::Result<()> {
    let api = Api::of_agent(
        &variable("PAPERCLIP_API_URL")?,
        variable("PAPERCLIP_API_KEY")?,
        variable("PAPERCLIP_RUN_ID")?,
    )?;
    let inbox: Vec<Issue> = api.get("/agents/me/inbox-lite").await?;
    for issue in inbox {
        match role {
            Role::Planner => plan_or_close(&api, &issue).await?,
            Role::Maker => make(&api, &issue).await?,
            Role::Reviewer => review(&api, &issue).await?,
        }
    }
    Ok(())
}

async fn plan_or_close(api: &Api, issue: &Issue) -> anyhow::Result<()> {
    let company_id = variable("PAPERCLIP_COMPANY_ID")?;
    let children: Vec<Issue> =
        api.get(&format!("/companies/{company_id}/issues?parentId={}", issue.id)).await?;
    if !children.is_empty() {
        say(api, issue, "Written and reviewed. The haiku can go on the page.").await?;
        return finish(api, issue).await;
    }
    say(api, issue, "Plan: Max writes it, Rita reviews it, then I close this.").await?;
    let agents: Vec<Named> = api.get(&format!("/companies/{company_id}/agents")).await?;
    let making = delegate(api, issue, &agents, Role::Maker, MAKING, &[]).await?;
    let reviewing = delegate(api, issue, &agents, Role::Reviewer, REVIEWING, &[&making.id]).await?;
    let wait = json!({"status": "blocked", "blockedByIssueIds": [reviewing.id]});
    let _: Value = api.patch(&format!("/issues/{}", issue.id), &wait).await?;
    Ok(())
}

async fn delegate(
    api: &Api,
    parent: &Issue,
    agents: &[Named],
    role: Role,
    title: &str,
    blocked_by: &[&str],
) -> anyhow::Result<Issue> {
    let agent = agents.iter().find(|agent| agent.name == role.name()).context("find a colleague")?;
    let child = json!({"title": title, "status": "todo", "assigneeAgentId": agent.id, "blockedByIssueIds": blocked_by});
    api.post(&format!("/issues/{}/children", parent.id), &child).await
}

async fn make(api: &Api, issue: &Issue) -> anyhow::Result<()> {
    say(api, issue, HAIKU).await?;
    finish(api, issue).await
}

async fn review(api: &Api, issue: &Issue) -> anyhow::Result<()> {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Waiting {
        blocked_by: Vec<Issue>,
    }
    let waiting: Waiting = api.get(&format!("/issues/{}", issue.id)).await?;
    let made = waiting.blocked_by.first().context("find what is to be reviewed")?;
    let comments: Vec<Comment> = api.get(&format!("/issues/{}/comments", made.id)).await?;
    let lines = comments.first().map_or(0, |comment| comment.body.lines().count());
    say(api, issue, &format!("{lines} lines, all seventeen syllables are there. Approved.")).await?;
    finish(api, issue).await
}

async fn say(api: &Api, issue: &Issue, body: &str) -> anyhow::Result<()> {
    let _: Value = api.post(&format!("/issues/{}/comments", issue.id), &json!({"body": body})).await?;
    Ok(())
}

async fn finish(api: &Api, issue: &Issue) -> anyhow::Result<()> {
    let _: Value = api.patch(&format!("/issues/{}", issue.id), &json!({"status": "done"})).await?;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "an agent is told of its run by its environment")]
fn variable(name: &str) -> anyhow::Result<String> {
    std::env::var(name)
        .with_context(|| format!("read {name}: this program is started by Wireclip, as an agent"))
}
