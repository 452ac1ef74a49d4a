//! Kinds that are made of others: lists, objects, and one kind or another.

use std::marker::PhantomData;

use serde_json::Value;

use super::{Kind, in_violations};
use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields, Place};

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
            let rule =
                BrokenRule::TooSmall { origin: "array", minimum: in_violations(self.min), inclusive: true };
            return place.violate(rule, format!("Too small: expected array to have >={} items", self.min));
        }
        if let Some(max) = self.max.filter(|max| elements.len() > *max) {
            let rule = BrokenRule::TooBig { origin: "array", maximum: in_violations(max), inclusive: true };
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
