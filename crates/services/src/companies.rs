//! Companies.

mod removal;
mod status;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::budget::{BudgetScope, Stretch};
use wireclip_domain::company::{CompanyStatus, issue_prefixes};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::patch::Field;
use wireclip_domain::policy;
use wireclip_domain::{AssetId, CompanyId, OpaqueJson, Timestamp, UserId};
use wireclip_store::companies::{self, Company};
use wireclip_store::company_members::{self, CompanyMember};
use wireclip_store::costs::spent;
use wireclip_store::dashboard::{self, CompanySize};
use wireclip_store::{Conn, PageLimit, Scope, counters};

use crate::assets::choose_logo;
use crate::authority::{self, About};
use crate::budgets::policies;
use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::people::seat_owner;
use crate::request::{Request, Scoped};
use crate::stops::Stopped;

/// Actions on companies.
#[derive(Debug, Clone)]
pub struct Companies {
    core: Arc<Core>,
}

/// A company to make.
#[derive(Debug, Clone)]
pub struct NewCompany {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: Option<String>,
    /// What it may spend in a month; zero for no limit.
    pub budget_monthly: MicroDollars,
    /// Who answers for what nobody else answers for; whoever makes it if nothing is said.
    pub default_responsible_user_id: Field<UserId>,
}

/// A change of a company.
#[derive(Debug, Clone, Default)]
pub struct CompanyPatch {
    /// Its name.
    pub name: Option<String>,
    /// What it does.
    pub description: Field<String>,
    /// Whether it works.
    pub status: Option<CompanyStatus>,
    /// What it may spend in a month; zero for no limit.
    pub budget_monthly: Option<MicroDollars>,
    /// Who answers for what nobody else answers for.
    pub default_responsible_user_id: Field<UserId>,
    /// Whether hiring needs the board.
    pub require_board_approval_for_new_agents: Option<bool>,
    /// Who may answer which questions of agents; carried for the board.
    pub interaction_resolver_governance: Option<OpaqueJson>,
    /// Whether feedback is shared with the makers of the product.
    pub feedback_data_sharing_enabled: Option<bool>,
    /// Its picture; there are none yet, so it can only be taken away.
    pub logo_asset_id: Field<AssetId>,
    /// The fields that were named, as the log shows them.
    pub details: OpaqueJson,
}

/// A company with what is counted in it.
#[derive(Debug, Clone)]
pub struct CompanyView {
    /// The company.
    pub company: Company,
    /// The number of its newest issue.
    pub issue_counter: i64,
    /// What it has spent this month.
    pub spent_monthly: MicroDollars,
}

impl Companies {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds a company within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none; `Forbidden` for who names a company that is not theirs.
    pub async fn load(&self, request: &Request, id: CompanyId) -> ServiceResult<Scoped<Company>> {
        request.require_company(id)?;
        let company = companies::get(&self.core.store.read(), &request.scope(), id).await?;
        company.map(|company| request.found(company)).ok_or_else(not_found)
    }

    /// Finds the company whose issues are called by a prefix, within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn named(&self, request: &Request, prefix: &str) -> ServiceResult<Scoped<Company>> {
        let company = companies::by_prefix(&self.core.store.read(), &request.scope(), prefix).await?;
        company.map(|company| request.found(company)).ok_or_else(not_found)
    }

    /// Returns a company with what is counted in it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn view(&self, company: &Scoped<Company>) -> ServiceResult<CompanyView> {
        view(&self.core.store.read(), (**company).clone(), self.core.clock.now()).await
    }

    /// Lists the companies within the caller's reach, the oldest first; to who looks after the
    /// instance all of them, unless only those are asked for which they can open.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(&self, request: &Request, accessible_only: bool) -> ServiceResult<Vec<CompanyView>> {
        let conn = self.core.store.read();
        let sees_all = request.caller.is_instance_admin() && !accessible_only;
        let scope = if sees_all { Scope::everything() } else { request.scope() };
        let found = companies::list(&conn, &scope, PageLimit::MAX).await?;
        let counters = companies::issue_counters(&conn, &scope).await?;
        let now = self.core.clock.now();
        let spent = spent::of_companies_in_month(&conn, &scope, now).await?;
        let with_counter = |company: Company| CompanyView {
            issue_counter: counters.get(&company.id).copied().unwrap_or(0),
            spent_monthly: spent.get(&company.id).copied().unwrap_or(MicroDollars::new(0)),
            company,
        };
        Ok(found.into_iter().map(with_counter).collect())
    }

    /// Returns how much each company within the caller's reach has.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sizes(&self, request: &Request) -> ServiceResult<BTreeMap<CompanyId, CompanySize>> {
        let conn = self.core.store.read();
        let mut sizes = dashboard::sizes(&conn, &request.scope()).await?;
        // An empty company has a size, too.
        for company_id in companies::issue_counters(&conn, &request.scope()).await?.into_keys() {
            sizes.entry(company_id).or_default();
        }
        Ok(sizes)
    }

    /// Lists who belongs to a company.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn members(&self, company: &Scoped<Company>) -> ServiceResult<Vec<CompanyMember>> {
        Ok(company_members::list(&self.core.store.read(), company.id, PageLimit::MAX).await?)
    }

    /// Makes a company; whoever makes it owns it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn create(&self, request: &Request, new: NewCompany) -> ServiceResult<Committed<CompanyView>> {
        let mut change = self.core.begin(request).await?;
        let company = found(&change, new).await?;
        counters::start(&change.conn(), company.id).await?;
        seat_owner(&change, company.id).await?;
        let mut details = OpaqueJson::object();
        details.set("name", &company.name);
        record(&mut change, company.id, Action::CompanyCreated, details);
        if company.budget_monthly_micros > MicroDollars::new(0) {
            let scope = BudgetScope::company(company.id);
            policies::set_monthly(&mut change, company.id, scope, company.budget_monthly_micros).await?;
        }
        let spent_monthly = MicroDollars::new(0);
        change.commit(CompanyView { company, issue_counter: 0, spent_monthly }).await
    }

    /// Changes a company; a change of its status pauses or resumes what is in it. Returns when
    /// the runs that this stops have ended.
    ///
    /// # Errors
    /// `NotFound` if the logo is not there.
    pub async fn update(
        &self,
        company: &Scoped<Company>,
        mut patch: CompanyPatch,
    ) -> ServiceResult<Stopped<CompanyView>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let before = companies::lock(&change.conn(), company.id).await?.ok_or_else(not_found)?;
        let mut after = before.clone();
        let to = patch.status.unwrap_or(before.status);
        let is_told_apart = status::move_company(&mut change, &mut after, to).await?;
        if is_told_apart {
            patch.details.remove("status");
        }
        let details = std::mem::take(&mut patch.details);
        // Every change is told, also one that changes nothing; but not twice.
        if !is_told_apart || details.keys().next().is_some() {
            record(&mut change, company.id, Action::CompanyUpdated, details);
        }
        apply(&mut change, &mut after, patch).await?;
        companies::update(&change.conn(), &before, &after).await?;
        if after.budget_monthly_micros != before.budget_monthly_micros {
            let scope = BudgetScope::company(after.id);
            policies::set_monthly(&mut change, after.id, scope, after.budget_monthly_micros).await?;
            // A limit may have moved it.
            after = companies::lock(&change.conn(), after.id).await?.ok_or_else(not_found)?;
        }
        let value = view(&change.conn(), after, change.now()).await?;
        change.commit_stopped(value).await
    }

    /// Changes how a company looks.
    ///
    /// # Errors
    /// `Forbidden` for an agent that is not its chief.
    pub async fn brand(
        &self,
        company: &Scoped<Company>,
        patch: CompanyPatch,
    ) -> ServiceResult<Committed<CompanyView>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let about = About::company(company.id);
        authority::require(&change.conn(), company.caller(), policy::Right::CompanyBrand, about).await?;
        let before = companies::lock(&change.conn(), company.id).await?.ok_or_else(not_found)?;
        let mut after = before.clone();
        record(&mut change, company.id, Action::CompanyBrandingUpdated, patch.details.clone());
        apply(&mut change, &mut after, patch).await?;
        commit_update(change, &before, after).await
    }

    /// Puts a company away: its working agents are paused and what they do is stopped. Returns
    /// when it has ended.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn archive(&self, company: &Scoped<Company>) -> ServiceResult<Stopped<CompanyView>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let before = companies::lock(&change.conn(), company.id).await?.ok_or_else(not_found)?;
        let mut after = before.clone();
        status::move_company(&mut change, &mut after, CompanyStatus::Archived).await?;
        commit_and_see_ends(change, &before, after).await
    }
}

/// Stores a new company under the first prefix that is free, also if others are made meanwhile.
async fn found(change: &Change<'_>, new: NewCompany) -> ServiceResult<Company> {
    let name = new.name.clone();
    let mut prefixes = issue_prefixes(&name).peekable();
    let first = prefixes.peek().cloned().unwrap_or_default();
    let taken = companies::taken_prefixes(&change.conn(), &first, PageLimit::MAX).await?;
    let taken: BTreeSet<_> = taken.into_iter().collect();
    let responsible = match new.default_responsible_user_id {
        Field::Keep => change.actor().user_id(),
        Field::Clear => None,
        Field::Set(user_id) => Some(user_id),
    };
    let mut company = Company {
        id: CompanyId::random(),
        issue_prefix: first,
        name: new.name,
        description: new.description,
        status: CompanyStatus::Active,
        pause_reason: None,
        paused_at: None,
        budget_monthly_micros: new.budget_monthly,
        default_responsible_user_id: responsible,
        require_board_approval_for_new_agents: false,
        interaction_resolver_governance: OpaqueJson::object(),
        feedback_data_sharing_enabled: false,
        feedback_data_sharing_consent_at: None,
        feedback_data_sharing_consent_by_user_id: None,
        feedback_data_sharing_terms_version: None,
        logo_asset_id: None,
        created_at: change.now(),
        updated_at: change.now(),
    };
    for prefix in prefixes.filter(|prefix| !taken.contains(prefix)) {
        company.issue_prefix = prefix;
        if companies::insert_if_prefix_is_free(&change.conn(), &company).await? {
            break;
        }
    }
    Ok(company)
}

async fn apply(change: &mut Change<'_>, company: &mut Company, patch: CompanyPatch) -> ServiceResult<()> {
    let CompanyPatch {
        name,
        description,
        // Moved before, and told.
        status: _,
        budget_monthly,
        default_responsible_user_id,
        require_board_approval_for_new_agents,
        interaction_resolver_governance,
        feedback_data_sharing_enabled,
        logo_asset_id,
        details: _,
    } = patch;
    choose_logo(change, company, logo_asset_id).await?;
    Field::from(name).apply_to_required(&mut company.name);
    description.apply_to(&mut company.description);
    Field::from(budget_monthly).apply_to_required(&mut company.budget_monthly_micros);
    default_responsible_user_id.apply_to(&mut company.default_responsible_user_id);
    Field::from(require_board_approval_for_new_agents)
        .apply_to_required(&mut company.require_board_approval_for_new_agents);
    Field::from(interaction_resolver_governance)
        .apply_to_required(&mut company.interaction_resolver_governance);
    if let Some(is_enabled) = feedback_data_sharing_enabled
        && is_enabled != company.feedback_data_sharing_enabled
    {
        company.feedback_data_sharing_enabled = is_enabled;
        company.feedback_data_sharing_consent_at = is_enabled.then(|| change.now());
        company.feedback_data_sharing_consent_by_user_id = change.actor().user_id().filter(|_| is_enabled);
    }
    company.updated_at = change.now();
    Ok(())
}

async fn commit_update(
    change: Change<'_>,
    before: &Company,
    after: Company,
) -> ServiceResult<Committed<CompanyView>> {
    companies::update(&change.conn(), before, &after).await?;
    let view = view(&change.conn(), after, change.now()).await?;
    change.commit(view).await
}

async fn commit_and_see_ends(
    change: Change<'_>,
    before: &Company,
    after: Company,
) -> ServiceResult<Stopped<CompanyView>> {
    companies::update(&change.conn(), before, &after).await?;
    let value = view(&change.conn(), after, change.now()).await?;
    change.commit_stopped(value).await
}

async fn view(conn: &Conn<'_>, company: Company, now: Timestamp) -> ServiceResult<CompanyView> {
    let counter = counters::get(conn, company.id).await?;
    let spent_monthly = spent::of_company(conn, company.id, Stretch::Month, now).await?;
    Ok(CompanyView { issue_counter: counter.map_or(0, |counter| counter.issues), spent_monthly, company })
}

fn record(change: &mut Change<'_>, company_id: CompanyId, action: Action, details: OpaqueJson) {
    change.record(company_id, ActivityRecord::about(EntityType::Company, company_id, action, details));
}

fn not_found() -> ServiceError {
    ServiceError::not_found("Company not found")
}
