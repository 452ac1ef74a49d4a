//! The list of operations, pinned: a change of it is a change for clients. And the description of
//! the API, as its readers need it.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize as _;
use serde_json::Value;
use serde_json::ser::{PrettyFormatter, Serializer};
use wireclip_http::declared_routes;
use wireclip_testkit::TestApp;

#[tokio::test]
async fn the_operations_are_these() {
    let app = TestApp::new().await;
    let mut operations: Vec<_> = declared_routes(&app.app)
        .iter()
        .map(|route| {
            let kind = if route.is_operation { "" } else { ", a page" };
            format!("{:<6} {} ({:?}{kind})", route.method, route.path, route.access)
        })
        .collect();
    operations.sort_by(|a, b| a[7..].cmp(&b[7..]));
    insta::assert_snapshot!(operations.join("\n"));
}

#[tokio::test]
async fn every_operation_is_described() {
    let app = TestApp::new().await;
    let document = app.send_with("GET", "/openapi.json", None, &[("host", "example.com")]).await;
    assert_eq!(document.status, 200);
    assert_eq!(document.body["info"]["title"], "Wireclip");
    assert_eq!(document.body["servers"][0]["url"], "/api");
    let text = document.body.to_string();
    for place in text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(document.body.pointer(place).is_some(), "{place} is named and not there");
    }
    let mut names = BTreeSet::new();
    for route in declared_routes(&app.app).iter().filter(|route| route.is_operation) {
        let item = &document.body["paths"][&route.path];
        let operation = &item[route.method.as_str().to_lowercase()];
        let called = format!("{} {}", route.method, route.path);
        assert!(operation["summary"].is_string(), "{called}");
        let name = operation["operationId"].as_str().unwrap_or_else(|| panic!("{called}"));
        assert!(names.insert(name.to_owned()), "{called}: another is called {name}");
        let given = item["parameters"].as_array().into_iter().flatten();
        let given: BTreeSet<_> = given.filter_map(|parameter| parameter["name"].as_str()).collect();
        let steps = route.path.split('/');
        let needed: BTreeSet<_> =
            steps.filter_map(|step| step.strip_prefix('{')?.strip_suffix('}')).collect();
        assert_eq!(given, needed, "{called}");
        for (status, answer) in operation["responses"].as_object().into_iter().flatten() {
            let has_body = status.starts_with('2') && status != "204";
            assert!(!has_body || answer["content"].is_object(), "{called}: what is in a {status}?");
        }
    }
}

/// What the board's types are made from. As with snapshots, `INSTA_UPDATE=always` writes it anew;
/// `npm run generate` in `ui/` makes the types.
#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "a snapshot that is no snapshot of insta's")]
async fn the_board_knows_the_api_as_it_is() {
    let app = TestApp::new().await;
    let mut document = wireclip_http::openapi(&app.app);
    document.info.version = env!("CARGO_PKG_VERSION").to_owned();
    let mut text = Vec::new();
    let mut writer = Serializer::with_formatter(&mut text, PrettyFormatter::with_indent(b" "));
    document.serialize(&mut writer).unwrap();
    text.push(b'\n');
    let copy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/openapi.json");
    if std::env::var("INSTA_UPDATE").is_ok_and(|wish| wish == "always") {
        std::fs::write(&copy, &text).unwrap();
    }
    let kept = std::fs::read(&copy).unwrap();
    if kept != text {
        let (kept, now): (Value, Value) =
            (serde_json::from_slice(&kept).unwrap(), serde_json::from_slice(&text).unwrap());
        let changed = |part: &str| {
            let of = |all: &Value| all.pointer(part).and_then(Value::as_object).cloned().unwrap_or_default();
            let (kept, now) = (of(&kept), of(&now));
            let names: BTreeSet<_> = kept.keys().chain(now.keys()).cloned().collect();
            names.into_iter().filter(|name| kept.get(name) != now.get(name)).collect::<Vec<_>>()
        };
        panic!(
            "ui/openapi.json is not what the routes say; INSTA_UPDATE=always writes it anew: {:?} {:?}",
            changed("/paths"),
            changed("/components/schemas")
        );
    }
}
