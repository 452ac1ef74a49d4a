//! What once broke a rule in a world of chance, in as few steps as it takes.

use serde_json::json;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_testkit::StartFault;

use crate::acts;
use crate::play::with_ids_of;
use crate::scene::Scene;

#[test]
fn a_word_to_a_paused_agent_is_kept_with_the_reason_why_nobody_acts_on_it() {
    with_ids_of(3, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        let body = json!({"title": "Write", "status": "todo", "assigneeAgentId": agent_id});
        let issue_id = scene.issue(body).await;
        scene.does(acts::pause(&scene.play, agent_id)).await;
        scene.does(acts::comment(&scene.play, issue_id, "are you there?")).await;
        let refused = scene.play.now.wakeups.values().filter_map(|wakeup| wakeup.status_reason.as_deref());
        assert!(refused.into_iter().any(|reason| reason == "agent.not_invokable"));
        scene.comes_to_rest().await;
    });
}

#[test]
fn a_word_in_a_paused_company_is_kept_with_the_reason_why_nobody_acts_on_it() {
    with_ids_of(3, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        let body = json!({"title": "Write", "status": "todo", "assigneeAgentId": agent_id});
        let issue_id = scene.issue(body).await;
        scene.does(acts::to_company(scene.company_id, "paused")).await;
        scene.does(acts::comment(&scene.play, issue_id, "is anybody there?")).await;
        let refused = scene.play.now.wakeups.values().filter_map(|wakeup| wakeup.status_reason.as_deref());
        assert!(refused.into_iter().any(|reason| reason == "company.inactive"));
        scene.comes_to_rest().await;
    });
}

#[test]
fn a_word_that_comes_with_a_change_reaches_the_run_that_the_change_starts() {
    with_ids_of(138, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        let body = json!({"title": "Write", "status": "backlog", "assigneeAgentId": agent_id});
        let issue_id = scene.issue(body).await;
        let change = json!({"status": "todo", "comment": "go ahead, and mind the tests"});
        scene.does(acts::change(&scene.play, issue_id, change)).await;
        let comment = scene.play.now.comments[0].id.to_string();
        let run = scene.play.now.runs.values().next().unwrap();
        assert!(format!("{:?}", run.context).contains(&comment), "{:?}", run.context);
        scene.comes_to_rest().await;
    });
}

#[test]
fn a_word_to_who_gave_the_issue_back_waits_for_nobody() {
    with_ids_of(272, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        let body = json!({"title": "Write", "status": "todo", "assigneeAgentId": agent_id});
        let issue_id = scene.issue(body).await;
        scene.the_engine_works().await;
        scene.does(acts::comment(&scene.play, issue_id, "how is it going?")).await;
        let run_id = scene.running();
        scene.agent_does(run_id, acts::give_back(&scene.play, issue_id)).await;
        scene.the_program_ends().await;
        scene.comes_to_rest().await;
    });
}

#[test]
fn an_issue_that_a_waiting_word_opens_again_is_told_to_be_open() {
    with_ids_of(407, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        let body = json!({"title": "Write", "status": "todo", "assigneeAgentId": agent_id});
        let issue_id = scene.issue(body).await;
        scene.the_engine_works().await;
        let run_id = scene.running();
        scene.does(acts::comment(&scene.play, issue_id, "mind the tests")).await;
        let done = acts::change(&scene.play, issue_id, json!({"status": "done", "comment": "there it is"}));
        scene.agent_does(run_id, done).await;
        scene.the_program_ends().await;
        assert_eq!(scene.play.now.issues[&issue_id].status, IssueStatus::Todo);
        scene.comes_to_rest().await;
    });
}

#[test]
fn agents_of_an_archived_company_are_told_to_be_paused() {
    with_ids_of(578, || async {
        let mut scene = Scene::new().await;
        scene.agent().await;
        scene.does(acts::to_company(scene.company_id, "archived")).await;
        scene.comes_to_rest().await;
    });
}

#[test]
fn a_program_of_whose_start_nobody_heard_is_followed_to_its_end() {
    with_ids_of(0, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        scene.play.nodes[0].machine.hosts.break_start(StartFault::AnswerIsLost);
        let body = json!({"title": "Write", "status": "todo", "assigneeAgentId": agent_id});
        scene.issue(body).await;
        scene.the_engine_works().await;
        let run_id = scene.running();
        assert_eq!(scene.play.alive(), [(0, run_id)]);
        scene.the_program_ends().await;
        assert_eq!(scene.play.now.runs[&run_id].status, RunStatus::Succeeded);
        scene.comes_to_rest().await;
    });
}

#[test]
fn what_a_pause_stopped_and_what_waited_for_it_goes_on_when_it_is_over() {
    with_ids_of(4, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        let top = scene.issue(json!({"title": "Top", "status": "backlog"})).await;
        let body =
            |title| json!({"title": title, "status": "todo", "assigneeAgentId": agent_id, "parentId": top});
        let below = scene.issue(body("Stopped")).await;
        scene.the_engine_works().await;
        let run_id = scene.running();
        scene.does(acts::control(&scene.play, top, "pause", false)).await;
        let waits = scene.issue(body("Waits")).await;
        scene.the_engine_works().await;
        let stopped = &scene.play.now.runs[&run_id];
        assert_eq!(stopped.error_code.as_deref(), Some("issue_paused"));
        assert!(scene.play.now.runs.values().all(|run| run.status.is_terminal()), "nothing else started");
        // The end opens every gate.
        scene.comes_to_rest().await;
        for issue_id in [below, waits] {
            let ran = scene.play.now.runs.values().filter(|run| run.issue_id == Some(issue_id));
            assert!(ran.into_iter().any(|run| run.status == RunStatus::Succeeded), "it went on");
        }
    });
}
