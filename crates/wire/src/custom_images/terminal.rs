//! What a terminal's socket and its client tell each other.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wireclip_domain::{EnvironmentId, SetupSessionId, TerminalSessionId, Timestamp};

/// What opens terminals of a session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TerminalSessionToken {
    /// Which it is; the socket's `terminalSessionId`.
    pub id: TerminalSessionId,
    /// The token, for the socket's first message.
    pub token: String,
    /// Until when it opens any.
    pub expires_at: Timestamp,
    /// The session.
    pub setup_session_id: SetupSessionId,
    /// Its environment.
    pub environment_id: EnvironmentId,
    /// Always `ssh`.
    pub connection_type: &'static str,
    /// Where the socket is.
    pub websocket_path: String,
}

/// What a client tells a terminal.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToTerminal {
    /// Who it is.
    Auth {
        /// The token.
        token: String,
    },
    /// Something is typed.
    Input {
        /// What.
        data: String,
    },
    /// The window has another size.
    Resize {
        /// Characters in a line.
        cols: u16,
        /// Lines.
        rows: u16,
    },
}

/// What a terminal tells its client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromTerminal<'a> {
    /// It is open.
    #[serde(rename_all = "camelCase")]
    Ready {
        /// The session.
        setup_session_id: SetupSessionId,
        /// The token that opened it.
        terminal_session_id: TerminalSessionId,
    },
    /// It shows something.
    Output {
        /// What.
        data: &'a str,
    },
    /// Something does not work.
    Error {
        /// What.
        message: &'a str,
    },
    /// It is closed.
    Closed {
        /// Why.
        reason: &'a str,
    },
}

impl ToTerminal {
    /// Reads a message. What is no JSON at all is typed; `None` for what makes no sense.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        match serde_json::from_str::<serde_json::Value>(text) {
            Ok(value) if value.is_object() => Self::deserialize(value).ok().filter(Self::makes_sense),
            _ => Some(Self::Input { data: text.to_owned() }),
        }
    }

    fn makes_sense(&self) -> bool {
        match self {
            Self::Resize { cols, rows } => is_size(*cols) && is_size(*rows),
            Self::Auth { .. } | Self::Input { .. } => true,
        }
    }
}

/// The most columns and lines that a terminal may have.
const LARGEST: u16 = 9999;

/// Returns whether a terminal may have so many columns or lines.
#[must_use]
pub const fn is_size(count: u16) -> bool {
    count >= 1 && count <= LARGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_typed_and_what_makes_no_sense_is_told() {
        let input = |text: &str| Some(ToTerminal::Input { data: text.to_owned() });
        assert_eq!(ToTerminal::read("ls\r"), input("ls\r"));
        assert_eq!(ToTerminal::read("4"), input("4"));
        assert_eq!(ToTerminal::read(r#"{"type":"input","data":"x"}"#), input("x"));
        let resize = ToTerminal::Resize { cols: 80, rows: 24 };
        assert_eq!(ToTerminal::read(r#"{"type":"resize","cols":80,"rows":24}"#), Some(resize));
        for text in [r#"{"type":"resize","cols":0,"rows":24}"#, r#"{"type":"dance"}"#, "{}"] {
            assert_eq!(ToTerminal::read(text), None, "{text}");
        }
    }
}
