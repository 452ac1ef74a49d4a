//! Sealing of secrets with a key of this installation: AES-256-GCM, with the secret's id and
//! version as associated data, so that a row that was moved elsewhere does not open.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};
use ring::{digest, hmac};
use secrecy::{ExposeSecret, SecretString};
use wireclip_ports::sealing::{SealError, SealedPlace, Sealer};

/// The length of a key, in bytes.
pub const SEALING_KEY_BYTES: usize = 32;

/// Seals with one key.
pub struct KeySealer {
    key: LessSafeKey,
    /// Derived: one key is for one use.
    signing: hmac::Key,
    random: SystemRandom,
    fingerprint: String,
}

/// A text that is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key for secrets is 32 bytes, written as 64 hexadecimal digits or in base64")]
pub struct NoSealingKey;

impl KeySealer {
    /// Takes a key as it is written in a file or setting.
    ///
    /// # Errors
    /// If the text is no key.
    pub fn from_text(text: &SecretString) -> Result<Self, NoSealingKey> {
        let text = text.expose_secret().trim();
        let bytes = hex::decode(text).or_else(|_| STANDARD.decode(text)).map_err(|_| NoSealingKey)?;
        Self::from_bytes(&bytes)
    }

    /// Makes the text of a new key.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn fresh_key() -> Result<SecretString, SealError> {
        let mut bytes = [0_u8; SEALING_KEY_BYTES];
        SystemRandom::new().fill(&mut bytes).map_err(|_| SealError::NoChance)?;
        Ok(SecretString::from(hex::encode(bytes)))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, NoSealingKey> {
        let key = UnboundKey::new(&AES_256_GCM, bytes).map_err(|_| NoSealingKey)?;
        let mut named = digest::Context::new(&digest::SHA256);
        named.update(b"wireclip key for secrets\0");
        named.update(bytes);
        let fingerprint = hex::encode(&named.finish().as_ref()[..8]);
        let whole = hmac::Key::new(hmac::HMAC_SHA256, bytes);
        let signing =
            hmac::Key::new(hmac::HMAC_SHA256, hmac::sign(&whole, b"wireclip key for signatures").as_ref());
        Ok(Self { key: LessSafeKey::new(key), signing, random: SystemRandom::new(), fingerprint })
    }
}

impl Sealer for KeySealer {
    fn seal(&self, place: SealedPlace, value: &SecretString) -> Result<String, SealError> {
        let mut nonce = [0_u8; NONCE_LEN];
        self.random.fill(&mut nonce).map_err(|_| SealError::NoChance)?;
        let mut sealed = value.expose_secret().as_bytes().to_vec();
        self.key
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), about(place), &mut sealed)
            .map_err(|_| SealError::NoChance)?;
        let whole: Vec<u8> = nonce.into_iter().chain(sealed).collect();
        Ok(STANDARD.encode(whole))
    }

    fn open(&self, place: SealedPlace, sealed: &str) -> Result<SecretString, SealError> {
        let whole = STANDARD.decode(sealed).map_err(|_| SealError::DoesNotOpen)?;
        let (nonce, sealed) = whole.split_at_checked(NONCE_LEN).ok_or(SealError::DoesNotOpen)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealError::DoesNotOpen)?;
        let mut sealed = sealed.to_vec();
        let opened =
            self.key.open_in_place(nonce, about(place), &mut sealed).map_err(|_| SealError::DoesNotOpen)?;
        let text = std::str::from_utf8(opened).map_err(|_| SealError::DoesNotOpen)?;
        Ok(SecretString::from(text))
    }

    fn sign(&self, said: &str) -> String {
        hex::encode(hmac::sign(&self.signing, said.as_bytes()))
    }

    fn has_signed(&self, said: &str, signature: &str) -> bool {
        hex::decode(signature)
            .is_ok_and(|signature| hmac::verify(&self.signing, said.as_bytes(), &signature).is_ok())
    }

    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

impl fmt::Debug for KeySealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeySealer").field("fingerprint", &self.fingerprint).finish_non_exhaustive()
    }
}

fn about(place: SealedPlace) -> Aad<String> {
    Aad::from(format!("{}:{}", place.secret_id, place.version))
}

#[cfg(test)]
mod tests {
    use wireclip_domain::SecretId;

    use super::*;

    fn sealer() -> KeySealer {
        KeySealer::from_text(&KeySealer::fresh_key().unwrap()).unwrap()
    }

    #[test]
    fn a_value_opens_only_where_it_belongs_and_only_with_its_key() {
        let sealer = sealer();
        let place = SealedPlace { secret_id: SecretId::random(), version: 1 };
        let sealed = sealer.seal(place, &"walks nowhere".into()).unwrap();
        assert!(!sealed.contains("walks"));
        assert_eq!(sealer.open(place, &sealed).unwrap().expose_secret(), "walks nowhere");
        for other in
            [SealedPlace { version: 2, ..place }, SealedPlace { secret_id: SecretId::random(), ..place }]
        {
            assert_eq!(sealer.open(other, &sealed).unwrap_err(), SealError::DoesNotOpen);
        }
        assert_eq!(self::sealer().open(place, &sealed).unwrap_err(), SealError::DoesNotOpen);
        let changed = sealed.replacen(char::is_alphanumeric, "+", 1);
        assert_eq!(sealer.open(place, &changed).unwrap_err(), SealError::DoesNotOpen);
        assert_eq!(sealer.open(place, "short").unwrap_err(), SealError::DoesNotOpen);
    }

    #[test]
    fn only_the_key_that_signed_something_knows_it_again() {
        let sealer = sealer();
        let signature = sealer.sign("as it was");
        assert!(sealer.has_signed("as it was", &signature));
        assert!(!sealer.has_signed("as it is", &signature));
        assert!(!sealer.has_signed("as it was", "no signature"));
        assert!(!self::sealer().has_signed("as it was", &signature));
    }

    #[test]
    fn the_same_value_is_never_sealed_alike() {
        let sealer = sealer();
        let place = SealedPlace { secret_id: SecretId::random(), version: 1 };
        assert_ne!(sealer.seal(place, &"a".into()).unwrap(), sealer.seal(place, &"a".into()).unwrap());
    }

    #[test]
    fn a_key_is_written_in_hexadecimal_or_base64() {
        let hexadecimal = KeySealer::from_text(&"07".repeat(32).into()).unwrap();
        let base64 = KeySealer::from_text(&STANDARD.encode([7; 32]).into()).unwrap();
        assert_eq!(hexadecimal.fingerprint(), base64.fingerprint());
        assert!(KeySealer::from_text(&"short".into()).is_err());
        assert!(!format!("{hexadecimal:?}").contains("0707"));
    }
}
