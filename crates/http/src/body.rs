//! Reading bodies and queries.
//!
//! Names that a route does not know are accepted, since existing clients send them; the answer
//! lists them in `X-Wireclip-Ignored`. `Prefer: handling=strict` (RFC 7240) makes them a 400.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Body as HttpBody;
use axum::extract::{FromRequest, FromRequestParts, RawQuery, Request as HttpRequest};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;
use wireclip_wire::error::{BrokenRule, Violation};
use wireclip_wire::fields::{Fields, FromFields, Read, Unreadable, read_body, read_needed_body, read_query};

use crate::answer::Ignored;
use crate::app::App;
use crate::error::BadRequest;

/// The largest body that a request may have, in bytes.
pub(crate) const MAX_BODY_BYTES: usize = 10 * 1024 * 1024;

/// Bodies up to this size, in bytes, need no room: there are no more of them than connections.
const SMALL_BODY_BYTES: usize = 64 * 1024;
/// How much of larger bodies is in memory at once, in bytes.
static ROOM_BYTES: Semaphore = Semaphore::const_new(8 * MAX_BODY_BYTES);
/// How long a body is made wait for room, its client for a piece, and the server for the whole.
const ROOM_LIMIT: Duration = Duration::from_secs(5);
const PIECE_LIMIT: Duration = Duration::from_secs(20);
const WHOLE_LIMIT: Duration = Duration::from_secs(300);

/// The body of a request, read.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

/// The body of a request that makes no sense without one, read.
#[derive(Debug)]
pub(crate) struct NeededBody<T>(pub(crate) T);

/// The query of a route that takes none: clients are told so rather than get an unfiltered list.
#[derive(Debug)]
pub(crate) struct NoQuery;

/// The query of a request, read.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: FromFields> FromRequest<App> for Body<T> {
    type Rejection = BadRequest;

    async fn from_request(request: HttpRequest, _: &App) -> Result<Self, BadRequest> {
        let (parts, body) = request.into_parts();
        let bytes = read_bytes(body).await?;
        // Wire: a body of another kind than JSON is as good as none, and then none is not enough.
        let is_passed_over = !bytes.is_empty() && !is_json(&parts.headers);
        let read = if is_passed_over { read_needed_body::<T>(&[]) } else { read_body(&bytes) };
        let read = read.map_err(|error| BadRequest::of_body(error, is_passed_over))?;
        accept(read, &parts).map(Self)
    }
}

impl<T: FromFields> FromRequest<App> for NeededBody<T> {
    type Rejection = BadRequest;

    async fn from_request(request: HttpRequest, _: &App) -> Result<Self, BadRequest> {
        let (parts, body) = request.into_parts();
        let bytes = read_bytes(body).await?;
        let is_passed_over = !bytes.is_empty() && !is_json(&parts.headers);
        let read = read_needed_body::<T>(if is_passed_over { &[] } else { &bytes });
        let read = read.map_err(|error| BadRequest::of_body(error, is_passed_over))?;
        accept(read, &parts).map(Self)
    }
}

impl FromRequestParts<App> for NoQuery {
    type Rejection = BadRequest;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, BadRequest> {
        let names = names_of_query(parts.uri.query().unwrap_or_default());
        if names.is_empty() { Ok(Self) } else { Err(BadRequest::NoQueryTaken(names)) }
    }
}

impl<T: FromFields> FromRequestParts<App> for Query<T> {
    type Rejection = BadRequest;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, BadRequest> {
        let RawQuery(query) = match RawQuery::from_request_parts(parts, app).await {
            Ok(query) => query,
            Err(never) => match never {},
        };
        if let Some(ignored) = parts.extensions.get::<Ignored>() {
            ignored.note_query_is_read();
        }
        let pairs = form_pairs(query.as_deref().unwrap_or_default());
        let read = read_query::<T>(pairs).map_err(BadRequest::Unreadable)?;
        accept(read, parts).map(Self)
    }
}

/// Reads the body of a route that takes none: nothing in it has an effect, and whoever sent it is
/// told so as with a name that nobody knows.
pub(crate) async fn tell_unasked(request: HttpRequest) -> Result<HttpRequest, BadRequest> {
    struct Nothing;

    impl FromFields for Nothing {
        fn from_fields(_: &mut Fields<'_>) -> Option<Self> {
            Some(Self)
        }
    }

    let (parts, body) = request.into_parts();
    let bytes = read_bytes(body).await?;
    if is_json(&parts.headers) {
        let read = read_body::<Nothing>(&bytes).map_err(BadRequest::Unreadable)?;
        accept(read, &parts)?;
    }
    Ok(HttpRequest::from_parts(parts, HttpBody::from(bytes.into_bytes())))
}

/// Reads a whole body. What is too large is left to whoever takes the rest of it.
pub(crate) async fn read_bytes(body: HttpBody) -> Result<Held, BadRequest> {
    match timeout(WHOLE_LIMIT, read_pieces(body)).await {
        Ok(read) => read,
        Err(_) => Err(BadRequest::Late),
    }
}

async fn read_pieces(body: HttpBody) -> Result<Held, BadRequest> {
    let mut pieces = body.into_data_stream();
    let mut held = Held::default();
    loop {
        let piece = timeout(PIECE_LIMIT, pieces.next()).await.map_err(|_| BadRequest::Late)?;
        let Some(piece) = piece else { return Ok(held) };
        let piece = piece.map_err(|_| BadRequest::Broken)?;
        if held.bytes.len() + piece.len() > MAX_BODY_BYTES {
            return Err(BadRequest::TooLarge);
        }
        held.add(&piece).await?;
    }
}

/// A body in memory. Large ones share a room of fixed size.
#[derive(Debug, Default)]
pub(crate) struct Held {
    bytes: Vec<u8>,
    room: Option<SemaphorePermit<'static>>,
}

impl Held {
    async fn add(&mut self, piece: &[u8]) -> Result<(), BadRequest> {
        let length = self.bytes.len() + piece.len();
        let has_room = self.room.as_ref().map_or(0, SemaphorePermit::num_permits);
        if length > SMALL_BODY_BYTES && length > has_room {
            let more = u32::try_from(length - has_room).expect("a piece is smaller than the largest body");
            let room = timeout(ROOM_LIMIT, ROOM_BYTES.acquire_many(more)).await;
            let Ok(Ok(room)) = room else { return Err(BadRequest::NoRoom) };
            match &mut self.room {
                Some(held) => held.merge(room),
                none => *none = Some(room),
            }
        }
        self.bytes.extend_from_slice(piece);
        Ok(())
    }
}

impl Held {
    /// Returns the bytes for whoever reads them next, and takes its room then.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl std::ops::Deref for Held {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Returns the names that a query brings along.
pub(crate) fn names_of_query(query: &str) -> BTreeSet<String> {
    form_pairs(query).into_iter().map(|(name, _)| name).collect()
}

pub(crate) fn form_pairs(query: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

fn accept<T>(read: Read<T>, parts: &Parts) -> Result<T, BadRequest> {
    if !read.ignored.is_empty() {
        if prefers(&parts.headers, "handling=strict") {
            return Err(BadRequest::Unreadable(Unreadable::Violations(vec![Violation {
                message: format!("Unrecognized keys: {}", read.ignored.join(", ")),
                rule: BrokenRule::UnrecognizedKeys { keys: read.ignored },
                path: Vec::new(),
            }])));
        }
        if let Some(ignored) = parts.extensions.get::<Ignored>() {
            ignored.note(read.ignored);
        }
    }
    Ok(read.value)
}

/// Returns whether the body is said to be JSON; nothing said is taken for it.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE) else { return true };
    let kind = kind.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json") || kind.to_ascii_lowercase().ends_with("+json")
}

/// Returns whether a request states a preference (RFC 7240), such as `handling=strict`.
pub(crate) fn prefers(headers: &HeaderMap, preference: &str) -> bool {
    headers
        .get_all("prefer")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split([',', ';']))
        .any(|stated| stated.trim().eq_ignore_ascii_case(preference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn large_bodies_beyond_the_room_are_refused_and_small_ones_are_not() {
        let whole = vec![0; MAX_BODY_BYTES];
        let mut held = Vec::new();
        for _ in 0..8 {
            held.push(read_bytes(HttpBody::from(whole.clone())).await.expect("there is room"));
        }
        // What is waited for is real time, a few seconds.
        let refused = read_bytes(HttpBody::from(whole.clone())).await;
        assert!(matches!(refused, Err(BadRequest::NoRoom)), "{refused:?}");
        let small = vec![0; SMALL_BODY_BYTES];
        assert_eq!(read_bytes(HttpBody::from(small)).await.expect("it needs none").len(), SMALL_BODY_BYTES);
        held.pop();
        read_bytes(HttpBody::from(whole)).await.expect("one has gone");
    }
}
