//! Companies.

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Caller;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{CompanyId, OpaqueJson};
use wireclip_store::companies::{self, Company};
use wireclip_store::counters;

use crate::change::{ActivityRecord, Committed};
use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

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
}

impl Companies {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds a company within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none; `Forbidden` for an agent that names another company.
    pub async fn load(&self, request: &Request, id: CompanyId) -> ServiceResult<Scoped<Company>> {
        if let Caller::Agent(agent) = &request.caller
            && agent.company_id != id
        {
            return Err(ServiceError::forbidden("Agent key cannot access another company"));
        }
        let company = companies::get(&self.core.store.read(), &request.scope(), id).await?;
        company
            .map(|company| request.found(company))
            .ok_or_else(|| ServiceError::not_found("Company not found"))
    }

    /// Makes a company.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn create(&self, request: &Request, new: NewCompany) -> ServiceResult<Committed<Company>> {
        let mut change = self.core.begin(request).await?;
        let company = Company {
            id: CompanyId::random(),
            issue_prefix: new
                .name
                .chars()
                .filter(char::is_ascii_alphabetic)
                .take(3)
                .collect::<String>()
                .to_uppercase(),
            name: new.name,
            description: new.description,
            status: CompanyStatus::Active,
            pause_reason: None,
            paused_at: None,
            budget_monthly_micros: MicroDollars::from_cents(0),
            default_responsible_user_id: change.actor().user_id(),
            require_board_approval_for_new_agents: false,
            interaction_resolver_governance: OpaqueJson::object(),
            feedback_data_sharing_enabled: false,
            feedback_data_sharing_consent_at: None,
            feedback_data_sharing_consent_by_user_id: None,
            feedback_data_sharing_terms_version: None,
            created_at: change.now(),
            updated_at: change.now(),
        };
        companies::insert(&change.conn(), &company).await?;
        counters::start(&change.conn(), company.id).await?;
        change.record(
            company.id,
            ActivityRecord {
                action: Action::CompanyCreated,
                entity_type: EntityType::Company,
                entity_id: company.id.to_string(),
                details: None,
            },
        );
        change.commit(company).await
    }
}
