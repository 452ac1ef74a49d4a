//! Numbers, truth values, and JSON that is carried for somebody else.

use serde_json::Value;
use wireclip_domain::OpaqueJson;
use wireclip_domain::money::MicroDollars;

use super::Kind;
use crate::error::BrokenRule;
use crate::fields::Place;

/// Returns the kind of whole numbers.
#[must_use]
pub fn int() -> Int {
    Int { min: None, max: None }
}

/// Returns the kind of budgets: cents, as many as can be kept.
#[must_use]
pub fn cents() -> Int {
    int().min(0).max(MicroDollars::MOST_CENTS)
}

/// Whole numbers; texts of digits in a query string.
#[derive(Debug, Clone, Copy)]
pub struct Int {
    min: Option<i64>,
    max: Option<i64>,
}

impl Int {
    /// Wants at least so much.
    #[must_use]
    pub fn min(self, min: i64) -> Self {
        Self { min: Some(min), ..self }
    }

    /// Wants at most so much.
    #[must_use]
    pub fn max(self, max: i64) -> Self {
        Self { max: Some(max), ..self }
    }
}

impl Kind for Int {
    type Out = i64;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<i64> {
        let number = match value {
            Some(Value::String(text)) if place.is_query() => text.trim().parse().ok(),
            Some(Value::Number(number)) => match number.as_i64() {
                // The wire's numbers are floating point: 2.0 is a whole number.
                None => number.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 9.0e15).map(truncate),
                whole => whole,
            },
            _ => return place.wrong_type("number", value),
        };
        let Some(number) = number else {
            let rule = BrokenRule::InvalidType { expected: "int", format: Some("safeint") };
            return place.violate(rule, "Invalid input: expected int, received number");
        };
        if let Some(min) = self.min.filter(|min| number < *min) {
            let rule = BrokenRule::TooSmall { origin: "number", minimum: min, inclusive: true };
            return place.violate(rule, format!("Too small: expected number to be >={min}"));
        }
        if let Some(max) = self.max.filter(|max| number > *max) {
            let rule = BrokenRule::TooBig { origin: "number", maximum: max, inclusive: true };
            return place.violate(rule, format!("Too big: expected number to be <={max}"));
        }
        Some(number)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the caller has checked that it is a small whole number")]
fn truncate(number: f64) -> i64 {
    number as i64
}

/// Returns the kind of truth values.
#[must_use]
pub fn boolean() -> Boolean {
    Boolean
}

/// Truth values; `true`, `1`, `false` and `0` in a query string.
#[derive(Debug, Clone, Copy)]
pub struct Boolean;

impl Kind for Boolean {
    type Out = bool;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<bool> {
        match value {
            Some(Value::Bool(value)) => Some(*value),
            Some(Value::String(text)) if place.is_query() => match text.as_str() {
                "true" | "1" => Some(true),
                "false" | "0" => Some(false),
                _ => place.wrong_type("boolean", value),
            },
            _ => place.wrong_type("boolean", value),
        }
    }
}

/// Returns the kind of objects that are carried for somebody else.
#[must_use]
pub fn record() -> Record {
    Record
}

/// Objects that are carried for somebody else.
#[derive(Debug, Clone, Copy)]
pub struct Record;

impl Kind for Record {
    type Out = OpaqueJson;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<OpaqueJson> {
        match value {
            Some(value @ Value::Object(_)) => carried(value, place),
            _ => place.wrong_type("record", value),
        }
    }
}

/// The largest document that is carried for somebody else, in bytes of JSON: lists tell all of
/// those of up to a thousand things.
pub const LARGEST_CARRIED: usize = 128 * 1024;

/// Returns the kind of any JSON at all.
#[must_use]
pub fn any() -> Anything {
    Anything
}

/// Any JSON at all.
#[derive(Debug, Clone, Copy)]
pub struct Anything;

impl Kind for Anything {
    type Out = OpaqueJson;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<OpaqueJson> {
        carried(value.unwrap_or(&Value::Null), place)
    }
}

fn carried(value: &Value, place: &mut Place<'_>) -> Option<OpaqueJson> {
    if has_nul(value) {
        return place.violate(BrokenRule::Custom, "Invalid input: text with a NUL character");
    }
    let carried = OpaqueJson::of(value);
    if carried.to_string().len() > LARGEST_CARRIED {
        let message = format!("Too big: expected at most {LARGEST_CARRIED} bytes of JSON");
        return place.violate(BrokenRule::Custom, message);
    }
    Some(carried)
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(list) => list.iter().any(has_nul),
        Value::Object(object) => object.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
