//! The server inside, as both programs run it.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
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
