//! The server inside, as both programs run it.

use std::process::Stdio;

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;
use tokio::process::Command;

use super::*;

#[tokio::test]
async fn a_request_comes_out_as_a_line_and_its_answer_goes_in_as_one() {
    drop(rustls::crypto::ring::default_provider().install_default());
    for (program, option, text) in [("node", "-e", NODE), ("python3", "-c", PYTHON)] {
        let mut relay = Command::new(program)
            .args([option, text])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut input = relay.stdin.take().unwrap();
        let mut lines = BufReader::new(relay.stdout.take().unwrap()).lines();
        let first = lines.next_line().await.unwrap().unwrap();
        let Listening { port } = serde_json::from_str(&first).unwrap();
        let client = Client::builder().no_proxy().build().unwrap();
        let url = format!("http://127.0.0.1:{port}/api/issues/x?y=z");
        // One whose length is told, and one that comes in chunks.
        let in_chunks = futures_util::stream::iter(["{\"a\"", ":1}"].map(Ok::<_, std::io::Error>));
        for body in [reqwest::Body::from("{\"a\":1}"), reqwest::Body::wrap_stream(in_chunks)] {
            let call = client.post(&url).header("Authorization", "Bearer t").body(body);
            let serving = async {
                let line = lines.next_line().await.unwrap().unwrap();
                let request: Request = serde_json::from_str(&line).unwrap();
                assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/api/issues/x?y=z"));
                assert_eq!(request.headers["authorization"], "Bearer t", "{program}");
                assert_eq!(STANDARD.decode(&request.body).unwrap(), b"{\"a\":1}");
                let headers = BTreeMap::from([("etag".to_owned(), "1".to_owned())]);
                let answer =
                    Answer { id: request.id, status: 418, headers, body: STANDARD.encode("short and stout") };
                input.write_all(OpaqueJson::of(&answer).to_string().as_bytes()).await.unwrap();
                input.write_all(b"\n").await.unwrap();
            };
            let (answer, ()) = tokio::join!(call.send(), serving);
            let answer = answer.unwrap();
            assert_eq!(
                (answer.status().as_u16(), &answer.headers()["etag"]),
                (418, &"1".parse().unwrap()),
                "{program}"
            );
            assert_eq!(answer.text().await.unwrap(), "short and stout", "{program}");
        }
        drop(input);
        let ended = tokio::time::timeout(Duration::from_secs(20), relay.wait()).await;
        assert!(ended.unwrap().unwrap().success(), "{program} ends with its input");
    }
}

/// An API that lets everybody wait for its answer; with how many do.
async fn silent_api() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let waiting = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&waiting);
    TaskTracker::new().spawn(async move {
        let mut kept = Vec::new();
        while let Ok((connection, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::SeqCst);
            kept.push(connection);
        }
    });
    (url, waiting)
}

/// An API that gives one answer to one request, and returns what it was asked.
async fn answering_api(body: Vec<u8>) -> (String, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let asked = TaskTracker::new().spawn(async move {
        let (mut connection, _) = listener.accept().await.unwrap();
        let mut asked = Vec::new();
        while !asked.windows(4).any(|end| end == b"\r\n\r\n") {
            let mut piece = [0; 1024];
            let read = connection.read(&mut piece).await.unwrap();
            asked.extend(&piece[..read]);
        }
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
        connection.write_all(head.as_bytes()).await.unwrap();
        // Whoever has enough hangs up.
        drop(connection.write_all(&body).await);
        String::from_utf8_lossy(&asked).into_owned()
    });
    (url, asked)
}

fn passing(url: &str) -> Passing {
    let (run_token, bridge_token) = ("the-runs-own".to_owned(), "the-bridges".to_owned());
    Passing::new(&ApiOrder { url: url.to_owned(), run_token, bridge_token }).unwrap()
}

fn request(id: u64) -> Request {
    Request {
        id,
        method: "GET".to_owned(),
        path: "/api/issues/x".to_owned(),
        headers: BTreeMap::from([("authorization".to_owned(), "Bearer the-bridges".to_owned())]),
        body: String::new(),
    }
}

fn line(id: u64) -> Vec<u8> {
    let headers = BTreeMap::from([("authorization", "Bearer the-bridges")]);
    let mut json = OpaqueJson::object();
    json.set("id", &id);
    json.set("method", &"GET");
    json.set("path", &"/api/issues/x");
    json.set("headers", &headers);
    json.set("body", &"");
    format!("{json}\n").into_bytes()
}

/// An input that keeps what is written.
struct Kept(mpsc::UnboundedSender<Vec<u8>>);

#[async_trait]
impl RemoteInput for Kept {
    async fn write(&mut self, bytes: &[u8]) -> Result<(), ProviderError> {
        drop(self.0.send(bytes.to_vec()));
        Ok(())
    }

    async fn close(&mut self) -> Result<(), ProviderError> {
        Ok(())
    }
}

#[tokio::test]
async fn however_many_lines_come_no_more_are_read_than_are_worked_on() {
    let (url, waiting) = silent_api().await;
    let (lines, output) = mpsc::channel(1);
    let (kept, _answers) = mpsc::unbounded_channel();
    let reading = Lines { output, stdout: Vec::new(), stderr: Vec::new() };
    let serving = TaskTracker::new().spawn(serve(reading, Box::new(Kept(kept)), Arc::new(passing(&url))));
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    let writing = TaskTracker::new().spawn(async move {
        for id in 0..10_000 {
            if lines.send(RemoteOutput { stream: OutputStream::Stdout, bytes: line(id) }).await.is_err() {
                return;
            }
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    let all_wait = async {
        while waiting.load(Ordering::SeqCst) < AT_ONCE {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), all_wait).await.unwrap();
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
    }
    // One is read and waits for its turn, one is in the channel.
    assert!(written.load(Ordering::SeqCst) <= AT_ONCE + 2, "{written:?}");
    assert_eq!(waiting.load(Ordering::SeqCst), AT_ONCE);
    serving.abort();
    writing.abort();
}

#[tokio::test]
async fn lines_that_nobody_of_ours_writes_do_no_harm() {
    let (lines, output) = mpsc::channel(8);
    let (kept, mut answers) = mpsc::unbounded_channel();
    let reading = Lines { output, stdout: Vec::new(), stderr: Vec::new() };
    let serving = TaskTracker::new().spawn(serve(
        reading,
        Box::new(Kept(kept)),
        Arc::new(passing("http://127.0.0.1:1")),
    ));
    let text = |text: &str| RemoteOutput { stream: OutputStream::Stdout, bytes: text.as_bytes().to_vec() };
    for hostile in ["no json\n", "{}\n", "\n", "[1]\n{\"id\":-1}\n"] {
        lines.send(text(hostile)).await.unwrap();
    }
    let no_base64 = "{\"id\":7,\"method\":\"GET\",\"path\":\"/api/issues\",\"headers\":{},\"body\":\"%\"}\n";
    lines.send(text(no_base64)).await.unwrap();
    let answer = tokio::time::timeout(Duration::from_secs(20), answers.recv()).await.unwrap().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!((&answer["id"], &answer["status"]), (&7.into(), &400.into()));
    // A line that does not end closes the bridge, and is not kept as a whole.
    let endless = RemoteOutput { stream: OutputStream::Stdout, bytes: vec![b'x'; LONGEST_LINE + 1] };
    lines.send(endless).await.unwrap();
    tokio::time::timeout(Duration::from_secs(20), serving).await.expect("it ends").unwrap();
}

#[tokio::test]
async fn the_api_hears_the_runs_own_token_and_its_answers_are_not_too_long() {
    let (url, asked) = answering_api(b"{}".to_vec()).await;
    let answer = passing(&url).pass(request(1)).await;
    assert_eq!((answer.status, STANDARD.decode(answer.body).unwrap()), (200, b"{}".to_vec()));
    let asked = asked.await.unwrap();
    assert!(asked.contains("Bearer the-runs-own") && !asked.contains("the-bridges"), "{asked}");

    let (url, _asked) = answering_api(vec![b' '; LONGEST_ANSWER + 1]).await;
    assert_eq!(passing(&url).pass(request(2)).await.status, 502);
    assert_eq!(passing("http://127.0.0.1:1").pass(request(3)).await.status, 503);
}
