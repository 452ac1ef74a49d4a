//! What a spent month stops, and the next one lets go on.

use wireclip_domain::agent::AgentState;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, Timestamp};
use wireclip_services::Services;
use wireclip_store::{Scope, agents};
use wireclip_testkit::{Script, World, person};

async fn limit(services: &Services, agent: AgentId, cents: i64) {
    let agent = services.agents.load(&person(), &agent.to_string(), None).await.expect("the agent");
    let amount = MicroDollars::from_cents(cents);
    services.budgets.set_of_agent(&agent, amount).await.expect("a limit").into_inner();
}

async fn state(world: &World, agent: AgentId) -> AgentState {
    let found = agents::get(&world.store().read(), &Scope::everything(), agent).await;
    found.expect("the database answers").expect("the agent is there").state
}

#[tokio::test]
async fn what_a_months_limit_stopped_goes_on_by_itself_when_the_month_is_over() {
    for world in World::on_each_database().await {
        let machine = world.machine();
        let services = world.services(&machine);
        let company = world.company(&services).await;
        let agent = world.agent(&services, company, "Ada").await;
        limit(&services, agent, 10).await;
        machine.hosts.script(agent, Script::new().says("used 30 cents\n").hangs());
        machine.hosts.script(agent, Script::new().says("used 3 cents\n").exits(0));
        // A minute before the month is over, by UTC.
        let turn = "2026-02-01T00:00:00.000Z".parse::<Timestamp>().expect("a time");
        world.clock.set(Timestamp::from_unix_millis(turn.unix_millis() - 60_000));
        let engine = world.start_over(services.clone());
        engine.reconciled().await;
        let run = world.ended(world.invoke(&services, agent).await).await;
        assert_eq!(run.status, RunStatus::Cancelled, "{}", world.database);
        assert_eq!(state(&world, agent).await, AgentState::Paused, "{}", world.database);
        assert!(services.budgets.over(10).await.expect("a list").is_empty(), "{}", world.database);

        world.clock.set(turn);
        world
            .in_time("the agent may work again", async || {
                (state(&world, agent).await == AgentState::Active).then_some(())
            })
            .await;
        assert!(services.budgets.over(10).await.expect("a list").is_empty(), "{}", world.database);
        // The clock goes on, so that a slow engine that was taken for dead comes back.
        let run = world.invoke(&services, agent).await;
        let run = world
            .in_time("the run ends", async || {
                Some(world.run(run).await).filter(|run| run.status.is_terminal())
            })
            .await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}: a new month's money", world.database);
    }
}
