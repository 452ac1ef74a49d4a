//! Agents in the words of the wire.

use wireclip_domain::UserId;
use wireclip_domain::agent::permissions::{assign_grant_id, holds_assign_grant, membership_id};
use wireclip_domain::gate::{Ancestor, ChainMember, OrgChainHealth};
use wireclip_domain::policy::Permission;
use wireclip_services::agents::{AgentDetail, AgentView};
use wireclip_services::records::Agent;
use wireclip_wire::agents as wire;

/// Spells an agent.
pub(in crate::routes) fn written(view: AgentView) -> wire::Agent {
    let AgentView { agent, status, chain, chain_length, health: found, spent_monthly } = view;
    wire::Agent {
        org_chain_health: health(&agent, &chain, chain_length, found),
        id: agent.id,
        company_id: agent.company_id,
        name: agent.name,
        role: agent.role,
        title: agent.title,
        icon: agent.icon,
        status,
        reports_to: agent.reports_to,
        capabilities: agent.capabilities,
        adapter_type: agent.adapter_type,
        adapter_config: agent.adapter_config,
        runtime_config: agent.runtime_config,
        default_environment_id: agent.default_environment_id,
        budget_monthly_cents: agent.budget_monthly_micros.cents(),
        spent_monthly_cents: spent_monthly.cents(),
        pause_reason: agent.pause_reason,
        paused_at: agent.paused_at,
        error_reason: agent.error_reason,
        permissions: agent.permissions,
        last_heartbeat_at: agent.last_heartbeat_at,
        metadata: agent.metadata,
        created_at: agent.created_at,
        updated_at: agent.updated_at,
        url_key: agent.url_key,
    }
}

pub(super) fn written_detail(detail: AgentDetail) -> wire::AgentDetail {
    let access = access(&detail);
    let chain_of_command = detail
        .above
        .into_iter()
        .map(|link| wire::Superior { id: link.id, name: link.name, role: link.role, title: link.title })
        .collect();
    wire::AgentDetail { agent: written(detail.view), chain_of_command, access }
}

fn health(
    agent: &Agent,
    chain: &[ChainMember],
    length: usize,
    health: OrgChainHealth,
) -> wire::OrgChainHealth {
    let ancestors = |list: &[Ancestor]| -> Vec<wire::Ancestor> {
        let written =
            |one: &Ancestor| wire::Ancestor { id: one.id, name: one.name.clone(), status: one.status };
        list.iter().map(written).collect()
    };
    let invalid_ancestors = ancestors(&health.invalid_ancestors);
    wire::OrgChainHealth {
        status: health.status(),
        reason: health.reason(),
        full_chain: chain
            .iter()
            .enumerate()
            .map(|(depth, member)| wire::ChainLink {
                id: member.id,
                company_id: agent.company_id,
                name: member.name.clone(),
                status: member.status,
                reports_to: member.reports_to,
                depth,
                relation: if depth == 0 { "self" } else { "ancestor" },
            })
            .collect(),
        full_chain_length: (length > chain.len()).then_some(length),
        first_invalid_ancestor: invalid_ancestors.first().cloned(),
        invalid_ancestors,
        paused_ancestors: ancestors(&health.paused_ancestors),
        repair_guidance: health.repair_guidance,
        escalation_warning: health.escalation_warning,
    }
}

fn access(detail: &AgentDetail) -> wire::AgentAccess {
    let agent = &detail.view.agent;
    let membership = wire::AgentMembership {
        id: membership_id(agent.id),
        company_id: agent.company_id,
        principal_type: "agent",
        principal_id: agent.id,
        status: "active",
        membership_role: "member",
        created_at: agent.created_at,
        updated_at: agent.created_at,
    };
    let grant = holds_assign_grant(detail.permissions).then(|| wire::AgentGrant {
        id: assign_grant_id(agent.id),
        company_id: agent.company_id,
        principal_type: "agent",
        principal_id: agent.id,
        permission_key: Permission::TasksAssign.as_str(),
        scope: None,
        granted_by_user_id: Some(UserId::local_board()),
        created_at: agent.created_at,
        updated_at: agent.created_at,
    });
    wire::AgentAccess {
        can_assign_tasks: detail.assign_source.may_assign(),
        task_assign_source: detail.assign_source,
        membership,
        grants: grant.into_iter().collect(),
    }
}
