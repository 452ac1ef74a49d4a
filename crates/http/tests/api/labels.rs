//! Labels, as clients see them.

use serde_json::json;
use wireclip_testkit::TestApp;

#[tokio::test]
async fn a_label_belongs_to_its_company_and_has_a_name_of_its_own() {
    for app in TestApp::on_each_database().await {
        let company = app.send("POST", "/companies", Some(json!({"name": "Acme"}))).await;
        assert_eq!(company.status, 201, "{}: {}", app.database, company.body);
        let path = format!("/companies/{}/labels", company.body["id"].as_str().unwrap());
        let made =
            app.send("POST", &path, Some(json!({"name": "bug", "color": "#ff0000", "shape": "round"}))).await;
        assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
        assert_eq!(made.headers["x-wireclip-ignored"], "shape");
        let again = app.send("POST", &path, Some(json!({"name": "bug", "color": "#00ff00"}))).await;
        assert_eq!(again.status, 409, "{}: {}", app.database, again.body);
        let listed = app.send("GET", &path, None).await;
        assert_eq!(listed.body, json!([made.body]), "{}", app.database);
    }
}

#[tokio::test]
async fn the_same_request_with_the_same_key_is_carried_out_once() {
    for app in TestApp::on_each_database().await {
        let key = [("idempotency-key", "once")];
        let first = app.send_with("POST", "/companies", Some(json!({"name": "Acme"})), &key).await;
        let second = app.send_with("POST", "/companies", Some(json!({"name": "Acme"})), &key).await;
        assert_eq!((first.status, &first.body), (second.status, &second.body), "{}", app.database);
        let misspelt = json!({"name": "Spelt", "colour": "red"});
        let key_of_another = [("idempotency-key", "another")];
        for _ in 0..2 {
            let told = app.send_with("POST", "/companies?q=1", Some(misspelt.clone()), &key_of_another).await;
            assert_eq!(told.headers["x-wireclip-ignored"], "colour, q", "{}: given again", app.database);
        }
        let path = format!("/companies/{}", first.body["id"].as_str().unwrap());
        let renamed = json!({"description": "once"});
        let once = app.send_with("PATCH", &path, Some(renamed.clone()), &key).await;
        let twice = app.send_with("PATCH", &path, Some(renamed), &key).await;
        assert_eq!((once.status.as_u16(), &once.body), (200, &twice.body), "{}", app.database);
        let elsewhere = app.send_with("POST", "/companies?as=new", Some(json!({"name": "Acme"})), &key).await;
        assert_eq!(elsewhere.status, 201, "{}: {}", app.database, elsewhere.body);
        assert_ne!(elsewhere.body["id"], first.body["id"], "{}: another address", app.database);
        let other = app.send_with("POST", "/companies", Some(json!({"name": "Other"})), &key).await;
        assert_eq!(other.status, 422, "{}: {}", app.database, other.body);
    }
}
