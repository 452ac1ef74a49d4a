use std::net::SocketAddr;

use axum::routing::get;

use super::*;

struct Served {
    address: SocketAddr,
    end: CancellationToken,
}

impl Served {
    async fn with(most: usize, head: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(|| async { "here" }));
        let end = CancellationToken::new();
        let limits = Limits { most, head, stall: Duration::from_secs(60) };
        TaskTracker::new().spawn(serve(listener, router, limits, end.clone()));
        Self { address, end }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.end.cancel();
    }
}

/// Reads what comes until the server closes.
async fn all(mut socket: TcpStream) -> String {
    let mut text = Vec::new();
    tokio::time::timeout(Duration::from_secs(60), socket.read_to_end(&mut text)).await.unwrap().unwrap();
    String::from_utf8(text).unwrap()
}

/// Asks once, on a connection that stays open.
async fn ask(socket: &mut TcpStream) -> String {
    socket.write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
    let mut text = vec![0; 4096];
    let length = socket.read(&mut text).await.unwrap();
    String::from_utf8_lossy(&text[..length]).into_owned()
}

#[tokio::test]
async fn a_client_that_says_nothing_or_half_loses_its_connection() {
    let served = Served::with(10, Duration::from_millis(100)).await;
    for said in [&b""[..], b"GET / HT", b"GET / HTTP/1.1\r\nhost: he"] {
        let mut socket = served.connect().await;
        socket.write_all(said).await.unwrap();
        let answer = all(socket).await;
        assert!(!answer.contains("here"), "{answer}");
    }
    let mut idle = served.connect().await;
    assert!(ask(&mut idle).await.contains("here"));
    assert_eq!(all(idle).await, "", "an idle connection ends too");
}

#[tokio::test]
async fn whoever_comes_when_all_places_are_kept_for_later_gets_one() {
    let served = Served::with(2, Duration::from_secs(600)).await;
    let (mut idle, mut silent) = (served.connect().await, served.connect().await);
    assert!(ask(&mut idle).await.contains("here"));
    let mut newcomer = served.connect().await;
    assert!(ask(&mut newcomer).await.contains("here"));
    assert_eq!(all(idle).await, "");
    silent.shutdown().await.unwrap();
}

#[tokio::test]
async fn whoever_finds_no_place_is_told_so() {
    let served = Served::with(1, Duration::from_secs(600)).await;
    let mut half = served.connect().await;
    half.write_all(b"GET / HTTP/1.1\r\nhost: he").await.unwrap();
    let mut second = served.connect().await;
    second.write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
    let answer = all(second).await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(
        head.contains(&format!("content-length: {}\r\n", body.len()))
            || head.ends_with(&format!("content-length: {}", body.len())),
        "{answer}"
    );
    half.write_all(b"re\r\n\r\n").await.unwrap();
    let mut text = vec![0; 4096];
    let length = half.read(&mut text).await.unwrap();
    assert!(String::from_utf8_lossy(&text[..length]).contains("here"), "who had a place keeps it");
}

#[tokio::test]
async fn half_a_request_loses_its_place_to_a_newcomer() {
    let served = Served::with(1, Duration::from_secs(600)).await;
    let mut half = served.connect().await;
    half.write_all(b"GET / HTTP/1.1\r\nhost: he").await.unwrap();
    let taken = async {
        loop {
            let mut newcomer = served.connect().await;
            if ask(&mut newcomer).await.contains("here") {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), taken).await.unwrap();
}
