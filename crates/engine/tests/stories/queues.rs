//! Who starts when many wait.

use std::time::Duration;

use wireclip_domain::agent::AgentState;
use wireclip_domain::caller::Actor;
use wireclip_domain::run::{InvocationSource, RunStatus};
use wireclip_domain::{AgentId, CompanyId, OpaqueJson, RunContext, RunId};
use wireclip_services::Services;
use wireclip_services::agents::AgentPatch;
use wireclip_services::wakeups::{WakeOrder, request_quietly};
use wireclip_store::{Scope, agents};
use wireclip_testkit::{Script, World, person};

/// More than were once looked at in one go.
const MANY: usize = 101;

/// An agent that may have one run at a time.
async fn one_at_a_time(world: &World, services: &Services, company: CompanyId, name: &str) -> AgentId {
    let agent = world.agent(services, company, name).await;
    let mut heartbeat = OpaqueJson::object();
    heartbeat.set("maxConcurrentRuns", &1);
    let mut settings = OpaqueJson::object();
    settings.set("heartbeat", &heartbeat);
    let patch = AgentPatch { runtime_config: Some(settings), ..AgentPatch::default() };
    let loaded = services.agents.load(&person(), &agent.to_string(), None).await.expect("the agent");
    drop(services.agents.update(&loaded, patch).await.expect("it is changed"));
    agent
}

/// Has an agent stand otherwise, without what a person's pause does to its queue.
async fn put(world: &World, agent: AgentId, state: AgentState) {
    let change = world.store().begin_write().await.expect("a turn");
    let before = agents::get(&change.conn(), &Scope::everything(), agent).await.expect("an answer");
    let before = before.expect("the agent");
    let mut after = before.clone();
    after.state = state;
    agents::update(&change.conn(), &before, &after).await.expect("it is written");
    change.commit().await.expect("it is stored");
}

async fn status(world: &World, run_id: RunId) -> RunStatus {
    world.run(run_id).await.status
}

#[tokio::test]
async fn whoever_may_work_starts_however_many_wait_before() {
    for world in World::on_each_database().await {
        let machine = world.machine();
        let services = world.services(&machine);
        let company = world.company(&services).await;
        let core = world.stepped(&machine);
        core.reconcile_once("nodes").await.unwrap();
        let mut busy = Vec::new();
        for number in 0..MANY {
            let agent = one_at_a_time(&world, &services, company, &format!("Busy {number}")).await;
            machine.hosts.script(agent, Script::new().hangs());
            world.invoke(&services, agent).await;
            busy.push(agent);
        }
        assert_eq!(core.claim_once().await.unwrap().claimed, MANY, "{}", world.database);
        for agent in &busy {
            world.invoke(&services, *agent).await;
        }
        let free = world.agent(&services, company, "Free").await;
        let last = world.invoke(&services, free).await;
        assert_eq!(core.claim_once().await.unwrap().claimed, 1, "{}", world.database);
        assert_eq!(status(&world, last).await, RunStatus::Running, "{}", world.database);
    }
}

#[tokio::test]
async fn what_waits_for_a_paused_agent_holds_nobody_up_and_starts_afterwards() {
    for world in World::on_each_database().await {
        let machine = world.machine();
        let services = world.services(&machine);
        let company = world.company(&services).await;
        let core = world.stepped(&machine);
        core.reconcile_once("nodes").await.unwrap();
        let paused = world.agent(&services, company, "Ada").await;
        let kept = world.invoke(&services, paused).await;
        put(&world, paused, AgentState::Paused).await;
        let free = world.agent(&services, company, "Ben").await;
        let free_run = world.invoke(&services, free).await;
        assert_eq!(core.claim_once().await.unwrap().claimed, 1, "{}", world.database);
        assert_eq!(status(&world, free_run).await, RunStatus::Running, "{}", world.database);
        assert_eq!(status(&world, kept).await, RunStatus::Queued, "{}", world.database);
        put(&world, paused, AgentState::Active).await;
        assert_eq!(core.claim_once().await.unwrap().claimed, 1, "{}", world.database);
        assert_eq!(status(&world, kept).await, RunStatus::Running, "{}", world.database);
    }
}

#[tokio::test]
async fn the_agents_that_wait_are_told_part_by_part() {
    for world in World::on_each_database().await {
        let machine = world.machine();
        let services = world.services(&machine);
        let company = world.company(&services).await;
        let mut waiting = Vec::new();
        for name in ["Ada", "Ben", "Cleo", "Dan", "Eve"] {
            let agent = world.agent(&services, company, name).await;
            world.invoke(&services, agent).await;
            waiting.push(agent);
        }
        let (mut told, mut place) = (Vec::new(), None);
        loop {
            let part = services.runs.waiting_agents(place, 2).await.unwrap();
            assert!(part.agents.len() <= 2, "{}", world.database);
            told.extend(part.agents);
            place = part.next;
            if place.is_none() {
                break;
            }
        }
        // The clock stands, so those of one moment come in the order of their ids.
        waiting.sort_unstable();
        assert_eq!(told, waiting, "{}", world.database);
    }
}

/// Changes rows behind the server's back, of a database with a file.
async fn spoil(world: &World, statements: &str) {
    let url = format!("sqlite://{}", world.file().display());
    let rows = sea_orm::Database::connect(url).await.expect("the file is a database");
    sea_orm::ConnectionTrait::execute_unprepared(&rows, statements)
        .await
        .expect("the statements fit the tables");
}

#[tokio::test]
async fn an_agent_that_cannot_be_read_keeps_no_other_waiting() {
    for spoiled in ["adapter_type = 'of another day'", "runtime_config = '{'", "state = 'unheard of'"] {
        let world = World::new().await;
        let machine = world.machine();
        let services = world.services(&machine);
        let company = world.company(&services).await;
        let core = world.stepped(&machine);
        core.reconcile_once("nodes").await.unwrap();
        for name in ["Ada", "Ben", "Cleo"] {
            let agent = world.agent(&services, company, name).await;
            world.invoke(&services, agent).await;
            world.clock.advance(Duration::from_secs(1));
        }
        spoil(&world, &format!("UPDATE agents SET {spoiled} WHERE name = 'Ada'")).await;
        let claims = core.claim_once().await.unwrap();
        assert_eq!((claims.claimed, claims.failed), (2, 1), "{spoiled}");
    }
}

#[tokio::test]
async fn a_wish_that_the_database_does_not_take_is_no_refusal() {
    let world = World::new().await;
    let machine = world.machine();
    let services = world.services(&machine);
    let company = world.company(&services).await;
    let agent = world.agent(&services, company, "Ada").await;
    let order = WakeOrder {
        company_id: company,
        agent_id: agent,
        source: InvocationSource::Automation,
        trigger_detail: None,
        reason: None,
        payload: OpaqueJson::object(),
        context: RunContext::default(),
        idempotency_key: None,
        dedup_key: None,
    };
    spoil(
        &world,
        "CREATE TABLE once (x INTEGER UNIQUE); INSERT INTO once VALUES (1); \
         CREATE TRIGGER never BEFORE INSERT ON runs BEGIN INSERT INTO once VALUES (1); END;",
    )
    .await;
    let mut change = services.core.begin_as(Actor::system("test")).await.unwrap();
    let failed = request_quietly(&mut change, order).await.unwrap_err();
    assert!(failed.refusal().is_none(), "{failed}");
}
