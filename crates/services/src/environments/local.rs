//! The one local environment, which is there from the first start on.

use wireclip_domain::caller::Actor;
use wireclip_domain::environment::{EnvironmentDriver, EnvironmentStatus};
use wireclip_domain::{EnvironmentId, OpaqueJson};
use wireclip_store::environments::{self, Environment};

use super::Environments;
use crate::error::ServiceResult;

/// What it is called unless somebody else is called so already.
const NAME: &str = "Local";

impl Environments {
    /// Makes the local environment unless it is there, and returns it. Servers that start together
    /// make one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ensure_local(&self) -> ServiceResult<Environment> {
        if let Some(local) = environments::local(&self.core.store.read()).await? {
            return Ok(local);
        }
        let change = self.core.begin_as(Actor::system("environments")).await?;
        if let Some(local) = environments::local(&change.conn()).await? {
            return change.abandon(local).await.map(crate::change::Committed::into_inner);
        }
        let id = EnvironmentId::random();
        let mut metadata = OpaqueJson::object();
        metadata.set("defaultForInstance", &true);
        metadata.set("managedByPaperclip", &true);
        let local = Environment {
            id,
            name: NAME.to_owned(),
            description: Some("This machine: runs that choose no other place work here.".to_owned()),
            driver: EnvironmentDriver::Local,
            status: EnvironmentStatus::Active,
            config: OpaqueJson::object(),
            env_vars: OpaqueJson::object(),
            metadata: Some(metadata),
            created_at: change.now(),
            updated_at: change.now(),
        };
        if !environments::insert_if_first(&change.conn(), &local).await? {
            // Another server was first.
            drop(change);
            let local = environments::local(&self.core.store.read()).await?;
            return local.ok_or_else(super::not_found);
        }
        change.commit(local).await.map(crate::change::Committed::into_inner)
    }
}
