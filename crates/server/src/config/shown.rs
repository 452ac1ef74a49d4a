//! Settings for people: each with its value and where it came from.

use std::fmt;

use wireclip_domain::redaction::shown_address;

/// Where a setting came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// The command line.
    Flag,
    /// This variable of the environment.
    Environment(String),
    /// The file in the home folder.
    File,
    /// Nobody said anything.
    Default,
}

impl Source {
    /// Names a setting by the place where somebody would change it.
    pub(crate) fn of(&self, name: &str) -> String {
        match self {
            Self::Flag => format!("--{}", name.replace('_', "-")),
            Self::Environment(variable) => variable.clone(),
            Self::File => format!("{name} in config.toml"),
            Self::Default => format!("the default of {name}"),
        }
    }
}

/// Returns the text of a setting as it may be printed: an address, also one in the wrong place,
/// may hold a password.
pub(super) fn printable(text: &str) -> String {
    text.split(',').map(shown_address).collect::<Vec<_>>().join(",")
}

/// Settings for people.
#[derive(Debug, Default)]
pub(crate) struct Shown(Vec<(&'static str, String, Source)>);

impl Shown {
    pub(crate) fn add(&mut self, name: &'static str, value: &str, source: Source) {
        let value = if value.is_empty() { "none".to_owned() } else { printable(value) };
        self.0.push((name, value, source));
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value, source) in &self.0 {
            let source = match source {
                Source::Flag => format!("flag --{}", name.replace('_', "-")),
                Source::Environment(variable) => format!("environment {variable}"),
                Source::File => "config.toml".to_owned(),
                Source::Default => "default".to_owned(),
            };
            writeln!(f, "{name} = {value} ({source})")?;
        }
        Ok(())
    }
}
