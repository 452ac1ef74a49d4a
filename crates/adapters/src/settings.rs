//! Reads an agent's settings and collects everything that is wrong with them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::DeserializeOwned;
use wireclip_domain::OpaqueJson;
use wireclip_ports::adapter::{PrepareError, SettingProblem};

/// The longest limit that a setting can ask for; longer ones mean the same to everybody.
const LONGEST: Duration = Duration::from_secs(10 * 366 * 24 * 60 * 60);

/// Reads settings one by one and remembers what is wrong with them.
///
/// A setting that is `null` counts as absent. Settings that nobody asks for are left alone: agents
/// keep some of another adapter's when they change to this one.
#[derive(Debug)]
pub(crate) struct SettingsReader<'a> {
    settings: &'a OpaqueJson,
    problems: Vec<SettingProblem>,
}

impl<'a> SettingsReader<'a> {
    pub(crate) fn new(settings: &'a OpaqueJson) -> Self {
        Self { settings, problems: Vec::new() }
    }

    /// Returns what was read if nothing is wrong.
    pub(crate) fn finish<T>(self, read: T) -> Result<T, Vec<SettingProblem>> {
        if self.problems.is_empty() { Ok(read) } else { Err(self.problems) }
    }

    pub(crate) fn problem(&mut self, key: impl Into<String>, message: impl Into<String>) {
        self.problems.push(SettingProblem { key: key.into(), message: message.into() });
    }

    /// Returns a text without the white space around it, if there is any text.
    pub(crate) fn line(&mut self, key: &str) -> Option<String> {
        let text: String = self.read(key, "must be a text")?;
        if text.contains('\0') {
            self.problem(key, "must not contain a NUL character");
            return None;
        }
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    pub(crate) fn text_list(&mut self, key: &str) -> Vec<String> {
        let list: Vec<String> = self.read(key, "must be a list of texts").unwrap_or_default();
        if list.iter().any(|text| text.contains('\0')) {
            self.problem(key, "must not contain a NUL character");
        }
        list
    }

    pub(crate) fn text_map(&mut self, key: &str) -> BTreeMap<String, String> {
        self.read(key, "must be an object whose values are texts").unwrap_or_default()
    }

    pub(crate) fn object(&mut self, key: &str) -> Option<OpaqueJson> {
        let object = self.settings.get(key).filter(|value| !value.is_null())?;
        if !object.is_object() {
            self.problem(key, "must be an object");
            return None;
        }
        Some(object)
    }

    /// Returns an absolute folder; whether it is there is not looked at.
    pub(crate) fn folder(&mut self, key: &str) -> Option<PathBuf> {
        let folder = PathBuf::from(self.line(key)?);
        if !folder.is_absolute() {
            self.problem(key, format!("must be an absolute path, not \"{}\"", folder.display()));
            return None;
        }
        Some(folder)
    }

    /// Returns a time that is given as a number, of which one is as long as `unit`.
    pub(crate) fn time(&mut self, key: &str, unit: Duration) -> Option<Duration> {
        let number: f64 = self.read(key, "must be a number")?;
        if !number.is_finite() || number < 0.0 {
            self.problem(key, "must not be negative");
            return None;
        }
        Some(Duration::try_from_secs_f64(number * unit.as_secs_f64()).unwrap_or(LONGEST).min(LONGEST))
    }

    fn read<T: DeserializeOwned>(&mut self, key: &str, expectation: &str) -> Option<T> {
        let value = self.settings.get(key).filter(|value| !value.is_null())?;
        match value.parse() {
            Ok(value) => Some(value),
            Err(_) => {
                self.problem(key, expectation);
                None
            }
        }
    }
}

/// Says in one line why settings cannot work.
pub(crate) fn refusal(problems: &[SettingProblem]) -> PrepareError {
    let problems: Vec<String> =
        problems.iter().map(|problem| format!("{} {}", problem.key, problem.message)).collect();
    PrepareError::Settings(format!("the agent's settings cannot work: {}", problems.join("; ")))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Reads settings as they stand in a request.
    pub(crate) fn settings(value: serde_json::Value) -> OpaqueJson {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn every_problem_is_named_not_only_the_first() {
        let settings = settings(serde_json::json!({
            "command": 7, "args": "-c", "cwd": "near", "timeoutSec": -1, "graceSec": "soon", "env": []
        }));
        let mut reader = SettingsReader::new(&settings);
        reader.line("command");
        reader.text_list("args");
        reader.folder("cwd");
        reader.time("timeoutSec", Duration::from_secs(1));
        reader.time("graceSec", Duration::from_secs(1));
        reader.object("env");
        let problems = reader.finish(()).unwrap_err();
        let keys: Vec<&str> = problems.iter().map(|problem| problem.key.as_str()).collect();
        assert_eq!(keys, ["command", "args", "cwd", "timeoutSec", "graceSec", "env"]);
    }

    #[test]
    fn null_and_blank_count_as_absent() {
        let settings = settings(serde_json::json!({"command": null, "cwd": "  "}));
        let mut reader = SettingsReader::new(&settings);
        assert_eq!(reader.line("command"), None);
        assert_eq!(reader.folder("cwd"), None);
        reader.finish(()).unwrap();
    }

    #[test]
    fn times_may_be_fractions_and_are_bounded() {
        let settings = settings(serde_json::json!({"short": 0.25, "endless": 1e300}));
        let mut reader = SettingsReader::new(&settings);
        assert_eq!(reader.time("short", Duration::from_secs(1)), Some(Duration::from_millis(250)));
        assert_eq!(reader.time("endless", Duration::from_secs(1)), Some(LONGEST));
    }
}
