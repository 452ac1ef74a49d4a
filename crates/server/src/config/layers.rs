//! Settings as given: by flag, environment and file.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use secrecy::SecretString;

use super::shown::{Shown, Source, printable};

const PREFIX: &str = "WIRECLIP_";
/// Settings that existing installations have in a variable of another name.
const ALIASES: &[(&str, &str)] = &[
    ("http_adapter_private_endpoint_allowlist", "PAPERCLIP_HTTP_ADAPTER_PRIVATE_ENDPOINT_ALLOWLIST"),
    ("daytona_api_key", "DAYTONA_API_KEY"),
    ("daytona_api_url", "DAYTONA_API_URL"),
    ("daytona_target", "DAYTONA_TARGET"),
    ("daytona_organization_id", "DAYTONA_ORGANIZATION_ID"),
];
/// Variables that begin with our prefix but are not settings.
const NOT_SETTINGS: &[&str] = &["WIRECLIP_RUN_TOKEN", "WIRECLIP_TEST_POSTGRES_URL"];

/// Settings as given, while they are being resolved.
#[derive(Debug)]
pub(crate) struct Layers {
    home: PathBuf,
    flags: BTreeMap<&'static str, String>,
    environment: BTreeMap<String, String>,
    file: toml::Table,
    taken: BTreeSet<&'static str>,
    shown: Shown,
}

struct Given {
    text: String,
    source: Source,
}

impl Layers {
    /// Reads what was given.
    ///
    /// # Errors
    /// If there is no home folder to be found, or its `config.toml` cannot be read.
    #[expect(clippy::disallowed_methods, reason = "this is where settings are read")]
    pub(crate) fn read(flags: Vec<(&'static str, &str)>) -> anyhow::Result<Self> {
        let environment: BTreeMap<_, _> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let mut layers = Self::new(flags, environment)?;
        let path = layers.home.join("config.toml");
        match std::fs::read_to_string(&path) {
            Ok(text) => layers.read_file(&text).with_context(|| format!("read {}", path.display()))?,
            // A home that is no folder is for those to say who want to write there.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
            Err(error) => return Err(error).with_context(|| format!("read {}", path.display())),
        }
        Ok(layers)
    }

    /// Takes what these flags say, and nothing else.
    ///
    /// # Errors
    /// If no folder is named as home.
    pub(crate) fn of_flags<const N: usize>(flags: [(&'static str, &str); N]) -> anyhow::Result<Self> {
        Self::new(flags.into(), BTreeMap::new())
    }

    #[cfg(test)]
    pub(crate) fn of(
        flags: &[(&'static str, &str)],
        environment: &[(&str, &str)],
        home: &str,
        file: &str,
    ) -> anyhow::Result<Self> {
        let mut environment: BTreeMap<_, _> =
            environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        environment.entry("WIRECLIP_HOME".to_owned()).or_insert_with(|| home.to_owned());
        let mut layers = Self::new(flags.to_vec(), environment)?;
        layers.read_file(file)?;
        Ok(layers)
    }

    fn new(flags: Vec<(&'static str, &str)>, environment: BTreeMap<String, String>) -> anyhow::Result<Self> {
        let flags: BTreeMap<_, _> = flags.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        let mut layers = Self {
            home: PathBuf::new(),
            flags,
            environment,
            file: toml::Table::new(),
            taken: BTreeSet::new(),
            shown: Shown::default(),
        };
        let given = layers.take("home")?;
        layers.home = match given {
            Some(given) if given.text.is_empty() => {
                bail!("{} is empty: name a folder, or leave it away", given.source.of("home"))
            }
            Some(given) => {
                layers.shown.add("home", &given.text, given.source);
                PathBuf::from(given.text)
            }
            None => {
                let user = layers.environment.get("HOME").filter(|user| !user.is_empty());
                let user = user.context("find a home folder: set HOME, or give --home DIR")?;
                let home = Path::new(user).join(".wireclip");
                layers.shown.add("home", &home.display().to_string(), Source::Default);
                home
            }
        };
        Ok(layers)
    }

    fn read_file(&mut self, text: &str) -> anyhow::Result<()> {
        self.file = text.parse().context("config.toml is not valid TOML")?;
        if self.file.contains_key("home") {
            bail!("config.toml cannot say where it is itself: remove 'home'");
        }
        Ok(())
    }

    /// Returns whether the environment has a variable that stands for yes by being there.
    pub(crate) fn has_variable(&self, name: &str) -> bool {
        self.environment.get(name).is_some_and(|value| !value.is_empty())
    }

    /// Returns the home folder.
    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    /// Takes a setting that is a text.
    pub(crate) fn text(&mut self, name: &'static str, default: &str) -> anyhow::Result<String> {
        self.parse(name, default, |text| Ok(text.to_owned()))
    }

    /// Takes a setting that may be absent.
    pub(crate) fn optional_text(&mut self, name: &'static str) -> anyhow::Result<Option<String>> {
        let given = self.take(name)?.filter(|given| !given.text.is_empty());
        Ok(match given {
            Some(given) => {
                self.shown.add(name, &given.text, given.source);
                Some(given.text)
            }
            None => {
                self.shown.add(name, "", Source::Default);
                None
            }
        })
    }

    /// Takes a setting that may be absent, as what its text means.
    pub(crate) fn optional<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&str) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<T>> {
        let Some(given) = self.take(name)?.filter(|given| !given.text.is_empty()) else {
            self.shown.add(name, "", Source::Default);
            return Ok(None);
        };
        let value = read(&given.text).with_context(|| format!("read {}", given.source.of(name)))?;
        self.shown.add(name, &given.text, given.source);
        Ok(Some(value))
    }

    /// Takes a setting that may be absent and must not be shown.
    pub(crate) fn secret(
        &mut self,
        name: &'static str,
        check: impl FnOnce(&str) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<SecretString>> {
        let given = self.take(name)?.filter(|given| !given.text.is_empty());
        let Some(given) = given else {
            self.shown.add(name, "", Source::Default);
            return Ok(None);
        };
        check(&given.text).with_context(|| format!("read {}", given.source.of(name)))?;
        self.shown.add(name, "(hidden)", given.source);
        Ok(Some(SecretString::from(given.text)))
    }

    /// Takes a setting that is one of several words; the first is the default.
    pub(crate) fn choice<T: Copy>(&mut self, name: &'static str, words: &[(&str, T)]) -> anyhow::Result<T> {
        self.parse(name, words[0].0, |text| {
            let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
            found.with_context(|| {
                let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
                format!("it is one of {}", known.join(", "))
            })
        })
    }

    /// Takes a setting that is a list, with commas between its elements.
    pub(crate) fn list(&mut self, name: &'static str) -> anyhow::Result<Vec<String>> {
        self.parse(name, "", |text| {
            Ok(text.split(',').map(str::trim).filter(|one| !one.is_empty()).map(str::to_owned).collect())
        })
    }

    /// Takes a setting and reads it.
    pub(crate) fn parse<T>(
        &mut self,
        name: &'static str,
        default: &str,
        read: impl FnOnce(&str) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let given =
            self.take(name)?.unwrap_or_else(|| Given { text: default.to_owned(), source: Source::Default });
        let value = read(&given.text)
            .with_context(|| format!("read {} ('{}')", given.source.of(name), printable(&given.text)))?;
        self.shown.add(name, &given.text, given.source);
        Ok(value)
    }

    fn take(&mut self, name: &'static str) -> anyhow::Result<Option<Given>> {
        self.taken.insert(name);
        if let Some(text) = self.flags.get(name) {
            return Ok(Some(Given { text: text.clone(), source: Source::Flag }));
        }
        let alias =
            ALIASES.iter().filter(|(setting, _)| *setting == name).map(|(_, alias)| (*alias).to_owned());
        for variable in std::iter::once(variable_of(name)).chain(alias) {
            if let Some(text) = self.environment.get(&variable) {
                return Ok(Some(Given { text: text.clone(), source: Source::Environment(variable) }));
            }
        }
        let Some(value) = self.file.get(name) else { return Ok(None) };
        let text = file_text(value).with_context(|| format!("read {name} in config.toml"))?;
        Ok(Some(Given { text, source: Source::File }))
    }

    /// Returns what was resolved, for people.
    ///
    /// # Errors
    /// If something was given that is not a setting.
    pub(crate) fn finish(self) -> anyhow::Result<Shown> {
        if let Some(unknown) = self.file.keys().find(|key| !self.taken.contains(key.as_str())) {
            bail!("config.toml has '{unknown}', which is no setting; there are {}", self.names());
        }
        let known: BTreeSet<_> = self.taken.iter().map(|name| variable_of(name)).collect();
        let unknown = self.environment.keys().find(|name| {
            name.starts_with(PREFIX) && !known.contains(*name) && !NOT_SETTINGS.contains(&name.as_str())
        });
        if let Some(unknown) = unknown {
            bail!(
                "the environment has {unknown}, which is no setting; there are {}, each with {PREFIX} before it",
                self.names().to_uppercase()
            );
        }
        Ok(self.shown)
    }

    fn names(&self) -> String {
        self.taken.iter().copied().collect::<Vec<_>>().join(", ")
    }
}

fn variable_of(name: &str) -> String {
    format!("{PREFIX}{}", name.to_uppercase())
}

fn file_text(value: &toml::Value) -> anyhow::Result<String> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Boolean(value) => Ok(value.to_string()),
        toml::Value::Array(elements) => {
            let texts: anyhow::Result<Vec<_>> = elements.iter().map(file_text).collect();
            Ok(texts?.join(","))
        }
        _ => bail!("a setting is a text, a number, true, false or a list"),
    }
}
