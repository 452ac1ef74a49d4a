//! How often something may be tried from somewhere.
//!
//! **Invariant:** a try is counted before it is made, so that many at once are not one. What is
//! counted ends by itself, and counts for who tried from where: nobody can shut another person out
//! from elsewhere.

use std::net::IpAddr;
use std::time::Duration;

use wireclip_domain::{OpaqueJson, Timestamp};
use wireclip_store::Conn;
use wireclip_store::credential_attempts;

use crate::core::Core;
use crate::error::{Refusal, RefusalKind, ServiceError, ServiceResult};

/// How many tries there may be within a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit {
    most: i64,
    within: Duration,
}

/// Tries of one address of a person, from one place.
pub(super) const PASSWORDS: Limit = Limit { most: 10, within: Duration::from_secs(15 * 60) };
/// Tries of all addresses, from one place.
pub(super) const SIGN_INS: Limit = Limit { most: 100, within: Duration::from_secs(15 * 60) };
/// New people, from one place.
pub(super) const SIGN_UPS: Limit = Limit { most: 100, within: Duration::from_secs(60 * 60) };

/// Counts tries under these names, or refuses them all.
pub(super) async fn count(core: &Core, buckets: &[(String, Limit)]) -> ServiceResult<()> {
    let transaction = core.store.begin_write().await?;
    let (conn, now) = (transaction.conn(), core.clock.now());
    credential_attempts::forget_past(&conn, now).await?;
    for (bucket, limit) in buckets {
        let counted = credential_attempts::count(&conn, bucket, now.plus(limit.within)).await?;
        if counted.attempts > limit.most {
            // Nothing of it is kept: whoever is refused did not try.
            return Err(too_many(counted.resets_at, now));
        }
    }
    transaction.commit().await?;
    Ok(())
}

/// Takes a try back that went well.
pub(super) async fn uncount(conn: &Conn<'_>, bucket: &str) -> ServiceResult<()> {
    Ok(credential_attempts::uncount(conn, bucket).await?)
}

fn too_many(until: Timestamp, now: Timestamp) -> ServiceError {
    let mut details = OpaqueJson::object();
    details.set("retryAfterSeconds", &until.since(now).as_secs().max(1));
    Refusal::new(RefusalKind::TooMany, "Too many attempts; wait and try again")
        .with_code("TOO_MANY_ATTEMPTS")
        .with_details(details)
        .into()
}

/// Names where tries come from: an address, or the network of one that has a network to itself.
pub(super) fn place(address: Option<IpAddr>) -> String {
    match address {
        None => "unknown".to_owned(),
        Some(IpAddr::V4(address)) => address.to_string(),
        Some(IpAddr::V6(address)) => match address.to_ipv4_mapped() {
            Some(address) => address.to_string(),
            None => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn whoever_has_a_network_is_in_one_place() {
        let of = |text: &str| place(Some(text.parse().unwrap()));
        assert_eq!(of("10.0.0.1"), "10.0.0.1");
        assert_eq!(of("::ffff:10.0.0.1"), "10.0.0.1");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
    }
}
