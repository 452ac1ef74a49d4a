use proptest::prelude::*;

use super::*;
use crate::agent::AgentStatus;
use crate::budget::BudgetScope;
use crate::gate::NotInvokableReason;
use crate::issue::IssueStatus;
use crate::run_error_code::RunErrorCode;
use crate::time::Timestamp;
use std::time::Duration;

fn wake(agent_id: AgentId, reason: Option<&WakeReason>) -> Wake<'_> {
    Wake {
        agent_id,
        source: InvocationSource::Automation,
        reason,
        by: ActorType::System,
        brings_comment: false,
        answers_interaction: false,
        is_manual: false,
        force_fresh_session: false,
        is_resume: false,
    }
}

fn by_hand(agent_id: AgentId) -> Wake<'static> {
    let source = InvocationSource::OnDemand;
    Wake { source, by: ActorType::User, is_manual: true, ..wake(agent_id, None) }
}

fn facts(about: About) -> AdmissionFacts {
    AdmissionFacts {
        company: CompanyStatus::Active,
        budget_block: None,
        invokable: Ok(()),
        policy: HeartbeatPolicy::default(),
        has_actionable_work: true,
        loop_break: None,
        daily_cap: None,
        about,
    }
}

fn issue(assignee: AgentId) -> IssueFacts {
    IssueFacts {
        status: IssueStatus::Todo,
        assignee: Some(assignee),
        held: None,
        unsettled_run: None,
        unresolved_blockers: Vec::new(),
        live_runs: Vec::new(),
        waiting_wakeup: None,
        throttled: None,
    }
}

fn run(agent_id: AgentId, status: RunStatus) -> LiveRun {
    LiveRun { run_id: RunId::random(), agent_id, status, reason: None }
}

fn about(issue: IssueFacts) -> AdmissionFacts {
    facts(About::Issue(Box::new(issue)))
}

fn reason_of(decision: &Decision) -> Option<&'static str> {
    match &decision.admission {
        Admission::Refuse { cause, .. } => Some(cause.reason().as_str()),
        _ => None,
    }
}

#[test]
fn what_nothing_stops_is_queued() {
    let ada = AgentId::random();
    let queued = Decision::from(Admission::Queue(QueueMode::default()));
    assert_eq!(admit(&wake(ada, None), &about(issue(ada))), queued);
    assert_eq!(admit(&wake(ada, None), &facts(About::Task(Vec::new()))), queued);
}

#[test]
fn people_are_told_by_a_conflict_and_the_machine_by_a_receipt() {
    let ada = AgentId::random();
    let paused = AdmissionFacts { company: CompanyStatus::Paused, ..facts(About::Task(Vec::new())) };
    let rejected = Admission::Reject(Rejection::CompanyInactive(CompanyStatus::Paused));
    assert_eq!(admit(&by_hand(ada), &paused).admission, rejected);
    assert_eq!(reason_of(&admit(&wake(ada, None), &paused)), Some("company.inactive"));

    let (status, reason) = (AgentStatus::Paused, NotInvokableReason::Paused);
    let refused = NotInvokable { agent_id: ada, status, reason, guidance: None };
    let lazy = AdmissionFacts { invokable: Err(refused.clone()), ..facts(About::Task(Vec::new())) };
    let rejection = Rejection::Agent(refused);
    assert_eq!(admit(&wake(ada, None), &lazy).admission, Admission::Reject(rejection.clone()));
    assert_eq!(rejection.stored(ActorType::User), None);
    assert_eq!(rejection.stored(ActorType::System), Some(SkipReason::AgentNotInvokable));
    let spent = Rejection::Budget(BudgetBlock(BudgetScope::agent(ada)));
    assert_eq!(spent.stored(ActorType::User), Some(SkipReason::BudgetBlocked));
    let facts = serde_json::json!({"scopeType": "agent", "scopeId": ada});
    assert_eq!(spent.details(), Some(OpaqueJson::of(&facts)));
}

#[test]
fn an_agents_own_settings_keep_it_asleep() {
    let ada = AgentId::random();
    let timer = Wake { source: InvocationSource::Timer, ..wake(ada, Some(&WakeReason::HeartbeatTimer)) };
    let mut facts = facts(About::Task(Vec::new()));
    assert_eq!(reason_of(&admit(&timer, &facts)), Some("heartbeat.disabled"));
    facts.policy.is_timer_on = true;
    facts.policy.skips_timer_without_work = true;
    assert_eq!(reason_of(&admit(&timer, &facts)), None);
    facts.has_actionable_work = false;
    assert_eq!(reason_of(&admit(&timer, &facts)), Some("heartbeat.timer.no_actionable_work"));
    assert_eq!(reason_of(&admit(&wake(ada, None), &facts)), None);
    facts.policy.wakes_on_demand = false;
    assert_eq!(reason_of(&admit(&wake(ada, None), &facts)), Some("heartbeat.wakeOnDemand.disabled"));
}

#[test]
fn an_agents_own_wake_joins_its_run_and_the_boards_waits_in_the_queue() {
    let ada = AgentId::random();
    let first = run(ada, RunStatus::Running);
    let with = |runs: &[&LiveRun]| facts(About::Task(runs.iter().map(|run| (*run).clone()).collect()));
    let own = Wake { by: ActorType::Agent, ..wake(ada, None) };
    let joined = Admission::Coalesce { run_id: first.run_id, target: MergeTarget::Started };
    assert_eq!(admit(&own, &with(&[&first])).admission, joined);
    let queued = Admission::Queue(QueueMode::default());
    assert_eq!(admit(&by_hand(ada), &with(&[&first])).admission, queued);
    let second = run(ada, RunStatus::Queued);
    let joined = Admission::Coalesce { run_id: second.run_id, target: MergeTarget::NotStarted };
    assert_eq!(admit(&own, &with(&[&first, &second])).admission, joined);
}

#[test]
fn what_comes_while_a_run_has_the_issue_waits_for_its_end() {
    let (ada, bob) = (AgentId::random(), AgentId::random());
    let holder = run(ada, RunStatus::Running);
    let held = || about(IssueFacts { live_runs: vec![holder.clone()], ..issue(ada) });
    let behind = Behind::Run(holder.run_id);
    let deferred = Admission::Defer { into: None, behind };
    assert_eq!(admit(&by_hand(ada), &held()).admission, deferred);
    assert_eq!(admit(&wake(bob, Some(&WakeReason::IssueCommentMentioned)), &held()).admission, deferred);
    assert_eq!(admit(&wake(ada, Some(&WakeReason::IssueBlockersResolved)), &held()).admission, deferred);
    for reason in WakeReason::NAMED {
        assert_eq!(admit(&wake(ada, Some(reason)), &held()).admission, deferred, "{reason}");
    }

    let waiting = WakeupId::random();
    let live_runs = vec![holder.clone()];
    let again = about(IssueFacts { live_runs, waiting_wakeup: Some(waiting), ..issue(ada) });
    let into_waiting = Admission::Defer { into: Some(waiting), behind };
    assert_eq!(admit(&by_hand(ada), &again).admission, into_waiting);
}

#[test]
fn a_waiting_run_of_who_is_no_longer_the_assignee_gives_way() {
    let (ada, bob) = (AgentId::random(), AgentId::random());
    let stale = run(bob, RunStatus::Queued);
    let mention = LiveRun { reason: Some(WakeReason::IssueCommentMentioned), ..run(bob, RunStatus::Queued) };
    let live_runs = vec![stale.clone(), mention.clone()];
    let decision = admit(&wake(ada, None), &about(IssueFacts { live_runs, ..issue(ada) }));
    let code = RunErrorCode::LockReleasedOnReassignment;
    assert_eq!(decision.displaced, [Displaced { run_id: stale.run_id, code }]);
    let asked_again =
        admit(&by_hand(bob), &about(IssueFacts { live_runs: vec![stale.clone()], ..issue(ada) }));
    let joined = Admission::Coalesce { run_id: stale.run_id, target: MergeTarget::NotStarted };
    assert_eq!((asked_again.displaced, asked_again.admission), (Vec::new(), joined));
    let behind = Behind::Run(mention.run_id);
    assert_eq!(decision.admission, Admission::Defer { into: None, behind });
}

#[test]
fn an_unsettled_run_keeps_messages_and_refuses_the_rest() {
    let ada = AgentId::random();
    let run_id = RunId::random();
    let facts = about(IssueFacts { unsettled_run: Some(run_id), ..issue(ada) });
    let message =
        Wake { by: ActorType::User, brings_comment: true, ..wake(ada, Some(&WakeReason::IssueCommented)) };
    let behind = Behind::UnsettledRun(run_id);
    assert_eq!(admit(&message, &facts).admission, Admission::Defer { into: None, behind });
    let cause = SkipCause::UnsettledRun(run_id);
    let each = Admission::Refuse { cause: cause.clone(), receipt: Receipt::New };
    assert_eq!(admit(&by_hand(ada), &facts).admission, each);
    let once = Admission::Refuse { cause, receipt: Receipt::OnePerCondition };
    assert_eq!(admit(&wake(ada, Some(&WakeReason::IssueAssigned)), &facts).admission, once);
}

#[test]
fn a_blocked_issue_is_only_taken_up_to_answer() {
    let ada = AgentId::random();
    let blockers = vec![IssueId::random()];
    let blocked = about(IssueFacts { unresolved_blockers: blockers.clone(), ..issue(ada) });
    let assigned = wake(ada, Some(&WakeReason::IssueAssigned));
    assert_eq!(reason_of(&admit(&assigned, &blocked)), Some("issue_dependencies_blocked"));
    let comment = Wake { by: ActorType::User, ..wake(ada, Some(&WakeReason::IssueCommented)) };
    let mode = QueueMode { answers_while_blocked_by: blockers };
    assert_eq!(admit(&comment, &blocked).admission, Admission::Queue(mode));
}

#[test]
fn each_condition_of_the_issue_has_its_word() {
    let ada = AgentId::random();
    let now = Timestamp::from_unix_millis(0);
    let throttled = Throttled {
        no_progress_streak: 2,
        cooldown: Duration::from_secs(120),
        last_run_finished_at: now,
        next_allowed_at: now,
    };
    let rests = about(IssueFacts { throttled: Some(throttled), ..issue(ada) });
    let assigned = wake(ada, Some(&WakeReason::IssueAssigned));
    assert_eq!(reason_of(&admit(&assigned, &rests)), Some("issue_rewake_throttled"));
    let fine = about(IssueFacts { throttled: Some(throttled), ..issue(ada) });
    assert_eq!(reason_of(&admit(&wake(ada, Some(&WakeReason::IssueStatusChanged)), &fine)), None);
    let missing = facts(About::MissingIssue);
    assert_eq!(reason_of(&admit(&by_hand(ada), &missing)), Some("issue_execution_issue_not_found"));
    let cut = AdmissionFacts { loop_break: Some(LoopBreak::OwnOutput), ..about(issue(ada)) };
    assert_eq!(reason_of(&admit(&wake(ada, None), &cut)), Some("loop.own_output"));
    let cap = DailyCap::Runs { observed: 1, limit: 1 };
    let capped = AdmissionFacts { daily_cap: Some(cap), ..about(issue(ada)) };
    assert_eq!(reason_of(&admit(&wake(ada, None), &capped)), Some("heartbeat.daily_run_limit"));
}

proptest! {
    /// A person's message is never dropped for what other runs do: it joins one that has not
    /// started, waits, or is queued.
    #[test]
    fn a_persons_comment_is_never_lost(
        holders in proptest::collection::vec((proptest::bool::ANY, 0..3_usize), 0..4),
        is_blocked in proptest::bool::ANY,
        is_unsettled in proptest::bool::ANY,
    ) {
        let (ada, bob) = (AgentId::random(), AgentId::random());
        let of = |is_own| if is_own { ada } else { bob };
        let live_runs: Vec<_> =
            holders.into_iter().map(|(is_own, status)| run(of(is_own), RunStatus::LIVE[status])).collect();
        let facts = about(IssueFacts {
            live_runs: live_runs.clone(),
            unresolved_blockers: is_blocked.then(IssueId::random).into_iter().collect(),
            unsettled_run: is_unsettled.then(RunId::random),
            ..issue(ada)
        });
        let reason = WakeReason::IssueCommented;
        let comment = Wake { by: ActorType::User, brings_comment: true, ..wake(ada, Some(&reason)) };
        match admit(&comment, &facts).admission {
            Admission::Queue(_) | Admission::Defer { .. } => (),
            Admission::Coalesce { run_id, target } => {
                prop_assert_eq!(target, MergeTarget::NotStarted);
                prop_assert!(live_runs.iter().any(|run| run.run_id == run_id && run.status.is_waiting()));
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }
}
