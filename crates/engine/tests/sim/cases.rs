//! What once broke a rule in a world of chance, in as few steps as it takes.

use serde_json::json;

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
