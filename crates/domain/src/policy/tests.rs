use serde_json::json;

use super::*;
use crate::AgentKeyId;
use crate::caller::{AgentProof, BoardCaller, BoardReach};
use crate::membership::{CompanyRole, Seat};
use crate::words::Word;

fn agent(company_id: CompanyId) -> (AgentId, Caller) {
    let agent_id = AgentId::random();
    let proof = AgentProof::Key(AgentKeyId::random());
    let caller =
        AgentCaller { agent_id, company_id, proof, run_id: None, named_run: None, responsible_user_id: None };
    (agent_id, Caller::Agent(caller))
}

fn board(reach: BoardReach) -> Caller {
    Caller::Board(BoardCaller { reach, ..BoardCaller::local() })
}

fn rights(role: AgentRole) -> AgentRights {
    AgentRights { role, permissions: AgentPermissions::default() }
}

fn facts(company: CompanyId, target_agent: Option<AgentId>, rights: AgentRights) -> PolicyFacts {
    PolicyFacts { company: Some(company), named_by: NamedBy::Id, target_agent, rights: Some(rights) }
}

#[test]
fn the_table_of_what_agents_may() {
    let company = CompanyId::random();
    let (me, caller) = agent(company);
    let denied = |target, rights| {
        let facts = facts(company, target, rights);
        let allowed = allowed(&caller, &facts);
        let denied = Right::ALL.iter().filter(|action| !allowed.contains(action));
        denied.map(|action| action.as_str()).collect::<Vec<_>>().join(" ")
    };
    const BOARD: &str = "company.list company.create company.update company.archive company.delete agent.pause \
        agent.terminate agent.delete agent.clear_error agent.keys agent.runtime_state issue.force_release \
        issue.tree_control run.cancel \
        approval.decide activity.write budget.write finance.write personal.state member.read member.manage";
    let check = |target, rights, more: &str| {
        let mut expected: Vec<&str> = BOARD.split_whitespace().chain(more.split_whitespace()).collect();
        let order = |word: &&str| Right::ALL.iter().position(|action| action.as_str() == *word);
        expected.sort_by_key(order);
        assert_eq!(denied(target, rights), expected.join(" "));
    };
    let other = Some(AgentId::random());
    let engineer = rights(AgentRole::Engineer);
    check(
        other,
        engineer,
        "company.brand agent.create_chief agent.update agent.read_settings agent.read_configuration \
         agent.resume agent.set_permissions agent.invoke cost.report",
    );
    check(
        Some(me),
        engineer,
        "company.brand agent.create_chief agent.update agent.resume agent.set_permissions",
    );
    check(
        other,
        rights(AgentRole::Ceo),
        "agent.update agent.read_settings agent.read_configuration agent.resume agent.invoke cost.report",
    );
}

#[test]
fn another_company_is_refused_before_any_rule() {
    let (home, abroad) = (CompanyId::random(), CompanyId::random());
    let (_, caller) = agent(home);
    let member = board(BoardReach::Companies(vec![Seat::of_role(home, CompanyRole::Owner)]));
    for &action in Right::ALL {
        for caller in [&caller, &member] {
            let facts = facts(abroad, None, rights(AgentRole::Ceo));
            assert_eq!(may(caller, action, &facts), Err(Denial::NotVisible), "{action}");
            let facts = PolicyFacts { named_by: NamedBy::CompanyPath, ..facts };
            assert_eq!(may(caller, action, &facts), Err(Denial::OtherCompany), "{action}");
        }
    }
}

#[test]
fn the_board_may_everything_within_its_reach() {
    let company = CompanyId::random();
    let facts = PolicyFacts { rights: None, ..facts(company, None, rights(AgentRole::General)) };
    for reach in
        [BoardReach::Instance, BoardReach::Companies(vec![Seat::of_role(company, CompanyRole::Owner)])]
    {
        assert_eq!(allowed(&board(reach), &facts), Right::ALL);
    }
}

#[test]
fn switches_taken_away_are_permissions_taken_away() {
    let company = CompanyId::random();
    let (_, caller) = agent(company);
    let permissions =
        AgentPermissions { can_create_agents: false, can_create_skills: true, can_assign_tasks: Some(false) };
    let decide = |role, action| {
        let rights = AgentRights { role, permissions };
        may(&caller, action, &facts(company, None, rights))
    };
    let refused = decide(AgentRole::Engineer, Right::AgentCreate).unwrap_err();
    assert_eq!(refused.details(), Some(OpaqueJson::of(&json!({"reason": "deny_missing_grant"}))));
    // Wire: the switch for assigning is kept and shown, and every agent may assign all the same.
    assert!(decide(AgentRole::Engineer, Right::IssueAssign).is_ok());
    let change = decide(AgentRole::Engineer, Right::AgentUpdate).unwrap_err();
    assert_eq!(change.details(), Some(OpaqueJson::of(&json!({"reason": "deny_no_grant"}))));
}
