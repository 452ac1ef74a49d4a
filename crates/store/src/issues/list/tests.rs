//! The hot lists are read in the order of an index: nothing is sorted, nothing is passed over.

use sea_orm::{ConnectionTrait, DbBackend, QueryTrait};
use wireclip_domain::CompanyId;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::issue::list::SortField;

use super::{IssueFilter, IssueOrder, list_query};
use crate::conn::DatabaseKind;
use crate::{DatabaseUrl, Page, PageLimit, PageOffset, Store};

#[tokio::test]
async fn the_hot_lists_follow_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::SqliteFile(folder.path().join("plans.sqlite"));
    let store = Store::open(&url).await.unwrap();
    let conn = store.read();
    let page = Page { offset: PageOffset::default(), limit: PageLimit::at_most(50) };
    let plan = async |filter: IssueFilter, order: IssueOrder| {
        let query = list_query(DatabaseKind::Sqlite, CompanyId::random(), &filter, order, page);
        let mut statement = query.build(DbBackend::Sqlite);
        statement.sql = format!("EXPLAIN QUERY PLAN {}", statement.sql);
        let rows = conn.db().query_all_raw(statement).await.unwrap();
        rows.iter().map(|row| row.try_get::<String>("", "detail").unwrap()).collect::<Vec<_>>().join("; ")
    };
    let by = |field| IssueOrder { field: Some(field), ..IssueOrder::default() };
    let todo = IssueFilter { statuses: Some(vec![IssueStatus::Todo]), ..IssueFilter::default() };
    let usual = plan(IssueFilter::default(), IssueOrder::default()).await;
    assert_eq!(usual, "SEARCH issues USING INDEX issues_by_order (company_id=?)");
    let of_status = plan(todo, IssueOrder::default()).await;
    assert_eq!(of_status, "SEARCH issues USING INDEX issues_by_status (company_id=? AND status=?)");
    let by_update = plan(IssueFilter::default(), by(SortField::Updated)).await;
    assert_eq!(by_update, "SEARCH issues USING INDEX issues_by_update (company_id=?)");
    let by_id = plan(IssueFilter::default(), by(SortField::Id)).await;
    assert_eq!(by_id, "SEARCH issues USING INDEX issues_by_id (company_id=?)");
    let several = vec![IssueStatus::Todo, IssueStatus::InProgress];
    let several = IssueFilter { statuses: Some(several), ..IssueFilter::default() };
    let of_several = plan(several, IssueOrder::default()).await;
    assert_eq!(of_several.matches("USING INDEX issues_by_status (company_id=? AND status=?)").count(), 2);
    // Only the page itself is sorted, and looked up by its ids.
    assert_eq!(of_several.matches("TEMP B-TREE FOR ORDER BY").count(), 1, "{of_several}");
    assert!(!of_several.contains("SCAN issues"), "{of_several}");
}
