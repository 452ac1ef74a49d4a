//! A server that a test starts, kills and starts again.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::{Api, Place, process_is_alive, until};

/// A running server. Its process ends with it, the agents that it started do not.
pub(crate) struct Server {
    child: Child,
    address: String,
    log: PathBuf,
}

impl Server {
    /// Starts a server on a free port, and waits until it is ready.
    pub(crate) async fn start(place: &Place) -> Self {
        Self::start_with(place, &["--port", "0"], &[]).await
    }

    /// Starts a server with flags and variables, and waits until it is ready.
    pub(crate) async fn start_with(place: &Place, flags: &[&str], variables: &[(&str, &str)]) -> Self {
        let server = Self::launch(place, flags, variables);
        server.until_ready().await;
        server
    }

    /// Starts a server, and waits until it listens.
    pub(crate) fn launch(place: &Place, flags: &[&str], variables: &[(&str, &str)]) -> Self {
        let log = place.path().join("server.log");
        let lines = std::fs::OpenOptions::new().create(true).append(true).open(&log).unwrap();
        let mut child = place
            .program(&["serve"])
            .args(flags)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(lines)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        let server = Self { child, address, log };
        assert!(server.address.starts_with("http://"), "the server did not start: {}", server.said());
        server
    }

    pub(crate) async fn until_ready(&self) {
        let api = self.api();
        until("the server is ready", async || {
            assert!(process_is_alive(self.process_id()), "it ended: {}", self.said());
            let health = api.try_get("/health").await.ok()?;
            assert_eq!(health.status, 200, "{}", self.said());
            (health.body["phase"] == "ready").then_some(())
        })
        .await;
    }

    /// Returns the person at this machine.
    pub(crate) fn api(&self) -> Api {
        Api::of_person(&self.address)
    }

    /// Returns where it listens, as host and port.
    pub(crate) fn authority(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    /// Returns the port on which it listens.
    pub(crate) fn port(&self) -> &str {
        self.authority().rsplit(':').next().unwrap()
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Returns what all servers of this place have logged.
    pub(crate) fn said(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    /// Kills it without a chance to say anything.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop, as a service manager would.
    pub(crate) fn ask_to_stop(&self) {
        let pid = Pid::from_raw(i32::try_from(self.process_id()).unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
    }

    /// Says whether it has stopped, and how.
    pub(crate) fn stopped(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) async fn stop(mut self) -> ExitStatus {
        self.ask_to_stop();
        until("the server has stopped", async || self.stopped()).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
        if std::thread::panicking() {
            println!("{}", std::fs::read_to_string(&self.log).unwrap_or_default());
        }
    }
}
