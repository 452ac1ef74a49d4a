//! Agents that are any program: started with the run's environment, done when it ends.
//!
//! Such an agent learns its work from the API. What it prints is kept, not understood: its result
//! is the end of its two outputs, and its exit code is the verdict.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use secrecy::ExposeSecret as _;
use serde::Serialize;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::run_host::ExitRecord;
use wireclip_ports::adapter::{
    Adapter, AdapterResult, DEFAULT_GRACE, Launch, PrepareError, RunOrder, SettingProblem, Verdict,
};
use wireclip_ports::adapter_catalog::{EnvironmentCheck, TestPlace};
use wireclip_ports::host::Ending;
use wireclip_runhost::lookup;

use crate::settings::SettingsReader;
use crate::{checks, environment, settings};

/// Runs agents that are any program.
#[derive(Debug, Clone, Copy, Default)]
pub struct ProcessAdapter;

/// The settings of such an agent. Cannot be printed: variables and arguments may hold secrets.
#[cfg_attr(test, derive(Debug, PartialEq, Eq))]
pub(crate) struct ProcessSettings {
    pub(crate) command: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) working_directory: Option<PathBuf>,
    pub(crate) variables: BTreeMap<String, String>,
    /// Without limit if absent.
    pub(crate) time_limit: Option<Duration>,
    pub(crate) grace: Duration,
}

impl ProcessSettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// With everything that is wrong with them.
    pub(crate) fn read(settings: &OpaqueJson) -> Result<Self, Vec<SettingProblem>> {
        let mut reader = SettingsReader::new(settings);
        let command = match settings.get("command") {
            None => {
                reader.problem("command", "is missing: an agent of this kind needs a program to run");
                None
            }
            Some(_) => {
                let command = reader.line("command");
                if command.is_none() && settings.text("command").is_none_or(|text| text.trim().is_empty()) {
                    reader.problem("command", "must name a program to run");
                }
                command
            }
        };
        let read = Self {
            command: command.unwrap_or_default(),
            arguments: reader.text_list("args"),
            working_directory: reader.folder("cwd"),
            variables: environment::read_variables(&mut reader),
            time_limit: time_limit(&mut reader),
            grace: grace(&mut reader),
        };
        reader.finish(read)
    }
}

fn time_limit(reader: &mut SettingsReader<'_>) -> Option<Duration> {
    reader.time("timeoutSec", Duration::from_secs(1)).filter(|limit| !limit.is_zero())
}

fn grace(reader: &mut SettingsReader<'_>) -> Duration {
    reader.time("graceSec", Duration::from_secs(1)).unwrap_or(DEFAULT_GRACE)
}

#[async_trait]
impl Adapter for ProcessAdapter {
    fn adapter_type(&self) -> AdapterType {
        AdapterType::Process
    }

    fn problems(&self, settings: &OpaqueJson) -> Vec<SettingProblem> {
        ProcessSettings::read(settings).err().unwrap_or_default()
    }

    fn grace(&self, settings: &OpaqueJson) -> Duration {
        grace(&mut SettingsReader::new(settings))
    }

    fn time_limit(&self, settings: &OpaqueJson) -> Option<Duration> {
        time_limit(&mut SettingsReader::new(settings))
    }

    async fn try_settings(&self, settings: &OpaqueJson, place: &TestPlace) -> Vec<EnvironmentCheck> {
        checks::process(settings, place)
    }

    fn prepare(&self, order: &RunOrder) -> Result<Launch, PrepareError> {
        let settings =
            ProcessSettings::read(&order.settings).map_err(|problems| settings::refusal(&problems))?;
        let environment = environment::compose(order, &settings.variables);
        let working_directory = settings.working_directory.unwrap_or_else(|| order.workspace.clone());
        lookup::check_folder(&working_directory).map_err(PrepareError::Missing)?;
        let program = if order.elsewhere.is_some() {
            // Only the place itself knows what it has.
            settings.command
        } else {
            let search_path = environment.variables.get("PATH").map(|path| path.expose_secret());
            let program = lookup::find(&settings.command, search_path, &working_directory)
                .map_err(PrepareError::Missing)?;
            program.to_string_lossy().into_owned()
        };
        Ok(Launch {
            program,
            arguments: settings.arguments,
            working_directory,
            environment: environment.variables,
            shown_environment: environment.shown,
            stdin: Vec::new(),
            time_limit: settings.time_limit,
            grace: settings.grace,
            secrets: environment.secrets,
            notes: Vec::new(),
        })
    }

    fn conclude(&self, _order: &RunOrder, ending: &Ending) -> AdapterResult {
        let result = ProcessResult { stdout: &ending.stdout_tail, stderr: &ending.stderr_tail };
        AdapterResult {
            verdict: verdict(ending.exit.as_ref()),
            is_reported: false,
            result: OpaqueJson::of(&result),
            usage: None,
            used: Vec::new(),
            session: None,
        }
    }
}

/// What such an agent leaves.
#[derive(Debug, Serialize)]
struct ProcessResult<'a> {
    stdout: &'a str,
    stderr: &'a str,
}

/// Says how a program's end is understood when its exit is the only evidence.
pub(crate) fn verdict(exit: Option<&ExitRecord>) -> Verdict {
    let failed = |message: String, code| Verdict::Failed { message, code, is_transient: false };
    let Some(exit) = exit else {
        return failed("the program's end was not seen".to_owned(), RunErrorCode::ProcessLost);
    };
    match (&exit.spawn_error, exit.exit_code, &exit.signal) {
        (Some(reason), _, _) => {
            failed(format!("the program could not be started: {reason}"), RunErrorCode::AdapterFailed)
        }
        (None, _, Some(signal)) => {
            failed(format!("the program was ended by {signal}"), RunErrorCode::AdapterFailed)
        }
        (None, Some(0), None) => Verdict::Succeeded,
        (None, Some(code), None) => {
            failed(format!("Process exited with code {code}"), RunErrorCode::AdapterFailed)
        }
        (None, None, None) => {
            failed("the program's exit code is not known".to_owned(), RunErrorCode::ProcessLost)
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
