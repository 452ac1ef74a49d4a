//! Whether a template fits an environment's settings, and the settings with it in its place.

use super::BootSource;
use crate::OpaqueJson;

/// The setting that names the provider.
const PROVIDER: &str = "provider";

/// Settings that a template does not depend on.
const INDIFFERENT: &[&str] = &[
    "timeoutMs",
    "livenessTimeoutMs",
    "reuseLease",
    "streamRunLogs",
    "archiveOnRelease",
    "runnerLifecycleMode",
    "runnerIdleTimeoutMs",
    "cpu",
    "memory",
    "disk",
    "gpu",
    "autoStopInterval",
    "autoArchiveInterval",
    "autoDeleteInterval",
];

/// How a provider's template takes its place in settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The setting that takes the template's reference.
    pub field: &'static str,
    /// The settings that are taken away when it does.
    pub unsets: &'static [&'static str],
    /// The settings that say where the template is.
    pub identity_fields: &'static [&'static str],
    /// The settings that hold secrets: a new key opens the same account.
    pub secret_fields: Vec<&'static str>,
}

/// How settings stand to those with which a template was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// Nothing that concerns the template is different.
    Same,
    /// Something is, and the template may go on.
    Near,
    /// It does not fit.
    Not(BootSource),
}

impl Fit {
    /// Returns whether sandboxes start from the template.
    #[must_use]
    pub const fn applies(self) -> bool {
        match self {
            Self::Same | Self::Near => true,
            Self::Not(_) => false,
        }
    }
}

/// Says whether a template that was made with the settings `made` fits those of `now`.
#[must_use]
pub fn fit(binding: &Binding, made: &OpaqueJson, now: &OpaqueJson) -> Fit {
    let differs = |key: &&str| value(made, key) != value(now, key);
    if differs(&PROVIDER) || binding.identity_fields.iter().any(differs) {
        return Fit::Not(BootSource::Elsewhere);
    }
    if differs(&binding.field) || binding.unsets.iter().any(differs) {
        return Fit::Not(BootSource::Other);
    }
    if fingerprint_members(binding, made) == fingerprint_members(binding, now) {
        Fit::Same
    } else {
        Fit::Near
    }
}

/// Returns the settings that concern a template, in the order of their keys: what its fingerprint is
/// made of.
#[must_use]
pub fn fingerprint_members(binding: &Binding, config: &OpaqueJson) -> Vec<(String, String)> {
    let concerns = |key: &str| !INDIFFERENT.contains(&key) && !binding.secret_fields.contains(&key);
    let mut members: Vec<(String, String)> = config
        .members()
        .filter(|(key, value)| concerns(key) && !value.is_null())
        .map(|(key, value)| (key.to_owned(), value.to_string()))
        .collect();
    members.sort_unstable();
    members
}

/// Returns the settings with a template in its place.
#[must_use]
pub fn with_template(binding: &Binding, config: &OpaqueJson, reference: &str) -> OpaqueJson {
    let mut config = config.clone();
    for field in binding.unsets {
        config.remove(field);
    }
    config.set(binding.field, &reference);
    config
}

/// What is not set and what is set to nothing are the same.
fn value(config: &OpaqueJson, key: &str) -> Option<OpaqueJson> {
    config.get(key).filter(|value| !value.is_null())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binding() -> Binding {
        Binding {
            field: "snapshot",
            unsets: &["image"],
            identity_fields: &["apiUrl"],
            secret_fields: vec!["apiKey"],
        }
    }

    fn config(changed: &[(&str, Option<&str>)]) -> OpaqueJson {
        let mut config = OpaqueJson::object();
        for (key, value) in [("provider", "daytona"), ("image", "node"), ("apiKey", "id-1"), ("cpu", "4")] {
            config.set(key, &value);
        }
        for (key, value) in changed {
            config.set(key, value);
        }
        config
    }

    #[test]
    fn a_template_goes_on_where_it_is_and_what_it_was_made_of_stays() {
        let made = config(&[]);
        for (changed, expected) in [
            (&[][..], Fit::Same),
            (&[("snapshot", None)], Fit::Same),
            (&[("apiKey", Some("id-2"))], Fit::Same),
            (&[("cpu", Some("8"))], Fit::Same),
            (&[("language", Some("python"))], Fit::Near),
            (&[("image", Some("rust"))], Fit::Not(BootSource::Other)),
            (&[("snapshot", Some("base"))], Fit::Not(BootSource::Other)),
            (&[("apiUrl", Some("https://other.example"))], Fit::Not(BootSource::Elsewhere)),
            (&[("provider", Some("meadow"))], Fit::Not(BootSource::Elsewhere)),
        ] {
            assert_eq!(fit(&binding(), &made, &config(changed)), expected, "{changed:?}");
        }
    }

    #[test]
    fn a_template_takes_the_place_of_what_sandboxes_started_from() {
        let with = with_template(&binding(), &config(&[]), "tools");
        assert_eq!((with.text("snapshot"), with.get("image")), (Some("tools"), None));
        assert_eq!(with.text("cpu"), Some("4"));
    }
}
