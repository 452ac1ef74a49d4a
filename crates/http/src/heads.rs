//! Heads of requests that say two things at once, or nothing that can be read.
//!
//! What stands between a client and this server may take another of two `Host` or `Authorization`
//! headers for the true one than the server does. Such a request is refused, whatever it asks for.

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use wireclip_wire::error::ErrorBody;

use crate::idempotency::IDEMPOTENCY_KEY;

/// Headers that may stand in a request once.
const ONCE: [HeaderName; 3] = [header::HOST, header::ORIGIN, header::AUTHORIZATION];

/// Lets a request through that is clear about where it goes and whom it comes from.
pub(crate) async fn require_clear(request: Request, next: Next) -> Response {
    match refusal(request.uri(), request.headers()) {
        None => next.run(request).await,
        Some(message) => (StatusCode::BAD_REQUEST, Json(ErrorBody::message(message))).into_response(),
    }
}

fn refusal(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let twice = ONCE.iter().find(|name| headers.get_all(*name).iter().nth(1).is_some());
    if let Some(name) = twice {
        return Some(format!("The header {name} stands in the request more than once"));
    }
    if let Some(authority) = uri.authority() {
        let host = headers.get(header::HOST).map(|host| host.to_str().unwrap_or_default());
        if host.is_some_and(|host| !host.eq_ignore_ascii_case(authority.as_str())) {
            return Some("The address of the request and its header host name different servers".to_owned());
        }
    }
    let key = headers.get(IDEMPOTENCY_KEY)?;
    let is_readable = key.to_str().is_ok();
    (!is_readable).then(|| "The header idempotency-key holds other characters than those of ASCII".to_owned())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn refuses(uri: &str, headers: &[(&'static str, &[u8])]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_bytes(value).unwrap());
        }
        refusal(&uri.parse().unwrap(), &map).is_some()
    }

    #[test]
    fn a_head_that_says_two_things_is_refused() {
        assert!(refuses("/", &[("host", b"localhost"), ("host", b"evil.example")]));
        assert!(refuses("/", &[("host", b"a"), ("origin", b"http://a"), ("origin", b"http://b")]));
        assert!(refuses("/", &[("authorization", b"Bearer a"), ("authorization", b"Bearer a")]));
        assert!(refuses("http://evil.example/api", &[("host", b"localhost")]));
        assert!(refuses("/", &[("idempotency-key", "ключ".as_bytes())]));
    }

    #[test]
    fn a_clear_head_passes() {
        assert!(!refuses("/", &[("host", b"localhost:3100"), ("origin", b"http://localhost:3100")]));
        assert!(!refuses("http://LOCALHOST:3100/api", &[("host", b"localhost:3100")]));
        assert!(!refuses("/", &[("cookie", b"a"), ("cookie", b"b"), ("idempotency-key", b"once")]));
    }
}
