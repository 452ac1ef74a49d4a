//! Goals: what the work of a company is for.

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::goal::{GoalLevel, GoalRefused, GoalStatus, check_parent};
use wireclip_domain::patch::Field;
use wireclip_domain::policy::Right;
use wireclip_domain::{AgentId, CompanyId, GoalId, OpaqueJson};
use wireclip_store::companies::Company;
use wireclip_store::goals::{self, Goal};
use wireclip_store::{PageLimit, Scope, agents};

use crate::authority::{self, About};
use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

/// Actions on goals.
#[derive(Debug, Clone)]
pub struct Goals {
    core: Arc<Core>,
}

/// A goal to set.
#[derive(Debug, Clone)]
pub struct NewGoal {
    /// What is to be reached.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// Whose goal it is.
    pub level: GoalLevel,
    /// Where it stands.
    pub status: GoalStatus,
    /// The goal under which it stands.
    pub parent_id: Option<GoalId>,
    /// The agent that answers for it.
    pub owner_agent_id: Option<AgentId>,
}

/// A change of a goal.
#[derive(Debug, Clone, Default)]
pub struct GoalPatch {
    /// What is to be reached.
    pub title: Option<String>,
    /// More about it.
    pub description: Field<String>,
    /// Whose goal it is.
    pub level: Option<GoalLevel>,
    /// Where it stands.
    pub status: Option<GoalStatus>,
    /// The goal under which it stands.
    pub parent_id: Field<GoalId>,
    /// The agent that answers for it.
    pub owner_agent_id: Field<AgentId>,
}

impl Goals {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds a goal within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn load(&self, request: &Request, id: GoalId) -> ServiceResult<Scoped<Goal>> {
        let goal = goals::get(&self.core.store.read(), &request.scope(), id).await?;
        goal.map(|goal| request.found(goal)).ok_or_else(not_found)
    }

    /// Lists a company's goals, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(&self, company: &Scoped<Company>) -> ServiceResult<Vec<Goal>> {
        Ok(goals::list(&self.core.store.read(), company.id, PageLimit::MAX).await?)
    }

    /// Sets a goal.
    ///
    /// # Errors
    /// `Unprocessable` if its parent or owner is not of the company.
    pub async fn create(&self, company: &Scoped<Company>, new: NewGoal) -> ServiceResult<Committed<Goal>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let about = About::company(company.id);
        authority::require(&change.conn(), company.caller(), Right::PlanWrite, about).await?;
        let goal = Goal {
            id: GoalId::random(),
            company_id: company.id,
            title: new.title,
            description: new.description,
            level: new.level,
            status: new.status,
            parent_id: new.parent_id,
            owner_agent_id: new.owner_agent_id,
            created_at: change.now(),
            updated_at: change.now(),
        };
        check_place(&change, &goal).await?;
        check_owner(&change, goal.company_id, new.owner_agent_id).await?;
        goals::insert(&change.conn(), &goal).await?;
        let mut details = OpaqueJson::object();
        details.set("title", &goal.title);
        record(&mut change, &goal, Action::GoalCreated, Some(details));
        change.commit(goal).await
    }

    /// Changes a goal.
    ///
    /// # Errors
    /// `Unprocessable` if its parent or owner is not of the company, or the parent stands under it.
    pub async fn update(&self, goal: &Scoped<Goal>, patch: GoalPatch) -> ServiceResult<Committed<Goal>> {
        let mut change = self.core.begin_in(goal.company_id, goal.request()).await?;
        let about = About::company(goal.company_id);
        authority::require(&change.conn(), goal.caller(), Right::PlanWrite, about).await?;
        let before = goals::lock(&change.conn(), goal.id).await?.ok_or_else(not_found)?;
        let details = told(&patch);
        let mut after = Goal { updated_at: change.now(), ..before.clone() };
        let GoalPatch { title, description, level, status, parent_id, owner_agent_id } = patch;
        after.title = title.unwrap_or(after.title);
        description.apply_to(&mut after.description);
        after.level = level.unwrap_or(after.level);
        after.status = status.unwrap_or(after.status);
        parent_id.apply_to(&mut after.parent_id);
        if after.parent_id != before.parent_id {
            check_place(&change, &after).await?;
        }
        check_owner(&change, after.company_id, owner_agent_id.as_set().copied()).await?;
        owner_agent_id.apply_to(&mut after.owner_agent_id);
        goals::update(&change.conn(), &before, &after).await?;
        record(&mut change, &after, Action::GoalUpdated, Some(details));
        change.commit(after).await
    }

    /// Removes a goal. What stood under it stands alone then.
    ///
    /// # Errors
    /// `NotFound` if it is gone already.
    pub async fn delete(&self, goal: &Scoped<Goal>) -> ServiceResult<Committed<Goal>> {
        let mut change = self.core.begin_in(goal.company_id, goal.request()).await?;
        let about = About::company(goal.company_id);
        authority::require(&change.conn(), goal.caller(), Right::PlanWrite, about).await?;
        let goal = goals::lock(&change.conn(), goal.id).await?.ok_or_else(not_found)?;
        goals::delete(&change.conn(), goal.id).await?;
        record(&mut change, &goal, Action::GoalDeleted, None);
        change.commit(goal).await
    }
}

fn not_found() -> ServiceError {
    ServiceError::not_found("Goal not found")
}

/// Checks that a goal's parent is of its company and does not stand under it. All that are passed
/// on the way up are locked, so that two changes cannot close a circle together.
async fn check_place(change: &Change<'_>, goal: &Goal) -> ServiceResult<()> {
    let mut above = Vec::new();
    let mut next = goal.parent_id;
    while let Some(id) = next {
        let parent = if id == goal.id { None } else { goals::lock(&change.conn(), id).await? };
        let parent = parent.filter(|parent| parent.company_id == goal.company_id);
        let is_known = parent.is_some() || id == goal.id;
        if !is_known {
            return Err(ServiceError::refused(&GoalRefused::NoSuchParent));
        }
        above.push(id);
        check_parent(goal.id, &above).or_refuse()?;
        next = parent.and_then(|parent| parent.parent_id);
    }
    Ok(())
}

async fn check_owner(
    change: &Change<'_>,
    company_id: CompanyId,
    owner: Option<AgentId>,
) -> ServiceResult<()> {
    let Some(owner) = owner else { return Ok(()) };
    match agents::get(&change.conn(), &Scope::company(company_id), owner).await? {
        Some(_) => Ok(()),
        None => Err(ServiceError::refused(&GoalRefused::NoSuchOwner)),
    }
}

/// What the log tells of a change: the fields that it names, as it names them.
fn told(patch: &GoalPatch) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    if let Some(title) = &patch.title {
        details.set("title", title);
    }
    if patch.description.is_named() {
        details.set("description", &patch.description.as_set());
    }
    if let Some(level) = patch.level {
        details.set("level", &level);
    }
    if let Some(status) = patch.status {
        details.set("status", &status);
    }
    if patch.parent_id.is_named() {
        details.set("parentId", &patch.parent_id.as_set());
    }
    if patch.owner_agent_id.is_named() {
        details.set("ownerAgentId", &patch.owner_agent_id.as_set());
    }
    details
}

fn record(change: &mut Change<'_>, goal: &Goal, action: Action, details: Option<OpaqueJson>) {
    let entity_id = goal.id.to_string();
    change.record(
        goal.company_id,
        ActivityRecord { action, entity_type: EntityType::Goal, entity_id, details },
    );
}
