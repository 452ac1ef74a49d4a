//! Answers to requests that come again.

use std::sync::Arc;
use std::time::Duration;

use wireclip_store::idempotency;

pub use wireclip_store::idempotency::KeptAnswer;

use crate::core::Core;
use crate::error::{Refusal, RefusalKind, ServiceResult};
use crate::request::IdempotencyKey;

/// Within this time a request that was carried out is answered: whoever stops something waits up to
/// two minutes for its end. A key that has no answer by then has lost it.
const ANSWERED_WITHIN: Duration = Duration::from_secs(180);

/// Remembers answers by their request's key.
#[derive(Debug, Clone)]
pub struct Idempotency {
    core: Arc<Core>,
}

impl Idempotency {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Returns the answer that a request got before, if it was carried out before.
    ///
    /// # Errors
    /// `Unprocessable` if the key was used for another request; `Conflict` if the change was
    /// made but its answer is not (or no longer) to be had, with what the change is about.
    pub async fn look_up(&self, key: &IdempotencyKey) -> ServiceResult<Option<KeptAnswer>> {
        let conn = self.core.store.read();
        let Some(known) = idempotency::get(&conn, &key.caller, &key.route, &key.key).await? else {
            return Ok(None);
        };
        if known.request_digest != key.request_digest {
            let message = "The idempotency key was used for another request";
            return Err(Refusal::new(RefusalKind::Unprocessable, message)
                .with_code("idempotency_key_reused")
                .into());
        }
        let about = idempotency::about(&known);
        let taken_at = known.created_at;
        if let Some(answer) = idempotency::kept(known) {
            return Ok(Some(answer));
        }
        let (code, message) = if self.core.clock.now().since(taken_at) > ANSWERED_WITHIN {
            ("idempotency_answer_lost", "The request was carried out, and its answer was lost")
        } else {
            let message = "The request was carried out, or is being carried out; its answer is not known yet";
            ("idempotency_key_in_use", message)
        };
        let refusal = Refusal::new(RefusalKind::Conflict, message).with_code(code);
        Err(match about {
            Some(about) => refusal.with_details(about),
            None => refusal,
        }
        .into())
    }

    /// Keeps the answer of a request that was carried out.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn keep(&self, key: &IdempotencyKey, answer: &KeptAnswer) -> ServiceResult<()> {
        let transaction = self.core.store.begin_write().await?;
        idempotency::answer(&transaction.conn(), key.id(), answer).await?;
        Ok(transaction.commit().await?)
    }
}
