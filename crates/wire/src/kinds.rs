//! The kinds of value that requests have, each with its rules.

pub mod formats;

use std::marker::PhantomData;
use std::str::FromStr;

use serde_json::Value;
use wireclip_domain::ids::InvalidId;
use wireclip_domain::words::Word;
use wireclip_domain::{OpaqueJson, Timestamp};

use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields, Place};

/// A kind of value.
pub trait Kind {
    /// What a value of this kind becomes.
    type Out;

    /// Reads a value (absent if the field is missing); notes what is wrong with it.
    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<Self::Out>;
}

/// Returns the kind of texts, of any length.
#[must_use]
pub fn text() -> Text {
    Text { min: 0, max: None, is_trimmed: false }
}

/// Texts. Lengths count UTF-16 units, as clients do. A NUL character, which a database cannot
/// keep, is refused.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    min: usize,
    max: Option<usize>,
    is_trimmed: bool,
}

impl Text {
    /// Requires at least this many characters.
    #[must_use]
    pub fn min(self, min: usize) -> Self {
        Self { min, ..self }
    }

    /// Allows at most this many characters.
    #[must_use]
    pub fn max(self, max: usize) -> Self {
        Self { max: Some(max), ..self }
    }

    /// Cuts white space off both ends before anything else.
    #[must_use]
    pub fn trimmed(self) -> Self {
        Self { is_trimmed: true, ..self }
    }
}

impl Kind for Text {
    type Out = String;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<String> {
        let Some(Value::String(text)) = value else { return place.wrong_type("string", value) };
        let text = if self.is_trimmed { text.trim() } else { text.as_str() };
        if text.contains('\0') {
            return place.violate(BrokenRule::Custom, "Invalid input: text with a NUL character");
        }
        let length = text.encode_utf16().count();
        if length < self.min {
            let rule = BrokenRule::TooSmall { origin: "string", minimum: whole(self.min), inclusive: true };
            return place
                .violate(rule, format!("Too small: expected string to have >={} characters", self.min));
        }
        if let Some(max) = self.max.filter(|max| length > *max) {
            let rule = BrokenRule::TooBig { origin: "string", maximum: whole(max), inclusive: true };
            return place.violate(rule, format!("Too big: expected string to have <={max} characters"));
        }
        Some(text.to_owned())
    }
}

fn whole(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Returns the kind of words of a list.
#[must_use]
pub fn word<W: Word>() -> OneWord<W> {
    OneWord { listed: W::ALL }
}

/// Words of a list.
#[derive(Debug, Clone, Copy)]
pub struct OneWord<W: 'static> {
    listed: &'static [W],
}

impl<W: Word> OneWord<W> {
    /// Allows these words only, and lists them in this order.
    #[must_use]
    pub fn listed_as(self, listed: &'static [W]) -> Self {
        Self { listed }
    }
}

impl<W: Word> Kind for OneWord<W> {
    type Out = W;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<W> {
        let text = value.and_then(Value::as_str);
        if let Some(word) = self.listed.iter().find(|word| Some(word.as_str()) == text) {
            return Some(*word);
        }
        let values: Vec<_> = self.listed.iter().map(|word| word.as_str()).collect();
        let named: Vec<_> = values.iter().map(|word| format!("\"{word}\"")).collect();
        let message = format!("Invalid option: expected one of {}", named.join("|"));
        place.violate(BrokenRule::InvalidValue { values }, message)
    }
}

/// Returns the kind of ids.
#[must_use]
pub fn id<I: FromStr<Err = InvalidId>>() -> Id<I> {
    Id(PhantomData)
}

/// Ids.
#[derive(Debug, Clone, Copy)]
pub struct Id<I>(PhantomData<I>);

const ID_PATTERN: &str = "/^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/";

impl<I: FromStr<Err = InvalidId>> Kind for Id<I> {
    type Out = I;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<I> {
        let Some(Value::String(text)) = value else { return place.wrong_type("string", value) };
        match text.parse() {
            Ok(id) => Some(id),
            Err(InvalidId) => {
                let rule = BrokenRule::InvalidFormat {
                    origin: Some("string"),
                    format: "guid",
                    pattern: Some(ID_PATTERN),
                };
                place.violate(rule, "Invalid GUID")
            }
        }
    }
}

/// Returns the kind of whole numbers.
#[must_use]
pub fn int() -> Int {
    Int { min: None, max: None }
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
    Some(OpaqueJson::of(value))
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(list) => list.iter().any(has_nul),
        Value::Object(object) => object.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Returns the kind of moments.
#[must_use]
pub fn moment() -> Moment {
    Moment
}

/// Moments: ISO 8601 with a zone.
#[derive(Debug, Clone, Copy)]
pub struct Moment;

impl Kind for Moment {
    type Out = Timestamp;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<Timestamp> {
        let Some(Value::String(text)) = value else { return place.wrong_type("string", value) };
        match text.parse() {
            Ok(at) => Some(at),
            Err(_) => {
                let rule =
                    BrokenRule::InvalidFormat { origin: Some("string"), format: "datetime", pattern: None };
                place.violate(rule, "Invalid ISO datetime")
            }
        }
    }
}

/// Returns the kind of lists of a kind.
#[must_use]
pub fn list<K: Kind>(kind: K) -> List<K> {
    List { kind, min: 0, max: None }
}

/// Lists.
#[derive(Debug, Clone, Copy)]
pub struct List<K> {
    kind: K,
    min: usize,
    max: Option<usize>,
}

impl<K: Kind> List<K> {
    /// Requires at least this many elements.
    #[must_use]
    pub fn min(self, min: usize) -> Self {
        Self { min, ..self }
    }

    /// Allows at most this many elements.
    #[must_use]
    pub fn max(self, max: usize) -> Self {
        Self { max: Some(max), ..self }
    }
}

impl<K: Kind> Kind for List<K> {
    type Out = Vec<K::Out>;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<Vec<K::Out>> {
        let Some(Value::Array(elements)) = value else { return place.wrong_type("array", value) };
        if elements.len() < self.min {
            let rule = BrokenRule::TooSmall { origin: "array", minimum: whole(self.min), inclusive: true };
            return place.violate(rule, format!("Too small: expected array to have >={} items", self.min));
        }
        if let Some(max) = self.max.filter(|max| elements.len() > *max) {
            let rule = BrokenRule::TooBig { origin: "array", maximum: whole(max), inclusive: true };
            return place.violate(rule, format!("Too big: expected array to have <={max} items"));
        }
        let read: Vec<_> = elements
            .iter()
            .enumerate()
            .map(|(index, element)| self.kind.read(Some(element), &mut place.element(index)))
            .collect();
        read.into_iter().collect()
    }
}

/// Returns the kind of objects that are read field by field.
#[must_use]
pub fn object<T: FromFields>() -> Object<T> {
    Object(PhantomData)
}

/// Objects that are read field by field.
#[derive(Debug, Clone, Copy)]
pub struct Object<T>(PhantomData<T>);

impl<T: FromFields> Kind for Object<T> {
    type Out = T;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<T> {
        match value {
            Some(Value::Object(object)) => {
                place.object(object, |fields: &mut Fields<'_>| T::from_fields(fields))
            }
            _ => place.wrong_type("object", value),
        }
    }
}

/// Returns the kind of what is of one kind or the other: a text goes to the first, all else to the
/// second.
#[must_use]
pub fn either<A: Kind, B: Kind>(first: A, second: B) -> EitherKind<A, B> {
    EitherKind { first, second }
}

/// Texts of one kind, and values of another.
#[derive(Debug, Clone, Copy)]
pub struct EitherKind<A, B> {
    first: A,
    second: B,
}

/// What is of one kind or the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Either<A, B> {
    /// The kind of the text.
    First(A),
    /// The other kind.
    Second(B),
}

impl<A: Kind, B: Kind> Kind for EitherKind<A, B> {
    type Out = Either<A::Out, B::Out>;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<Self::Out> {
        match value {
            Some(Value::String(_)) => self.first.read(value, place).map(Either::First),
            _ => self.second.read(value, place).map(Either::Second),
        }
    }
}

/// Returns the kind of one single word.
#[must_use]
pub fn the_word(word: &'static str) -> TheWord {
    TheWord(word)
}

/// One single word.
#[derive(Debug, Clone, Copy)]
pub struct TheWord(&'static str);

impl Kind for TheWord {
    type Out = ();

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<()> {
        if value.and_then(Value::as_str) == Some(self.0) {
            return Some(());
        }
        let message = format!("Invalid input: expected \"{}\"", self.0);
        place.violate(BrokenRule::InvalidValue { values: vec![self.0] }, message)
    }
}
