//! Several servers on one database.

use std::time::Duration;

use wireclip_domain::run::RunStatus;
use wireclip_store::DatabaseKind;
use wireclip_testkit::{Script, World, eventually, person};

#[tokio::test]
async fn two_nodes_share_the_work_and_start_nothing_twice() {
    for world in World::on_each_database().await {
        let (first, second) = (world.machine(), world.machine());
        let services = world.services(&first);
        let company = world.company(&services).await;
        let mut runs = Vec::new();
        for number in 0..20 {
            let agent = world.agent(&services, company, &format!("Agent {number}")).await;
            runs.push(world.invoke(&services, agent).await);
        }
        let (_one, _other) = (world.start(&first), world.start(&second));
        for run_id in runs {
            let run = world.ended(run_id).await;
            assert_eq!(run.status, RunStatus::Succeeded, "{}", world.database);
            let processes = first.hosts.processes_of(run_id) + second.hosts.processes_of(run_id);
            assert_eq!(processes, 1, "{}", world.database);
        }
    }
}

#[tokio::test]
async fn only_one_node_at_a_time_looks_after_what_belongs_to_none() {
    for world in World::on_each_database().await {
        let (first, second) = (world.machine(), world.machine());
        let (one, other) = (world.stepped(&first), world.stepped(&second));
        one.reconcile_once("nodes").await.unwrap();
        other.reconcile_once("nodes").await.unwrap();
        assert!(one.status().is_scheduler && !other.status().is_scheduler, "{}", world.database);
        assert!(other.reconcile_once("timers").await.unwrap().is_none());

        world.clock.advance(Duration::from_secs(31));
        other.reconcile_once("nodes").await.unwrap();
        one.reconcile_once("nodes").await.unwrap();
        assert!(other.status().is_scheduler && !one.status().is_scheduler, "{}", world.database);
    }
}

#[tokio::test]
async fn the_runs_of_a_node_that_is_gone_end_as_lost_and_its_machine_is_cleared_when_it_is_back() {
    for world in World::on_each_database().await {
        let (lost, other) = (world.machine(), world.machine());
        let services = world.services(&lost);
        let company = world.company(&services).await;
        let agent = world.agent(&services, company, "Ada").await;
        lost.hosts.script(agent, Script::new().hangs());
        let engine = world.start_over(services.clone());
        let run_id = world.invoke(&services, agent).await;
        eventually("it runs", async || (lost.hosts.alive() == [run_id]).then_some(())).await;
        // The machine loses its network: its server says nothing more.
        drop(engine);

        let survivor = world.stepped(&other);
        survivor.reconcile_once("nodes").await.unwrap();
        assert_eq!(world.run(run_id).await.status, RunStatus::Running, "a slow node is not a lost one");
        world.clock.advance(Duration::from_secs(61));
        survivor.reconcile_once("nodes").await.unwrap();
        let run = world.run(run_id).await;
        assert_eq!((run.status, run.error_code.as_deref()), (RunStatus::Failed, Some("process_lost")));

        let back = world.start(&lost);
        back.reconciled().await;
        assert!(!lost.hosts.alive().contains(&run_id), "{}", world.database);
        assert_eq!(world.run(run_id).await.status, RunStatus::Failed, "an ended run never moves again");
    }
}

#[tokio::test]
async fn a_node_that_is_taken_for_dead_starts_nothing_until_it_has_a_new_lease() {
    for world in World::on_each_database().await {
        let (slow, other) = (world.machine(), world.machine());
        let services = world.services(&slow);
        let company = world.company(&services).await;
        let agent = world.agent(&services, company, "Ada").await;
        let (core, observer) = (world.stepped(&slow), world.stepped(&other));
        core.reconcile_once("nodes").await.unwrap();
        world.clock.advance(Duration::from_secs(61));
        observer.reconcile_once("nodes").await.unwrap();

        let run_id = world.invoke(&services, agent).await;
        core.claim_once().await.unwrap();
        assert_eq!(world.run(run_id).await.status, RunStatus::Queued, "{}", world.database);
        core.reconcile_once("nodes").await.unwrap();
        core.claim_once().await.unwrap();
        assert_eq!(world.run(run_id).await.status, RunStatus::Running, "{}", world.database);
    }
}

#[tokio::test]
async fn a_node_that_lost_its_lease_takes_a_new_one_before_it_takes_on_runs() {
    for world in World::on_each_database().await {
        let machine = world.machine();
        let core = world.stepped(&machine);
        assert!(!core.status().takes_runs, "without a lease nothing is taken on");
        core.reconcile_once("nodes").await.unwrap();
        let first = core.status().fence.unwrap();
        world.clock.advance(Duration::from_secs(3600));
        core.reconcile_once("nodes").await.unwrap();
        let second = core.status().fence.unwrap();
        assert!(second > first, "{}: the old number is worth nothing any more", world.database);
    }
}

#[tokio::test]
async fn what_one_node_commits_is_heard_on_the_other_and_is_its_work_at_once() {
    for world in World::on_each_database().await {
        if world.store().kind() == DatabaseKind::Sqlite {
            // There is one node.
            continue;
        }
        let (asking, working) = (world.machine(), world.machine());
        let here = world.services(&asking);
        let company = world.company(&here).await;
        let agent = world.agent(&here, company, "Ada").await;

        let there = world.services(&working);
        let found = there.companies.load(&person(), company).await.unwrap();
        let mut feed = there.live_feeds.open(&found, None).await.unwrap();
        let engine = world.start_over(there.clone());
        engine.reconciled().await;

        // Nobody moves the clock: only what the other node tells makes this one look.
        let run_id = world.invoke(&here, agent).await;
        assert_eq!(world.ended(run_id).await.node_id, Some(working.node_id));
        let mut seqs = Vec::new();
        while seqs.len() < 6 {
            let event = feed.next().await.unwrap().expect("the feed is open");
            seqs.extend(event.seq);
        }
        let expected: Vec<_> = (seqs[0]..).take(6).collect();
        assert_eq!(seqs, expected, "every event once and in order, wherever it was committed");
    }
}
