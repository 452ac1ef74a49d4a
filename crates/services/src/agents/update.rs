//! Changing an agent: only what is sent changes.

use wireclip_domain::activity::Action;
use wireclip_domain::agent::name::{decide_rename, slug, url_key};
use wireclip_domain::agent::settings::{AdapterChange, settings_after};
use wireclip_domain::agent::standing::{
    AgentOperation, SettingsFrozen, Standing, decide, operation_for_status,
};
use wireclip_domain::agent::{AgentRole, AgentState, AgentStatus, RevisionSource};
use wireclip_domain::budget::BudgetScope;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::patch::Field;
use wireclip_domain::policy::Right;
use wireclip_domain::secret::spelled_out;
use wireclip_domain::{AgentId, EnvironmentId, OpaqueJson, RowId};
use wireclip_store::Conn;
use wireclip_store::agents::{self, Agent};

use super::configuration::Snapshot;
use super::creation::{adapter_type, require_manager, require_offered};
use super::lifecycle::{activity, move_to, standing_of, tell_status};
use super::soundness::{check_adapter_settings, check_runtime_settings};
use super::{AgentView, Agents, lock};
use crate::authority::{self, About};
use crate::budgets::policies;
use crate::change::Change;
use crate::environments::{require_change, require_choice};
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::hidden_values::restored;
use crate::request::{Request, Scoped};
use crate::secrets::of_agents;
use crate::stops::Stopped;

/// A wish to change an agent.
#[derive(Debug, Clone, Default)]
pub struct AgentPatch {
    /// Its name.
    pub name: Option<String>,
    /// What it is hired as.
    pub role: Option<AgentRole>,
    /// Its title.
    pub title: Field<String>,
    /// Its icon.
    pub icon: Field<String>,
    /// To whom it reports.
    pub reports_to: Field<AgentId>,
    /// What it can do.
    pub capabilities: Field<String>,
    /// Where it shall stand.
    pub status: Option<AgentStatus>,
    /// The word of its adapter.
    pub adapter_type: Option<String>,
    /// The settings for the adapter.
    pub adapter_config: Option<OpaqueJson>,
    /// Whether those take the place of all, rather than being laid over them.
    pub replaces_adapter_config: bool,
    /// The settings that are no adapter's; they take the place of all.
    pub runtime_config: Option<OpaqueJson>,
    /// Where its runs execute by default.
    pub default_environment_id: Field<RowId>,
    /// How much it may spend in a month.
    pub budget_monthly: Option<MicroDollars>,
    /// What others keep with it.
    pub metadata: Field<OpaqueJson>,
}

impl Agents {
    /// Changes an agent, and keeps a revision if its configuration is another afterwards. Returns
    /// when the runs that this stops have ended.
    ///
    /// # Errors
    /// `Forbidden` if the caller may not; `Conflict` if the name is taken or the standing does not
    /// allow it; `Unprocessable` or `NotFound` for an adapter or manager that will not do.
    pub async fn update(
        &self,
        agent: &Scoped<Agent>,
        patch: AgentPatch,
    ) -> ServiceResult<Stopped<AgentView>> {
        let mut change = self.core.begin_in(agent.company_id, agent.request()).await?;
        let conn = change.conn();
        let before = lock(&conn, agent.id).await?;
        authority::require(&conn, agent.caller(), Right::AgentUpdate, About::agent(&before)).await?;
        if patch.budget_monthly.is_some() {
            authority::require(&conn, agent.caller(), Right::BudgetWrite, About::agent(&before)).await?;
        }
        let standing = standing_of(&conn, &before).await?;
        let named = names_of(&patch);
        require_not_frozen(&before, &named)?;
        decide(AgentOperation::Configure, standing).or_refuse()?;
        let mut after = before.clone();
        apply(&mut after, &patch)?;
        let chosen =
            |agent: &Agent| agent.default_environment_id.map(|id| EnvironmentId::from_uuid(id.as_uuid()));
        require_change(&conn, &agent.caller().actor(), chosen(&before), chosen(&after)).await?;
        self.check_soundness(&after, &patch)?;
        check_place(&conn, agent.request(), &before, &mut after).await?;
        drop(conn);
        if let Some(status) = patch.status {
            stand_as(&mut change, &mut after, standing, status).await?;
        }
        of_agents::bind(&change, &agent.request().scope(), Some(&before), &after).await?;
        self.store(&mut change, &before, after.clone(), Source::PATCH).await?;
        change.record(
            after.company_id,
            activity(&after, Action::AgentUpdated, Some(told(named, &patch, &after))),
        );
        // A limit may have moved it.
        let stored = lock(&change.conn(), after.id).await?;
        let view = self.changed(&change.conn(), stored).await?;
        tell_status(&mut change, &view, standing.status());
        change.commit_stopped(view).await
    }

    fn check_soundness(&self, after: &Agent, patch: &AgentPatch) -> ServiceResult<()> {
        if let Some(sent) = &patch.adapter_config {
            let adapters = &*self.core.adapters;
            check_adapter_settings(adapters, after.adapter_type, &after.adapter_config, sent)?;
        }
        patch.runtime_config.as_ref().map_or(Ok(()), check_runtime_settings)
    }

    /// Writes a changed agent, and its revision if the configuration is another.
    pub(super) async fn store(
        &self,
        change: &mut Change<'_>,
        before: &Agent,
        mut after: Agent,
        source: Source,
    ) -> ServiceResult<()> {
        if after != *before {
            after.updated_at = change.now();
        }
        if after.adapter_type != before.adapter_type {
            require_offered(&change.conn(), after.adapter_type).await?;
        }
        if after.default_environment_id != before.default_environment_id {
            require_choice(&change.conn(), after.default_environment_id).await?;
        }
        agents::update(&change.conn(), before, &after).await?;
        if after.budget_monthly_micros != before.budget_monthly_micros {
            let scope = BudgetScope::agent(after.id);
            policies::set_monthly(change, after.company_id, scope, after.budget_monthly_micros).await?;
        }
        let (old, new) = (Snapshot::of(before), Snapshot::of(&after));
        let changed = old.changed_keys(&new);
        if !changed.is_empty() {
            self.keep_revision(change, &after, (old, new), &changed, source).await?;
        }
        Ok(())
    }
}

/// What made a revision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
    pub(super) kind: RevisionSource,
    pub(super) rolled_back_from: Option<wireclip_domain::AgentRevisionId>,
}

impl Source {
    pub(super) const PATCH: Self = Self { kind: RevisionSource::Patch, rolled_back_from: None };
}

/// Goes on only if none of this is what the board has still to decide about.
pub(super) fn require_not_frozen(agent: &Agent, named: &[&'static str]) -> ServiceResult<()> {
    let fields: Vec<_> = named.iter().copied().filter(|name| *name != STATUS).collect();
    if agent.state != AgentState::PendingApproval || fields.is_empty() {
        return Ok(());
    }
    Err(ServiceError::refused(&SettingsFrozen { agent: agent.id, fields }))
}

/// What a patch calls an agent's standing, which is no setting.
const STATUS: &str = "status";

/// Returns the names that a patch speaks of.
fn names_of(patch: &AgentPatch) -> Vec<&'static str> {
    let speaks_of_adapter = patch.adapter_type.is_some() || patch.adapter_config.is_some();
    [
        ("name", patch.name.is_some()),
        ("role", patch.role.is_some()),
        ("title", patch.title.is_named()),
        ("icon", patch.icon.is_named()),
        ("reportsTo", patch.reports_to.is_named()),
        ("capabilities", patch.capabilities.is_named()),
        (STATUS, patch.status.is_some()),
        ("adapterType", patch.adapter_type.is_some()),
        ("adapterConfig", speaks_of_adapter),
        ("runtimeConfig", patch.runtime_config.is_some()),
        ("defaultEnvironmentId", patch.default_environment_id.is_named()),
        ("budgetMonthlyCents", patch.budget_monthly.is_some()),
        ("metadata", patch.metadata.is_named()),
    ]
    .into_iter()
    .filter_map(|(key, is_named)| is_named.then_some(key))
    .collect()
}

/// Lays a patch over an agent.
fn apply(agent: &mut Agent, patch: &AgentPatch) -> ServiceResult<()> {
    // Taken apart by name, so that a new field cannot be forgotten.
    let AgentPatch {
        name,
        role,
        title,
        icon,
        reports_to,
        capabilities,
        // Moved afterwards, by a rule of its own.
        status: _,
        adapter_type: adapter_word,
        adapter_config,
        replaces_adapter_config,
        runtime_config,
        default_environment_id,
        budget_monthly,
        metadata,
    } = patch.clone();
    if adapter_word.is_some() || adapter_config.is_some() {
        let adapter = match adapter_word {
            Some(word) => adapter_type(Some(&word))?,
            None => agent.adapter_type,
        };
        let change = AdapterChange { adapter, settings: adapter_config, replaces: replaces_adapter_config };
        agent.adapter_config =
            spelled_out(settings_after(agent.adapter_type, &agent.adapter_config, &change).or_refuse()?);
        agent.adapter_type = adapter;
    }
    if let Some(settings) = runtime_config {
        agent.runtime_config = restored(&settings, Some(&agent.runtime_config))?;
    }
    match metadata {
        Field::Set(sent) => agent.metadata = Some(restored(&sent, agent.metadata.as_ref())?),
        Field::Clear => agent.metadata = None,
        Field::Keep => {}
    }
    Field::from(name).apply_to_required(&mut agent.name);
    Field::from(role).apply_to_required(&mut agent.role);
    title.apply_to(&mut agent.title);
    icon.apply_to(&mut agent.icon);
    reports_to.apply_to(&mut agent.reports_to);
    capabilities.apply_to(&mut agent.capabilities);
    default_environment_id.apply_to(&mut agent.default_environment_id);
    Field::from(budget_monthly).apply_to_required(&mut agent.budget_monthly_micros);
    Ok(())
}

/// Goes on only if the changed agent's name and manager will do, and sets the name's key. The
/// caller holds the company's counters.
pub(super) async fn check_place(
    conn: &Conn<'_>,
    request: &Request,
    before: &Agent,
    after: &mut Agent,
) -> ServiceResult<()> {
    if after.name != before.name {
        let start = slug(&after.name).unwrap_or_default();
        let taken = agents::keys_starting_with(conn, before.company_id, &start).await?;
        decide_rename(&after.name, |key| key != before.url_key && taken.contains(key)).or_refuse()?;
        after.url_key = url_key(&after.name, after.id);
    }
    match after.reports_to {
        Some(manager) if before.reports_to != Some(manager) => {
            require_manager(conn, &request.scope(), after.id, after.company_id, manager).await
        }
        _ => Ok(()),
    }
}

/// Moves an agent to a status that was written by hand.
async fn stand_as(
    change: &mut Change<'_>,
    agent: &mut Agent,
    standing: Standing,
    wished: AgentStatus,
) -> ServiceResult<()> {
    if standing.status() == wished {
        return Ok(());
    }
    let Some(operation) = operation_for_status(wished) else {
        let message = format!("An agent's status cannot be set to {wished}: it follows from its runs");
        return Err(ServiceError::unprocessable(message));
    };
    let decided = decide(operation, standing).or_refuse()?;
    move_to(change, agent, decided, operation).await?;
    Ok(())
}

/// Says what the activity log tells of a patch: names, never values.
fn told(mut named: Vec<&'static str>, patch: &AgentPatch, after: &Agent) -> OpaqueJson {
    fn sorted(settings: &OpaqueJson) -> Vec<&str> {
        let mut keys: Vec<&str> = settings.keys().collect();
        keys.sort_unstable();
        keys
    }
    named.sort_unstable();
    let mut details = OpaqueJson::object();
    if named.contains(&"adapterConfig") {
        details.set("changedAdapterConfigKeys", &sorted(&after.adapter_config));
    }
    if patch.runtime_config.is_some() {
        details.set("changedRuntimeConfigKeys", &sorted(&after.runtime_config));
    }
    details.set("changedTopLevelKeys", &named);
    details
}
