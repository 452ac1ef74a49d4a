//! Addresses that hold secrets: `https://user:password@host/path?api_key=...`.

use super::{HIDDEN, is_secret_name};

/// Names of query parameters that open a door, beside those that say so anywhere.
const KEYS: &[&str] = &["key", "sig", "signature", "code", "pw", "pass", "pwd", "sas"];

/// Returns an address as it may be shown: without the password, or whoever it is opened for, and
/// without the values of query parameters that are secret. Any other text comes back as it is.
#[must_use]
pub fn shown_address(text: &str) -> String {
    let Some((scheme, rest)) = parts(text) else { return text.to_owned() };
    if has_stray_password(scheme, rest) {
        let host = rest.rsplit_once('@').map_or("", |(_, host)| host);
        return format!("{scheme}://{HIDDEN}@{host}");
    }
    let (before_fragment, fragment) = split_kept(rest, '#');
    let (before_query, query) = split_kept(before_fragment, '?');
    let (authority, path) = split_kept(before_query, '/');
    let query = query.strip_prefix('?').map_or_else(String::new, |query| format!("?{}", shown_query(query)));
    let fragment = if fragment.contains('=') { format!("#{HIDDEN}") } else { fragment.to_owned() };
    format!("{scheme}://{}{path}{query}{fragment}", shown_authority(scheme, authority))
}

/// Returns whether a text is an address, or begins with one.
pub(super) fn is_address(text: &str) -> bool {
    parts(text).is_some()
}

/// Takes an address apart behind its scheme.
fn parts(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once("://")?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|sign| sign.is_ascii_alphanumeric() || "+-.".contains(sign));
    is_scheme.then_some((scheme, rest))
}

/// Splits before a character, which stays with the second part.
fn split_kept(text: &str, at: char) -> (&str, &str) {
    text.split_at(text.find(at).unwrap_or(text.len()))
}

/// A password with a `/`, `?` or `#` that was not escaped is no part of the authority, strictly,
/// and a mistake that is printed back.
fn has_stray_password(scheme: &str, rest: &str) -> bool {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let has_port =
        authority.rsplit_once(':').is_none_or(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let has_name = authority.contains(':');
    !authority.contains('@') && rest.contains('@') && has_name && (names_people(scheme) || !has_port)
}

/// A password may hold an `@`, so the host begins behind the last one.
fn shown_authority(scheme: &str, authority: &str) -> String {
    let Some((person, host)) = authority.rsplit_once('@') else { return authority.to_owned() };
    match person.split_once(':') {
        Some((name, _)) if names_people(scheme) => format!("{name}:{HIDDEN}@{host}"),
        None if names_people(scheme) => authority.to_owned(),
        // Services take a token in the place of a name.
        _ => format!("{HIDDEN}@{host}"),
    }
}

/// Returns whether what stands before the password in addresses of this scheme is a name that is
/// no secret.
fn names_people(scheme: &str) -> bool {
    !scheme.to_ascii_lowercase().starts_with("http") && !scheme.to_ascii_lowercase().starts_with("ws")
}

fn shown_query(query: &str) -> String {
    let shown = |pair: &str| match pair.split_once('=') {
        Some((name, value)) if !value.is_empty() && opens_a_door(name) => format!("{name}={HIDDEN}"),
        _ => pair.to_owned(),
    };
    query.split('&').map(shown).collect::<Vec<_>>().join("&")
}

fn opens_a_door(name: &str) -> bool {
    let last = name.rsplit(['-', '_', '.']).next().unwrap_or(name);
    is_secret_name(name) || KEYS.iter().any(|key| last.eq_ignore_ascii_case(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_and_keys_in_addresses_are_hidden() {
        for (address, shown) in [
            ("https://api.example/v1?key=abc&page=2", "https://api.example/v1?key=***REDACTED***&page=2"),
            ("https://me:pa55@api.example/v1", "https://***REDACTED***@api.example/v1"),
            ("https://ghp_123@github.com/a/b.git", "https://***REDACTED***@github.com/a/b.git"),
            ("https://me:a@b@api.example", "https://***REDACTED***@api.example"),
            (
                "postgres://me:pa55@db:5432/w?sslmode=require",
                "postgres://me:***REDACTED***@db:5432/w?sslmode=require",
            ),
            ("postgres://me@db/w?password=pa55", "postgres://me@db/w?password=***REDACTED***"),
            ("https://a.example/?X-Amz-Signature=ab", "https://a.example/?X-Amz-Signature=***REDACTED***"),
            ("https://a.example/#access_token=ab", "https://a.example/#***REDACTED***"),
            ("postgres://me:pa55@a host/w", "postgres://me:***REDACTED***@a host/w"),
            ("https://a.example?api_key=ab", "https://a.example?api_key=***REDACTED***"),
        ] {
            assert_eq!(shown_address(address), shown);
        }
    }

    #[test]
    fn what_holds_no_secret_is_shown_as_it_is() {
        for text in [
            "https://api.example/v1?page=2&q=a@b#top",
            "ssh://git@github.com/a/b.git",
            "git@github.com:a/b.git",
            "see https://me:pa55@api.example for more",
            "/bin/sh",
            "",
        ] {
            assert_eq!(shown_address(text), text);
        }
    }
}
