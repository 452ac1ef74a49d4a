//! What may come over the bridge.

use std::collections::BTreeMap;

use reqwest::Method;
use sha2::{Digest as _, Sha256};

/// What agents have to do with. What may be done there, the run's own token says.
const AREAS: &[&str] = &[
    "agents",
    "approvals",
    "attachments",
    "companies",
    "goals",
    "heartbeat-runs",
    "issues",
    "labels",
    "projects",
    "routines",
    "skills",
];

/// The headers of a request that are passed on.
pub(super) const ASKED_HEADERS: &[&str] = &[
    "accept",
    "content-type",
    "if-match",
    "if-none-match",
    "idempotency-key",
    "prefer",
    "x-paperclip-run-id",
];

/// The headers of an answer that are passed on, besides those that the API has of its own.
const TOLD_HEADERS: &[&str] = &["content-type", "etag", "location", "retry-after"];

/// How the API's own headers begin: what they say is part of its answers.
const OWN_HEADERS: &str = "x-wireclip-";

/// Returns whether a header of an answer is passed on.
pub(super) fn is_told(name: &str) -> bool {
    TOLD_HEADERS.contains(&name) || name.starts_with(OWN_HEADERS)
}

/// Returns the method of a request that may pass.
///
/// # Errors
/// With the status and the text of the answer.
pub(super) fn check(
    method: &str,
    path: &str,
    headers: &BTreeMap<String, String>,
    body: &[u8],
    token: &str,
) -> Result<Method, (u16, &'static str)> {
    let sent = headers.get("authorization").and_then(|sent| sent.strip_prefix("Bearer "));
    if !sent.is_some_and(|sent| is_same(sent.trim(), token)) {
        return Err((401, "Unauthorized"));
    }
    let method = match method {
        "GET" => Method::GET,
        "POST" => Method::POST,
        "PUT" => Method::PUT,
        "PATCH" => Method::PATCH,
        "DELETE" => Method::DELETE,
        _ => return Err((405, "This method does not pass from a sandbox")),
    };
    if !is_open(path) {
        return Err((403, "This path is not open to runs in sandboxes"));
    }
    let is_json = headers.get("content-type").is_some_and(|kind| {
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
    });
    if !body.is_empty() && !is_json {
        return Err((415, "Only JSON passes from a sandbox"));
    }
    Ok(method)
}

fn is_open(path: &str) -> bool {
    let (way, _) = path.split_once('?').unwrap_or((path, ""));
    let Some(below) = way.strip_prefix("/api/") else { return false };
    let area = below.split('/').next().unwrap_or_default();
    let is_plain = |sign: char| sign.is_ascii_graphic() && !matches!(sign, '\\' | '%' | '#');
    AREAS.contains(&area)
        && way.chars().all(is_plain)
        && path.chars().all(|sign| sign.is_ascii_graphic() && sign != '#')
        && below.split('/').all(|part| part != ".." && part != ".")
}

/// Compares without telling by its time how much is the same.
fn is_same(sent: &str, token: &str) -> bool {
    let (sent, token) = (Sha256::digest(sent), Sha256::digest(token));
    sent.iter().zip(token).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<Method, u16> {
        let headers: BTreeMap<String, String> =
            headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        check(method, path, &headers, body, "t0ken").map_err(|(status, _)| status)
    }

    const TOKEN: (&str, &str) = ("authorization", "Bearer t0ken");
    const JSON: (&str, &str) = ("content-type", "application/json; charset=utf-8");

    #[test]
    fn only_the_bridges_token_opens_it() {
        assert_eq!(checked("GET", "/api/issues/x", &[], b""), Err(401));
        assert_eq!(checked("GET", "/api/issues/x", &[("authorization", "Bearer t0kem")], b""), Err(401));
        assert_eq!(checked("GET", "/api/issues/x?q=a%20b", &[TOKEN], b""), Ok(Method::GET));
    }

    #[test]
    fn what_the_api_says_beside_an_answer_passes_and_nothing_else() {
        for name in ["etag", "x-wireclip-ignored", "x-wireclip-continue-after", "x-wireclip-still-running"] {
            assert!(is_told(name), "{name}");
        }
        assert!(!is_told("set-cookie") && !is_told("server"));
    }

    #[test]
    fn only_json_passes() {
        assert_eq!(checked("POST", "/api/issues/x/comments", &[TOKEN], b"a=b"), Err(415));
        assert_eq!(checked("POST", "/api/issues/x/comments", &[TOKEN, JSON], b"{}"), Ok(Method::POST));
        assert_eq!(checked("POST", "/api/issues/x/release", &[TOKEN], b""), Ok(Method::POST));
        assert_eq!(checked("CONNECT", "/api/issues/x", &[TOKEN], b""), Err(405));
    }

    #[test]
    fn no_path_leads_beside_what_agents_have_to_do_with() {
        for path in [
            "/api/environments",
            "/api/secrets",
            "/health",
            "http://elsewhere/api/issues",
            "//elsewhere/api/issues",
            "/api/issues/../environments",
            "/api/issues/%2e%2e/environments",
            "/api/issues\\..\\environments",
            "/api/issues/x y",
            "/api/issues#@elsewhere",
            "@elsewhere/api/issues",
        ] {
            assert_eq!(checked("GET", path, &[TOKEN], b""), Err(403), "{path}");
        }
    }
}
