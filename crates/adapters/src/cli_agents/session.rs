//! Which session a run resumes, and what is kept of one.
//!
//! **Invariant:** a session is resumed only where it was made: in the same folder of the same
//! machine. What a place elsewhere kept of it is gone with the place.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wireclip_domain::OpaqueJson;
use wireclip_domain::cost::Tokens;
use wireclip_ports::adapter::{AgentSession, RunOrder};

/// What is kept of a session.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    session_id: String,
    cwd: PathBuf,
    /// What all its runs used, where the program tells only that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    used: Option<Used>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Used {
    input_tokens: i64,
    cached_input_tokens: i64,
    output_tokens: i64,
}

/// Returns the session to resume, or why there is none.
pub(super) fn to_resume(order: &RunOrder, working_directory: &Path) -> Result<String, String> {
    let kept = kept(order).ok_or_else(|| "a new session: there is none to resume".to_owned())?;
    if order.elsewhere.is_some() {
        return Err("a new session: the run executes in another place".to_owned());
    }
    if kept.cwd != working_directory {
        return Err(format!("a new session: the last one was in {}", kept.cwd.display()));
    }
    // It becomes an argument, and must not become an option.
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.');
    if kept.session_id.starts_with('-') || !kept.session_id.chars().all(is_name) {
        return Err("a new session: the last one has no usable name".to_owned());
    }
    Ok(kept.session_id)
}

/// Returns what is kept of a session after a run; nothing of one in another place.
pub(super) fn after(order: &RunOrder, session_id: &str, used: Option<Tokens>) -> Option<AgentSession> {
    if order.elsewhere.is_some() {
        return None;
    }
    let cwd = order.settings.text("cwd").map(str::trim).filter(|folder| !folder.is_empty());
    let used = used.map(|tokens| Used {
        input_tokens: tokens.input,
        cached_input_tokens: tokens.cached_input,
        output_tokens: tokens.output,
    });
    let kept = Kept {
        session_id: session_id.to_owned(),
        cwd: cwd.map_or_else(|| order.workspace.clone(), PathBuf::from),
        used,
    };
    Some(AgentSession { parameters: OpaqueJson::of(&kept), display_id: Some(session_id.to_owned()) })
}

/// Returns what earlier runs of a session used, where its program tells the sum of all.
pub(super) fn used_before(order: &RunOrder, session_id: &str) -> Tokens {
    let used = kept(order).filter(|kept| kept.session_id == session_id).and_then(|kept| kept.used);
    used.map_or_else(Tokens::default, |used| Tokens {
        input: used.input_tokens,
        cached_input: used.cached_input_tokens,
        output: used.output_tokens,
    })
}

fn kept(order: &RunOrder) -> Option<Kept> {
    order.session.as_ref()?.parameters.parse().ok()
}
