//! What people want to be told of no more, and what still asks for them.

mod asking;

use std::sync::Arc;

use serde::Serialize;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Caller;
use wireclip_domain::inbox::{BadDismissal, DismissalKind, ItemKey, check_end};
use wireclip_domain::{CompanyId, InboxDismissalId, OpaqueJson, Timestamp, UserId};
use wireclip_store::PageLimit;
use wireclip_store::companies::Company;
use wireclip_store::inbox_dismissals::{self, InboxDismissal};

use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{Refusal, RefusalKind, ServiceError, ServiceResult};
use crate::request::Scoped;

pub use asking::{Badges, Waiting};

/// Actions on inboxes.
#[derive(Debug, Clone)]
pub struct Inbox {
    core: Arc<Core>,
}

/// An item to take out of the caller's inbox.
#[derive(Debug, Clone)]
pub struct NewDismissal {
    /// Which one.
    pub item: ItemKey,
    /// For how long.
    pub kind: DismissalKind,
    /// Until when, if it is only put off.
    pub snoozed_until: Option<Timestamp>,
}

impl Inbox {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Lists what the caller dismissed in a company, the last changed first.
    ///
    /// # Errors
    /// `Forbidden` if the caller is no person.
    pub async fn dismissals(&self, company: &Scoped<Company>) -> ServiceResult<Vec<InboxDismissal>> {
        let user_id = person(company.caller())?;
        Ok(inbox_dismissals::list(&self.core.store.read(), company.id, &user_id, PageLimit::MAX).await?)
    }

    /// Takes an item out of the caller's inbox, for good or for a while.
    ///
    /// # Errors
    /// `Invalid` if the time does not fit; `Forbidden` if the caller is no person.
    pub async fn dismiss(
        &self,
        company: &Scoped<Company>,
        new: NewDismissal,
    ) -> ServiceResult<Committed<InboxDismissal>> {
        let user_id = person(company.caller())?;
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let now = change.now();
        check_end(new.kind, new.snoozed_until, now).map_err(bad_end)?;
        let before = inbox_dismissals::find(&change.conn(), company.id, &user_id, &new.item).await?;
        let dismissal = InboxDismissal {
            id: before.as_ref().map_or_else(InboxDismissalId::random, |before| before.id),
            company_id: company.id,
            user_id,
            item_key: new.item.as_str().to_owned(),
            kind: new.kind,
            snoozed_until: new.snoozed_until,
            dismissed_at: now,
            created_at: before.map_or(now, |before| before.created_at),
            updated_at: now,
        };
        inbox_dismissals::put(&change.conn(), &dismissal).await?;
        let action = match new.kind {
            DismissalKind::Dismiss => Action::InboxDismissed,
            DismissalKind::Snooze => Action::InboxSnoozed,
        };
        record(&mut change, company.id, action, &dismissal);
        change.commit(dismissal).await
    }

    /// Puts an item back into the caller's inbox; does nothing if it was not taken out.
    ///
    /// # Errors
    /// `Forbidden` if the caller is no person.
    pub async fn restore(&self, company: &Scoped<Company>, item: &ItemKey) -> ServiceResult<Committed<()>> {
        let user_id = person(company.caller())?;
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        if let Some(dismissal) = inbox_dismissals::find(&change.conn(), company.id, &user_id, item).await? {
            inbox_dismissals::delete(&change.conn(), dismissal.id).await?;
            record(&mut change, company.id, Action::InboxRestored, &dismissal);
        }
        change.commit(()).await
    }
}

/// Refuses a time that does not fit, in the shape of what is wrong with a body.
fn bad_end(contradiction: BadDismissal) -> ServiceError {
    #[derive(Serialize)]
    struct Violation {
        code: &'static str,
        path: [&'static str; 1],
        message: String,
    }
    let violation = Violation { code: "custom", path: ["snoozedUntil"], message: contradiction.to_string() };
    Refusal::new(RefusalKind::Invalid, "Validation error").with_details(OpaqueJson::of(&[violation])).into()
}

/// Returns the person who calls.
pub(crate) fn person(caller: &Caller) -> ServiceResult<UserId> {
    match caller {
        Caller::Board(board) => Ok(board.user_id.clone()),
        Caller::Agent(_) => Err(ServiceError::forbidden("Board access required")),
    }
}

fn record(change: &mut Change<'_>, company_id: CompanyId, action: Action, dismissal: &InboxDismissal) {
    let mut details = OpaqueJson::object();
    details.set("kind", &dismissal.kind);
    details.set("userId", &dismissal.user_id);
    details.set("itemKey", &dismissal.item_key);
    details.set("dismissedAt", &dismissal.dismissed_at);
    details.set("snoozedUntil", &dismissal.snoozed_until);
    change.record(company_id, ActivityRecord::about(EntityType::Company, company_id, action, details));
}
