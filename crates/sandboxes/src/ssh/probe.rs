//! Trying out places that are no sandboxes: this machine, and others by SSH.
//!
//! **Invariant:** nothing here waits longer than its limit, and no program of it outlives the call.

use std::time::Duration;

use async_trait::async_trait;
use secrecy::SecretString;
use wireclip_domain::OpaqueJson;
use wireclip_domain::environment::config::SshSettings;
use wireclip_ports::place_probe::{PlaceProber, PlaceReport};

use super::login::Login;
use super::look;

/// Tries places out from this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlaceProbe;

#[async_trait]
impl PlaceProber for PlaceProbe {
    async fn probe_local(&self) -> PlaceReport {
        let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let mut details = OpaqueJson::object();
        details.set("hostname", &name);
        if let Ok(folder) = std::env::current_dir() {
            details.set("cwd", &folder.to_string_lossy());
        }
        PlaceReport { is_ok: true, summary: format!("Runs work on this machine, {name}."), details }
    }

    async fn probe_ssh(
        &self,
        settings: &SshSettings,
        private_key: Option<&SecretString>,
        limit: Duration,
    ) -> PlaceReport {
        of(&Login::new(settings.clone(), private_key.cloned()), limit).await
    }
}

/// Looks at a machine. Every failure is a report.
pub(super) async fn of(login: &Login, limit: Duration) -> PlaceReport {
    let settings = &login.settings;
    let mut details = OpaqueJson::object();
    details.set("host", &settings.host);
    details.set("port", &settings.port);
    details.set("username", &settings.username);
    details.set("remoteWorkspacePath", &settings.remote_workspace_path);
    let found = match tokio::time::timeout(limit, look::look(login, limit)).await {
        Ok(found) => found,
        Err(_) => Err(look::Fault::Slow { seconds: limit.as_secs() }),
    };
    match found {
        Ok(()) => {
            let (user, host, path) = (&settings.username, &settings.host, &settings.remote_workspace_path);
            PlaceReport { is_ok: true, summary: format!("{user}@{host} has {path} to work in."), details }
        }
        Err(fault) => {
            details.set("error", &fault.code());
            PlaceReport { is_ok: false, summary: fault.to_string(), details }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::net::TcpListener;

    use super::*;

    fn settings(port: u16) -> SshSettings {
        SshSettings {
            host: "127.0.0.1".to_owned(),
            port,
            username: "u".to_owned(),
            remote_workspace_path: "/srv/w".to_owned(),
            private_key: None,
            known_hosts: None,
            strict_host_key_checking: false,
        }
    }

    async fn fault(port: u16) -> (String, String) {
        let report = PlaceProbe.probe_ssh(&settings(port), None, Duration::from_millis(500)).await;
        assert!(!report.is_ok);
        (report.details.text("error").unwrap_or_default().to_owned(), report.summary)
    }

    #[tokio::test]
    async fn this_machine_can_be_worked_on() {
        let report = PlaceProbe.probe_local().await;
        assert!(report.is_ok);
        assert!(report.details.text("hostname").is_some());
    }

    #[tokio::test]
    async fn a_port_where_nobody_is_does_not_answer() {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        assert_eq!(fault(port).await.0, "unreachable");
    }

    #[tokio::test]
    async fn whoever_says_nothing_is_not_waited_for() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        assert_eq!(fault(silent.local_addr().unwrap().port()).await.0, "timeout");
    }

    #[tokio::test]
    async fn what_is_no_ssh_server_is_told_from_one() {
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = other.local_addr().unwrap().port();
        let answering = tokio::task::spawn_blocking(move || {
            let (mut client, _) = other.accept().unwrap();
            client.write_all(b"220 mail.example ready\r\n").unwrap();
        });
        assert_eq!(fault(port).await.0, "no_ssh_server");
        answering.await.unwrap();
    }
}
