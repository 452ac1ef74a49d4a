//! The host's clock.

use wireclip_domain::Timestamp;

/// Returns the present moment.
#[expect(
    clippy::disallowed_methods,
    reason = "a host is a process of its own and has the machine's clock only"
)]
pub(crate) fn now() -> Timestamp {
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_unix_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}
