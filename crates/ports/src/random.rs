//! Words made by chance.

use secrecy::SecretString;

/// Makes a name that nobody else has, of so many random bytes in hex.
#[must_use]
pub fn name<const BYTES: usize>() -> String {
    use rand::RngCore as _;
    let mut bytes = [0_u8; BYTES];
    rand::rng().fill_bytes(&mut bytes);
    hex::encode(bytes)
}

/// Makes a secret that nobody can guess, of so many random bytes in hex.
#[must_use]
pub fn token<const BYTES: usize>() -> SecretString {
    name::<BYTES>().into()
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_has_all_its_bytes_and_is_new() {
        assert_eq!(name::<16>().len(), 32);
        assert_ne!(name::<16>(), name::<16>());
    }
}
