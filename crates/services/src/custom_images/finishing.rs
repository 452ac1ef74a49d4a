//! A session's end by a person: its sandbox is captured, or not wanted any more.

use std::time::Duration;

use wireclip_domain::custom_image::{
    SessionEvent, SessionStatus, TemplateEvent, TemplateKind, TemplateStatus, check_open, next_of_session,
    next_of_template,
};
use wireclip_domain::{LeaseId, OpaqueJson, TemplateId};
use wireclip_ports::sandbox::{Asked, CaptureOrder, CapturedTemplate, ProviderError};
use wireclip_store::counters::Within;
use wireclip_store::custom_image_sessions::{self, CustomImageSession};
use wireclip_store::custom_image_templates::{self, CustomImageTemplate};

use super::ending::{Ended, Move, end, waits_again};
use super::looking::safe;
use super::retiring::retire;
use super::stamping::fingerprint;
use super::terminals::SetupEnded;
use super::{CustomImages, binding_of, no_session, telling, told};
use crate::change::Change;
use crate::core::Wanted;
use crate::error::{ServiceError, ServiceResult};
use crate::request::Scoped;

/// What a provider is asked for.
const CAPTURE: &str = "capture the sandbox of a session";
/// How long a provider may take to capture a sandbox.
const CAPTURE_LIMIT: Duration = Duration::from_secs(30 * 60);
/// Whoever finds a capture that goes on still after this time takes it for given up.
const CAPTURED_AFTER: Duration = Duration::from_secs(35 * 60);
const _: () = assert!(CAPTURED_AFTER.as_secs() > CAPTURE_LIMIT.as_secs());

/// A session of which a template came.
#[derive(Debug, Clone)]
pub struct Finished {
    /// The session.
    pub session: CustomImageSession,
    /// The template, from which sandboxes start from here on.
    pub template: CustomImageTemplate,
}

impl CustomImages {
    /// Captures the sandbox of a session as the template from which the environment's sandboxes
    /// start from here on, and removes it. A sandbox that could not be captured waits for its person
    /// as before. Goes on if the caller is dropped.
    ///
    /// # Errors
    /// `Conflict` for a session that does not wait for a person, or whose time is over;
    /// `Unavailable` or `Unprocessable` if the provider does not capture it.
    pub async fn finish(
        &self,
        session: &Scoped<CustomImageSession>,
        metadata: Option<OpaqueJson>,
    ) -> ServiceResult<Finished> {
        let (images, session) = (self.clone(), session.clone());
        self.core.carry(async move { images.capture(&session, metadata).await }).await
    }

    async fn capture(
        &self,
        session: &Scoped<CustomImageSession>,
        metadata: Option<OpaqueJson>,
    ) -> ServiceResult<Finished> {
        let held = match session.lease_id {
            Some(lease) => self.leases().hold_of_setup(lease).await?,
            None => None,
        };
        let change = self.core.begin_in(session.company_id, session.request()).await?;
        let before = custom_image_sessions::lock(&change.conn(), session.id).await?.ok_or_else(no_session)?;
        let now = change.now();
        check_open(before.status, before.expires_at, now)
            .map_err(|refused| ServiceError::refused(&refused))?;
        let mut capturing = before.clone();
        capturing.status = next_of_session(before.status, SessionEvent::Capture)
            .map_err(|refused| ServiceError::refused(&refused))?;
        capturing.captures += 1;
        capturing.failure_reason = None;
        capturing.due_at = Some(now.plus(CAPTURED_AFTER));
        capturing.carrier_node_id = Some(self.core.facts.node_id);
        capturing.updated_at = now;
        let Some((provider, hold)) = held else {
            let message = "the session's sandbox does not exist at the provider";
            return Err(ServiceError::unprocessable(message));
        };
        let asked = Asked::of(provider.as_ref(), &hold.spec);
        let binding = binding_of(&provider.describe())
            .ok_or_else(|| told(&asked, CAPTURE, &ProviderError::Unsupported { what: "template capture" }))?;
        let label = label_of(&capturing);
        let template = CustomImageTemplate {
            id: TemplateId::random(),
            environment_id: Some(capturing.environment_id),
            provider: capturing.provider.clone(),
            kind: TemplateKind::Unknown,
            reference: label.clone(),
            source_reference: capturing.base_reference.clone(),
            fingerprint: fingerprint(&binding, &capturing.config),
            config: capturing.config.clone(),
            status: TemplateStatus::Failed,
            created_by_user_id: change.actor().user_id().map(|user| user.as_str().to_owned()),
            captured_at: None,
            last_used_at: None,
            superseded_by_id: None,
            // What is left of it if nobody says that it came to be.
            removal_due_at: Some(now.plus(CAPTURED_AFTER)),
            removal_attempts: 0,
            metadata,
            created_at: now,
            updated_at: now,
        };
        custom_image_sessions::update(&change.conn(), &before, &capturing).await?;
        custom_image_templates::insert(&change.conn(), &template).await?;
        change.commit(()).await?.into_inner();
        let order = CaptureOrder { lease: hold, label };
        match provider.capture_template(order, CAPTURE_LIMIT).await {
            Ok(captured) => self.promote(session, template.id, captured).await,
            Err(error) => {
                self.not_captured(session, template.id, &asked.failed(CAPTURE, &error)).await?;
                Err(told(&asked, CAPTURE, &error))
            }
        }
    }

    /// Gives a template the place of the one before it, and ends its session.
    async fn promote(
        &self,
        session: &Scoped<CustomImageSession>,
        id: TemplateId,
        captured: CapturedTemplate,
    ) -> ServiceResult<Finished> {
        let company = Within::Company(session.company_id);
        let mut change = self.core.begin_within(company, session.request().actor()).await?;
        let before = custom_image_sessions::lock(&change.conn(), session.id).await?.ok_or_else(no_session)?;
        let draft = custom_image_templates::lock(&change.conn(), id).await?.ok_or_else(no_session)?;
        if before.status != SessionStatus::Capturing || draft.removal_due_at.is_none() {
            // Somebody took the capture for given up; what came of it is removed in its time.
            return Err(ServiceError::refused(
                &wireclip_domain::custom_image::CustomImageRefused::SessionIs {
                    status: before.status,
                    event: SessionEvent::Promote,
                },
            ));
        }
        let superseded = supersede(&change, &before, id).await?;
        retire(&mut change, before.environment_id, superseded).await?;
        let moved = next_of_template(draft.status, TemplateEvent::Promote)
            .map_err(|refused| ServiceError::refused(&refused))?;
        let CapturedTemplate { template: made, metadata } = captured;
        let template = CustomImageTemplate {
            status: moved,
            kind: made.kind.as_str().parse().unwrap_or(TemplateKind::Unknown),
            reference: made.reference,
            captured_at: Some(change.now()),
            removal_due_at: None,
            metadata: Some(metadata.merged_with(&draft.metadata.clone().unwrap_or_default())),
            updated_at: change.now(),
            ..draft.clone()
        };
        custom_image_templates::update(&change.conn(), &draft, &template).await?;
        let promoted = CustomImageSession { promoted_template_id: Some(id), ..before.clone() };
        let how = Move { event: SessionEvent::Promote, reason: None };
        custom_image_sessions::update(&change.conn(), &before, &promoted).await?;
        let Ended { session: ended, lease } = end(&mut change, &promoted, how).await?;
        telling::finished(&mut change, &ended, &template);
        change.commit(()).await?.into_inner();
        self.doors.close(ended.id, SetupEnded::Finished);
        self.end_lease(lease).await?;
        Ok(Finished { session: safe(ended), template })
    }

    async fn not_captured(
        &self,
        session: &CustomImageSession,
        id: TemplateId,
        reason: &str,
    ) -> ServiceResult<()> {
        let company = Within::Company(session.company_id);
        let actor = wireclip_domain::caller::Actor::system(super::CUSTOM_IMAGES);
        let mut change = self.core.begin_within(company, actor).await?;
        let conn = change.conn();
        let before = custom_image_sessions::lock(&conn, session.id).await?;
        if let Some(draft) = custom_image_templates::lock(&conn, id).await? {
            // Something of it may be there all the same.
            let after = CustomImageTemplate { removal_due_at: Some(change.now()), ..draft.clone() };
            custom_image_templates::update(&conn, &draft, &after).await?;
        }
        drop(conn);
        if let Some(before) = before.filter(|before| before.status == SessionStatus::Capturing) {
            waits_again(&mut change, &before, reason).await?;
        }
        change.wake_engine(Wanted::PLACES.and(Wanted::CUSTOM_IMAGES));
        change.commit(()).await?.into_inner();
        Ok(())
    }

    /// Ends a session that somebody does not want any more, and removes its sandbox.
    ///
    /// # Errors
    /// `Conflict` for one that is over, or whose sandbox is being captured.
    pub async fn cancel(
        &self,
        session: &Scoped<CustomImageSession>,
        reason: Option<&str>,
    ) -> ServiceResult<CustomImageSession> {
        let mut change = self.core.begin_in(session.company_id, session.request()).await?;
        let before = custom_image_sessions::lock(&change.conn(), session.id).await?.ok_or_else(no_session)?;
        let how = Move { event: SessionEvent::Cancel, reason };
        let Ended { session: ended, lease } = end(&mut change, &before, how).await?;
        telling::cancelled(&mut change, &ended);
        change.commit(()).await?.into_inner();
        self.doors.close(ended.id, SetupEnded::Cancelled);
        self.end_lease(lease).await?;
        Ok(safe(ended))
    }

    /// Asks for the end of a lease that has begun. What the provider does not confirm is asked for
    /// again.
    async fn end_lease(&self, lease: Option<LeaseId>) -> ServiceResult<()> {
        if let Some(lease) = lease {
            self.leases().clean(lease).await?;
        }
        Ok(())
    }
}

/// Lets the active template make room for another, and returns it.
async fn supersede(
    change: &Change<'_>,
    session: &CustomImageSession,
    by: TemplateId,
) -> ServiceResult<Option<TemplateId>> {
    let conn = change.conn();
    let Some(active) = custom_image_templates::active(&conn, session.environment_id).await? else {
        return Ok(None);
    };
    let Some(before) = custom_image_templates::lock(&conn, active.id).await? else { return Ok(None) };
    let after = CustomImageTemplate {
        status: next_of_template(before.status, TemplateEvent::Supersede)
            .map_err(|refused| ServiceError::refused(&refused))?,
        superseded_by_id: Some(by),
        updated_at: change.now(),
        ..before.clone()
    };
    custom_image_templates::update(&conn, &before, &after).await?;
    Ok(Some(after.id))
}

/// Names a template at its provider. A second try has another name: something of the first may be
/// there still.
fn label_of(session: &CustomImageSession) -> String {
    let id = session.id.to_string();
    let label = format!("paperclip-{}-{}", session.environment_id, &id[..8]);
    if session.captures > 1 { format!("{label}-{}", session.captures) } else { label }
}
