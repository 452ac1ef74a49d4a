//! What a database that an older server left becomes.

use serde_json::{Value, json};

use crate::kit::{Company, Database, Place, Server};

/// As the migrations up to 0003 leave it: the words of comments among those of issues.
const WORDS_TOGETHER: &[&str] = &[
    "INSERT INTO issue_words (rowid, title, body) SELECT issue_texts.id, '', comments.body \
     FROM issue_texts JOIN comments ON comments.id = issue_texts.comment_id",
    "DROP TRIGGER comment_words_go",
    "DROP TABLE comment_words",
    "DELETE FROM schema_migrations WHERE name = '0004_comment_words'",
];

async fn found(company: &Company, word: &str) -> Vec<String> {
    let found = company.api.get(&company.path(&format!("/search?q={word}"))).await;
    let results = found["results"].as_array().expect("a list");
    results.iter().map(|result| result["matchedFields"].to_string()).collect()
}

#[tokio::test]
async fn comments_are_found_after_their_words_have_moved() {
    let place = Place::new();
    let server = Server::start(&place).await;
    let company = Company::found(server.api(), "Acme").await;
    let issue = company.api.post(&company.path("/issues"), &json!({"title": "Sweep the yard"})).await;
    let talk = format!("/issues/{}/comments", issue["id"].as_str().expect("an id"));
    let said: Value = company.api.post(&talk, &json!({"body": "A walnut fell."})).await;
    assert_eq!(said["body"], "A walnut fell.");
    server.stop().await;

    let database = Database::at(&format!("sqlite://{}/wireclip.sqlite", place.home().display())).await;
    for statement in WORDS_TOGETHER {
        database.execute(statement).await;
    }
    drop(database);

    let server = Server::start(&place).await;
    let company = company.through(server.api());
    assert_eq!(found(&company, "walnut").await, ["[\"comment\"]"]);
    assert_eq!(found(&company, "yard").await, ["[\"title\"]"]);
    company.api.post(&talk, &json!({"body": "An almond, too."})).await;
    assert_eq!(found(&company, "almond").await, ["[\"comment\"]"]);
    server.stop().await;
}
