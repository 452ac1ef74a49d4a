//! Reads bodies and queries into what the operations ask for. What does not fit is a 400.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::answers::Refusal;

/// A JSON body; an empty one is read as `{}`.
pub(crate) struct Input<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Input<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|_| Refusal::bad_request("the body cannot be read"))?;
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(text)
            .map(Self)
            .map_err(|error| Refusal::bad_request(format!("invalid request body: {error}")))
    }
}

/// The query's pairs, in order.
pub(crate) struct Pairs(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Pairs {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let query = parts.uri.query().unwrap_or_default();
        Ok(Self(form_urlencoded::parse(query.as_bytes()).into_owned().collect()))
    }
}

impl Pairs {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn require(&self, name: &str) -> Result<&str, Refusal> {
        self.get(name)
            .filter(|value| !value.is_empty())
            .ok_or_else(|| Refusal::bad_request(format!("the query lacks '{name}'")))
    }

    /// Values of a repeated name, or of one with commas.
    pub(crate) fn list(&self, name: &str) -> Vec<&str> {
        let values = self.0.iter().filter(|(key, _)| key == name);
        values.flat_map(|(_, value)| value.split(',')).filter(|value| !value.is_empty()).collect()
    }

    pub(crate) fn is_true(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }

    /// A positive number, or `default`.
    pub(crate) fn number(&self, name: &str, default: usize) -> Result<usize, Refusal> {
        match self.get(name) {
            None => Ok(default),
            Some(text) => text
                .parse()
                .ok()
                .filter(|number| *number > 0)
                .ok_or_else(|| Refusal::bad_request(format!("'{name}' must be a positive number"))),
        }
    }
}
