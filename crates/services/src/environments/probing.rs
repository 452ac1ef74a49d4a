//! Trying environments out, saved or not. What cannot be worked in is an answer, not an error.

use std::time::Duration;

use secrecy::SecretString;
use wireclip_domain::activity::Action;
use wireclip_domain::environment::EnvironmentDriver;
use wireclip_domain::environment::config::{ConfigRefused, PRIVATE_KEY_REF, SentSshSettings, SshSettings};
use wireclip_domain::secret::SecretTarget;
use wireclip_domain::{CompanyId, EnvironmentId, OpaqueJson};
use wireclip_ports::place_probe::PlaceReport;
use wireclip_store::companies::{self, Company};
use wireclip_store::environments::Environment;
use wireclip_store::{PageLimit, company_secrets};

use super::configuring::FAKE_PROVIDER;
use super::{Environments, require_admin, row_id, told};
use crate::change::Committed;
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::request::Scoped;
use crate::secrets::keeping::{self, Bound};

/// How long a machine may take to let us look at it.
const SSH_LIMIT: Duration = Duration::from_secs(20);

/// What came of trying an environment.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbeResult {
    /// Whether runs could work there.
    pub is_ok: bool,
    /// Its kind.
    pub driver: EnvironmentDriver,
    /// What was found, in a sentence.
    pub summary: String,
    /// More about it; no secret.
    pub details: OpaqueJson,
}

/// Settings to try before they are saved.
#[derive(Debug, Clone)]
pub struct UnsavedEnvironment {
    /// The kind.
    pub driver: EnvironmentDriver,
    /// How it is reached. Secrets may have been pasted.
    pub config: OpaqueJson,
}

impl Environments {
    /// Tries an environment, in the name of a company, which alone is told: `company`, or the one
    /// whose secrets it needs. Goes on if the caller is dropped.
    ///
    /// # Errors
    /// `Forbidden` for whoever does not look after the instance; `Unprocessable` if a secret that
    /// is bound to it cannot be read.
    pub async fn probe(
        &self,
        environment: &Scoped<Environment>,
        company: Option<CompanyId>,
    ) -> ServiceResult<Committed<ProbeResult>> {
        let (environments, environment) = (self.clone(), environment.clone());
        self.core.carry(async move { environments.try_saved(&environment, company).await }).await
    }

    async fn try_saved(
        &self,
        environment: &Scoped<Environment>,
        company: Option<CompanyId>,
    ) -> ServiceResult<Committed<ProbeResult>> {
        require_admin(environment.request())?;
        let report = match environment.driver {
            EnvironmentDriver::Local => self.core.places.probe_local().await,
            EnvironmentDriver::Ssh => {
                let settings = ssh_settings(&environment.config)?.settings;
                let key = self.bound_secret(environment.id, PRIVATE_KEY_REF).await?;
                self.probe_ssh(&settings, key.as_ref()).await
            }
            EnvironmentDriver::Sandbox => self.probe_saved_sandbox(environment, company).await?,
            EnvironmentDriver::Plugin => return Err(ServiceError::refused(&ConfigRefused::NoPlugins)),
        };
        let result = result(environment.driver, report);
        let company = self.in_whose_name(environment, company).await?;
        let Some(company_id) = company else {
            return self.core.begin(environment.request()).await?.commit(result).await;
        };
        let mut change = self.core.begin_in(company_id, environment.request()).await?;
        let details = told::probed(&result);
        change.record(company_id, told::record(Action::EnvironmentProbed, details, environment.id));
        change.commit(result).await
    }

    /// Tries settings; nothing of them is kept. Goes on if the caller is dropped.
    ///
    /// # Errors
    /// As [`Environments::probe`]; `Unprocessable` for settings that cannot work.
    pub async fn probe_unsaved(
        &self,
        company: &Scoped<Company>,
        unsaved: UnsavedEnvironment,
    ) -> ServiceResult<Committed<ProbeResult>> {
        let (environments, company) = (self.clone(), company.clone());
        self.core.carry(async move { environments.try_unsaved(&company, unsaved).await }).await
    }

    async fn try_unsaved(
        &self,
        company: &Scoped<Company>,
        unsaved: UnsavedEnvironment,
    ) -> ServiceResult<Committed<ProbeResult>> {
        require_admin(company.request())?;
        let UnsavedEnvironment { driver, config } = unsaved;
        let report = match driver {
            EnvironmentDriver::Local => self.core.places.probe_local().await,
            EnvironmentDriver::Ssh => {
                let SentSshSettings { settings, pasted_key } = ssh_settings(&config)?;
                let key = match (pasted_key, settings.private_key) {
                    (Some(key), _) => Some(SecretString::from(key)),
                    (None, Some(reference)) => {
                        let config_path = PRIVATE_KEY_REF.to_owned();
                        let bound = Bound { company_id: company.id, reference, config_path };
                        Some(keeping::resolve(&self.core, &bound).await?)
                    }
                    (None, None) => None,
                };
                self.probe_ssh(&settings, key.as_ref()).await
            }
            EnvironmentDriver::Sandbox
                if config.text("provider").unwrap_or(FAKE_PROVIDER) == FAKE_PROVIDER =>
            {
                stand_in()
            }
            EnvironmentDriver::Sandbox => self.probe_unsaved_sandbox(company.id, &config).await?,
            EnvironmentDriver::Plugin => return Err(ServiceError::refused(&ConfigRefused::NoPlugins)),
        };
        let result = result(driver, report);
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let details = told::probed_unsaved(&result, &config);
        change.record(company.id, told::record(Action::EnvironmentProbedUnsaved, details, told::UNSAVED));
        change.commit(result).await
    }

    /// Finds in whose name an environment is tried: of the company that is named, or whose secrets it
    /// needs. Without either it is nobody's in particular, and the oldest stands for all.
    async fn in_whose_name(
        &self,
        environment: &Scoped<Environment>,
        named: Option<CompanyId>,
    ) -> ServiceResult<Option<CompanyId>> {
        if named.is_some() {
            return Ok(named);
        }
        let conn = self.core.store.read();
        let target = row_id(environment.id);
        let bindings = company_secrets::bound_to(&conn, SecretTarget::Environment, target).await?;
        if let Some(binding) = bindings.first() {
            return Ok(Some(binding.company_id));
        }
        let scope = environment.request().scope();
        let oldest = companies::list(&conn, &scope, PageLimit::at_most(1)).await?;
        Ok(oldest.first().map(|company| company.id))
    }

    async fn probe_ssh(&self, settings: &SshSettings, key: Option<&SecretString>) -> PlaceReport {
        self.core.places.probe_ssh(settings, key, SSH_LIMIT).await
    }

    /// Reads the secret that is bound to a place of an environment's settings.
    pub(super) async fn bound_secret(
        &self,
        id: EnvironmentId,
        path: &str,
    ) -> ServiceResult<Option<SecretString>> {
        let conn = self.core.store.read();
        let bindings = company_secrets::bound_to(&conn, SecretTarget::Environment, row_id(id)).await?;
        match bindings.iter().find(|binding| binding.config_path == path) {
            Some(binding) => Ok(Some(keeping::resolve(&self.core, &Bound::try_from(binding)?).await?)),
            None => Ok(None),
        }
    }
}

fn ssh_settings(config: &OpaqueJson) -> ServiceResult<SentSshSettings> {
    SentSshSettings::read(config).or_refuse()
}

/// The built-in sandbox exists for trying whether trying works.
fn stand_in() -> PlaceReport {
    let summary = "The built-in stand-in answers; nothing can run in it.".to_owned();
    let mut details = OpaqueJson::object();
    details.set("provider", &FAKE_PROVIDER);
    PlaceReport { is_ok: true, summary, details }
}

fn result(driver: EnvironmentDriver, report: PlaceReport) -> ProbeResult {
    let PlaceReport { is_ok, summary, details } = report;
    ProbeResult { is_ok, driver, summary, details }
}
