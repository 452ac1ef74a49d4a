//! Agents that are any program: started with the run's environment, done when it ends.
//!
//! Such an agent learns its work from the API. What it prints is kept, not understood: its result
//! is the end of its two outputs, and its exit code is the verdict.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use secrecy::ExposeSecret as _;
use serde::Serialize;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::run_host::ExitRecord;
use wireclip_ports::adapter::{
    Adapter, AdapterDescription, AdapterResult, Launch, PrepareError, RunOrder, SettingField, SettingKind,
    SettingProblem, Verdict,
};
use wireclip_ports::host::Ending;

use crate::settings::SettingsReader;
use crate::{environment, program, settings};

/// The class of failures that are the agent's own.
pub(crate) const ADAPTER_FAILED: &str = "adapter_failed";

/// The class of runs whose program vanished without a trace.
const PROCESS_LOST: &str = "process_lost";

/// How long a program may take to end after a soft signal unless its settings say otherwise.
pub(crate) const DEFAULT_GRACE: Duration = Duration::from_secs(15);

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
        let second = Duration::from_secs(1);
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
            time_limit: reader.time("timeoutSec", second).filter(|limit| !limit.is_zero()),
            grace: reader.time("graceSec", second).unwrap_or(DEFAULT_GRACE),
        };
        reader.finish(read)
    }
}

impl Adapter for ProcessAdapter {
    fn describe(&self) -> AdapterDescription {
        let field =
            |key, label, hint, kind, is_required| SettingField { key, label, hint, kind, is_required };
        AdapterDescription {
            adapter_type: AdapterType::Process,
            label: "process",
            settings: vec![
                field(
                    "command",
                    "Command",
                    "The program: a path, or a name in the PATH. No shell reads it.",
                    SettingKind::Text,
                    true,
                ),
                field("args", "Arguments", "Its arguments, one text each.", SettingKind::TextList, false),
                field(
                    "cwd",
                    "Working directory",
                    "An absolute path; the agent's own workspace if absent.",
                    SettingKind::Text,
                    false,
                ),
                field(
                    "env",
                    "Environment",
                    "Variables for the program. Those that say who and where it is cannot be set.",
                    SettingKind::TextMap,
                    false,
                ),
                field(
                    "timeoutSec",
                    "Time limit in seconds",
                    "How long a run may take; 0 is without limit.",
                    SettingKind::Number,
                    false,
                ),
                field(
                    "graceSec",
                    "Grace in seconds",
                    "How long the program may take to end once asked to; 15 if absent.",
                    SettingKind::Number,
                    false,
                ),
            ],
        }
    }

    fn check(&self, settings: &OpaqueJson) -> Vec<SettingProblem> {
        ProcessSettings::read(settings).err().unwrap_or_default()
    }

    fn prepare(&self, order: &RunOrder) -> Result<Launch, PrepareError> {
        let settings =
            ProcessSettings::read(&order.settings).map_err(|problems| settings::refusal(&problems))?;
        let environment = environment::compose(order, &settings.variables);
        let working_directory = settings.working_directory.unwrap_or_else(|| order.workspace.clone());
        program::check_folder(&working_directory).map_err(PrepareError::Missing)?;
        let search_path = environment.variables.get("PATH").map_or("", |path| path.expose_secret());
        let program = program::find(&settings.command, search_path, &working_directory)
            .map_err(PrepareError::Missing)?;
        Ok(Launch {
            program: program.to_string_lossy().into_owned(),
            arguments: settings.arguments,
            working_directory,
            environment: environment.variables,
            shown_environment: environment.shown,
            stdin: Vec::new(),
            time_limit: settings.time_limit,
            grace: settings.grace,
            secrets: environment.secrets,
        })
    }

    fn conclude(&self, _order: &RunOrder, ending: &Ending) -> AdapterResult {
        let result = ProcessResult { stdout: &ending.stdout_tail, stderr: &ending.stderr_tail };
        AdapterResult {
            verdict: verdict(ending.exit.as_ref()),
            is_reported: false,
            result: OpaqueJson::of(&result),
            usage: None,
            session: None,
            drops_session: false,
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
        return failed("the program's end was not seen".to_owned(), PROCESS_LOST);
    };
    match (&exit.spawn_error, exit.exit_code, &exit.signal) {
        (Some(reason), _, _) => failed(format!("the program could not be started: {reason}"), ADAPTER_FAILED),
        (None, _, Some(signal)) => failed(format!("the program was ended by {signal}"), ADAPTER_FAILED),
        (None, Some(0), None) => Verdict::Succeeded,
        (None, Some(code), None) => failed(format!("Process exited with code {code}"), ADAPTER_FAILED),
        (None, None, None) => failed("the program's exit code is not known".to_owned(), PROCESS_LOST),
    }
}

#[cfg(test)]
pub(crate) mod tests;
