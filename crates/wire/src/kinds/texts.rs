//! Texts: free ones, words of a list, ids and moments.

use std::marker::PhantomData;
use std::str::FromStr;

use serde_json::Value;
use wireclip_domain::Timestamp;
use wireclip_domain::ids::InvalidId;
use wireclip_domain::words::Word;

use super::{Kind, in_violations};
use crate::error::BrokenRule;
use crate::fields::Place;

/// The longest text that people read, such as a comment or a description. More belongs in a file:
/// lists hold many of them.
pub const LONGEST_TEXT: usize = 1_000_000;

/// The longest text about a thing whose lists tell all of it: up to a thousand of them are one
/// answer.
pub const LONGEST_LISTED_TEXT: usize = 20_000;

/// The longest text that people read in a line.
pub const LONGEST_TITLE: usize = 10_000;

/// Returns the kind of texts, of any length.
#[must_use]
pub fn text() -> Text {
    Text { min: 0, max: None, is_trimmed: false }
}

/// Texts. Lengths count UTF-16 units, as clients do. A NUL character, which a database cannot
/// keep, is refused, and so is a text that has to say something and is made of signs that nobody sees.
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
            let rule =
                BrokenRule::TooSmall { origin: "string", minimum: in_violations(self.min), inclusive: true };
            return place
                .violate(rule, format!("Too small: expected string to have >={} characters", self.min));
        }
        if let Some(max) = self.max.filter(|max| length > *max) {
            let rule = BrokenRule::TooBig { origin: "string", maximum: in_violations(max), inclusive: true };
            return place.violate(rule, format!("Too big: expected string to have <={max} characters"));
        }
        if self.min > 0 && shows_nothing(text) {
            return place.violate(BrokenRule::Custom, "Invalid input: text of which nothing can be seen");
        }
        Some(text.to_owned())
    }
}

/// Returns whether a text is made of signs that have no shape, such as zero-width spaces. Blanks alone
/// are clients' own business.
fn shows_nothing(text: &str) -> bool {
    text.contains(has_no_shape) && text.chars().all(|sign| has_no_shape(sign) || sign.is_whitespace())
}

/// Unicode's property Default_Ignorable_Code_Point (DerivedCoreProperties.txt, version 16).
fn has_no_shape(sign: char) -> bool {
    matches!(u32::from(sign),
        0xad | 0x34f | 0x61c | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f | 0x200b..=0x200f
        | 0x202a..=0x202e | 0x2060..=0x206f | 0x3164 | 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0xfff0..=0xfff8
        | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff)
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
