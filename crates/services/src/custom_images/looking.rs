//! What there is of an environment's custom image, and how a person gets into a sandbox.

use std::time::Duration;

use wireclip_domain::caller::Actor;
use wireclip_domain::custom_image::{SessionStatus, check_open, fit};
use wireclip_domain::redaction::shown;
use wireclip_ports::sandbox::{Asked, ProviderError, SetupConnection, SetupState};
use wireclip_store::Scope;
use wireclip_store::counters::Within;
use wireclip_store::custom_image_sessions::{self, CustomImageSession};
use wireclip_store::custom_image_templates::{self, CustomImageTemplate};
use wireclip_store::environments::Environment;

use super::starting::CONNECTION;
use super::{CUSTOM_IMAGES, Connection, CustomImages, binding_of, no_session, told};
use crate::environments::require_admin;
use crate::error::ServiceResult;
use crate::request::Scoped;

/// How long a provider may take to look at a sandbox and let a person in again.
const LOOK_LIMIT: Duration = Duration::from_secs(90);
/// Why a session failed whose sandbox is gone.
const SANDBOX_GONE: &str = "the sandbox is gone";

/// A session, with the way in if it has one.
#[derive(Debug, Clone)]
pub struct ShownSession {
    /// The session.
    pub session: CustomImageSession,
    /// How the person gets in. A secret.
    pub connection: Option<Connection>,
}

/// What there is of an environment's custom image.
#[derive(Debug, Clone)]
pub struct CustomImage {
    /// The template from which sandboxes start, if it fits.
    pub active_template: Option<CustomImageTemplate>,
    /// Whether it fits the settings.
    pub matches_config: bool,
    /// The session that is going on.
    pub active_session: Option<CustomImageSession>,
    /// The session that began last.
    pub latest_session: Option<CustomImageSession>,
}

impl CustomImages {
    /// Says what there is of an environment's custom image. Asks no provider.
    ///
    /// # Errors
    /// `Forbidden` for whoever does not look after the instance.
    pub async fn of(&self, environment: &Scoped<Environment>) -> ServiceResult<CustomImage> {
        let request = environment.request();
        require_admin(request)?;
        let conn = self.core.store.read();
        let active_template = custom_image_templates::active(&conn, environment.id).await?;
        let latest = custom_image_sessions::latest(&conn, &request.scope(), environment.id).await?;
        let open = custom_image_sessions::open(&conn, environment.id).await?;
        let key = environment.config.text("provider").unwrap_or_default();
        let description = self.core.sandboxes.provider(key).map(|provider| provider.describe());
        let binding = description.as_ref().and_then(binding_of);
        let matches_config = binding.zip(active_template.as_ref()).is_some_and(|(binding, template)| {
            fit(&binding, &template.config, &environment.config).applies()
        });
        Ok(CustomImage {
            active_template,
            matches_config,
            active_session: open.filter(|open| request.caller.reaches(open.company_id)).map(safe),
            latest_session: latest.map(safe),
        })
    }

    /// Looks at a session, and lets the person in again if the way in is about to close.
    ///
    /// # Errors
    /// `Unavailable` or `Unprocessable` if the provider does not answer.
    pub async fn look(&self, session: &Scoped<CustomImageSession>) -> ServiceResult<ShownSession> {
        let now = self.core.clock.now();
        if check_open(session.status, session.expires_at, now).is_err() {
            return Ok(ShownSession { session: safe((**session).clone()), connection: None });
        }
        if let Some(connection) = self.doors.connection(session.id, now) {
            return Ok(ShownSession { session: safe((**session).clone()), connection: Some(connection) });
        }
        let held = match session.lease_id {
            Some(lease) => self.leases().hold_of_setup(lease).await?,
            None => None,
        };
        let Some((provider, hold)) = held else { return self.is_lost(session).await };
        let time = CONNECTION.min(session.expires_at.since(now));
        let asked = Asked::of(provider.as_ref(), &hold.spec);
        match provider.get_setup(hold, Some(time), LOOK_LIMIT).await {
            Ok(SetupState::Waiting { lease: _, connection: Some(connection) }) => {
                self.renewed(session, connection).await
            }
            Ok(SetupState::Waiting { lease: _, connection: None }) => {
                Ok(ShownSession { session: safe((**session).clone()), connection: None })
            }
            Ok(SetupState::Missing) | Err(ProviderError::NotFound { .. }) => self.is_lost(session).await,
            Err(error) => Err(told(&asked, "show the sandbox of a session", &error)),
        }
    }

    async fn is_lost(&self, session: &CustomImageSession) -> ServiceResult<ShownSession> {
        self.fail(session, SANDBOX_GONE).await?;
        let everything = Scope::everything();
        let found = custom_image_sessions::get(&self.core.store.read(), &everything, session.id).await?;
        let session = found.ok_or_else(no_session)?;
        Ok(ShownSession { session: safe(session), connection: None })
    }

    async fn renewed(
        &self,
        session: &CustomImageSession,
        connection: SetupConnection,
    ) -> ServiceResult<ShownSession> {
        let company = Within::Company(session.company_id);
        let change = self.core.begin_within(company, Actor::system(CUSTOM_IMAGES)).await?;
        let before = custom_image_sessions::lock(&change.conn(), session.id).await?.ok_or_else(no_session)?;
        if before.status != SessionStatus::WaitingForUser {
            return Ok(ShownSession { session: safe(before), connection: None });
        }
        let mut after = before.clone();
        after.connection_summary = Some(connection.summary.clone());
        after.connection_expires_at = connection.expires_at;
        after.updated_at = change.now();
        custom_image_sessions::update(&change.conn(), &before, &after).await?;
        let after = change.commit(after).await?.into_inner();
        let connection = Connection::from(connection);
        self.doors.keep(after.id, connection.clone());
        Ok(ShownSession { session: safe(after), connection: Some(connection) })
    }
}

/// A provider's facts hold no secret; should a provider err, its names give it away.
pub(super) fn safe(mut session: CustomImageSession) -> CustomImageSession {
    session.connection_summary = session.connection_summary.as_ref().map(shown);
    session.metadata = session.metadata.as_ref().map(shown);
    session
}
