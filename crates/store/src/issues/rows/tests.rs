//! Pages of rows go on where an index goes on.

use sea_orm::{ConnectionTrait, DbBackend, QueryTrait, Statement};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::issue::list::SortField;
use wireclip_domain::{CompanyId, Timestamp};

use super::PLUGIN_OPERATIONS;
use crate::conn::DatabaseKind;
use crate::issues::list::{IssueFilter, IssueOrder, Stretch, list_query};
use crate::{DatabaseUrl, Page, PageLimit, PageOffset, Store};

#[tokio::test]
async fn a_page_begins_in_the_index_where_the_last_one_ended() {
    let folder = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::SqliteFile(folder.path().join("plans.sqlite"));
    let store = Store::open(&url).await.unwrap();
    let conn = store.read();
    let page = Page { offset: PageOffset::default(), limit: PageLimit::at_most(100) };
    let plan = async |stretch: Stretch, field: Option<SortField>, statuses: Option<Vec<IssueStatus>>| {
        let filter = IssueFilter { stretch: Some(stretch), statuses, ..IssueFilter::default() };
        let order = IssueOrder { field, ..IssueOrder::default() };
        let query = list_query(DatabaseKind::Sqlite, CompanyId::random(), &filter, order, page);
        let mut statement = query.build(DbBackend::Sqlite);
        statement.sql = format!("EXPLAIN QUERY PLAN {}", statement.sql);
        let rows = conn.db().query_all_raw(statement).await.unwrap();
        rows.iter().map(|row| row.try_get::<String>("", "detail").unwrap()).collect::<Vec<_>>().join("; ")
    };
    let at = Timestamp::from_unix_millis(1_764_529_200_123);
    let todo = Some(vec![IssueStatus::Todo]);
    assert_eq!(
        plan(Stretch::OfRank(2, at, 7), None, None).await,
        "SEARCH issues USING INDEX issues_by_order (company_id=? AND priority_rank=? AND \
         (last_activity_at,number)<(?,?))"
    );
    assert_eq!(
        plan(Stretch::BehindRank(2), None, None).await,
        "SEARCH issues USING INDEX issues_by_order (company_id=? AND priority_rank>?)"
    );
    assert_eq!(
        plan(Stretch::OfRank(2, at, 7), None, todo).await,
        "SEARCH issues USING INDEX issues_by_status (company_id=? AND status=? AND priority_rank=? AND \
         (last_activity_at,number)<(?,?))"
    );
    let backend = DbBackend::Sqlite;
    let left_out = Statement::from_string(backend, format!("EXPLAIN QUERY PLAN {PLUGIN_OPERATIONS}"));
    let left_out = conn.db().query_all_raw(left_out).await.unwrap();
    let left_out = left_out[0].try_get::<String>("", "detail").unwrap();
    assert!(left_out.contains("USING INDEX issues_of_plugins (company_id=?)"), "{left_out}");
    assert_eq!(
        plan(Stretch::ChangedBefore(at, 7), Some(SortField::Updated), None).await,
        "SEARCH issues USING INDEX issues_by_update (company_id=? AND (updated_at,number)<(?,?))"
    );
}
