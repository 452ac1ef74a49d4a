//! What an agent is told at the start of a run: as little as does the job, since every word is paid
//! for at every turn.
//!
//! A resumed session knows its task and the way to the API already; it is told what is new.

use serde::Deserialize;
use wireclip_domain::run_context::key;
use wireclip_ports::adapter::RunOrder;

/// The longest instructions that are read from an agent's file, in bytes.
const LONGEST_INSTRUCTIONS: u64 = 64 * 1024;
/// The longest wake payload that is given as a variable: Linux refuses one of 128 KiB.
const LONGEST_VARIABLE: usize = 100 * 1024;

/// How to work here; for a session that has not been told.
const HOW_TO_WORK: &str = "\
Work in this run, do not only announce work. The control plane's API is the only way to report:

  curl -sS -H \"Authorization: Bearer $PAPERCLIP_API_KEY\" -H \"X-Paperclip-Run-Id: $PAPERCLIP_RUN_ID\" \\
    -H 'Content-Type: application/json' \"$PAPERCLIP_API_URL/api/...\"

- GET /agents/me/inbox-lite: your open tasks; GET /issues/{id}/heartbeat-context: one with its surroundings
- GET /issues/{id}/comments: what was said; POST /issues/{id}/comments {\"body\"}: say something
- PATCH /issues/{id} {\"status\", \"comment\"}: done, in_review, blocked (say by what), cancelled
- POST /companies/$PAPERCLIP_COMPANY_ID/issues {\"title\", \"description\", \"parentId\", \"assigneeAgentId\"}: hand work on
- GET /companies/$PAPERCLIP_COMPANY_ID/agents: your colleagues

Before you end: leave a comment that says what you did and what is next, and set the status to what is true.
If a write fails twice, stop and say so. Keep secrets and the token out of comments and files.";

/// What a run is told of its wake, as far as it is said in words.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Wake {
    reason: Option<String>,
    issue: Option<WakeIssue>,
    comments: Vec<WakeComment>,
    checked_out_by_harness: bool,
    fallback_fetch_needed: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct WakeIssue {
    id: String,
    identifier: String,
    title: String,
    description: Option<String>,
    description_truncated: bool,
    status: String,
    priority: String,
    work_mode: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct WakeComment {
    author_type: String,
    author_id: Option<String>,
    body: String,
}

/// Returns the variables by which such an agent learns of its wake.
pub(super) fn variables(order: &RunOrder) -> Vec<(&'static str, String)> {
    let context = &order.context;
    let text = |key: &str| context.text(key).filter(|text| !text.is_empty()).map(str::to_owned);
    let payload = context.get(key::WAKE_PAYLOAD).map(|payload| payload.to_string());
    let told = [
        ("PAPERCLIP_TASK_ID", order.issue_id.map(|id| id.to_string())),
        ("PAPERCLIP_WAKE_REASON", text(key::WAKE_REASON)),
        ("PAPERCLIP_WAKE_COMMENT_ID", text(key::WAKE_COMMENT_ID).or_else(|| text(key::COMMENT_ID))),
        ("PAPERCLIP_APPROVAL_ID", text(key::APPROVAL_ID)),
        ("PAPERCLIP_APPROVAL_STATUS", text(key::APPROVAL_STATUS)),
        ("PAPERCLIP_WAKE_PAYLOAD_JSON", payload.filter(|payload| payload.len() <= LONGEST_VARIABLE)),
    ];
    told.into_iter().filter_map(|(name, value)| Some((name, value?.replace('\0', "")))).collect()
}

/// Writes what the agent is told.
pub(super) fn compose(order: &RunOrder, instructions: Option<&str>, is_resumed: bool) -> String {
    let wake: Wake =
        order.context.get(key::WAKE_PAYLOAD).and_then(|wake| wake.parse().ok()).unwrap_or_default();
    let mut told = String::new();
    if !is_resumed {
        if let Some(instructions) = instructions {
            section(&mut told, instructions);
        }
        section(&mut told, &format!("You are {}, an agent of this company.", one_line(&order.agent_name)));
    }
    let reason = wake.reason.or_else(|| order.context.text(key::WAKE_REASON).map(str::to_owned));
    section(&mut told, &format!("You were woken: {}.", reason.as_deref().unwrap_or("on demand")));
    if let Some(issue) = &wake.issue {
        section(&mut told, &task(issue, order, wake.checked_out_by_harness, is_resumed));
    }
    for comment in &wake.comments {
        let by = comment.author_id.as_deref().unwrap_or_default();
        section(
            &mut told,
            &format!("New comment by {} {by}:\n{}", comment.author_type, quoted(&comment.body)),
        );
    }
    if wake.fallback_fetch_needed {
        section(&mut told, "Not all comments are here; read them through the API.");
    }
    if is_resumed {
        section(&mut told, "The token in the environment is new. The rest of what you were told holds.");
    } else {
        section(&mut told, HOW_TO_WORK);
    }
    told
}

fn task(issue: &WakeIssue, order: &RunOrder, is_checked_out: bool, is_resumed: bool) -> String {
    let mut told = format!("Task {} \"{}\" (id {})", issue.identifier, one_line(&issue.title), issue.id);
    told.push_str(&format!(", status {}, priority {}", issue.status, issue.priority));
    if !matches!(issue.work_mode.as_str(), "" | "standard") {
        told.push_str(&format!(", work mode {}", issue.work_mode));
    }
    told.push_str(if is_checked_out { ". It is checked out to you." } else { "." });
    if is_resumed {
        return told;
    }
    for above in &order.ancestry {
        told.push_str(&format!("\nIt serves: {}", one_line(above)));
    }
    if let Some(description) = issue.description.as_deref().filter(|text| !text.trim().is_empty()) {
        told.push_str(&format!("\nWhat is asked, in its author's words:\n{}", quoted(description)));
        if issue.description_truncated {
            told.push_str("\n(cut; the rest is in the API)");
        }
    }
    told
}

/// Reads the agent's own instructions; none if it has no file for them.
///
/// # Errors
/// With what people are to know, if the file is not read: the agent works without it.
pub(super) fn instructions(order: &RunOrder) -> Result<Option<String>, String> {
    use std::io::Read as _;
    let path = order.settings.text("instructionsFilePath").map(str::trim).filter(|path| !path.is_empty());
    let Some(path) = path else { return Ok(None) };
    if order.elsewhere.is_some() {
        return Err(format!("without the instructions in {path}: they are on another machine than the run"));
    }
    let mut text = Vec::new();
    let file = std::fs::File::open(path);
    file.and_then(|file| file.take(LONGEST_INSTRUCTIONS).read_to_end(&mut text))
        .map_err(|error| format!("without the instructions in {path}: {error}"))?;
    Ok(Some(String::from_utf8_lossy(&text).trim().to_owned()).filter(|text| !text.is_empty()))
}

fn section(told: &mut String, text: &str) {
    if !told.is_empty() {
        told.push_str("\n\n");
    }
    told.push_str(text);
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Marks every line of what somebody else wrote, so that it cannot pass for ours.
fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
}
