//! Making and changing environments.

use wireclip_domain::activity::Action;
use wireclip_domain::environment::config::{PRIVATE_KEY, PRIVATE_KEY_REF};
use wireclip_domain::environment::{
    EnvironmentDriver, EnvironmentRefused, EnvironmentStatus, check_markers, is_name_of_pasted_secret,
};
use wireclip_domain::lease::LeaseStatus;
use wireclip_domain::patch::Field;
use wireclip_domain::secret::SecretTarget;
use wireclip_domain::{CompanyId, EnvironmentId, OpaqueJson, SecretId};
use wireclip_store::companies::Company;
use wireclip_store::company_secrets::{self, SecretBinding};
use wireclip_store::environments::{self, Environment};
use wireclip_store::{Conn, Scope, StoreError, custom_image_templates, environment_leases, sandbox_creates};

use super::configuring::Wish;
use super::{Environments, not_found, require_admin, row_id, told};
use crate::change::{Change, Committed};
use crate::custom_images::{Reconciled, reconcile};
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::hidden_values::restored;
use crate::request::Scoped;
use crate::secrets::keeping::{self, Bound};

/// An environment to make.
#[derive(Debug, Clone)]
pub struct NewEnvironment {
    /// Its name, unique in the instance.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// Its kind.
    pub driver: EnvironmentDriver,
    /// Whether it may be used.
    pub status: EnvironmentStatus,
    /// How it is reached. Secrets may have been pasted.
    pub config: OpaqueJson,
    /// The variables of runs there.
    pub env_vars: OpaqueJson,
    /// What others keep with it.
    pub metadata: Option<OpaqueJson>,
}

/// A change of an environment.
#[derive(Debug, Clone, Default)]
pub struct EnvironmentPatch {
    /// Its name.
    pub name: Option<String>,
    /// What it is for.
    pub description: Field<String>,
    /// Its kind.
    pub driver: Option<EnvironmentDriver>,
    /// Whether it may be used.
    pub status: Option<EnvironmentStatus>,
    /// How it is reached: laid over what is stored, or in its place if the kind changes.
    pub config: Option<OpaqueJson>,
    /// The variables of runs there; they take the place of all.
    pub env_vars: Option<OpaqueJson>,
    /// What others keep with it.
    pub metadata: Field<OpaqueJson>,
}

/// An environment that was changed.
#[derive(Debug, Clone)]
pub struct ChangedEnvironment {
    /// The environment.
    pub environment: Environment,
    /// What became of its custom image, if the change concerns it.
    pub custom_image: Option<Reconciled>,
}

impl Environments {
    /// Makes an environment. What was pasted becomes secrets of the company.
    ///
    /// # Errors
    /// `Forbidden` for whoever does not look after the instance; `Conflict` for a name that is
    /// taken or a second local one; `Unprocessable` for settings that cannot work.
    pub async fn create(
        &self,
        company: &Scoped<Company>,
        new: NewEnvironment,
    ) -> ServiceResult<Committed<Environment>> {
        require_admin(company.request())?;
        // There is one from the first start on.
        if new.driver == EnvironmentDriver::Local {
            return Err(ServiceError::refused(&EnvironmentRefused::SecondLocal));
        }
        if let Some(metadata) = &new.metadata {
            check_markers(metadata, None).or_refuse()?;
        }
        let mut change = self.core.begin(company.request()).await?;
        let held = told::hold_companies(&change).await?;
        let env_vars = restored(&new.env_vars, None)?;
        let wish = Wish {
            request: company.request(),
            company: Some(company.id),
            name: &new.name,
            driver: new.driver,
            config: &new.config,
            stored: None,
            env_vars: &env_vars,
            bindings: &[],
        };
        let configured = self.configure(&change, wish).await?;
        let environment = Environment {
            id: EnvironmentId::random(),
            name: new.name,
            description: new.description,
            driver: new.driver,
            status: new.status,
            config: configured.config,
            env_vars,
            metadata: new.metadata.map(|metadata| restored(&metadata, None)).transpose()?,
            created_at: change.now(),
            updated_at: change.now(),
        };
        environments::insert(&change.conn(), &environment)
            .await
            .map_err(|error| name_taken(error, &environment))?;
        let target = row_id(environment.id);
        keeping::bind_all(&change, SecretTarget::Environment, target, &configured.bound).await?;
        let details = told::facts(&environment);
        told::everywhere(&mut change, &held, &Action::EnvironmentCreated, &details, environment.id);
        change.commit(self.view(company.request(), environment)).await
    }

    /// Changes an environment. `company` says whose secrets pasted values become.
    ///
    /// # Errors
    /// As [`Environments::create`]; `Conflict` for other settings while a sandbox is left that can
    /// only be reached with these.
    pub async fn update(
        &self,
        environment: &Scoped<Environment>,
        company: Option<CompanyId>,
        patch: EnvironmentPatch,
    ) -> ServiceResult<Committed<ChangedEnvironment>> {
        require_admin(environment.request())?;
        let mut change = self.core.begin(environment.request()).await?;
        let held = told::hold_companies(&change).await?;
        let before = environments::lock(&change.conn(), environment.id).await?.ok_or_else(not_found)?;
        let mut after = before.clone();
        check_driver(before.driver, patch.driver)?;
        let mut stale = None;
        let is_reconfigured = patch.driver.is_some() || patch.config.is_some() || patch.env_vars.is_some();
        apply(&mut after, &before, &patch)?;
        if is_reconfigured {
            let bindings = bound_to(&change, before.id).await?;
            let wish = Wish {
                request: environment.request(),
                company,
                name: &after.name,
                driver: after.driver,
                config: &after.config,
                stored: (after.driver == before.driver).then_some(&before.config),
                env_vars: &after.env_vars,
                bindings: &bindings,
            };
            let configured = self.configure(&change, wish).await?;
            after.config = configured.config;
            require_no_cleanup(&change, &before, &after).await?;
            let target = row_id(after.id);
            keeping::bind_all(&change, SecretTarget::Environment, target, &configured.bound).await?;
            stale = Some((bindings, configured.bound));
        }
        if after != before {
            after.updated_at = change.now();
        }
        environments::update(&change.conn(), &before, &after)
            .await
            .map_err(|error| name_taken(error, &after))?;
        let custom_image = reconcile(&change, &before, &after).await?;
        if let Some((bindings, bound)) = stale {
            // What goes on with the new keys needs the old ones no more.
            remove_stale(&change, &before, &bindings, &bound).await?;
        }
        let details = told::changes(&before, &after);
        told::everywhere(&mut change, &held, &Action::EnvironmentUpdated, &details, after.id);
        let environment = self.view(environment.request(), after);
        change.commit(ChangedEnvironment { environment, custom_image }).await
    }
}

/// Returns the secrets that are bound to an environment.
pub(super) async fn bound_to(change: &Change<'_>, id: EnvironmentId) -> ServiceResult<Vec<SecretBinding>> {
    Ok(company_secrets::bound_to(&change.conn(), SecretTarget::Environment, row_id(id)).await?)
}

/// Removes those of an environment's former secrets that came to be by pasting a value into it,
/// if nothing names them any more: what was made with them must stay within reach.
pub(super) async fn remove_stale(
    change: &Change<'_>,
    Environment { id, driver, .. }: &Environment,
    before: &[SecretBinding],
    now: &[Bound],
) -> ServiceResult<()> {
    for binding in before {
        if now.iter().any(|bound| bound.reference.secret_id == binding.secret_id) {
            continue;
        }
        let field = if binding.config_path == PRIVATE_KEY_REF { PRIVATE_KEY } else { &binding.config_path };
        let scope = Scope::company(binding.company_id);
        let secret = company_secrets::get(&change.conn(), &scope, binding.secret_id).await?;
        let was_pasted = secret.is_some_and(|secret| is_name_of_pasted_secret(&secret.name, *driver, field));
        if was_pasted && !is_needed(&change.conn(), *id, binding.secret_id).await? {
            keeping::remove_unbound(change, binding.secret_id).await?;
        }
    }
    Ok(())
}

/// Returns whether a place that may still be there was made with a secret.
async fn is_needed(conn: &Conn<'_>, id: EnvironmentId, secret: SecretId) -> ServiceResult<bool> {
    let secret = secret.to_string();
    Ok(environment_leases::any_left_that_names(conn, id, &secret).await?
        || sandbox_creates::any_that_names(conn, id, &secret).await?
        || custom_image_templates::any_that_names(conn, id, &secret).await?)
}

fn check_driver(before: EnvironmentDriver, wished: Option<EnvironmentDriver>) -> ServiceResult<()> {
    let is_local = |driver| driver == EnvironmentDriver::Local;
    match wished {
        Some(wished) if is_local(before) && !is_local(wished) => {
            Err(ServiceError::refused(&EnvironmentRefused::LocalStays))
        }
        Some(wished) if !is_local(before) && is_local(wished) => {
            Err(ServiceError::refused(&EnvironmentRefused::SecondLocal))
        }
        _ => Ok(()),
    }
}

/// Lays a patch over an environment; its settings are still as they were sent.
fn apply(after: &mut Environment, before: &Environment, patch: &EnvironmentPatch) -> ServiceResult<()> {
    // Taken apart by name, so that a new field cannot be forgotten.
    let EnvironmentPatch { name, description, driver, status, config, env_vars, metadata } = patch.clone();
    Field::from(name).apply_to_required(&mut after.name);
    description.apply_to(&mut after.description);
    Field::from(status).apply_to_required(&mut after.status);
    if driver.is_some_and(|driver| driver != before.driver) {
        after.config = config.unwrap_or_default();
    } else if let Some(config) = config {
        after.config = before.config.clone().merged_with(&config);
    }
    Field::from(driver).apply_to_required(&mut after.driver);
    if let Some(sent) = env_vars {
        after.env_vars = restored(&sent, Some(&before.env_vars))?;
    }
    match metadata {
        Field::Set(sent) => {
            let sent = restored(&sent, before.metadata.as_ref())?;
            check_markers(&sent, before.metadata.as_ref()).or_refuse()?;
            after.metadata = Some(sent);
        }
        Field::Clear => after.metadata = None,
        Field::Keep => {}
    }
    Ok(())
}

async fn require_no_cleanup(
    change: &Change<'_>,
    before: &Environment,
    after: &Environment,
) -> ServiceResult<()> {
    if after.driver == before.driver && after.config == before.config {
        return Ok(());
    }
    let waiting = LeaseStatus::PendingCleanup;
    match environment_leases::count_of_environment(&change.conn(), before.id, waiting).await? {
        0 => Ok(()),
        _ => Err(ServiceError::refused(&EnvironmentRefused::PendingCleanup)),
    }
}

fn name_taken(error: StoreError, environment: &Environment) -> ServiceError {
    match error {
        StoreError::Duplicate(_) => {
            ServiceError::refused(&EnvironmentRefused::NameTaken { name: environment.name.clone() })
        }
        other => other.into(),
    }
}
