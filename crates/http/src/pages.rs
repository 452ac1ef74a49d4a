//! The pages of the web board: files that the program carries, and one of them for every address
//! at which a page can be.
//!
//! **Invariant:** a page gets scripts, styles and data from this server alone, and nobody else may
//! show it in a frame.
//!
//! Files are compressed where they are built, and sent as they are.

mod files;

pub use files::Pages;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use self::files::PageFile;
use crate::access::{Access, DeclaredRoute, guarded};
use crate::app::App;
use crate::error::nothing_there;
use crate::tagged;

/// Where pages can be, beside the root itself.
const ANYWHERE: &str = "/{*page}";
/// Files of this folder are what they are called: another file has another name.
const ASSETS: &str = "assets/";

/// Adds the pages to other routes: they have all that these do not have.
pub(crate) fn add_to(routes: Router<App>, app: &App) -> Router<App> {
    let pages = || guarded(app, Access::Public, get(give).fallback(nothing_there));
    // Not as a route: it would come before the API's own answer to paths that lead nowhere.
    routes.route("/", pages()).fallback_service(pages().with_state(app.clone()))
}

/// Says who may see pages: everybody, for there is nothing in them but the program's own text.
pub(crate) fn declared() -> impl Iterator<Item = DeclaredRoute> {
    ["/", ANYWHERE].into_iter().map(|path| DeclaredRoute::of_page(path, Access::Public))
}

async fn give(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let mut response = match (app.pages.file(path), app.pages.index()) {
        (Some(file), _) => sent(file, is_named_by_content(path), &headers),
        (None, None) if path.is_empty() => without_pages(&app),
        // The page itself finds out what is shown at its address. A part of a page that is not
        // there any more is no page: the browser would take it for a broken script.
        (None, Some(index)) if path.is_empty() || (is_navigation(&headers) && may_be_page(path)) => {
            sent(index, false, &headers)
        }
        _ => nothing_there().await,
    };
    guard(response.headers_mut(), &headers, path.starts_with(ASSETS));
    response
}

fn may_be_page(path: &str) -> bool {
    !path.starts_with(ASSETS) && path.split('/').next() != Some("api")
}

/// Sends a file, in the shortest form that the browser reads; or says that it has it already.
fn sent(file: &PageFile, is_for_ever: bool, headers: &HeaderMap) -> Response {
    let form = file.form_for(headers);
    let keep = if is_for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut told = HeaderMap::new();
    told.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    told.insert(header::ETAG, form.tag.clone());
    if file.has_forms() {
        told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    let tag = form.tag.to_str().unwrap_or_default();
    if tagged::is_known(headers, tag) {
        return (StatusCode::NOT_MODIFIED, told).into_response();
    }
    told.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.content_type));
    if let Some(coding) = form.coding {
        told.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    (told, form.bytes.clone()).into_response()
}

/// Returns whether the name of a file changes with what is in it: `assets/page-DK2f9x_a.js`.
fn is_named_by_content(path: &str) -> bool {
    let is_of_hash = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem).as_bytes();
    path.starts_with(ASSETS)
        && stem.len() > 9
        && stem[stem.len() - 9] == b'-'
        && stem[stem.len() - 8..].iter().all(|byte| is_of_hash(*byte))
}

/// Returns whether somebody goes to an address in a browser.
fn is_navigation(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split([',', ';'])).any(|kind| kind.trim() == "text/html")
}

/// Says how an answer may be used. What can be opened as a page, or works beside it, is told what
/// pages are; parts of pages are not: there are dozens to a page, many of them shorter than that.
fn guard(told: &mut HeaderMap, asked: &HeaderMap, is_asset: bool) {
    told.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let same_origin = HeaderValue::from_static("same-origin");
    told.insert("cross-origin-resource-policy", same_origin.clone());
    if is_asset && is_shown_as_text(told) {
        return;
    }
    told.insert(header::CONTENT_SECURITY_POLICY, content_policy(asked));
    told.insert(header::REFERRER_POLICY, same_origin.clone());
    told.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    told.insert("cross-origin-opener-policy", same_origin);
}

/// Returns whether an answer is a script, a style or a font, of which a browser that is sent to it
/// shows the text at most.
fn is_shown_as_text(told: &HeaderMap) -> bool {
    let kind = told.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    ["text/javascript", "text/css", "font/"].iter().any(|part| kind.starts_with(part))
}

/// Says what a page may load. Styles may stand in the page, since the parts of which pages are
/// built set theirs so; scripts may not.
fn content_policy(asked: &HeaderMap) -> HeaderValue {
    const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
        img-src 'self' data: blob:; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
        frame-ancestors 'none'; connect-src 'self'";
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    let host = asked.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.filter(|host| !host.is_empty() && host.bytes().all(is_of_name));
    // Some browsers do not count the socket of a server to the server.
    let named = host.map(|host| HeaderValue::try_from(format!("{POLICY} ws://{host} wss://{host}")));
    named.and_then(Result::ok).unwrap_or_else(|| HeaderValue::from_static(POLICY))
}

/// Tells whoever opens the server's address what is there, and how to get the pages.
fn without_pages(app: &App) -> Response {
    let version = app.services.core.facts.version;
    let text = format!(
        "Wireclip {version} works here. This program was built without the pages of its board: with Node 20 or \
         newer installed, `make run` builds them first (or run `npm ci && npm run build` in ui/, and build the \
         program again). Its API is below /api:\n\n\
         /api/openapi.json                      every operation\n\
         /api/llms/agent-configuration.txt      how agents are set up\n\
         /api/health                            how the server is\n"
    );
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_called_by_its_content_is_recognised() {
        for path in ["assets/index-DK2f9x_a.js", "assets/a-b-CD-fghij.css", "assets/Inter-abcdefgh.woff2"] {
            assert!(is_named_by_content(path), "{path}");
        }
        for path in ["index.html", "theme.js", "assets/logo.svg", "assets/-short.js", "x/index-DK2f9x_a.js"] {
            assert!(!is_named_by_content(path), "{path}");
        }
    }

    #[test]
    fn a_page_connects_to_its_own_server_only() {
        let policy = |host: &'static str| {
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            content_policy(&headers).to_str().unwrap().to_owned()
        };
        let own = policy("[::1]:3100");
        assert!(own.ends_with("connect-src 'self' ws://[::1]:3100 wss://[::1]:3100"), "{own}");
        for wrong in ["a; script-src *", "a b", "", "a'"] {
            assert!(policy(wrong).ends_with("connect-src 'self'"), "{wrong}");
        }
    }
}
