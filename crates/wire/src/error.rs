//! The bodies of refusals.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::OpaqueJson;

/// The body of every refusal.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What is wrong, for people.
    pub error: String,
    /// What is wrong, for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub code: Option<String>,
    /// The facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub details: Option<OpaqueJson>,
}

impl ErrorBody {
    /// Makes a body with a message alone.
    #[must_use]
    pub fn message(error: impl Into<String>) -> Self {
        Self { error: error.into(), code: None, details: None }
    }

    /// Makes the body of a request that could not be read.
    #[must_use]
    pub fn violations(violations: &[Violation]) -> Self {
        Self { error: "Validation error".to_owned(), code: None, details: Some(OpaqueJson::of(&violations)) }
    }
}

/// One thing that is wrong with a request. The shape is that of zod, which clients read.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Violation {
    /// The rule that was broken, with its facts.
    #[serde(flatten)]
    pub rule: BrokenRule,
    /// Where, from the outside in.
    pub path: Vec<PathStep>,
    /// What is wrong, for people.
    pub message: String,
}

/// A step towards a value in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum PathStep {
    /// A member of an object.
    Key(String),
    /// An element of a list, from 0.
    Index(usize),
}

/// A rule that a value broke, with its facts.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum BrokenRule {
    /// The value is of another kind.
    InvalidType {
        /// The kind that is expected.
        expected: &'static str,
        /// `safeint` for a whole number.
        #[serde(skip_serializing_if = "Option::is_none")]
        format: Option<&'static str>,
    },
    /// The value is not one of a list.
    InvalidValue {
        /// The list.
        values: Vec<&'static str>,
    },
    /// The text has another form.
    InvalidFormat {
        /// Always `string`; absent for addresses.
        #[serde(skip_serializing_if = "Option::is_none")]
        origin: Option<&'static str>,
        /// The form that is expected.
        format: &'static str,
        /// The form as a regular expression.
        #[serde(skip_serializing_if = "Option::is_none")]
        pattern: Option<&'static str>,
    },
    /// The value is too small, or too short.
    TooSmall {
        /// `string`, `number` or `array`.
        origin: &'static str,
        /// The least that is allowed.
        minimum: i64,
        /// Always true.
        inclusive: bool,
    },
    /// The value is too large, or too long.
    TooBig {
        /// `string`, `number` or `array`.
        origin: &'static str,
        /// The most that is allowed.
        maximum: i64,
        /// Always true.
        inclusive: bool,
    },
    /// The text is shorter than the one length that is allowed.
    #[serde(rename = "too_small")]
    TooSmallExactly {
        /// Always `string`.
        origin: &'static str,
        /// The length.
        minimum: i64,
        /// Always true.
        inclusive: bool,
        /// Always true.
        exact: bool,
    },
    /// The text is longer than the one length that is allowed.
    #[serde(rename = "too_big")]
    TooBigExactly {
        /// Always `string`.
        origin: &'static str,
        /// The length.
        maximum: i64,
        /// Always true.
        inclusive: bool,
        /// Always true.
        exact: bool,
    },
    /// The object has members that it may not have.
    UnrecognizedKeys {
        /// Their names.
        keys: Vec<String>,
    },
    /// The value fits none of several shapes.
    InvalidUnion {
        /// What each of the shapes finds wrong, as far as it is told.
        #[schema(no_recursion)]
        errors: Vec<Vec<Violation>>,
    },
    /// A rule of its own.
    Custom,
}
