//! Texts of a certain form.

use std::marker::PhantomData;
use std::str::FromStr;

use serde_json::Value;
use wireclip_domain::ids::InvalidId;

use super::Kind;
use crate::error::BrokenRule;
use crate::fields::Place;

/// Returns the kind of ids that must be UUIDs of a known version and variant, which some of the
/// original's routes insist on.
#[must_use]
pub fn uuid<I: FromStr<Err = InvalidId>>() -> StrictId<I> {
    StrictId(PhantomData)
}

/// Ids that must be UUIDs of a known version and variant.
#[derive(Debug, Clone, Copy)]
pub struct StrictId<I>(PhantomData<I>);

const UUID_PATTERN: &str = "/^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/";

impl<I: FromStr<Err = InvalidId>> Kind for StrictId<I> {
    type Out = I;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<I> {
        let Some(Value::String(text)) = value else { return place.wrong_type("string", value) };
        match text.parse() {
            Ok(id) if is_strict(text) => Some(id),
            _ => {
                let rule = BrokenRule::InvalidFormat {
                    origin: Some("string"),
                    format: "uuid",
                    pattern: Some(UUID_PATTERN),
                };
                place.violate(rule, "Invalid UUID")
            }
        }
    }
}

fn is_strict(text: &str) -> bool {
    let has_version = matches!(text.as_bytes().get(14), Some(b'1'..=b'8'));
    let has_variant = matches!(text.as_bytes().get(19), Some(b'8' | b'9' | b'a' | b'b' | b'A' | b'B'));
    let is_all = |digit: u8| text.bytes().all(|byte| byte == b'-' || byte == digit);
    (has_version && has_variant) || is_all(b'0') || is_all(b'f')
}

/// Returns the kind of addresses: texts with a scheme and something behind it.
#[must_use]
pub fn url() -> Url {
    Url
}

/// Addresses.
#[derive(Debug, Clone, Copy)]
pub struct Url;

impl Kind for Url {
    type Out = String;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<String> {
        let Some(Value::String(text)) = value else { return place.wrong_type("string", value) };
        let text = text.trim();
        if is_url(text) {
            return Some(text.to_owned());
        }
        let rule = BrokenRule::InvalidFormat { origin: None, format: "url", pattern: None };
        place.violate(rule, "Invalid URL")
    }
}

fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let has_target = !rest.trim_start_matches('/').is_empty();
    is_scheme && has_target && !text.chars().any(|sign| sign.is_control() || sign.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_and_a_target() {
        for text in ["https://example.org/a.git", "ssh://git@example.org/a", "file:///srv", "mailto:a@b"] {
            assert!(is_url(text), "{text}");
        }
        for text in ["", "site", "https://", "://x", "1a://x", "https://a b", "https://a\0"] {
            assert!(!is_url(text), "{text}");
        }
    }

    #[test]
    fn a_strict_id_has_a_version_and_a_variant() {
        assert!(is_strict("11111111-1111-4111-8111-111111111111"));
        assert!(is_strict("00000000-0000-0000-0000-000000000000"));
        assert!(!is_strict("11111111-1111-9111-8111-111111111111"));
        assert!(!is_strict("11111111-1111-4111-7111-111111111111"));
    }
}
