use proptest::prelude::*;

use super::*;
use crate::issue::UnblockOwner;
use crate::words::Word;

const NOW: i64 = 1_000;

fn now() -> Timestamp {
    Timestamp::from_unix_millis(NOW)
}

fn issue(status: IssueStatus, assignee: Assignee) -> IssueState {
    IssueState {
        id: IssueId::random(),
        status,
        status_version: 0,
        assignee,
        started_at: None,
        completed_at: (status == IssueStatus::Done).then(now),
        cancelled_at: (status == IssueStatus::Cancelled).then(now),
        blocked_transition_at: None,
        unblock: None,
        execution_state: None,
    }
}

fn person() -> Actor {
    Actor { kind: ActorType::User, ..Actor::system("local-board") }
}

fn agent(id: AgentId, run: RunId) -> Actor {
    Actor { kind: ActorType::Agent, agent_id: Some(id), run_id: Some(run), ..Actor::system("x") }
}

fn facts(actor: &Actor) -> UpdateFacts<'_> {
    UpdateFacts {
        actor,
        blockers: &[],
        candidate: Some(Candidate::Member),
        awaits_approval: false,
        unblock_owner_exists: true,
        running: None,
    }
}

fn to(status: IssueStatus) -> IssueChange {
    IssueChange { status: Some(status), ..IssueChange::default() }
}

fn blocker(status: IssueStatus) -> Blocker {
    Blocker { issue_id: IssueId::random(), identifier: "ABC-1".into(), title: "In the way".into(), status }
}

#[test]
fn the_times_follow_the_status() {
    let person = person();
    let mut issue = issue(IssueStatus::Todo, Assignee::User(UserId::local_board()));
    for (version, status) in [
        (1, IssueStatus::InProgress),
        (2, IssueStatus::InReview),
        (3, IssueStatus::Done),
        (3, IssueStatus::Done),
        (4, IssueStatus::Todo),
        (5, IssueStatus::Cancelled),
        (6, IssueStatus::Backlog),
        (7, IssueStatus::Done),
    ] {
        issue = decide_update(&issue, &to(status), &facts(&person), now()).unwrap().after;
        assert_eq!((issue.status, issue.status_version), (status, version));
        assert!(issue.started_at.is_some(), "once begun, {status} keeps the start");
        assert_eq!(issue.completed_at.is_some(), status == IssueStatus::Done, "{status}");
        assert_eq!(issue.cancelled_at.is_some(), status == IssueStatus::Cancelled, "{status}");
    }
}

#[test]
fn work_in_progress_has_an_assignee_and_open_ways() {
    let person = person();
    let nobodys = issue(IssueStatus::Backlog, Assignee::Nobody);
    let refused = decide_update(&nobodys, &to(IssueStatus::InProgress), &facts(&person), now());
    assert_eq!(refused, Err(UpdateRefused::NobodyWorks));

    let open = [blocker(IssueStatus::Cancelled)];
    let waiting = issue(IssueStatus::Todo, Assignee::User(UserId::local_board()));
    let facts = UpdateFacts { blockers: &open, ..facts(&person) };
    let refused = decide_update(&waiting, &to(IssueStatus::InProgress), &facts, now());
    assert!(matches!(refused, Err(UpdateRefused::StillBlocked(_))));
    let freed = IssueChange { blockers: Some(vec![]), ..to(IssueStatus::InProgress) };
    assert!(decide_update(&waiting, &freed, &facts, now()).is_ok());
}

#[test]
fn blocked_needs_a_reason_and_leaving_drops_it() {
    let person = person();
    let todo = issue(IssueStatus::Todo, Assignee::Nobody);
    let decide =
        |issue: &IssueState, change: &IssueChange| decide_update(issue, change, &self::facts(&person), now());
    assert_eq!(decide(&todo, &to(IssueStatus::Blocked)), Err(UpdateRefused::BlockedByNothing));
    let done = IssueChange { blockers: Some(vec![blocker(IssueStatus::Done)]), ..to(IssueStatus::Blocked) };
    assert_eq!(decide(&todo, &done), Err(UpdateRefused::BlockedByNothing));
    let facts = UpdateFacts { awaits_approval: true, ..self::facts(&person) };
    assert!(
        decide_update(&todo, &to(IssueStatus::Blocked), &facts, now()).is_ok(),
        "the board is waited for"
    );

    let unblock = Field::Set(UnblockDescriptor { owner: UnblockOwner::Board, action: "Sign".into() });
    let alone = IssueChange { unblock: unblock.clone(), ..IssueChange::default() };
    assert_eq!(decide(&todo, &alone), Err(UpdateRefused::Unblock(UnblockRefused::NotBlocked)));
    let blocked = decide(&todo, &IssueChange { unblock, ..to(IssueStatus::Blocked) }).unwrap().after;
    assert!(blocked.unblock.is_some() && blocked.blocked_transition_at == Some(now()));
    let left = decide(&blocked, &to(IssueStatus::Todo)).unwrap().after;
    assert_eq!((left.unblock, left.blocked_transition_at), (None, None));
}

#[test]
fn an_agent_opens_its_own_finished_issue_and_nothing_cancelled() {
    let (ada, run) = (AgentId::random(), RunId::random());
    let actor = agent(ada, run);
    let decide = |issue: &IssueState| decide_update(issue, &to(IssueStatus::Todo), &facts(&actor), now());
    let own = decide(&issue(IssueStatus::Done, Assignee::Agent(ada))).unwrap();
    assert_eq!(own.wakes, [], "an agent does not wake itself");
    let cancelled = issue(IssueStatus::Cancelled, Assignee::Agent(ada));
    assert_eq!(decide(&cancelled), Err(UpdateRefused::Cancelled { issue_id: cancelled.id }));
    let other = decide(&issue(IssueStatus::Done, Assignee::Agent(AgentId::random())));
    assert!(matches!(other, Err(UpdateRefused::MayNotResume { .. })));
}

#[test]
fn cancelling_and_giving_away_stop_the_run_but_not_ones_own() {
    let (ada, bob, run) = (AgentId::random(), AgentId::random(), RunId::random());
    let held = issue(IssueStatus::InProgress, Assignee::Agent(ada));
    let give = IssueChange { assignee_agent: Field::Set(bob), ..IssueChange::default() };
    let check = |actor: &Actor, change: &IssueChange, cause: Option<StopCause>| {
        let candidate = Some(Candidate::Agent(crate::agent::AgentStatus::Idle));
        let facts = UpdateFacts { running: Some(run), candidate, ..facts(actor) };
        let outcome = decide_update(&held, change, &facts, now()).unwrap();
        let stopped = cause.map(|cause| RunStop { run_id: run, cause });
        assert_eq!((outcome.stops_run, outcome.ends_claim), (stopped, true));
    };
    check(&person(), &to(IssueStatus::Cancelled), Some(StopCause::IssueCancelled));
    check(&person(), &give, Some(StopCause::IssueReassigned));
    check(&person(), &to(IssueStatus::Done), None);
    check(&agent(ada, run), &give, None);
}

#[test]
fn taking_the_last_blocker_away_wakes_the_owner() {
    let person = person();
    let open = [blocker(IssueStatus::Todo)];
    let ada = AgentId::random();
    let waiting = issue(IssueStatus::Blocked, Assignee::Agent(ada));
    let change = IssueChange { blockers: Some(vec![]), ..IssueChange::default() };
    let outcome = decide_update(&waiting, &change, &UpdateFacts { blockers: &open, ..facts(&person) }, now());
    let wakes = outcome.unwrap().wakes;
    assert_eq!(wakes.len(), 1);
    assert_eq!((wakes[0].agent_id, wakes[0].reason.as_str()), (ada, "issue_blockers_resolved"));
}

proptest! {
    #[test]
    fn no_sequence_of_changes_breaks_the_invariants(steps in prop::collection::vec((0_usize..7, 0_usize..4, any::<bool>()), 0..40)) {
        let (ada, bob) = (AgentId::random(), AgentId::random());
        let (person, own) = (person(), agent(ada, RunId::random()));
        let mut state = issue(IssueStatus::Backlog, Assignee::Nobody);
        for (status, holder, by_person) in steps {
            let (assignee_agent, assignee_user) = match holder {
                0 => (Field::Keep, Field::Keep),
                1 => (Field::Set(ada), Field::Clear),
                2 => (Field::Set(bob), Field::Clear),
                _ => (Field::Clear, Field::Clear),
            };
            let status = IssueStatus::ALL[status];
            let unblock = match status {
                IssueStatus::Blocked => {
                    Field::Set(UnblockDescriptor { owner: UnblockOwner::Board, action: "Sign".into() })
                }
                _ => Field::Keep,
            };
            let change = IssueChange { assignee_agent, assignee_user, unblock, ..to(status) };
            let actor = if by_person { &person } else { &own };
            let candidate = Some(Candidate::Agent(crate::agent::AgentStatus::Idle));
            let facts = UpdateFacts { candidate, ..facts(actor) };
            if let Ok(outcome) = decide_update(&state, &change, &facts, now()) {
                let after = &outcome.after;
                prop_assert_eq!(after.completed_at.is_some(), after.status == IssueStatus::Done);
                prop_assert_eq!(after.cancelled_at.is_some(), after.status == IssueStatus::Cancelled);
                prop_assert_eq!(after.status_version > state.status_version, outcome.status_changed);
                prop_assert!(after.unblock.is_none() || after.status == IssueStatus::Blocked);
                prop_assert!(outcome.wakes.len() <= 1);
                prop_assert!(outcome.wakes.iter().all(|wake| actor.agent_id != Some(wake.agent_id)));
                state = outcome.after;
            }
        }
    }
}
