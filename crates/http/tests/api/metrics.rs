//! What whoever operates a server counts of it.

use std::sync::Arc;

use serde_json::json;
use wireclip_domain::OpaqueJson;
use wireclip_sandboxes::Providers;
use wireclip_sandboxes::daytona::DaytonaDefaults;
use wireclip_testkit::TestApp;

use crate::playing::{agent, claim_one, company, issue, key};

#[tokio::test]
async fn a_server_counts_its_runs_and_the_handles_of_its_sandboxes() {
    let providers = Arc::new(Providers::built_in(DaytonaDefaults::default()));
    for app in TestApp::on_each_database_with(providers).await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        issue(&app, &company, json!({"title": "At work", "assigneeAgentId": ada})).await;
        claim_one(&app).await;
        issue(&app, &company, json!({"title": "To come", "assigneeAgentId": ada})).await;
        let of_run = json!({"hits": 8, "misses": 1, "evictions": {"identity": 2}, "drainWaitMs": 1500});
        for _ in 0..2 {
            app.services.metrics.add_of_run("daytona", &OpaqueJson::of(&of_run));
        }
        let metrics = app.send("GET", "/metrics", None).await;
        assert_eq!(metrics.status, 200, "{}: {}", app.database, metrics.body);
        assert_eq!(metrics.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
        let text = metrics.body.as_str().unwrap();
        for line in [
            r#"wireclip_runs{status="queued"} 1"#,
            r#"wireclip_runs{status="running"} 1"#,
            r#"wireclip_runs{status="scheduled_retry"} 0"#,
            "# TYPE wireclip_handle_cache_hits_total counter",
            r#"wireclip_handle_cache_hits_total{provider="daytona"} 16"#,
            r#"wireclip_handle_cache_evictions_total{provider="daytona",reason="identity"} 4"#,
            r#"wireclip_handle_cache_drain_wait_seconds_total{provider="daytona"} 3.000"#,
        ] {
            assert!(text.lines().any(|told| told == line), "{}: {line} is not in\n{text}", app.database);
        }
        let token = format!("Bearer {}", key(&app, &ada).await);
        let refused = app.send_with("GET", "/metrics", None, &[("authorization", token.as_str())]).await;
        assert_eq!(refused.status, 403, "{}: it tells of all companies: {}", app.database, refused.body);
    }
}
