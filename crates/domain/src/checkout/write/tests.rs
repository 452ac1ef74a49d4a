use super::*;
use crate::RunId;
use crate::Timestamp;
use crate::checkout::Claim;
use crate::issue::Assignee;
use crate::run::RunStatus;
use serde_json::json;

struct World {
    ada: AgentId,
    bob: AgentId,
    ada_run: RunId,
    bob_run: RunId,
}

impl World {
    fn new() -> Self {
        Self {
            ada: AgentId::random(),
            bob: AgentId::random(),
            ada_run: RunId::random(),
            bob_run: RunId::random(),
        }
    }

    /// Ada's issue, on which her run works if `is_live`.
    fn adas(&self, is_live: bool) -> Holding {
        Holding {
            issue_id: IssueId::random(),
            status: IssueStatus::InProgress,
            assignee: Assignee::Agent(self.ada),
            claim: is_live.then_some(Claim {
                run_id: self.ada_run,
                agent_id: self.ada,
                run_status: RunStatus::Running,
                since: Timestamp::from_unix_millis(0),
            }),
        }
    }
}

fn actor(agent: AgentId, run: Option<RunId>) -> Actor {
    Actor { kind: ActorType::Agent, agent_id: Some(agent), run_id: run, named_run: run, ..Actor::system("x") }
}

fn decide(
    write: IssueWrite,
    holding: &Holding,
    actor: &Actor,
    is_own_run: bool,
) -> Result<WriteGranted, WriteRefused> {
    let facts = WriteFacts { actor, is_own_run, run_issue: None, cross_issue_writes: 2 };
    decide_write(write, holding, &facts)
}

#[test]
fn only_the_live_run_changes_its_issue_and_all_may_comment() {
    let world = World::new();
    let held = world.adas(true);
    let bob = actor(world.bob, Some(world.bob_run));
    for write in [IssueWrite::Update, IssueWrite::Delete, IssueWrite::Content, IssueWrite::Release] {
        let refused = decide(write, &held, &bob, true).unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (RefusalKind::Conflict, None), "{write:?}");
        let details = refused.details().unwrap();
        assert_eq!(details.text("code"), Some("issue_write_assignee_run_lock"));
        assert_eq!(details.text("boundary"), Some("Run checkout lock"));
        assert_eq!(details.get("actorAgentId"), Some(OpaqueJson::of(&world.bob)));
    }
    for write in [IssueWrite::Comment, IssueWrite::Child] {
        assert_eq!(decide(write, &held, &bob, true), Ok(WriteGranted::Cross { count: 3 }));
    }

    let without = decide(IssueWrite::Update, &held, &actor(world.ada, None), false);
    assert_eq!(without, Err(WriteRefused::RunRequired));
    let beside = decide(IssueWrite::Update, &held, &actor(world.ada, Some(world.bob_run)), false);
    let details = beside.unwrap_err().details().unwrap();
    assert_eq!(details.get("actorRunId"), Some(OpaqueJson::of(&world.bob_run)));
    assert_eq!(details.get("checkoutRunId"), Some(OpaqueJson::of(&world.ada_run)));
    let within = decide(IssueWrite::Update, &held, &actor(world.ada, Some(world.ada_run)), true);
    assert_eq!(within, Ok(WriteGranted::Own));
}

#[test]
fn an_idle_issue_is_open_but_for_what_is_its_assignees_alone() {
    let world = World::new();
    let idle = world.adas(false);
    let bob = actor(world.bob, Some(world.bob_run));
    assert_eq!(decide(IssueWrite::Update, &idle, &bob, true), Ok(WriteGranted::Cross { count: 3 }));
    let refused = decide(IssueWrite::Delete, &idle, &bob, true).unwrap_err();
    let expected = json!({
        "issueId": idle.issue_id, "assigneeAgentId": world.ada, "actorAgentId": world.bob, "status": "in_progress",
        "securityPrinciples": ["Least Privilege", "Complete Mediation", "Fail Securely"],
    });
    assert_eq!(
        (refused.kind(), refused.details()),
        (RefusalKind::Forbidden, Some(OpaqueJson::of(&expected)))
    );

    let nobodys = Holding { assignee: Assignee::Nobody, ..idle };
    assert_eq!(decide(IssueWrite::Update, &nobodys, &bob, true), Ok(WriteGranted::Cross { count: 3 }));
    assert_eq!(decide(IssueWrite::Content, &nobodys, &bob, true), Ok(WriteGranted::Own), "it is not counted");
    for (run, is_own_run) in [(None, false), (Some(world.ada_run), false)] {
        let refused = decide(IssueWrite::Update, &nobodys, &actor(world.bob, run), is_own_run).unwrap_err();
        assert_eq!(refused.code(), Some("cross_issue_influence_run_context_required"));
        assert_eq!(refused.details().unwrap().text("boundary"), Some("Heartbeat run context"));
    }
}

#[test]
fn a_run_writes_to_other_issues_up_to_the_cap() {
    let world = World::new();
    let idle = world.adas(false);
    let bob = actor(world.bob, Some(world.bob_run));
    let decide = |cross_issue_writes| {
        let facts = WriteFacts { actor: &bob, is_own_run: true, run_issue: None, cross_issue_writes };
        decide_write(IssueWrite::Comment, &idle, &facts)
    };
    assert_eq!(decide(CROSS_ISSUE_CAP - 1), Ok(WriteGranted::Cross { count: CROSS_ISSUE_CAP }));
    assert_eq!(decide(CROSS_ISSUE_CAP), Err(WriteRefused::CrossIssueCap { count: CROSS_ISSUE_CAP }));
}
