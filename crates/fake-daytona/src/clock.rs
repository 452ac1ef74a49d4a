//! The fake's own time. It stands still unless it is advanced or told to run.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

/// A moment of the fake's time.
pub(crate) type Moment = DateTime<Utc>;

/// Reads the fake's time.
#[derive(Debug)]
pub(crate) struct VirtualClock {
    start: Moment,
    began: Instant,
    /// Whether real time moves it as well.
    is_running: bool,
    advanced_ms: AtomicI64,
}

impl VirtualClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the fake looks at real time")]
    pub(crate) fn new(is_running: bool) -> Self {
        Self { start: Utc::now(), began: Instant::now(), is_running, advanced_ms: AtomicI64::new(0) }
    }

    pub(crate) fn now(&self) -> Moment {
        let ran = if self.is_running { millis(self.began.elapsed()) } else { 0 };
        self.start + TimeDelta::milliseconds(self.advanced_ms.load(Ordering::SeqCst) + ran)
    }

    /// Moves forward to `moment`; never back.
    pub(crate) fn advance_to(&self, moment: Moment) {
        let missing = (moment - self.now()).num_milliseconds();
        if missing > 0 {
            self.advanced_ms.fetch_add(missing, Ordering::SeqCst);
        }
    }

    /// Real time since the fake began.
    pub(crate) fn real(&self) -> Duration {
        self.began.elapsed()
    }
}

/// Adds a real duration to a moment.
pub(crate) fn after(moment: Moment, by: Duration) -> Moment {
    moment + TimeDelta::milliseconds(millis(by))
}

/// Returns `minutes` as a span of time; absurdly long ones are cut to a thousand years.
pub(crate) fn minutes(minutes: i64) -> TimeDelta {
    TimeDelta::minutes(minutes.clamp(0, 525_960_000))
}

/// Spells a moment as the wire does.
pub(crate) fn iso(moment: Moment) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX / 4)
}
