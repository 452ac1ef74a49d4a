//! Moments, cut to milliseconds where they are made.
//!
//! SQLite keeps nanoseconds, PostgreSQL microseconds and the wire milliseconds; cutting at the
//! source lets a moment pass through all three unchanged.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use chrono::{DateTime, Datelike, SecondsFormat, TimeZone, Timelike, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment in UTC, in whole milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "database", derive(sea_orm::DeriveValueType))]
pub struct Timestamp(DateTime<Utc>);

/// A text that is not a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an ISO 8601 time with a zone")]
pub struct InvalidTimestamp;

impl Timestamp {
    /// Returns the moment so many milliseconds after 1970-01-01, or the nearest one that a
    /// calendar can name.
    #[must_use]
    pub fn from_unix_millis(millis: i64) -> Self {
        match Utc.timestamp_millis_opt(millis) {
            chrono::LocalResult::Single(at) => Self(at),
            _ if millis < 0 => Self(DateTime::<Utc>::MIN_UTC),
            _ => Self(DateTime::<Utc>::MAX_UTC),
        }
    }

    /// Returns the milliseconds since 1970-01-01.
    #[must_use]
    pub fn unix_millis(self) -> i64 {
        self.0.timestamp_millis()
    }

    /// Returns the time from `earlier` to this moment, zero if it lies ahead.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        let millis = self.unix_millis().saturating_sub(earlier.unix_millis());
        Duration::from_millis(u64::try_from(millis).unwrap_or(0))
    }

    /// Returns the moment so much later.
    #[must_use]
    pub fn plus(self, time: Duration) -> Self {
        let millis = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        Self::from_unix_millis(self.unix_millis().saturating_add(millis))
    }

    /// Returns the moment so much earlier.
    #[must_use]
    pub fn minus(self, time: Duration) -> Self {
        let millis = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        Self::from_unix_millis(self.unix_millis().saturating_sub(millis))
    }

    /// Returns the first moment of this day, by UTC.
    #[must_use]
    pub fn start_of_day(self) -> Self {
        const DAY_MILLIS: i64 = 86_400_000;
        Self::from_unix_millis(self.unix_millis().div_euclid(DAY_MILLIS) * DAY_MILLIS)
    }

    /// Returns the calendar date and time of day, by UTC.
    #[must_use]
    pub fn as_utc(self) -> DateTime<Utc> {
        self.0
    }
}

impl Timestamp {
    /// Spells the moment, unless its year needs more than four digits. Lists have hundreds of
    /// moments: this is several times as fast as the general way.
    fn spelled(self) -> Option<Spelled> {
        let year = u32::try_from(self.0.year()).ok().filter(|year| *year <= 9999)?;
        let mut text = *b"0000-00-00T00:00:00.000Z";
        let mut put = |place: std::ops::Range<usize>, mut number: u32| {
            for digit in text[place].iter_mut().rev() {
                *digit = b'0' + u8::try_from(number % 10).expect("a digit");
                number /= 10;
            }
        };
        put(0..4, year);
        put(5..7, self.0.month());
        put(8..10, self.0.day());
        put(11..13, self.0.hour());
        put(14..16, self.0.minute());
        put(17..19, self.0.second());
        put(20..23, self.0.timestamp_subsec_millis());
        Some(Spelled(text))
    }
}

impl From<DateTime<Utc>> for Timestamp {
    fn from(at: DateTime<Utc>) -> Self {
        Self::from_unix_millis(at.timestamp_millis())
    }
}

impl fmt::Display for Timestamp {
    /// Writes the wire's form, `2026-01-02T03:04:05.678Z`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.spelled() {
            Some(spelled) => f.write_str(spelled.as_str()),
            None => f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true)),
        }
    }
}

/// A moment in the wire's form.
struct Spelled([u8; 24]);

impl Spelled {
    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("digits and signs are ASCII")
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    fn from_str(text: &str) -> Result<Self, InvalidTimestamp> {
        DateTime::parse_from_rfc3339(text)
            .map(|at| at.with_timezone(&Utc).into())
            .map_err(|_| InvalidTimestamp)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.spelled() {
            Some(spelled) => serializer.serialize_str(spelled.as_str()),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "database")]
impl sea_orm::TryFromU64 for Timestamp {
    fn try_from_u64(_: u64) -> Result<Self, sea_orm::DbErr> {
        Err(sea_orm::DbErr::ConvertFromU64("Timestamp"))
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Timestamp {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::schema::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .format(Some(utoipa::openapi::schema::SchemaFormat::KnownFormat(
                utoipa::openapi::schema::KnownFormat::DateTime,
            )))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Timestamp {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wire_form_has_three_digits_and_a_z() {
        assert_eq!(Timestamp::from_unix_millis(0).to_string(), "1970-01-01T00:00:00.000Z");
        let at: Timestamp = "2026-01-02T04:04:05.6789+01:00".parse().unwrap();
        assert_eq!(at.to_string(), "2026-01-02T03:04:05.678Z");
        assert_eq!(serde_json::to_string(&at).unwrap(), "\"2026-01-02T03:04:05.678Z\"");
        let last = Timestamp::from_unix_millis(253_402_300_799_999);
        assert_eq!(last.to_string(), "9999-12-31T23:59:59.999Z");
        let next = Timestamp::from_unix_millis(253_402_300_800_000);
        assert_eq!(next.to_string(), "+10000-01-01T00:00:00.000Z");
    }

    #[test]
    fn a_day_starts_at_midnight_utc() {
        let at: Timestamp = "2026-03-29T23:59:59.999Z".parse().unwrap();
        assert_eq!(at.start_of_day().to_string(), "2026-03-29T00:00:00.000Z");
    }
}
