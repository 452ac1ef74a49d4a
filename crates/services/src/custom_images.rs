//! Custom images: sandboxes that people set up, and the templates that are captured of them.
//!
//! **Invariants.** The sandbox of a session is the place of a lease, and goes with it on every way
//! out. A template's row is there before the provider is asked to capture it, so that a server that
//! dies leaves nothing at a provider that nobody knows of. The way into a sandbox is stored nowhere.

mod applying;
mod doors;
mod ending;
mod finishing;
mod looking;
mod removing;
mod retiring;
mod stamping;
mod starting;
mod telling;
mod templates;
mod terminals;

use std::sync::Arc;

use wireclip_domain::SetupSessionId;
use wireclip_domain::custom_image::{Binding, CustomImageRefused};
use wireclip_domain::environment::EnvironmentDriver;
use wireclip_ports::sandbox::{Asked, ProviderDescription, ProviderError, SandboxProvider};
use wireclip_store::custom_image_sessions::{self, CustomImageSession};
use wireclip_store::environments::Environment;

use self::doors::Doors;
use crate::core::Core;
use crate::environments::require_admin;
use crate::error::{Refusal, RefusalKind, ServiceError, ServiceResult};
use crate::leases::Leases;
use crate::request::{Request, Scoped};

pub(crate) use applying::{Applied, applied, note_use};
pub(crate) use ending::end_all_of;
pub(crate) use stamping::{forget_all_of, reconcile};

pub use doors::Connection;
pub use finishing::Finished;
pub use looking::{CustomImage, ShownSession};
pub use stamping::{Reconciled, Reconciliation};
pub use starting::NewSession;
pub use templates::RolledBack;
pub use terminals::{SessionEnds, SetupEnded, SetupTerminal, TerminalPass};
pub use wireclip_ports::sandbox::{Terminal, TerminalSize};

/// The part of the system on which changes are booked that nobody asked for.
const CUSTOM_IMAGES: &str = "custom_images";

/// Actions on custom images.
#[derive(Debug, Clone)]
pub struct CustomImages {
    core: Arc<Core>,
    doors: Arc<Doors>,
}

impl CustomImages {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core, doors: Arc::default() }
    }

    /// Finds a session within the reach of whoever looks after the instance.
    ///
    /// # Errors
    /// `Forbidden` for others; `NotFound` if there is none.
    pub async fn load_session(
        &self,
        request: &Request,
        id: SetupSessionId,
    ) -> ServiceResult<Scoped<CustomImageSession>> {
        require_admin(request)?;
        let found = custom_image_sessions::get(&self.core.store.read(), &request.scope(), id).await?;
        found.map(|session| request.found(session)).ok_or_else(no_session)
    }

    fn leases(&self) -> Leases {
        Leases::new(Arc::clone(&self.core))
    }

    /// Finds the provider of a session.
    fn provider(&self, session: &CustomImageSession) -> ServiceResult<Arc<dyn SandboxProvider>> {
        self.leases().provider(&session.provider)
    }

    /// Finds the provider whose sandboxes of an environment people can set up.
    fn provider_for_setup(
        &self,
        environment: &Environment,
    ) -> ServiceResult<(String, Arc<dyn SandboxProvider>)> {
        let unsupported = |why| ServiceError::refused(&CustomImageRefused::Unsupported { why });
        if environment.driver != EnvironmentDriver::Sandbox {
            return Err(unsupported("it is none of sandboxes"));
        }
        let key = environment.config.text("provider").unwrap_or_default().to_owned();
        let provider = self.leases().provider(&key)?;
        let capabilities = provider.describe().capabilities;
        if capabilities.interactive_setup.is_empty() || capabilities.template.is_none() {
            return Err(unsupported("its provider does not let people in"));
        }
        Ok((key, provider))
    }
}

/// Returns how a provider's templates take their place in settings, if it has templates.
fn binding_of(description: &ProviderDescription) -> Option<Binding> {
    let template = description.capabilities.template.as_ref()?;
    Some(Binding {
        field: template.field,
        unsets: template.unsets,
        identity_fields: template.identity_fields,
        secret_fields: description.secret_keys().collect(),
    })
}

fn no_session() -> ServiceError {
    ServiceError::not_found("Custom image setup session not found")
}

/// Says what a provider said to what it was asked for.
fn told(asked: &Asked, to: &str, error: &ProviderError) -> ServiceError {
    let kind = if error.is_transient() { RefusalKind::Unavailable } else { RefusalKind::Unprocessable };
    Refusal::new(kind, asked.failed(to, error)).into()
}
