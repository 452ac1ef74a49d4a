//! Who asks, and what was found within their reach.

use std::ops::Deref;

use wireclip_domain::CompanyId;
use wireclip_domain::caller::{Actor, Caller};
use wireclip_store::Scope;
use wireclip_store::idempotency::KeyId;

use crate::error::{ServiceError, ServiceResult};

/// A request of a proven caller.
#[derive(Debug, Clone)]
pub struct Request {
    /// Who asks.
    pub caller: Caller,
    /// The key under which a repetition of this request is recognised.
    pub idempotency: Option<IdempotencyKey>,
}

/// What makes a repetition of a request recognisable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// The caller, as a text that no other caller has.
    pub caller: String,
    /// The method and path.
    pub route: String,
    /// The key that the client chose.
    pub key: String,
    /// A digest of the body: the same key with another body is a mistake.
    pub request_digest: String,
}

impl IdempotencyKey {
    /// Returns how the store finds it.
    pub(crate) fn id(&self) -> KeyId<'_> {
        (&self.caller, &self.route, &self.key)
    }
}

impl Request {
    /// Makes a request that is not recognised when repeated.
    #[must_use]
    pub fn of(caller: Caller) -> Self {
        Self { caller, idempotency: None }
    }

    /// Returns what the caller may see.
    #[must_use]
    pub fn scope(&self) -> Scope {
        Scope::of(&self.caller)
    }

    /// Returns whom changes are booked on.
    #[must_use]
    pub fn actor(&self) -> Actor {
        self.caller.actor()
    }

    /// Goes on only if the caller may name this company: also one that is not there is not theirs.
    ///
    /// # Errors
    /// `Forbidden` if it is not theirs.
    pub(crate) fn require_company(&self, id: CompanyId) -> ServiceResult<()> {
        match &self.caller {
            Caller::Agent(agent) if agent.company_id != id => {
                Err(ServiceError::forbidden("Agent key cannot access another company"))
            }
            Caller::Board(_) if !self.caller.reaches(id) => {
                Err(ServiceError::forbidden("User does not have access to this company"))
            }
            Caller::Agent(_) | Caller::Board(_) => Ok(()),
        }
    }

    /// Proves that a value was found within this caller's reach.
    ///
    /// Only loaders call this, right after a question with [`Request::scope`].
    pub(crate) fn found<T>(&self, value: T) -> Scoped<T> {
        Scoped { value, request: self.clone() }
    }
}

/// A value that was found within the reach of a request's caller; only loaders make one.
#[derive(Debug, Clone)]
pub struct Scoped<T> {
    value: T,
    request: Request,
}

impl<T> Scoped<T> {
    /// Returns the request within whose reach the value is.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Returns who asks.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.request.caller
    }

    /// Returns the value, and forgets who asked.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Replaces the value by something that belongs to it.
    pub(crate) fn with<U>(&self, value: U) -> Scoped<U> {
        Scoped { value, request: self.request.clone() }
    }
}

impl<T> Deref for Scoped<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
