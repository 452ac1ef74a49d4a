//! Trying sandboxes out: the provider makes one and takes it down again. The try stands in the
//! journal of creates until it is certain that nothing is left of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use secrecy::SecretString;
use wireclip_domain::secret::SecretTarget;
use wireclip_domain::{CompanyId, EnvironmentId, OpaqueJson, RowId};
use wireclip_ports::place_probe::PlaceReport;
use wireclip_ports::sandbox::{
    ConfiguredSpec, CreateAttempt, CreateJournal, CreatedTrace, JournalError, LeaseScope, ProbeOrder,
    ProviderLeaseId, ResolvedSpec, SandboxProvider,
};
use wireclip_store::environments::Environment;
use wireclip_store::sandbox_creates::{self, SandboxCreate};
use wireclip_store::{PageLimit, companies, company_secrets};

use super::configuring::{SentSecret, normalized};
use super::{Environments, context, row_id};
use crate::core::Core;
use crate::error::ServiceResult;
use crate::request::Scoped;
use crate::secrets::keeping::{self, Bound};

/// How long a provider may take to make a sandbox, look at it and take it down.
const PROBE_LIMIT: Duration = Duration::from_secs(180);
/// After this time somebody else looks what became of a try.
const SETTLED_AFTER: Duration = Duration::from_secs(10 * 60);

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
        let mut settings = environment.config.clone();
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
        let (spec, stored) = (ResolvedSpec { settings, secrets }, environment.config.clone());
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
        self.note_try(id, &tried).await?;
        let journal = Arc::new(Journal { core: Arc::clone(&self.core) });
        let order = ProbeOrder { scope: tried.scope, spec: Arc::new(tried.spec), attempt, journal };
        let (report, left) = match tried.provider.probe(order, PROBE_LIMIT).await {
            Ok(report) => {
                let (is_ok, summary, details) = (report.is_ok, report.summary, report.metadata);
                (PlaceReport { is_ok, summary, details }, report.left)
            }
            // Only settings that cannot be read are an error, and nothing was made with them.
            Err(error) => {
                let (summary, details) = (error.to_string(), OpaqueJson::object());
                (PlaceReport { is_ok: false, summary, details }, CreatedTrace::Nothing)
            }
        };
        self.settle_try(id, &left, &report).await?;
        let mut report = report;
        report.details.set("provider", &tried.key);
        Ok(report)
    }

    /// Writes down that a sandbox is about to be made.
    async fn note_try(&self, id: RowId, tried: &Tried) -> ServiceResult<()> {
        let transaction = self.core.store.begin_write().await?;
        let now = self.core.clock.now();
        let row = SandboxCreate {
            id,
            company_id: tried.scope.company_id,
            environment_id: tried.scope.environment_id,
            run_id: None,
            node_id: self.core.facts.node_id,
            provider: tried.key.clone(),
            config: tried.stored.clone(),
            provider_lease_id: None,
            failure_reason: None,
            attempts: 0,
            next_attempt_at: now.plus(SETTLED_AFTER),
            created_at: now,
            updated_at: now,
        };
        sandbox_creates::insert(&transaction.conn(), &row).await?;
        Ok(transaction.commit().await?)
    }

    /// Forgets a try of which nothing is left; leaves any other to whoever settles creates.
    async fn settle_try(&self, id: RowId, left: &CreatedTrace, report: &PlaceReport) -> ServiceResult<()> {
        let transaction = self.core.store.begin_write().await?;
        let conn = transaction.conn();
        match left {
            CreatedTrace::Nothing | CreatedTrace::Removed(_) => sandbox_creates::delete(&conn, id).await?,
            CreatedTrace::Left(_) | CreatedTrace::Unknown => {
                if let Some(before) = sandbox_creates::lock(&conn, id).await? {
                    let mut after = before.clone();
                    if let CreatedTrace::Left(lease) = left {
                        after.provider_lease_id = Some(lease.as_str().to_owned());
                    }
                    after.failure_reason = Some(report.summary.clone());
                    after.next_attempt_at = self.core.clock.now();
                    sandbox_creates::update(&conn, &before, &after).await?;
                }
            }
        }
        drop(conn);
        Ok(transaction.commit().await?)
    }
}

/// Writes into the journal of creates.
struct Journal {
    core: Arc<Core>,
}

#[async_trait]
impl CreateJournal for Journal {
    async fn observed(&self, attempt: CreateAttempt, id: &ProviderLeaseId) -> Result<(), JournalError> {
        let observed = async {
            let transaction = self.core.store.begin_write().await?;
            let conn = transaction.conn();
            if let Some(before) = sandbox_creates::lock(&conn, row_of(attempt)).await? {
                let after = SandboxCreate {
                    provider_lease_id: Some(id.as_str().to_owned()),
                    updated_at: self.core.clock.now(),
                    ..before.clone()
                };
                sandbox_creates::update(&conn, &before, &after).await?;
            }
            drop(conn);
            transaction.commit().await
        };
        observed.await.map_err(|error| JournalError(error.to_string()))
    }
}

fn row_of(attempt: CreateAttempt) -> RowId {
    attempt.to_string().parse().expect("an attempt is named by an id")
}
