//! From settings as they are sent to settings as they are stored: checked by whoever knows the
//! place, with every secret by reference.

use secrecy::SecretString;
use wireclip_domain::environment::config::{ConfigRefused, PRIVATE_KEY, PRIVATE_KEY_REF, SentSshSettings};
use wireclip_domain::environment::{EnvironmentDriver, name_of_pasted_secret};
use wireclip_domain::redaction::HIDDEN;
use wireclip_domain::secret::SecretRef;
use wireclip_domain::{CompanyId, OpaqueJson, SecretId};
use wireclip_ports::random;
use wireclip_ports::sandbox::{ConfigVerdict, ConfiguredSpec, SandboxProvider};
use wireclip_store::company_secrets::SecretBinding;

use super::{Environments, context};
use crate::change::Change;
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::hidden_values::restored;
use crate::request::Request;
use crate::secrets::keeping::{self, Bound, NewSecret};

/// The provider that is for trying things only, and the one that counts if none is named.
pub(super) const FAKE_PROVIDER: &str = "fake";
/// Settings of sandboxes that are ours and not the provider's.
const OUR_SANDBOX_KEYS: &[&str] = &["streamRunLogs", "runnerLifecycleMode", "runnerIdleTimeoutMs"];

/// Settings as they are sent.
#[derive(Clone, Copy)]
pub(super) struct Wish<'w> {
    /// Who asks.
    pub(super) request: &'w Request,
    /// In whose name, if that was said.
    pub(super) company: Option<CompanyId>,
    /// The environment's name.
    pub(super) name: &'w str,
    /// Its kind.
    pub(super) driver: EnvironmentDriver,
    /// Its settings, laid over the stored ones.
    pub(super) config: &'w OpaqueJson,
    /// The settings that are stored for that kind.
    pub(super) stored: Option<&'w OpaqueJson>,
    /// Its variables; what was sent hidden is in its place again.
    pub(super) env_vars: &'w OpaqueJson,
    /// The secrets that are bound to it.
    pub(super) bindings: &'w [SecretBinding],
}

/// Settings as they are stored.
pub(super) struct Configured {
    pub(super) config: OpaqueJson,
    pub(super) bound: Vec<Bound>,
}

/// What is sent for a setting that holds a secret.
pub(super) enum SentSecret {
    /// Nothing: what is stored stays.
    Kept,
    /// A blank: there is none any more.
    Removed,
    /// A secret that is there.
    Named(SecretRef),
    /// A value.
    Pasted(SecretString),
}

impl SentSecret {
    pub(super) fn of(sent: Option<&OpaqueJson>) -> Self {
        let Some(sent) = sent.filter(|sent| !sent.is_null()) else { return Self::Kept };
        let Some(text) = sent.as_text() else {
            return SecretRef::read(sent).map_or(Self::Removed, Self::Named);
        };
        match text.trim().parse::<SecretId>() {
            _ if text == HIDDEN => Self::Kept,
            Ok(id) => Self::Named(SecretRef::latest(id)),
            Err(_) if text.trim().is_empty() => Self::Removed,
            Err(_) => Self::Pasted(SecretString::from(text)),
        }
    }
}

impl Environments {
    /// Checks settings, and puts what was pasted into secrets.
    pub(super) async fn configure(&self, change: &Change<'_>, wish: Wish<'_>) -> ServiceResult<Configured> {
        let mut keeper = Keeper { change, wish, company: None, bound: Vec::new() };
        let config = match wish.driver {
            EnvironmentDriver::Local => restored(wish.config, wish.stored)?,
            EnvironmentDriver::Ssh => ssh(&mut keeper).await?,
            EnvironmentDriver::Sandbox => self.sandbox(&mut keeper).await?,
            EnvironmentDriver::Plugin => return Err(ServiceError::refused(&ConfigRefused::NoPlugins)),
        };
        for (name, value) in wish.env_vars.members() {
            if let Some(reference) = SecretRef::read(&value) {
                keeper.keep(format!("env.{name}"), reference).await?;
            }
        }
        Ok(Configured { config, bound: keeper.bound })
    }

    async fn sandbox(&self, keeper: &mut Keeper<'_, '_>) -> ServiceResult<OpaqueJson> {
        let (sent, stored) = (keeper.wish.config, keeper.wish.stored);
        let (key, provider) = self.provider_of(sent)?;
        let stored = stored.filter(|stored| stored.text("provider") == Some(key.as_str()));
        let mut settings = sent.clone();
        settings.remove("provider");
        let mut secrets = Vec::new();
        for field in provider.describe().secret_keys() {
            let sent = SentSecret::of(settings.remove(field).as_ref());
            let secret = match sent {
                SentSecret::Kept => SentSecret::of(stored.and_then(|stored| stored.get(field)).as_ref()),
                other => other,
            };
            if matches!(secret, SentSecret::Named(_) | SentSecret::Pasted(_)) {
                secrets.push((field, secret));
            }
        }
        let present_secrets = secrets.iter().map(|(field, _)| (*field).to_owned()).collect();
        let settings = restored(&settings, stored)?;
        let mut config =
            normalized(provider.as_ref(), &ConfiguredSpec { settings: settings.clone(), present_secrets })?;
        for ours in OUR_SANDBOX_KEYS {
            if let Some(value) = settings.get(ours) {
                config.set(ours, &value);
            }
        }
        config.set("provider", &key);
        for (field, secret) in secrets {
            let reference = match secret {
                SentSecret::Named(reference) => keeper.keep(field.to_owned(), reference).await?,
                SentSecret::Pasted(value) => keeper.paste(field, field, &value).await?,
                SentSecret::Kept | SentSecret::Removed => continue,
            };
            config.set(field, &reference.secret_id);
        }
        Ok(config)
    }

    /// Finds the provider that settings name, with its key.
    ///
    /// # Errors
    /// `Unprocessable` if this server has none of that key.
    pub(super) fn provider_of(
        &self,
        config: &OpaqueJson,
    ) -> ServiceResult<(String, std::sync::Arc<dyn SandboxProvider>)> {
        let key = config.text("provider").unwrap_or(FAKE_PROVIDER);
        if key == FAKE_PROVIDER {
            return Err(ServiceError::refused(&ConfigRefused::FakeIsNotKept));
        }
        let no_such_provider =
            || ServiceError::refused(&ConfigRefused::NoSuchProvider { key: key.to_owned() });
        let provider = self.core.sandboxes.provider(key).ok_or_else(no_such_provider)?;
        Ok((key.to_owned(), provider))
    }
}

/// Asks a provider whether it takes settings.
///
/// # Errors
/// `Unprocessable`, with everything that it has to say.
pub(super) fn normalized(provider: &dyn SandboxProvider, spec: &ConfiguredSpec) -> ServiceResult<OpaqueJson> {
    let ConfigVerdict { errors, warnings, normalized } = provider.validate(spec);
    match normalized {
        Some(normalized) if errors.is_empty() => Ok(normalized),
        _ => Err(ServiceError::refused(&ConfigRefused::Provider { errors, warnings })),
    }
}

async fn ssh(keeper: &mut Keeper<'_, '_>) -> ServiceResult<OpaqueJson> {
    let read = SentSshSettings::read(keeper.wish.config).or_refuse()?;
    let mut settings = read.settings;
    settings.private_key = match (read.pasted_key, settings.private_key) {
        (Some(key), _) => {
            let key = SecretString::from(key);
            Some(keeper.paste(PRIVATE_KEY, PRIVATE_KEY_REF, &key).await?)
        }
        (None, Some(reference)) => Some(keeper.keep(PRIVATE_KEY_REF.to_owned(), reference).await?),
        (None, None) => None,
    };
    Ok(settings.written())
}

/// Gathers the secrets of settings.
struct Keeper<'k, 'c> {
    change: &'k Change<'c>,
    wish: Wish<'k>,
    company: Option<CompanyId>,
    bound: Vec<Bound>,
}

impl Keeper<'_, '_> {
    /// Keeps a value as a new secret.
    async fn paste(&mut self, field: &str, path: &str, value: &SecretString) -> ServiceResult<SecretRef> {
        let company_id = self.company().await?;
        let name = name_of_pasted_secret(self.wish.driver, self.wish.name, field, &random::name::<4>());
        let new = NewSecret { name: &name, key: None, description: None, value };
        let made = keeping::create(self.change, company_id, new).await?;
        let reference = SecretRef::latest(made.id);
        self.bound.push(Bound { company_id, reference, config_path: path.to_owned() });
        Ok(reference)
    }

    /// Keeps a reference: one that stands already, or one to a secret of the company.
    async fn keep(&mut self, path: String, reference: SecretRef) -> ServiceResult<SecretRef> {
        let stands = self.wish.bindings.iter().find(|binding| binding.secret_id == reference.secret_id);
        let company_id = match stands {
            Some(binding) => binding.company_id,
            None => {
                let company_id = self.company().await?;
                if !keeping::has_active(&self.change.conn(), company_id, reference.secret_id).await? {
                    return Err(ServiceError::refused(&ConfigRefused::NoSuchSecret { path }));
                }
                company_id
            }
        };
        self.bound.push(Bound { company_id, reference, config_path: path });
        Ok(reference)
    }

    async fn company(&mut self) -> ServiceResult<CompanyId> {
        if let Some(company_id) = self.company {
            return Ok(company_id);
        }
        let Wish { request, company, bindings, .. } = self.wish;
        let company_id = context::company(&self.change.conn(), request, company, bindings).await?;
        self.company = Some(company_id);
        Ok(company_id)
    }
}
