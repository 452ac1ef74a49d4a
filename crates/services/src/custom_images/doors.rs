//! The ways into sandboxes that are being set up: kept in memory alone, and gone with the server.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use secrecy::SecretString;
use sha2::{Digest as _, Sha256};
use tokio::sync::broadcast;
use wireclip_domain::{SetupSessionId, TerminalSessionId, Timestamp};
use wireclip_ports::sandbox::{ConnectionType, SetupConnection};

use super::terminals::SetupEnded;

/// A way in is given again as long as it is open for so long still.
const LEAST_LEFT: Duration = Duration::from_secs(3 * 60);
/// How many ends of sessions a terminal may miss.
const ENDS: usize = 64;

/// How a person gets in. Printing it shows nothing that lets anybody in.
#[derive(Clone)]
pub struct Connection {
    /// By what means.
    pub connection_type: ConnectionType,
    /// The command that lets a person in.
    pub command: SecretString,
    /// Until when.
    pub expires_at: Option<Timestamp>,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

impl From<SetupConnection> for Connection {
    fn from(connection: SetupConnection) -> Self {
        let SetupConnection { connection_type, summary: _, secret, expires_at } = connection;
        Self { connection_type, command: secret, expires_at }
    }
}

/// What opens a terminal: its digest, of which session, and until when.
struct Pass {
    session: SetupSessionId,
    digest: [u8; 32],
    expires_at: Timestamp,
}

/// The ways into sandboxes.
pub(super) struct Doors {
    connections: Mutex<HashMap<SetupSessionId, Connection>>,
    passes: Mutex<HashMap<TerminalSessionId, Pass>>,
    ends: broadcast::Sender<(SetupSessionId, SetupEnded)>,
}

impl Default for Doors {
    fn default() -> Self {
        let (connections, passes) = (Mutex::default(), Mutex::default());
        Self { connections, passes, ends: broadcast::Sender::new(ENDS) }
    }
}

impl fmt::Debug for Doors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Doors").finish_non_exhaustive()
    }
}

impl Doors {
    /// Keeps a way in, so that reading a session again does not close it.
    pub(super) fn keep(&self, session: SetupSessionId, connection: Connection) {
        held(&self.connections).insert(session, connection);
    }

    /// Returns the way in, if it is open for a while still.
    pub(super) fn connection(&self, session: SetupSessionId, now: Timestamp) -> Option<Connection> {
        let connection = held(&self.connections).get(&session).cloned()?;
        let is_open = connection.expires_at.is_none_or(|until| until >= now.plus(LEAST_LEFT));
        is_open.then_some(connection)
    }

    /// Lets whoever has the token open a terminal.
    pub(super) fn admit(
        &self,
        session: SetupSessionId,
        token: &str,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> TerminalSessionId {
        let id = TerminalSessionId::random();
        let mut passes = held(&self.passes);
        passes.retain(|_, pass| pass.expires_at > now);
        passes.insert(id, Pass { session, digest: digest(token), expires_at });
        id
    }

    /// Returns until when a token opens a terminal of a session, if it does.
    pub(super) fn check(
        &self,
        session: SetupSessionId,
        id: TerminalSessionId,
        token: &str,
        now: Timestamp,
    ) -> Option<Timestamp> {
        let passes = held(&self.passes);
        // Digests are compared: how long that takes says nothing about the token.
        let pass = passes.get(&id).filter(|pass| pass.session == session && pass.digest == digest(token))?;
        (pass.expires_at > now).then_some(pass.expires_at)
    }

    /// Closes every way into a session's sandbox, and tells its terminals.
    pub(super) fn close(&self, session: SetupSessionId, ended: SetupEnded) {
        held(&self.connections).remove(&session);
        held(&self.passes).retain(|_, pass| pass.session != session);
        // Nobody listens where no terminal is open.
        drop(self.ends.send((session, ended)));
    }

    /// Hears of the ends of sessions from here on.
    pub(super) fn listen(&self) -> broadcast::Receiver<(SetupSessionId, SetupEnded)> {
        self.ends.subscribe()
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_opens_its_own_session_for_its_own_time() {
        let (doors, session) = (Doors::default(), SetupSessionId::random());
        let at = Timestamp::from_unix_millis;
        let id = doors.admit(session, "sesame", at(0), at(1000));
        assert_eq!(doors.check(session, id, "sesame", at(999)), Some(at(1000)));
        assert_eq!(doors.check(session, id, "sesame", at(1000)), None);
        assert_eq!(doors.check(session, id, "other", at(0)), None);
        assert_eq!(doors.check(SetupSessionId::random(), id, "sesame", at(0)), None);
        assert_eq!(doors.check(session, TerminalSessionId::random(), "sesame", at(0)), None);
        doors.close(session, SetupEnded::Cancelled);
        assert_eq!(doors.check(session, id, "sesame", at(0)), None);
    }

    #[test]
    fn a_way_in_that_is_about_to_close_is_not_given_again() {
        let (doors, session) = (Doors::default(), SetupSessionId::random());
        let expires_at = Timestamp::from_unix_millis(0).plus(LEAST_LEFT * 2);
        let command = "ssh t@host".into();
        let connection_type = ConnectionType::Ssh;
        doors.keep(session, Connection { connection_type, command, expires_at: Some(expires_at) });
        assert!(doors.connection(session, expires_at.minus(LEAST_LEFT)).is_some());
        assert!(doors.connection(session, expires_at.minus(LEAST_LEFT / 2)).is_none());
    }
}
