//! Health, as clients see it.

use wireclip_testkit::TestApp;

#[tokio::test]
async fn health_tells_the_mode_and_the_phase_to_anybody() {
    let app = TestApp::new().await;
    let health = app.send_with("GET", "/health", None, &[("host", "example.com")]).await;
    assert_eq!(health.status, 200, "{}", health.body);
    for (member, expected) in [
        ("status", "ok"),
        ("phase", "ready"),
        ("version", "0.0.0-test"),
        ("deploymentMode", "local_trusted"),
        ("deploymentExposure", "private"),
        ("bootstrapStatus", "ready"),
    ] {
        assert_eq!(health.body[member], expected, "{member}");
    }
    assert_eq!(health.body["features"]["companyDeletionEnabled"], true);
}
