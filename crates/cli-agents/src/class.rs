//! The classes of failure, and the one table that says what belongs to which.
//!
//! A row matches by the field in which a program says what went wrong, by the status of the HTTP
//! answer behind it, or by words of the final error; the first row that matches decides. Words are
//! looked for only in what a program says about its own failure, never in what an agent wrote.

use crate::cli::Engine;

/// How a run of a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// It did what it was asked, and proved it.
    Ok,
    /// The key or the login is missing or wrong.
    Auth,
    /// The key is right and may not do this.
    Permission,
    /// There is no money behind the key.
    Billing,
    /// The plan's limit is met until it is reset.
    Quota,
    /// Too many requests for the moment.
    RateLimit,
    /// The provider has no capacity for the moment.
    Overloaded,
    /// The provider had a fault.
    ServerError,
    /// The provider was not reached.
    Network,
    /// The conversation is longer than the model can read.
    ContextOverflow,
    /// The answer is longer than the model may write.
    OutputLimit,
    /// The provider does not know the model.
    ModelNotFound,
    /// The model refused to answer.
    Refusal,
    /// The limit of turns was met.
    MaxTurns,
    /// The session to resume is gone.
    SessionGone,
    /// The program or its settings must be mended, or the program is missing.
    Config,
    /// It ended without an error and without having done anything.
    EmptySuccess,
    /// A signal ended it.
    Killed,
    /// Its time was over.
    Timeout,
    /// It ended in the middle of its work.
    Crash,
}

impl Class {
    /// Returns the class as a word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Auth => "auth",
            Self::Permission => "permission",
            Self::Billing => "billing",
            Self::Quota => "quota",
            Self::RateLimit => "rate_limit",
            Self::Overloaded => "overloaded",
            Self::ServerError => "server_error",
            Self::Network => "network",
            Self::ContextOverflow => "context_overflow",
            Self::OutputLimit => "output_limit",
            Self::ModelNotFound => "model_not_found",
            Self::Refusal => "refusal",
            Self::MaxTurns => "max_turns",
            Self::SessionGone => "session_gone",
            Self::Config => "config",
            Self::EmptySuccess => "empty_success",
            Self::Killed => "killed",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
        }
    }

    /// Returns whether the same again, later, may succeed without anybody's help.
    #[must_use]
    pub const fn may_pass(self) -> bool {
        matches!(self, Self::Quota | Self::RateLimit | Self::Overloaded | Self::ServerError | Self::Network)
    }

    /// Returns whether the conversation cannot go on, so that the next run must start another.
    #[must_use]
    pub const fn ends_session(self) -> bool {
        matches!(self, Self::SessionGone | Self::ContextOverflow | Self::MaxTurns | Self::Refusal)
    }
}

/// What a program says about its own failure.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ErrorRecord {
    /// A word of the program's or the provider's own.
    pub(crate) kind: Option<String>,
    /// The status of the provider's HTTP answer.
    pub(crate) status: Option<u16>,
    /// For people.
    pub(crate) message: String,
}

/// What a row looks at.
enum Sign {
    Kind(&'static [&'static str]),
    Words(&'static [&'static str]),
    Status(&'static [u16]),
}

use Class as C;
use Sign::{Kind, Status, Words};

/// From the special to the general: a full plan and a missing dollar come with the status of
/// "too many requests" as well, and a provider's own words say more than its status.
const ROWS: &[(Sign, Class)] = &[
    (Kind(&["max_turns", "error_max_turns"]), C::MaxTurns),
    (Kind(&["prompt_too_long", "ContextOverflowError", "context_length_exceeded"]), C::ContextOverflow),
    (Kind(&["refusal"]), C::Refusal),
    (Kind(&["max_output_tokens", "MessageOutputLengthError"]), C::OutputLimit),
    (Kind(&["billing_error"]), C::Billing),
    (Kind(&["ProviderAuthError", "AUTH_TOKEN_MISMATCH"]), C::Auth),
    (Kind(&["model_not_found"]), C::ModelNotFound),
    (
        Words(&[
            "no conversation found",
            "no rollout found",
            "session not found",
            "invalid session identifier",
            "resource not found: session",
        ]),
        C::SessionGone,
    ),
    (
        Words(&[
            "prompt is too long",
            "context window",
            "context length exceeded",
            "context_length_exceeded",
            "input token count",
            "contextoverflow",
        ]),
        C::ContextOverflow,
    ),
    (Words(&["output token maximum"]), C::OutputLimit),
    (Words(&["safeguards flagged"]), C::Refusal),
    (Words(&["credit balance", "billing details", "insufficient_quota"]), C::Billing),
    (
        Words(&[
            "usage limit",
            "hit your limit",
            "daily quota",
            "exhausted your capacity",
            "exhausted your daily quota",
        ]),
        C::Quota,
    ),
    (Words(&["maximum number of turns"]), C::MaxTurns),
    (
        Words(&[
            "does not exist or you do not have access",
            "issue with the selected model",
            "is not found for api version",
            "model not found",
        ]),
        C::ModelNotFound,
    ),
    (
        Words(&[
            "api key not valid",
            "invalid api key",
            "not logged in",
            "auth/billing failure",
            "authentication required",
            "token mismatch",
        ]),
        C::Auth,
    ),
    (Status(&[401]), C::Auth),
    (Status(&[402]), C::Billing),
    (Status(&[403]), C::Permission),
    (Status(&[404]), C::ModelNotFound),
    (Status(&[413]), C::ContextOverflow),
    (Status(&[429]), C::RateLimit),
    (Status(&[503, 529]), C::Overloaded),
    (Status(&[500, 502, 504]), C::ServerError),
    (Kind(&["rate_limit", "rate_limit_error"]), C::RateLimit),
    (Kind(&["overloaded_error", "server_is_overloaded"]), C::Overloaded),
    (Kind(&["authentication_failed", "authentication_error"]), C::Auth),
    (Kind(&["server_error", "api_error"]), C::ServerError),
    (Words(&["overloaded", "at capacity", "gateway starting", "server is busy"]), C::Overloaded),
    (
        Words(&["rate limit", "too many requests", "exceeded your current quota", "resource_exhausted"]),
        C::RateLimit,
    ),
    (Words(&["high demand", "internal server error", "internal error has occurred"]), C::ServerError),
    (Words(&["authentication failed", "failed to authenticate", "incorrect api key"]), C::Auth),
    (
        Words(&[
            "econnrefused",
            "econnreset",
            "enotfound",
            "etimedout",
            "connection refused",
            "connection error",
            "fetch failed",
            "waiting for network",
        ]),
        C::Network,
    ),
    (Words(&["ended without a finish reason"]), C::EmptySuccess),
    (
        Words(&[
            "invalid auth method",
            "not running in a trusted directory",
            "not inside a trusted directory",
            "method not found",
            "no such file or directory (os error 2)",
            "cannot be used with root/sudo privileges",
        ]),
        C::Config,
    ),
];

/// What exit codes of a program's own mean.
const EXIT_CODES: &[(Engine, i32, Class)] = &[
    (Engine::Gemini, 41, C::Config),
    (Engine::Gemini, 42, C::Config),
    (Engine::Gemini, 44, C::Config),
    (Engine::Gemini, 52, C::Config),
    (Engine::Gemini, 53, C::MaxTurns),
    (Engine::Gemini, 55, C::Config),
];

/// The statuses that Gemini CLI shows by its exit code: their remainder of 256.
const STATUSES_IN_EXIT_CODES: &[u16] = &[400, 401, 403, 429, 500, 502, 503, 504];

/// Where a status stands in a sentence: behind one of these.
const BEFORE_A_STATUS: &[&str] =
    &["http ", "status: ", "status ", "api error: ", "\"code\":", "rejected (", "error: ", "_error: "];

/// Returns the class of what a program says, if any row knows it.
pub(crate) fn class_of(record: &ErrorRecord) -> Option<Class> {
    let text = record.message.to_lowercase().replace('’', "'");
    let status = record.status.or_else(|| status_in(&text));
    let is_session = text.contains("session \"") && text.contains("not found");
    let kind = record.kind.as_deref();
    let matches = |sign: &Sign| match sign {
        Kind(kinds) => kind.is_some_and(|kind| kinds.contains(&kind)),
        Words(words) => words.iter().any(|word| text.contains(word)),
        Status(statuses) => status.is_some_and(|status| statuses.contains(&status)),
    };
    if is_session {
        return Some(Class::SessionGone);
    }
    ROWS.iter().find(|(sign, _)| matches(sign)).map(|(_, class)| *class)
}

/// Returns what an exit code of a program's own means.
pub(crate) fn class_of_exit(engine: Engine, code: i32) -> Option<Class> {
    let own = EXIT_CODES.iter().find(|row| (row.0, row.1) == (engine, code)).map(|row| row.2);
    // What a shell says of a program that it does not find, or may not start.
    own.or_else(|| matches!(code, 126 | 127).then_some(Class::Config))
}

/// Returns the status that an exit code stands for.
pub(crate) fn status_of_exit(engine: Engine, code: i32) -> Option<u16> {
    if engine != Engine::Gemini {
        return None;
    }
    STATUSES_IN_EXIT_CODES.iter().copied().find(|status| i32::from(*status) % 256 == code)
}

/// Finds the status that a sentence names.
fn status_in(text: &str) -> Option<u16> {
    let leading = |text: &str| -> Option<u16> {
        let digits = text.get(..3)?;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let ends = !text.as_bytes().get(3).is_some_and(u8::is_ascii_digit);
        digits.parse().ok().filter(|status| is_number && ends && (400..600).contains(status))
    };
    leading(text)
        .or_else(|| BEFORE_A_STATUS.iter().find_map(|before| text.split(before).skip(1).find_map(&leading)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(message: &str) -> Option<Class> {
        class_of(&ErrorRecord { message: message.to_owned(), ..ErrorRecord::default() })
    }

    #[test]
    fn the_special_wins_over_the_general() {
        assert_eq!(class("429 The usage limit has been reached"), Some(Class::Quota));
        assert_eq!(class("HTTP 429: check your plan and billing details"), Some(Class::Billing));
        assert_eq!(class("429 Too Many Requests"), Some(Class::RateLimit));
        assert_eq!(class("something else"), None);
    }

    #[test]
    fn a_status_is_read_only_where_one_stands() {
        assert_eq!(class("unexpected status 403 Forbidden: no"), Some(Class::Permission));
        assert_eq!(class("provider.api_error: 500 oh"), Some(Class::ServerError));
        assert_eq!(class("wrote 500 lines, read 4290"), None);
        assert_eq!(class("4290 files"), None);
    }
}
