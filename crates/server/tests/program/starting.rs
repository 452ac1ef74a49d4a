//! A start that cannot be says what to do; one that takes long can be watched.

use std::net::TcpListener;
use std::path::Path;

use serde_json::json;

use crate::kit::{Company, Database, Place, Postgres, Server, until};

/// Tries to start a server, and returns why it refused.
fn refusal(place: &Place, flags: &[&str], variables: &[(&str, &str)]) -> String {
    place.run_with(variables, &[&["serve", "--log", "off"][..], flags].concat()).refused()
}

fn mentions(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' is not in: {text}");
    }
    assert_eq!(text.lines().count(), 1, "one line is enough: {text}");
}

#[test]
fn a_taken_port_is_named_with_the_way_to_another() {
    let place = Place::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    mentions(&refusal(&place, &["--port", &port], &[]), &[&port, "is taken", "--port PORT"]);
}

#[test]
fn a_home_that_cannot_be_written_is_named() {
    let place = Place::new();
    mentions(
        &refusal(&place, &["--port", "0", "--home", "/proc/wireclip"], &[]),
        &["/proc/wireclip", "--home DIR", "make it writable"],
    );
    let file = place.write("a-file", "");
    let file = file.to_str().unwrap();
    mentions(&refusal(&place, &["--port", "0", "--home", file], &[]), &[file, "--home DIR"]);
}

#[test]
fn a_database_that_cannot_be_reached_is_told_without_its_password() {
    let place = Place::new();
    let url = "postgres://me:pa55word@127.0.0.1:1/wireclip";
    let said = refusal(&place, &["--port", "0", "--database-url", url], &[]);
    mentions(&said, &["open the database", "running"]);
    assert!(!said.contains("pa55word"), "{said}");
    let said = refusal(&place, &["--port", "0", "--database-url", "mysql://db"], &[]);
    mentions(&said, &["--database-url", "postgres://"]);
}

#[test]
fn whatever_is_wrong_with_an_address_its_password_is_not_told() {
    let place = Place::new();
    for address in [
        "postgres://me:pa55word@127.0.0.1:port/wireclip",
        "postgres://me:pa55word@[::1/wireclip",
        "postgres://me:pa55word@host name/wireclip",
        "postgres://me:pa55word@/wireclip?sslmode=maybe",
        "postgres://me:1#pa55word@127.0.0.1/wireclip",
        "mysql://me:pa55word@127.0.0.1/wireclip",
    ] {
        let said = refusal(&place, &["--port", "0", "--database-url", address], &[]);
        assert!(!said.contains("pa55word"), "{said}");
    }
    // An address that was given in the place of another setting.
    let url = "postgres://me:pa55word@127.0.0.1/wireclip";
    let said = refusal(&place, &["--port", "0"], &[("WIRECLIP_MODE", url)]);
    assert!(!said.contains("pa55word"), "{said}");
}

#[test]
fn a_file_that_is_no_database_is_named_and_left_alone() {
    let place = Place::new();
    let file = place.write("home/wireclip.sqlite", "Dear diary, this is not a database at all.");
    mentions(&refusal(&place, &["--port", "0"], &[]), &[file.to_str().unwrap()]);
    assert_eq!(place.read("home/wireclip.sqlite"), "Dear diary, this is not a database at all.");
}

#[tokio::test]
async fn a_second_server_on_one_home_is_told_who_has_it() {
    let place = Place::new();
    let server = Server::start(&place).await;
    let said = refusal(&place, &["--port", "0"], &[]);
    mentions(&said, &[&format!("process {}", server.process_id()), "--home DIR"]);
    Company::found(server.api(), "Undisturbed").await;
}

#[tokio::test]
async fn a_home_is_free_again_after_its_server_was_killed() {
    let place = Place::new();
    let first = Server::start(&place).await;
    first.kill();
    Server::start(&place).await;
}

#[test]
fn without_credentials_the_server_listens_on_the_loopback_only() {
    let place = Place::new();
    let said = refusal(&place, &["--port", "0", "--host", "0.0.0.0"], &[]);
    mentions(&said, &["loopback", "--host 127.0.0.1", "--mode authenticated"]);
}

#[test]
fn settings_that_do_not_exist_are_named() {
    let place = Place::new();
    mentions(&refusal(&place, &[], &[("WIRECLIP_PROT", "3100")]), &["WIRECLIP_PROT", "PORT, PUBLIC_URL"]);
    mentions(&refusal(&place, &[], &[("WIRECLIP_PORT", "many")]), &["WIRECLIP_PORT", "many", "65535"]);
    place.write("home/config.toml", "prot = 3100");
    mentions(&refusal(&place, &[], &[]), &["config.toml", "prot", "port, public_url"]);
    let said = place.run(&["serve", "--prot", "3100"]).refused();
    assert!(said.contains("--prot"), "{said}");
}

#[tokio::test]
async fn the_home_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let server = Server::start(&place).await;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o077;
    for path in ["", "runs", "data/run-logs"] {
        assert_eq!(mode(&place.home().join(path)), 0, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_waits_for_its_database_says_that_it_is_starting() {
    let Some(postgres) = Postgres::new().await else { return };
    let place = Place::new();
    let holder = Database::at(&postgres.url).await;
    holder.execute("SELECT pg_advisory_lock(7215403)").await;

    let server = Server::launch(&place, &["--port", "0", "--database-url", &postgres.url], &[]);
    let api = server.api();
    let health = api.try_get("/health").await.unwrap();
    assert_eq!((health.status, health.body["phase"].as_str()), (200, Some("starting")));
    let early = api.try_post("/companies", &json!({"name": "Early"})).await.unwrap();
    assert_eq!(early.status, 503);
    assert!(early.error().contains("starting"), "{}", early.body);

    holder.execute("SELECT pg_advisory_unlock(7215403)").await;
    server.until_ready().await;
    api.post("/companies", &json!({"name": "In time"})).await;
}

#[tokio::test]
async fn a_server_that_waits_for_its_database_can_be_stopped() {
    let Some(postgres) = Postgres::new().await else { return };
    let place = Place::new();
    let holder = Database::at(&postgres.url).await;
    holder.execute("SELECT pg_advisory_lock(7215403)").await;
    let mut server = Server::launch(&place, &["--port", "0", "--database-url", &postgres.url], &[]);
    server.ask_to_stop();
    let status = until("the server has stopped", async || server.stopped()).await;
    assert!(status.success(), "{status}");
}

#[tokio::test]
async fn an_empty_database_in_a_used_home_is_not_taken_for_a_new_one() {
    let place = Place::new();
    Server::start(&place).await.stop().await;
    place.write("home/wireclip.sqlite", "");
    mentions(&refusal(&place, &["--port", "0"], &[]), &["wireclip.sqlite is empty", "wireclip restore"]);
}

#[tokio::test]
async fn a_damaged_database_is_named_as_that() {
    let place = Place::new();
    Server::start(&place).await.stop().await;
    let path = place.home().join("wireclip.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[100..].fill(0x5a);
    std::fs::write(&path, bytes).unwrap();
    // What was not written back yet would stand in for the damaged pages.
    std::fs::remove_file(path.with_extension("sqlite-wal")).ok();
    mentions(&refusal(&place, &["--port", "0"], &[]), &["damaged", "wireclip restore"]);
    let doctor = place.run(&["doctor"]);
    assert!(doctor.stdout.contains("wireclip restore"), "{}", doctor.stdout);
}

#[test]
fn a_host_that_has_no_address_is_named() {
    let place = Place::new();
    let url = "postgres://me:pa55word@database.invalid/wireclip";
    let said = refusal(&place, &["--port", "0", "--database-url", url], &[]);
    mentions(&said, &["database.invalid", "cannot be reached"]);
}

#[test]
fn an_empty_home_is_refused() {
    let place = Place::new();
    mentions(&refusal(&place, &["--port", "0", "--home", ""], &[]), &["--home", "empty"]);
}
