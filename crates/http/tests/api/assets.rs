//! Attachments and images, as clients see them.

use serde_json::{Value, json};
use wireclip_testkit::{Reply, TestApp};

use crate::agents::NOBODY;
use crate::playing::{agent, company, id, issue, key};

const TYPE: &str = "multipart/form-data; boundary=--cut";

/// A form with one file.
fn form(name: &str, kind: &str, content: &[u8]) -> Vec<u8> {
    let head = format!(
        "----cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: {kind}\r\n\r\n"
    );
    [head.as_bytes(), content, b"\r\n----cut--\r\n"].concat()
}

async fn upload(app: &TestApp, path: &str, name: &str, content: &[u8]) -> Reply {
    app.send_bytes("POST", path, form(name, "text/plain", content), &[("content-type", TYPE)]).await
}

struct Place {
    company: String,
    issue: String,
    upload: String,
}

async fn place(app: &TestApp) -> Place {
    let company = company(app).await;
    let issue = id(&issue(app, &company, json!({"title": "With files"})).await);
    let upload = format!("/companies/{company}/issues/{issue}/attachments");
    Place { company, issue, upload }
}

/// Removes what is due, as the engine does.
async fn sweep(app: &TestApp) {
    while app.services.assets.remove_due().await.unwrap() > 0 {}
}

#[tokio::test]
async fn a_file_goes_with_whatever_it_belongs_to() {
    for app in TestApp::on_each_database().await {
        let place = place(&app).await;
        let kept = upload(&app, &place.upload, "a.txt", b"a").await;
        assert_eq!(kept.status, 201, "{}: {}", app.database, kept.body);
        upload(&app, &place.upload, "b.txt", b"b").await;
        sweep(&app).await;
        assert_eq!(app.files.count(), 2, "{}: what is kept stays", app.database);

        let one = format!("/attachments/{}", id(&kept.body));
        assert_eq!(app.send("DELETE", &one, None).await.status, 200, "{}", app.database);
        sweep(&app).await;
        assert_eq!(app.files.count(), 1, "{}", app.database);

        assert_eq!(app.send("DELETE", &format!("/issues/{}", place.issue), None).await.status, 200);
        sweep(&app).await;
        assert_eq!(app.files.count(), 0, "{}: the issue's files go with it", app.database);

        let image = upload(&app, &format!("/companies/{}/assets/images", place.company), "c.txt", b"c").await;
        assert_eq!(image.status, 201, "{}: {}", app.database, image.body);
        let gone = app.send("DELETE", &format!("/companies/{}", place.company), None).await;
        assert_eq!(gone.status, 200, "{}: {}", app.database, gone.body);
        sweep(&app).await;
        assert_eq!(app.files.count(), 0, "{}: the company's files go with it", app.database);
    }
}

#[tokio::test]
async fn a_file_that_is_refused_leaves_nothing() {
    for app in TestApp::on_each_database().await {
        let place = place(&app).await;
        let missing = format!("/companies/{}/issues/{NOBODY}/attachments", place.company);
        let broken =
            b"----cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\ncut off"
                .to_vec();
        let with_type = [("content-type", TYPE)];
        for (path, body, status) in [
            (&place.upload, form("a.txt", "text/plain", b""), 422),
            (&place.upload, form("a.exe", "application/x-msdownload", b"MZ"), 422),
            (&place.upload, broken, 400),
            (&place.upload, b"nothing of the kind".to_vec(), 400),
            (&missing, form("a.txt", "text/plain", b"a"), 404),
        ] {
            let refused = app.send_bytes("POST", path, body, &with_type).await;
            assert_eq!(refused.status, status, "{}: {}", app.database, refused.body);
        }
        let too_large = upload(&app, &place.upload, "large.txt", &vec![b'x'; (10 << 20) + 1]).await;
        assert_eq!(too_large.status, 422, "{}: {}", app.database, too_large.body);
        // One that came in whole and is refused then is gone as soon.
        let comment = [
            b"----cut\r\nContent-Disposition: form-data; name=\"issueCommentId\"\r\n\r\n".as_slice(),
            NOBODY.as_bytes(),
            b"\r\n",
            &form("a.txt", "text/plain", b"a"),
        ];
        let refused = app.send_bytes("POST", &place.upload, comment.concat(), &with_type).await;
        assert_eq!(refused.status, 404, "{}: {}", app.database, refused.body);
        sweep(&app).await;
        assert_eq!(app.files.count(), 0, "{}", app.database);
        let exactly = upload(&app, &place.upload, "fits.txt", &vec![b'x'; 10 << 20]).await;
        assert_eq!(exactly.status, 201, "{}: {}", app.database, exactly.body);
        assert_eq!(app.files.count(), 1, "{}", app.database);
    }
}

#[tokio::test]
async fn the_same_request_sent_again_keeps_one_file() {
    for app in TestApp::on_each_database().await {
        let place = place(&app).await;
        let headers = [("content-type", TYPE), ("idempotency-key", "once")];
        let body = form("a.txt", "text/plain", b"a");
        let first = app.send_bytes("POST", &place.upload, body.clone(), &headers).await;
        let again = app.send_bytes("POST", &place.upload, body, &headers).await;
        assert_eq!((first.status.as_u16(), again.status.as_u16()), (201, 201), "{}", app.database);
        assert_eq!(first.body["id"], again.body["id"], "{}", app.database);
        let listed = app.send("GET", &format!("/issues/{}/attachments", place.issue), None).await.body;
        assert_eq!(listed.as_array().unwrap().len(), 1, "{}", app.database);
    }
}

#[tokio::test]
async fn another_companys_files_are_not_there() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app).await, place(&app).await);
        let token = key(&app, &agent(&app, &here, "Ann", json!({})).await).await;
        let attachment = id(&upload(&app, &there.upload, "a.txt", b"secret").await.body);
        let image = upload(&app, &format!("/companies/{}/assets/images", there.company), "i.txt", b"x").await;
        let asset = image.body["assetId"].as_str().unwrap().to_owned();
        for (method, path) in [
            ("GET", format!("/attachments/{attachment}/content")),
            ("DELETE", format!("/attachments/{attachment}")),
            ("GET", format!("/assets/{asset}/content")),
            ("GET", format!("/issues/{}/attachments", there.issue)),
        ] {
            let answer = app.send_as(&token, method, &path, None).await;
            assert_eq!(answer.status, 404, "{}: {method} {path}: {}", app.database, answer.body);
        }
    }
}

#[tokio::test]
async fn a_comment_takes_attachments_of_its_issue_along_and_no_others() {
    for app in TestApp::on_each_database().await {
        let place = place(&app).await;
        let other = id(&issue(&app, &place.company, json!({"title": "Other"})).await);
        let elsewhere = format!("/companies/{}/issues/{other}/attachments", place.company);
        let (own, foreign) = (
            id(&upload(&app, &place.upload, "a.txt", b"a").await.body),
            id(&upload(&app, &elsewhere, "b.txt", b"b").await.body),
        );
        let say = |ids: Value| {
            let path = format!("/issues/{}/comments", place.issue);
            let app = &app;
            async move { app.send("POST", &path, Some(json!({"body": "See", "attachmentIds": ids}))).await }
        };
        assert_eq!(say(json!([foreign])).await.status, 422, "{}", app.database);
        assert_eq!(say(json!([own, NOBODY])).await.status, 422, "{}", app.database);
        let said = say(json!([own, own])).await;
        assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
        assert_eq!(say(json!([own])).await.status, 422, "{}: it came with another", app.database);
        let listed = app.send("GET", &format!("/issues/{}/attachments", place.issue), None).await.body;
        assert_eq!(listed[0]["issueCommentId"], said.body["id"], "{}", app.database);
        let patch = json!({"comment": "More", "attachmentIds": [foreign]});
        let patched = app.send("PATCH", &format!("/issues/{}", place.issue), Some(patch)).await;
        assert_eq!(patched.status, 422, "{}: {}", app.database, patched.body);
    }
}

#[tokio::test]
async fn what_a_browser_could_run_is_not_opened() {
    let app = TestApp::new().await;
    let place = place(&app).await;
    let names = "b\u{fc}ro \"1\".html";
    let body = form(&names.replace('"', "%22"), "text/html", b"<script>alert(1)</script>");
    let page = app.send_bytes("POST", &place.upload, body, &[("content-type", TYPE)]).await;
    assert_eq!(page.status, 201, "{}", page.body);
    let sent = app.go_to("GET", &format!("/api/attachments/{}/content", id(&page.body)), &[]).await;
    let disposition = sent.headers["content-disposition"].to_str().unwrap();
    assert!(disposition.starts_with("attachment; "), "{disposition}");
    assert!(disposition.is_ascii() && disposition.contains("filename*=UTF-8''b%C3%BCro"), "{disposition}");
    assert_eq!(sent.headers["x-content-type-options"], "nosniff");
}
