//! Making, changing, rotating and deleting secrets.

use secrecy::SecretString;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::patch::Field;
use wireclip_domain::secret::{SecretStatus, SecretTarget, decide_rotation};
use wireclip_domain::{OpaqueJson, SecretId};
use wireclip_store::PageLimit;
use wireclip_store::companies::Company;
use wireclip_store::company_secrets::{self, Secret};

use super::Secrets;
use super::keeping::{self, NewSecret};
use crate::change::{ActivityRecord, Change, Committed};
use crate::error::{OrRefuse as _, Refusal, RefusalKind, ServiceError, ServiceResult};
use crate::request::Scoped;

/// A secret to make. Printing it does not show its value.
#[derive(Debug)]
pub struct SecretToMake {
    /// Its name, unique within the company.
    pub name: String,
    /// The key by which it is called, unique within the company; made of the name if absent.
    pub key: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Its first value.
    pub value: SecretString,
}

/// A wish to change a secret: only what is said changes.
#[derive(Debug, Clone, Default)]
pub struct SecretPatch {
    /// Its name.
    pub name: Option<String>,
    /// The key by which it is called.
    pub key: Option<String>,
    /// What it is for.
    pub description: Field<String>,
    /// Whether it may be read.
    pub status: Option<SecretStatus>,
}

impl Secrets {
    /// Makes a secret.
    ///
    /// # Errors
    /// `Conflict` if the company has one of that name or key.
    pub async fn create(
        &self,
        company: &Scoped<Company>,
        new: SecretToMake,
    ) -> ServiceResult<Committed<Secret>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let made = NewSecret {
            name: &new.name,
            key: new.key.as_deref(),
            description: new.description.as_deref(),
            value: &new.value,
        };
        let secret = keeping::create(&change, company.id, made).await?;
        let mut details = OpaqueJson::object();
        details.set("name", &secret.name);
        details.set("provider", &secret.provider);
        record(&mut change, &secret, Action::SecretCreated, details);
        change.commit(secret).await
    }

    /// Gives a secret another value. Earlier ones stay for references that name their number.
    ///
    /// # Errors
    /// `Unprocessable` if it is not in use.
    pub async fn rotate(
        &self,
        secret: &Scoped<Secret>,
        value: SecretString,
    ) -> ServiceResult<Committed<Secret>> {
        let mut change = self.core.begin_in(secret.company_id, secret.request()).await?;
        let before = lock(&change, secret.id).await?;
        decide_rotation(before.status).or_refuse()?;
        let after = Secret {
            latest_version: before.latest_version + 1,
            last_rotated_at: Some(change.now()),
            updated_at: change.now(),
            ..before.clone()
        };
        company_secrets::retire_current(&change.conn(), secret.id).await?;
        company_secrets::update(&change.conn(), &before, &after).await?;
        keeping::seal(&change, &after, &value).await?;
        let mut details = OpaqueJson::object();
        details.set("version", &after.latest_version);
        record(&mut change, &after, Action::SecretRotated, details);
        change.commit(after).await
    }

    /// Changes what is said of a secret, or whether it may be read.
    ///
    /// # Errors
    /// `Conflict` if another one has the name or key.
    pub async fn update(
        &self,
        secret: &Scoped<Secret>,
        patch: SecretPatch,
    ) -> ServiceResult<Committed<Secret>> {
        let mut change = self.core.begin_in(secret.company_id, secret.request()).await?;
        let before = lock(&change, secret.id).await?;
        let SecretPatch { name, key, description, status } = patch;
        let mut after = before.clone();
        Field::from(name).apply_to_required(&mut after.name);
        Field::from(key).apply_to_required(&mut after.key);
        description.apply_to(&mut after.description);
        Field::from(status).apply_to_required(&mut after.status);
        if after.name != before.name {
            keeping::require_free_name(&change, after.company_id, &after.name).await?;
        }
        if after.key != before.key {
            keeping::require_free_key(&change, after.company_id, &after.key).await?;
        }
        if after != before {
            after.updated_at = change.now();
        }
        company_secrets::update(&change.conn(), &before, &after).await?;
        let details = named(&after);
        record(&mut change, &after, Action::SecretUpdated, details);
        change.commit(after).await
    }

    /// Deletes a secret with all its values. Agents that name it keep the name, and their runs
    /// fail with a reason before they start.
    ///
    /// # Errors
    /// `Conflict` if an environment names it: nobody could reach what is there any more.
    pub async fn delete(&self, secret: &Scoped<Secret>) -> ServiceResult<Committed<()>> {
        let mut change = self.core.begin_in(secret.company_id, secret.request()).await?;
        let before = lock(&change, secret.id).await?;
        let bindings = company_secrets::bindings_of(&change.conn(), secret.id, PageLimit::MAX).await?;
        if bindings.iter().any(|binding| binding.target_type == SecretTarget::Environment) {
            let message = "An environment reaches its places by this secret: give it another one first";
            return Err(Refusal::new(RefusalKind::Conflict, message).with_code("secret_in_use").into());
        }
        company_secrets::delete(&change.conn(), secret.id).await?;
        let details = named(&before);
        record(&mut change, &before, Action::SecretDeleted, details);
        change.commit(()).await
    }
}

async fn lock(change: &Change<'_>, id: SecretId) -> ServiceResult<Secret> {
    let found = company_secrets::lock(&change.conn(), id).await?;
    found.ok_or_else(|| ServiceError::not_found(super::NOT_FOUND))
}

fn record(change: &mut Change<'_>, secret: &Secret, action: Action, details: OpaqueJson) {
    change.record(secret.company_id, ActivityRecord::about(EntityType::Secret, secret.id, action, details));
}

fn named(secret: &Secret) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("name", &secret.name);
    details
}
