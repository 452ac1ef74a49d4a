//! What of settings and details is shown: names always, secret values never.
//!
//! Invariant: no answer holds a value that is bound to a secret name or is part of an agent's
//! environment, and sending a hidden value back changes nothing.

mod address;
mod names;
mod restoring;
mod spellings;

use serde_json::{Map, Value};

pub use address::shown_address;
pub use names::is_secret_name;
pub use spellings::spellings;

use crate::OpaqueJson;
use crate::refusal::{Refusal, RefusalKind};

use restoring::{Stored, holds_mask, restore};

/// What stands in the place of a hidden value.
pub const HIDDEN: &str = "***REDACTED***";

/// The member of settings, wherever they stand, that holds the environment of runs.
const ENV: &str = "env";

/// The member of settings that holds the headers of requests.
const HEADERS: &str = "headers";

/// Headers whose values are no secrets; of any other nobody can tell.
const HARMLESS_HEADERS: &[&str] = &[
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "content-encoding",
    "content-language",
    "content-type",
    "prefer",
    "user-agent",
];

/// Values that are shorter are found everywhere, and hide nothing.
const SHORTEST_SECRET_BYTES: usize = 4;

/// A hidden value was sent for a name that has no stored value to keep.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{path}' is sent hidden, and there is no stored value to keep")]
pub struct NothingHidden {
    /// The place within the document, names joined by dots.
    pub path: String,
}

impl Refusal for NothingHidden {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }
}

/// Returns settings, details of an activity entry, or anything of the kind, as they may be shown:
/// every value of an environment is hidden, unless it is a reference to a secret, and so is every
/// value of a secret name, every header that may hold one, every argument that repeats a value of
/// the environment beside it, and what opens a door in an address.
#[must_use]
pub fn shown(json: &OpaqueJson) -> OpaqueJson {
    let mut shown = value_of(json);
    hide(&mut shown);
    OpaqueJson::of(&shown)
}

/// Returns a document that is an environment itself as it may be shown: the names only.
#[must_use]
pub fn shown_environment(environment: &OpaqueJson) -> OpaqueJson {
    let mut shown = value_of(environment);
    hide_environment(&mut shown);
    OpaqueJson::of(&shown)
}

/// Puts the stored values back where `sent` has hidden ones.
///
/// # Errors
/// If a hidden value has no stored counterpart: keeping the mask would make it the value.
pub fn restore_hidden(sent: &OpaqueJson, stored: &OpaqueJson) -> Result<OpaqueJson, NothingHidden> {
    let mut restored = value_of(sent);
    let stored = value_of(stored);
    let mut shown = stored.clone();
    hide(&mut shown);
    restore(&mut restored, Some(&Stored { value: &stored, shown: &shown }), "")?;
    Ok(OpaqueJson::of(&restored))
}

/// Returns whether settings hold a hidden value: a snapshot that does cannot be brought back.
#[must_use]
pub fn holds_hidden(settings: &OpaqueJson) -> bool {
    fn search(value: &Value) -> bool {
        match value {
            Value::String(text) => holds_mask(text),
            Value::Array(list) => list.iter().any(search),
            Value::Object(object) => object.values().any(search),
            _ => false,
        }
    }
    search(&value_of(settings))
}

fn value_of(json: &OpaqueJson) -> Value {
    json.parse().expect("JSON reads as JSON")
}

fn hide(value: &mut Value) {
    match value {
        Value::Object(object) => {
            hide_repetitions(object);
            for (name, member) in object.iter_mut() {
                if is_secret_name(name)
                    && !is_reference(member)
                    && !matches!(member, Value::Null | Value::Bool(_))
                {
                    *member = Value::String(HIDDEN.to_owned());
                } else if name == ENV && member.is_object() {
                    hide_environment(member);
                } else if name == HEADERS && member.is_object() {
                    hide_headers(member);
                } else {
                    hide(member);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(hide),
        Value::String(text) if is_signed_token(text) => HIDDEN.clone_into(text),
        Value::String(text) if address::is_address(text) => *text = shown_address(text),
        _ => {}
    }
}

/// Hides the elements of lists that hold a value of the environment beside them: arguments, say.
fn hide_repetitions(object: &mut Map<String, Value>) {
    let Some(environment) = object.get(ENV).and_then(Value::as_object) else { return };
    let plain = |entry: &Value| entry.as_str().or_else(|| entry.get("value")?.as_str()).map(str::to_owned);
    let values: Vec<String> =
        environment.values().filter_map(plain).filter(|value| value.len() >= SHORTEST_SECRET_BYTES).collect();
    for element in object.values_mut().filter_map(Value::as_array_mut).flatten() {
        if let Value::String(text) = element
            && values.iter().any(|value| text.contains(value.as_str()))
        {
            HIDDEN.clone_into(text);
        }
    }
}

fn hide_headers(headers: &mut Value) {
    for (name, value) in headers.as_object_mut().into_iter().flatten() {
        let is_harmless = HARMLESS_HEADERS.iter().any(|harmless| harmless.eq_ignore_ascii_case(name));
        if !is_harmless && !is_reference(value) && !value.is_null() {
            *value = Value::String(HIDDEN.to_owned());
        }
    }
}

fn hide_environment(environment: &mut Value) {
    for entry in environment.as_object_mut().into_iter().flat_map(Map::values_mut) {
        *entry = shown_env_entry(entry);
    }
}

fn is_reference(value: &Value) -> bool {
    matches!(value.get("type").and_then(Value::as_str), Some("secret_ref" | "user_secret_ref"))
}

/// A JSON web token shows itself whatever its name is.
fn is_signed_token(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_part = |part: &&str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    parts.len() == 3 && text.starts_with("eyJ") && parts.iter().all(is_part)
}

fn shown_env_entry(entry: &Value) -> Value {
    if is_reference(entry) {
        return entry.clone();
    }
    let plain = [("type", "plain"), ("value", HIDDEN)];
    Value::Object(Map::from_iter(plain.map(|(name, text)| (name.to_owned(), Value::String(text.to_owned())))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(value: &Value) -> OpaqueJson {
        OpaqueJson::of(value)
    }

    #[test]
    fn environment_values_and_secret_names_are_hidden() {
        let settings = json!({
            "command": "/bin/sh", "note": "harmless", "password": "hunter2", "maxTokens": 7,
            "headers": {"authorization": "Bearer abc"}, "devicePrivateKeyPem": "---",
            "env": {
                "API_TOKEN": {"type": "plain", "value": "abc"}, "MODE": "fast",
                "VAULT": {"type": "secret_ref", "secretId": "s", "version": 2},
            },
        });
        let plain = json!({"type": "plain", "value": HIDDEN});
        let shown = json!({
            "command": "/bin/sh", "note": "harmless", "password": HIDDEN, "maxTokens": 7,
            "headers": {"authorization": HIDDEN}, "devicePrivateKeyPem": HIDDEN,
            "env": {
                "API_TOKEN": plain, "MODE": plain,
                "VAULT": {"type": "secret_ref", "secretId": "s", "version": 2},
            },
        });
        assert_eq!(super::shown(&of(&settings)), of(&shown));
    }

    #[test]
    fn sending_what_was_shown_back_changes_nothing_of_meaning() {
        let stored = of(&json!({
            "password": "hunter2", "args": ["a", "b"],
            "env": {"A": {"type": "plain", "value": "1"}, "B": {"type": "plain", "value": "2"}},
        }));
        assert_eq!(restore_hidden(&shown(&stored), &stored), Ok(stored.clone()));
        let bare = of(&json!({"env": {"MODE": "fast"}}));
        assert_eq!(
            restore_hidden(&shown(&bare), &bare),
            Ok(of(&json!({"env": {"MODE": {"type": "plain", "value": "fast"}}})))
        );
    }

    #[test]
    fn a_mask_never_becomes_a_value() {
        let sent = of(&json!({"env": {"NEW": {"type": "plain", "value": HIDDEN}}}));
        let refused = restore_hidden(&sent, &OpaqueJson::object());
        assert_eq!(refused, Err(NothingHidden { path: "env.NEW.value".into() }));
        assert!(holds_hidden(&sent) && !holds_hidden(&OpaqueJson::object()));
    }

    #[test]
    fn an_environment_is_hidden_however_deep_it_stands() {
        let details = |value: &str| {
            let entry = json!({"type": "plain", "value": value});
            of(&json!({"changes": {"overrides": {"to": {"adapterConfig": {"env": {"MODE": entry}}}}}}))
        };
        assert_eq!(shown(&details("fast")), details(HIDDEN));
        let environment = of(&json!({"MODE": "fast"}));
        assert_eq!(shown_environment(&environment), of(&json!({"MODE": {"type": "plain", "value": HIDDEN}})));
        assert_eq!(
            restore_hidden(&shown_environment(&environment), &environment),
            Ok(of(&json!({
                "MODE": {"type": "plain", "value": "fast"}
            })))
        );
        assert_eq!(shown(&of(&json!({"env": ["MODE"]}))), of(&json!({"env": ["MODE"]})), "a list of names");
    }

    #[test]
    fn words_about_a_secret_are_no_secret() {
        for name in ["authorization", "API_TOKEN", "accessToken", "X-Api-Key", "clientSecret", "passwordHash"]
        {
            assert!(is_secret_name(name), "{name}");
        }
        for name in
            ["authorizationReason", "secretId", "maxTokens", "tokenCount", "author", "key", "apiKeyId", ""]
        {
            assert!(!is_secret_name(name), "{name}");
        }
    }

    #[test]
    fn a_signed_token_in_details_is_hidden_whatever_its_name() {
        let details = of(&json!({"note": "eyJhbGciOi.eyJzdWIi.c2ln", "file": "a.b.c"}));
        assert_eq!(shown(&details), of(&json!({"note": HIDDEN, "file": "a.b.c"})));
    }

    #[test]
    fn headers_addresses_and_repeated_values_are_hidden() {
        let settings = json!({
            "url": "https://me:pa55@api.example/run?key=abc&page=1",
            "headers": {"X-Y": "opens", "Content-Type": "text/plain", "Z": {"type": "secret_ref", "secretId": "s"}},
            "env": {"T": {"type": "plain", "value": "sesame"}, "N": "1"},
            "args": ["--token=sesame", "--level", "1"],
        });
        let shown = super::shown(&of(&settings));
        let plain = json!({"type": "plain", "value": HIDDEN});
        let expected = json!({
            "url": "https://***REDACTED***@api.example/run?key=***REDACTED***&page=1",
            "headers": {"X-Y": HIDDEN, "Content-Type": "text/plain", "Z": {"type": "secret_ref", "secretId": "s"}},
            "env": {"T": plain, "N": plain},
            "args": [HIDDEN, "--level", "1"],
        });
        assert_eq!(shown, of(&expected));
    }

    #[test]
    fn hidden_parts_of_addresses_and_lists_are_put_back_or_refused() {
        let stored = json!({
            "url": "https://api.example/run?key=abc", "env": {"A": "sesame", "B": "open"},
            "args": ["a", "--a=sesame", "--b=open"],
        });
        let env = json!({"A": HIDDEN, "B": HIDDEN});
        let url = json!("https://api.example/run?key=***REDACTED***");
        let sent = of(&json!({"url": url, "env": env, "args": ["new", "a", HIDDEN, HIDDEN]}));
        let restored = json!({
            "url": "https://api.example/run?key=abc", "env": {"A": "sesame", "B": "open"},
            "args": ["new", "a", "--a=sesame", "--b=open"],
        });
        assert_eq!(restore_hidden(&sent, &of(&stored)), Ok(of(&restored)));
        for (sent, path) in [
            (json!({"url": "https://evil.example/?key=***REDACTED***"}), "url"),
            (json!({"args": [HIDDEN, "a"]}), "args.0"),
        ] {
            let refused = restore_hidden(&of(&sent), &of(&stored));
            assert_eq!(refused, Err(NothingHidden { path: path.into() }));
        }
    }
}
