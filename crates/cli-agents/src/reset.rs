//! When a quota comes back, as programs tell it.

use std::time::Duration;

use wireclip_domain::Timestamp;

/// When a used-up quota comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reset {
    /// At this time.
    At(Timestamp),
    /// So long after it was said.
    In(Duration),
    /// At this time of the day, in UTC.
    TimeOfDay {
        /// From midnight.
        since_midnight: Duration,
    },
}

impl Reset {
    /// Returns the time that is meant.
    #[must_use]
    pub fn after(self, now: Timestamp) -> Timestamp {
        match self {
            Self::At(time) => time,
            Self::In(time) => now.plus(time),
            Self::TimeOfDay { since_midnight } => {
                let today = now.start_of_day().plus(since_midnight);
                if today >= now { today } else { today.plus(Duration::from_secs(24 * 3600)) }
            }
        }
    }

    /// Reads the time out of a sentence such as "resets 2:58am (UTC)" or "reset after 3h20m". A time
    /// of the day in a zone that is not said is not a time that we know.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        for marker in ["reset after ", "retry in ", "try again in "] {
            if let Some(span) = text.split(marker).nth(1).and_then(span) {
                return Some(Self::In(span));
            }
        }
        let (_, after) = text.split_once("resets ")?;
        let (clock, _) = after.split_once(" (utc)")?;
        let since_midnight = time_of_day(clock)?;
        Some(Self::TimeOfDay { since_midnight })
    }
}

/// Reads "3h20m", "2s".
fn span(text: &str) -> Option<Duration> {
    let mut seconds = 0_u64;
    let mut digits = String::new();
    let mut found = false;
    for sign in text.chars() {
        let unit = match sign {
            '0'..='9' if digits.len() < 9 => {
                digits.push(sign);
                continue;
            }
            'd' => 86_400,
            'h' => 3600,
            'm' => 60,
            's' => 1,
            _ => break,
        };
        let Ok(count) = digits.parse::<u64>() else { break };
        seconds = seconds.saturating_add(count.saturating_mul(unit));
        digits.clear();
        found = true;
    }
    found.then(|| Duration::from_secs(seconds.min(366 * 86_400)))
}

/// Reads "2:58am", "3pm".
fn time_of_day(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (clock, is_afternoon) = match (text.strip_suffix("am"), text.strip_suffix("pm")) {
        (Some(clock), _) => (clock, false),
        (_, Some(clock)) => (clock, true),
        (None, None) => return None,
    };
    let (hours, minutes) = clock.trim().split_once(':').unwrap_or_else(|| (clock.trim(), "0"));
    let (hours, minutes) = (hours.parse::<u64>().ok()?, minutes.parse::<u64>().ok()?);
    if !(1..=12).contains(&hours) || minutes > 59 {
        return None;
    }
    let hours = hours % 12 + if is_afternoon { 12 } else { 0 };
    Some(Duration::from_secs(hours * 3600 + minutes * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_say_of_a_reset_is_understood() {
        let of_day = |hours: u64, minutes: u64| Reset::TimeOfDay {
            since_midnight: Duration::from_secs(hours * 3600 + minutes * 60),
        };
        assert_eq!(Reset::read("You've hit your limit · resets 2:58am (UTC)"), Some(of_day(2, 58)));
        assert_eq!(Reset::read("resets 12pm (UTC)"), Some(of_day(12, 0)));
        assert_eq!(
            Reset::read("Your quota will reset after 3h20m."),
            Some(Reset::In(Duration::from_secs(12_000)))
        );
        assert_eq!(Reset::read("or try again at 3:02 AM."), None, "in whose zone?");
        assert_eq!(Reset::read("resets 25:00am (UTC)"), None);
        assert_eq!(Reset::read("retry in 999999999999999999999d"), None);
    }

    #[test]
    fn a_time_of_the_day_is_the_next_one() {
        let now = Timestamp::from_unix_millis(10 * 3_600_000);
        let at = |hours: u64| Reset::TimeOfDay { since_midnight: Duration::from_secs(hours * 3600) };
        assert_eq!(at(11).after(now).unix_millis(), 11 * 3_600_000);
        assert_eq!(at(9).after(now).unix_millis(), 33 * 3_600_000);
    }
}
