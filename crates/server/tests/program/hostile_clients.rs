//! Clients that send what no client should: they are told so or dropped, and nobody else notices.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::kit::{Company, LiveFeed, Place, Postgres, Raw, Server, memory_kib, until};

/// What hostile clients may cost the server in memory, in KiB: far less than what they send.
const COST_KIB: u64 = 40 * 1024;

async fn server_with_company(place: &Place) -> (Server, Company) {
    let server = Server::start(place).await;
    let company = Company::found(server.api(), "Besieged").await;
    company.issue("Here from the start", None).await;
    (server, company)
}

/// Asserts that the server answers somebody who behaves, soon.
async fn assert_well(company: &Company) {
    let asked_at = Instant::now();
    let issues = company.api.get(&company.path("/issues")).await;
    assert_eq!(issues.as_array().unwrap().last().unwrap()["title"], "Here from the start");
    assert!(asked_at.elapsed() < Duration::from_secs(10), "it took {:?}", asked_at.elapsed());
}

#[tokio::test]
async fn a_body_of_100_mib_is_refused_and_costs_nothing() {
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    let before = memory_kib(server.process_id());

    let body = vec![b' '; 100 * 1024 * 1024];
    // The client is not cut off while it sends, so it reads the answer.
    let answer = company.api.post_bytes(&company.path("/issues"), body).await.unwrap();
    assert_eq!(answer.status, 413, "{}", answer.body);
    assert!(answer.error().contains("10 MB"), "{}", answer.body);

    // Without a length: the server only learns as it goes.
    let mut endless = Raw::connect(server.authority());
    let line = format!("POST /api{}", company.path("/issues"));
    endless.head(
        server.authority(),
        &line,
        "content-type: application/json\r\ntransfer-encoding: chunked\r\n",
    );
    let mut chunk = b"100000\r\n".to_vec();
    chunk.resize(chunk.len() + 0x10_0000, b' ');
    chunk.extend(b"\r\n");
    let sent = (0..1000).take_while(|_| endless.send(&chunk)).count();
    assert!(sent < 1000, "the server took all of it");

    assert_well(&company).await;
    let cost = memory_kib(server.process_id()).saturating_sub(before);
    assert!(cost < COST_KIB, "it cost {cost} KiB");
}

#[tokio::test]
async fn json_that_nests_without_end_is_refused() {
    let place = Place::new();
    let (_server, company) = server_with_company(&place).await;
    let deep = "[".repeat(200_000);
    let closed = format!("{deep}{}", "]".repeat(200_000));
    let agent = |value: &str| {
        format!(
            r#"{{"name":"Deep","role":"engineer","adapterType":"process","adapterConfig":{{"command":"true","env":{value}}}}}"#
        )
    };
    for (path, body) in [
        ("/issues", deep.clone()),
        ("/issues", closed.clone()),
        ("/issues", format!(r#"{{"title":{closed}}}"#)),
        ("/issues", format!(r#"{{"title":"Deep","executionPolicy":{closed}}}"#)),
        ("/issues", format!(r#"{{"title":"Deep","nobodyKnowsThis":{closed}}}"#)),
        ("/agents", agent(&closed)),
        ("/agents", agent(&format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000)))),
    ] {
        let answer = company.api.post_bytes(&company.path(path), body.into_bytes()).await.unwrap();
        assert_eq!(answer.status, 400, "{path}: {}", answer.body);
    }
    assert_well(&company).await;
}

#[tokio::test]
async fn what_no_text_may_hold_is_refused() {
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    refuses_bad_text(&server, &company).await;
    let Some(postgres) = Postgres::new().await else { return };
    let place = Place::new();
    let server = Server::start_with(&place, &["--port", "0", "--database-url", &postgres.url], &[]).await;
    let company = Company::found(server.api(), "Besieged").await;
    company.issue("Here from the start", None).await;
    refuses_bad_text(&server, &company).await;
}

async fn refuses_bad_text(server: &Server, company: &Company) {
    for body in [
        &b"{\"title\":\"a\\u0000b\"}"[..],
        b"{\"title\":\"T\",\"description\":\"\\u0000\"}",
        b"{\"title\":\"a\0b\"}",
        b"\0",
        b"{\"title\":\"\xff\xfe\"}",
        b"{\"title\":\"\\ud800\"}",
        b"{\"title\":\"T\",\"labelIds\":[\"\\u0000\"]}",
        b"{\"title\":\"T\",\"assigneeUserId\":\"\\u0000\"}",
    ] {
        let answer = company.api.post_bytes(&company.path("/issues"), body.to_vec()).await.unwrap();
        let shown = String::from_utf8_lossy(body);
        assert!((400..500).contains(&answer.status), "{shown}: {} {}", answer.status, answer.body);
    }
    let issue = company.api.get(&company.path("/issues")).await[0]["id"].as_str().unwrap().to_owned();
    let comment = company.api.try_post(&format!("/issues/{issue}/comments"), &json!({"body": "a\0b"})).await;
    assert!((400..500).contains(&comment.unwrap().status));
    for path in
        ["/issues?q=%00", "/issues?status=%00", "/issues?labelId=%00", "/issues?q=%ff", "/search?q=a%00b"]
    {
        let answer = company.api.try_get(&company.path(path)).await.unwrap();
        assert!(answer.status < 500, "{path}: {} {}", answer.status, answer.body);
    }
    for path in
        ["/issues/%00", "/agents/%00", "/companies/%00", "/companies/%ff/issues", "/heartbeat-runs/%00"]
    {
        let answer = company.api.try_get(path).await.unwrap();
        assert!((400..500).contains(&answer.status), "{path}: {} {}", answer.status, answer.body);
    }
    for head in ["GET /\0 HTTP/1.1\r\n\r\n".to_owned(), "\0\r\n\r\n".to_owned(), nonsense_of_many_headers()] {
        let mut raw = Raw::connect(server.authority());
        raw.send(head.as_bytes());
        if let Some((status, body)) = raw.answer() {
            assert!((400..500).contains(&status), "{status} {body}");
        }
    }
    assert_well(company).await;
}

fn nonsense_of_many_headers() -> String {
    let headers: String = (0..5000).map(|number| format!("x-{number}: {}\r\n", "y".repeat(100))).collect();
    format!("GET /api/health HTTP/1.1\r\n{headers}\r\n")
}

#[tokio::test]
async fn whoever_hangs_up_at_once_gets_the_answer_with_the_same_key() {
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    let line = format!("POST /api{}", company.path("/issues"));
    let send = |number: usize| {
        let body = json!({"title": format!("Unheard {number}")}).to_string();
        let headers = format!(
            "content-type: application/json\r\nidempotency-key: unheard-{number}\r\ncontent-length: {}\r\n",
            body.len()
        );
        let mut raw = Raw::connect(server.authority());
        raw.head(server.authority(), &line, &headers);
        raw.send(body.as_bytes());
        raw
    };
    for number in 0..40 {
        drop(send(number));
    }
    for number in 0..40 {
        let (status, body) = until("the answer is there", async || {
            // While the first request is carried out, its repetition is told so.
            send(number).answer().filter(|(status, _)| *status != 409)
        })
        .await;
        assert_eq!(status, 201, "{number}: {body}");
        assert!(body.contains(&format!("\"Unheard {number}\"")), "{number}: {body}");
    }
    assert_eq!(company.issues().await.len(), 41, "each is made once");
}

#[tokio::test]
async fn clients_that_dawdle_hold_nobody_up() {
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    let line = format!("POST /api{}", company.path("/issues"));
    let dawdlers: Vec<_> = (0..100)
        .map(|number| {
            let mut raw = Raw::connect(server.authority());
            if number % 2 == 0 {
                raw.send(b"POST /api/companies HTTP/1.1\r\nhost: ");
            } else {
                raw.head(
                    server.authority(),
                    &line,
                    "content-type: application/json\r\ncontent-length: 9000\r\n",
                );
                raw.send(b"{\"title\":\"");
            }
            raw
        })
        .collect();
    assert_well(&company).await;
    company.issue("In spite of them", None).await;
    drop(dawdlers);
    // What broke off is no issue.
    assert_eq!(company.api.get(&company.path("/issues")).await.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn two_hundred_idle_listeners_cost_little() {
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    let before = memory_kib(server.process_id());
    let idle: Vec<_> = (0..200).map(|_| LiveFeed::deaf(&server, &company)).collect();
    let listener = LiveFeed::of(&server, &company);
    let issue = company.issue("Heard by all", None).await;
    listener.next("tells of the issue", |event| event["payload"]["entityId"] == issue["id"]);
    let cost = memory_kib(server.process_id()).saturating_sub(before);
    println!("they cost {cost} KiB of memory");
    assert!(cost < COST_KIB, "they cost {cost} KiB");
    assert_well(&company).await;
    drop(idle);
}

#[tokio::test]
async fn listeners_that_stop_reading_are_not_waited_for() {
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    let deaf: Vec<_> = (0..20).map(|_| LiveFeed::deaf(&server, &company)).collect();
    let listener = LiveFeed::of(&server, &company);
    let before = memory_kib(server.process_id());
    let issue = company.issue("Much talked about", None).await;
    let path = format!("/issues/{}/comments", issue["id"].as_str().unwrap());
    for number in 0..400 {
        company.api.post(&path, &json!({"body": format!("{number} {}", "words ".repeat(1500))})).await;
    }
    let last = company.issue("The last", None).await;
    listener.next("tells of the last issue", |event| event["payload"]["entityId"] == last["id"]);
    let cost = memory_kib(server.process_id()).saturating_sub(before);
    println!("they cost {cost} KiB of memory");
    assert!(cost < COST_KIB, "they cost {cost} KiB");
    assert_well(&company).await;
    drop(deaf);
}

#[tokio::test]
async fn things_of_another_company_are_not_there() {
    let place = Place::new();
    let (_server, company) = server_with_company(&place).await;
    let other = Company::found(company.api.clone(), "The others").await;
    let secret = other.issue("Their secret", None).await;
    let secret = secret["id"].as_str().unwrap();
    let stranger = other.hire("Stranger", "true").await;
    let label = other.api.post(&other.path("/labels"), &json!({"name": "Theirs", "color": "#112233"})).await;

    // By the person at this machine, who sees both, they cannot be mixed.
    for mixed in [
        json!({"title": "Mixed", "assigneeAgentId": stranger}),
        json!({"title": "Mixed", "parentId": secret}),
        json!({"title": "Mixed", "blockedByIssueIds": [secret]}),
        json!({"title": "Mixed", "labelIds": [label["id"]]}),
    ] {
        let answer = company.api.try_post(&company.path("/issues"), &mixed).await.unwrap();
        assert!((400..500).contains(&answer.status), "{mixed}: {} {}", answer.status, answer.body);
    }

    let agent = company.hire("Agent", "true").await;
    let key = company.api.post(&format!("/agents/{agent}/keys"), &json!({"name": "key"})).await;
    let agent = company.api.with_token(key["token"].as_str().unwrap());
    for path in [
        format!("/issues/{secret}"),
        format!("/issues/{secret}/comments"),
        format!("/agents/{stranger}"),
        other.path(""),
        other.path("/issues"),
        other.path("/agents"),
        other.path("/activity"),
        other.path("/heartbeat-runs"),
    ] {
        assert_hidden(&path, agent.try_get(&path).await.unwrap().status);
    }
    for (path, body) in [
        (format!("/issues/{secret}/comments"), json!({"body": "I was here"})),
        (format!("/issues/{secret}/checkout"), json!({"agentId": stranger, "expectedStatuses": ["todo"]})),
        (format!("/agents/{stranger}/wakeup"), json!({"reason": "work"})),
        (other.path("/issues"), json!({"title": "Planted"})),
    ] {
        assert_hidden(&path, agent.try_post(&path, &body).await.unwrap().status);
    }
    assert_eq!(other.api.get(&format!("/issues/{secret}/comments")).await, Value::Array(Vec::new()));
    assert_eq!(other.api.get(&other.path("/issues")).await.as_array().unwrap().len(), 1);
}

fn assert_hidden(path: &str, status: u16) {
    assert!([403, 404].contains(&status), "{path} answered {status}");
}
