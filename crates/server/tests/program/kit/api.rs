//! The public API, as people and agents call it.

use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::Value;

/// A caller of the API.
#[derive(Clone)]
pub(crate) struct Api {
    base: String,
    client: Client,
    token: Option<String>,
}

/// What the server said.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Answer {
    /// Asserts that the server did what it was asked to, and returns the body.
    pub(crate) fn well(self, request: &str) -> Value {
        assert!((200..300).contains(&self.status), "{request} answered {} {}", self.status, self.body);
        self.body
    }

    /// Returns the text that is meant for people.
    pub(crate) fn error(&self) -> &str {
        self.body["error"].as_str().unwrap_or_default()
    }
}

impl Api {
    /// Calls without a credential: in local mode as the person at this machine.
    pub(crate) fn of_person(address: &str) -> Self {
        // The client wants to know how it would encrypt, although nothing here is encrypted.
        drop(rustls::crypto::ring::default_provider().install_default());
        let client = Client::builder().no_proxy().timeout(Duration::from_secs(60)).build().unwrap();
        Self { base: format!("{address}/api"), client, token: None }
    }

    /// Calls with a token.
    pub(crate) fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.try_get(path).await.unwrap().well(path)
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Value {
        self.try_post(path, body).await.unwrap().well(path)
    }

    pub(crate) async fn delete(&self, path: &str) -> Value {
        self.send(Method::DELETE, path, None).await.unwrap().well(path)
    }

    pub(crate) async fn try_get(&self, path: &str) -> reqwest::Result<Answer> {
        self.send(Method::GET, path, None).await
    }

    pub(crate) async fn try_post(&self, path: &str, body: &Value) -> reqwest::Result<Answer> {
        self.send(Method::POST, path, Some(body)).await
    }

    /// Sends a body as it is, whatever it is.
    pub(crate) async fn post_bytes(&self, path: &str, body: Vec<u8>) -> reqwest::Result<Answer> {
        let request = self.client.post(format!("{}{path}", self.base));
        answer(request.header("content-type", "application/json").body(body)).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> reqwest::Result<Answer> {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        answer(request).await
    }
}

async fn answer(request: reqwest::RequestBuilder) -> reqwest::Result<Answer> {
    let response = request.send().await?;
    let status = response.status().as_u16();
    let text = response.text().await?;
    Ok(Answer { status, body: serde_json::from_str(&text).unwrap_or(Value::String(text)) })
}
