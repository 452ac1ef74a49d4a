//! JSON that we carry for somebody else.

use std::borrow::Cow;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// A JSON document that is passed on as it came.
///
/// What we look into has a type of its own; this is for the rest, such as an adapter's settings
/// on their way to the adapter, or the details of an activity entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "database", derive(sea_orm::DeriveValueType))]
#[serde(transparent)]
pub struct OpaqueJson(Value);

impl Default for OpaqueJson {
    fn default() -> Self {
        Self::object()
    }
}

impl OpaqueJson {
    /// Returns `{}`.
    #[must_use]
    pub fn object() -> Self {
        Self(Value::Object(Map::new()))
    }

    /// Returns `[]`.
    #[must_use]
    pub fn array() -> Self {
        Self(Value::Array(Vec::new()))
    }

    /// Reads a document that comes as a text within another one.
    ///
    /// # Errors
    /// If it is no text, or none that holds JSON.
    pub fn from_text<'de, D: Deserializer<'de>>(within: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(within)?;
        serde_json::from_str(&text).map_err(D::Error::custom)
    }

    /// As [`OpaqueJson::from_text`], where there may be none.
    ///
    /// # Errors
    /// If there is something else than a text that holds JSON.
    pub fn from_optional_text<'de, D: Deserializer<'de>>(within: D) -> Result<Option<Self>, D::Error> {
        let text = Option::<Cow<'de, str>>::deserialize(within)?;
        text.map(|text| serde_json::from_str(&text).map_err(D::Error::custom)).transpose()
    }

    /// Writes a value of ours as JSON.
    ///
    /// # Panics
    /// If the type cannot be JSON at all (a map with keys that are no texts); types that cross
    /// a boundary always can.
    #[must_use]
    pub fn of<T: Serialize>(value: &T) -> Self {
        Self(serde_json::to_value(value).expect("types that cross a boundary are JSON"))
    }

    /// Reads the document as a type of ours.
    ///
    /// # Errors
    /// With the place and the reason if it has another shape.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        T::deserialize(&self.0)
    }

    /// Returns whether the document is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.0.is_object()
    }

    /// Returns whether the document is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Returns the member of that name, if the document is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Self> {
        self.0.get(key).cloned().map(Self)
    }

    /// Returns the member of that name if it is a text.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(Value::as_str)
    }

    /// Returns the document if it is a text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        self.0.as_str()
    }

    /// Returns the names of an object's members; none for anything else.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.as_object().into_iter().flat_map(|object| object.keys().map(String::as_str))
    }

    /// Returns an object's members; none for anything else.
    pub fn members(&self) -> impl Iterator<Item = (&str, Self)> {
        self.0
            .as_object()
            .into_iter()
            .flat_map(|object| object.iter().map(|(key, value)| (key.as_str(), Self(value.clone()))))
    }

    /// Returns a list's elements; none for anything else.
    pub fn elements(&self) -> impl Iterator<Item = Self> {
        self.0.as_array().into_iter().flat_map(|list| list.iter().cloned().map(Self))
    }

    /// Sets a member; anything but an object becomes one first.
    pub fn set<T: Serialize>(&mut self, key: &str, value: &T) {
        let value = Self::of(value).0;
        if let Value::Object(object) = &mut self.0 {
            object.insert(key.to_owned(), value);
        } else {
            self.0 = Value::Object(Map::from_iter([(key.to_owned(), value)]));
        }
    }

    /// Takes a member away, and returns it if it was there.
    pub fn remove(&mut self, key: &str) -> Option<Self> {
        self.0.as_object_mut().and_then(|object| object.remove(key)).map(Self)
    }

    /// Lays the members of `upper` over this object's.
    #[must_use]
    pub fn merged_with(mut self, upper: &Self) -> Self {
        for (key, value) in upper.members() {
            self.set(key, &value);
        }
        self
    }
}

impl std::fmt::Display for OpaqueJson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for OpaqueJson {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        // Any JSON at all.
        utoipa::openapi::schema::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::SchemaType::AnyValue)
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for OpaqueJson {}
