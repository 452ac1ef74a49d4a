//! What logs tell of custom images: nothing that names or opens a sandbox or a template.

use serde_json::Value;

use crate::OpaqueJson;

/// What stands in the place of what is not told.
const REDACTED: &str = "[redacted]";

/// Words of names whose values are not told.
const UNTOLD: &[&str] = &[
    "auth",
    "credential",
    "host",
    "lease",
    "password",
    "privatekey",
    "sandboxid",
    "secret",
    "templateref",
    "token",
    "url",
    "username",
];

/// Returns details for a log: what names or opens something at a provider is left out. Members whose
/// names end in `Redacted` only say that something is hidden, and stay.
#[must_use]
pub fn redacted(details: &OpaqueJson) -> OpaqueJson {
    let mut safe: Value = details.parse().expect("JSON reads as JSON");
    hide(&mut safe);
    OpaqueJson::of(&safe)
}

fn hide(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (name, member) in object.iter_mut() {
                let says_something = !matches!(member, Value::Null | Value::Bool(_));
                if says_something && !name.ends_with("Redacted") && is_untold(name) {
                    *member = Value::from(REDACTED);
                } else {
                    hide(member);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(hide),
        Value::String(text) if gives_away(text) => REDACTED.clone_into(text),
        _ => {}
    }
}

fn is_untold(key: &str) -> bool {
    let name: String =
        key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let is_address = name == "ip" || name.ends_with("ipaddress") || key.ends_with("Ip");
    is_address || UNTOLD.iter().any(|word| name.contains(word))
}

/// A text that holds an address or a command that lets somebody in.
fn gives_away(text: &str) -> bool {
    let is_ssh = text.trim_start().starts_with("ssh ") || text.contains(" ssh ");
    let is_address = |word: &str| word.parse::<std::net::Ipv4Addr>().is_ok();
    is_ssh || text.split(|sign: char| !sign.is_ascii_digit() && sign != '.').any(is_address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_of_sandboxes_and_ways_into_them_are_not_told() {
        let details = json!({
            "status": "waiting_for_user", "templateRef": "tools", "providerLeaseId": "s-1",
            "connectionSummary": {"type": "ssh", "username": "token", "hostRedacted": true},
            "notes": ["reach 10.0.0.7 now", "ssh abc@host", "version 1.2.3", "plain"], "apiUrl": null,
        });
        let expected = json!({
            "status": "waiting_for_user", "templateRef": "[redacted]", "providerLeaseId": "[redacted]",
            "connectionSummary": {"type": "ssh", "username": "[redacted]", "hostRedacted": true},
            "notes": ["[redacted]", "[redacted]", "version 1.2.3", "plain"], "apiUrl": null,
        });
        assert_eq!(redacted(&OpaqueJson::of(&details)), OpaqueJson::of(&expected));
    }
}
