//! Environments: places where runs execute, and what companies hold of them.
//!
//! They are the installation's: every person may see that they are there, and only those who look
//! after the whole instance may see and change how they are reached.

mod capabilities;
mod configuring;
mod context;
mod deletion;
mod instance_default;
mod leases;
mod local;
mod place;
mod probing;
mod sandbox_probe;
mod told;
mod writing;

use std::sync::Arc;

use wireclip_domain::caller::Actor;
use wireclip_domain::environment::{EnvironmentDriver, EnvironmentRefused};
use wireclip_domain::redaction::{shown, shown_environment};
use wireclip_domain::secret::{SecretStatus, SecretTarget};
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{CompanyId, EnvironmentId, OpaqueJson, RowId, SecretId};
use wireclip_store::company_secrets;
use wireclip_store::environments::{self, Environment, EnvironmentFilter};
use wireclip_store::{Conn, PageLimit, Scope, companies};

use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

pub use capabilities::{AdapterSupport, Capabilities, ProviderSupport};
pub(crate) use context::company as company_of_context;
pub use deletion::{BlastRadius, LeaseHolder, RemovedEnvironment};
pub use instance_default::InstanceChoices;
pub(crate) use leases::{no_lease, safe};
pub use place::PlaceRefused;
pub use probing::{ProbeResult, UnsavedEnvironment};
pub use writing::{ChangedEnvironment, EnvironmentPatch, NewEnvironment};

/// Actions on environments.
#[derive(Debug, Clone)]
pub struct Environments {
    core: Arc<Core>,
}

/// A secret that an environment's settings name.
#[derive(Debug, Clone)]
pub struct EnvironmentSecret {
    /// The place in the settings.
    pub config_path: String,
    /// The secret.
    pub secret_id: SecretId,
    /// Its name.
    pub name: String,
    /// Whether it is in use.
    pub status: SecretStatus,
    /// The company that has it.
    pub company_id: CompanyId,
    /// That company's name.
    pub company_name: String,
}

impl Environments {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds an environment.
    ///
    /// # Errors
    /// `NotFound` if there is none; `Forbidden` for agents.
    pub async fn load(&self, request: &Request, id: EnvironmentId) -> ServiceResult<Scoped<Environment>> {
        require_board(request)?;
        let environment = environments::get(&self.core.store.read(), id).await?;
        environment.map(|environment| request.found(environment)).ok_or_else(not_found)
    }

    /// Lists environments, the last changed first.
    ///
    /// # Errors
    /// `Forbidden` for agents.
    pub async fn list(
        &self,
        request: &Request,
        filter: EnvironmentFilter,
    ) -> ServiceResult<Vec<Environment>> {
        require_board(request)?;
        let listed = environments::list(&self.core.store.read(), filter, PageLimit::MAX).await?;
        Ok(listed.into_iter().map(|environment| self.view(request, environment)).collect())
    }

    /// Returns an environment as the caller may see it.
    #[must_use]
    pub fn view(&self, request: &Request, mut environment: Environment) -> Environment {
        if !request.caller.is_instance_admin() {
            let (config, env_vars) = (OpaqueJson::object(), OpaqueJson::object());
            return Environment { config, env_vars, metadata: None, ..environment };
        }
        environment.config = self.shown_config(environment.driver, &environment.config);
        environment.env_vars = shown_environment(&environment.env_vars);
        environment.metadata = environment.metadata.as_ref().map(shown);
        environment
    }

    /// Lists the secrets that an environment's settings name; never their values.
    ///
    /// # Errors
    /// `Forbidden` for whoever does not look after the instance.
    pub async fn secrets(&self, environment: &Scoped<Environment>) -> ServiceResult<Vec<EnvironmentSecret>> {
        require_admin(environment.request())?;
        let conn = self.core.store.read();
        let bindings = company_secrets::bound_to(&conn, SecretTarget::Environment, row_id(environment.id));
        let mut named = Vec::new();
        for binding in bindings.await? {
            let scope = Scope::company(binding.company_id);
            let secret = company_secrets::get(&conn, &scope, binding.secret_id).await?;
            let company = companies::get(&conn, &scope, binding.company_id).await?;
            let (Some(secret), Some(company)) = (secret, company) else { continue };
            named.push(EnvironmentSecret {
                config_path: binding.config_path,
                secret_id: secret.id,
                name: secret.name,
                status: secret.status,
                company_id: company.id,
                company_name: company.name,
            });
        }
        Ok(named)
    }

    /// Goes on only if settings can be tried in an environment from here.
    ///
    /// # Errors
    /// `NotFound` if there is none; `Unprocessable` for one that is not this machine.
    pub async fn require_tried_here(&self, id: Option<RowId>) -> ServiceResult<()> {
        let Some(id) = id else { return Ok(()) };
        let id = EnvironmentId::from_uuid(id.as_uuid());
        match environments::get(&self.core.store.read(), id).await? {
            None => Err(not_found()),
            Some(environment) if environment.driver == EnvironmentDriver::Local => Ok(()),
            Some(_) => {
                Err(ServiceError::unprocessable("Settings of adapters are tried on this machine only"))
            }
        }
    }

    /// Hides what is secret in settings. References to secrets are no secrets.
    fn shown_config(&self, driver: EnvironmentDriver, config: &OpaqueJson) -> OpaqueJson {
        let mut safe = shown(config);
        if driver != EnvironmentDriver::Sandbox {
            return safe;
        }
        let provider = config.text("provider").and_then(|key| self.core.sandboxes.provider(key));
        for key in provider.iter().flat_map(|provider| provider.describe().secret_keys().collect::<Vec<_>>())
        {
            let reference = config.text(key).and_then(|id| id.parse::<SecretId>().ok());
            if let Some(reference) = reference {
                safe.set(key, &reference);
            }
        }
        safe
    }
}

/// Goes on only if a choice names an environment that is there.
///
/// # Errors
/// `Unprocessable` if it is not.
pub(crate) async fn require_choice(conn: &Conn<'_>, choice: Option<RowId>) -> ServiceResult<()> {
    let Some(id) = choice else { return Ok(()) };
    match environments::get(conn, EnvironmentId::from_uuid(id.as_uuid())).await? {
        Some(_) => Ok(()),
        None => Err(ServiceError::refused(&EnvironmentRefused::NoSuchChoice)),
    }
}

/// Goes on only if a caller may change a choice so: it names an environment that is there, and not
/// an agent leaves for another place where it was not sent.
///
/// # Errors
/// `Forbidden` for agents; `Unprocessable` if there is no such environment.
pub(crate) async fn require_change(
    conn: &Conn<'_>,
    actor: &Actor,
    before: Option<EnvironmentId>,
    after: Option<EnvironmentId>,
) -> ServiceResult<()> {
    if before == after {
        return Ok(());
    }
    if actor.kind == ActorType::Agent {
        return Err(ServiceError::refused(&EnvironmentRefused::PeoplesChoice));
    }
    require_choice(conn, after.map(row_id)).await
}

fn require_board(request: &Request) -> ServiceResult<()> {
    match request.caller.as_board() {
        Some(_) => Ok(()),
        None => Err(ServiceError::forbidden("Board access required")),
    }
}

pub(crate) fn require_admin(request: &Request) -> ServiceResult<()> {
    if request.caller.is_instance_admin() {
        return Ok(());
    }
    Err(ServiceError::forbidden("Only whoever looks after the instance may do this"))
}

pub(crate) fn not_found() -> ServiceError {
    ServiceError::not_found("Environment not found")
}

/// Bindings name what they belong to without saying of what kind the id is.
pub(crate) fn row_id(id: EnvironmentId) -> RowId {
    RowId::from_uuid(id.as_uuid())
}
