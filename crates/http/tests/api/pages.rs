//! The pages of the board: which file is sent at which address, in what form, and with what guard.

use std::borrow::Cow;

use wireclip_http::Pages;
use wireclip_testkit::{Reply, TestApp};

const FILES: [(&str, &str); 6] = [
    ("index.html", "<!doctype html><title>Board</title>"),
    ("theme.js", "look()"),
    ("assets/index-DK2f9x_a.js", "board()"),
    ("assets/index-DK2f9x_a.js.br", "a board in little"),
    ("assets/index-DK2f9x_a.js.gz", "a board in less"),
    ("manifest.webmanifest", "{}"),
];

async fn board() -> TestApp {
    let files = FILES.map(|(path, text)| (path.to_owned(), Cow::Borrowed(text.as_bytes())));
    TestApp::new().await.with_pages(Pages::new(files))
}

fn header<'r>(reply: &'r Reply, name: &str) -> &'r str {
    reply.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");

#[tokio::test]
async fn every_address_that_a_browser_goes_to_shows_the_board() {
    let app = board().await;
    for path in ["/", "/index.html", "/ACME/issues/ACME-1", "/auth?next=%2F", "/ACME/agents/v1.2"] {
        let page = app.go_to("GET", path, &[BROWSER]).await;
        assert_eq!((page.status.as_u16(), &page.body), (200, &FILES[0].1.into()), "{path}");
        assert_eq!(header(&page, "content-type"), "text/html; charset=utf-8", "{path}");
        assert_eq!(header(&page, "cache-control"), "no-cache", "{path}");
    }
    assert_eq!(app.go_to("GET", "/", &[]).await.status, 200, "whoever asks for the root gets it");
    let head = app.go_to("HEAD", "/ACME/issues", &[BROWSER]).await;
    assert_eq!((head.status.as_u16(), header(&head, "content-length")), (200, "35"));
}

#[tokio::test]
async fn what_is_no_page_is_not_there() {
    let app = board().await;
    for (method, path, headers) in [
        ("GET", "/ACME/issues", &[("accept", "*/*")][..]),
        ("GET", "/assets/index-00000000.js", &[BROWSER]),
        ("GET", "/..%2f..%2fetc/passwd", &[]),
        ("GET", "/assets/../index.html", &[]),
        ("POST", "/", &[BROWSER]),
        ("DELETE", "/theme.js", &[BROWSER]),
        ("GET", "/api/nonsense", &[BROWSER]),
        ("GET", "/api", &[BROWSER]),
        ("GET", "/api/", &[BROWSER]),
    ] {
        let reply = app.go_to(method, path, headers).await;
        assert_eq!(reply.status, 404, "{method} {path}: {}", reply.body);
        assert!(reply.body["error"].is_string(), "{method} {path}: {}", reply.body);
    }
}

#[tokio::test]
async fn files_that_are_called_by_their_content_are_kept_for_ever_and_others_asked_for() {
    let app = board().await;
    let path = "/assets/index-DK2f9x_a.js";
    let plain = app.go_to("GET", path, &[]).await;
    assert_eq!((plain.body.as_str(), header(&plain, "content-encoding")), (Some("board()"), ""));
    assert_eq!(header(&plain, "cache-control"), "public, max-age=31536000, immutable");
    let short = app.go_to("GET", path, &[("accept-encoding", "gzip, deflate, br")]).await;
    assert_eq!((short.body.as_str(), header(&short, "content-encoding")), (Some("a board in little"), "br"));
    assert_eq!(header(&short, "content-type"), "text/javascript; charset=utf-8");
    assert_eq!(header(&short, "vary"), "accept-encoding");
    assert_ne!(header(&short, "etag"), header(&plain, "etag"));
    let theme = app.go_to("GET", "/theme.js", &[]).await;
    assert_eq!(header(&theme, "cache-control"), "no-cache");
    let again = app.go_to("GET", "/theme.js", &[("if-none-match", header(&theme, "etag"))]).await;
    assert_eq!((again.status.as_u16(), again.body.is_null()), (304, true));
    assert!(header(&again, "content-security-policy").contains("script-src 'self';"));
}

#[tokio::test]
async fn a_page_is_guarded() {
    let app = board().await;
    let page = app.go_to("GET", "/", &[BROWSER]).await;
    let policy = header(&page, "content-security-policy");
    for rule in [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self' ws://127.0.0.1:3100 wss://127.0.0.1:3100",
    ] {
        assert!(policy.split("; ").any(|given| given == rule), "{rule}: {policy}");
    }
    assert_eq!(header(&page, "x-content-type-options"), "nosniff");
    assert_eq!(header(&page, "referrer-policy"), "same-origin");
    let part = app.go_to("GET", "/assets/index-DK2f9x_a.js", &[]).await;
    assert_eq!(header(&part, "x-content-type-options"), "nosniff");
    assert_eq!(header(&part, "content-security-policy"), "", "a part of a page is none");
    let wrong = app.go_to("GET", "/", &[BROWSER, ("authorization", "Bearer wrong")]).await;
    assert_eq!(wrong.status, 401, "a wrong token is told everywhere");
}

#[tokio::test]
async fn a_program_without_pages_says_how_to_get_them() {
    let app = TestApp::new().await;
    let root = app.go_to("GET", "/", &[BROWSER]).await;
    assert_eq!(root.status, 200);
    let text = root.body.as_str().unwrap();
    assert!(text.contains("npm run build") && text.contains("/api/openapi.json"), "{text}");
    assert_eq!(app.go_to("GET", "/ACME/issues", &[BROWSER]).await.status, 404);
}
