//! Holds what the API answers in tests against its own description: a client that is made from the
//! description must not meet anything else.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde_json::Value;
use wireclip_http::App;

/// The description of the API.
#[derive(Debug)]
pub(crate) struct Description(Value);

/// It is the same for all tests of a program.
static DESCRIPTION: OnceLock<Description> = OnceLock::new();

/// So many faults of an answer are told.
const MOST_TOLD: usize = 8;

impl Description {
    /// Returns the description of the API.
    pub(crate) fn of(app: &App) -> &'static Self {
        DESCRIPTION.get_or_init(|| {
            Self(serde_json::to_value(wireclip_http::openapi(app)).expect("a description is JSON"))
        })
    }

    /// Checks an answer. What is asked of a path that is not described is not checked.
    ///
    /// # Panics
    /// If the answer is not as it is described.
    pub(crate) fn check(&self, method: &str, path: &str, status: u16, body: &Value) {
        let path = path.split('?').next().unwrap_or_default();
        let Some((name, operation)) = self.operation(&method.to_lowercase(), path) else { return };
        let answers = &operation["responses"];
        let described = match &answers[status.to_string()] {
            Value::Null if status >= 400 => &answers["default"],
            described => described,
        };
        assert!(!described.is_null(), "{method} {name} answers {status}, which is not described: {body}");
        let schema = &described["content"]["application/json"]["schema"];
        if schema.is_null() || body.is_null() && status == 304 {
            return;
        }
        let mut faults = Vec::new();
        self.compare(schema, body, "", &mut faults);
        faults.truncate(MOST_TOLD);
        assert!(faults.is_empty(), "{method} {name} ({status}) is not as described:\n{}", faults.join("\n"));
    }

    /// Finds the operation of a path: the one whose path names the most of it.
    fn operation(&self, method: &str, path: &str) -> Option<(&str, &Value)> {
        let fits = |name: &str| {
            let (wanted, given) = (name.split('/').count(), path.split('/').count());
            let all = name.split('/').zip(path.split('/'));
            wanted == given && all.into_iter().all(|(want, have)| want.starts_with('{') || want == have)
        };
        let paths = self.0["paths"].as_object()?.iter();
        let fitting = paths.filter(|(name, item)| fits(name) && !item[method].is_null());
        fitting
            .min_by_key(|(name, _)| name.matches('{').count())
            .map(|(name, item)| (name.as_str(), &item[method]))
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str().and_then(|place| place.strip_prefix('#')) {
            Some(pointer) => self.resolved(self.0.pointer(pointer).unwrap_or(&Value::Null)),
            None => schema,
        }
    }

    fn compare(&self, schema: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        let schema = self.resolved(schema);
        for choice in ["oneOf", "anyOf"].iter().filter_map(|word| schema[*word].as_array()) {
            let fits = |one: &Value| {
                let mut found = Vec::new();
                self.compare(one, value, place, &mut found);
                self.tell_unknown(one, value, place, &mut found);
                found
            };
            let tried: Vec<_> = choice.iter().map(fits).collect();
            if tried.iter().all(|found| !found.is_empty()) {
                let nearest = tried.into_iter().min_by_key(Vec::len).unwrap_or_default();
                faults.push(format!("{place}: none of the shapes fits; nearest: {}", nearest.join("; ")));
            }
        }
        self.compare_part(schema, value, place, faults);
        if place.is_empty() || schema["properties"].is_object() || schema["allOf"].is_array() {
            self.tell_unknown(schema, value, place, faults);
        }
    }

    /// Compares with a schema that need not say all that there is.
    fn compare_part(&self, schema: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        let schema = self.resolved(schema);
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.compare_part(part, value, place, faults);
        }
        if !is_of_type(&schema["type"], value) {
            faults.push(format!("{place}: not {}: {}", schema["type"], shortened(value)));
            return;
        }
        if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
            faults.push(format!("{place}: not one of the words: {}", shortened(value)));
        }
        if let Some(members) = value.as_object() {
            for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !members.contains_key(name) {
                    faults.push(format!("{place}: {name} is not there"));
                }
            }
            for (name, member) in members {
                let described = match &schema["properties"][name] {
                    Value::Null => &schema["additionalProperties"],
                    described => described,
                };
                if described.is_object() {
                    self.compare(described, member, &format!("{place}.{name}"), faults);
                }
            }
        }
        if schema["items"].is_object() {
            for (index, element) in value.as_array().into_iter().flatten().enumerate() {
                self.compare(&schema["items"], element, &format!("{place}[{index}]"), faults);
            }
        }
    }

    fn tell_unknown(&self, schema: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        let (Some(members), Some(known)) = (value.as_object(), self.names(schema)) else { return };
        for name in members.keys().filter(|name| !known.contains(name.as_str())) {
            faults.push(format!("{place}: {name} is not described"));
        }
    }

    /// The names of an object's members; none if it may have any.
    fn names<'a>(&'a self, schema: &'a Value) -> Option<BTreeSet<&'a str>> {
        let schema = self.resolved(schema);
        let is_open = schema["type"].is_null() && schema["allOf"].is_null() && schema["oneOf"].is_null();
        if is_open || !schema["additionalProperties"].is_null() {
            return None;
        }
        let own = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        let mut names: BTreeSet<&str> = own.collect();
        for word in ["allOf", "oneOf", "anyOf"] {
            for part in schema[word].as_array().into_iter().flatten() {
                names.extend(self.names(part)?);
            }
        }
        Some(names)
    }
}

fn is_of_type(kind: &Value, value: &Value) -> bool {
    match kind {
        Value::Array(kinds) => kinds.iter().any(|kind| is_of_type(kind, value)),
        Value::String(kind) => match kind.as_str() {
            "null" => value.is_null(),
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => false,
        },
        _ => true,
    }
}

fn shortened(value: &Value) -> String {
    value.to_string().chars().take(80).collect()
}
