//! What the program says about itself and its settings.

use std::net::TcpListener;

use crate::kit::{Database, Place, Server};

#[test]
fn every_command_explains_itself() {
    let place = Place::new();
    let mut text = String::new();
    for command in ["", "serve", "doctor", "config", "config show", "demo", "backup", "restore"] {
        let arguments: Vec<_> = command.split_whitespace().chain(["--help"]).collect();
        text.push_str(&format!("$ wireclip {}\n{}\n", arguments.join(" "), place.run(&arguments).well()));
    }
    insta::assert_snapshot!("help", text);
}

#[test]
fn the_settings_show_their_sources_and_no_secret() {
    let place = Place::new();
    place.write("home/config.toml", "port = 4100\n");
    let variables =
        [("WIRECLIP_DATABASE_URL", "postgres://me:pa55word@db/wireclip"), ("WIRECLIP_ON_SHUTDOWN", "stop")];
    let shown = place.run_with(&variables, &["config", "show", "--log", "debug"]).well();
    assert!(!shown.contains("pa55word"), "{shown}");
    let shown = shown.replace(&place.path().display().to_string(), "<place>");
    insta::assert_snapshot!("settings", shown);
}

#[test]
fn the_doctor_finds_a_fresh_machine_well() {
    let place = Place::new();
    let free = free_port();
    let said = place.run(&["doctor", "--port", &free]).well();
    for fact in ["settings: readable", "writable", "embedded database", "is free", "MiB free"] {
        assert!(said.contains(fact), "{fact}: {said}");
    }
    assert!(!said.contains("BAD"), "{said}");
    assert!(!place.home().exists(), "the doctor only looks");
}

#[tokio::test]
async fn the_doctor_and_backups_leave_an_older_database_as_it_is() {
    let place = Place::new();
    Server::start(&place).await.stop().await;
    let database = Database::at(&format!("sqlite://{}/wireclip.sqlite", place.home().display())).await;
    // As a server has left it that knew one migration less.
    database.execute("DELETE FROM schema_migrations WHERE name = '0002_issue_search'").await;
    let migrations = "SELECT count(*) FROM schema_migrations";
    let before = database.count(migrations).await;

    let said = place.run(&["doctor", "--port", &free_port()]).well();
    assert!(said.contains("the next start brings it up to date (0002_issue_search)"), "{said}");
    place.run(&["backup"]).well();
    assert_eq!(database.count(migrations).await, before);
}

#[tokio::test]
async fn the_doctor_finds_a_running_server_well() {
    let place = Place::new();
    let server = Server::start(&place).await;
    let said = place.run(&["doctor", "--port", server.port()]).well();
    assert!(said.contains(&format!("in use by the server (process {})", server.process_id())), "{said}");
    assert!(said.contains("is the server's"), "{said}");
}

#[test]
fn the_doctor_says_what_to_do_about_each_thing_that_is_wrong() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (flags, file, finding, advice) in [
        (["--port", &port], "", "port:", "--port PORT"),
        (["--home", "/proc/wireclip"], "", "home:", "--home DIR"),
        (["--database-url", "postgres://nobody@127.0.0.1:1/none"], "", "database:", "database server"),
        (["--mode", "open"], "", "settings:", "fix the setting"),
        (["--log", "info"], "prot = 3100", "prot", "fix the setting"),
    ] {
        let place = Place::new();
        place.write("home/config.toml", file);
        let finished = place.run(&[&["doctor"][..], &flags].concat());
        assert_eq!(finished.code, Some(1), "{finding}: {}", finished.stdout);
        let bad = finished.stdout.split("BAD ").nth(1).unwrap_or_default();
        assert!(bad.contains(finding), "{finding}: {}", finished.stdout);
        assert!(bad.contains("do: ") && bad.contains(advice), "{finding}: {}", finished.stdout);
    }
}

fn free_port() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string()
}
