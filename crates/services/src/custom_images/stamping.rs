//! What becomes of templates when an environment's settings change.
//!
//! A template keeps the settings that it fits. As long as it goes on fitting, it is given the new
//! ones: by them its provider is reached, with keys that are valid now.

use sha2::{Digest as _, Sha256};
use wireclip_domain::custom_image::{Binding, Fit, TemplateStatus, fingerprint_members, fit};
use wireclip_domain::{EnvironmentId, OpaqueJson};
use wireclip_store::custom_image_templates::{self, CustomImageTemplate};
use wireclip_store::environments::Environment;

use super::binding_of;
use super::retiring::retire;
use crate::change::Change;
use crate::error::ServiceResult;

/// What became of the active template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reconciliation {
    /// It goes on with the new settings.
    Relinked,
    /// It does not fit the new settings; sandboxes start without it.
    Detached,
}

impl Reconciliation {
    /// Returns the wire's word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Relinked => "relinked",
            Self::Detached => "detached",
        }
    }
}

/// A template that a change of settings concerns.
#[derive(Debug, Clone)]
pub struct Reconciled {
    /// What became of it.
    pub action: Reconciliation,
    /// The template.
    pub template: CustomImageTemplate,
}

/// Returns the digest of everything in settings that concerns a template.
pub(super) fn fingerprint(binding: &Binding, config: &OpaqueJson) -> String {
    let mut digest = Sha256::new();
    for (key, value) in fingerprint_members(binding, config) {
        for part in [key, value] {
            digest.update(part);
            digest.update([0]);
        }
    }
    hex::encode(digest.finalize())
}

/// Gives the templates of an environment its new settings, as far as they fit. Returns what became
/// of the active one, if the change concerns it.
pub(crate) async fn reconcile(
    change: &Change<'_>,
    before: &Environment,
    after: &Environment,
) -> ServiceResult<Option<Reconciled>> {
    if before.config == after.config && before.driver == after.driver {
        return Ok(None);
    }
    let conn = change.conn();
    let mut reconciled = None;
    for seen in custom_image_templates::of_environment(&conn, after.id).await? {
        let description = change.core().sandboxes.provider(&seen.provider).map(|found| found.describe());
        let Some(binding) = description.as_ref().and_then(binding_of) else { continue };
        let Some(template) = custom_image_templates::lock(&conn, seen.id).await? else { continue };
        let to = |config| fit(&binding, &template.config, config);
        let (was, is) = (to(&before.config), to(&after.config));
        let stamped = match is {
            Fit::Same | Fit::Near => stamp(change, &binding, &template, &after.config).await?,
            Fit::Not(_) => template,
        };
        if stamped.status != TemplateStatus::Active {
            continue;
        }
        let action = match (was.applies(), is) {
            (true, Fit::Not(_)) => Some(Reconciliation::Detached),
            (true, Fit::Near) | (false, Fit::Same | Fit::Near) => Some(Reconciliation::Relinked),
            (true, Fit::Same) | (false, Fit::Not(_)) => None,
        };
        reconciled = action.map(|action| Reconciled { action, template: stamped }).or(reconciled);
    }
    Ok(reconciled)
}

/// Gives a template the settings that it fits from here on.
pub(super) async fn stamp(
    change: &Change<'_>,
    binding: &Binding,
    before: &CustomImageTemplate,
    config: &OpaqueJson,
) -> ServiceResult<CustomImageTemplate> {
    let mut after = before.clone();
    after.config = config.clone();
    after.fingerprint = fingerprint(binding, config);
    if after != *before {
        after.updated_at = change.now();
        custom_image_templates::update(&change.conn(), before, &after).await?;
    }
    Ok(after)
}

/// Forgets the templates of an environment that is being deleted. Earlier ones go from the provider;
/// the last one stays there: whoever made it may want it elsewhere.
pub(crate) async fn forget_all_of(change: &mut Change<'_>, environment: EnvironmentId) -> ServiceResult<()> {
    retire(change, environment, None).await?;
    Ok(custom_image_templates::forget(&change.conn(), environment).await?)
}
