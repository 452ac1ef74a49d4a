//! Scenes that people should read: what is done, and what comes of it.

use serde_json::json;

use crate::acts;
use crate::play::with_ids_of;
use crate::scene::Scene;

#[test]
fn a_comment_reopens_a_done_issue() {
    with_ids_of(1, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        let issue_id =
            scene.issue(json!({"title": "Write", "status": "todo", "assigneeAgentId": agent_id})).await;
        scene.the_engine_works().await;
        let done = acts::change(&scene.play, issue_id, json!({"status": "done", "comment": "written"}));
        scene.agent_does(scene.running(), done).await;
        scene.the_program_ends().await;
        scene.does(acts::comment(&scene.play, issue_id, "one more thing")).await;
        scene.the_engine_works().await;
        insta::assert_snapshot!("a_comment_reopens_a_done_issue", scene.play.story.text());
    });
}

#[test]
fn a_server_dies_in_the_middle_of_a_run_and_the_next_one_goes_on_with_it() {
    with_ids_of(1, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        let issue_id =
            scene.issue(json!({"title": "Write", "status": "todo", "assigneeAgentId": agent_id})).await;
        scene.the_engine_works().await;
        let run_id = scene.running();
        scene.play.crash(0).await.unwrap();
        // Agents work on meanwhile, and reach whichever server is there.
        let done = acts::change(&scene.play, issue_id, json!({"status": "done", "comment": "written"}));
        scene.agent_does(run_id, done).await;
        scene.the_engine_works().await;
        scene.the_program_ends().await;
        assert_eq!(scene.play.nodes[0].machine.hosts.processes_of(run_id), 1);
        insta::assert_snapshot!("a_server_dies_in_the_middle_of_a_run", scene.play.story.text());
    });
}

#[test]
fn a_blocker_that_is_done_wakes_who_waited_for_it() {
    with_ids_of(1, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        let first = scene.issue(json!({"title": "First", "status": "todo"})).await;
        let body = json!({
            "title": "Then", "status": "todo", "assigneeAgentId": agent_id, "blockedByIssueIds": [first],
        });
        scene.issue(body).await;
        scene.the_engine_works().await;
        scene.does(acts::change(&scene.play, first, json!({"status": "done"}))).await;
        scene.the_engine_works().await;
        insta::assert_snapshot!("a_blocker_that_is_done_wakes_who_waited_for_it", scene.play.story.text());
    });
}

#[test]
fn a_cancelled_run_ends_with_its_program() {
    with_ids_of(1, || async {
        let mut scene = Scene::new().await;
        let agent_id = scene.agent().await;
        scene.issue(json!({"title": "Write", "status": "todo", "assigneeAgentId": agent_id})).await;
        scene.the_engine_works().await;
        let cancel = acts::cancel(&scene.play, scene.running());
        scene.does(cancel).await;
        scene.the_engine_works().await;
        assert_eq!(scene.play.alive(), []);
        insta::assert_snapshot!("a_cancelled_run_ends_with_its_program", scene.play.story.text());
    });
}
