use super::*;
use crate::words::Word;

fn member(name: &str, status: AgentStatus) -> ChainMember {
    ChainMember { id: AgentId::random(), name: name.to_owned(), status, reports_to: None }
}

/// Lets each report to the next one, and returns the chain of the first.
fn chain(mut members: Vec<ChainMember>, last_reports_to: Option<AgentId>) -> ReportingChain {
    for index in 1..members.len() {
        members[index - 1].reports_to = Some(members[index].id);
    }
    members.last_mut().unwrap().reports_to = last_reports_to;
    let first = members[0].clone();
    ReportingChain::above(first, |id| members.iter().find(|member| member.id == id).cloned())
}

#[test]
fn an_agents_own_standing_decides_first() {
    for &status in AgentStatus::ALL {
        let result = chain(vec![member("Ada", status)], None).check_invokable();
        let reason = result.err().map(|refused| refused.reason.as_str());
        let expected = match status {
            AgentStatus::Paused | AgentStatus::PendingApproval | AgentStatus::Terminated => {
                Some(status.as_str())
            }
            _ => None,
        };
        assert_eq!(reason, expected, "{status}");
    }
}

#[test]
fn a_terminated_manager_anywhere_above_stops_those_below() {
    let members = || {
        vec![
            member("Hand", AgentStatus::Idle),
            member("Lead", AgentStatus::Idle),
            member("Boss", AgentStatus::Terminated),
        ]
    };
    let chain = chain(members(), None);
    let refused = chain.check_invokable().unwrap_err();
    assert_eq!(refused.reason, NotInvokableReason::ManagerTerminated);
    assert!(refused.reason.is_org_chain() && refused.reason.ends_runs());
    let health = chain.health();
    assert_eq!((health.status(), health.reason()), ("invalid_org_chain", "terminated_ancestor"));
    assert_eq!(health.invalid_ancestors[0].name, "Boss");
    assert_eq!(health.repair_guidance, refused.guidance);
    assert!(health.repair_guidance.unwrap().contains("Boss"));
    assert_eq!(chain.members().len(), 3);
}

#[test]
fn a_paused_manager_stops_nobody_and_is_named() {
    let chain = chain(vec![member("Hand", AgentStatus::Error), member("Lead", AgentStatus::Paused)], None);
    assert_eq!(chain.check_invokable(), Ok(()));
    let health = chain.health();
    assert_eq!((health.status(), health.reason()), ("healthy", "healthy"));
    assert_eq!(health.paused_ancestors[0].name, "Lead");
    assert!(health.escalation_warning.is_some());
}

#[test]
fn a_chain_that_ends_nowhere_or_in_itself_is_broken() {
    let lost = chain(vec![member("Hand", AgentStatus::Idle)], Some(AgentId::random()));
    assert_eq!(lost.check_invokable().unwrap_err().reason, NotInvokableReason::ManagerMissing);
    let (hand, lead) = (member("Hand", AgentStatus::Idle), member("Lead", AgentStatus::Idle));
    let hand_id = hand.id;
    let round = chain(vec![hand, lead], Some(hand_id));
    assert_eq!(round.end(), ChainEnd::Cycle(hand_id));
    assert_eq!(round.check_invokable().unwrap_err().reason, NotInvokableReason::ReportingCycle);
}

#[test]
fn an_agent_that_is_itself_terminated_has_a_healthy_chain() {
    let chain = chain(vec![member("Ada", AgentStatus::Terminated)], None);
    assert_eq!(chain.health().status(), "healthy");
}

#[test]
fn the_conflict_tells_a_paused_agent_by_facts_and_a_broken_chain_by_its_text() {
    let paused = chain(vec![member("Lazy", AgentStatus::Paused)], None).check_invokable().unwrap_err();
    let id = paused.agent_id;
    let facts = serde_json::json!({
        "status": "paused", "reason": "paused", "invalidOrgChain": false, "agentId": id, "agentStatus": "paused",
    });
    assert_eq!(paused.details(), Some(OpaqueJson::of(&facts)));
    let broken =
        chain(vec![member("Hand", AgentStatus::Idle), member("Boss", AgentStatus::Terminated)], None);
    let broken = broken.check_invokable().unwrap_err();
    assert_eq!(broken.details(), None);
    assert_eq!(broken.guidance, Some(broken.to_string()));
}
