//! Values of secrets for runs: as variables when they start, and by name while they go on. Each
//! time somebody asks is recorded, with what came of it.

use std::collections::BTreeMap;

use secrecy::SecretString;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::{AgentCaller, AgentProof};
use wireclip_domain::run_outcome::Failure;
use wireclip_domain::secret::{
    SecretAccessOutcome, SecretConsumer, SecretRef, SecretTarget, Unreadable, VersionSelector,
    named_by_variables, path_of_variable,
};
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RowId, RunId, Timestamp};
use wireclip_store::company_secrets::{self, Secret, SecretBinding};
use wireclip_store::secret_access_events::{self, SecretAccessEvent};
use wireclip_store::{Conn, Scope, runs};

use super::keeping::{self, Opened};
use super::{Secrets, of_agents};
use crate::change::{ActivityRecord, Committed};
use crate::error::{ServiceError, ServiceResult};
use crate::request::Request;
use crate::runs::ClaimedRun;

/// A secret that a run may read by its key.
#[derive(Debug, Clone)]
pub struct ReadableSecret {
    /// The secret.
    pub secret: Secret,
    /// The places of the agent's settings that name it.
    pub config_paths: Vec<String>,
}

/// A value that a run has read. Printing it does not show the value.
#[derive(Debug)]
pub struct ReadValue {
    /// The secret.
    pub secret: Secret,
    /// Which of its values it is.
    pub version: i32,
    /// The value.
    pub value: SecretString,
}

/// Who asks for a secret.
#[derive(Clone, Copy)]
struct Asking {
    consumer: SecretConsumer,
    company_id: CompanyId,
    agent_id: AgentId,
    run_id: RunId,
    issue_id: Option<IssueId>,
    at: Timestamp,
}

impl Secrets {
    /// Opens the secrets that a run's variables name, by the variables' names; nothing is asked of
    /// the database if there are none.
    ///
    /// # Errors
    /// If the database fails. The inner error is why the run must not start.
    pub async fn for_run(
        &self,
        claimed: &ClaimedRun,
    ) -> ServiceResult<Result<BTreeMap<String, SecretString>, Failure>> {
        let named = named_by_variables(&claimed.settings);
        if named.is_empty() {
            return Ok(Ok(BTreeMap::new()));
        }
        let run = &claimed.run;
        let asking = Asking {
            consumer: SecretConsumer::Agent,
            company_id: run.company_id,
            agent_id: run.agent_id,
            run_id: run.id,
            issue_id: run.issue_id,
            at: self.core.clock.now(),
        };
        let transaction = self.core.store.begin_write().await?;
        let conn = transaction.conn();
        let target = of_agents::target(run.agent_id);
        let bound = company_secrets::bound_to(&conn, SecretTarget::Agent, target).await?;
        let mut values = BTreeMap::new();
        let mut failure = None;
        for (name, reference) in named {
            match self.open_bound(&conn, asking, &bound, &name, reference).await? {
                Ok(opened) => {
                    values.insert(name, opened.value);
                }
                Err(why) => {
                    failure =
                        Some(Failure::new(why.of_run(), format!("the secret of the variable {name} {why}")));
                    break;
                }
            }
        }
        drop(conn);
        // Refusals are on record as much as readings.
        transaction.commit().await?;
        Ok(failure.map_or(Ok(values), Err))
    }

    async fn open_bound(
        &self,
        conn: &Conn<'_>,
        asking: Asking,
        bound: &[SecretBinding],
        name: &str,
        reference: SecretRef,
    ) -> ServiceResult<Result<Opened, Unreadable>> {
        let path = path_of_variable(name);
        let is_bound = bound
            .iter()
            .any(|binding| binding.config_path == path && binding.secret_id == reference.secret_id);
        let opened = if is_bound {
            keeping::open(&self.core, conn, asking.company_id, reference).await?
        } else {
            let scope = Scope::company(asking.company_id);
            let there = company_secrets::get(conn, &scope, reference.secret_id).await?;
            Err(if there.is_some() { Unreadable::NotBound } else { Unreadable::NotThere })
        };
        // What is gone has nowhere to keep the record.
        if !matches!(opened, Err(Unreadable::NotThere)) {
            asking.record(conn, reference, Some(path), &opened).await?;
        }
        Ok(opened)
    }

    /// Lists the secrets that the calling run may read by their keys: those that are bound to its
    /// agent.
    ///
    /// # Errors
    /// `Forbidden` for whoever is not in a run.
    pub async fn readable(&self, request: &Request) -> ServiceResult<Vec<ReadableSecret>> {
        let (agent, _) = in_run(request)?;
        let conn = self.core.store.read();
        readable(&conn, agent).await
    }

    /// Reads a secret that is bound to the calling run's agent: the value with which the run was
    /// started, which is hidden in its log, even if there is a newer one.
    ///
    /// # Errors
    /// `Forbidden` for whoever is not in a run, and for a secret that is not bound;
    /// `Unprocessable` if it cannot be read.
    pub async fn read_value(&self, request: &Request, key: &str) -> ServiceResult<Committed<ReadValue>> {
        let (agent, run_id) = in_run(request)?;
        let mut change = self.core.begin_in(agent.company_id, request).await?;
        let readable = readable(&change.conn(), agent).await?;
        let Some(ReadableSecret { secret, config_paths }) =
            readable.into_iter().find(|readable| readable.secret.key == key)
        else {
            return Err(ServiceError::forbidden("No secret of that key is bound to this agent"));
        };
        let conn = change.conn();
        let run = runs::get(&conn, &Scope::company(agent.company_id), run_id).await?;
        let asking = Asking {
            consumer: SecretConsumer::AgentApi,
            company_id: agent.company_id,
            agent_id: agent.agent_id,
            run_id,
            issue_id: run.and_then(|run| run.issue_id),
            at: change.now(),
        };
        let given = secret_access_events::version_given(&conn, run_id, secret.id).await?;
        let version = given.map_or(VersionSelector::Latest, VersionSelector::Number);
        let reference = SecretRef { secret_id: secret.id, version };
        let opened = keeping::open(&self.core, &conn, agent.company_id, reference).await?;
        asking.record(&conn, reference, config_paths.into_iter().next(), &opened).await?;
        drop(conn);
        match opened {
            Ok(Opened { value, version }) => {
                let mut details = OpaqueJson::object();
                details.set("key", &secret.key);
                details.set("version", &version);
                let action = Action::SecretValueRead;
                let read = ActivityRecord::about(EntityType::Secret, secret.id, action, details);
                change.record(secret.company_id, read);
                change.commit(ReadValue { secret, version, value }).await
            }
            Err(why) => {
                change.commit(()).await?.into_inner();
                Err(ServiceError::unprocessable(format!("The secret {key} {why}")))
            }
        }
    }
}

impl Asking {
    async fn record(
        self,
        conn: &Conn<'_>,
        reference: SecretRef,
        config_path: Option<String>,
        opened: &Result<Opened, Unreadable>,
    ) -> ServiceResult<()> {
        let (outcome, version, error_code) = match opened {
            Ok(opened) => (SecretAccessOutcome::Success, Some(opened.version), None),
            Err(why) => (SecretAccessOutcome::Failure, None, Some(why.code().to_owned())),
        };
        let event = SecretAccessEvent {
            id: RowId::random(),
            company_id: self.company_id,
            secret_id: reference.secret_id,
            version,
            consumer_type: self.consumer,
            agent_id: self.agent_id,
            config_path,
            issue_id: self.issue_id,
            run_id: self.run_id,
            outcome,
            error_code,
            created_at: self.at,
        };
        Ok(secret_access_events::insert(conn, &event).await?)
    }
}

/// Returns the agent and the run that a request proves to be in. A key of the agent's own is not
/// enough: what it reads is hidden in no log.
fn in_run(request: &Request) -> ServiceResult<(&AgentCaller, RunId)> {
    let agent = request.caller.as_agent().filter(|agent| agent.proof == AgentProof::RunToken);
    agent
        .and_then(|agent| Some((agent, agent.run_id?)))
        .ok_or_else(|| ServiceError::forbidden("Run-bound agent authentication required"))
}

async fn readable(conn: &Conn<'_>, agent: &AgentCaller) -> ServiceResult<Vec<ReadableSecret>> {
    let target = of_agents::target(agent.agent_id);
    let bindings = company_secrets::bound_to(conn, SecretTarget::Agent, target).await?;
    let ids: Vec<_> = bindings.iter().map(|binding| binding.secret_id).collect();
    let mut secrets = company_secrets::among(conn, &ids).await?;
    secrets.retain(|secret| secret.company_id == agent.company_id);
    secrets.sort_by(|a, b| a.key.cmp(&b.key));
    let with_paths = |secret: Secret| {
        let of_it = bindings.iter().filter(|binding| binding.secret_id == secret.id);
        let config_paths = of_it.map(|binding| binding.config_path.clone()).collect();
        ReadableSecret { secret, config_paths }
    };
    Ok(secrets.into_iter().map(with_paths).collect())
}
