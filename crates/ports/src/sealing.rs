//! The port of sealing: secrets are stored so that the database alone does not tell them, and what
//! the database says can be signed.
//!
//! **Invariant:** a sealed value opens only in the place for which it was sealed: a row that is
//! moved to another secret or version stays shut.

use std::fmt;

use secrecy::SecretString;
use wireclip_domain::SecretId;

/// Seals and opens secrets with the installation's key.
pub trait Sealer: fmt::Debug + Send + Sync {
    /// Seals a value for a place, as text.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    fn seal(&self, place: SealedPlace, value: &SecretString) -> Result<String, SealError>;

    /// Opens a value.
    ///
    /// # Errors
    /// If it was sealed with another key or for another place, or was changed.
    fn open(&self, place: SealedPlace, sealed: &str) -> Result<SecretString, SealError>;

    /// Signs words of this installation, as text.
    fn sign(&self, said: &str) -> String;

    /// Returns whether this key has signed those words.
    fn has_signed(&self, said: &str, signature: &str) -> bool;

    /// Returns what tells the key from others, and tells nothing else of it.
    fn fingerprint(&self) -> &str;
}

/// Where a sealed value belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SealedPlace {
    /// The secret.
    pub secret_id: SecretId,
    /// Which of its values.
    pub version: i32,
}

/// A value that was not sealed or opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The system gave no random numbers.
    #[error("there are no random numbers to seal a secret with")]
    NoChance,
    /// It does not open here.
    #[error(
        "the sealed value does not open: it was sealed with another key, for another place, or was changed"
    )]
    DoesNotOpen,
}
