//! What a caller gets to know when something is not done.

use std::borrow::Cow;

use wireclip_domain::OpaqueJson;
use wireclip_store::StoreError;

/// The result of an action.
pub type ServiceResult<T> = Result<T, ServiceError>;

/// Why an action was not done.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// An answer that the caller has earned.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// The database did not do it. What a caller gets to know of that, [`ServiceError::answer`] says.
    #[error("failed to ask the database")]
    Store(#[from] StoreError),
    /// A fault of ours; the caller learns no more than that.
    #[error("failed to {action}")]
    Internal {
        /// What was being done.
        action: Cow<'static, str>,
        /// What went wrong.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// An answer that the caller has earned. Everything in it is safe to show.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// Its kind, from which a status follows.
    pub kind: RefusalKind,
    /// What is wrong, for people.
    pub message: Cow<'static, str>,
    /// What is wrong, for programs.
    pub code: Option<&'static str>,
    /// The facts.
    pub details: Option<OpaqueJson>,
}

/// The kinds of refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// The request makes no sense.
    Invalid,
    /// No proven caller.
    Unauthenticated,
    /// A proven caller who may not.
    Forbidden,
    /// There is no such thing within the caller's reach.
    NotFound,
    /// It does not fit what is there now.
    Conflict,
    /// It is too large.
    TooLarge,
    /// It makes sense but breaks a rule.
    Unprocessable,
    /// Too much of it at once.
    TooMany,
    /// Not now: the database is busy, the disk is full, the server starts or stops.
    Unavailable,
}

impl From<wireclip_domain::refusal::RefusalKind> for RefusalKind {
    fn from(kind: wireclip_domain::refusal::RefusalKind) -> Self {
        use wireclip_domain::refusal::RefusalKind as Rule;
        match kind {
            Rule::Invalid => Self::Invalid,
            Rule::Unauthenticated => Self::Unauthenticated,
            Rule::Forbidden => Self::Forbidden,
            Rule::NotFound => Self::NotFound,
            Rule::Conflict => Self::Conflict,
            Rule::Unprocessable => Self::Unprocessable,
        }
    }
}

impl Refusal {
    /// Makes a refusal without code and details.
    #[must_use]
    pub fn new(kind: RefusalKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self { kind, message: message.into(), code: None, details: None }
    }

    /// Adds a code for programs.
    #[must_use]
    pub fn with_code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Adds the facts.
    #[must_use]
    pub fn with_details(mut self, details: OpaqueJson) -> Self {
        self.details = Some(details);
        self
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl ServiceError {
    /// Says that the request makes no sense.
    pub fn invalid(message: impl Into<Cow<'static, str>>) -> Self {
        Refusal::new(RefusalKind::Invalid, message).into()
    }

    /// Says that there is no such thing within the caller's reach.
    pub fn not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Refusal::new(RefusalKind::NotFound, message).into()
    }

    /// Says that the caller may not do that.
    pub fn forbidden(message: impl Into<Cow<'static, str>>) -> Self {
        Refusal::new(RefusalKind::Forbidden, message).into()
    }

    /// Says that it does not fit what is there now.
    pub fn conflict(message: impl Into<Cow<'static, str>>) -> Self {
        Refusal::new(RefusalKind::Conflict, message).into()
    }

    /// Says that it makes sense but breaks a rule.
    pub fn unprocessable(message: impl Into<Cow<'static, str>>) -> Self {
        Refusal::new(RefusalKind::Unprocessable, message).into()
    }

    /// Says what a rule of the domain says.
    pub fn refused(rule: &impl wireclip_domain::refusal::Refusal) -> Self {
        Refusal {
            kind: rule.kind().into(),
            message: Cow::Owned(rule.to_string()),
            code: rule.code(),
            details: rule.details(),
        }
        .into()
    }

    /// Reports a fault of ours.
    pub fn internal(
        action: impl Into<Cow<'static, str>>,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Internal { action: action.into(), source: source.into() }
    }

    /// Returns the refusal, if it is one.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            Self::Store(_) | Self::Internal { .. } => None,
        }
    }

    /// Returns whether the database could not be asked just now, so that the same may work later.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        matches!(self, Self::Store(StoreError::Busy(_) | StoreError::Unreachable(_) | StoreError::Full(_)))
    }

    /// Returns what the caller gets to know.
    ///
    /// # Errors
    /// With itself, if that is nothing: only bugs are.
    pub fn answer(self) -> ServiceResult<Refusal> {
        match self {
            Self::Refused(refusal) => Ok(*refusal),
            Self::Store(error) => answer_of(&error).ok_or(Self::Store(error)),
            Self::Internal { .. } => Err(self),
        }
    }
}

/// Makes answers of what rules say.
pub(crate) trait OrRefuse<T> {
    /// Says what the rule says, where it says no.
    fn or_refuse(self) -> ServiceResult<T>;
}

impl<T, R: wireclip_domain::refusal::Refusal> OrRefuse<T> for Result<T, R> {
    fn or_refuse(self) -> ServiceResult<T> {
        self.map_err(|rule| ServiceError::refused(&rule))
    }
}

/// What a caller asks for that is not there, or not within its reach. Clients know these texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Agent,
    Approval,
    Company,
    Goal,
    Issue,
    Project,
    Run,
}

impl From<Missing> for ServiceError {
    fn from(missing: Missing) -> Self {
        Self::not_found(match missing {
            Missing::Agent => "Agent not found",
            Missing::Approval => "Approval not found",
            Missing::Company => "Company not found",
            Missing::Goal => "Goal not found",
            Missing::Issue => "Issue not found",
            Missing::Project => "Project not found",
            Missing::Run => "Heartbeat run not found",
        })
    }
}

/// Makes answers of what is not there.
pub(crate) trait OrMissing<T> {
    /// Says that there is no such thing within the caller's reach.
    fn or_missing(self, what: Missing) -> ServiceResult<T>;
}

impl<T> OrMissing<T> for Option<T> {
    fn or_missing(self, what: Missing) -> ServiceResult<T> {
        self.ok_or_else(|| what.into())
    }
}

/// Takes a rule's no for an answer; what else went wrong stays an error.
pub(crate) fn or_refusal<T>(done: ServiceResult<T>) -> ServiceResult<Result<T, Refusal>> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(ServiceError::Refused(refusal)) => Ok(Err(*refusal)),
        Err(error @ (ServiceError::Store(_) | ServiceError::Internal { .. })) => Err(error),
    }
}

impl From<Refusal> for ServiceError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

/// The one total mapping from storage errors to answers.
fn answer_of(error: &StoreError) -> Option<Refusal> {
    let (kind, message) = match error {
        StoreError::Duplicate(_) => (RefusalKind::Conflict, "Something with the same key exists already"),
        StoreError::Reference(_) => {
            (RefusalKind::Unprocessable, "Something that is referred to does not exist")
        }
        StoreError::BadValue(_) => (RefusalKind::Invalid, "A value cannot be stored"),
        StoreError::Busy(_) | StoreError::Unreachable(_) => {
            (RefusalKind::Unavailable, "The database is busy; try again")
        }
        StoreError::Full(_) => (RefusalKind::Unavailable, "The server's disk is full; nothing was changed"),
        StoreError::Damaged(_) | StoreError::Corrupt(_) | StoreError::Database(_) => return None,
    };
    if kind == RefusalKind::Unavailable {
        tracing::warn!(error = error as &dyn std::error::Error, "refused a request: {message}");
    }
    Some(Refusal::new(kind, message))
}
