//! Settings with the values of their secrets, for a call to a provider.

use std::collections::BTreeMap;

use secrecy::SecretString;
use wireclip_domain::OpaqueJson;
use wireclip_domain::secret::SecretRef;
use wireclip_ports::adapter::Elsewhere;
use wireclip_ports::sandbox::{ResolvedSpec, SandboxProvider};
use wireclip_store::{Scope, company_secrets};

use super::Leases;
use crate::error::{ServiceError, ServiceResult};
use crate::secrets::keeping::{self, Bound};

/// The setting that names the provider.
const PROVIDER: &str = "provider";

impl Leases {
    /// Resolves stored settings. What this server adds by itself (a key of its own settings, say)
    /// is in the answer, so that another process reaches the same account.
    ///
    /// # Errors
    /// `Unprocessable` if a secret cannot be read, or the provider does not take the settings.
    pub(crate) async fn resolved(
        &self,
        provider: &dyn SandboxProvider,
        config: &OpaqueJson,
    ) -> ServiceResult<ResolvedSpec> {
        let mut settings = config.clone();
        settings.remove(PROVIDER);
        let mut secrets = BTreeMap::new();
        for field in provider.describe().secret_keys().collect::<Vec<_>>() {
            let reference = settings.remove(field).as_ref().and_then(reference);
            if let Some(reference) = reference {
                secrets.insert(field.to_owned(), self.value(field, reference).await?);
            }
        }
        let spec = ResolvedSpec { settings, secrets };
        provider.settle(&spec).map_err(|error| ServiceError::unprocessable(error.to_string()))
    }

    /// Resolves the variables that an environment gives to runs there.
    ///
    /// # Errors
    /// `Unprocessable` if a secret cannot be read.
    pub(super) async fn gives(&self, stored: &OpaqueJson) -> ServiceResult<Elsewhere> {
        let mut gives = Elsewhere::default();
        for (name, binding) in stored.members() {
            let value = match (binding.as_text(), SecretRef::read(&binding)) {
                (Some(text), _) => SecretString::from(text),
                (None, Some(reference)) => {
                    let value = self.value(&format!("env.{name}"), reference).await?;
                    gives.secrets.push(value.clone());
                    value
                }
                (None, None) => SecretString::from(binding.text("value").unwrap_or_default()),
            };
            gives.variables.insert(name.to_owned(), value);
        }
        Ok(gives)
    }

    async fn value(&self, path: &str, reference: SecretRef) -> ServiceResult<SecretString> {
        let scope = Scope::everything();
        let secret = company_secrets::get(&self.core.store.read(), &scope, reference.secret_id).await?;
        let Some(secret) = secret else {
            return Err(ServiceError::unprocessable(format!("The secret at '{path}' does not exist")));
        };
        // Whoever looks after the instance has put it into the environment's settings.
        let bound = Bound { company_id: secret.company_id, reference, config_path: path.to_owned() };
        keeping::resolve(&self.core, &bound).await
    }
}

/// Reads which secret a setting names.
fn reference(setting: &OpaqueJson) -> Option<SecretRef> {
    match setting.as_text() {
        Some(text) => text.parse().ok().map(SecretRef::latest),
        None => SecretRef::read(setting),
    }
}
