//! Settings: read as given, then resolved once.
//!
//! A flag wins over the environment, that over `config.toml` in the home folder, that over the
//! default. Nobody else reads the environment. An unknown name in the file or among the
//! `WIRECLIP_` variables is an error: it is a typing mistake that would otherwise do nothing.

mod layers;
mod shown;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use secrecy::SecretString;
use wireclip_adapters::KeySealer;
use wireclip_engine::OnShutdown;
use wireclip_http::DeploymentMode;
use wireclip_sandboxes::daytona::DaytonaDefaults;

use crate::logging;

pub(crate) use layers::Layers;
pub(crate) use shown::Shown;

/// Everything that can be set.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// The folder of everything that is kept.
    pub(crate) home: PathBuf,
    /// The address to listen on.
    pub(crate) host: String,
    /// The port to listen on; 0 takes a free one.
    pub(crate) port: u16,
    /// A PostgreSQL server to use instead of the embedded database.
    pub(crate) database_url: Option<SecretString>,
    /// The key that seals stored secrets, instead of the one in the home folder.
    pub(crate) secrets_key: Option<SecretString>,
    /// What environments on Daytona have where they say nothing.
    pub(crate) daytona: DaytonaDefaults,
    /// Who is let in without a credential.
    pub(crate) mode: DeploymentMode,
    /// What becomes of working agents when the server stops.
    pub(crate) on_shutdown: OnShutdown,
    /// How long the server waits for working agents when it stops, if it waits for them.
    pub(crate) shutdown_limit: Duration,
    /// The address by which agents reach the server; made of host and port if absent.
    pub(crate) public_url: Option<String>,
    /// Further names by which the server may be called.
    pub(crate) allowed_hosts: Vec<String>,
    /// Whether strangers may make themselves an account.
    pub(crate) sign_up: SignUp,
    /// Private addresses that agents of the http adapter may be called at, as exact origins.
    pub(crate) private_endpoints: Vec<String>,
    /// What the workspace of a run that executes elsewhere may be when it comes back.
    pub(crate) workspace_limit: u64,
    /// What is logged.
    pub(crate) log: String,
    /// How it is logged.
    pub(crate) log_format: LogFormat,
    /// Whether the person at the terminal wants no colours there.
    pub(crate) no_color: bool,
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl Settings {
    /// Resolves settings, and says where each came from.
    ///
    /// # Errors
    /// If a value makes no sense or a name is unknown.
    pub(crate) fn resolve(mut layers: Layers) -> anyhow::Result<(Self, Shown)> {
        let settings = Self {
            home: layers.home().to_owned(),
            host: layers.text("host", "127.0.0.1")?,
            port: layers.parse("port", "3100", |text| {
                text.parse().ok().context("a port is a number from 0 to 65535")
            })?,
            database_url: layers.secret("database_url", |url| {
                let is_postgres = url.starts_with("postgres://") || url.starts_with("postgresql://");
                if is_postgres { Ok(()) } else { bail!("a database address begins with postgres://") }
            })?,
            secrets_key: layers.secret("secrets_key", |text| {
                KeySealer::from_text(&text.into()).map(|_| ()).map_err(anyhow::Error::from)
            })?,
            daytona: DaytonaDefaults {
                private_origins: layers.list("http_adapter_private_endpoint_allowlist")?,
                api_key: layers.secret("daytona_api_key", |_| Ok(()))?,
                api_url: layers.optional_text("daytona_api_url")?,
                target: layers.optional_text("daytona_target")?,
                organisation: layers.optional_text("daytona_organization_id")?,
            },
            mode: layers.choice(
                "mode",
                &[
                    ("local_trusted", DeploymentMode::LocalTrusted),
                    ("authenticated", DeploymentMode::Authenticated),
                ],
            )?,
            on_shutdown: layers.choice(
                "on_shutdown",
                &[("keep", OnShutdown::Keep), ("drain", OnShutdown::Drain), ("stop", OnShutdown::Stop)],
            )?,
            shutdown_limit: layers.parse("shutdown_limit", "3600", |text| {
                let seconds = text.parse().context("a limit is a number of seconds")?;
                Ok(Duration::from_secs(seconds))
            })?,
            public_url: layers.optional("public_url", public_address)?,
            allowed_hosts: layers.list("allowed_hosts")?,
            sign_up: layers.choice(
                "sign_up",
                &[("loopback", SignUp::Loopback), ("open", SignUp::Open), ("closed", SignUp::Closed)],
            )?,
            private_endpoints: layers.list("http_adapter_private_endpoint_allowlist")?,
            workspace_limit: layers.parse("workspace_limit_mib", "8192", |text| {
                let mebibytes: u64 = text.parse().context("a limit is a number of MiB")?;
                Ok(mebibytes.saturating_mul(1 << 20))
            })?,
            log: layers.parse("log", "info", |text| {
                logging::check(text)?;
                Ok(text.to_owned())
            })?,
            log_format: layers
                .choice("log_format", &[("text", LogFormat::Text), ("json", LogFormat::Json)])?,
            no_color: layers.has_variable("NO_COLOR"),
        };
        let shown = layers.finish()?;
        settings.check()?;
        Ok((settings, shown))
    }

    /// Returns the settings of the demo: a folder of its own, a free port, no log, and nothing of
    /// what is set for a server of this machine.
    ///
    /// # Errors
    /// If the folder's path is no text.
    pub(crate) fn for_demo(home: &std::path::Path) -> anyhow::Result<Self> {
        let home = home.to_str().context("the folder for temporary files has a name that is no text")?;
        let differing = [
            ("home", home),
            ("port", "0"),
            ("on_shutdown", "stop"),
            ("shutdown_limit", "30"),
            ("log", "off"),
        ];
        Ok(Self::resolve(Layers::of_flags(differing)?)?.0)
    }

    /// Returns scheme, name and port of the address by which the server is found from outside.
    pub(crate) fn public_origin(&self) -> Option<String> {
        let address = reqwest::Url::parse(self.public_url.as_deref()?).ok()?;
        Some(address.origin().ascii_serialization())
    }

    /// Returns whether strangers may make themselves an account.
    pub(crate) fn sign_up_is_open(&self) -> bool {
        match self.sign_up {
            SignUp::Loopback => is_loopback(&self.host),
            SignUp::Open => true,
            SignUp::Closed => false,
        }
    }

    fn check(&self) -> anyhow::Result<()> {
        if self.mode == DeploymentMode::LocalTrusted && !is_loopback(&self.host) {
            bail!(
                "in the mode local_trusted nobody is asked for a credential, so the server listens on the \
                 loopback only: use --host 127.0.0.1, or --mode authenticated, in which people sign in"
            );
        }
        Ok(())
    }
}

/// Who may make themselves an account, in the mode `authenticated`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignUp {
    /// Everybody, where the server listens on the loopback; nobody elsewhere.
    Loopback,
    /// Everybody.
    Open,
    /// Nobody.
    Closed,
}

/// Reads the address by which agents reach the server. They put `/api/…` behind it.
fn public_address(text: &str) -> anyhow::Result<String> {
    let address = reqwest::Url::parse(text).context("it is no address such as https://box.example:3100")?;
    if !matches!(address.scheme(), "http" | "https")
        || address.query().is_some()
        || address.fragment().is_some()
    {
        bail!("it begins with http:// or https://, and ends with the host, its port, or a path");
    }
    let trimmed = text.trim_end_matches('/');
    if trimmed.ends_with("/api") {
        bail!("leave '/api' away: agents put it behind the address themselves");
    }
    Ok(trimmed.to_owned())
}

fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host
            .trim_matches(['[', ']'])
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(
        flags: &[(&'static str, &str)],
        environment: &[(&str, &str)],
        file: &str,
    ) -> anyhow::Result<(Settings, Shown)> {
        Settings::resolve(Layers::of(flags, environment, "/home/of/wireclip", file)?)
    }

    #[test]
    fn a_flag_wins_over_the_environment_and_that_over_the_file() {
        let file = "port = 1\nhost = \"127.0.0.3\"\nallowed_hosts = [\"a\", \"b\"]";
        let environment = [("WIRECLIP_PORT", "2"), ("WIRECLIP_ON_SHUTDOWN", "drain"), ("HOME", "/root")];
        let (settings, shown) = resolve(&[("port", "3")], &environment, file).unwrap();
        assert_eq!((settings.port, settings.host.as_str()), (3, "127.0.0.3"));
        assert_eq!(settings.on_shutdown, OnShutdown::Drain);
        assert_eq!(settings.allowed_hosts, ["a", "b"]);
        let text = shown.to_string();
        assert!(text.contains("port = 3 (flag --port)"), "{text}");
        assert!(text.contains("on_shutdown = drain (environment WIRECLIP_ON_SHUTDOWN)"), "{text}");
        assert!(text.contains("host = 127.0.0.3 (config.toml)"), "{text}");
        assert!(text.contains("mode = local_trusted (default)"), "{text}");
    }

    #[test]
    fn the_password_of_the_database_is_not_shown() {
        let environment = [("WIRECLIP_DATABASE_URL", "postgres://me:opensesame@db/wireclip")];
        let (_, shown) = resolve(&[], &environment, "").unwrap();
        let text = shown.to_string();
        assert!(text.contains("database_url = (hidden)"), "{text}");
        assert!(!text.contains("opensesame"), "{text}");
    }

    #[test]
    fn typing_mistakes_are_named() {
        for (environment, file, mention) in [
            (vec![], "prot = 3100", "prot"),
            (vec![("WIRECLIP_PROT", "3100")], "", "WIRECLIP_PROT"),
            (vec![("WIRECLIP_PORT", "many")], "", "WIRECLIP_PORT"),
            (vec![("WIRECLIP_MODE", "open")], "", "local_trusted, authenticated"),
            (vec![("WIRECLIP_LOG", "ifno")], "", "'ifno' is no level"),
            (vec![("WIRECLIP_PUBLIC_URL", "box.example")], "", "WIRECLIP_PUBLIC_URL"),
            (vec![("WIRECLIP_PUBLIC_URL", "http://box.example/api")], "", "leave '/api' away"),
            (vec![("WIRECLIP_HOST", "0.0.0.0")], "", "authenticated"),
            (vec![], "port = [", "config.toml"),
        ] {
            let error = resolve(&[], &environment, file).err().map(|error| format!("{error:#}"));
            assert!(error.as_ref().is_some_and(|error| error.contains(mention)), "{mention}: {error:?}");
        }
    }

    #[test]
    fn agents_put_their_paths_behind_the_public_address() {
        for (given, used) in [
            ("http://box.example:3100", "http://box.example:3100"),
            ("https://box.example/", "https://box.example"),
            ("https://box.example/teams//", "https://box.example/teams"),
        ] {
            let (settings, _) = resolve(&[("public_url", given)], &[], "").unwrap();
            assert_eq!(settings.public_url.as_deref(), Some(used));
        }
    }

    #[test]
    fn the_names_that_existing_installations_use_for_the_allow_list_count_too() {
        let environment =
            [("PAPERCLIP_HTTP_ADAPTER_PRIVATE_ENDPOINT_ALLOWLIST", "http://127.0.0.1:1, http://[::1]")];
        let (settings, _) = resolve(&[], &environment, "").unwrap();
        assert_eq!(settings.private_endpoints, ["http://127.0.0.1:1", "http://[::1]"]);
    }
}
