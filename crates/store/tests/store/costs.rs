//! Sums agree with entries, whatever they are asked by and over whatever stretch of time.

use proptest::prelude::*;
use wireclip_domain::budget::{ScopeType, Stretch};
use wireclip_domain::cost::{BillingType, CostBasis, CostStatus, Span};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, CostEventId, ProjectId, RowId, RunId, Timestamp};

use wireclip_store::Store;
use wireclip_store::costs::reports::{self, Sums};
use wireclip_store::costs::{CostEvent, book, spent};
use wireclip_testkit::databases;

use crate::counters::company;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn event(company_id: CompanyId, agent_id: AgentId, micros: i64, occurred_at: Timestamp) -> CostEvent {
    CostEvent {
        id: CostEventId::random(),
        company_id,
        agent_id,
        issue_id: None,
        project_id: None,
        goal_id: None,
        run_id: None,
        billing_code: None,
        provider: "acme".to_owned(),
        biller: "acme".to_owned(),
        billing_type: BillingType::MeteredApi,
        model: "big".to_owned(),
        cost_status: CostStatus::Reported,
        cost_basis: CostBasis::Reported,
        input_tokens: 1,
        cached_input_tokens: 2,
        output_tokens: 3,
        cash_micros: MicroDollars::new(micros),
        estimate_micros: None,
        new_runs: 0,
        new_runs_of_biller: 0,
        new_runs_of_model: 0,
        booked_as: None,
        occurred_at,
        created_at: occurred_at,
    }
}

async fn book_all(store: &Store, events: Vec<CostEvent>) {
    let change = store.begin_write().await.unwrap();
    for event in events {
        book(&change.conn(), event).await.unwrap();
    }
    change.commit().await.unwrap();
}

#[tokio::test]
async fn a_month_ends_at_midnight_by_utc() {
    for database in databases().await {
        let store = &database.store;
        let company_id = company(store, "CST").await;
        let agent_id = AgentId::random();
        let last = at("2026-01-31T23:59:59.999Z");
        let first = at("2026-02-01T00:00:00.000Z");
        book_all(store, vec![event(company_id, agent_id, 7, last), event(company_id, agent_id, 11, first)])
            .await;
        let conn = store.read();
        for (moment, spent) in [(last, 7), (first, 11), (at("2026-03-01T00:00:00Z"), 0)] {
            let of_agent = spent::of_agent(&conn, agent_id, Stretch::Month, moment).await.unwrap();
            let of_company = spent::of_company(&conn, company_id, Stretch::Month, moment).await.unwrap();
            assert_eq!(
                (of_agent, of_company),
                (MicroDollars::new(spent), MicroDollars::new(spent)),
                "{moment}"
            );
        }
        let lifetime = spent::of_agent(&conn, agent_id, Stretch::Lifetime, last).await.unwrap();
        assert_eq!(lifetime, MicroDollars::new(18));
    }
}

#[tokio::test]
async fn a_run_counts_once_for_each_way_in_which_it_is_asked_for() {
    for database in databases().await {
        let store = &database.store;
        let company_id = company(store, "CST").await;
        let (agent_id, run_id) = (AgentId::random(), RunId::random());
        let of_run = |biller: &str, model: &str, billing_type| CostEvent {
            run_id: Some(run_id),
            biller: biller.to_owned(),
            model: model.to_owned(),
            billing_type,
            ..event(company_id, agent_id, 1, at("2026-01-01T00:00:00Z"))
        };
        use BillingType as B;
        book_all(
            store,
            vec![
                of_run("acme", "big", B::MeteredApi),
                of_run("acme", "big", B::MeteredApi),
                of_run("acme", "small", B::MeteredApi),
                of_run("reseller", "big", B::MeteredApi),
                of_run("acme", "big", B::SubscriptionIncluded),
                of_run("acme", "big", B::SubscriptionOverage),
            ],
        )
        .await;
        let conn = store.read();
        let agents = reports::by_agent(&conn, company_id, Span::default()).await.unwrap();
        assert_eq!((agents[0].plans.api_runs, agents[0].plans.plan_runs), (1, 1));
        let billers = reports::by_biller(&conn, company_id, Span::default()).await.unwrap();
        let told: Vec<_> =
            billers.iter().map(|of| (of.biller.as_str(), of.plans.api_runs, of.plans.plan_runs)).collect();
        assert_eq!(told, [("acme", 1, 1), ("reseller", 1, 0)]);
        let providers = reports::by_provider(&conn, company_id, Span::default()).await.unwrap();
        let runs = |of: &reports::OfProvider| of.plans.api_runs + of.plans.plan_runs;
        assert_eq!(providers.iter().map(runs).collect::<Vec<_>>(), [1, 1, 1, 1, 1]);
    }
}

#[tokio::test]
async fn what_the_server_booked_of_a_run_is_not_booked_again() {
    for database in databases().await {
        let store = &database.store;
        let company_id = company(store, "CST").await;
        let mut booked = event(company_id, AgentId::random(), 5, at("2026-01-01T00:00:00Z"));
        booked.run_id = Some(RunId::random());
        booked.booked_as = Some("end:0".to_owned());
        book_all(store, vec![booked.clone()]).await;
        let change = store.begin_write().await.unwrap();
        let again = CostEvent { id: CostEventId::random(), ..booked };
        assert!(book(&change.conn(), again).await.is_err());
        drop(change);
        let total = reports::total(&store.read(), company_id, Span::default()).await.unwrap();
        assert_eq!(total.map(|sums| sums.events), Some(1));
    }
}

/// An entry as chance makes one: of one of two agents, three projects, two models, in two months.
fn some_entry() -> impl Strategy<Value = (usize, usize, usize, i64, i64)> {
    (0_usize..2, 0_usize..3, 0_usize..2, 0_i64..5_000_000, 0_i64..5_000_000_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn sums_agree_at_every_level_and_over_every_stretch(
        entries in prop::collection::vec(some_entry(), 1..60),
        from in 0_i64..5_000_000_000,
        length in 0_i64..5_000_000_000,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(check_agreement(entries, from, length));
    }
}

async fn check_agreement(entries: Vec<(usize, usize, usize, i64, i64)>, from: i64, length: i64) {
    const START: i64 = 1_767_225_600_000;
    for database in databases().await {
        let store = &database.store;
        let company_id = company(store, "CST").await;
        let agents = [AgentId::random(), AgentId::random()];
        let projects = [None, Some(ProjectId::random()), Some(ProjectId::random())];
        let made = entries.iter().map(|&(agent, project, model, micros, after)| CostEvent {
            project_id: projects[project],
            model: ["big", "small"][model].to_owned(),
            provider: ["acme", "zeta"][model].to_owned(),
            ..event(company_id, agents[agent], micros, Timestamp::from_unix_millis(START + after))
        });
        let made: Vec<_> = made.collect();
        book_all(store, made.clone()).await;
        let conn = store.read();
        let span = Span {
            from: Some(Timestamp::from_unix_millis(START + from)),
            to: Some(Timestamp::from_unix_millis(START + from + length)),
        };
        for span in [span, Span::default(), Span { to: None, ..span }, Span { from: None, ..span }] {
            let is_within = |event: &&CostEvent| {
                span.from.is_none_or(|from| event.occurred_at >= from)
                    && span.to.is_none_or(|to| event.occurred_at <= to)
            };
            let expected: i64 =
                made.iter().filter(is_within).map(|event| event.cash_micros.micro_dollars()).sum();
            let count = i64::try_from(made.iter().filter(is_within).count()).unwrap();
            let sum = |sums: Vec<Sums>| {
                let cash: i64 = sums.iter().map(|sums| sums.cash.micro_dollars()).sum();
                (cash, sums.iter().map(|sums| sums.events).sum::<i64>())
            };
            let total = reports::total(&conn, company_id, span).await.unwrap().into_iter().collect();
            let by_agent = reports::by_agent(&conn, company_id, span).await.unwrap();
            let by_model = reports::by_agent_model(&conn, company_id, span).await.unwrap();
            let by_provider = reports::by_provider(&conn, company_id, span).await.unwrap();
            let by_biller = reports::by_biller(&conn, company_id, span).await.unwrap();
            let by_project = reports::by_project(&conn, company_id, span).await.unwrap();
            for (level, sums) in [
                ("all", total),
                ("agent", by_agent.into_iter().map(|of| of.sums).collect()),
                ("model", by_model.into_iter().map(|of| of.sums).collect()),
                ("provider", by_provider.into_iter().map(|of| of.sums).collect()),
                ("biller", by_biller.into_iter().map(|of| of.sums).collect()),
            ] {
                assert_eq!(sum(sums), (expected, count), "{level}, {span:?}");
            }
            let in_projects: i64 = made
                .iter()
                .filter(is_within)
                .filter(|event| event.project_id.is_some())
                .map(|event| event.cash_micros.micro_dollars())
                .sum();
            assert_eq!(sum(by_project.into_iter().map(|of| of.sums).collect()).0, in_projects, "{span:?}");
        }
        let mut of_scopes = MicroDollars::new(0);
        for agent_id in agents {
            let id = RowId::from_uuid(agent_id.as_uuid());
            let at = Timestamp::from_unix_millis(START);
            let spent = spent::of_scope(&conn, ScopeType::Agent, id, Stretch::Lifetime, at).await.unwrap();
            of_scopes = of_scopes.plus(spent.cash);
        }
        let all: i64 = made.iter().map(|event| event.cash_micros.micro_dollars()).sum();
        assert_eq!(of_scopes, MicroDollars::new(all));
    }
}
