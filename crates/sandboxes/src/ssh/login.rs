//! How the system's SSH program is told to log in to one machine, and nothing else.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::Stdio;

use rustix::fs::{MemfdFlags, Mode};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::process::Command;
use wireclip_domain::environment::config::{PRIVATE_KEY_REF, SentSshSettings, SshSettings};
use wireclip_ports::sandbox::{ProviderError, ResolvedSpec};

/// Where the program finds other programs.
const PATH: &str = "PATH";
/// What the program may know of this machine: the programs, the home, and an agent with keys.
const INHERITED: &[&str] = &[PATH, "HOME", "SSH_AUTH_SOCK"];

/// The file of the machine's own keys, there as well.
const HOSTS_FILE: &str = "known_hosts";

/// A machine, and what opens it.
#[derive(Clone)]
pub(super) struct Login {
    pub(super) settings: SshSettings,
    key: Option<SecretString>,
}

impl Login {
    pub(super) fn new(settings: SshSettings, key: Option<SecretString>) -> Self {
        Self { settings, key }
    }

    /// Reads an environment's settings.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] if they cannot work.
    pub(super) fn of(spec: &ResolvedSpec) -> Result<Self, ProviderError> {
        let read = SentSshSettings::read(&spec.settings);
        let settings = read.map_err(|refused| ProviderError::Refused { message: refused.to_string() })?;
        Ok(Self::new(settings.settings, spec.secrets.get(PRIVATE_KEY_REF).cloned()))
    }

    /// Returns the machine as people read it.
    pub(super) fn address(&self) -> String {
        format!("{}:{}", self.settings.host, self.settings.port)
    }

    /// Writes what the program needs to know into files of a private folder, and prepares it. Its
    /// paths are relative to that folder, in which it starts: a socket's path must be short.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn program(&self, folder: &Path) -> io::Result<(Command, Option<HeldKey>)> {
        let settings = &self.settings;
        write(&folder.join(HOSTS_FILE), settings.known_hosts.as_deref().unwrap_or_default())?;
        let strict = if settings.strict_host_key_checking { "yes" } else { "no" };
        let mut program = program(folder);
        program.args(["-a", "-x", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "LogLevel=ERROR"]);
        program.args(["-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=3"]);
        program.args(["-o", &format!("StrictHostKeyChecking={strict}"), "-o", "CheckHostIP=no"]);
        program.args(["-o", "UpdateHostKeys=no", "-o", "GlobalKnownHostsFile=/dev/null"]);
        program.args(["-o", &format!("UserKnownHostsFile=./{HOSTS_FILE}")]);
        let key = self.key.as_ref().map(HeldKey::new).transpose()?;
        if let Some(key) = &key {
            program.args(["-o", "IdentitiesOnly=yes", "-i", &key.path()]);
        }
        program.args(["-p", &settings.port.to_string(), "-l", &settings.username]);
        Ok((program, key))
    }

    /// Returns the machine as the program takes it.
    pub(super) fn host(&self) -> &str {
        self.settings.host.trim_matches(['[', ']'])
    }

    /// Returns what an SSH program complained, as what it means for the caller.
    pub(super) fn fault(&self, complaint: &[u8]) -> ProviderError {
        let text = String::from_utf8_lossy(complaint);
        if text.contains("Host key verification failed") {
            let known = if self.settings.known_hosts.is_some() {
                "another key than"
            } else {
                "a key, and none is in"
            };
            let message = format!(
                "{} shows {known} knownHosts; nothing was sent to it (host key verification failed)",
                self.address()
            );
            return ProviderError::Refused { message };
        }
        let line = last_line(complaint);
        if text.contains("Permission denied") || text.contains("Too many authentication failures") {
            let message = format!("{} does not let us in: {line}", self.address());
            return ProviderError::Refused { message };
        }
        ProviderError::Unreachable { action: "log in to the machine", message: line }
    }
}

/// A private key where the program can read it, in memory: no disk ever has it, and it goes with
/// this, or with our process however that ends. A login that stands does not need it any more.
#[derive(Debug)]
pub(super) struct HeldKey(File);

impl HeldKey {
    fn new(key: &SecretString) -> io::Result<Self> {
        let file = rustix::fs::memfd_create("ssh-key", MemfdFlags::CLOEXEC)?;
        // The program refuses a key that others could read.
        rustix::fs::fchmod(&file, Mode::RUSR | Mode::WUSR)?;
        let mut file = File::from(file);
        // It wants a line's end at the end.
        file.write_all(key.expose_secret().trim_end().as_bytes())?;
        file.write_all(b"\n")?;
        Ok(Self(file))
    }

    /// Returns its name for other processes of this user.
    fn path(&self) -> String {
        format!("/proc/{}/fd/{}", std::process::id(), self.0.as_raw_fd())
    }
}

/// Prepares the program with nothing of this machine's own settings: no files of the user, no
/// variables, no terminal. It has a group of its own, so that a signal to ours does not cut the
/// connection by which something is to be ended in order.
pub(super) fn program(folder: &Path) -> Command {
    let mut program = Command::new("ssh");
    program.current_dir(folder).env_clear().process_group(0);
    let inherited: Vec<(&str, OsString)> =
        INHERITED.iter().filter_map(|name| Some((*name, std::env::var_os(name)?))).collect();
    program.envs(inherited);
    // What went wrong is told from its words: they must be the untranslated ones.
    program.env("LC_ALL", "C");
    program.args(["-F", "/dev/null", "-T"]);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    program
}

/// Writes a file that only its owner can read, with a line's end at its end.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.trim_end().as_bytes())?;
    file.write_all(b"\n")
}

/// Returns the end of a complaint, which says most.
pub(super) fn last_line(complaint: &[u8]) -> String {
    let text = String::from_utf8_lossy(complaint);
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    line.unwrap_or("the program did not say why").chars().filter(|sign| !sign.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login() -> Login {
        let settings = SshSettings {
            host: "box.example".to_owned(),
            port: 22,
            username: "u".to_owned(),
            remote_workspace_path: "/srv/w".to_owned(),
            private_key: None,
            known_hosts: None,
            strict_host_key_checking: true,
        };
        Login::new(settings, Some("-----KEY-----".into()))
    }

    #[test]
    fn of_a_long_complaint_the_end_is_told() {
        assert_eq!(
            last_line(b"Warning: x\r\nu@h: Permission denied (publickey).\r\n\r\n"),
            "u@h: Permission denied (publickey)."
        );
        assert_eq!(last_line(b""), "the program did not say why");
    }

    #[test]
    fn a_machine_that_is_not_the_one_is_told_from_one_that_is_not_there() {
        let fault = |complaint: &[u8]| login().fault(complaint);
        let other =
            fault(b"No ED25519 host key is known for box.example\r\nHost key verification failed.\r\n");
        assert!(
            matches!(&other, ProviderError::Refused { message } if message.contains("knownHosts")),
            "{other}"
        );
        assert!(matches!(fault(b"u@h: Permission denied (publickey).\r\n"), ProviderError::Refused { .. }));
        assert!(matches!(fault(b"connect to host h: Connection refused"), ProviderError::Unreachable { .. }));
    }

    #[test]
    fn only_we_can_read_the_key_and_it_goes_when_it_is_dropped() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (_, key) = login().program(folder.path()).unwrap();
        let key = key.unwrap();
        let path = key.path();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "-----KEY-----\n");
        let on_disk: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(on_disk, [HOSTS_FILE]);
        drop(key);
        // Another file may have the number by now, but none with the key.
        assert!(!std::fs::read_to_string(&path).unwrap_or_default().contains("KEY"));
    }
}
