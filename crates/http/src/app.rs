//! What every request finds.

use std::sync::Arc;

use tokio::sync::watch;
use tokio_util::task::TaskTracker;
use wireclip_services::Services;

use crate::kept_answers::KeptAnswers;
use crate::live::Patience;
use crate::pages::Pages;

/// What every request finds.
#[derive(Debug, Clone)]
pub struct App {
    /// The actions.
    pub services: Services,
    /// How the server was set up.
    pub settings: Arc<HttpSettings>,
    /// How far the server has come.
    pub phase: watch::Receiver<Phase>,
    /// Requests that go on without their connections; whoever ends the server waits for them. None
    /// where every request is to end with whoever sent it.
    pub(crate) unowned: Option<TaskTracker>,
    pub(crate) kept_answers: Arc<KeptAnswers>,
    pub(crate) pages: Arc<Pages>,
}

impl App {
    /// Puts together what requests find.
    #[must_use]
    pub fn new(
        services: Services,
        settings: HttpSettings,
        phase: watch::Receiver<Phase>,
        unowned: Option<TaskTracker>,
    ) -> Self {
        Self {
            services,
            settings: Arc::new(settings),
            phase,
            unowned,
            kept_answers: Arc::default(),
            pages: Arc::default(),
        }
    }

    /// Adds the pages of the board.
    #[must_use]
    pub fn with_pages(self, pages: Pages) -> Self {
        Self { pages: Arc::new(pages), ..self }
    }
}

/// How the server was set up, as far as HTTP is concerned.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// Who is let in without a credential.
    pub mode: DeploymentMode,
    /// The port on which the server listens; its own pages come from there.
    pub port: u16,
    /// Further names by which the server is called, beside those of the loopback. One with a port
    /// (`localhost:5173`) is also where pages may come from that are not the server's own.
    pub allowed_hosts: Vec<String>,
    /// Where the server is found from outside, if that was said: scheme, name and port. Pages come
    /// from there as well, and with `https` cookies travel that way only.
    pub public_origin: Option<String>,
    /// Whether strangers may make themselves an account.
    pub sign_up_is_open: bool,
    /// How much those who listen to events are waited for.
    pub listeners: Patience,
}

/// Who is let in without a credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeploymentMode {
    /// The person at this machine, over the loopback.
    LocalTrusted,
    /// Nobody.
    Authenticated,
}

impl DeploymentMode {
    /// Returns the mode as it is told and set.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LocalTrusted => "local_trusted",
            Self::Authenticated => "authenticated",
        }
    }

    /// Returns whether companies may be removed for good. Where several people share a server,
    /// that takes more than a click.
    #[must_use]
    pub const fn allows_company_deletion(self) -> bool {
        matches!(self, Self::LocalTrusted)
    }
}

/// From where a request came, as whoever took the connection knows it.
#[derive(Debug, Clone, Copy)]
pub struct ClientAddress(pub std::net::IpAddr);

/// How far the server has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// It opens the database and brings its schema up to date.
    Starting,
    /// It answers, while it looks for what the last server left.
    Reconciling,
    /// It does everything.
    Ready,
    /// It starts no run any more, and waits for those at work; all else goes on.
    Draining,
    /// It ends what it does and takes on nothing new.
    Stopping,
}
