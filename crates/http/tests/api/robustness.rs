//! Whatever a client sends, the answer says what is wrong with it; none is a fault of ours.

use serde_json::{Value, json};
use wireclip_testkit::{Reply, TestApp};

const MEBIBYTE: usize = 1024 * 1024;

async fn post(app: &TestApp, body: Vec<u8>) -> Reply {
    app.send_bytes("POST", "/companies", body, &[]).await
}

fn is_refusal(reply: &Reply) -> bool {
    reply.body["error"].is_string()
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_as_that() {
    let app = TestApp::new().await;
    let name = "x".repeat(11 * MEBIBYTE);
    let reply = post(&app, json!({"name": name}).to_string().into_bytes()).await;
    assert_eq!(reply.status, 413, "{}", reply.body);
    assert!(is_refusal(&reply));
    let with_key =
        app.send_bytes("POST", "/companies", vec![b' '; 11 * MEBIBYTE], &[("idempotency-key", "k")]).await;
    assert_eq!(with_key.status, 413);
    let large = [json!({"name": "Large"}).to_string().into_bytes(), vec![b' '; 9 * MEBIBYTE]].concat();
    assert_eq!(post(&app, large).await.status, 201);
    let long = json!({"name": "Long", "description": "x".repeat(9 * MEBIBYTE)});
    let refused = post(&app, long.to_string().into_bytes()).await;
    assert_eq!((refused.status.as_u16(), &refused.body["details"][0]["code"]), (400, &json!("too_big")));
}

#[tokio::test]
async fn a_body_that_is_no_json_is_refused_as_that() {
    let app = TestApp::new().await;
    let deep = [b"[".repeat(10_000), b"]".repeat(10_000)].concat();
    let deep_member = [br#"{"name":"#.to_vec(), b"{\"a\":".repeat(10_000)].concat();
    for body in [
        b"{\"name\": ".to_vec(),
        b"hello".to_vec(),
        b"{\"name\": \"\xff\xfe\"}".to_vec(),
        b"\xef\xbb\xbf{}".to_vec(),
        b"{} {}".to_vec(),
        vec![0; 100],
        deep,
        deep_member,
    ] {
        let shown = String::from_utf8_lossy(&body[..body.len().min(40)]).into_owned();
        let reply = post(&app, body).await;
        assert_eq!(reply.status, 400, "{shown}: {}", reply.body);
        assert!(is_refusal(&reply), "{shown}: {}", reply.body);
    }
}

#[tokio::test]
async fn values_of_another_kind_are_all_told() {
    let app = TestApp::new().await;
    for (body, violations) in [
        (json!([1, 2]), 1),
        (json!(null), 1),
        (json!("text"), 1),
        (json!({"name": 7, "description": [], "budgetMonthlyCents": "ten"}), 3),
        (json!({"name": "", "budgetMonthlyCents": -1, "defaultResponsibleUserId": ""}), 3),
        (json!({"name": "a\u{0}b"}), 1),
        (json!({"name": "A", "budgetMonthlyCents": 1e300}), 1),
    ] {
        let reply = app.send("POST", "/companies", Some(body.clone())).await;
        assert_eq!(reply.status, 400, "{body}: {}", reply.body);
        assert_eq!(reply.body["details"].as_array().map(Vec::len), Some(violations), "{}", reply.body);
    }
    let of_another_kind =
        app.send_bytes("POST", "/companies", b"hello".to_vec(), &[("content-type", "text/plain")]).await;
    assert_eq!(of_another_kind.status, 400);
    let why = of_another_kind.body["error"].as_str().unwrap();
    assert!(why.contains("Content-Type: application/json"), "{why}");
    assert_eq!(
        of_another_kind.body["details"][0]["message"],
        "Invalid input: expected object, received undefined"
    );
}

#[tokio::test]
async fn a_nul_character_never_reaches_a_database() {
    for app in TestApp::on_each_database().await {
        let made = app.send("POST", "/companies", Some(json!({"name": "Acme"}))).await;
        let company = format!("/companies/{}", made.body["id"].as_str().unwrap());
        let nested = json!({"interactionResolverGovernance": {"a": [{"b\u{0}": 1}]}});
        let reply = app.send("PATCH", &company, Some(nested)).await;
        assert_eq!(reply.status, 400, "{}: {}", app.database, reply.body);
        for query in ["entityId=%00", "entityType=a%00b", "agentId=%00", "limit=%00", "%00=1", "entityId=%ff"]
        {
            let reply = app.send("GET", &format!("{company}/activity?{query}"), None).await;
            assert!(reply.status.as_u16() < 500, "{}: {query}: {}", app.database, reply.body);
        }
    }
}

#[tokio::test]
async fn a_name_that_nobody_can_see_is_refused() {
    let app = TestApp::new().await;
    for unseen in ["\u{200b}", "\u{2060}\u{feff}", " \u{200d} \u{3164}", "\u{e0020}"] {
        let reply = post(&app, json!({"name": unseen}).to_string().into_bytes()).await;
        assert_eq!(reply.status, 400, "{unseen:?}: {}", reply.body);
    }
    // Signs without a shape join those that have one.
    let family = "\u{1f469}\u{200d}\u{1f4bb} & Co";
    assert_eq!(post(&app, json!({"name": family}).to_string().into_bytes()).await.status, 201);
}

#[tokio::test]
async fn browsers_may_not_guess_what_an_answer_is() {
    let app = TestApp::new().await;
    for path in ["/health", "/companies", "/companies/nobody"] {
        let reply = app.send("GET", path, None).await;
        assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{path}");
    }
}

#[tokio::test]
async fn a_budget_that_cannot_be_kept_is_refused_and_not_cut() {
    let app = TestApp::new().await;
    let made = app.send("POST", "/companies", Some(json!({"name": "Acme"}))).await;
    let company = format!("/companies/{}", made.body["id"].as_str().unwrap());
    let agents = format!("{company}/agents");
    let agent = app.send("POST", &agents, Some(json!({"name": "Ada"}))).await;
    let agent = format!("/agents/{}", agent.body["id"].as_str().unwrap());
    let most: i64 = i64::MAX / 10_000;
    for (budget, is_kept) in [(most, true), (most + 1, false), (9_007_199_254_740_991, false)] {
        for (method, path) in
            [("POST", "/companies"), ("PATCH", &company), ("POST", &agents), ("PATCH", &agent)]
        {
            let body = json!({"name": "Ada", "budgetMonthlyCents": budget});
            let reply = app.send(method, path, Some(body)).await;
            assert_eq!(reply.status.is_success(), is_kept, "{method} {path}: {}", reply.body);
            if is_kept {
                assert_eq!(reply.body["budgetMonthlyCents"], json!(budget), "{method} {path}");
            }
        }
    }
}

#[tokio::test]
async fn a_page_beyond_all_lists_is_refused_and_breaks_nothing() {
    for app in TestApp::on_each_database().await {
        let made = app.send("POST", "/companies", Some(json!({"name": "Acme"}))).await;
        let path = format!("/companies/{}/issues", made.body["id"].as_str().unwrap());
        for (offset, status) in [("1000000", 200), ("1000001", 400), ("9223372036854775807", 400)] {
            for filter in ["", "status=todo&", "status=todo,done&"] {
                let reply = app.send("GET", &format!("{path}?{filter}offset={offset}"), None).await;
                assert_eq!(reply.status, status, "{}: {filter}{offset}: {}", app.database, reply.body);
            }
        }
    }
}

#[tokio::test]
async fn names_and_keys_that_no_index_holds_are_refused_as_too_long() {
    // Hardly to be compressed, so that an index sees all of it.
    let long: String = (0..9000_u32)
        .map(|n| char::from_u32(0x4e00 + n.wrapping_mul(2_654_435_761) % 20_000).unwrap())
        .collect();
    let longest = "n".repeat(500);
    for app in TestApp::on_each_database().await {
        let made = app.send("POST", "/companies", Some(json!({"name": longest}))).await;
        assert_eq!(made.status, 201, "{}", made.body);
        let company = format!("/companies/{}", made.body["id"].as_str().unwrap());
        for kind in ["agents", "projects"] {
            for _ in 0..2 {
                let made =
                    app.send("POST", &format!("{company}/{kind}"), Some(json!({"name": longest}))).await;
                assert_eq!(made.status, 201, "{} {kind}: {}", app.database, made.body);
            }
        }
        let activity = |key: &str| {
            let mut body = json!({"actorId": "a", "action": "a.b", "entityType": "issue", "entityId": "e"});
            body[key] = json!(long);
            ("activity", body)
        };
        for (kind, body) in [
            ("agents", json!({"name": long})),
            ("projects", json!({"name": long})),
            activity("actorId"),
            activity("action"),
            activity("entityType"),
            activity("entityId"),
            ("inbox-dismissals", json!({"itemKey": format!("run:{long}")})),
        ] {
            let reply = app.send("POST", &format!("{company}/{kind}"), Some(body)).await;
            assert_eq!(reply.status, 400, "{} {kind}: {}", app.database, reply.body);
            let message = reply.body["details"][0]["message"].as_str().unwrap_or_default();
            assert!(message.contains("<=500"), "{} {kind}: {}", app.database, reply.body);
        }
    }
}

#[tokio::test]
async fn what_lists_tell_whole_has_a_bound() {
    let app = TestApp::new().await;
    let company = app.send("POST", "/companies", Some(json!({"name": "Acme"}))).await.body["id"].clone();
    let company = company.as_str().unwrap();
    let (long, large) = ("x".repeat(20_001), json!({"x": "x".repeat(131_072)}));
    for (path, body) in [
        ("/companies".to_owned(), json!({"name": "Other", "description": long})),
        (format!("/companies/{company}/goals"), json!({"title": "Ship", "description": long})),
        (format!("/companies/{company}/projects"), json!({"name": "Ship", "description": long})),
        (format!("/companies/{company}/projects"), json!({"name": "Ship", "env": large})),
        (format!("/companies/{company}/agents"), json!({"name": "Ada", "capabilities": long})),
        (format!("/companies/{company}/agents"), json!({"name": "Ada", "metadata": large})),
    ] {
        let refused = app.send("POST", &path, Some(body)).await;
        assert_eq!(refused.status, 400, "{path}: {}", refused.body);
        assert!(refused.body.to_string().contains("Too big"), "{path}: {}", refused.body);
    }
}

#[tokio::test]
async fn an_idempotency_key_is_taken_or_refused_but_never_passed_over() {
    for app in TestApp::on_each_database().await {
        let body = json!({"name": "Acme"}).to_string().into_bytes();
        let with_key = |key: String| {
            let body = body.clone();
            let app = &app;
            async move { app.send_bytes("POST", "/companies", body, &[("idempotency-key", &key)]).await }
        };
        let reply = with_key("k".repeat(256)).await;
        assert_eq!(reply.status, 400, "{}: {}", app.database, reply.body);
        assert!(reply.body["error"].as_str().unwrap().contains("Idempotency-Key"), "{}", reply.body);
        let (first, second) = (with_key("k".repeat(255)).await, with_key("k".repeat(255)).await);
        assert_eq!(first.status, 201, "{}", first.body);
        assert_eq!(first.body["id"], second.body["id"], "{}", app.database);
    }
}

#[tokio::test]
async fn names_that_nobody_asked_for_are_told_or_refused() {
    let app = TestApp::new().await;
    let body = json!({"name": "Acme", "colour": "red", "größe": 1, "line\nbreak": 2});
    let reply = app.send("POST", "/companies", Some(body.clone())).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    assert_eq!(reply.headers["x-wireclip-ignored"], "colour, gr\\u{f6}\\u{df}e, line\\nbreak");
    let strict = app.send_with("POST", "/companies", Some(body), &[("prefer", "handling=strict")]).await;
    assert_eq!(strict.status, 400, "{}", strict.body);
    assert_eq!(strict.body["details"][0]["code"], "unrecognized_keys");
    let query = app.send("GET", "/companies?colour=red", None).await;
    assert_eq!(query.headers["x-wireclip-ignored"], "colour");
    let labels = format!("/companies/{}/labels?page=2", reply.body["id"].as_str().unwrap());
    let queryless = app.send("GET", &labels, None).await;
    assert_eq!(queryless.headers["x-wireclip-ignored"], "page");
    let strict = app.send_with("GET", &labels, None, &[("prefer", "handling=strict")]).await;
    assert_eq!(strict.status, 400, "{}", strict.body);
    let many: serde_json::Map<String, Value> =
        (0..10_000).map(|number| (format!("unknown{number}"), json!(1))).collect();
    let many = app.send("PATCH", "/companies/nothing", Some(Value::Object(many))).await;
    assert_eq!(many.status, 404);
    let named = json!({"name": "Many"}).as_object().unwrap().clone();
    let many: serde_json::Map<String, Value> =
        named.into_iter().chain((0..10_000).map(|number| (format!("unknown{number}"), json!(1)))).collect();
    let many = app.send("POST", "/companies", Some(Value::Object(many))).await;
    assert_eq!(many.status, 201);
    assert!(many.headers["x-wireclip-ignored"].len() < 2000);
    let agent = json!({"name": "Ada", "runtimeConfig": {"heartbeat": {"enabld": true, "intervalSec": 60}}});
    let path = format!("/companies/{}/agents", reply.body["id"].as_str().unwrap());
    let hired = app.send("POST", &path, Some(agent)).await;
    assert_eq!(hired.headers["x-wireclip-ignored"], "runtimeConfig.heartbeat.enabld", "{}", hired.body);
}

#[tokio::test]
async fn a_body_that_a_route_does_not_take_is_told_or_refused() {
    let app = TestApp::new().await;
    let made = app.send("POST", "/companies", Some(json!({"name": "Acme"}))).await;
    let company = format!("/companies/{}", made.body["id"].as_str().unwrap());
    let agent = app.send("POST", &format!("{company}/agents"), Some(json!({"name": "Ada"}))).await;
    let agent = format!("/agents/{}", agent.body["id"].as_str().unwrap());
    let issue = app.send("POST", &format!("{company}/issues"), Some(json!({"title": "Task"}))).await;
    let issue = format!("/issues/{}", issue.body["id"].as_str().unwrap());
    for (method, path) in [
        ("POST", format!("{agent}/pause")),
        ("POST", format!("{agent}/resume")),
        ("POST", format!("{issue}/read")),
        ("DELETE", format!("{issue}/read")),
        ("POST", format!("{issue}/release")),
        ("POST", format!("{company}/archive")),
        ("DELETE", company.clone()),
    ] {
        let send = async |body: &[u8], prefer: &str| {
            app.send_bytes(method, &path, body.to_vec(), &[("prefer", prefer)]).await
        };
        let strict = send(br#"{"reason": "x"}"#, "handling=strict").await;
        assert_eq!(strict.status, 400, "{method} {path}: {}", strict.body);
        assert_eq!(strict.body["details"][0]["code"], "unrecognized_keys", "{method} {path}");
        assert_eq!(send(b"not json", "").await.status, 400, "{method} {path}");
        let told = send(br#"{"reason": "x"}"#, "").await;
        assert!(told.status.is_success(), "{method} {path}: {}", told.body);
        assert_eq!(told.headers["x-wireclip-ignored"], "reason", "{method} {path}");
    }
}

#[tokio::test]
async fn a_route_that_nobody_knows_is_not_found() {
    let app = TestApp::new().await;
    for path in ["/no-such-thing", "/companies/a/b/c/d", "/%00", "/%ff", "//", "/companies/"] {
        let reply = app.send("GET", path, None).await;
        assert!(matches!(reply.status.as_u16(), 400 | 404), "{path}: {}", reply.body);
        assert!(is_refusal(&reply), "{path}: {}", reply.body);
    }
    let unknown = app.send("GET", "/no-such-thing", None).await;
    assert_eq!(unknown.body["error"], "API route not found");
}

#[tokio::test]
async fn no_route_fails_on_nonsense() {
    for app in TestApp::on_each_database().await {
        let made = app.send("POST", "/companies", Some(json!({"name": "Acme"}))).await;
        let company = made.body["id"].as_str().unwrap().to_owned();
        for route in wireclip_http::declared_routes(&app.app) {
            for name in ["nothing", "7", "00000000-0000-4000-8000-000000000000", "%00", "%F0%9F%92%A5", "%ff"]
            {
                let path: Vec<_> = route
                    .path
                    .split('/')
                    .map(|step| match step {
                        "{companyId}" if name == "7" => company.as_str(),
                        step if step.starts_with('{') => name,
                        step => step,
                    })
                    .collect();
                for body in [&b""[..], b"[]", b"{\"id\": {}, \"status\": 7, \"limit\": [\"\\u0000\"]}"] {
                    let path = format!("{}?limit=x&cursor=%00&companyId={name}", path.join("/"));
                    let reply = app.send_bytes(route.method.as_str(), &path, body.to_vec(), &[]).await;
                    assert!(
                        reply.status.as_u16() < 500,
                        "{}: {} {path}: {}",
                        app.database,
                        route.method,
                        reply.body
                    );
                }
            }
        }
    }
}

/// Sends a whole request over a socket before it reads anything, as simple clients do.
async fn send_whole(address: &str, head: &str, body_bytes: usize) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut socket = tokio::net::TcpStream::connect(address).await.unwrap();
    let head = format!("{head}\r\nhost: {address}\r\ncontent-type: application/json\r\n");
    let head = format!("{head}content-length: {body_bytes}\r\nconnection: close\r\n\r\n");
    socket.write_all(head.as_bytes()).await.unwrap();
    let piece = vec![b' '; MEBIBYTE];
    let mut left = body_bytes;
    while left > 0 {
        let now = left.min(piece.len());
        socket.write_all(&piece[..now]).await.expect("the server takes the body");
        left -= now;
    }
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.expect("the connection ends in order");
    answer
}

#[tokio::test]
async fn a_refusal_before_the_body_is_read_reaches_its_client() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    for (head, status) in [
        ("POST /api/companies HTTP/1.1\r\nauthorization: Bearer nonsense", "401"),
        ("POST /api/nowhere HTTP/1.1", "404"),
        ("PUT /api/companies HTTP/1.1", "404"),
        ("POST /api/companies/11111111-1111-4111-8111-111111111111/labels HTTP/1.1", "404"),
        ("POST /api/companies HTTP/1.1", "413"),
        ("POST /api/companies HTTP/1.1\r\nidempotency-key: k", "413"),
    ] {
        let answer = send_whole(&address, head, 20 * MEBIBYTE).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{head}: {answer}");
        assert!(answer.contains("\"error\""), "{head}: {answer}");
    }
}

#[tokio::test]
async fn a_header_that_cannot_be_read_is_named() {
    let app = TestApp::new().await;
    let body = || json!({"name": "Named"}).to_string().into_bytes();
    let reply = app.send_bytes("POST", "/companies", body(), &[("x-paperclip-run-id", "abc")]).await;
    assert_eq!(reply.status, 400, "{}", reply.body);
    assert!(reply.body["error"].as_str().unwrap().contains("x-paperclip-run-id"), "{}", reply.body);
    let reply = app.send_bytes("POST", "/companies", body(), &[("x-paperclip-run-id", " ")]).await;
    assert_eq!(reply.status, 201, "outside a run clients send it empty: {}", reply.body);
}
