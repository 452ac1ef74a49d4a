//! Terminals of sandboxes that are being set up.
//!
//! Whoever looks after the instance gets a token, which opens terminals of one session for a few
//! minutes. Only its digest is kept, in memory.

use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use wireclip_domain::custom_image::{CustomImageRefused, check_open};
use wireclip_domain::{EnvironmentId, SetupSessionId, TerminalSessionId, Timestamp};
use wireclip_ports::random;
use wireclip_ports::sandbox::{Asked, Terminal, TerminalSize};
use wireclip_store::Scope;
use wireclip_store::custom_image_sessions::{self, CustomImageSession};

use super::{CustomImages, no_session, telling, told};
use crate::error::{ServiceError, ServiceResult};
use crate::request::Scoped;

/// How long a token opens terminals at most.
const TOKEN_TIME: Duration = Duration::from_secs(5 * 60);
/// How long a provider may take to open a terminal.
const OPEN_LIMIT: Duration = Duration::from_secs(30);

/// What opens terminals of a session. Printing it shows no token.
#[derive(Debug, Clone)]
pub struct TerminalPass {
    /// Which it is.
    pub id: TerminalSessionId,
    /// The token.
    pub token: SecretString,
    /// Until when it opens any.
    pub expires_at: Timestamp,
    /// The session.
    pub session_id: SetupSessionId,
    /// Its environment.
    pub environment_id: EnvironmentId,
}

/// Why a terminal ends with its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupEnded {
    /// A template came of it.
    Finished,
    /// Somebody does not want it any more.
    Cancelled,
    /// Its time is over.
    TimedOut,
    /// Its sandbox is gone.
    Gone,
}

/// A terminal that is open.
pub struct SetupTerminal {
    /// The terminal.
    pub terminal: Terminal,
    /// Until when it may be used.
    pub expires_at: Timestamp,
    /// Tells of its session's end.
    pub session: SessionEnds,
}

/// Tells of a session's end.
pub struct SessionEnds {
    session: SetupSessionId,
    ends: broadcast::Receiver<(SetupSessionId, SetupEnded)>,
}

impl SessionEnds {
    /// Waits for the end. Cancel safe. Never returns if the session ends on another server; the
    /// terminal's own end tells then.
    pub async fn ended(&mut self) -> SetupEnded {
        loop {
            match self.ends.recv().await {
                Ok((session, ended)) if session == self.session => return ended,
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

impl CustomImages {
    /// Makes a token that opens terminals of a session's sandbox.
    ///
    /// # Errors
    /// `Conflict` for a session that does not wait for a person, or whose time or way in is over;
    /// `Unprocessable` if its provider opens no terminals.
    pub async fn make_pass(&self, session: &Scoped<CustomImageSession>) -> ServiceResult<TerminalPass> {
        let now = self.core.clock.now();
        let refused = |refused| ServiceError::refused(&refused);
        check_open(session.status, session.expires_at, now).map_err(refused)?;
        if !self.provider(session)?.describe().capabilities.setup_terminal {
            return Err(refused(CustomImageRefused::NoTerminal));
        }
        let connected_until = session.connection_expires_at.unwrap_or(session.expires_at);
        if connected_until <= now {
            return Err(refused(CustomImageRefused::ConnectionExpired));
        }
        let expires_at = now.plus(TOKEN_TIME).min(session.expires_at).min(connected_until);
        let mut change = self.core.begin_in(session.company_id, session.request()).await?;
        telling::token_made(&mut change, session, expires_at);
        change.commit(()).await?.into_inner();
        let token = random::token::<32>();
        let id = self.doors.admit(session.id, token.expose_secret(), now, expires_at);
        Ok(TerminalPass {
            id,
            token,
            expires_at,
            session_id: session.id,
            environment_id: session.environment_id,
        })
    }

    /// Returns whether a token opens terminals of a session.
    #[must_use]
    pub fn opens(&self, session: SetupSessionId, id: TerminalSessionId, token: &str) -> bool {
        self.doors.check(session, id, token, self.core.clock.now()).is_some()
    }

    /// Opens a terminal for whoever showed a token that opens it.
    ///
    /// # Errors
    /// As [`CustomImages::make_pass`]; and if the provider fails.
    pub async fn open_terminal(
        &self,
        id: SetupSessionId,
        size: TerminalSize,
    ) -> ServiceResult<SetupTerminal> {
        // From before the look, so that no end falls between.
        let ends = self.doors.listen();
        let found = custom_image_sessions::get(&self.core.store.read(), &Scope::everything(), id).await?;
        let session = found.ok_or_else(no_session)?;
        check_open(session.status, session.expires_at, self.core.clock.now())
            .map_err(|refused| ServiceError::refused(&refused))?;
        let held = match session.lease_id {
            Some(lease) => self.leases().hold_of_setup(lease).await?,
            None => None,
        };
        let Some((provider, hold)) = held else { return Err(no_session()) };
        let asked = Asked::of(provider.as_ref(), &hold.spec);
        let opened = provider.open_setup_terminal(hold, size, OPEN_LIMIT).await;
        let terminal = opened.map_err(|error| told(&asked, "open a terminal", &error))?;
        let ends = SessionEnds { session: id, ends };
        Ok(SetupTerminal { terminal, expires_at: session.expires_at, session: ends })
    }
}
