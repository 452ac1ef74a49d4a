//! Looking into documents whose form nobody guarantees.

use serde_json::Value;
use wireclip_domain::OpaqueJson;
use wireclip_domain::cost::Tokens;

use crate::entry::LONGEST_TEXT;

/// Returns the text at a path such as `/item/type`.
pub(super) fn text<'v>(document: &'v Value, path: &str) -> Option<&'v str> {
    document.pointer(path)?.as_str()
}

/// Returns the whole number at a path, if it is not negative; otherwise none.
pub(super) fn count(document: &Value, path: &str) -> i64 {
    document.pointer(path).and_then(Value::as_i64).map_or(0, |count| count.max(0))
}

/// Returns the HTTP status at a path.
pub(super) fn status(document: &Value, path: &str) -> Option<u16> {
    let status = u16::try_from(document.pointer(path)?.as_u64()?).ok()?;
    (400..600).contains(&status).then_some(status)
}

/// Returns the elements at a path.
pub(super) fn elements<'v>(document: &'v Value, path: &str) -> impl Iterator<Item = &'v Value> {
    document.pointer(path).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the text of something that is a text, or a list of parts that have one.
pub(super) fn joined(content: Option<&Value>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let texts =
                parts.iter().filter_map(|part| text(part, "/text").or_else(|| text(part, "/content/text")));
            texts.collect::<Vec<_>>().join("\n")
        }
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    }
}

/// Returns what a tool is given; nothing of it if it is too large to be shown.
pub(super) fn input(value: Option<&Value>) -> OpaqueJson {
    match value {
        Some(value) if value.to_string().len() <= LONGEST_TEXT => OpaqueJson::of(value),
        Some(_) | None => OpaqueJson::object(),
    }
}

/// Puts tokens together from what is read, what of it the cache had, and what is written.
pub(super) const fn tokens(input: i64, cached_input: i64, output: i64) -> Tokens {
    Tokens { input, cached_input, output }
}
