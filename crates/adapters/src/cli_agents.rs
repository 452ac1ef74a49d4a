//! Agents that are programs with a command line of their own, such as Claude Code or Codex.
//!
//! One adapter for all of them: what differs is the description of the program
//! ([`wireclip_cli_agents::Cli`]). They run as every program does, so that they outlive the server
//! and work in other places.

mod outcome;
mod prompt;
mod reading;
mod session;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use secrecy::{ExposeSecret as _, SecretString};
use wireclip_cli_agents::{CLIS, Chosen, Cli, Engine};
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::agent::CheckLevel::{Error, Info};
use wireclip_ports::adapter::{
    Adapter, AdapterResult, Launch, OutputReader, PrepareError, RunOrder, SettingProblem,
};
use wireclip_ports::adapter_catalog::{EnvironmentCheck, TestPlace};
use wireclip_ports::host::Ending;
use wireclip_runhost::lookup;

use self::reading::Reading;
use crate::settings::SettingsReader;
use crate::{checks, environment, settings};

/// How long such a program may take to end after a soft signal: it has tools of its own to end.
const GRACE: Duration = Duration::from_secs(20);

/// The types of agents that are run so, with what each speaks and the codes of its findings.
const TYPES: &[(AdapterType, Engine, &Codes)] = &[
    (AdapterType::ClaudeLocal, Engine::Claude, &CLAUDE),
    (AdapterType::CodexLocal, Engine::Codex, &CODEX),
    (AdapterType::GeminiLocal, Engine::Gemini, &GEMINI),
    (AdapterType::OpencodeLocal, Engine::OpenCode, &OPENCODE),
    (AdapterType::KimiLocal, Engine::Kimi, &KIMI),
    (AdapterType::HermesLocal, Engine::Hermes, &HERMES),
];

/// The codes of what is found when settings are tried, as clients know them.
struct Codes {
    folder: checks::FolderCodes,
    command: checks::CommandCodes,
    setting: &'static str,
}

macro_rules! codes {
    ($prefix:literal) => {
        Codes {
            folder: checks::FolderCodes {
                valid: concat!($prefix, "_cwd_valid"),
                invalid: concat!($prefix, "_cwd_invalid"),
            },
            command: checks::CommandCodes {
                found: concat!($prefix, "_command_resolvable"),
                missing: concat!($prefix, "_command_unresolvable"),
            },
            setting: concat!($prefix, "_setting_invalid"),
        }
    };
}

const CLAUDE: Codes = codes!("claude");
const CODEX: Codes = codes!("codex");
const GEMINI: Codes = codes!("gemini");
const OPENCODE: Codes = codes!("opencode");
const KIMI: Codes = codes!("kimi");
const HERMES: Codes = codes!("hermes");

/// Runs agents of one type.
pub struct CliAdapter {
    adapter_type: AdapterType,
    cli: &'static Cli,
    codes: &'static Codes,
}

/// What is read of the settings beside what becomes arguments.
struct Settings {
    program: String,
    working_directory: Option<PathBuf>,
    variables: BTreeMap<String, String>,
}

impl CliAdapter {
    /// Returns an adapter for each type of agent that is run so.
    pub fn all() -> impl Iterator<Item = Self> {
        TYPES.iter().filter_map(|(adapter_type, engine, codes)| {
            let cli = CLIS.iter().find(|cli| cli.engine == *engine)?;
            Some(Self { adapter_type: *adapter_type, cli, codes })
        })
    }

    fn read(&self, settings: &OpaqueJson) -> Result<Settings, Vec<SettingProblem>> {
        let mut reader = SettingsReader::new(settings);
        if reader.line("engine").as_deref() == Some("acp") {
            reader.problem("engine", "is \"acp\", by which this server cannot drive programs yet");
        }
        let read = Settings {
            program: reader.line(self.cli.program_key).unwrap_or_else(|| self.cli.program.to_owned()),
            working_directory: reader.folder("cwd"),
            variables: environment::read_variables(&mut reader),
        };
        time_limit(&mut reader);
        grace(&mut reader);
        let chosen = Chosen { settings, session: None, prompt: "", is_root: false };
        if let Err(error) = self.cli.arguments(&chosen) {
            reader.problem(error.key, error.message);
        }
        reader.finish(read)
    }

    /// Finds the program, where this machine runs it.
    fn program(&self, order: &RunOrder, named: &str, path: Option<&str>) -> Result<String, PrepareError> {
        if order.elsewhere.is_some() {
            // Only the place itself knows what it has.
            return Ok(named.to_owned());
        }
        let found = lookup::find(named, path, &order.workspace).map_err(|reason| {
            let key = self.cli.program_key;
            PrepareError::Missing(format!("{reason}; install it on this machine, or set {key} to its path"))
        })?;
        Ok(found.to_string_lossy().into_owned())
    }
}

impl std::fmt::Debug for CliAdapter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("CliAdapter").field(&self.adapter_type).finish()
    }
}

fn time_limit(reader: &mut SettingsReader<'_>) -> Option<Duration> {
    reader.time("timeoutSec", Duration::from_secs(1)).filter(|limit| !limit.is_zero())
}

fn grace(reader: &mut SettingsReader<'_>) -> Duration {
    reader.time("graceSec", Duration::from_secs(1)).unwrap_or(GRACE)
}

#[async_trait]
impl Adapter for CliAdapter {
    fn adapter_type(&self) -> AdapterType {
        self.adapter_type
    }

    fn problems(&self, settings: &OpaqueJson) -> Vec<SettingProblem> {
        self.read(settings).err().unwrap_or_default()
    }

    fn grace(&self, settings: &OpaqueJson) -> Duration {
        grace(&mut SettingsReader::new(settings))
    }

    fn time_limit(&self, settings: &OpaqueJson) -> Option<Duration> {
        time_limit(&mut SettingsReader::new(settings))
    }

    async fn try_settings(&self, settings: &OpaqueJson, place: &TestPlace) -> Vec<EnvironmentCheck> {
        let folder = settings.text("cwd").map(str::trim).filter(|folder| !folder.is_empty());
        let named = settings.text(self.cli.program_key).map(str::trim).filter(|named| !named.is_empty());
        let program = named.unwrap_or(self.cli.program);
        let mut found = vec![
            checks::working_directory(&self.codes.folder, folder),
            checks::resolvable(&self.codes.command, settings, place, program, folder),
            EnvironmentCheck::new("engine_selected", Info, "The program is driven by its command line."),
        ];
        let others = self.problems(settings).into_iter().filter(|problem| problem.key != "cwd");
        found.extend(others.map(|problem| {
            let message = format!("{} {}", problem.key, problem.message);
            EnvironmentCheck::new(self.codes.setting, Error, message).with_detail(problem.key)
        }));
        found
    }

    fn prepare(&self, order: &RunOrder) -> Result<Launch, PrepareError> {
        let settings = self.read(&order.settings).map_err(|problems| settings::refusal(&problems))?;
        let mut variables = settings.variables;
        for (name, value) in self.cli.environment {
            variables.entry((*name).to_owned()).or_insert_with(|| (*value).to_owned());
        }
        let mut environment = environment::compose(order, &variables);
        for (name, value) in prompt::variables(order) {
            environment.shown.push(name.to_owned());
            environment.variables.insert(name.to_owned(), SecretString::from(value));
        }
        let working_directory = settings.working_directory.unwrap_or_else(|| order.workspace.clone());
        lookup::check_folder(&working_directory).map_err(PrepareError::Missing)?;
        let path = environment.variables.get("PATH").map(|path| path.expose_secret());
        let program = self.program(order, &settings.program, path)?;
        let session = session::to_resume(order, &working_directory);
        let (instructions, unread) = match prompt::instructions(order) {
            Ok(instructions) => (instructions, None),
            Err(why) => (None, Some(why)),
        };
        let prompt = prompt::compose(order, instructions.as_deref(), session.is_ok());
        let chosen = Chosen {
            settings: &order.settings,
            session: session.as_ref().ok().map(String::as_str),
            prompt: &prompt,
            is_root: order.elsewhere.is_some() || rustix::process::geteuid().is_root(),
        };
        let arguments =
            self.cli.arguments(&chosen).map_err(|error| PrepareError::Settings(error.to_string()))?;
        let takes_stdin = self.cli.prompt == wireclip_cli_agents::PromptPath::Stdin;
        Ok(Launch {
            program,
            arguments,
            working_directory,
            environment: environment.variables,
            shown_environment: environment.shown,
            stdin: if takes_stdin { prompt.into_bytes() } else { Vec::new() },
            time_limit: self.time_limit(&order.settings),
            grace: self.grace(&order.settings),
            secrets: environment.secrets,
            notes: session.err().into_iter().chain(unread).collect(),
        })
    }

    fn reader(&self) -> Option<Box<dyn OutputReader>> {
        Some(Box::new(Reading::new(self.cli)))
    }

    fn conclude(&self, order: &RunOrder, ending: &Ending) -> AdapterResult {
        Reading::of_tails(self.cli, ending).conclude(order, ending).0
    }
}
