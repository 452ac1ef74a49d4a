//! The lock of a company, and the numbers behind it.

use std::time::Duration;

use tokio::time::timeout;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, OpaqueJson, Timestamp};
use wireclip_store::companies::{self, Company};
use wireclip_store::counters::{self, Within};
use wireclip_store::{DatabaseKind, Store, WriteTransaction};
use wireclip_testkit::databases;

/// Long enough that whoever does not wait would be through.
const A_WHILE: Duration = Duration::from_millis(300);

pub(crate) async fn company(store: &Store, prefix: &str) -> CompanyId {
    let now = Timestamp::from_unix_millis(1_000_000);
    let company = Company {
        id: CompanyId::random(),
        name: "Numbers".to_owned(),
        description: None,
        status: CompanyStatus::Active,
        pause_reason: None,
        paused_at: None,
        issue_prefix: prefix.to_owned(),
        budget_monthly_micros: MicroDollars::from_cents(0),
        default_responsible_user_id: None,
        require_board_approval_for_new_agents: false,
        interaction_resolver_governance: OpaqueJson::object(),
        feedback_data_sharing_enabled: false,
        feedback_data_sharing_consent_at: None,
        feedback_data_sharing_consent_by_user_id: None,
        feedback_data_sharing_terms_version: None,
        logo_asset_id: None,
        created_at: now,
        updated_at: now,
    };
    let change = store.begin_write().await.unwrap();
    assert!(companies::insert_if_prefix_is_free(&change.conn(), &company).await.unwrap());
    counters::start(&change.conn(), company.id).await.unwrap();
    change.commit().await.unwrap();
    company.id
}

async fn begin(store: &Store, company: CompanyId) -> WriteTransaction {
    let change = store.begin_write().await.unwrap();
    counters::lock(&change.conn(), Within::Company(company)).await.unwrap();
    change
}

#[tokio::test]
async fn numbers_taken_at_once_have_no_gaps_and_no_twins() {
    for database in databases().await {
        let store = &database.store;
        let company = company(store, "NUM").await;
        let take = async |number: i64| {
            let change = begin(store, company).await;
            let taken = counters::next_issue_number(&change.conn(), company).await.unwrap();
            if number % 3 == 0 {
                // What is undone leaves no gap.
                change.roll_back().await.unwrap();
                return None;
            }
            change.commit().await.unwrap();
            Some(taken)
        };
        let taken = futures_util::future::join_all((0..12).map(take)).await;
        let mut numbers: Vec<i64> = taken.into_iter().flatten().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=8).collect::<Vec<i64>>(), "{}", database.name);
    }
}

#[tokio::test]
async fn changes_of_one_company_come_one_after_another_and_hold_up_no_other() {
    for database in databases().await.into_iter().filter(|database| {
        // SQLite's one writer has everybody wait.
        database.store.kind() == DatabaseKind::Postgres
    }) {
        let store = &database.store;
        let (busy, idle) = (company(store, "BUSY").await, company(store, "IDLE").await);
        let first = begin(store, busy).await;
        drop(timeout(A_WHILE * 10, begin(store, idle)).await.expect("another company is free"));
        assert!(timeout(A_WHILE, begin(store, busy)).await.is_err(), "two changes of one company at once");
        first.commit().await.unwrap();
        begin(store, busy).await.commit().await.unwrap();
        // What is not there is nobody's.
        let change = store.begin_write().await.unwrap();
        counters::lock(&change.conn(), Within::Agent(AgentId::random())).await.unwrap();
    }
}
