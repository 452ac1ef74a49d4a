//! Calls against a real server on the loopback, and those that must not leave the machine.

use std::net::IpAddr;

use async_trait::async_trait;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::*;

/// Answers every name with the same addresses.
struct Always(Vec<IpAddr>);

#[async_trait]
impl Resolve for Always {
    async fn resolve(&self, _host: &str, port: u16) -> std::io::Result<Vec<SocketAddr>> {
        Ok(self.0.iter().map(|address| SocketAddr::new(*address, port)).collect())
    }
}

/// Answers one request with these bytes and returns what it was sent.
async fn serve_once(listener: TcpListener, answer: &'static str) -> String {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut received = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let read = stream.read(&mut buffer).await.unwrap();
        received.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&received);
        let is_whole = text.split_once("\r\n\r\n").is_some_and(|(head, body)| {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            body.len() >= length.map_or(0, |length| length.parse().unwrap())
        });
        if is_whole || read == 0 {
            break;
        }
    }
    stream.write_all(answer.as_bytes()).await.unwrap();
    String::from_utf8(received).unwrap()
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    (listener, origin)
}

fn order(url: String, private_endpoints: &[&str]) -> CallOrder {
    CallOrder {
        url,
        method: "POST".to_owned(),
        headers: BTreeMap::from([("X-Garden".to_owned(), "roses".to_owned())]),
        body: Some(OpaqueJson::of(&json!({"agentId": "a", "color": "red"}))),
        private_endpoints: private_endpoints.iter().map(|origin| (*origin).to_owned()).collect(),
    }
}

#[tokio::test]
async fn an_agent_is_sent_the_order_and_its_status_is_reported() {
    for (answer, status) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok", 200),
        ("HTTP/1.1 204 No Content\r\n\r\n", 204),
        ("HTTP/1.1 202 Accepted\r\ncontent-length: 999\r\n\r\ncut off", 202),
        ("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n", 503),
    ] {
        let (listener, origin) = listen().await;
        let order = order(format!("{origin}/wake?who=ada"), &[&origin]);
        let (received, report) = tokio::join!(serve_once(listener, answer), call(&order, &SystemResolver));
        assert_eq!(report, CallReport::Answered { status });
        assert!(received.starts_with("POST /wake?who=ada HTTP/1.1\r\n"), "{received}");
        assert!(received.contains("\r\ncontent-type: application/json\r\n"), "{received}");
        assert!(received.contains("\r\nx-garden: roses\r\n"), "{received}");
        assert!(received.ends_with("\r\n\r\n{\"agentId\":\"a\",\"color\":\"red\"}"), "{received}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (listener, origin) = listen().await;
    let (target, target_origin) = listen().await;
    let answer = format!("HTTP/1.1 307 Moved\r\nlocation: {target_origin}/\r\ncontent-length: 0\r\n\r\n");
    let order = order(origin.clone(), &[&origin, &target_origin]);
    let (_, report) = tokio::join!(serve_once(listener, answer.leak()), call(&order, &SystemResolver));
    assert_eq!(report, CallReport::Answered { status: 307 });
    // Whoever had followed would stand in the queue of the second server by now.
    let second = std::future::poll_fn(|context| std::task::Poll::Ready(target.poll_accept(context))).await;
    assert!(second.is_pending());
}

#[tokio::test]
async fn a_private_address_is_not_called() {
    let (listener, origin) = listen().await;
    let port = listener.local_addr().unwrap().port();
    let report = call(&order(origin.clone(), &[]), &SystemResolver).await;
    assert!(matches!(&report, CallReport::Refused { message } if message.contains(&origin)), "{report:?}");

    // Nor by a name that means this machine.
    let url = format!("http://agent.example:{port}/");
    let report = call(&order(url, &[]), &Always(vec!["127.0.0.1".parse().unwrap()])).await;
    assert!(matches!(&report, CallReport::Refused { .. }), "{report:?}");
    let connected =
        std::future::poll_fn(|context| std::task::Poll::Ready(listener.poll_accept(context))).await;
    assert!(connected.is_pending());
}

#[tokio::test]
async fn the_request_goes_to_the_addresses_that_were_checked() {
    let (listener, origin) = listen().await;
    let loopback: IpAddr = "127.0.0.1".parse().unwrap();
    let named = origin.replace("127.0.0.1", "agent.invalid");
    let order = order(format!("{named}/wake"), &[&named]);
    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
    let resolver = Always(vec![loopback]);
    let (received, report) = tokio::join!(serve_once(listener, answer), call(&order, &resolver));
    assert_eq!(report, CallReport::Answered { status: 200 });
    assert!(received.contains("\r\nhost: agent.invalid:"), "{received}");
}

#[tokio::test]
async fn what_was_not_sent_differs_from_what_was_not_answered() {
    let (listener, origin) = listen().await;
    drop(listener);
    let report = call(&order(origin.clone(), &[&origin]), &SystemResolver).await;
    assert!(matches!(report, CallReport::Unreachable { .. }), "{report:?}");

    let report = call(&order("http://agent.example/".to_owned(), &[]), &Always(Vec::new())).await;
    assert!(matches!(&report, CallReport::Unreachable { message } if message.contains("agent.example")));

    let (listener, origin) = listen().await;
    let order = order(origin.clone(), &[&origin]);
    let (_, report) = tokio::join!(serve_once(listener, ""), call(&order, &SystemResolver));
    assert!(matches!(report, CallReport::Broken { .. }), "{report:?}");
}

#[tokio::test]
async fn a_probe_does_not_wait_for_long() {
    let (listener, origin) = listen().await;
    let order = order(origin.clone(), &[&origin]);
    let outcome = probe(&order, &SystemResolver, Duration::from_millis(20)).await;
    assert!(outcome.unwrap_err().contains("no answer"));
    drop(listener);
}

#[test]
fn a_secure_address_is_tried_with_the_machines_certificates() {
    let input = json!({"url": "https://127.0.0.1:1/", "method": "POST",
        "privateEndpoints": ["https://127.0.0.1:1"]});
    let report = call_as_ordered(input.to_string().as_bytes());
    // Without certificates on the machine the call is refused with that reason.
    let is_expected = match &report {
        CallReport::Unreachable { .. } => true,
        CallReport::Refused { message } => message.to_lowercase().contains("certificate"),
        _ => false,
    };
    assert!(is_expected, "{report:?}");
}

#[test]
fn an_order_that_cannot_be_read_is_refused_with_the_reason() {
    for input in ["", "{", r#"{"url": 7}"#, r#"{"url": "x", "method": "POST"}"#] {
        let report = call_as_ordered(input.as_bytes());
        assert!(matches!(&report, CallReport::Refused { message } if !message.is_empty()), "{report:?}");
    }
}
