//! Earlier templates that nobody can go back to: they are revoked, and go from their provider.

use wireclip_domain::custom_image::{TemplateEvent, TemplateStatus, next_of_template};
use wireclip_domain::{EnvironmentId, TemplateId};
use wireclip_store::custom_image_templates::{self, CustomImageTemplate};

use crate::change::Change;
use crate::core::Wanted;
use crate::error::{ServiceError, ServiceResult};

/// Gives up the templates of an environment that made room for others, but for `kept`, which can
/// still be brought back. Their providers are asked to remove them until they have, where they can.
pub(super) async fn retire(
    change: &mut Change<'_>,
    environment: EnvironmentId,
    kept: Option<TemplateId>,
) -> ServiceResult<()> {
    let conn = change.conn();
    let mut is_due = false;
    for seen in custom_image_templates::of_environment(&conn, environment).await? {
        if seen.status != TemplateStatus::Superseded || Some(seen.id) == kept {
            continue;
        }
        let Some(before) = custom_image_templates::lock(&conn, seen.id).await? else { continue };
        let provider = change.core().sandboxes.provider(&before.provider);
        if !provider.is_some_and(|found| found.describe().capabilities.template_delete) {
            continue;
        }
        let after = CustomImageTemplate {
            status: next_of_template(before.status, TemplateEvent::Revoke)
                .map_err(|refused| ServiceError::refused(&refused))?,
            removal_due_at: Some(change.now()),
            removal_attempts: 0,
            updated_at: change.now(),
            ..before.clone()
        };
        custom_image_templates::update(&conn, &before, &after).await?;
        is_due = true;
    }
    drop(conn);
    if is_due {
        change.wake_engine(Wanted::CUSTOM_IMAGES);
    }
    Ok(())
}
