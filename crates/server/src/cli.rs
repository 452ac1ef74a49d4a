//! The command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use wireclip_domain::CompanyId;

use crate::config::{Layers, Settings};
use crate::{audit, backup, demo, doctor, logging, serve};

/// The control plane for teams of AI agents.
#[derive(Debug, Parser)]
#[command(name = "wireclip", version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the server.
    Serve(Flags),
    /// Say what is found on this machine, what is missing, and what to do about it.
    Doctor(Flags),
    /// Look at the settings.
    Config {
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Watch a small company of three scripted agents plan, do and review a task.
    Demo,
    /// Save everything that Wireclip keeps; works while the server runs.
    Backup {
        #[command(flatten)]
        data: DataFlags,
        /// The folder to make, named for the moment unless given.
        #[arg(long, value_name = "DIR")]
        to: Option<PathBuf>,
        /// How many backups to keep in the home folder, this one included; older ones are removed.
        #[arg(long, value_name = "N", conflicts_with = "to")]
        keep: Option<NonZeroUsize>,
    },
    /// Bring back what `backup` saved.
    Restore {
        #[command(flatten)]
        data: DataFlags,
        /// The folder that `backup` made.
        backup: PathBuf,
        /// Replace what is there: the data of the home folder is moved aside, what a PostgreSQL
        /// database holds is deleted.
        #[arg(long)]
        replace: bool,
    },
    /// Look through the activity logs.
    Audit {
        #[command(subcommand)]
        command: AuditCommand,
    },
    /// An agent of the demo.
    #[command(hide = true)]
    DemoAgent {
        /// Which one.
        role: demo::Role,
    },
}

#[derive(Debug, Subcommand)]
enum ConfigCommand {
    /// Print every setting with its value and where it came from; secrets are hidden.
    Show(Flags),
}

#[derive(Debug, Subcommand)]
enum AuditCommand {
    /// Prove that the activity logs are as they were written, or name the first entry that is not;
    /// works while the server runs. Ends with 1 if something was changed.
    Verify {
        #[command(flatten)]
        data: DataFlags,
        /// Only the log of this company, by its id.
        #[arg(long, value_name = "ID")]
        company: Option<CompanyId>,
    },
}

/// Where the data is. Each may also stand in the environment (`--database-url` as
/// `WIRECLIP_DATABASE_URL`), the second in `config.toml` in the home folder, too.
#[derive(Debug, Default, Args)]
pub(crate) struct DataFlags {
    /// The folder of everything that Wireclip keeps [default: ~/.wireclip]
    #[arg(long, value_name = "DIR")]
    home: Option<String>,
    /// A PostgreSQL server (postgres://...) to use instead of the embedded database
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
}

/// Settings as typed. Each may also stand in the environment (`--on-shutdown` as
/// `WIRECLIP_ON_SHUTDOWN`) or in `config.toml` in the home folder (as `on_shutdown`).
#[derive(Debug, Default, Args)]
pub(crate) struct Flags {
    #[command(flatten)]
    data: DataFlags,
    /// The address to listen on [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,
    /// The port to listen on; 0 takes a free one [default: 3100]
    #[arg(long, value_name = "PORT")]
    port: Option<String>,
    /// Who is let in without a credential: the person at this machine, or nobody
    /// [default: local_trusted]
    #[arg(long, value_name = "local_trusted|authenticated")]
    mode: Option<String>,
    /// What becomes of working agents when the server stops [default: keep]
    #[arg(long, value_name = "keep|drain|stop")]
    on_shutdown: Option<String>,
    /// How long `drain` and `stop` wait for agents; whoever still works then works on, and the next
    /// server finds them [default: 3600]
    #[arg(long, value_name = "SECONDS")]
    shutdown_limit: Option<String>,
    /// The address by which agents reach the server [default: http://HOST:PORT]
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Further names by which the server may be called, with commas between them; NAME:PORT also lets in
    /// pages from there
    #[arg(long, value_name = "NAMES")]
    allowed_hosts: Option<String>,
    /// Who may make themselves an account where people sign in: everybody, nobody, or everybody only
    /// where the server listens on the loopback [default: loopback]
    #[arg(long, value_name = "loopback|open|closed")]
    sign_up: Option<String>,
    /// How many MiB a workspace may be when it comes back from a sandbox or a machine [default: 8192]
    #[arg(long, value_name = "MIB")]
    workspace_limit_mib: Option<String>,
    /// What is logged, as a filter of levels and modules [default: info]
    #[arg(long, value_name = "FILTER")]
    log: Option<String>,
    /// How it is logged [default: text]
    #[arg(long, value_name = "text|json")]
    log_format: Option<String>,
}

/// What was given of some flags, by the names of their settings.
fn given<'a, const N: usize>(flags: [(&'static str, &'a Option<String>); N]) -> Given<'a> {
    flags.into_iter().filter_map(|(name, value)| value.as_deref().map(|value| (name, value))).collect()
}

type Given<'a> = Vec<(&'static str, &'a str)>;

impl DataFlags {
    fn given(&self) -> Given<'_> {
        let Self { home, database_url } = self;
        given([("home", home), ("database_url", database_url)])
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        Ok(Settings::resolve(Layers::read(self.given())?)?.0)
    }
}

impl Flags {
    /// Returns the flags that were given, by the names of their settings.
    pub(crate) fn given(&self) -> Given<'_> {
        let Self {
            data,
            host,
            port,
            mode,
            on_shutdown,
            shutdown_limit,
            public_url,
            allowed_hosts,
            sign_up,
            workspace_limit_mib,
            log,
            log_format,
        } = self;
        let others = given([
            ("host", host),
            ("port", port),
            ("mode", mode),
            ("on_shutdown", on_shutdown),
            ("shutdown_limit", shutdown_limit),
            ("public_url", public_url),
            ("allowed_hosts", allowed_hosts),
            ("sign_up", sign_up),
            ("workspace_limit_mib", workspace_limit_mib),
            ("log", log),
            ("log_format", log_format),
        ]);
        [data.given(), others].concat()
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        Ok(Settings::resolve(Layers::read(self.given())?)?.0)
    }
}

/// Does what the command line says.
pub(crate) fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(code) => code,
        Err(error) => {
            logging::print_error(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Serve(flags) => serve::main(flags.settings()?),
        Command::Doctor(flags) => Ok(doctor::main(&flags)),
        Command::Config { command: ConfigCommand::Show(flags) } => {
            let (_, shown) = Settings::resolve(Layers::read(flags.given())?)?;
            logging::print(&shown.to_string());
            Ok(ExitCode::SUCCESS)
        }
        Command::Demo => demo::main(),
        Command::DemoAgent { role } => demo::agent_main(role),
        Command::Backup { data, to, keep } => backup::back_up(&data.settings()?, to, keep),
        Command::Audit { command: AuditCommand::Verify { data, company } } => {
            audit::verify(&data.settings()?, company)
        }
        Command::Restore { data, backup, replace } => backup::restore(&data.settings()?, &backup, replace),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
