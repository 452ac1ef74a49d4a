use super::wake::{MentionFacts, wake_for_assignee, wakes_for_mentions};
use super::*;
use crate::wakeup::WakeReason;
use crate::words::Word;

fn person() -> Actor {
    Actor { kind: ActorType::User, ..Actor::system(UserId::LOCAL_BOARD) }
}

fn agent(id: AgentId, run: RunId) -> Actor {
    Actor { kind: ActorType::Agent, agent_id: Some(id), run_id: Some(run), ..Actor::system("x") }
}

fn facts<'a>(actor: &'a Actor, status: IssueStatus, assignee: &'a Assignee) -> CommentFacts<'a> {
    CommentFacts {
        actor,
        issue_id: IssueId::random(),
        status,
        assignee,
        holder: None,
        blockers: &[],
        has_scheduled_retry: false,
    }
}

const PLAIN: CommentWish =
    CommentWish { reopen: false, resume: false, interrupt: false, adds_blockers: false, sets_status: false };
const RESUME: CommentWish = CommentWish { resume: true, ..PLAIN };
const REOPEN: CommentWish = CommentWish { reopen: true, ..PLAIN };

fn opened(wish: CommentWish, actor: &Actor, assignee: &Assignee) -> String {
    let opens = |status: &&IssueStatus| {
        matches!(decide_comment(wish, &facts(actor, **status, assignee)), Ok(Opening::Open { .. }))
    };
    IssueStatus::ALL.iter().filter(opens).map(|status| status.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_persons_comment_opens_an_agents_issue_and_others_only_if_it_says_so() {
    let ada = Assignee::Agent(AgentId::random());
    let person = person();
    assert_eq!(opened(PLAIN, &person, &ada), "done blocked cancelled");
    assert_eq!(opened(PLAIN, &person, &Assignee::Nobody), "");
    assert_eq!(opened(PLAIN, &person, &Assignee::User(UserId::local_board())), "");
    assert_eq!(opened(REOPEN, &person, &Assignee::Nobody), "done blocked cancelled");
    assert_eq!(opened(CommentWish { adds_blockers: true, ..PLAIN }, &person, &ada), "");
}

#[test]
fn a_runs_comment_opens_only_what_it_says_and_may() {
    let [ada, bob] = [AgentId::random(), AgentId::random()];
    let own = agent(ada, RunId::random());
    let adas = Assignee::Agent(ada);
    assert_eq!(opened(PLAIN, &own, &adas), "");
    assert_eq!(opened(RESUME, &own, &adas), "done blocked");
    assert_eq!(opened(RESUME, &agent(bob, RunId::random()), &adas), "");
    let refused = decide_comment(REOPEN, &facts(&own, IssueStatus::Done, &Assignee::Nobody));
    assert!(matches!(refused, Err(CommentRefused::NobodyFollows { .. })));
    let refused = decide_comment(RESUME, &facts(&own, IssueStatus::Cancelled, &adas));
    assert!(matches!(refused, Err(CommentRefused::Cancelled { .. })));
}

#[test]
fn a_blocked_issue_stays_blocked_while_it_waits() {
    let waits = [Blocker {
        issue_id: IssueId::random(),
        identifier: "ABC-1".into(),
        title: "In the way".into(),
        status: IssueStatus::Todo,
    }];
    let ada = AgentId::random();
    let adas = Assignee::Agent(ada);
    let (person, own) = (person(), agent(ada, RunId::random()));
    let blocked = |actor| CommentFacts { blockers: &waits, ..facts(actor, IssueStatus::Blocked, &adas) };
    assert_eq!(decide_comment(PLAIN, &blocked(&person)), Ok(Opening::Stay));
    assert!(matches!(decide_comment(RESUME, &blocked(&own)), Err(CommentRefused::StillBlocked(_))));
}

#[test]
fn a_persons_comment_cuts_the_wait_for_a_retry_short() {
    let ada = Assignee::Agent(AgentId::random());
    let person = person();
    let waiting = CommentFacts { has_scheduled_retry: true, ..facts(&person, IssueStatus::InProgress, &ada) };
    let opening = Opening::Open { from: IssueStatus::InProgress, replaces_retry: true };
    assert_eq!(decide_comment(PLAIN, &waiting), Ok(opening));
}

#[test]
fn only_people_interrupt() {
    let ada = AgentId::random();
    let adas = Assignee::Agent(ada);
    let (person, own) = (person(), agent(ada, RunId::random()));
    let interrupt = CommentWish { interrupt: true, ..PLAIN };
    let todo = IssueStatus::Todo;
    assert_eq!(decide_comment(interrupt, &facts(&own, todo, &adas)), Err(CommentRefused::MayNotInterrupt));
    assert_eq!(decide_comment(interrupt, &facts(&person, todo, &adas)), Ok(Opening::Stay));
}

#[test]
fn the_assignee_is_woken_by_others_and_not_by_itself() {
    let ada = AgentId::random();
    let adas = Assignee::Agent(ada);
    let run = RunId::random();
    let (person, own) = (person(), agent(ada, run));
    let reason = |wish, facts: &CommentFacts<'_>| {
        let opening = decide_comment(wish, facts).unwrap();
        wake_for_assignee(wish, facts, opening).map(|wake| wake.reason)
    };
    assert_eq!(reason(PLAIN, &facts(&person, IssueStatus::Backlog, &adas)), Some(WakeReason::IssueCommented));
    let reopened = Some(WakeReason::IssueReopenedViaComment);
    assert_eq!(reason(PLAIN, &facts(&person, IssueStatus::Done, &adas)), reopened);
    assert_eq!(reason(PLAIN, &facts(&own, IssueStatus::Todo, &adas)), None);
    assert_eq!(reason(RESUME, &facts(&own, IssueStatus::Done, &adas)), reopened);
    let holding = CommentFacts { holder: Some(run), ..facts(&own, IssueStatus::InProgress, &adas) };
    assert_eq!(reason(RESUME, &holding), None);
    let bob = agent(AgentId::random(), RunId::random());
    assert_eq!(reason(PLAIN, &facts(&bob, IssueStatus::Done, &adas)), None);
}

#[test]
fn mentions_wake_others_of_the_company_once() {
    let [ada, bob, carol] = [AgentId::random(), AgentId::random(), AgentId::random()];
    let body = format!(
        "[@A](agent://{ada}) [@B](agent://{bob}) [@B](agent://{bob}) [@C](agent://{carol}) [@X](agent://{})",
        AgentId::random()
    );
    let actor = agent(ada, RunId::random());
    let comment = facts(&actor, IssueStatus::Todo, &Assignee::Nobody);
    let company_agents = [ada, bob, carol];
    let mentions =
        MentionFacts { company_agents: &company_agents, woken: Some(carol), delegator_of_closed: None };
    let woken: Vec<AgentId> =
        wakes_for_mentions(&body, &comment, &mentions).into_iter().map(|wake| wake.agent_id).collect();
    assert_eq!(woken, [bob]);
}

#[test]
fn authors_alone_delete_and_agents_choose_no_look() {
    let ada = AgentId::random();
    let (person, own) = (person(), agent(ada, RunId::random()));
    let by_person = CommentAuthor::User(UserId::local_board());
    assert!(check_author(&by_person, &person).is_ok() && check_author(&by_person, &own).is_err());
    let by_ada = CommentAuthor::Agent(ada);
    assert!(check_author(&by_ada, &own).is_ok() && check_author(&by_ada, &person).is_err());
    assert_eq!(check_structure(&own, true, false), Err(AuthorshipRefused::StructuredByAgent));
    assert_eq!(check_structure(&own, false, false), Ok(()));
    assert_eq!(check_structure(&own, false, true), Err(AuthorshipRefused::NamesResponsibleUser));
    assert_eq!(check_structure(&person, true, true), Ok(()));
}
