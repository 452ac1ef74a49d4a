//! The environment of whatever chooses none: a setting of the whole instance.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::environment::EnvironmentRefused;
use wireclip_domain::patch::Field;
use wireclip_domain::{EnvironmentId, OpaqueJson, Timestamp};
use wireclip_store::environments::{self, InstanceSettings};

use super::{Environments, require_admin, told};
use crate::change::Committed;
use crate::error::{ServiceError, ServiceResult};
use crate::request::Request;

/// What the whole instance is set to, as far as it is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstanceChoices {
    /// The environment of whatever chooses none; nothing means the local one.
    pub default_environment_id: Option<EnvironmentId>,
    /// When something was first set, and last.
    pub set: Option<(Timestamp, Timestamp)>,
}

impl Environments {
    /// Returns what the whole instance is set to.
    ///
    /// # Errors
    /// `Forbidden` for whoever is no member of any company, and for agents.
    pub async fn instance_choices(&self, request: &Request) -> ServiceResult<InstanceChoices> {
        let is_member = request
            .caller
            .as_board()
            .is_some_and(|board| board.is_instance_admin || board.reach.is_somewhere());
        if !is_member {
            return Err(ServiceError::forbidden("Company membership or instance admin access required"));
        }
        let found = environments::instance_settings(&self.core.store.read()).await?;
        Ok(choices(found.as_ref()))
    }

    /// Chooses the environment of whatever chooses none.
    ///
    /// # Errors
    /// `Forbidden` for whoever does not look after the instance; `Unprocessable` if there is no such
    /// environment.
    pub async fn choose_default(
        &self,
        request: &Request,
        wished: Field<EnvironmentId>,
    ) -> ServiceResult<Committed<InstanceChoices>> {
        if require_admin(request).is_err() {
            // Wire: clients know this text.
            return Err(ServiceError::forbidden("Instance admin access required"));
        }
        let mut change = self.core.begin(request).await?;
        let held = told::hold_companies(&change).await?;
        let conn = change.conn();
        let before = environments::instance_settings(&conn).await?;
        let mut chosen = before.as_ref().and_then(|settings| settings.default_environment_id);
        let was = chosen;
        wished.apply_to(&mut chosen);
        if let Some(id) = chosen.filter(|_| chosen != was)
            // It stays until the choice is made.
            && environments::lock(&conn, id).await?.is_none()
        {
            return Err(ServiceError::refused(&EnvironmentRefused::NoSuchChoice));
        }
        if chosen == was {
            drop(conn);
            return change.abandon(choices(before.as_ref())).await;
        }
        environments::choose_default(&conn, chosen, change.now()).await?;
        let after = environments::instance_settings(&conn).await?;
        drop(conn);
        let mut details = OpaqueJson::object();
        details.set("changedKeys", &["defaultEnvironmentId"]);
        let entity = (EntityType::InstanceSettings, environments::INSTANCE_SETTINGS_KEY.to_owned());
        told::everywhere_of(&mut change, &held, &Action::InstanceSettingsUpdated, &details, &entity);
        change.commit(choices(after.as_ref())).await
    }
}

fn choices(settings: Option<&InstanceSettings>) -> InstanceChoices {
    InstanceChoices {
        default_environment_id: settings.and_then(|settings| settings.default_environment_id),
        set: settings.map(|settings| (settings.created_at, settings.updated_at)),
    }
}
