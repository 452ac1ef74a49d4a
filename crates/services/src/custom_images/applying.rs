//! Settings with the active template in its place, if it fits.

use std::sync::Arc;

use wireclip_domain::custom_image::{fit, with_template};
use wireclip_domain::{OpaqueJson, TemplateId};
use wireclip_ports::sandbox::SandboxProviderSet;
use wireclip_store::Conn;
use wireclip_store::custom_image_templates::{self, CustomImageTemplate};
use wireclip_store::environments::Environment;

use super::binding_of;
use crate::change::Change;
use crate::error::ServiceResult;

/// The settings by which a sandbox is made.
pub(crate) struct Applied {
    /// The settings.
    pub(crate) config: OpaqueJson,
    /// The template that is in them.
    pub(crate) template: Option<TemplateId>,
}

/// Returns an environment's settings with its custom image, if it has one that fits.
pub(crate) async fn applied(
    conn: &Conn<'_>,
    sandboxes: &Arc<dyn SandboxProviderSet>,
    environment: &Environment,
) -> ServiceResult<Applied> {
    let plain = || Applied { config: environment.config.clone(), template: None };
    let key = environment.config.text("provider").unwrap_or_default();
    let description = sandboxes.provider(key).map(|provider| provider.describe());
    let Some(binding) = description.as_ref().and_then(binding_of) else { return Ok(plain()) };
    let Some(template) = custom_image_templates::active(conn, environment.id).await? else {
        return Ok(plain());
    };
    if !fit(&binding, &template.config, &environment.config).applies() {
        return Ok(plain());
    }
    let config = with_template(&binding, &environment.config, &template.reference);
    Ok(Applied { config, template: Some(template.id) })
}

/// Notes that a sandbox was made of a template.
pub(crate) async fn note_use(change: &Change<'_>, id: TemplateId) -> ServiceResult<()> {
    let Some(before) = custom_image_templates::lock(&change.conn(), id).await? else { return Ok(()) };
    let after = CustomImageTemplate { last_used_at: Some(change.now()), ..before.clone() };
    custom_image_templates::update(&change.conn(), &before, &after).await?;
    Ok(())
}
