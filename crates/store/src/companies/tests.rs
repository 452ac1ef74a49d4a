//! A company takes every row with it, whatever tables there will be: the catalogue says which.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, Statement};
use secrecy::SecretString;
use wireclip_domain::CompanyId;

use super::delete;
use crate::conn::{DatabaseKind, DatabaseUrl, Store};

/// Tables of the installation, which no company owns.
const OF_THE_INSTALLATION: &[&str] = &[
    "board_keys",
    "credential_attempts",
    "custom_image_templates",
    "disabled_adapters",
    "environments",
    "instance_roles",
    "instance_secrets",
    "instance_settings",
    "leases",
    "nodes",
    "schema_migrations",
    "user_sessions",
    "users",
];

/// The id that every row of the test gets where it needs one.
const ID: CompanyId =
    CompanyId::from_uuid(sea_orm::prelude::Uuid::from_u128(0xc0de_0000_4000_8000_0000_0000_0001));

/// A table as the catalogue describes it.
#[derive(Debug, Default)]
struct Table {
    /// The columns that a row must have, with their types.
    columns: Vec<(String, String)>,
    /// The tables that it refers to.
    refers_to: BTreeSet<String>,
}

#[tokio::test]
async fn a_company_that_owns_a_row_of_every_table_leaves_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = DatabaseUrl::SqliteFile(folder.path().join("catalogue.sqlite"));
    let sqlite = Store::open(&file).await.unwrap();
    let tables = catalogue(&sqlite).await;
    assert!(tables.len() > 30, "the catalogue is read: {:?}", tables.keys());
    check(&sqlite, &tables).await;
    if let Some(postgres) = postgres().await {
        check(&postgres, &tables).await;
    }
}

async fn check(store: &Store, described: &BTreeMap<String, Table>) {
    insert_environment(store).await;
    let names: BTreeSet<String> = tables_of(store).await;
    let mut without: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let is_ready = |name: &str, without: &BTreeSet<&str>| {
        let table = &described[name];
        table.refers_to.iter().all(|other| other == name || !without.contains(other.as_str()))
    };
    // Every table comes after those that it refers to.
    while let Some(name) = without.iter().copied().find(|name| is_ready(name, &without)) {
        without.remove(name);
        // Some are filled by a trigger of what they refer to.
        if count(store, name).await == 0 {
            insert_row(store, name, &described[name]).await;
        }
    }
    assert!(without.is_empty(), "tables refer to each other in a circle: {without:?}");
    let change = store.begin_write().await.unwrap();
    delete(&change.conn(), ID).await.unwrap();
    change.commit().await.unwrap();
    // What is still to be removed of it outlives it: that is what these rows are for.
    for name in names.iter().filter(|name| *name != "asset_removals") {
        assert_eq!(count(store, name).await, 0, "{:?}: a row of {name} outlived its company", store.kind());
    }
}

/// Stores the environment in which some of a company's rows are; it is nobody's, and stays.
async fn insert_environment(store: &Store) {
    let values = ["uuid", "text", "text", "text", "jsonb", "jsonb", "timestamptz", "timestamptz"];
    let values: Vec<_> = values.iter().map(|kind| value(store.kind(), kind)).collect();
    let columns = "id, name, driver, status, config, env_vars, created_at, updated_at";
    let sql = format!("INSERT INTO environments ({columns}) VALUES ({})", values.join(", "));
    let change = store.begin_write().await.unwrap();
    change.conn().db().execute_unprepared(&sql).await.unwrap();
    change.commit().await.unwrap();
}

/// Stores a row that has just what it must have.
async fn insert_row(store: &Store, name: &str, table: &Table) {
    let columns: Vec<_> = table.columns.iter().map(|(column, _)| column.as_str()).collect();
    let values: Vec<_> = table.columns.iter().map(|(_, kind)| value(store.kind(), kind)).collect();
    let sql = format!("INSERT INTO {name} ({}) VALUES ({})", columns.join(", "), values.join(", "));
    let change = store.begin_write().await.unwrap();
    change.conn().db().execute_unprepared(&sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    change.commit().await.unwrap();
}

fn value(database: DatabaseKind, kind: &str) -> String {
    match kind {
        "uuid" => match database {
            DatabaseKind::Sqlite => format!("x'{}'", ID.as_uuid().simple()),
            DatabaseKind::Postgres => format!("'{ID}'"),
        },
        "timestamptz" => "'2026-01-02 03:04:05+00:00'".to_owned(),
        "boolean" => "false".to_owned(),
        "jsonb" => "'{}'".to_owned(),
        "bigint" | "integer" => "1".to_owned(),
        _ => "'x'".to_owned(),
    }
}

/// Lists the tables that a company's rows can be in.
async fn tables_of(store: &Store) -> BTreeSet<String> {
    let sql = match store.kind() {
        DatabaseKind::Sqlite => {
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
             AND name NOT LIKE 'sqlite_%'"
        }
        DatabaseKind::Postgres => "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    };
    let names = texts(store, sql, &["name"]).await.into_iter().flatten();
    names.filter(|name| !OF_THE_INSTALLATION.contains(&name.as_str())).collect()
}

/// Reads what the tables are like. SQLite says more plainly than PostgreSQL what they refer to,
/// and both are made from one text.
async fn catalogue(store: &Store) -> BTreeMap<String, Table> {
    let mut tables = BTreeMap::new();
    for name in tables_of(store).await {
        let mut table = Table::default();
        let columns = format!(
            "SELECT name, type FROM pragma_table_info('{name}') WHERE \"notnull\" = 1 OR name = 'company_id'"
        );
        for row in texts(store, &columns, &["name", "type"]).await {
            table.columns.push((row[0].clone(), row[1].to_lowercase()));
        }
        let references = format!("SELECT \"table\" AS name FROM pragma_foreign_key_list('{name}')");
        table.refers_to = texts(store, &references, &["name"]).await.into_iter().flatten().collect();
        tables.insert(name, table);
    }
    tables
}

async fn texts(store: &Store, sql: &str, columns: &[&str]) -> Vec<Vec<String>> {
    let conn = store.read();
    let statement = Statement::from_string(conn.db().get_database_backend(), sql);
    let rows = conn.db().query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| columns.iter().map(|column| row.try_get("", column).unwrap()).collect()).collect()
}

async fn count(store: &Store, table: &str) -> i64 {
    let conn = store.read();
    let sql = format!("SELECT COUNT(*) AS rows FROM {table}");
    let statement = Statement::from_string(conn.db().get_database_backend(), sql);
    conn.db().query_one_raw(statement).await.unwrap().unwrap().try_get("", "rows").unwrap()
}

/// Opens a fresh database on the server that the environment names, if it names one.
#[expect(clippy::disallowed_methods, reason = "tests find their server through the environment")]
async fn postgres() -> Option<Store> {
    let server = std::env::var("WIRECLIP_TEST_POSTGRES_URL").ok()?;
    let name = format!("wireclip_catalogue_{}", CompanyId::random().as_uuid().simple());
    let admin = DatabaseUrl::Postgres(SecretString::from(server.as_str()));
    Store::make_database(&admin, &name).await.unwrap();
    let (base, query) = server.split_once('?').unwrap_or((&server, ""));
    let base = base.rsplit_once('/').map_or(base, |(base, _)| base);
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    let url = format!("{base}/{name}{query}");
    Some(Store::open(&DatabaseUrl::Postgres(url.into())).await.unwrap())
}
