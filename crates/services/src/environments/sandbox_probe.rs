//! Trying sandboxes out: the provider makes one and takes it down again. The try stands in the
//! journal of creates until it is certain that nothing is left of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use secrecy::SecretString;
use wireclip_domain::secret::SecretTarget;
use wireclip_domain::{CompanyId, EnvironmentId, OpaqueJson};
use wireclip_ports::place_probe::PlaceReport;
use wireclip_ports::sandbox::{
    Asked, ConfiguredSpec, CreateAttempt, CreatedTrace, LeaseScope, ProbeOrder, ResolvedSpec, SandboxProvider,
};
use wireclip_store::environments::Environment;
use wireclip_store::{PageLimit, companies, company_secrets};

use super::configuring::{SentSecret, normalized};
use super::{Environments, context, row_id};
use crate::custom_images::applied;
use crate::error::ServiceResult;
use crate::leases::{Creation, Journal, PROBE_LIMIT, note_create, row_of, settle_create};
use crate::request::Scoped;
use crate::secrets::keeping::{self, Bound};

/// Settings with their secrets, and as they may be stored.
struct Tried {
    scope: LeaseScope,
    provider: Arc<dyn SandboxProvider>,
    key: String,
    spec: ResolvedSpec,
    stored: OpaqueJson,
}

impl Environments {
    /// Tries a saved sandbox environment.
    pub(super) async fn probe_saved_sandbox(
        &self,
        environment: &Scoped<Environment>,
        company: Option<CompanyId>,
    ) -> ServiceResult<PlaceReport> {
        let (key, provider) = self.provider_of(&environment.config)?;
        let conn = self.core.store.read();
        let target = row_id(environment.id);
        let bindings = company_secrets::bound_to(&conn, SecretTarget::Environment, target).await?;
        let company_id = match context::company(&conn, environment.request(), company, &bindings).await {
            Ok(company_id) => company_id,
            // Without secrets it is nobody's in particular: the oldest company stands for all.
            Err(refused) if bindings.is_empty() => {
                let all =
                    companies::list(&conn, &environment.request().scope(), PageLimit::at_most(1)).await?;
                all.first().map(|company| company.id).ok_or(refused)?
            }
            Err(refused) => return Err(refused),
        };
        let stored = applied(&conn, &self.core.sandboxes, environment).await?.config;
        let mut settings = stored.clone();
        settings.remove("provider");
        let mut secrets = BTreeMap::new();
        for field in provider.describe().secret_keys().collect::<Vec<_>>() {
            settings.remove(field);
            if let Some(binding) = bindings.iter().find(|binding| binding.config_path == field) {
                let value = keeping::resolve(&self.core, &Bound::try_from(binding)?).await?;
                secrets.insert(field.to_owned(), value);
            }
        }
        let scope = LeaseScope { company_id, environment_id: environment.id };
        let spec = ResolvedSpec { settings, secrets };
        self.try_out(Tried { scope, provider, key, spec, stored }).await
    }

    /// Tries the settings of a sandbox before they are saved.
    pub(super) async fn probe_unsaved_sandbox(
        &self,
        company_id: CompanyId,
        config: &OpaqueJson,
    ) -> ServiceResult<PlaceReport> {
        let (key, provider) = self.provider_of(config)?;
        let mut settings = config.clone();
        settings.remove("provider");
        let mut secrets: BTreeMap<String, SecretString> = BTreeMap::new();
        for field in provider.describe().secret_keys().collect::<Vec<_>>() {
            let value = match SentSecret::of(settings.remove(field).as_ref()) {
                SentSecret::Kept | SentSecret::Removed => continue,
                SentSecret::Pasted(value) => value,
                SentSecret::Named(reference) => {
                    let bound = Bound { company_id, reference, config_path: field.to_owned() };
                    keeping::resolve(&self.core, &bound).await?
                }
            };
            secrets.insert(field.to_owned(), value);
        }
        let present_secrets = secrets.keys().cloned().collect();
        let settings = normalized(provider.as_ref(), &ConfiguredSpec { settings, present_secrets })?;
        let scope = LeaseScope { company_id, environment_id: EnvironmentId::random() };
        let mut stored = settings.clone();
        stored.set("provider", &key);
        self.try_out(Tried { scope, provider, key, spec: ResolvedSpec { settings, secrets }, stored }).await
    }

    async fn try_out(&self, tried: Tried) -> ServiceResult<PlaceReport> {
        let attempt = CreateAttempt::random();
        let id = row_of(attempt);
        let creation =
            Creation { id, scope: tried.scope, run_id: None, provider: &tried.key, config: &tried.stored };
        let transaction = self.core.store.begin_write().await?;
        note_create(&self.core, &transaction.conn(), creation).await?;
        transaction.commit().await?;
        let journal = Arc::new(Journal { core: Arc::clone(&self.core) });
        let asked = Asked::of(tried.provider.as_ref(), &tried.spec);
        let order = ProbeOrder { scope: tried.scope, spec: Arc::new(tried.spec), attempt, journal };
        let (report, left) = match tried.provider.probe(order, PROBE_LIMIT).await {
            Ok(report) => {
                let (is_ok, details) = (report.is_ok, report.metadata);
                let summary = if is_ok { report.summary } else { asked.told(&report.summary) };
                (PlaceReport { is_ok, summary, details }, report.left)
            }
            // Only settings that cannot be read are an error, and nothing was made with them.
            Err(error) => {
                let (summary, details) = (error.to_string(), OpaqueJson::object());
                (PlaceReport { is_ok: false, summary, details }, CreatedTrace::Nothing)
            }
        };
        settle_create(&self.core, id, &left, &report.summary).await?;
        let mut report = report;
        report.details.set("provider", &tried.key);
        Ok(report)
    }
}
