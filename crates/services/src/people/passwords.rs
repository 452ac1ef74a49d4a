//! Hashing passwords, where it holds nobody up.
//!
//! **Invariant:** whoever guesses at an address that nobody has waits as long as for one that
//! somebody has.

use std::borrow::Cow;

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::Semaphore;
use wireclip_ports::random;

use crate::error::{ServiceError, ServiceResult};

/// Each takes 19 MiB and most of a core.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// Returns what is stored of a password: Argon2id with a salt of its own.
pub(super) async fn hash(password: SecretString) -> ServiceResult<String> {
    apart(move || {
        let salt = hex::decode(random::name::<16>())
            .map_err(Cow::from_error)
            .and_then(|bytes| SaltString::encode_b64(&bytes).map_err(Cow::from_error))?;
        let hash = Argon2::default().hash_password(password.expose_secret().as_bytes(), &salt);
        Ok(hash.map_err(Cow::from_error)?.to_string())
    })
    .await
}

/// Returns whether a password is the one of which this is stored; it is not where nothing is.
pub(super) async fn verify(password: SecretString, stored: Option<String>) -> ServiceResult<bool> {
    let Some(stored) = stored else {
        hash(password).await?;
        return Ok(false);
    };
    apart(move || {
        let stored = PasswordHash::new(&stored).map_err(Cow::from_error)?;
        Ok(Argon2::default().verify_password(password.expose_secret().as_bytes(), &stored).is_ok())
    })
    .await
}

/// Does what takes long where no request waits behind it.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Cow<'static, str>> + Send + 'static,
) -> ServiceResult<T> {
    let failed = |error: String| ServiceError::internal("hash a password", error);
    let place = AT_ONCE.acquire().await.map_err(|closed| failed(closed.to_string()))?;
    // The place goes with the work, which nothing stops: whoever asked may hang up meanwhile.
    let done = tokio::task::spawn_blocking(move || {
        let result = work();
        drop(place);
        result
    });
    done.await.map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.into_owned()))
}

/// What went wrong, in words.
trait FromError {
    fn from_error(error: impl std::fmt::Display) -> Self;
}

impl FromError for Cow<'static, str> {
    fn from_error(error: impl std::fmt::Display) -> Self {
        Cow::Owned(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_opens_what_was_made_of_it_and_nothing_else_does() {
        let stored = hash("a-long-enough-word".into()).await.unwrap();
        assert!(stored.starts_with("$argon2id$"), "{stored}");
        assert!(verify("a-long-enough-word".into(), Some(stored.clone())).await.unwrap());
        assert!(!verify("another-long-word".into(), Some(stored)).await.unwrap());
        assert!(!verify("a-long-enough-word".into(), None).await.unwrap());
    }
}
