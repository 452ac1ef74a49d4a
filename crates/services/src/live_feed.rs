//! Listening to a company.
//!
//! **Invariant:** a listener hears every stored event after the number from which it listens,
//! once and in order, however far it falls behind; what it missed is read from the store. Where that
//! is not there any more, it is told so instead. Output of runs is told as it comes and is not repeated.

use std::collections::VecDeque;
use std::sync::Arc;

use wireclip_domain::CompanyId;
use wireclip_store::activity;
use wireclip_store::companies::Company;
use wireclip_store::{PageLimit, counters};

use crate::core::Core;
use crate::error::{Refusal, RefusalKind, ServiceResult};
use crate::events::{Crowded, LiveEvent, LiveEventBody, Subscription};
use crate::other_nodes;
use crate::request::Scoped;

/// How many stored events are read at a time.
const CATCH_UP_ROWS: u32 = 200;

/// Makes feeds.
#[derive(Debug, Clone)]
pub struct LiveFeeds {
    core: Arc<Core>,
}

/// What a company's listener hears.
#[derive(Debug)]
pub struct LiveFeed {
    core: Arc<Core>,
    company_id: CompanyId,
    subscription: Subscription,
    /// The last stored event that was heard or stands in the backlog.
    position: i64,
    /// Whether there is more in the store than was heard.
    is_behind: bool,
    /// Whether it was told that events are missing, by whatever it still reads from the store.
    has_told_missed: bool,
    backlog: VecDeque<Arc<LiveEvent>>,
}

impl LiveFeeds {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Tells this node's listeners and its engine what other nodes commit, until dropped; at once
    /// over where there are none.
    pub async fn hear_other_nodes(&self) {
        other_nodes::hear(&self.core).await;
    }

    /// Listens to a company: from now on, or from behind the event with this number.
    ///
    /// # Errors
    /// `Unavailable` if as many listen as may, to the company or to all.
    pub async fn open(&self, company: &Scoped<Company>, after_seq: Option<i64>) -> ServiceResult<LiveFeed> {
        // Subscribed first, so that nothing falls between the question and the subscription.
        let subscription = self.core.bus.subscribe_listener(company.id).map_err(|crowded| {
            let message = match crowded {
                Crowded::Company => "Too many listen to the company; try again later",
                Crowded::Server => "Too many listen to this server; try again later",
            };
            Refusal::new(RefusalKind::Unavailable, message).with_code("too_many_listeners")
        })?;
        let counters = counters::get(&self.core.store.read(), company.id).await?;
        let last = counters.map_or(0, |counters| counters.events);
        let position = after_seq.map_or(last, |after| after.clamp(0, last));
        let mut feed = LiveFeed {
            core: Arc::clone(&self.core),
            company_id: company.id,
            subscription,
            position,
            is_behind: position < last,
            has_told_missed: false,
            backlog: VecDeque::new(),
        };
        // A number that was never given out comes from another database: an older one was restored.
        if after_seq.is_some_and(|after| after > last) {
            feed.tell_missed();
        }
        Ok(feed)
    }
}

impl LiveFeed {
    /// Waits for the next event. Cancel safe. `None` once the server stops.
    ///
    /// # Errors
    /// If what was missed cannot be read.
    pub async fn next(&mut self) -> ServiceResult<Option<Arc<LiveEvent>>> {
        loop {
            if let Some(event) = self.backlog.pop_front() {
                return Ok(Some(event));
            }
            if self.is_behind {
                self.catch_up().await?;
                continue;
            }
            match self.subscription.next().await {
                Err(_) => self.is_behind = true,
                Ok(None) => return Ok(None),
                Ok(Some(event)) => {
                    if self.is_next(&event) {
                        return Ok(Some(event));
                    }
                }
            }
        }
    }

    /// Returns how many listen to the company, this one among them.
    #[must_use]
    pub fn count_listeners(&self) -> usize {
        self.core.bus.count_listeners(self.company_id)
    }

    /// Returns the next event if it is there already.
    pub fn next_at_once(&mut self) -> Option<Arc<LiveEvent>> {
        loop {
            if let Some(event) = self.backlog.pop_front() {
                return Some(event);
            }
            if self.is_behind {
                return None;
            }
            match self.subscription.next_at_once() {
                Err(_) => self.is_behind = true,
                Ok(None) => return None,
                Ok(Some(event)) => {
                    if self.is_next(&event) {
                        return Some(event);
                    }
                }
            }
        }
    }

    /// Returns whether an event is the next to be heard, rather than one that was heard, or one
    /// before which some are missing.
    fn is_next(&mut self, event: &LiveEvent) -> bool {
        let Some(seq) = event.seq else { return true };
        let is_next = seq == self.position + 1;
        if is_next {
            self.position = seq;
        } else if seq > self.position {
            // Told out of order, or by another node: the store has them in order.
            self.is_behind = true;
        }
        is_next
    }

    async fn catch_up(&mut self) -> ServiceResult<()> {
        let limit = PageLimit::at_most(CATCH_UP_ROWS);
        let conn = self.core.store.read();
        let since = activity::since(&conn, self.company_id, self.position, limit).await?;
        self.is_behind = since.recorded.len() as u64 >= limit.rows();
        for row in since.recorded {
            self.expect(row.seq());
            self.position = row.seq();
            self.backlog.extend(LiveEvent::of_recorded(self.company_id, row).map(Arc::new));
        }
        self.expect(since.up_to + 1);
        self.has_told_missed &= self.is_behind;
        Ok(())
    }

    /// Goes on to the event before this number, and tells if there were others before: events that are
    /// no entries of the log are removed after a time.
    fn expect(&mut self, next: i64) {
        let is_missing = self.position + 1 < next;
        self.position = self.position.max(next - 1);
        if is_missing && !self.has_told_missed {
            self.tell_missed();
        }
    }

    fn tell_missed(&mut self) {
        self.has_told_missed = true;
        let (company_id, seq, now) = (self.company_id, Some(self.position), self.core.clock.now());
        self.backlog.push_back(Arc::new(LiveEvent::new(company_id, seq, now, LiveEventBody::Missed)));
    }
}
