//! Having providers remove templates that nobody wants, and what is left of tries to make some.

use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::TemplateId;
use wireclip_domain::custom_image::{TemplateKind, TemplateStatus};
use wireclip_domain::retry::QuickThenLong;
use wireclip_ports::sandbox::{self, Asked, DeleteTemplateOrder, ProviderError, TemplateRef};
use wireclip_store::custom_image_templates::{self, CustomImageTemplate};

use super::{CustomImages, binding_of};
use crate::error::{ServiceError, ServiceResult};

/// How long a provider may take to remove a template.
const REMOVE_LIMIT: Duration = Duration::from_secs(60);
/// Whoever asks has it to himself for so long: longer than he may take.
pub(super) const CLAIMED_FOR: Duration = Duration::from_secs(180);
const _: () = assert!(CLAIMED_FOR.as_secs() > REMOVE_LIMIT.as_secs());
/// After a failure the provider is asked again so soon.
const PAUSES: QuickThenLong =
    QuickThenLong { quick: Duration::from_secs(5 * 60), times: 5, long: Duration::from_secs(60 * 60) };
/// After so long somebody looks again whether a template is still needed.
const NEEDED_FOR: Duration = Duration::from_secs(10 * 60);
/// So often a provider is asked: for about a week.
const MOST_ATTEMPTS: i32 = 170;

impl CustomImages {
    /// Lists the templates that providers are to be asked to remove, the longest waiting first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn removals_due(&self, limit: u32) -> ServiceResult<Vec<TemplateId>> {
        let now = self.core.clock.now();
        let conn = self.core.store.read();
        let due = custom_image_templates::due_for_removal(&conn, now, u64::from(limit)).await?;
        Ok(due.into_iter().map(|template| template.id).collect())
    }

    /// Asks a provider to remove a template, if that is due and nothing needs it any more. Returns
    /// whether it is gone.
    ///
    /// # Errors
    /// If the database fails. It is due again later then.
    pub async fn remove_due(&self, id: TemplateId) -> ServiceResult<bool> {
        let transaction = self.core.store.begin_write().await?;
        let conn = transaction.conn();
        let now = self.core.clock.now();
        let found = custom_image_templates::lock(&conn, id).await?;
        let Some(before) = found.filter(|found| found.removal_due_at.is_some_and(|due| due <= now)) else {
            return Ok(false);
        };
        let is_needed = custom_image_templates::is_needed(&conn, &before).await?;
        let due = if is_needed { NEEDED_FOR } else { CLAIMED_FOR };
        let after = CustomImageTemplate { removal_due_at: Some(now.plus(due)), ..before.clone() };
        custom_image_templates::update(&conn, &before, &after).await?;
        drop(conn);
        transaction.commit().await?;
        if is_needed { Ok(false) } else { self.remove_claimed(&after).await }
    }

    /// Asks a provider to remove a template that this server has taken upon itself.
    pub(super) async fn remove_claimed(&self, claimed: &CustomImageTemplate) -> ServiceResult<bool> {
        let outcome = match self.ask_for_removal(claimed).await {
            // Nobody was asked.
            Err(error @ ServiceError::Store(_)) => return Err(error),
            outcome => outcome,
        };
        let transaction = self.core.store.begin_write().await?;
        let conn = transaction.conn();
        let found = custom_image_templates::lock(&conn, claimed.id).await?;
        let Some(before) = found.filter(|found| found.removal_due_at == claimed.removal_due_at) else {
            return Ok(false);
        };
        let is_gone = outcome.is_ok();
        // A draft was never anybody's, and one whose environment is gone is nobody's any more.
        if is_gone && (before.status == TemplateStatus::Failed || before.environment_id.is_none()) {
            custom_image_templates::delete(&conn, before.id).await?;
        } else {
            let mut after = before.clone();
            let now = self.core.clock.now();
            after.removal_due_at = None;
            if let Err(error) = outcome {
                after.removal_attempts += 1;
                let attempts = after.removal_attempts;
                tracing::warn!(template.reference = %before.reference, "a template was not removed: {error}");
                after.removal_due_at =
                    (attempts < MOST_ATTEMPTS).then(|| now.plus(PAUSES.after(attempts.unsigned_abs())));
            }
            after.updated_at = now;
            custom_image_templates::update(&conn, &before, &after).await?;
        }
        drop(conn);
        transaction.commit().await?;
        Ok(is_gone)
    }

    async fn ask_for_removal(&self, template: &CustomImageTemplate) -> ServiceResult<()> {
        let leases = self.leases();
        let provider = leases.provider(&template.provider)?;
        let kind = kind_of(template, binding_of(&provider.describe()).is_some())?;
        let spec = Arc::new(leases.resolved(provider.as_ref(), &template.config).await?);
        let asked = Asked::of(provider.as_ref(), &spec);
        let template = TemplateRef { kind, reference: template.reference.clone() };
        let order = DeleteTemplateOrder { spec, template };
        match provider.delete_template(order, REMOVE_LIMIT).await {
            Ok(_) | Err(ProviderError::NotFound { .. }) => Ok(()),
            Err(error) => Err(ServiceError::unprocessable(asked.failed("remove a template", &error))),
        }
    }
}

/// Says to a provider what a template is; of a draft it is what the provider makes.
fn kind_of(template: &CustomImageTemplate, makes_snapshots: bool) -> ServiceResult<sandbox::TemplateKind> {
    match template.kind {
        TemplateKind::Snapshot => Ok(sandbox::TemplateKind::Snapshot),
        TemplateKind::Image => Ok(sandbox::TemplateKind::Image),
        TemplateKind::ProviderTemplate => Ok(sandbox::TemplateKind::ProviderTemplate),
        TemplateKind::Unknown if makes_snapshots => Ok(sandbox::TemplateKind::Snapshot),
        TemplateKind::Unknown => Err(ServiceError::unprocessable("The provider makes no templates")),
    }
}
