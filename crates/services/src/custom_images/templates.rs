//! What a person does with an environment's custom image once it is there.

use wireclip_domain::custom_image::{
    Binding, BootSource, CustomImageRefused, Fit, TemplateEvent, fit, next_of_template,
};
use wireclip_domain::secret::SecretTarget;
use wireclip_domain::{CompanyId, TemplateId};
use wireclip_store::custom_image_templates::{self, CustomImageTemplate};
use wireclip_store::environments::{self, Environment};
use wireclip_store::{Conn, company_secrets};

use super::removing::CLAIMED_FOR;
use super::retiring::retire;
use super::stamping::{Reconciled, Reconciliation, stamp};
use super::{CustomImages, binding_of, telling};
use crate::change::Change;
use crate::environments::{company_of_context, not_found, require_admin, row_id};
use crate::error::{ServiceError, ServiceResult};
use crate::request::Scoped;

/// A template that is in its place again, and the one that was there meanwhile.
#[derive(Debug, Clone)]
pub struct RolledBack {
    /// The one from which sandboxes start.
    pub active: CustomImageTemplate,
    /// The one before.
    pub superseded: CustomImageTemplate,
}

impl CustomImages {
    /// Gives the template before the active one its place again.
    ///
    /// # Errors
    /// `NotFound` if there is no active one; `Conflict` if there is none before it.
    pub async fn roll_back(
        &self,
        environment: &Scoped<Environment>,
        company: Option<CompanyId>,
    ) -> ServiceResult<RolledBack> {
        let (company_id, mut change, _) = self.begin(environment, company).await?;
        let conn = change.conn();
        let active = active(&conn, environment).await?;
        let nothing_before = || ServiceError::refused(&CustomImageRefused::NothingBefore);
        let earlier = custom_image_templates::superseded_by(&conn, environment.id, active.id).await?;
        let earlier = custom_image_templates::lock(&conn, earlier.ok_or_else(nothing_before)?.id).await?;
        let earlier = earlier.ok_or_else(nothing_before)?;
        drop(conn);
        let superseded = moved(&change, &active, TemplateEvent::Supersede, Some(earlier.id)).await?;
        let active = moved(&change, &earlier, TemplateEvent::Restore, None).await?;
        let rolled_back = RolledBack { active, superseded };
        telling::rolled_back(&mut change, company_id, &rolled_back);
        Ok(change.commit(rolled_back).await?.into_inner())
    }

    /// Lets the active template go on with the settings as they are now.
    ///
    /// # Errors
    /// `NotFound` if there is none; `Conflict` if sandboxes would start from something else without
    /// it, unless that is `confirmed`, or it is not where the settings lead.
    pub async fn relink(
        &self,
        environment: &Scoped<Environment>,
        company: Option<CompanyId>,
        confirmed: bool,
    ) -> ServiceResult<Reconciled> {
        let (company_id, mut change, now) = self.begin(environment, company).await?;
        let template = active(&change.conn(), environment).await?;
        let drifted = |source| ServiceError::refused(&CustomImageRefused::Drifted(source));
        let binding = self.binding(&template).ok_or_else(|| drifted(BootSource::Elsewhere))?;
        match fit(&binding, &template.config, &now.config) {
            Fit::Same | Fit::Near => {}
            Fit::Not(BootSource::Other) if confirmed => {}
            Fit::Not(source) => return Err(drifted(source)),
        }
        let template = stamp(&change, &binding, &template, &now.config).await?;
        telling::relinked(&mut change, company_id, &template);
        let relinked = Reconciled { action: Reconciliation::Relinked, template };
        Ok(change.commit(relinked).await?.into_inner())
    }

    /// Has sandboxes start without the custom image from here on, and the provider remove it, with
    /// the one before, if that is wished.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn disable(
        &self,
        environment: &Scoped<Environment>,
        company: Option<CompanyId>,
        deletes: bool,
    ) -> ServiceResult<CustomImageTemplate> {
        let (company_id, mut change, _) = self.begin(environment, company).await?;
        let before = active(&change.conn(), environment).await?;
        let provider = self.core.sandboxes.provider(&before.provider);
        if deletes && !provider.is_some_and(|found| found.describe().capabilities.template_delete) {
            let why = "its provider does not remove templates; disable it without";
            return Err(ServiceError::refused(&CustomImageRefused::Unsupported { why }));
        }
        let revoked = moved(&change, &before, TemplateEvent::Revoke, None).await?;
        let mut after = revoked.clone();
        // Taken upon this server, which asks at once.
        after.removal_due_at = deletes.then(|| change.now().plus(CLAIMED_FOR));
        custom_image_templates::update(&change.conn(), &revoked, &after).await?;
        if deletes {
            // Nobody goes back from nothing.
            retire(&mut change, environment.id, None).await?;
        }
        telling::disabled(&mut change, company_id, &after);
        let after = change.commit(after).await?.into_inner();
        if deletes {
            self.remove_claimed(&after).await?;
        }
        Ok(after)
    }

    /// Begins a change of an environment's custom image, in the name of a company.
    async fn begin(
        &self,
        environment: &Scoped<Environment>,
        company: Option<CompanyId>,
    ) -> ServiceResult<(CompanyId, Change<'_>, Environment)> {
        let request = environment.request();
        require_admin(request)?;
        let conn = self.core.store.read();
        let target = row_id(environment.id);
        let bindings = company_secrets::bound_to(&conn, SecretTarget::Environment, target).await?;
        let company_id = company_of_context(&conn, request, company, &bindings).await?;
        drop(conn);
        let change = self.core.begin_in(company_id, request).await?;
        let now = environments::lock(&change.conn(), environment.id).await?.ok_or_else(not_found)?;
        Ok((company_id, change, now))
    }

    fn binding(&self, template: &CustomImageTemplate) -> Option<Binding> {
        let description = self.core.sandboxes.provider(&template.provider)?.describe();
        binding_of(&description)
    }
}

async fn active(conn: &Conn<'_>, environment: &Environment) -> ServiceResult<CustomImageTemplate> {
    let none = || ServiceError::refused(&CustomImageRefused::NoTemplate);
    let found = custom_image_templates::active(conn, environment.id).await?.ok_or_else(none)?;
    custom_image_templates::lock(conn, found.id).await?.ok_or_else(none)
}

async fn moved(
    change: &Change<'_>,
    before: &CustomImageTemplate,
    event: TemplateEvent,
    superseded_by: Option<TemplateId>,
) -> ServiceResult<CustomImageTemplate> {
    let after = CustomImageTemplate {
        status: next_of_template(before.status, event).map_err(|refused| ServiceError::refused(&refused))?,
        superseded_by_id: superseded_by,
        updated_at: change.now(),
        ..before.clone()
    };
    custom_image_templates::update(&change.conn(), before, &after).await?;
    Ok(after)
}
