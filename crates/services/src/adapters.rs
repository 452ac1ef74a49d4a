//! Adapters: what clients may know of each type, which of them are offered, and whether an agent's
//! settings would work.

use std::sync::Arc;

use wireclip_domain::OpaqueJson;
use wireclip_domain::Timestamp;
use wireclip_domain::agent::{AdapterType, TestStatus};
use wireclip_domain::policy::Right;
use wireclip_ports::adapter_catalog::{AdapterFacts, AdapterModel, EnvironmentCheck, status_of};
use wireclip_store::companies::Company;
use wireclip_store::disabled_adapters;

use crate::authority::{self, About};
use crate::change::Committed;
use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

/// Actions on adapters.
#[derive(Debug, Clone)]
pub struct Adapters {
    core: Arc<Core>,
}

/// An adapter type as it is offered here.
#[derive(Debug, Clone)]
pub struct OfferedAdapter {
    /// What is known of it.
    pub facts: AdapterFacts,
    /// Whether the board switched it off.
    pub is_disabled: bool,
}

/// What became of a wish to switch a type on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switched {
    /// The type.
    pub adapter_type: AdapterType,
    /// Whether it is off now.
    pub is_disabled: bool,
    /// Whether it was the other way before.
    pub has_changed: bool,
}

/// What a test of settings found.
#[derive(Debug, Clone)]
pub struct EnvironmentTest {
    /// The type whose settings they are.
    pub adapter_type: AdapterType,
    /// What the findings amount to.
    pub status: TestStatus,
    /// The findings.
    pub checks: Vec<EnvironmentCheck>,
    /// When it was tried.
    pub tested_at: Timestamp,
}

impl Adapters {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Lists every adapter type.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(&self) -> ServiceResult<Vec<OfferedAdapter>> {
        let disabled = disabled_adapters::list(&self.core.store.read()).await?;
        let offered = |facts: &AdapterFacts| OfferedAdapter {
            is_disabled: disabled.contains(&facts.adapter_type),
            facts: facts.clone(),
        };
        Ok(self.core.adapters.all().iter().map(offered).collect())
    }

    /// Shows one adapter type.
    ///
    /// # Errors
    /// `NotFound` for a word that is no type.
    pub async fn get(&self, word: &str) -> ServiceResult<OfferedAdapter> {
        let facts = self.registered(word)?.clone();
        let disabled = disabled_adapters::list(&self.core.store.read()).await?;
        Ok(OfferedAdapter { is_disabled: disabled.contains(&facts.adapter_type), facts })
    }

    /// Switches a type off for new agents, or on again. Agents that have it work on.
    ///
    /// # Errors
    /// `NotFound` for a word that is no type.
    pub async fn set_disabled(
        &self,
        request: &Request,
        word: &str,
        is_disabled: bool,
    ) -> ServiceResult<Committed<Switched>> {
        let adapter_type = self.registered(word)?.adapter_type;
        let change = self.core.begin(request).await?;
        let was_disabled = disabled_adapters::list(&change.conn()).await?.contains(&adapter_type);
        match (was_disabled, is_disabled) {
            (false, true) => disabled_adapters::insert(&change.conn(), adapter_type, change.now()).await?,
            (true, false) => disabled_adapters::delete(&change.conn(), adapter_type).await?,
            (true, true) | (false, false) => {}
        }
        let switched = Switched { adapter_type, is_disabled, has_changed: was_disabled != is_disabled };
        change.commit(switched).await
    }

    /// Returns the models from which a company's agents of a type can choose.
    ///
    /// # Errors
    /// `Unprocessable` for a word that is no type.
    pub fn models(&self, _company: &Scoped<Company>, word: &str) -> ServiceResult<&'static [AdapterModel]> {
        Ok(self.known(word)?.models)
    }

    /// Tries settings without running an agent.
    ///
    /// # Errors
    /// `Forbidden` for agents without a permission; `Unprocessable` for a word that is no type.
    pub async fn test_environment(
        &self,
        company: &Scoped<Company>,
        word: &str,
        settings: &OpaqueJson,
    ) -> ServiceResult<EnvironmentTest> {
        let about = About::company(company.id);
        let conn = self.core.store.read();
        authority::require(&conn, company.caller(), Right::AgentReadConfiguration, about).await?;
        let adapter_type = self.known(word)?.adapter_type;
        let checks = self.core.adapters.test_environment(adapter_type, settings, &self.core.test_place).await;
        let status = status_of(&checks);
        Ok(EnvironmentTest { adapter_type, status, checks, tested_at: self.core.clock.now() })
    }

    /// Finds the type that a path of its own names.
    fn registered(&self, word: &str) -> ServiceResult<&AdapterFacts> {
        let adapter_type = word
            .parse()
            .map_err(|_| ServiceError::not_found(format!("Adapter \"{word}\" is not registered")))?;
        Ok(self.core.adapters.facts(adapter_type))
    }

    /// Finds the type that a company's request speaks of.
    fn known(&self, word: &str) -> ServiceResult<&AdapterFacts> {
        let adapter_type =
            word.parse().map_err(|_| ServiceError::unprocessable(format!("Unknown adapter type: {word}")))?;
        Ok(self.core.adapters.facts(adapter_type))
    }
}
