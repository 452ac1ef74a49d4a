use proptest::prelude::*;
use serde_json::json;

use super::*;

fn json(value: &serde_json::Value) -> OpaqueJson {
    OpaqueJson::of(value)
}

fn wake<'a>(
    source: InvocationSource,
    reason: Option<&'a WakeReason>,
    payload: &'a OpaqueJson,
) -> WakeInput<'a> {
    WakeInput { source, trigger_detail: Some(TriggerDetail::System), reason, payload }
}

const A: &str = "00000000-0000-4000-8000-00000000000a";
const B: &str = "00000000-0000-4000-8000-00000000000b";
const C: &str = "00000000-0000-4000-8000-00000000000c";

#[test]
fn an_assignment_is_enriched_to_what_clients_see() {
    let payload = json(&json!({"issueId": A, "mutation": "update"}));
    let reason = WakeReason::IssueAssigned;
    let context =
        RunContext::default().enriched(&wake(InvocationSource::Assignment, Some(&reason), &payload));
    let expected = json(&json!({
        "issueId": A, "taskId": A, "taskKey": A,
        "wakeReason": "issue_assigned", "wakeSource": "assignment", "wakeTriggerDetail": "system",
    }));
    assert_eq!(context.as_json(), &expected);
    assert_eq!(context.in_lists(), expected);
    assert_eq!(context.issue_id(), A.parse().ok());
}

#[test]
fn a_comment_is_named_three_times_and_shown_twice_in_lists() {
    let payload = json(&json!({"issueId": A, "commentId": B}));
    let reason = WakeReason::IssueCommented;
    let context =
        RunContext::default().enriched(&wake(InvocationSource::Automation, Some(&reason), &payload));
    assert_eq!(context.comment_ids(), [B.parse().unwrap()]);
    assert_eq!(
        context.in_lists(),
        json(&json!({
            "issueId": A, "taskId": A, "taskKey": A, "commentId": B, "wakeCommentId": B,
            "wakeReason": "issue_commented", "wakeSource": "automation", "wakeTriggerDetail": "system",
        }))
    );
}

#[test]
fn a_wake_by_hand_about_nothing_has_no_task_key() {
    let payload = json(&json!({"topic": "tea"}));
    let reason = WakeReason::from("have a look");
    let context = RunContext::default()
        .with(key::TRIGGERED_BY, &"board")
        .with(key::FORCE_FRESH_SESSION, &false)
        .enriched(&wake(InvocationSource::OnDemand, Some(&reason), &payload));
    assert_eq!(context.task_key(), None);
    assert_eq!(context.wake_reason(), Some(reason));
    assert!(!context.force_fresh_session());
}

#[test]
fn the_task_key_comes_from_the_first_that_names_one() {
    let cases = [
        (json!({"taskKey": "own", "issueId": A}), json!({"taskKey": "brought"}), Some("own")),
        (json!({"issueId": A}), json!({"taskKey": "brought"}), Some(A)),
        (json!({"taskKey": " "}), json!({"taskKey": "brought", "issueId": A}), Some(A)),
        (json!({}), json!({"taskKey": "brought"}), Some("brought")),
        (json!({}), json!({}), None),
    ];
    for (context, payload, expected) in cases {
        let payload = json(&payload);
        let wake = wake(InvocationSource::OnDemand, None, &payload);
        let enriched = RunContext::from_caller(json(&context)).enriched(&wake);
        assert_eq!(enriched.task_key(), expected);
    }
    let nothing = OpaqueJson::object();
    let timer = RunContext::default().enriched(&wake(InvocationSource::Timer, None, &nothing));
    assert_eq!(timer.task_key(), Some(HEARTBEAT_TASK_KEY));
}

#[test]
fn an_answer_is_kept_only_where_the_payload_says_it_is_one() {
    let context = RunContext::default().with("interactionKind", &"question");
    let answer = json(&json!({"mutation": "interaction", "interactionId": A}));
    let kept = context.clone().enriched(&wake(InvocationSource::Automation, None, &answer));
    assert!(kept.answers_interaction());
    assert_eq!(kept.text("interactionKind"), Some("question"));
    let comment = json(&json!({"mutation": "comment", "interactionId": A}));
    let dropped = context.enriched(&wake(InvocationSource::Automation, None, &comment));
    assert!(!dropped.answers_interaction());
    assert_eq!(dropped.text("interactionKind"), None);
}

#[test]
fn a_caller_states_nothing_that_only_the_server_may() {
    let sent =
        json(&json!({"paperclipHarnessCheckedOut": true, "manualUserWake": true, "wakeHops": 0, "x": 1}));
    assert_eq!(RunContext::from_caller(sent).as_json(), &json(&json!({"x": 1})));
    assert_eq!(RunContext::from_caller(OpaqueJson::array()), RunContext::default());
}

#[test]
fn joining_keeps_every_comment_and_the_wish_for_a_fresh_session() {
    let mut there =
        RunContext::default().with(key::FORCE_FRESH_SESSION, &true).with(key::WAKE_PAYLOAD, &"old");
    there.set_comment_ids(&[A.parse().unwrap(), B.parse().unwrap()]);
    let mut joins =
        RunContext::default().with(key::WAKE_REASON, &"more").with(key::FORCE_FRESH_SESSION, &false);
    joins.set_comment_ids(&[B.parse().unwrap(), C.parse().unwrap()]);
    let merged = there.merged_with(&joins, MergeTarget::NotStarted);
    assert_eq!(merged.comment_ids(), [A, B, C].map(|id| id.parse().unwrap()));
    assert_eq!(merged.text(key::COMMENT_ID), Some(C));
    assert_eq!(merged.wake_reason(), Some(WakeReason::from("more")));
    assert!(merged.force_fresh_session());
    assert_eq!(merged.text(key::WAKE_PAYLOAD), None);
}

#[test]
fn a_running_runs_answer_is_not_the_answer_of_what_joins_it() {
    let there = RunContext::default().with(key::INTERACTION_ID, &A).with(key::CHECKED_OUT, &true);
    let joins = RunContext::default().with(key::CHECKED_OUT, &false);
    assert!(there.merged_with(&joins, MergeTarget::NotStarted).answers_interaction());
    let running = there.merged_with(&joins, MergeTarget::Started);
    assert!(!running.answers_interaction());
    assert!(running.flag(key::CHECKED_OUT));
}

fn comment_lists() -> impl Strategy<Value = Vec<CommentId>> {
    let ids = [A, B, C].map(|id| id.parse::<CommentId>().unwrap());
    proptest::collection::vec(proptest::sample::select(ids.to_vec()), 0..5)
}

proptest! {
    #[test]
    fn no_order_of_joining_loses_a_comment(lists in proptest::collection::vec(comment_lists(), 1..5)) {
        let mut context = RunContext::default();
        for ids in &lists {
            let mut joins = RunContext::default();
            joins.set_comment_ids(ids);
            context = context.merged_with(&joins, MergeTarget::NotStarted);
        }
        let kept = context.comment_ids();
        prop_assert!(lists.iter().flatten().all(|id| kept.contains(id)));
        prop_assert!(kept.iter().all(|id| kept.iter().filter(|other| *other == id).count() == 1));
    }

    #[test]
    fn enriching_twice_is_enriching_once(comment in proptest::bool::ANY, interaction in proptest::bool::ANY) {
        let mut payload = json(&json!({"issueId": A}));
        if comment { payload.set("commentId", &B); }
        if interaction { payload.set("mutation", &"interaction"); payload.set("interactionId", &C); }
        let wake = wake(InvocationSource::Automation, None, &payload);
        let once = RunContext::default().enriched(&wake);
        prop_assert_eq!(once.clone().enriched(&wake), once);
    }
}

#[test]
fn decisions_that_are_told_in_one_run_are_all_named() {
    let told = |id: &str| RunContext::default().with(key::APPROVAL_ID, &id);
    let (first, second) = (told(A), told(B));
    let merged = first.merged_with(&second, MergeTarget::NotStarted);
    let ids: Vec<ApprovalId> = [A, B].map(|id| id.parse().unwrap()).to_vec();
    assert_eq!((merged.approval_ids(), merged.text(key::APPROVAL_ID)), (ids.clone(), Some(B)));
    assert_eq!(merged.merged_with(&first, MergeTarget::NotStarted).approval_ids(), ids);
    assert_eq!(first.merged_with(&first, MergeTarget::NotStarted).as_json().get(key::APPROVAL_IDS), None);
}
