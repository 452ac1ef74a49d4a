//! The formats in which programs tell what they do, one module for each.
//!
//! What a format has and we do not know is passed over: programs get new lines with every release.

mod acp;
mod claude;
mod codex;
mod gemini;
mod hermes;
mod json;
mod kimi;
mod openclaw;
mod opencode;
mod pi;

use serde_json::Value;

use crate::cli::Engine;
use crate::told::Told;

/// Reads a line of standard output.
pub(crate) fn read_stdout(engine: Engine, line: &str, told: &mut Told) {
    let read: fn(&Value, &mut Told) = match engine {
        Engine::Claude => claude::read,
        Engine::Codex => codex::read,
        Engine::Gemini => gemini::read,
        Engine::OpenCode => opencode::read,
        Engine::Pi => pi::read,
        Engine::Kimi => kimi::read,
        Engine::Acp => acp::read,
        Engine::OpenclawGateway => openclaw::read,
        Engine::Hermes => return hermes::read(line, told),
    };
    let line = line.trim();
    match serde_json::from_str::<Value>(line) {
        Ok(document) if document.is_object() => read(&document, told),
        Ok(_) | Err(_) => told.keep_plain(line),
    }
}

/// Reads a line of standard error, which has no format.
pub(crate) fn read_stderr(engine: Engine, line: &str, told: &mut Told) {
    if engine == Engine::Hermes {
        hermes::read_stderr(line, told);
    }
    told.keep_stderr(line);
}

/// Ends what a stream left open.
pub(crate) fn close(told: &mut Told) {
    claude::close(told);
}
