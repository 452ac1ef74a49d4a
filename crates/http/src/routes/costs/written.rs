//! Costs as the wire has them.

use wireclip_services::costs::{AgentCosts, AgentModelCosts, ProjectCosts, WindowSpend};
use wireclip_services::records::{
    CostEvent, FinanceEvent, FinanceOfBiller, FinanceOfKind, OfBiller, OfProvider, PlanSums, Sums,
};
use wireclip_wire::costs as wire;

pub(super) fn cost_event(event: CostEvent) -> wire::CostEvent {
    wire::CostEvent {
        id: event.id,
        company_id: event.company_id,
        agent_id: event.agent_id,
        issue_id: event.issue_id,
        project_id: event.project_id,
        goal_id: event.goal_id,
        heartbeat_run_id: event.run_id,
        billing_code: event.billing_code,
        provider: event.provider,
        biller: event.biller,
        billing_type: event.billing_type,
        cost_status: event.cost_status,
        cost_basis: event.cost_basis,
        model: event.model,
        input_tokens: event.input_tokens,
        cached_input_tokens: event.cached_input_tokens,
        output_tokens: event.output_tokens,
        cost_cents: event.cash_micros.cents(),
        cost_micros: event.cash_micros.micro_dollars(),
        estimate_micros: event.estimate_micros.map(|estimate| estimate.micro_dollars()),
        occurred_at: event.occurred_at,
        created_at: event.created_at,
    }
}

pub(super) fn summed(sums: &Sums) -> wire::SummedCosts {
    wire::SummedCosts {
        cost_cents: sums.cash.cents(),
        cost_micros: sums.cash.micro_dollars(),
        estimate_cents: sums.estimate.cents(),
        unpriced_event_count: sums.unpriced_events,
        input_tokens: sums.input_tokens,
        cached_input_tokens: sums.cached_input_tokens,
        output_tokens: sums.output_tokens,
    }
}

fn plans(sums: &PlanSums) -> wire::PlanCosts {
    wire::PlanCosts {
        api_run_count: sums.api_runs,
        subscription_run_count: sums.plan_runs,
        subscription_cached_input_tokens: sums.plan_cached_input_tokens,
        subscription_input_tokens: sums.plan_input_tokens,
        subscription_output_tokens: sums.plan_output_tokens,
    }
}

pub(super) fn by_agent(AgentCosts { name, status, of }: AgentCosts) -> wire::CostByAgent {
    wire::CostByAgent {
        agent_id: of.agent_id,
        agent_name: name,
        agent_status: status,
        costs: summed(&of.sums),
        plans: plans(&of.plans),
    }
}

pub(super) fn by_agent_model(AgentModelCosts { name, of }: AgentModelCosts) -> wire::CostByAgentModel {
    wire::CostByAgentModel {
        agent_id: of.agent_id,
        agent_name: name,
        costs: summed(&of.sums),
        provider: of.provider,
        biller: of.biller,
        billing_type: of.billing_type,
        model: of.model,
    }
}

pub(super) fn by_provider(of: OfProvider) -> wire::CostByProvider {
    wire::CostByProvider {
        costs: summed(&of.sums),
        plans: plans(&of.plans),
        provider: of.provider,
        biller: of.biller,
        billing_type: of.billing_type,
        model: of.model,
    }
}

pub(super) fn by_biller(of: OfBiller) -> wire::CostByBiller {
    wire::CostByBiller {
        costs: summed(&of.sums),
        plans: plans(&of.plans),
        biller: of.biller,
        provider_count: of.providers,
        model_count: of.models,
    }
}

pub(super) fn by_project(ProjectCosts { name, of }: ProjectCosts) -> wire::CostByProject {
    wire::CostByProject { project_id: of.project_id, project_name: name, costs: summed(&of.sums) }
}

pub(super) fn window(WindowSpend { window, of }: WindowSpend) -> wire::WindowSpend {
    wire::WindowSpend {
        costs: summed(&of.sums),
        provider: of.provider,
        biller: if of.billers > 1 { "mixed".to_owned() } else { of.biller },
        window: window.name,
        window_hours: window.hours,
    }
}

pub(super) fn finance_event(event: FinanceEvent) -> wire::FinanceEvent {
    wire::FinanceEvent {
        id: event.id,
        company_id: event.company_id,
        agent_id: event.agent_id,
        issue_id: event.issue_id,
        project_id: event.project_id,
        goal_id: event.goal_id,
        heartbeat_run_id: event.run_id,
        cost_event_id: event.cost_event_id,
        billing_code: event.billing_code,
        description: event.description,
        event_kind: event.event_kind,
        direction: event.direction,
        biller: event.biller,
        provider: event.provider,
        execution_adapter_type: event.execution_adapter_type,
        pricing_tier: event.pricing_tier,
        region: event.region,
        model: event.model,
        quantity: event.quantity,
        unit: event.unit,
        amount_cents: event.amount_micros.cents(),
        currency: event.currency,
        estimated: event.estimated,
        external_invoice_id: event.external_invoice_id,
        metadata_json: event.metadata,
        occurred_at: event.occurred_at,
        created_at: event.created_at,
    }
}

pub(super) fn finance_by_biller(of: FinanceOfBiller) -> wire::FinanceByBiller {
    wire::FinanceByBiller {
        debit_cents: of.sums.debit.cents(),
        credit_cents: of.sums.credit.cents(),
        estimated_debit_cents: of.sums.estimated_debit.cents(),
        event_count: of.sums.events,
        kind_count: of.kinds,
        net_cents: of.sums.net().cents(),
        biller: of.biller,
    }
}

pub(super) fn finance_by_kind(of: &FinanceOfKind) -> wire::FinanceByKind {
    let FinanceOfKind { event_kind, billers, sums } = of;
    wire::FinanceByKind {
        event_kind: *event_kind,
        debit_cents: sums.debit.cents(),
        credit_cents: sums.credit.cents(),
        estimated_debit_cents: sums.estimated_debit.cents(),
        event_count: sums.events,
        biller_count: *billers,
        net_cents: sums.net().cents(),
    }
}
