//! Reading requests: every violation at once, and every name that nobody asked for.
//!
//! ```
//! use wireclip_wire::fields::{Fields, FromFields, read_body};
//! use wireclip_wire::kinds::text;
//!
//! struct Greeting { name: String, shout: Option<String> }
//!
//! impl FromFields for Greeting {
//!     fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
//!         // Read all fields first: each `?` below would hide the violations after it.
//!         let name = fields.required("name", text().min(1));
//!         let shout = fields.optional("shout", text());
//!         Some(Self { name: name?, shout: shout? })
//!     }
//! }
//!
//! let read = read_body::<Greeting>(br#"{"name": "Ada", "volume": 11}"#).unwrap();
//! assert_eq!(read.value.name, "Ada");
//! assert_eq!(read.ignored, ["volume"]);
//! ```

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use wireclip_domain::OpaqueJson;
use wireclip_domain::patch::Field;

use crate::error::{BrokenRule, PathStep, Violation};
use crate::kinds::Kind;

/// A request body or query that can be read.
pub trait FromFields: Sized {
    /// Reads the fields; `None` only if a violation was noted.
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self>;
}

/// What was read, and what was not asked for.
#[derive(Debug)]
pub struct Read<T> {
    /// The request.
    pub value: T,
    /// The names that nobody asked for, as dotted paths.
    pub ignored: Vec<String>,
}

/// Why a body was not read.
#[derive(Debug, Clone, PartialEq)]
pub enum Unreadable {
    /// It is not JSON.
    Syntax(String),
    /// It breaks rules.
    Violations(Vec<Violation>),
}

/// Reads a body; an empty one is `{}`.
///
/// # Errors
/// With everything that is wrong.
pub fn read_body<T: FromFields>(bytes: &[u8]) -> Result<Read<T>, Unreadable> {
    let value = if bytes.iter().all(u8::is_ascii_whitespace) {
        Value::Object(Map::new())
    } else {
        serde_json::from_slice(bytes).map_err(|error| Unreadable::Syntax(error.to_string()))?
    };
    read_value(&value, false)
}

/// Reads a body that must be there.
///
/// # Errors
/// With everything that is wrong.
pub fn read_needed_body<T: FromFields>(bytes: &[u8]) -> Result<Read<T>, Unreadable> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Unreadable::Violations(vec![Violation {
            rule: BrokenRule::InvalidType { expected: "object", format: None },
            path: Vec::new(),
            message: "Invalid input: expected object, received undefined".to_owned(),
        }]));
    }
    read_body(bytes)
}

/// Reads the pairs of a query string; of a name that comes twice, the last counts.
///
/// # Errors
/// With everything that is wrong.
pub fn read_query<T: FromFields>(pairs: Vec<(String, String)>) -> Result<Read<T>, Unreadable> {
    let object = pairs.into_iter().map(|(key, value)| (key, Value::String(value))).collect();
    read_value(&Value::Object(object), true)
}

fn read_value<T: FromFields>(value: &Value, is_query: bool) -> Result<Read<T>, Unreadable> {
    let mut notes = Notes::default();
    let read = match value {
        Value::Object(object) => {
            let mut fields = Fields::new(object, &mut notes, Vec::new(), is_query);
            let read = T::from_fields(&mut fields);
            fields.note_ignored();
            read
        }
        other => {
            notes.violations.push(wrong_type(Vec::new(), "object", other));
            None
        }
    };
    match read {
        Some(value) if notes.violations.is_empty() => Ok(Read { value, ignored: notes.ignored }),
        _ => Err(Unreadable::Violations(notes.violations)),
    }
}

/// What is noted while a request is read.
#[derive(Debug, Default)]
pub struct Notes {
    violations: Vec<Violation>,
    ignored: Vec<String>,
}

/// The members of an object that is being read.
#[derive(Debug)]
pub struct Fields<'r> {
    object: &'r Map<String, Value>,
    notes: &'r mut Notes,
    path: Vec<PathStep>,
    asked_for: BTreeSet<&'static str>,
    is_query: bool,
}

impl<'r> Fields<'r> {
    pub(crate) fn new(
        object: &'r Map<String, Value>,
        notes: &'r mut Notes,
        path: Vec<PathStep>,
        is_query: bool,
    ) -> Self {
        Self { object, notes, path, asked_for: BTreeSet::new(), is_query }
    }

    /// Reads a field that must be there; `null` is a violation.
    #[expect(clippy::needless_pass_by_value, reason = "a kind is written in place: `text().min(1)`")]
    pub fn required<K: Kind>(&mut self, key: &'static str, kind: K) -> Option<K::Out> {
        self.asked_for.insert(key);
        self.read(key, self.object.get(key), &kind)
    }

    /// Reads a field that may be missing; `null` is a violation.
    #[expect(clippy::needless_pass_by_value, reason = "a kind is written in place: `text().min(1)`")]
    pub fn optional<K: Kind>(&mut self, key: &'static str, kind: K) -> Option<Option<K::Out>> {
        self.asked_for.insert(key);
        match self.object.get(key) {
            None => Some(None),
            value => self.read(key, value, &kind).map(Some),
        }
    }

    /// Reads a field that may be missing or `null`, which are different things.
    #[expect(clippy::needless_pass_by_value, reason = "a kind is written in place: `text().min(1)`")]
    pub fn nullable<K: Kind>(&mut self, key: &'static str, kind: K) -> Option<Field<K::Out>> {
        self.asked_for.insert(key);
        match self.object.get(key) {
            None => Some(Field::Keep),
            Some(Value::Null) => Some(Field::Clear),
            value => self.read(key, value, &kind).map(Field::Set),
        }
    }

    /// Returns whether the object names the field at all.
    #[must_use]
    pub fn names(&self, key: &str) -> bool {
        self.object.contains_key(key)
    }

    /// Returns whether the object is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.object.is_empty()
    }

    /// Returns the members that were asked for so far, as they came; the log tells changes so.
    #[must_use]
    pub fn asked_for(&self) -> OpaqueJson {
        let mut known = OpaqueJson::object();
        for (key, value) in self.object {
            if self.asked_for.contains(key.as_str()) {
                known.set(key, value);
            }
        }
        known
    }

    /// Notes a violation of a rule of its own, at a field or (with an empty key) at the object.
    pub fn refuse(&mut self, key: &str, message: impl Into<String>) {
        self.violate(key, BrokenRule::Custom, message);
    }

    /// Notes a violation, at a field or (with an empty key) at the object.
    pub fn violate(&mut self, key: &str, rule: BrokenRule, message: impl Into<String>) {
        let mut path = self.path.clone();
        if !key.is_empty() {
            path.push(PathStep::Key(key.to_owned()));
        }
        self.notes.violations.push(Violation { rule, path, message: message.into() });
    }

    /// Counts a field that was read as one that nobody asked for: it is checked, and has no effect.
    pub fn disregard(&mut self, key: &str) {
        self.asked_for.remove(key);
    }

    /// Returns the fields of these names as they were sent.
    #[must_use]
    pub fn copy_of(&self, keys: &[&str]) -> OpaqueJson {
        let mut copy = OpaqueJson::object();
        for (key, value) in self.object.iter().filter(|(key, _)| keys.contains(&key.as_str())) {
            copy.set(key, value);
        }
        copy
    }

    /// Makes names that nobody asked for a violation, as some of the original's routes do. Call
    /// it after all fields are read.
    pub fn refuse_unknown(&mut self) {
        let keys: Vec<_> = self.unknown().map(str::to_owned).collect();
        if keys.is_empty() {
            return;
        }
        let named: Vec<_> = keys.iter().map(|key| format!("\"{key}\"")).collect();
        let noun = if keys.len() == 1 { "key" } else { "keys" };
        let message = format!("Unrecognized {noun}: {}", named.join(", "));
        self.violate("", BrokenRule::UnrecognizedKeys { keys }, message);
    }

    pub(crate) fn note_ignored(&mut self) {
        let ignored: Vec<_> = self.unknown().map(|key| named(&self.path, key)).collect();
        self.notes.ignored.extend(ignored);
    }

    fn unknown(&self) -> impl Iterator<Item = &str> {
        self.object.keys().map(String::as_str).filter(|key| !self.asked_for.contains(key))
    }

    fn read<K: Kind>(&mut self, key: &'static str, value: Option<&Value>, kind: &K) -> Option<K::Out> {
        let mut path = self.path.clone();
        path.push(PathStep::Key(key.to_owned()));
        kind.read(value, &mut Place { notes: self.notes, path, is_query: self.is_query })
    }
}

/// A value's place in a document, for what is noted of it.
#[derive(Debug)]
pub struct Place<'n> {
    notes: &'n mut Notes,
    path: Vec<PathStep>,
    is_query: bool,
}

impl Place<'_> {
    /// Notes a violation here; returns `None` for the reader to return.
    pub fn violate<T>(&mut self, rule: BrokenRule, message: impl Into<String>) -> Option<T> {
        let message = message.into();
        self.notes.violations.push(Violation { rule, path: self.path.clone(), message });
        None
    }

    /// Notes that a member of the object that stands here is kept, but has no effect.
    pub fn pass_over(&mut self, key: &str) {
        self.notes.ignored.push(named(&self.path, key));
    }

    /// Notes that the value is of another kind.
    pub(crate) fn wrong_type<T>(&mut self, expected: &'static str, value: Option<&Value>) -> Option<T> {
        let violation = wrong_type(self.path.clone(), expected, value.unwrap_or(&Value::Null));
        let message = match value {
            None => format!("Invalid input: expected {expected}, received undefined"),
            Some(_) => violation.message,
        };
        self.notes.violations.push(Violation { message, ..violation });
        None
    }

    /// Returns whether the value came in a query string, where everything is text.
    #[must_use]
    pub fn is_query(&self) -> bool {
        self.is_query
    }

    /// Returns the place of a member of the object that stands here.
    pub fn member(&mut self, key: &str) -> Place<'_> {
        let mut path = self.path.clone();
        path.push(PathStep::Key(key.to_owned()));
        Place { notes: self.notes, path, is_query: self.is_query }
    }

    /// Returns the place of an element of the list that stands here.
    pub fn element(&mut self, index: usize) -> Place<'_> {
        let mut path = self.path.clone();
        path.push(PathStep::Index(index));
        Place { notes: self.notes, path, is_query: self.is_query }
    }

    /// Reads the object that stands here.
    pub(crate) fn object<T>(
        &mut self,
        object: &Map<String, Value>,
        read: impl FnOnce(&mut Fields<'_>) -> Option<T>,
    ) -> Option<T> {
        let mut fields = Fields::new(object, self.notes, self.path.clone(), self.is_query);
        let value = read(&mut fields);
        fields.note_ignored();
        value
    }
}

fn named(path: &[PathStep], key: &str) -> String {
    let mut name = String::new();
    for step in path {
        match step {
            PathStep::Key(key) => name.push_str(key),
            PathStep::Index(index) => name.push_str(&index.to_string()),
        }
        name.push('.');
    }
    name + key
}

fn wrong_type(path: Vec<PathStep>, expected: &'static str, value: &Value) -> Violation {
    let received = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    Violation {
        rule: BrokenRule::InvalidType { expected, format: None },
        path,
        message: format!("Invalid input: expected {expected}, received {received}"),
    }
}
