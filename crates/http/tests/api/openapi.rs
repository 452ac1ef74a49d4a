//! The list of operations, pinned: a change of it is a change for clients.

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
    for route in declared_routes(&app.app).iter().filter(|route| route.is_operation) {
        let operation = &document.body["paths"][&route.path][route.method.as_str().to_lowercase()];
        assert!(operation["operationId"].is_string(), "{} {}", route.method, route.path);
        assert!(operation["summary"].is_string(), "{} {}", route.method, route.path);
    }
}
