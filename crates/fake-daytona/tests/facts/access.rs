//! Keys, headers, error bodies, rate limits.

use serde_json::json;
use wireclip_fake_daytona::{Permission, RateLimits};

use super::kit::{Caller, KEY, builder, fake, with};

#[tokio::test]
async fn a_request_without_a_known_key_is_401_on_both_hosts() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let stranger = caller.with_key("nobody's");
    stranger.get(&sandbox.path("")).await.expect(401);
    let refused = sandbox.by(stranger.clone()).get("/work-dir").await.expect(401);
    assert!(refused["message"].as_str().unwrap().starts_with("authentication failed"), "{refused}");
    stranger.get("/config").await.expect(200);
    fake.revoke_key(KEY);
    caller.get(&sandbox.path("")).await.expect(401);
}

#[tokio::test]
async fn a_key_lacks_what_it_was_not_permitted() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    fake.add_limited_key("reader", "acme", &[]);
    fake.add_limited_key("writer", "acme", &[Permission::WriteSandboxes]);
    let (reader, writer) = (caller.with_key("reader"), caller.with_key("writer"));
    reader.get(&sandbox.path("")).await.expect(200);
    reader.post("/sandbox", json!({})).await.expect(403);
    reader.post(&sandbox.path("/stop"), json!({})).await.expect(403);
    writer.post(&sandbox.path("/snapshot"), json!({"name": "x"})).await.expect(403);
    writer.delete(&sandbox.path("")).await.expect(403);
    writer.post(&sandbox.path("/stop"), json!({})).await.expect(200);
    let described = writer.get("/api-keys/current").await.expect(200);
    assert_eq!(described["permissions"], json!(["write:sandboxes"]));
}

#[tokio::test]
async fn a_suspended_organisation_is_403() {
    let (fake, caller) = fake().await;
    fake.suspend_organisation("acme");
    caller.post("/sandbox", json!({})).await.expect(403);
    caller.with_key("key-of-other").post("/sandbox", json!({})).await.expect(200);
}

#[tokio::test]
async fn another_organisations_sandbox_is_not_found() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({"name": "box"})).await;
    let other = caller.with_key("key-of-other");
    other.get(&sandbox.path("")).await.expect(404);
    other.get("/sandbox/box").await.expect(404);
    other.delete(&sandbox.path("")).await.expect(404);
    sandbox.by(other.clone()).get("/work-dir").await.expect(404);
    assert_eq!(other.get("/sandbox").await.expect(200)["items"], json!([]));
}

#[tokio::test]
async fn errors_of_the_control_plane_and_of_the_toolbox_have_their_own_shapes() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let error = caller.get("/sandbox/none").await.expect(404);
    assert_eq!(
        (&error["path"], &error["statusCode"], &error["error"]),
        (&json!("/api/sandbox/none"), &json!(404), &json!("Not Found"))
    );
    assert!(error["message"].is_string() && error["timestamp"].is_string());
    let error = sandbox.get("/files/info?path=none").await.expect(404);
    assert_eq!(
        (&error["code"], &error["statusCode"], &error["method"]),
        (&json!("FILE_NOT_FOUND"), &json!(404), &json!("GET"))
    );
    assert_eq!(error["path"], format!("/toolbox/{}/files/info", sandbox.id));
    assert!(error["message"].is_string() && error["timestamp"].is_string());
    caller.get("/no/such/operation").await.expect(404);
}

#[tokio::test]
async fn answers_of_the_control_plane_tell_the_rate_limits() {
    let (_fake, caller) = fake().await;
    let created = caller.post("/sandbox", json!({})).await;
    assert_eq!(created.headers["x-ratelimit-limit-sandbox-create"], "300");
    assert_eq!(created.headers["x-ratelimit-remaining-sandbox-create"], "299");
    assert!(created.headers["x-ratelimit-reset-authenticated"].parse::<u64>().unwrap() <= 60);
    let config = caller.get("/config").await.expect(200);
    assert_eq!(config["rateLimit"]["sandboxCreate"], json!({"ttl": 60, "limit": 300}));
}

#[tokio::test]
async fn requests_beyond_a_limit_are_429_with_retry_after() {
    let limits = RateLimits { sandbox_lifecycle: 1, ..RateLimits::PUBLISHED };
    let (fake, caller) = with(builder().rate_limits(limits)).await;
    let sandbox = caller.sandbox(json!({})).await;
    caller.post(&sandbox.path("/stop"), json!({})).await.expect(200);
    let refused = caller.post(&sandbox.path("/start"), json!({})).await;
    let pause: u64 = refused.headers["retry-after"].parse().unwrap();
    assert!((1..=60).contains(&pause));
    refused.expect(429);
    assert_eq!(fake.sandboxes()[0].state.word(), "stopped");
    // The toolbox does not pass the limiter, and other organisations have their own.
    caller.get(&sandbox.path("")).await.expect(200);
}

#[tokio::test]
async fn the_sandboxs_own_token_opens_its_toolbox_until_the_next_start() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let preview = caller.get(&sandbox.path("/ports/8080/preview-url")).await.expect(200);
    let token = preview["token"].as_str().unwrap();
    let by_header = Caller::new(&fake.api_url(), "").with_header("X-Daytona-Preview-Token", token);
    sandbox.by(by_header.clone()).get("/work-dir").await.expect(200);
    let keyless = sandbox.by(Caller::new(&fake.api_url(), ""));
    keyless.get(&format!("/work-dir?DAYTONA_SANDBOX_AUTH_KEY={token}")).await.expect(200);
    caller.post(&sandbox.path("/stop"), json!({})).await.expect(200);
    caller.post(&sandbox.path("/start"), json!({})).await.expect(200);
    sandbox.by(by_header).get("/work-dir").await.expect(401);
}
