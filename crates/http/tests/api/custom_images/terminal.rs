//! The terminal of a sandbox that is being set up, over a real socket.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{Session, World};
use crate::agents::{NOBODY, text};

const LIMIT: Duration = Duration::from_secs(30);

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn open(address: &str, path: &str) -> Result<Self, u16> {
        match connect_async(format!("ws://{address}{path}")).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("the socket failed: {error}"),
        }
    }

    async fn say(&mut self, said: &Value) {
        self.0.send(Message::Text(said.to_string().into())).await.unwrap();
    }

    /// Returns the next message, or the code with which the socket is closed.
    async fn hear(&mut self) -> Result<Value, u16> {
        loop {
            let message = tokio::time::timeout(LIMIT, self.0.next()).await.expect("a message in time");
            match message.expect("a last word").expect("a message") {
                Message::Text(text) => return Ok(serde_json::from_str(&text).unwrap()),
                Message::Close(frame) => return Err(frame.expect("a code").code.into()),
                _ => {}
            }
        }
    }

    /// Reads what is shown until a text is in it.
    async fn until(&mut self, text: &str) -> String {
        let mut shown = String::new();
        while !shown.contains(text) {
            let heard = self.hear().await.unwrap_or_else(|code| panic!("closed with {code}: {shown}"));
            if heard["type"] == "output" {
                shown.push_str(heard["data"].as_str().unwrap());
            }
        }
        shown
    }

    /// Returns why the terminal ends, and the code.
    async fn end(&mut self) -> (String, u16) {
        let mut reason = String::new();
        loop {
            match self.hear().await {
                Ok(heard) if heard["type"] == "closed" => reason = text(&heard["reason"]),
                Ok(_) => {}
                Err(code) => return (reason, code),
            }
        }
    }
}

#[tokio::test]
async fn a_page_of_another_server_opens_no_terminal() {
    for world in World::on_each_database().await {
        let session = world.start().await;
        let address = world.app.listen().await;
        let (_, path) = token(&world, &session).await;
        for (name, value) in [("origin", "http://elsewhere.example"), ("host", "elsewhere.example")] {
            let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
            match connect_async(request).await {
                Err(Error::Http(answer)) => assert_eq!(answer.status(), 403, "{name}"),
                other => panic!("{}: {name} is let in: {:?}", world.database(), other.map(|_| ())),
            }
        }
    }
}

/// Gets a token, and returns it with the path of the socket.
async fn token(world: &World, session: &Session) -> (Value, String) {
    let made = world.done("POST", &format!("{}/terminal-session-token", session.path), json!({})).await;
    assert_eq!(made["connectionType"], "ssh", "{made}");
    let path = format!("{}?terminalSessionId={}", text(&made["websocketPath"]), text(&made["id"]));
    (json!({"type": "auth", "token": made["token"]}), path)
}

#[tokio::test]
async fn a_person_works_in_the_sandbox_and_leaves_with_the_session() {
    for world in World::on_each_database().await {
        let address = world.app.listen().await;
        let session = world.start().await;
        let (auth, path) = token(&world, &session).await;
        let mut socket = Socket::open(&address, &format!("{path}&cols=90&rows=20")).await.unwrap();
        socket.say(&json!({"type": "resize", "cols": 101, "rows": 33})).await;
        socket.say(&auth).await;
        let ready = socket.hear().await.unwrap();
        assert_eq!(
            (&ready["type"], &ready["setupSessionId"]),
            (&json!("ready"), &session.shown["session"]["id"]),
            "{}",
            world.database()
        );
        let typed = "stty size; echo \"made $((40+2))\" > tool; printf 'euro %s\\n' €\r";
        socket.say(&json!({"type": "input", "data": typed})).await;
        let shown = socket.until("euro €").await;
        assert!(shown.contains("33 101"), "{shown}");
        // What is no JSON is typed as it is; what makes no sense is told.
        socket.0.send(Message::Text("cat tool\r".into())).await.unwrap();
        socket.until("made 42").await;
        socket.say(&json!({"type": "dance"})).await;
        assert_eq!(socket.hear_of_error().await, "error");
        world.done("POST", &format!("{}/finish", session.path), json!({})).await;
        assert_eq!(socket.end().await, ("setup_finished".to_owned(), 1000), "{}", world.database());
    }
}

impl Socket {
    async fn hear_of_error(&mut self) -> String {
        loop {
            let heard = self.hear().await.unwrap();
            if heard["type"] != "output" {
                return text(&heard["type"]);
            }
        }
    }
}

#[tokio::test]
async fn a_shell_that_ends_closes_the_terminal_and_a_cancelled_session_too() {
    for world in World::on_each_database().await {
        let address = world.app.listen().await;
        let session = world.start().await;
        let (auth, path) = token(&world, &session).await;
        let mut first = Socket::open(&address, &path).await.unwrap();
        first.say(&auth).await;
        first.hear().await.unwrap();
        first.say(&json!({"type": "input", "data": "exit\r"})).await;
        assert_eq!(first.end().await, ("ssh_closed".to_owned(), 1000), "{}", world.database());
        let mut second = Socket::open(&address, &path).await.unwrap();
        second.say(&auth).await;
        second.hear().await.unwrap();
        world.done("POST", &format!("{}/cancel", session.path), json!({})).await;
        assert_eq!(second.end().await, ("setup_cancelled".to_owned(), 1000), "{}", world.database());
        let mut late = Socket::open(&address, &path).await.unwrap();
        late.say(&auth).await;
        assert_eq!(late.end().await, ("auth_failed".to_owned(), 1008), "{}", world.database());
    }
}

#[tokio::test]
async fn nobody_gets_in_without_the_token() {
    for world in World::on_each_database().await {
        let address = world.app.listen().await;
        let session = world.start().await;
        let (auth, path) = token(&world, &session).await;
        let bare = path.split('?').next().unwrap();
        for query in ["", "?terminalSessionId=x", "?cols=1"] {
            assert_eq!(Socket::open(&address, &format!("{bare}{query}")).await.err(), Some(400), "{query}");
        }
        for size in ["cols=0", "rows=10000", "cols=many"] {
            assert_eq!(Socket::open(&address, &format!("{path}&{size}")).await.err(), Some(400), "{size}");
        }
        let wrong = json!({"type": "auth", "token": "wrong"});
        let other = format!("{bare}?terminalSessionId={NOBODY}");
        let first = json!({"type": "input", "data": "id\r"});
        for (path, said) in [(&path, &wrong), (&other, &auth), (&path, &first)] {
            let mut socket = Socket::open(&address, path).await.unwrap();
            socket.say(said).await;
            assert_eq!(socket.end().await, ("auth_failed".to_owned(), 1008), "{}: {said}", world.database());
        }
    }
}
