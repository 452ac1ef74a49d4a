//! Files in and out, many at a time.

use serde_json::json;
use tokio::io::AsyncWriteExt;
use wireclip_fake_daytona::{Fault, routes};

use super::kit::{KEY, LIMIT, MULTIPART, fake, multipart, part, read_parts};

#[tokio::test]
async fn uploads_make_parents_and_overwrite() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let binary: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    let answer = sandbox.upload(&[("deep/er/one", b"1"), ("two", &binary)]).await.expect(200);
    assert_eq!(
        answer["files"],
        json!([{"path": "deep/er/one", "bytes": 1}, {"path": "two", "bytes": 300_000}])
    );
    assert_eq!(fake.read_file(&sandbox.id, "two").unwrap(), binary);
    sandbox.upload(&[("two", b"2")]).await.expect(200);
    assert_eq!(fake.read_file(&sandbox.id, "two").unwrap(), b"2");
    let body = multipart([part("file", Some("x"), b"single")]);
    sandbox.post_bytes("/files/upload-v2?path=three", MULTIPART, body).await.expect(200);
    assert_eq!(fake.read_file(&sandbox.id, "three").unwrap(), b"single");
}

#[tokio::test]
async fn a_file_that_comes_before_its_path_is_an_error_and_the_others_are_kept() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let body = multipart([
        part("files[0].path", None, b"good"),
        part("files[0].file", Some("f"), b"yes"),
        part("files[1].file", Some("f"), b"no"),
        part("files[1].path", None, b"bad"),
    ]);
    let answer = sandbox.post_bytes("/files/bulk-upload", MULTIPART, body).await.expect(400);
    assert_eq!(
        (answer["errors"].as_array().unwrap().len(), &answer["files"][0]["path"]),
        (1, &json!("good"))
    );
    assert!(fake.read_file(&sandbox.id, "bad").is_err());
}

#[tokio::test]
async fn an_upload_that_breaks_off_leaves_a_part_of_the_file() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let address = fake.api_url().replace("http://", "").replace("/api", "");
    let mut connection = tokio::net::TcpStream::connect(address).await.unwrap();
    let path = format!("/toolbox/{}/files/bulk-upload", sandbox.id);
    let begun = [
        part("files[0].path", None, b"partial"),
        b"--test-boundary\r\nContent-Disposition: form-data; name=\"files[0].file\"; filename=\"f\"\r\n\r\n"
            .to_vec(),
        vec![b'x'; 100_000],
    ]
    .concat();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: fake\r\nauthorization: Bearer {KEY}\r\ncontent-type: {MULTIPART}\r\ncontent-length: 1000000\r\n\r\n"
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(&begun).await.unwrap();
    let length = || fake.read_file(&sandbox.id, "partial").map_or(0, |content| content.len());
    let arrives = async {
        while length() == 0 {
            tokio::task::yield_now().await
        }
    };
    tokio::time::timeout(LIMIT, arrives).await.expect("nothing arrives");
    drop(connection);
    assert!((1..=100_000).contains(&length()));
}

#[tokio::test]
async fn a_download_is_the_files_bytes() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.upload(&[("file", b"\x00\xff")]).await.expect(200);
    let file = sandbox.get("/files/download?path=file").await;
    assert_eq!((file.status, file.body.as_slice()), (200, b"\x00\xff".as_slice()));
    assert_eq!(sandbox.get("/files/download?path=.").await.expect(400)["code"], "INVALID_FILE_PATH");
    assert_eq!(sandbox.get("/files/download?path=none").await.expect(404)["code"], "FILE_NOT_FOUND");
}

#[tokio::test]
async fn a_bulk_download_is_200_with_an_error_in_the_part_of_each_file_that_fails() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let big = vec![7; 200_000];
    sandbox.upload(&[("one", b"1\r\n--x\r\n"), ("big", &big)]).await.expect(200);
    let wanted = json!({"paths": ["one", "none", "big", "."]});
    let answer = sandbox.post("/files/bulk-download", wanted).await;
    assert_eq!(
        (answer.status, answer.headers["content-type"].as_str()),
        (200, "multipart/form-data; boundary=DAYTONA-FILE-BOUNDARY")
    );
    let (parts, is_complete) = read_parts(&answer.body);
    assert!(is_complete);
    let names: Vec<_> = parts.iter().map(|(name, path, _)| (name.as_str(), path.as_str())).collect();
    assert_eq!(names, [("file", "one"), ("error", "none"), ("file", "big"), ("error", ".")]);
    assert_eq!((parts[0].2.as_slice(), &parts[2].2), (b"1\r\n--x\r\n".as_slice(), &big));
    let error: serde_json::Value = serde_json::from_slice(&parts[1].2).unwrap();
    assert_eq!((&error["code"], &error["statusCode"]), (&json!("FILE_NOT_FOUND"), &json!(404)));
    sandbox.post("/files/bulk-download", json!({"paths": []})).await.expect(400);
    sandbox.post("/files/bulk-download", json!({})).await.expect(400);
}

#[tokio::test]
async fn a_bulk_download_can_be_cut_off_or_lack_a_part() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.upload(&[("one", b"11111111"), ("two", b"22222222")]).await.expect(200);
    let wanted = json!({"paths": ["one", "two"]});
    for parts in [0, 1, 2] {
        fake.fault(routes::BULK_DOWNLOAD, Fault::TruncateBulk { parts });
        let answer = sandbox.post("/files/bulk-download", wanted.clone()).await;
        assert_eq!((answer.status, read_parts(&answer.body).1), (200, false), "{parts}");
        assert_eq!(answer.text().contains("22222222"), parts == 2, "{parts}");
    }
    fake.fault(routes::BULK_DOWNLOAD, Fault::OmitPart { part: 0 });
    let answer = sandbox.post("/files/bulk-download", wanted.clone()).await;
    let (parts, is_complete) = read_parts(&answer.body);
    assert!(is_complete);
    assert_eq!(parts.len(), 1);
    assert_eq!(parts[0].1, "two");
    fake.fault(routes::BULK_DOWNLOAD, Fault::CutStream { after_bytes: 20 });
    assert!(sandbox.try_post("/files/bulk-download", wanted).await.is_err());
}

#[tokio::test]
async fn a_path_beyond_ascii_is_told_in_the_extended_name() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.upload(&[("naïve file", b"x")]).await.expect(200);
    let answer = sandbox.post("/files/bulk-download", json!({"paths": ["naïve file"]})).await;
    assert!(answer.text().contains("filename*=UTF-8''na%C3%AFve%20file"), "{}", answer.text());
}
