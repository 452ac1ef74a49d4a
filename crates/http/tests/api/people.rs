//! People: signing up and in, what they are in companies, their keys.

use serde_json::{Value, json};
use wireclip_domain::person::EmailAddress;
use wireclip_http::HttpSettings;
use wireclip_services::RefusalKind;
use wireclip_services::people::Client;
use wireclip_testkit::{Reply, TestApp};

/// Where the pages of the server under test come from.
pub(crate) const ORIGIN: &str = "http://127.0.0.1:3100";
const PASSWORD: &str = "a-long-enough-word";

/// Signs somebody up; returns their cookie and their id.
pub(crate) async fn signed_up(app: &TestApp, name: &str) -> (String, String) {
    let body = json!({"name": name, "email": format!("{name}@people.test"), "password": PASSWORD});
    let reply = app.send_with("POST", "/auth/sign-up/email", Some(body), &[]).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    (cookie_of(&reply), reply.body["user"]["id"].as_str().unwrap().to_owned())
}

fn cookie_of(reply: &Reply) -> String {
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    cookie.split(';').next().unwrap().to_owned()
}

async fn by(app: &TestApp, cookie: &str, method: &str, path: &str, body: Value) -> Reply {
    let body = Some(body).filter(|body| !body.is_null());
    app.send_with(method, path, body, &[("cookie", cookie), ("origin", ORIGIN)]).await
}

async fn sign_in(app: &TestApp, name: &str, password: &str) -> Reply {
    let body = json!({"email": format!("{name}@people.test"), "password": password});
    app.send_with("POST", "/auth/sign-in/email", Some(body), &[]).await
}

/// A server with a keeper who looks after it, and a company of theirs.
async fn kept(app: &TestApp) -> (String, String) {
    let (keeper, _) = signed_up(app, "keeper").await;
    assert_eq!(by(app, &keeper, "POST", "/bootstrap/claim", json!({})).await.status, 200);
    let company = by(app, &keeper, "POST", "/companies", json!({"name": "Guild"})).await.body;
    (keeper, company["id"].as_str().unwrap().to_owned())
}

/// Has somebody belong to a company as an operator.
async fn let_in(app: &TestApp, keeper: &str, user: &str, company: &str) -> String {
    let path = format!("/admin/users/{user}/company-access");
    let given = by(app, keeper, "PUT", &path, json!({"companyIds": [company]})).await;
    assert_eq!(given.status, 200, "{}", given.body);
    given.body["companyAccess"][0]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_session_lasts_until_it_is_ended_and_ends_nowhere_else() {
    for app in TestApp::on_each_database().await {
        let app = app.authenticated();
        let (first, _) = signed_up(&app, "ada").await;
        let second = cookie_of(&sign_in(&app, "ada", PASSWORD).await);
        let sessions = by(&app, &first, "GET", "/auth/sessions", Value::Null).await.body;
        let sessions = sessions.as_array().unwrap();
        assert_eq!(sessions.len(), 2);
        let other = sessions.iter().find(|session| session["isCurrent"] == false).unwrap();
        let (stranger, _) = signed_up(&app, "bob").await;
        let end = format!("/auth/sessions/{}", other["id"].as_str().unwrap());
        assert_eq!(by(&app, &stranger, "DELETE", &end, Value::Null).await.status, 404);
        assert_eq!(by(&app, &second, "GET", "/auth/get-session", Value::Null).await.status, 200);
        assert_eq!(by(&app, &first, "DELETE", &end, Value::Null).await.status, 200);
        assert_eq!(by(&app, &second, "GET", "/auth/get-session", Value::Null).await.status, 401);
        assert_eq!(by(&app, &first, "POST", "/auth/sign-out", json!({})).await.status, 200);
        assert_eq!(by(&app, &first, "GET", "/auth/get-session", Value::Null).await.status, 401);
    }
}

#[tokio::test]
async fn whoever_guesses_is_stopped_and_nobody_else_is() {
    for app in TestApp::on_each_database().await {
        let app = app.authenticated();
        signed_up(&app, "ada").await;
        let people = &app.services.people;
        let email = EmailAddress::parse("ada@people.test").unwrap();
        let thief = Client { address: Some("203.0.113.7".parse().unwrap()), user_agent: None };
        for _ in 0..10 {
            let refused = people.sign_in(&email, "not-the-password".into(), true, &thief).await.unwrap_err();
            assert_eq!(refused.refusal().unwrap().kind, RefusalKind::Unauthenticated);
        }
        // From there the right one does not help any more, and a restart forgives nothing: it is stored.
        let refused = people.sign_in(&email, PASSWORD.into(), true, &thief).await.unwrap_err();
        assert_eq!(refused.refusal().unwrap().kind, RefusalKind::TooMany);
        let own = Client { address: Some("198.51.100.1".parse().unwrap()), user_agent: None };
        people.sign_in(&email, PASSWORD.into(), true, &own).await.unwrap().into_inner();
        // Who signs in again and again is no thief.
        for _ in 0..12 {
            people.sign_in(&email, PASSWORD.into(), true, &own).await.unwrap().into_inner();
        }
    }
}

#[tokio::test]
async fn of_many_guesses_at_once_each_is_counted() {
    for app in TestApp::on_each_database().await {
        let app = app.authenticated();
        signed_up(&app, "ada").await;
        let (people, email) = (&app.services.people, EmailAddress::parse("ada@people.test").unwrap());
        let thief = Client { address: Some("203.0.113.7".parse().unwrap()), user_agent: None };
        let guesses = (0..20).map(|_| people.sign_in(&email, "not-the-password".into(), true, &thief));
        let answers = futures_util::future::join_all(guesses).await;
        let kinds: Vec<_> =
            answers.iter().map(|answer| answer.as_ref().unwrap_err().refusal().unwrap().kind).collect();
        let count = |kind| kinds.iter().filter(|other| **other == kind).count();
        let counted = (count(RefusalKind::Unauthenticated), count(RefusalKind::TooMany));
        assert_eq!(counted, (10, 10), "{}", app.database);
    }
}

#[tokio::test]
async fn strangers_make_no_account_where_sign_up_is_closed() {
    let mut app = TestApp::new().await.authenticated();
    let settings = HttpSettings { sign_up_is_open: false, ..(*app.app.settings).clone() };
    app.app.settings = settings.into();
    let app = app.serving_anew();
    let body = json!({"name": "Eve", "email": "eve@people.test", "password": PASSWORD});
    let reply = app.send_with("POST", "/auth/sign-up/email", Some(body), &[]).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.body["code"]),
        (400, &json!("EMAIL_PASSWORD_SIGN_UP_DISABLED"))
    );
    assert_eq!(sign_in(&app, "eve", PASSWORD).await.status, 401);
}

#[tokio::test]
async fn a_cookie_changes_nothing_from_a_foreign_page() {
    let app = TestApp::new().await.authenticated();
    let (keeper, company) = kept(&app).await;
    let path = format!("/companies/{company}/issues");
    for headers in [vec![], vec![("origin", "http://evil.test")], vec![("origin", "null")]] {
        let headers: Vec<_> = [("cookie", keeper.as_str())].into_iter().chain(headers).collect();
        let reply = app.send_with("POST", &path, Some(json!({"title": "X"})), &headers).await;
        assert_eq!(reply.status, 403, "{headers:?}");
    }
    // Nor does a page of others listen with it.
    let headers = [("cookie", keeper.as_str()), ("origin", "http://evil.test")];
    let listening = app.send_with("GET", &format!("/companies/{company}/events/ws"), None, &headers).await;
    assert_eq!(listening.status, 403);
    assert_eq!(by(&app, &keeper, "POST", &path, json!({"title": "X"})).await.status, 201);
}

#[tokio::test]
async fn a_company_is_there_for_its_members_only() {
    for app in TestApp::on_each_database().await {
        let app = app.authenticated();
        let (keeper, company) = kept(&app).await;
        let (ada, id) = signed_up(&app, "ada").await;
        let path = format!("/companies/{company}");
        let issue = by(&app, &keeper, "POST", &format!("{path}/issues"), json!({"title": "X"})).await.body;
        let issue = format!("/issues/{}", issue["id"].as_str().unwrap());
        assert_eq!(by(&app, &ada, "GET", "/companies", Value::Null).await.body, json!([]));
        assert_eq!(by(&app, &ada, "GET", &path, Value::Null).await.status, 403);
        assert_eq!(by(&app, &ada, "GET", &issue, Value::Null).await.status, 404);
        let member = let_in(&app, &keeper, &id, &company).await;
        assert_eq!(by(&app, &ada, "GET", &issue, Value::Null).await.status, 200);
        let changed = by(&app, &ada, "PATCH", &issue, json!({"title": "Y"})).await;
        assert_eq!(changed.status, 200, "{}", changed.body);
        // Everything is booked on who acts.
        let log = by(&app, &keeper, "GET", &format!("{path}/activity"), Value::Null).await.body;
        assert_eq!((&log[0]["actorType"], &log[0]["actorId"]), (&json!("user"), &json!(id)));
        // An operator does not steer the company, nor gives themselves more.
        let hire = by(&app, &ada, "POST", &format!("{path}/agents"), json!({"name": "W"})).await;
        assert_eq!(
            (hire.status.as_u16(), &hire.body["details"]["reason"]),
            (403, &json!("deny_missing_grant"))
        );
        assert_eq!(by(&app, &ada, "PATCH", &path, json!({"name": "Mine"})).await.status, 403);
        let member = format!("{path}/members/{member}");
        let raise = json!({"membershipRole": "owner"});
        assert_eq!(by(&app, &ada, "PATCH", &member, raise).await.status, 403);
        // A viewer looks.
        let lower = json!({"membershipRole": "viewer"});
        assert_eq!(by(&app, &keeper, "PATCH", &member, lower).await.status, 200);
        assert_eq!(by(&app, &ada, "GET", &issue, Value::Null).await.status, 200);
        assert_eq!(by(&app, &ada, "PATCH", &issue, json!({"title": "Z"})).await.status, 403);
        // And whoever is suspended does not.
        let out = json!({"status": "suspended"});
        assert_eq!(by(&app, &keeper, "PATCH", &member, out).await.status, 200);
        assert_eq!(by(&app, &ada, "GET", &issue, Value::Null).await.status, 404);
    }
}

#[tokio::test]
async fn nobody_gives_more_than_they_have() {
    let app = TestApp::new().await.authenticated();
    let (keeper, company) = kept(&app).await;
    let (ada, id) = signed_up(&app, "ada").await;
    let member = let_in(&app, &keeper, &id, &company).await;
    let path = format!("/companies/{company}/members/{member}");
    let manages = json!({"grants": [{"permissionKey": "users:manage_permissions"}]});
    assert_eq!(by(&app, &keeper, "PATCH", &format!("{path}/permissions"), manages).await.status, 200);
    for (path, body) in [
        (format!("{path}/permissions"), json!({"grants": [{"permissionKey": "agents:create"}]})),
        (path.clone(), json!({"membershipRole": "owner"})),
        (path.clone(), json!({"membershipRole": "admin"})),
    ] {
        let reply = by(&app, &ada, "PATCH", &path, body).await;
        assert_eq!(reply.status, 403, "{}", reply.body);
    }
    // Nor does a manager touch who stands above them.
    let members = by(&app, &ada, "GET", &format!("/companies/{company}/members"), Value::Null).await.body;
    let owner = members["members"][0]["id"].as_str().unwrap();
    let path = format!("/companies/{company}/members/{owner}");
    assert_eq!(by(&app, &ada, "PATCH", &path, json!({"status": "suspended"})).await.status, 403);
}

#[tokio::test]
async fn a_key_opens_what_its_person_does_at_that_moment() {
    for app in TestApp::on_each_database().await {
        let app = app.authenticated();
        let (keeper, company) = kept(&app).await;
        let (ada, id) = signed_up(&app, "ada").await;
        let_in(&app, &keeper, &id, &company).await;
        let made = by(&app, &ada, "POST", "/board-api-keys", json!({"name": "Script"})).await.body;
        let key = made["token"].as_str().unwrap();
        let path = format!("/companies/{company}");
        assert_eq!(app.send_as(key, "GET", &path, None).await.status, 200);
        let access = format!("/admin/users/{id}/company-access");
        assert_eq!(by(&app, &keeper, "PUT", &access, json!({"companyIds": []})).await.status, 200);
        assert_eq!(app.send_as(key, "GET", &path, None).await.status, 403);
        let listed = by(&app, &ada, "GET", "/board-api-keys", Value::Null).await.body;
        assert!(listed[0].get("token").is_none());
        let revoke = format!("/board-api-keys/{}", made["id"].as_str().unwrap());
        assert_eq!(by(&app, &keeper, "DELETE", &revoke, Value::Null).await.status, 404);
        assert_eq!(by(&app, &ada, "DELETE", &revoke, Value::Null).await.status, 200);
        assert_eq!(app.send_as(key, "GET", "/companies", None).await.status, 401);
    }
}

#[tokio::test]
async fn an_instance_is_claimed_once_and_never_without_anybody() {
    for app in TestApp::on_each_database().await {
        let app = app.authenticated();
        assert_eq!(app.send("GET", "/health", None).await.body["bootstrapStatus"], "bootstrap_pending");
        let (ada, id) = signed_up(&app, "ada").await;
        let (bob, _) = signed_up(&app, "bob").await;
        let claims = futures_util::future::join(
            by(&app, &ada, "POST", "/bootstrap/claim", json!({})),
            by(&app, &bob, "POST", "/bootstrap/claim", json!({})),
        );
        let (first, second) = claims.await;
        let mut statuses = [first.status.as_u16(), second.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{}", app.database);
        let keeper = if first.status == 200 { &ada } else { &bob };
        let me = by(&app, keeper, "GET", "/cli-auth/me", Value::Null).await.body;
        let demote = format!("/admin/users/{}/demote-instance-admin", me["userId"].as_str().unwrap());
        assert_eq!(by(&app, keeper, "POST", &demote, json!({})).await.status, 409);
        assert_eq!(app.send("GET", "/health", None).await.body["bootstrapStatus"], "ready");
        assert!(!id.is_empty());
    }
}
