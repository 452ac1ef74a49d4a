//! The beginning of a session: a sandbox is made, and a person is let in.

use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::custom_image::{
    Binding, BootSource, CustomImageRefused, Fit, SessionEvent, SessionStatus, fit, next_of_session,
    with_template,
};
use wireclip_domain::secret::SecretTarget;
use wireclip_domain::{CompanyId, OpaqueJson, RowId, SetupSessionId, TemplateId};
use wireclip_ports::sandbox::{Asked, CreateAttempt, LeaseScope, SandboxProvider, SetupOrder, StartedSetup};
use wireclip_store::counters::Within;
use wireclip_store::custom_image_sessions::{self, CustomImageSession};
use wireclip_store::custom_image_templates::{self, CustomImageTemplate};
use wireclip_store::environments::{self, Environment};
use wireclip_store::{StoreError, company_secrets};

use super::looking::ShownSession;
use super::{Connection, CustomImages, binding_of, no_session, telling, told};
use crate::core::Wanted;
use crate::environments::{company_of_context, not_found, require_admin, row_id};
use crate::error::{ServiceError, ServiceResult};
use crate::leases::{Creation, Journal, SetupPlace, book_setup, note_create, row_of, settle_create};
use crate::request::{Request, Scoped};

/// What a provider is asked for.
const SET_UP: &str = "make a sandbox for a person to set up";
/// How long a provider may take to make a sandbox and let a person in.
const START_LIMIT: Duration = Duration::from_secs(5 * 60);
/// Whoever finds a session that is starting still after this time ends it.
const STARTED_AFTER: Duration = Duration::from_secs(6 * 60);
const _: () = assert!(STARTED_AFTER.as_secs() > START_LIMIT.as_secs());
/// How long a way in is open.
pub(super) const CONNECTION: Duration = Duration::from_secs(15 * 60);
/// The provider removes the sandbox by itself so long after the session's time, if we do not: longer
/// than a capture takes that begins in its last moment.
const LEFT_ALONE_FOR: Duration = Duration::from_secs(60 * 60);

/// A session to begin.
#[derive(Debug, Clone, Copy)]
pub struct NewSession {
    /// The template to start from, instead of what the environment's settings say.
    pub template_id: Option<TemplateId>,
    /// How long the person has.
    pub time: Duration,
}

impl CustomImages {
    /// Makes a sandbox of an environment for a person to set up, and lets them in. Goes on if the
    /// caller is dropped.
    ///
    /// # Errors
    /// `Forbidden` for whoever does not look after the instance; `Conflict` if a session of the
    /// environment is going on; `Unprocessable` if its provider lets nobody in, or fails.
    pub async fn start(
        &self,
        environment: &Scoped<Environment>,
        company: Option<CompanyId>,
        new: NewSession,
    ) -> ServiceResult<ShownSession> {
        let (images, environment) = (self.clone(), environment.clone());
        self.core.carry(async move { images.open(&environment, company, new).await }).await
    }

    async fn open(
        &self,
        environment: &Scoped<Environment>,
        company: Option<CompanyId>,
        new: NewSession,
    ) -> ServiceResult<ShownSession> {
        let request = environment.request();
        require_admin(request)?;
        let (key, provider) = self.provider_for_setup(environment)?;
        let conn = self.core.store.read();
        let target = row_id(environment.id);
        let bindings = company_secrets::bound_to(&conn, SecretTarget::Environment, target).await?;
        let company_id = company_of_context(&conn, request, company, &bindings).await?;
        drop(conn);
        let base = self.base(environment, provider.as_ref(), new.template_id).await?;
        let (config, base) = match base {
            Some((config, template)) => (config, Some(template)),
            None => (environment.config.clone(), None),
        };
        let spec = Arc::new(self.leases().resolved(provider.as_ref(), &config).await?);
        let scope = LeaseScope { company_id, environment_id: environment.id };
        let attempt = CreateAttempt::random();
        let change = self.core.begin_in(company_id, request).await?;
        environments::lock(&change.conn(), environment.id).await?.ok_or_else(not_found)?;
        let now = change.now();
        let session = CustomImageSession {
            id: SetupSessionId::random(),
            company_id,
            environment_id: environment.id,
            template_id: base.as_ref().map(|template| template.id),
            promoted_template_id: None,
            provider: key,
            lease_id: None,
            provider_lease_id: None,
            status: SessionStatus::Starting,
            started_by_user_id: change.actor().user_id().map(|user| user.as_str().to_owned()),
            base_reference: base.map(|template| template.reference),
            config: environment.config.clone(),
            captures: 0,
            connection_summary: None,
            connection_expires_at: None,
            failure_reason: None,
            metadata: None,
            due_at: Some(now.plus(STARTED_AFTER)),
            expires_at: now.plus(new.time),
            finished_at: None,
            created_at: now,
            updated_at: now,
            carrier_node_id: Some(self.core.facts.node_id),
        };
        custom_image_sessions::insert(&change.conn(), &session).await.map_err(|error| match error {
            StoreError::Duplicate(_) => ServiceError::refused(&CustomImageRefused::AlreadyOpen),
            other => other.into(),
        })?;
        let id = row_of(attempt);
        let creation = Creation { id, scope, run_id: None, provider: &session.provider, config: &config };
        note_create(&self.core, &change.conn(), creation).await?;
        change.commit(()).await?.into_inner();
        let asked = Asked::of(provider.as_ref(), &spec);
        let order = SetupOrder {
            scope,
            spec,
            session_id: session.id,
            // It stands in the settings.
            template: None,
            connection: CONNECTION.min(new.time),
            expires_at: Some(session.expires_at.plus(LEFT_ALONE_FOR)),
            attempt,
            journal: Arc::new(Journal { core: Arc::clone(&self.core) }),
        };
        match provider.start_setup(order, START_LIMIT).await {
            Ok(started) => self.let_in(request, &session, &config, id, started).await,
            Err(failure) => {
                let reason = asked.failed(SET_UP, &failure.error);
                settle_create(&self.core, id, &failure.left, &reason).await?;
                self.fail(&session, &reason).await?;
                self.core.nudge.nudge(Wanted::PLACES);
                Err(told(&asked, SET_UP, &failure.error))
            }
        }
    }

    /// Returns the settings with the template from which the sandbox is to start, if one is named.
    async fn base(
        &self,
        environment: &Environment,
        provider: &dyn SandboxProvider,
        named: Option<TemplateId>,
    ) -> ServiceResult<Option<(OpaqueJson, CustomImageTemplate)>> {
        let Some(id) = named else { return Ok(None) };
        let found = custom_image_templates::get(&self.core.store.read(), environment.id, id).await?;
        let usable = found.filter(|template| template.status.is_usable());
        let no_such = || ServiceError::refused(&CustomImageRefused::NoSuchTemplate);
        let (template, binding) = usable.zip(binding_of(&provider.describe())).ok_or_else(no_such)?;
        require_there(&binding, &template, environment)?;
        Ok(Some((with_template(&binding, &environment.config, &template.reference), template)))
    }

    /// Books the sandbox, and lets the person in unless they gave up meanwhile.
    async fn let_in(
        &self,
        request: &Request,
        session: &CustomImageSession,
        config: &OpaqueJson,
        create: RowId,
        started: StartedSetup,
    ) -> ServiceResult<ShownSession> {
        let StartedSetup { lease: acquired, connection } = started;
        let company = Within::Company(session.company_id);
        let mut change = self.core.begin_within(company, request.actor()).await?;
        let before = custom_image_sessions::lock(&change.conn(), session.id).await?;
        let next = before.as_ref().map(|before| next_of_session(before.status, SessionEvent::LetIn));
        let place = SetupPlace {
            scope: LeaseScope { company_id: session.company_id, environment_id: session.environment_id },
            provider: &session.provider,
            config,
            acquired: &acquired,
            create,
            is_unwanted: !matches!(next, Some(Ok(_))),
        };
        let lease_id = book_setup(&mut change, place).await?;
        let Some((before, status)) = before.zip(next) else {
            // Its environment is gone.
            change.commit(()).await?.into_inner();
            return Err(no_session());
        };
        let mut after = before.clone();
        (after.lease_id, after.provider_lease_id) = (Some(lease_id), Some(acquired.id.as_str().to_owned()));
        after.carrier_node_id = None;
        if let Ok(status) = status {
            after.status = status;
            after.due_at = Some(after.expires_at);
            after.connection_summary = Some(connection.summary.clone());
            after.connection_expires_at = connection.expires_at;
        }
        after.updated_at = change.now();
        custom_image_sessions::update(&change.conn(), &before, &after).await?;
        if status.is_ok() {
            telling::started(&mut change, &after);
        }
        let after = change.commit(after).await?.into_inner();
        status.map_err(|refused| ServiceError::refused(&refused))?;
        let connection = Connection::from(connection);
        self.doors.keep(after.id, connection.clone());
        Ok(ShownSession { session: after, connection: Some(connection) })
    }
}

/// Goes on only if a template is at the provider that the environment has now.
fn require_there(
    binding: &Binding,
    template: &CustomImageTemplate,
    environment: &Environment,
) -> ServiceResult<()> {
    match fit(binding, &template.config, &environment.config) {
        Fit::Not(BootSource::Elsewhere) => {
            Err(ServiceError::refused(&CustomImageRefused::Drifted(BootSource::Elsewhere)))
        }
        Fit::Same | Fit::Near | Fit::Not(BootSource::Other) => Ok(()),
    }
}
