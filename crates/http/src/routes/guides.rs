//! Short texts for agents that hire agents: how one is set up, and how it may look. They stand
//! under `/api` and, where older instructions look for them, at the root.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use wireclip_domain::agent::{AdapterType, AgentRole};
use wireclip_domain::words::Word as _;

use crate::access::{Access, Routes};
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::PathParams;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(get_configuration_guide))
        .add(Access::AnyCaller, routes!(get_adapter_guide))
        .add(Access::AnyCaller, routes!(get_icons_guide))
}

/// Read how agents are set up.
#[utoipa::path(get, path = "/llms/agent-configuration.txt", responses((status = 200, body = String)))]
async fn get_configuration_guide(State(app): State<App>) -> ApiResult<Response> {
    let roles: Vec<&str> = AgentRole::ALL.iter().map(|role| role.as_str()).collect();
    let mut guide = format!(
        "# Setting an agent up\n\n\
         POST /api/companies/{{companyId}}/agents makes an agent. Only `name` is needed.\n\n\
         - role: one of {}\n\
         - reportsTo: the id of its manager, in the same company\n\
         - adapterType: the code that runs it, one of those below\n\
         - adapterConfig: the settings for that code; values of `env` are never shown again\n\
         - runtimeConfig.heartbeat: enabled, intervalSec, wakeOnDemand, maxConcurrentRuns, maxDailyRuns,\n  \
         skipTimerWhenNoActionableWork\n\n\
         An agent that hires may choose models and prompts, not commands, paths or addresses.\n\n\
         # Adapters\n\n",
        roles.join(", ")
    );
    for adapter in app.services.adapters.list().await? {
        let facts = adapter.facts;
        let note = if facts.can_run { "" } else { " (cannot run here yet)" };
        let file = format!("/llms/agent-configuration/{}.txt", facts.adapter_type);
        // Writing into a text cannot fail.
        let _written = writeln!(guide, "- {} ({}){note}: {file}", facts.adapter_type, facts.label);
    }
    Ok(plain(StatusCode::OK, guide))
}

/// Read what the settings of an adapter are.
#[utoipa::path(
    get,
    path = "/llms/agent-configuration/{file}",
    responses((status = 200, body = String), (status = 404, body = String))
)]
async fn get_adapter_guide(path: PathParams) -> Response {
    let file = path.text("file");
    let word = file.strip_suffix(".txt").unwrap_or(file);
    match word.parse::<AdapterType>() {
        Ok(adapter_type) => plain(
            StatusCode::OK,
            format!("# Settings of agents of the type {adapter_type}\n\n{}", settings_of(adapter_type)),
        ),
        Err(_) => plain(StatusCode::NOT_FOUND, format!("There is no adapter {word}.\n")),
    }
}

/// Read which icons an agent can have.
#[utoipa::path(get, path = "/llms/agent-icons.txt", responses((status = 200, body = String)))]
async fn get_icons_guide() -> Response {
    plain(StatusCode::OK, format!("# Icons of agents\n\n{}\n", ICONS.join("\n")))
}

fn settings_of(adapter_type: AdapterType) -> &'static str {
    match adapter_type {
        AdapterType::Process => {
            "- command (needed): the program, by path or by a name on the server's PATH\n\
             - args: a list of texts\n\
             - cwd: the folder in which it starts, an absolute path\n\
             - env: names bound to values\n\
             - timeoutSec: how long a run may take; 0 is no limit\n\
             - graceSec: how long a stopped run may take to end by itself\n"
        }
        AdapterType::Http => {
            "- url (needed): the address that is called for each run\n\
             - method: POST unless another is named\n\
             - headers: names bound to values\n\
             - payloadTemplate: an object that is laid under the body\n\
             - timeoutSec: how long an answer may take\n"
        }
        _ => {
            "- model: the model that the program uses\n\
             - cwd: the folder in which it works, an absolute path\n\
             - env: names bound to values\n\
             - timeoutSec: how long a run may take; 0 is no limit\n"
        }
    }
}

fn plain(status: StatusCode, text: String) -> Response {
    let content_type = HeaderValue::from_static("text/plain; charset=utf-8");
    (status, [(header::CONTENT_TYPE, content_type)], text).into_response()
}

/// The icons that clients can draw.
const ICONS: &[&str] = &[
    "atom",
    "bot",
    "brain",
    "bug",
    "circuit-board",
    "code",
    "cog",
    "cpu",
    "crown",
    "database",
    "eye",
    "file-code",
    "fingerprint",
    "flame",
    "gem",
    "git-branch",
    "globe",
    "hammer",
    "heart",
    "hexagon",
    "lightbulb",
    "lock",
    "mail",
    "message-square",
    "microscope",
    "package",
    "pentagon",
    "puzzle",
    "radar",
    "rocket",
    "search",
    "shield",
    "sparkles",
    "star",
    "swords",
    "target",
    "telescope",
    "terminal",
    "wand",
    "wrench",
    "zap",
];
