//! The live feed, over a real socket.

use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use wireclip_http::Patience;
use wireclip_testkit::TestApp;

use crate::playing::{self, agent, claim_one, id, killed, settle};

/// The longest that a message may take on its way.
const LIMIT: Duration = Duration::from_secs(20);

pub(crate) struct Listener(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Listener {
    pub(crate) async fn open(address: &str, path: &str) -> Self {
        Self::try_open(address, path, &[]).await.expect("the server lets the listener in")
    }

    /// Opens a socket; the status where the server refuses it.
    async fn try_open(address: &str, path: &str, headers: &[(&'static str, &str)]) -> Result<Self, u16> {
        let mut request = format!("ws://{address}/api{path}").into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match connect_async(request).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("the socket failed: {error}"),
        }
    }

    pub(crate) async fn next(&mut self) -> Value {
        loop {
            let message = tokio::time::timeout(LIMIT, self.0.next()).await.expect("a message in time");
            match message.expect("the socket is open").expect("a message") {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("not a message: {other:?}"),
            }
        }
    }

    /// Returns with which code the server closes the socket, and is not told of this before.
    async fn closed_before(&mut self, untold: &str) -> u16 {
        loop {
            let message = tokio::time::timeout(LIMIT, self.0.next()).await.expect("a message in time");
            match message.expect("a last word").expect("a message") {
                Message::Close(frame) => return frame.expect("a reason").code.into(),
                Message::Text(text) => {
                    assert!(!text.contains(untold), "told although it may not hear: {text}")
                }
                _ => {}
            }
        }
    }

    async fn actions(&mut self, count: usize) -> Vec<String> {
        let mut actions = Vec::new();
        while actions.len() < count {
            actions.push(self.next().await["payload"]["action"].as_str().unwrap().to_owned());
        }
        actions
    }
}

async fn company(app: &TestApp, name: &str) -> String {
    let made = app.send("POST", "/companies", Some(json!({"name": name}))).await;
    made.body["id"].as_str().expect("a company").to_owned()
}

async fn make_label(app: &TestApp, company: &str, name: &str) {
    let label = json!({"name": name, "color": "#ffffff"});
    let made = app.send("POST", &format!("/companies/{company}/labels"), Some(label)).await;
    assert_eq!(made.status, 201);
}

#[tokio::test]
async fn a_listener_hears_of_every_change_in_the_shape_that_clients_know() {
    for app in TestApp::on_each_database().await {
        let address = app.listen().await;
        let company = company(&app, "Heard").await;
        let mut listener = Listener::open(&address, &format!("/companies/{company}/events/ws")).await;
        make_label(&app, &company, "bug").await;
        let message = listener.next().await;
        assert!(message["id"].is_u64(), "{message}");
        assert!(message["seq"].is_i64(), "{message}");
        assert_eq!(message["companyId"], company.as_str());
        assert_eq!(message["type"], "activity.logged");
        let payload = &message["payload"];
        assert_eq!(payload["actorType"], "user");
        assert_eq!(payload["actorId"], "local-board");
        assert_eq!(payload["action"], "label.created");
        assert_eq!(payload["entityType"], "label");
        assert_eq!(payload["agentId"], Value::Null);
        assert_eq!(payload["responsibleUserId"], "local-board");
    }
}

#[tokio::test]
async fn a_listener_that_comes_back_hears_what_it_missed_once_and_in_order() {
    for app in TestApp::on_each_database().await {
        let address = app.listen().await;
        let company = company(&app, "Missed").await;
        let path = format!("/companies/{company}/events/ws");
        let mut listener = Listener::open(&address, &path).await;
        make_label(&app, &company, "first").await;
        let seen = listener.next().await["seq"].as_i64().unwrap();
        drop(listener);

        // More than are read from the store at a time.
        for number in 0..450 {
            make_label(&app, &company, &format!("missed {number}")).await;
        }
        let mut listener = Listener::open(&address, &format!("{path}?after={seen}")).await;
        make_label(&app, &company, "live again").await;
        for expected in seen + 1..=seen + 451 {
            assert_eq!(listener.next().await["seq"].as_i64(), Some(expected));
        }
    }
}

#[tokio::test]
async fn a_listener_that_is_ahead_is_told_to_read_anew_and_goes_on_from_now() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let company = company(&app, "Ahead").await;
    let path = format!("/companies/{company}/events/ws");
    let mut listener = Listener::open(&address, &format!("{path}?after=1000000")).await;
    let told = listener.next().await;
    assert_eq!(told["type"], "resync");
    make_label(&app, &company, "heard").await;
    let heard = listener.next().await;
    assert_eq!(heard["payload"]["action"], "label.created");
    assert_eq!(heard["seq"].as_i64(), told["seq"].as_i64().map(|seq| seq + 1));
}

#[tokio::test]
async fn a_listener_that_comes_back_too_late_is_told_once_to_read_anew() {
    for app in TestApp::on_each_database().await {
        let address = app.listen().await;
        let company = company(&app, "Late").await;
        let path = format!("/companies/{company}/events/ws");
        let mut listener = Listener::open(&address, &path).await;
        make_label(&app, &company, "first").await;
        let seen = listener.next().await["seq"].as_i64().unwrap();
        drop(listener);
        for name in ["one", "two", "three"] {
            let agent = agent(&app, &company, name, json!({})).await;
            app.send("POST", &format!("/agents/{agent}/pause"), None).await;
        }
        let is_stored = |seq: i64| seq > seen;
        let mut listener = Listener::open(&address, &format!("{path}?after={seen}")).await;
        let mut kinds = Vec::new();
        while !kinds.iter().any(|kind| kind == "agent.status") {
            let message = listener.next().await;
            assert!(message["seq"].as_i64().is_some_and(is_stored), "{message}");
            kinds.push(message["type"].as_str().unwrap().to_owned());
        }
        drop(listener);

        let later = app.services.core.clock.now().plus(Duration::from_secs(1));
        app.services.retention.remove_events(later).await.unwrap();
        let mut listener = Listener::open(&address, &format!("{path}?after={seen}")).await;
        make_label(&app, &company, "last").await;
        let mut told = 0;
        loop {
            let message = listener.next().await;
            told += usize::from(message["type"] == "resync");
            assert_ne!(message["type"], "agent.status", "it was removed");
            if message["payload"]["details"]["name"] == "last" {
                break;
            }
        }
        assert_eq!(told, 1);
    }
}

#[tokio::test]
async fn a_listener_that_wants_to_is_told_that_the_line_is_alive() {
    let ping_period = Duration::from_millis(50);
    let app = TestApp::new().await.waiting(Patience { ping_period, ..Patience::default() });
    let address = app.listen().await;
    let company = company(&app, "Quiet").await;
    let path = format!("/companies/{company}/events/ws");
    let mut listener = Listener::open(&address, &format!("{path}?heartbeat=1")).await;
    assert_eq!(listener.next().await, json!({"type": "ping"}));
    assert_eq!(listener.next().await, json!({"type": "ping"}));
}

#[tokio::test]
async fn a_listener_hears_of_no_other_company() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let (own, other) = (company(&app, "Own").await, company(&app, "Other").await);
    let mut listener = Listener::open(&address, &format!("/companies/{own}/events/ws")).await;
    make_label(&app, &other, "elsewhere").await;
    make_label(&app, &own, "here").await;
    assert_eq!(listener.next().await["companyId"], own.as_str());
}

#[tokio::test]
async fn whoever_may_not_listen_is_refused_as_clients_know_it() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let company = company(&app, "Closed").await;
    let path = format!("/companies/{company}/events/ws");
    let refused = |path: String, headers: Vec<(&'static str, &'static str)>| {
        let address = address.clone();
        async move { Listener::try_open(&address, &path, &headers).await.err() }
    };
    let bearer = |value| vec![("authorization", value)];
    assert_eq!(refused(path.clone(), bearer("Bearer nonsense")).await, Some(403));
    assert_eq!(refused(path.clone(), bearer("Basic bm9uc2Vuc2U=")).await, Some(403));
    assert_eq!(refused(format!("{path}?token=nonsense"), vec![]).await, Some(403));
    assert_eq!(refused(format!("{path}?token="), vec![]).await, Some(403), "an empty token is a wrong one");
    let page = vec![("origin", "https://example.com")];
    assert_eq!(refused(path.clone(), page).await, Some(403), "a foreign page is not the person");
    let missing = "/companies/11111111-1111-4111-8111-111111111111/events/ws".to_owned();
    assert_eq!(refused(missing, vec![]).await, Some(404));
    assert_eq!(refused(path, vec![]).await, None);
}

/// A socket that is opened and then never read: what its kernel takes is all that is taken.
async fn deaf(address: &str, company: &str) -> TcpStream {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut socket = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET /api/companies/{company}/events/ws HTTP/1.1\r\nhost: {address}\r\nupgrade: websocket\r\n\
         connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut begun = [0; 12];
    socket.read_exact(&mut begun).await.unwrap();
    assert_eq!(&begun, b"HTTP/1.1 101");
    socket
}

/// Returns how many bytes were left for a socket when the server had let go of it.
async fn left_over(mut socket: TcpStream) -> usize {
    use tokio::io::AsyncReadExt as _;
    let mut rest = Vec::new();
    // The end may be one of a connection that was broken off.
    drop(tokio::time::timeout(LIMIT, socket.read_to_end(&mut rest)).await.expect("the server lets go"));
    rest.len()
}

#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "a connection is waited for in real time")]
async fn a_listener_that_shows_no_sign_of_life_is_let_go() {
    let ping_period = Duration::from_millis(100);
    let app = TestApp::new().await.waiting(Patience { ping_period, ..Patience::default() });
    let address = app.listen().await;
    let company = company(&app, "Silent").await;
    let begun = std::time::Instant::now();
    let left = left_over(deaf(&address, &company).await).await;
    assert!(left < 1024, "pings only: {left} bytes");
    assert!(begun.elapsed() >= ping_period, "it was asked first");
}

#[tokio::test]
async fn a_listener_that_never_reads_costs_no_more_than_its_sockets_hold() {
    const EVENTS: usize = 600;
    const EACH: usize = 100 * 1024;
    let send_limit = Duration::from_millis(300);
    let app = TestApp::new().await.waiting(Patience { send_limit, ..Patience::default() });
    let address = app.listen().await;
    let company = company(&app, "Deaf").await;
    let socket = deaf(&address, &company).await;
    let details = json!({"note": "x".repeat(EACH)});
    for number in 0..EVENTS {
        let entry = json!({
            "actorType": "user", "actorId": "local-board", "action": "note.taken", "entityType": "note",
            "entityId": number.to_string(), "details": details,
        });
        let made = app.send("POST", &format!("/companies/{company}/activity"), Some(entry)).await;
        assert_eq!(made.status, 201, "{}", made.body);
    }
    let left = left_over(socket).await;
    assert!(left < EVENTS * EACH / 2, "the server kept sending: {left} bytes");
    // Whoever reads hears on.
    let mut listener = Listener::open(&address, &format!("/companies/{company}/events/ws")).await;
    make_label(&app, &company, "heard").await;
    assert_eq!(listener.actions(1).await, ["label.created"]);
}

#[tokio::test]
async fn a_listener_hears_nothing_once_its_credential_is_good_for_nothing() {
    for app in TestApp::on_each_database().await {
        let address = app.listen().await;
        let company = playing::company(&app).await;
        let (ada, bob) =
            (agent(&app, &company, "Ada", json!({})).await, agent(&app, &company, "Bob", json!({})).await);
        let keys = format!("/agents/{ada}/keys");
        let key = app.send("POST", &keys, Some(json!({"name": "k"}))).await.body;
        let bobs_key = playing::key(&app, &bob).await;
        app.send("POST", &format!("/agents/{ada}/heartbeat/invoke"), Some(json!({}))).await;
        let run = claim_one(&app).await;
        let token = app.services.runs.token(&run).unwrap();
        let path = format!("/companies/{company}/events/ws");
        let listen = async |token: &str| {
            let bearer = format!("Bearer {token}");
            Listener::try_open(&address, &path, &[("authorization", &bearer)]).await.unwrap()
        };
        let mut by_key = listen(key["token"].as_str().unwrap()).await;
        let mut by_run = listen(secrecy::ExposeSecret::expose_secret(&token)).await;
        let mut by_other = listen(&bobs_key).await;
        make_label(&app, &company, "first").await;
        for listener in [&mut by_key, &mut by_run, &mut by_other] {
            assert_eq!(listener.actions(1).await, ["label.created"], "{}", app.database);
        }

        let revoked = app.send("DELETE", &format!("{keys}/{}", id(&key)), None).await;
        assert!(revoked.status.is_success(), "{}: {}", app.database, revoked.body);
        settle(&app, &run, killed()).await;
        app.send("POST", &format!("/agents/{bob}/terminate"), None).await;
        make_label(&app, &company, "second").await;
        for mut listener in [by_key, by_run, by_other] {
            assert_eq!(listener.closed_before("label.created").await, 1008, "{}", app.database);
        }
    }
}
