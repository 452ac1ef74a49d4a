//! The transcript of a run: what an agent said and did, in one vocabulary for all programs.

use wireclip_domain::OpaqueJson;

/// The longest text of an entry, in bytes; the log of the run has all of it.
pub const LONGEST_TEXT: usize = 4 * 1024;

/// A step of an agent's work.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// The program is ready to work.
    Started {
        /// Its session, where it says so already.
        session: Option<String>,
        /// The model that it will use.
        model: Option<String>,
    },
    /// It says something.
    Text(String),
    /// It thinks.
    Thinking(String),
    /// It uses a tool.
    ToolCall {
        /// The call's own name, by which its result refers to it.
        id: Option<String>,
        /// The tool.
        name: String,
        /// What it is given.
        input: OpaqueJson,
    },
    /// A tool has answered.
    ToolResult {
        /// The call.
        id: Option<String>,
        /// What it answered.
        output: String,
        /// Whether it failed.
        is_error: bool,
    },
    /// Files were changed.
    Diff {
        /// Which ones.
        paths: Vec<String>,
    },
    /// Something that is no failure yet: another attempt after an error of the provider, say.
    Notice(String),
    /// Something went wrong.
    Error(String),
}

/// Cuts a text to what is kept of one.
pub(crate) fn cut(text: &str) -> String {
    match text.len() <= LONGEST_TEXT {
        true => text.to_owned(),
        false => format!("{}…", &text[..text.floor_char_boundary(LONGEST_TEXT)]),
    }
}
