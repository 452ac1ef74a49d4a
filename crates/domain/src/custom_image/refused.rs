//! Why something cannot be done with custom images.

use super::{SessionEvent, SessionStatus, TemplateEvent, TemplateStatus};
use crate::refusal::{Refusal, RefusalKind};

/// Where the boot source of an environment is, compared with a template's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BootSource {
    /// The same place, but it is another one there.
    Other,
    /// Another account or another provider, where the template is not.
    Elsewhere,
}

/// Why something cannot be done with custom images.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CustomImageRefused {
    /// The environment's places are not set up by people.
    #[error("people cannot set up sandboxes of this environment: {why}")]
    Unsupported {
        /// Why.
        why: &'static str,
    },
    /// Somebody sets one up already.
    #[error("a sandbox of this environment is being set up already; finish or cancel that session first")]
    AlreadyOpen,
    /// A session does not move by that.
    #[error("the session is {status}: it cannot {}", what_session_wants(*event))]
    SessionIs {
        /// Where it stands.
        status: SessionStatus,
        /// What should have happened.
        event: SessionEvent,
    },
    /// A session has no sandbox that a person could be in.
    #[error("the session is {status}; its sandbox can only be worked in while it waits for somebody")]
    NotWaiting {
        /// Where it stands.
        status: SessionStatus,
    },
    /// Its time is over.
    #[error("the time of the session is over")]
    Expired,
    /// The way in is not open any more.
    #[error("the connection to the sandbox has run out; read the session to renew it")]
    ConnectionExpired,
    /// The provider opens no terminal.
    #[error("the sandbox has no connection of the type ssh through which a terminal can be opened")]
    NoTerminal,
    /// A template does not move by that.
    #[error("the template is {status}: it cannot be {}", what_template_wants(*event))]
    TemplateIs {
        /// Where it stands.
        status: TemplateStatus,
        /// What should have happened.
        event: TemplateEvent,
    },
    /// There is no template.
    #[error("the environment has no custom image")]
    NoTemplate,
    /// There is no such template.
    #[error("Custom image template not found")]
    NoSuchTemplate,
    /// There is nothing to go back to.
    #[error("there is no earlier custom image to go back to")]
    NothingBefore,
    /// The template does not fit the settings.
    #[error("{}", what_drifted(*.0))]
    Drifted(BootSource),
}

fn what_session_wants(event: SessionEvent) -> &'static str {
    match event {
        SessionEvent::LetIn => "let anybody in",
        SessionEvent::Capture => "be finished",
        SessionEvent::NotCaptured | SessionEvent::Promote => "end its capture",
        SessionEvent::Cancel => "be cancelled",
        SessionEvent::TimeOut => "time out",
        SessionEvent::Fail => "fail",
    }
}

fn what_template_wants(event: TemplateEvent) -> &'static str {
    match event {
        TemplateEvent::Promote => "promoted",
        TemplateEvent::Supersede => "superseded",
        TemplateEvent::Restore => "restored",
        TemplateEvent::Revoke => "disabled",
    }
}

fn what_drifted(source: BootSource) -> &'static str {
    match source {
        BootSource::Other => {
            "the environment starts from something else since the custom image was made; say \
             confirmBootSourceDrift to use it all the same"
        }
        BootSource::Elsewhere => "the custom image is not at the provider that the environment has now",
    }
}

impl Refusal for CustomImageRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::Unsupported { .. } | Self::NoTerminal => RefusalKind::Unprocessable,
            Self::NoTemplate | Self::NoSuchTemplate => RefusalKind::NotFound,
            Self::AlreadyOpen
            | Self::SessionIs { .. }
            | Self::NotWaiting { .. }
            | Self::Expired
            | Self::ConnectionExpired
            | Self::TemplateIs { .. }
            | Self::NothingBefore
            | Self::Drifted(_) => RefusalKind::Conflict,
        }
    }

    fn code(&self) -> Option<&'static str> {
        match self {
            Self::Drifted(BootSource::Other) => Some("custom_image_boot_source_drift"),
            Self::Drifted(BootSource::Elsewhere) => Some("custom_image_elsewhere"),
            _ => None,
        }
    }
}
