//! Issues, many at once.

use wireclip_domain::IssueId;
use wireclip_store::issues;
use wireclip_testkit::databases;

#[tokio::test]
async fn more_issues_than_a_statement_has_places_are_looked_up() {
    let wanted: Vec<IssueId> = (0..70_000).map(|_| IssueId::random()).collect();
    for database in databases().await {
        let found = issues::get_many(&database.store.read(), &wanted).await;
        assert_eq!(found.unwrap(), [], "{}", database.name);
    }
}
