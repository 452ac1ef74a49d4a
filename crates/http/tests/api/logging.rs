//! What the log says of a request.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing_subscriber::fmt::format::FmtSpan;
use wireclip_testkit::{TestApp, eventually};

/// Log lines, kept.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_request_is_logged_by_its_route_and_the_kind_of_its_caller() {
    let app = TestApp::new().await;
    let company = app.send("POST", "/companies", Some(json!({"name": "Acme"}))).await;
    let id = company.body["id"].as_str().unwrap().to_owned();

    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    app.send("GET", &format!("/companies/{id}/labels?token=hunter22"), None).await;
    drop(guard);

    // The database's own thread may be the last to leave the span, a moment after the answer.
    let said = eventually("the span of the request is closed", async || {
        let said = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        (!said.is_empty()).then_some(said)
    })
    .await;
    for field in
        ["request.method=GET", "request.path=\"/api/companies/{companyId}/labels\"", "caller.kind=\"board\""]
    {
        assert!(said.contains(field), "{field} is not in: {said}");
    }
    assert!(!said.contains("hunter22"), "{said}");
}
