use proptest::prelude::*;
use serde_json::json;

use super::release::{ReleaseRefused, decide_release};
use super::*;
use crate::agent::AgentStatus;
use crate::words::Word;

fn agent(id: AgentId, run: Option<RunId>) -> Actor {
    Actor { kind: ActorType::Agent, agent_id: Some(id), run_id: run, named_run: run, ..Actor::system("x") }
}

fn person() -> Actor {
    Actor { kind: ActorType::User, ..Actor::system("local-board") }
}

fn facts(actor: &Actor) -> CheckoutFacts<'_> {
    CheckoutFacts {
        actor,
        candidate: Candidate::Agent(AgentStatus::Running),
        may_assign: true,
        project_pause: None,
        held: None,
        blockers: &[],
    }
}

fn holding(status: IssueStatus, assignee: Assignee, claim: Option<Claim>) -> Holding {
    Holding { issue_id: IssueId::random(), status, assignee, claim }
}

fn claim(agent_id: AgentId, run_id: RunId, run_status: RunStatus) -> Option<Claim> {
    Some(Claim { run_id, agent_id, run_status, since: Timestamp::from_unix_millis(0) })
}

#[test]
fn the_combinations_of_owner_and_run() {
    use CheckoutDecision::{Adopt, Keep, Take};
    use ConflictReason::{AssignedToOtherAgent, HeldByLiveRun, UnexpectedStatus};
    use IssueStatus::{Done, InProgress, Todo};
    let [ada, bob] = [AgentId::random(), AgentId::random()];
    let [mine, other] = [RunId::random(), RunId::random()];
    let actor = agent(ada, Some(mine));
    let check = |status, assignee: &Assignee, claim, expected: &[IssueStatus], result| {
        let held = holding(status, assignee.clone(), claim);
        let decided = decide_checkout(&held, &CheckoutWish { agent: ada, expected }, &facts(&actor));
        let decided = decided.map_err(|refused| match refused {
            CheckoutRefused::Conflict { reason, .. } => reason,
            refused => panic!("{refused}"),
        });
        assert_eq!(decided, result, "{status} {assignee:?} {claim:?}");
    };
    let (running, ended) = (RunStatus::Running, RunStatus::Succeeded);
    let (adas, bobs) = (Assignee::Agent(ada), Assignee::Agent(bob));
    check(Todo, &Assignee::Nobody, None, &[Todo], Ok(Take));
    check(Todo, &Assignee::Nobody, None, &[InProgress], Err(UnexpectedStatus));
    check(Done, &Assignee::Nobody, None, &[Done], Ok(Take));
    let cancelled = IssueStatus::Cancelled;
    check(cancelled, &Assignee::Nobody, None, &[cancelled], Err(ConflictReason::Cancelled));
    check(Todo, &adas, None, &[Todo], Ok(Take));
    check(InProgress, &adas, None, &[Todo], Ok(Adopt));
    check(InProgress, &adas, claim(ada, mine, running), &[Todo], Ok(Keep));
    check(InProgress, &adas, claim(ada, other, running), &[InProgress], Err(HeldByLiveRun));
    check(InProgress, &adas, claim(ada, other, ended), &[Todo], Ok(Adopt));
    check(InProgress, &bobs, claim(bob, other, running), &[InProgress], Err(HeldByLiveRun));
    check(InProgress, &bobs, claim(bob, other, ended), &[InProgress], Err(AssignedToOtherAgent));
    check(Todo, &adas, claim(bob, other, ended), &[Todo], Ok(Take));
}

#[test]
fn the_checks_before_the_claim_name_their_reason() {
    let [ada, bob] = [AgentId::random(), AgentId::random()];
    let actor = agent(ada, Some(RunId::random()));
    let free = holding(IssueStatus::Todo, Assignee::Nobody, None);
    let decide = |held: &Holding, agent, facts: &CheckoutFacts<'_>| {
        decide_checkout(held, &CheckoutWish { agent, expected: &[IssueStatus::Todo] }, facts).unwrap_err()
    };
    let paused = CheckoutFacts { project_pause: Some(PauseReason::Budget), ..facts(&actor) };
    assert_eq!(decide(&free, ada, &paused), CheckoutRefused::ProjectPaused { reason: PauseReason::Budget });
    assert_eq!(decide(&free, bob, &facts(&actor)), CheckoutRefused::NotItself);
    let bobs = holding(IssueStatus::Todo, Assignee::Agent(bob), None);
    let bound = CheckoutFacts { may_assign: false, ..facts(&actor) };
    assert_eq!(decide(&bobs, ada, &bound), CheckoutRefused::MayNotAssign);
    assert_eq!(decide(&free, ada, &facts(&agent(ada, None))), CheckoutRefused::RunRequired);
}

#[test]
fn a_conflict_names_the_holder_and_that_it_lives() {
    let [ada, bob] = [AgentId::random(), AgentId::random()];
    let run = RunId::random();
    let held = holding(IssueStatus::InProgress, Assignee::Agent(ada), claim(ada, run, RunStatus::Running));
    let actor = agent(bob, Some(RunId::random()));
    let wish = CheckoutWish { agent: bob, expected: &[IssueStatus::InProgress] };
    let details = decide_checkout(&held, &wish, &facts(&actor)).unwrap_err().details();
    let expected = json!({
        "issueId": held.issue_id, "status": "in_progress", "assigneeAgentId": ada,
        "checkoutRunId": run, "executionRunId": run,
        "holderRunId": run, "holderAgentId": ada, "holderRunStatus": "running",
        "heldSince": "1970-01-01T00:00:00.000Z", "holderLive": true, "reason": "held_by_live_run",
    });
    assert_eq!(details, Some(OpaqueJson::of(&expected)));
}

#[test]
fn an_issue_is_given_back_by_its_run_or_a_person() {
    let [ada, bob] = [AgentId::random(), AgentId::random()];
    let run = RunId::random();
    let held = holding(IssueStatus::InProgress, Assignee::Agent(ada), claim(ada, run, RunStatus::Running));
    for actor in [person(), agent(ada, Some(run))] {
        let released = decide_release(&held, &actor).unwrap();
        assert_eq!(released, IssueStatus::Todo);
    }
    assert_eq!(decide_release(&held, &agent(ada, None)), Err(ReleaseRefused::RunRequired));
    let beside = decide_release(&held, &agent(ada, Some(RunId::random())));
    assert!(matches!(beside, Err(ReleaseRefused::OtherRun(_))));
    let others = decide_release(&held, &agent(bob, Some(RunId::random())));
    assert!(matches!(others, Err(ReleaseRefused::NotAssignee { .. })));
    let done = holding(IssueStatus::Done, Assignee::Nobody, None);
    assert_eq!(decide_release(&done, &person()), Ok(IssueStatus::Done));
}

#[test]
fn only_somebody_elses_checkout_wakes_the_agent() {
    let (issue, ada) = (IssueId::random(), AgentId::random());
    assert!(wake_for_checkout(issue, ada, &person()).is_some());
    assert!(wake_for_checkout(issue, ada, &agent(ada, None)).is_none());
}

proptest! {
    /// Whatever is stored: a claim of a run that has ended is in nobody's way, and a live one is in
    /// the way of every other run.
    #[test]
    fn a_lock_never_outlives_its_holder(
        status in 0_usize..7, run_status in 0_usize..8, is_assignee: bool, is_same_run: bool
    ) {
        let (status, run_status) = (IssueStatus::ALL[status], RunStatus::ALL[run_status]);
        let ada = AgentId::random();
        let [mine, other] = [RunId::random(), RunId::random()];
        let assignee = if is_assignee { Assignee::Agent(ada) } else { Assignee::Nobody };
        let held = holding(status, assignee, claim(ada, if is_same_run { mine } else { other }, run_status));
        let actor = agent(ada, Some(mine));
        let wish = CheckoutWish { agent: ada, expected: IssueStatus::ALL };
        let is_in_the_way = run_status == RunStatus::Running && !is_same_run;
        let is_refused = is_in_the_way || status == IssueStatus::Cancelled;
        prop_assert_eq!(decide_checkout(&held, &wish, &facts(&actor)).is_err(), is_refused);
    }
}
