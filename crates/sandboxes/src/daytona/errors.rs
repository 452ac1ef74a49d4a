//! What the service's answers mean.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use wireclip_ports::sandbox::ProviderError;

/// The most that is kept of what an answer says.
const MESSAGE_CHARACTERS: usize = 500;

/// Which part of the service answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plane {
    /// The control plane, about the order itself: a refusal means that the order is wrong.
    Order,
    /// The control plane, about a sandbox's state: it answers 400 where 409 is meant as well.
    State,
    /// The toolbox, behind its proxy.
    Toolbox,
}

/// An error, and what it says about the sandbox.
#[derive(Debug, Clone)]
pub(super) struct CallError {
    pub(super) error: ProviderError,
    pub(super) evidence: Evidence,
    /// The status of the answer, if there was one.
    pub(super) status: Option<u16>,
}

/// What an error says about whether the sandbox runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Evidence {
    /// Nothing.
    None,
    /// It does not run, and nothing was done in it.
    NotRunning,
    /// It may not run, and something may have been done in it.
    Doubtful,
}

impl From<CallError> for ProviderError {
    fn from(error: CallError) -> Self {
        error.error
    }
}

impl From<ProviderError> for CallError {
    fn from(error: ProviderError) -> Self {
        Self { error, evidence: Evidence::None, status: None }
    }
}

/// The body of an error answer, as far as both planes agree.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ErrorBody {
    #[serde(default)]
    message: Option<MessageText>,
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    status_code: Option<u16>,
}

impl ErrorBody {
    /// Returns whether the service itself says that what was asked for is not there. Whatever
    /// stands before it, such as a gateway that is being changed, answers 404 as well, with a page
    /// or a text of its own; and the service says of a path that it does not know, `Cannot GET …`.
    fn says_not_found(&self, status: StatusCode) -> bool {
        let is_signed = self.status_code == Some(status.as_u16())
            || self.status_code.is_none() && self.code.as_ref().is_some_and(|code| !code.is_empty());
        let says = |text: &String| !text.trim().is_empty() && !text.starts_with("Cannot ");
        is_signed
            && match &self.message {
                Some(MessageText::One(text)) => says(text),
                Some(MessageText::Many(texts)) => texts.iter().any(says),
                None => false,
            }
    }
}

/// A message, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum MessageText {
    One(String),
    Many(Vec<String>),
}

/// An answer that is no success.
pub(super) struct Answer<'a> {
    pub(super) action: &'static str,
    pub(super) plane: Plane,
    pub(super) status: StatusCode,
    pub(super) headers: &'a HeaderMap,
    pub(super) body: &'a str,
    /// Must not show, even if the service repeats it.
    pub(super) key: &'a SecretString,
}

impl Answer<'_> {
    /// Says what the answer means.
    pub(super) fn error(&self) -> CallError {
        let body = serde_json::from_str::<ErrorBody>(self.body).ok();
        let code = body.as_ref().and_then(|body| body.code.clone()).unwrap_or_default();
        let is_a_word_of_the_service = !matches!(self.status.as_u16(), 404 | 410)
            || body.as_ref().is_some_and(|body| body.says_not_found(self.status));
        let message = match body.and_then(|body| body.message) {
            Some(MessageText::One(text)) => text,
            Some(MessageText::Many(texts)) => texts.join("; "),
            None => self.body.trim().to_owned(),
        };
        let message = masked(&message, self.key);
        if !is_a_word_of_the_service {
            return self.not_from_the_service(&message);
        }
        let evidence = self.evidence(&message, &code);
        let error = self.meaning(message, &code, evidence);
        CallError { error, evidence, status: Some(self.status.as_u16()) }
    }

    /// What something between here and the service answered: it tells nothing of the sandbox.
    fn not_from_the_service(&self, message: &str) -> CallError {
        let status = self.status.as_u16();
        let message = format!("{status}, and not from the service itself: {message}");
        CallError {
            error: ProviderError::Unreachable { action: self.action, message },
            evidence: if self.plane == Plane::Toolbox { Evidence::Doubtful } else { Evidence::None },
            status: Some(status),
        }
    }

    fn evidence(&self, message: &str, code: &str) -> Evidence {
        if self.plane != Plane::Toolbox {
            return Evidence::None;
        }
        let said = message.to_ascii_lowercase();
        match self.status.as_u16() {
            400 if said.contains("resolve container ip") || said.contains("is the sandbox started") => {
                Evidence::NotRunning
            }
            404 | 410 if !code.starts_with("FILE_") && said.contains("sandbox") => Evidence::NotRunning,
            502..=504 => Evidence::Doubtful,
            _ => Evidence::None,
        }
    }

    fn meaning(&self, message: String, code: &str, evidence: Evidence) -> ProviderError {
        let action = self.action;
        match (self.status.as_u16(), self.plane) {
            (400 | 410, Plane::Toolbox) if evidence == Evidence::NotRunning => {
                ProviderError::InvalidState { state: "not running".to_owned(), message }
            }
            (400 | 422, Plane::Order | Plane::Toolbox) => ProviderError::Refused { message },
            (400 | 422, Plane::State) => ProviderError::InvalidState { state: "unknown".to_owned(), message },
            (401, _) => ProviderError::Unauthorized { message },
            (403, Plane::Toolbox) if code.starts_with("FILE_") => ProviderError::Refused { message },
            (403, _) => ProviderError::Forbidden { message },
            (404, Plane::Order) => ProviderError::NotFound { what: message },
            (404, Plane::Toolbox) if evidence == Evidence::None => ProviderError::NotFound { what: message },
            (404, _) => ProviderError::NotFound { what: "the sandbox".to_owned() },
            (408, _) => ProviderError::Timeout { action },
            (409, Plane::State) => ProviderError::StateChanging { message },
            (409, _) => ProviderError::Conflict { message },
            (410, _) => ProviderError::InvalidState { state: "ended".to_owned(), message },
            (429, _) => ProviderError::RateLimited { retry_after: retry_after(self.headers) },
            (502..=504, _) => ProviderError::Unreachable { action, message },
            (status, _) => ProviderError::Failed { action, status, message },
        }
    }
}

/// Returns after what time to ask again.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<u64>().ok();
    seconds("retry-after")
        .or_else(|| {
            let resets = headers.keys().filter(|name| name.as_str().starts_with("x-ratelimit-reset"));
            resets.filter_map(|name| seconds(name.as_str())).max()
        })
        .map(Duration::from_secs)
}

/// Cuts a message to a sensible length and takes the key out of it.
pub(super) fn masked(message: &str, key: &SecretString) -> String {
    let mut text = message.to_owned();
    let key = key.expose_secret();
    if !key.is_empty() {
        text = text.replace(key, "[hidden]");
        for alphabet in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
            text = text.replace(&alphabet.encode(key), "[hidden]");
        }
    }
    if text.chars().count() > MESSAGE_CHARACTERS {
        text = text.chars().take(MESSAGE_CHARACTERS).collect();
        text.push('…');
    }
    text
}

/// Says what went wrong on the way, before there was an answer.
pub(super) fn transport_error(
    action: &'static str,
    plane: Plane,
    error: &reqwest::Error,
    key: &SecretString,
) -> CallError {
    let message = masked(&chain(error), key);
    let is_doubtful = plane == Plane::Toolbox;
    let error = if error.is_builder() {
        ProviderError::Refused { message }
    } else if error.is_connect() {
        // Also if that took too long: nothing was sent.
        ProviderError::Unreachable { action, message }
    } else if error.is_timeout() {
        ProviderError::Timeout { action }
    } else if error.is_decode() {
        ProviderError::Malformed { action, message }
    } else {
        ProviderError::Broken { action, message }
    };
    let evidence = if is_doubtful && !matches!(error, ProviderError::Refused { .. }) {
        Evidence::Doubtful
    } else {
        Evidence::None
    };
    CallError { error, evidence, status: None }
}

/// Writes an error with its causes, without the address, which the action already says.
fn chain(error: &reqwest::Error) -> String {
    let mut message = String::new();
    let mut cause: Option<&dyn std::error::Error> = std::error::Error::source(error);
    while let Some(source) = cause {
        if !message.is_empty() {
            message.push_str(": ");
        }
        message.push_str(&source.to_string());
        cause = source.source();
    }
    if message.is_empty() { "the connection failed".to_owned() } else { message }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(plane: Plane, status: u16, body: &str) -> CallError {
        let answer = Answer {
            action: "test",
            plane,
            status: StatusCode::from_u16(status).unwrap(),
            headers: &HeaderMap::new(),
            body,
            key: &SecretString::from("dtn_topsecret"),
        };
        answer.error()
    }

    #[test]
    fn a_toolbox_that_does_not_run_is_told_from_a_wrong_request() {
        let asleep = r#"{"message":"bad request: failed to resolve container IP after 3 attempts: no IP address found. Is the Sandbox started?"}"#;
        assert_eq!(meaning(Plane::Toolbox, 400, asleep).evidence, Evidence::NotRunning);
        assert_eq!(meaning(Plane::Toolbox, 400, r#"{"message":"blank command"}"#).evidence, Evidence::None);
        assert_eq!(meaning(Plane::Toolbox, 502, "").evidence, Evidence::Doubtful);
        assert_eq!(
            meaning(Plane::Toolbox, 404, r#"{"message":"no such file","code":"FILE_NOT_FOUND"}"#).evidence,
            Evidence::None
        );
    }

    #[test]
    fn gone_is_what_the_service_itself_says_is_gone() {
        let gone = r#"{"path":"/api/sandbox/a","timestamp":"2026-01-01T00:00:00.000Z","statusCode":404,
            "error":"Not Found","message":"Sandbox with ID or name a not found"}"#;
        for plane in [Plane::Order, Plane::State, Plane::Toolbox] {
            let error = meaning(plane, 404, gone).error;
            assert!(matches!(error, ProviderError::NotFound { .. }), "{plane:?}: {error}");
            for body in [
                "",
                "404 page not found",
                "<html><head><title>404 Not Found</title></head></html>",
                "null",
                "{}",
                r#"{"message":"no such sandbox"}"#,
                r#"{"error":"not found"}"#,
                r#"{"statusCode":404}"#,
                r#"{"statusCode":502,"message":"sandbox not found"}"#,
                r#"{"statusCode":404,"error":"Not Found","message":"Cannot GET /api/sandbox/a"}"#,
            ] {
                let error = meaning(plane, 404, body);
                assert!(
                    matches!(error.error, ProviderError::Unreachable { .. }),
                    "{plane:?} {body}: {error:?}"
                );
                assert_ne!(error.evidence, Evidence::NotRunning, "{plane:?} {body}");
            }
        }
    }

    #[test]
    fn a_message_may_be_a_list_and_never_repeats_the_key() {
        let error = meaning(Plane::Order, 400, r#"{"message":["bad cpu","key dtn_topsecret"]}"#);
        assert_eq!(error.error, ProviderError::Refused { message: "bad cpu; key [hidden]".to_owned() });
        let encoded = base64::engine::general_purpose::STANDARD.encode("dtn_topsecret");
        let error = meaning(Plane::State, 409, &format!("auth {encoded}"));
        assert!(!error.error.to_string().contains(encoded.trim_end_matches('=')), "{}", error.error);
    }
}
