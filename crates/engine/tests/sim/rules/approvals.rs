//! What the board decides about.

use wireclip_domain::agent::AgentState;
use wireclip_domain::approval::{self, ApprovalKind};

use super::ends::leads_to;
use super::{Moment, ensure};
use crate::play::Held;

/// Whoever waits for the board has something that it can decide, and the other way round.
pub(super) fn who_waits_has_an_approval(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for agent in now.agents.values() {
        let mut open = now.approvals.values().filter(|approval| !approval.status.is_decided());
        let has_one = open.any(|approval| approval.agent_id == Some(agent.id));
        let waits = agent.state == AgentState::PendingApproval;
        ensure(waits == has_one, || {
            format!("{} is {}, and there is {} to decide", agent.name, agent.state, has_one)
        })?;
    }
    Ok(())
}

/// Approvals move by their table, and what was decided stays so, with whoever decided.
pub(super) fn decisions_stay(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    let moves: Vec<_> = approval::MOVES.iter().map(|(from, _, to)| (*from, *to)).collect();
    for known in before.approvals.values() {
        let Some(approval) = now.approvals.get(&known.id) else { continue };
        let (was, is) = (known.status, approval.status);
        ensure(was == is || leads_to(was, is, &moves), || format!("an approval was {was} and is {is}"))?;
        let is_same = known.decided_at == approval.decided_at
            && known.decided_by_user_id == approval.decided_by_user_id
            && known.payload == approval.payload;
        ensure(!was.is_decided() || is_same, || format!("an approval that is {is} was decided anew"))?;
    }
    Ok(())
}

/// Nobody is hired where the board wants to be asked, but by its word.
pub(super) fn nobody_is_hired_unasked(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    for agent in now.agents.values().filter(|agent| agent.state == AgentState::Active) {
        let wants = |known: Option<&wireclip_schema::companies::Model>| {
            known.is_some_and(|company| company.require_board_approval_for_new_agents)
        };
        let company = agent.company_id;
        let is_asked = wants(before.companies.get(&company)) && wants(now.companies.get(&company));
        let is_new = match before.agents.get(&agent.id) {
            None => is_asked,
            Some(known) => known.state == AgentState::PendingApproval,
        };
        let mut approvals =
            now.approvals.values().filter(|approval| approval.kind == ApprovalKind::HireAgent);
        let is_approved = approvals.any(|approval| {
            approval.agent_id == Some(agent.id) && approval.status == approval::ApprovalStatus::Approved
        });
        ensure(!is_new || is_approved, || format!("{} works, and nobody approved of it", agent.name))?;
    }
    Ok(())
}
