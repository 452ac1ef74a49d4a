//! The names of secrets that come to be because somebody pasted a value into an environment's
//! settings.

use super::EnvironmentDriver;
use crate::url_key::slug;

/// How much of an environment's name its secrets carry, in characters.
const LONGEST_SLUG: usize = 48;

/// Returns the name of a secret that was pasted into `field` (`privateKey`) of an environment's
/// settings. `chance` tells it from others of the same place.
#[must_use]
pub fn name_of_pasted_secret(
    driver: EnvironmentDriver,
    environment: &str,
    field: &str,
    chance: &str,
) -> String {
    let slug = slug(environment).unwrap_or_else(|| "environment".to_owned());
    // A slug is ASCII, so that cutting it never cuts a letter.
    let slug = slug[..slug.len().min(LONGEST_SLUG)].trim_end_matches('-');
    format!("environment-{driver}-{slug}-{}-{chance}", words_of(field))
}

/// Returns whether a secret has a name of that kind, and so belongs to the environment alone. One
/// that a person renamed is the person's.
#[must_use]
pub fn is_name_of_pasted_secret(name: &str, driver: EnvironmentDriver, field: &str) -> bool {
    let Some((rest, chance)) = name.rsplit_once('-') else { return false };
    rest.starts_with(&format!("environment-{driver}-"))
        && rest.ends_with(&format!("-{}", words_of(field)))
        && chance.len() == 8
        && chance.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Writes `privateKey` as `private-key`.
fn words_of(field: &str) -> String {
    let mut words = String::new();
    for sign in field.chars() {
        if sign.is_ascii_uppercase() && !words.is_empty() {
            words.push('-');
        }
        words.push(sign.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_secret_is_named_after_its_place() {
        let name = name_of_pasted_secret(EnvironmentDriver::Ssh, "Box 17", "privateKey", "593cca5f");
        assert_eq!(name, "environment-ssh-box-17-private-key-593cca5f");
        assert!(is_name_of_pasted_secret(&name, EnvironmentDriver::Ssh, "privateKey"));
        assert!(!is_name_of_pasted_secret(&name, EnvironmentDriver::Sandbox, "privateKey"));
        assert!(!is_name_of_pasted_secret("Our deploy key", EnvironmentDriver::Ssh, "privateKey"));
        let long =
            name_of_pasted_secret(EnvironmentDriver::Sandbox, &"a b ".repeat(40), "apiKey", "00000001");
        assert!(long.len() < 90, "{long}");
        assert!(long.ends_with("-api-key-00000001"), "{long}");
    }
}
