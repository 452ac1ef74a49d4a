use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, QuerySelect, QueryTrait, Select,
};
use wireclip_domain::agent::AgentState;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_domain::{CompanyId, IssueId, Timestamp};
use wireclip_schema::{agents, recovery_actions, runs, wakeups};

use super::{is, is_among, is_not, numbered};
use crate::issues::duplicates::recent_open_query;
use crate::recovery_actions::OPEN;
use crate::{DatabaseUrl, Store};

#[test]
fn marks_are_numbered_from_one() {
    assert_eq!(numbered("a = ? AND b = ?"), "a = $1 AND b = $2");
    assert_eq!(numbered("a IS NULL"), "a IS NULL");
}

#[tokio::test]
async fn indexes_of_some_rows_are_used_for_words_that_are_written_out() {
    let folder = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::SqliteFile(folder.path().join("plans.sqlite"));
    let store = Store::open(&url).await.unwrap();
    let issue = IssueId::random();
    let company = CompanyId::random();

    let live = is_among(runs::Column::Status, RunStatus::LIVE.iter().copied());
    let live = runs::Entity::find().filter(runs::Column::IssueId.eq(issue)).filter(live);
    assert_eq!(plan(&store, live).await, "SEARCH runs USING INDEX runs_live_by_issue (issue_id=?)");

    let open = is_among(recovery_actions::Column::Status, OPEN);
    let open =
        recovery_actions::Entity::find().filter(recovery_actions::Column::IssueId.eq(issue)).filter(open);
    let by_issue = "SEARCH recovery_actions USING INDEX recovery_actions_open (issue_id=?)";
    assert_eq!(plan(&store, open).await, by_issue);

    let waiting = wakeups::Entity::find().filter(is(wakeups::Column::Status, WakeupStatus::Deferred));
    assert_eq!(plan(&store, waiting).await, "SCAN wakeups USING INDEX wakeups_deferred");

    let living = agents::Entity::find()
        .filter(agents::Column::CompanyId.eq(company))
        .filter(agents::Column::UrlKey.eq("ada"))
        .filter(is_not(agents::Column::State, AgentState::Terminated));
    let by_key = "SEARCH agents USING INDEX agents_by_url_key (company_id=? AND url_key=?)";
    assert_eq!(plan(&store, living).await, by_key);

    let since = Timestamp::from_unix_millis(0);
    let of_title = recent_open_query(company, None, "write", since).limit(1);
    let by_title = "SEARCH issues USING INDEX issues_open_by_title (company_id=? AND title_key=?)";
    assert!(plan(&store, of_title).await.starts_with(by_title));
}

async fn plan<E: EntityTrait>(store: &Store, query: Select<E>) -> String {
    let mut statement = query.build(DbBackend::Sqlite);
    statement.sql = format!("EXPLAIN QUERY PLAN {}", statement.sql);
    let rows = store.read().db().query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get::<String>("", "detail").unwrap()).collect::<Vec<_>>().join("; ")
}
