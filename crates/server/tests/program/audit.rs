//! The activity log is proven from the command line, beside the server and after it.

use crate::kit::{Company, Database, Finished, Place, Postgres, Server};

/// What somebody does to the database, and what is said of it.
const CHANGES: &[(&str, &str)] = &[
    (
        "UPDATE activity SET actor_id = 'somebody else' WHERE action = 'agent.created'",
        "is not as it was written",
    ),
    (
        "UPDATE activity SET details = '{\"name\": \"Eve\"}' WHERE action = 'agent.created'",
        "is not as it was written",
    ),
    ("DELETE FROM activity WHERE action = 'agent.created'", "is not as it was written"),
    ("UPDATE activity SET chain_hash = NULL WHERE action = 'agent.created'", "is not as it was written"),
    ("DELETE FROM activity WHERE action = 'label.created'", "entries are gone behind entry"),
    ("DELETE FROM activity", "are gone"),
    // Whoever knows the tables takes the last entry back where it is kept, too.
    (
        "DELETE FROM activity WHERE action = 'label.created'; \
         UPDATE company_counters SET (chain_seq, chain_hash) = \
         (SELECT seq, chain_hash FROM activity ORDER BY seq DESC LIMIT 1)",
        "is not what was signed for it",
    ),
    ("UPDATE audit_checkpoints SET signature = '00'", "a signature that this key did not make"),
];

const TABLES: [&str; 3] = ["activity", "company_counters", "audit_checkpoints"];

#[tokio::test]
async fn whatever_is_done_to_the_log_is_found() {
    let place = Place::new();
    write_a_log(&place, &[]).await;
    let database =
        Database::at(&format!("sqlite://{}", place.home().join("wireclip.sqlite").display())).await;
    assert_changes_are_found(&place, &database, &[]).await;
}

#[tokio::test]
async fn whatever_is_done_to_the_log_in_postgresql_is_found() {
    let Some(postgres) = Postgres::new().await else { return };
    let place = Place::new();
    let address = ["--database-url", postgres.url.as_str()];
    write_a_log(&place, &address).await;
    let database = Database::at(&postgres.url).await;
    assert_changes_are_found(&place, &database, &address).await;
}

/// Has a company do something, and a start sign what is there.
async fn write_a_log(place: &Place, address: &[&str]) {
    let flags = [&["--port", "0"][..], address].concat();
    let server = Server::start_with(place, &flags, &[]).await;
    let company = Company::found(server.api(), "Upright").await;
    company.hire("Ada", "true").await;
    let label = serde_json::json!({"name": "bug", "color": "#ff0000"});
    company.api.post(&company.path("/labels"), &label).await;
    let said = verify(place, address).well();
    assert!(said.contains("as written: "), "beside the server: {said}");
    server.stop().await;
    let server = Server::start_with(place, &flags, &[]).await;
    server.until_ready().await;
    server.stop().await;
    let said = verify(place, address).well();
    assert!(!said.contains(" 0 checkpoints"), "{said}");
}

async fn assert_changes_are_found(place: &Place, database: &Database, address: &[&str]) {
    for table in TABLES {
        database.execute(&format!("CREATE TABLE kept_{table} AS SELECT * FROM {table}")).await;
    }
    for (change, expected) in CHANGES {
        for statement in change.split("; ") {
            database.execute(statement).await;
        }
        let said = verify(place, address).said_with(1);
        assert!(said.contains(expected), "{change}: {said}");
        for table in TABLES {
            database.execute(&format!("DELETE FROM {table}")).await;
            database.execute(&format!("INSERT INTO {table} SELECT * FROM kept_{table}")).await;
        }
        verify(place, address).well();
    }
    // Another key proves nothing, and says so.
    std::fs::remove_file(place.home().join("secrets.key")).unwrap();
    let said = verify(place, address).well();
    assert!(said.contains("signatures are not looked at"), "{said}");
}

fn verify(place: &Place, address: &[&str]) -> Finished {
    place.run(&[&["audit", "verify"][..], address].concat())
}
