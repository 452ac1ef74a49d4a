//! Proving who calls.
//!
//! **Invariant:** a credential that was sent and is wrong never becomes a lesser caller, or the
//! implicit person of local mode: it is a failure, in every mode.

mod persons;

use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::agent::{AdapterType, AgentState};
use wireclip_domain::caller::{Actor, AgentCaller, AgentProof, BoardCaller, Caller};
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AgentId, CompanyId, OpaqueJson, RunId, Timestamp, UserId};
use wireclip_store::agent_keys::AgentKey;
use wireclip_store::counters::Within;
use wireclip_store::runs::{self, Run};
use wireclip_store::{Conn, Scope, agent_keys, agents};

use crate::change::ActivityRecord;
use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};

/// What a request brought along to prove its caller.
#[derive(Debug, Default)]
pub struct Credentials {
    /// The token of the `Authorization` header, if there was one of the bearer kind.
    pub bearer: Option<SecretString>,
    /// The token of the session cookie, if there was one.
    pub session: Option<SecretString>,
    /// The run in which the caller says to act.
    pub run_id: Option<RunId>,
    /// Whether the request came so that, without a credential, it is the local person's: local
    /// mode, over the loopback, with an expected `Host` and no foreign `Origin`.
    pub is_local_person: bool,
}

/// Why a credential proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AuthenticationFailure {
    /// The token is unknown, revoked, forged, of a run that is over, or of an agent that is gone.
    #[error("the token is not valid")]
    BadToken,
    /// The run named in the header is not the token's.
    #[error("the run id of the header is not the token's")]
    OtherRun(OtherRunNamed),
    /// The key has no person on whose behalf its agent could act.
    #[error("the key has no responsible user")]
    NoResponsibleUser,
}

/// A run that acted and named another: which, and whose token it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherRunNamed {
    /// The agent's company.
    pub company_id: CompanyId,
    /// The token's agent.
    pub agent_id: AgentId,
    /// The token's run.
    pub run_id: RunId,
    /// The run that the header named.
    pub named: RunId,
}

/// Proves who calls.
#[derive(Debug, Clone)]
pub struct Authentication {
    core: Arc<Core>,
}

impl Authentication {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Returns the proven caller, nobody if nothing was brought along, or why the proof failed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn prove(
        &self,
        credentials: &Credentials,
    ) -> ServiceResult<Result<Option<Caller>, AuthenticationFailure>> {
        let Some(token) = &credentials.bearer else {
            let local = credentials.is_local_person.then(BoardCaller::local);
            let person = match &credentials.session {
                // A session that has ended is none: nobody is what is left, and never the local person.
                Some(token) => self.prove_by_session(token).await?,
                None => local,
            };
            return Ok(Ok(person.map(Caller::Board)));
        };
        if token.expose_secret().starts_with(BOARD_KEY_PREFIX) {
            return Ok(match self.prove_by_board_key(token).await? {
                Some(person) => Ok(Some(Caller::Board(person))),
                None => Err(AuthenticationFailure::BadToken),
            });
        }
        let proven = match self.core.run_tokens.read(token) {
            Some(claims) => self.prove_by_run(&claims, credentials.run_id).await?,
            None => self.prove_by_key(token, credentials.run_id).await?,
        };
        Ok(proven.map(|agent| Some(Caller::Agent(agent))))
    }

    /// Returns whether what proved a caller once still does: for whoever stays, such as a listener.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn still_holds(&self, caller: &Caller) -> ServiceResult<bool> {
        let AgentCaller { agent_id, company_id, proof, run_id, .. } = match caller {
            Caller::Agent(agent) => agent,
            Caller::Board(person) => return self.person_still_holds(person).await,
        };
        let conn = self.core.store.read();
        match (proof, run_id) {
            (AgentProof::RunToken, Some(run_id)) => {
                Ok(living_run(&conn, *company_id, *agent_id, *run_id).await?.is_some())
            }
            (AgentProof::RunToken, None) => Ok(false),
            (AgentProof::Key(id), _) => {
                let key = agent_keys::get(&conn, *agent_id, *id).await?;
                let is_valid = key.is_some_and(|key| key.revoked_at.is_none());
                Ok(is_valid && may_call(&conn, *company_id, *agent_id).await?)
            }
        }
    }

    /// Puts on record that a run named another one in its request.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn record_other_run(&self, other: OtherRunNamed, method: &str, url: &str) -> ServiceResult<()> {
        let actor = Actor {
            kind: ActorType::Agent,
            id: other.agent_id.to_string(),
            agent_id: Some(other.agent_id),
            run_id: Some(other.run_id),
            named_run: Some(other.named),
            responsible_user_id: None,
        };
        let mut change = self.core.begin_within(Within::Company(other.company_id), actor).await?;
        let mut details = OpaqueJson::object();
        details.set("method", &method);
        details.set("url", &url);
        details.set("claimRunId", &other.run_id);
        details.set("headerRunId", &other.named);
        let record = ActivityRecord::about(
            EntityType::HeartbeatRun,
            other.run_id,
            Action::AuthAgentJwtRunHeaderMismatch,
            details,
        );
        change.record(other.company_id, record);
        change.commit(()).await?.into_inner();
        Ok(())
    }

    async fn prove_by_run(
        &self,
        claims: &RunClaims,
        named_run: Option<RunId>,
    ) -> ServiceResult<Result<AgentCaller, AuthenticationFailure>> {
        let conn = self.core.store.read();
        // A run's token is valid exactly while the run lives.
        let Some(run) = living_run(&conn, claims.company_id, claims.sub, claims.run_id).await? else {
            return Ok(Err(AuthenticationFailure::BadToken));
        };
        if let Some(named) = named_run.filter(|named| *named != claims.run_id) {
            return Ok(Err(AuthenticationFailure::OtherRun(OtherRunNamed {
                company_id: claims.company_id,
                agent_id: claims.sub,
                run_id: claims.run_id,
                named,
            })));
        }
        Ok(Ok(AgentCaller {
            agent_id: claims.sub,
            company_id: claims.company_id,
            proof: AgentProof::RunToken,
            run_id: Some(claims.run_id),
            named_run: Some(claims.run_id),
            responsible_user_id: run.responsible_user_id,
        }))
    }

    async fn prove_by_key(
        &self,
        token: &SecretString,
        named_run: Option<RunId>,
    ) -> ServiceResult<Result<AgentCaller, AuthenticationFailure>> {
        let conn = self.core.store.read();
        let Some(key) = agent_keys::find_valid(&conn, &hash_of_key(token)).await? else {
            return Ok(Err(AuthenticationFailure::BadToken));
        };
        if !may_call(&conn, key.company_id, key.agent_id).await? {
            return Ok(Err(AuthenticationFailure::BadToken));
        }
        let Some(responsible_user_id) = key.responsible_user_id.clone() else {
            return Ok(Err(AuthenticationFailure::NoResponsibleUser));
        };
        // A header proves nothing by itself.
        let run = match named_run {
            Some(named) => living_run(&conn, key.company_id, key.agent_id, named).await?,
            None => None,
        };
        self.note_use(&key).await;
        Ok(Ok(AgentCaller {
            agent_id: key.agent_id,
            company_id: key.company_id,
            proof: AgentProof::Key(key.id),
            run_id: run.map(|run| run.id),
            named_run,
            responsible_user_id: Some(responsible_user_id),
        }))
    }

    /// Notes that a key was used, once a minute: a write for each request would be dear.
    async fn note_use(&self, key: &AgentKey) {
        let now = self.core.clock.now();
        if key.last_used_at.is_some_and(|last| now.since(last) < NOTE_USE_EVERY) {
            return;
        }
        let noted = async {
            let transaction = self.core.store.begin_write().await?;
            agent_keys::note_use(&transaction.conn(), key.id, now).await?;
            transaction.commit().await
        };
        if let Err(error) = noted.await {
            // The caller is proven all the same.
            tracing::warn!(error = &error as &dyn std::error::Error, "did not note the use of a key");
        }
    }
}

/// Returns a run, if it is a running one of this agent.
async fn living_run(
    conn: &Conn<'_>,
    company_id: CompanyId,
    agent_id: AgentId,
    id: RunId,
) -> ServiceResult<Option<Run>> {
    let run = runs::get(conn, &Scope::company(company_id), id).await?;
    Ok(run.filter(|run| run.agent_id == agent_id && run.status == RunStatus::Running))
}

/// Returns whether an agent's keys open anything.
async fn may_call(conn: &Conn<'_>, company_id: CompanyId, agent_id: AgentId) -> ServiceResult<bool> {
    let agent = agents::get(conn, &Scope::company(company_id), agent_id).await?;
    let is_outside = |state| matches!(state, AgentState::Terminated | AgentState::PendingApproval);
    Ok(agent.is_some_and(|agent| !is_outside(agent.state)))
}

/// What the keys of people begin with, which no key of an agent does.
pub(crate) const BOARD_KEY_PREFIX: &str = "pcp_board_";

/// How long the use of a key is not noted again.
const NOTE_USE_EVERY: Duration = Duration::from_secs(60);

/// Returns what is stored of a key: it cannot be turned back.
#[must_use]
pub(crate) fn hash_of_key(key: &SecretString) -> String {
    hex::encode(Sha256::digest(key.expose_secret()))
}

/// Makes and reads the tokens of runs: JSON Web Tokens, HS256, with the claims that clients know.
#[derive(Clone)]
pub struct RunTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    instance: String,
}

/// How long a token says that it is good for, for clients that look: two days, in seconds. It is
/// good as long as its run lives.
const LIFETIME_SECONDS: i64 = 48 * 3600;
const ISSUER: &str = "paperclip";
const AUDIENCE: &str = "paperclip-api";

#[derive(Debug, Serialize, Deserialize)]
struct RunClaims {
    sub: AgentId,
    company_id: CompanyId,
    adapter_type: AdapterType,
    run_id: RunId,
    responsible_user_id: Option<UserId>,
    iat: i64,
    exp: i64,
    iss: String,
    aud: String,
    instance_id: String,
}

/// Whom a run's token is for.
#[derive(Debug, Clone)]
pub struct RunTokenSubject {
    /// The agent.
    pub agent_id: AgentId,
    /// Its company.
    pub company_id: CompanyId,
    /// Its adapter.
    pub adapter_type: AdapterType,
    /// The run.
    pub run_id: RunId,
    /// The person on whose behalf the run acts.
    pub responsible_user_id: Option<UserId>,
}

impl RunTokens {
    /// Takes the secret with which this installation signs.
    ///
    /// # Errors
    /// If the secret is too short to sign with.
    pub fn new(secret: &SecretString, instance: impl Into<String>) -> ServiceResult<Self> {
        let secret = secret.expose_secret().as_bytes();
        let key_error = |error| ServiceError::internal("read the secret that signs runs' tokens", error);
        Ok(Self {
            encoding: EncodingKey::from_secret(secret).map_err(key_error)?,
            decoding: DecodingKey::from_secret(secret).map_err(key_error)?,
            instance: instance.into(),
        })
    }

    /// Makes the token of a run.
    ///
    /// # Errors
    /// If it cannot be signed, which would be a bug.
    pub fn issue(&self, subject: &RunTokenSubject, now: Timestamp) -> ServiceResult<SecretString> {
        let issued_at = now.unix_millis() / 1000;
        let claims = RunClaims {
            sub: subject.agent_id,
            company_id: subject.company_id,
            adapter_type: subject.adapter_type,
            run_id: subject.run_id,
            responsible_user_id: subject.responsible_user_id.clone(),
            iat: issued_at,
            exp: issued_at + LIFETIME_SECONDS,
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            instance_id: self.instance.clone(),
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map(SecretString::from)
            .map_err(|error| ServiceError::internal("sign a run's token", error))
    }

    /// Reads a token that this installation signed; `None` if it did not.
    fn read(&self, token: &SecretString) -> Option<RunClaims> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        // Whether its run lives is asked, and nothing else ends it.
        validation.validate_exp = false;
        let claims = jsonwebtoken::decode::<RunClaims>(token.expose_secret(), &self.decoding, &validation)
            .ok()?
            .claims;
        (claims.instance_id == self.instance).then_some(claims)
    }
}

impl std::fmt::Debug for RunTokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunTokens").field("instance", &self.instance).finish_non_exhaustive()
    }
}
