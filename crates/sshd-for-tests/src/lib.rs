//! A real SSH server of a test's own, on this machine, with keys of its own.

use std::fmt::Write as _;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// Where the program is if it is not on the path.
const PROGRAM: &str = "/usr/sbin/sshd";
/// How often a port is tried that somebody else may take meanwhile.
const TRIES: u32 = 20;

/// A server. It ends with this, and so do the connections to it.
#[derive(Debug)]
pub struct Sshd {
    folder: TempDir,
    port: u16,
    username: String,
    server: Child,
}

impl Sshd {
    /// Starts a server; `None`, and a word about it, if this machine has none. In CI it must.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    #[expect(clippy::print_stdout, reason = "a test that skips itself says so")]
    pub fn start() -> Option<Self> {
        if !Path::new(PROGRAM).exists() {
            assert!(std::env::var_os("CI").is_none(), "{PROGRAM} is missing: install openssh-server");
            println!("skipped: there is no {PROGRAM}");
            return None;
        }
        let folder = tempfile::Builder::new().prefix("wireclip-sshd-").tempdir().expect("a folder");
        for key in ["host", "other", "user"] {
            said(
                Command::new("ssh-keygen")
                    .args(["-q", "-t", "ed25519", "-N", "", "-f"])
                    .arg(folder.path().join(key)),
            );
        }
        std::fs::copy(folder.path().join("user.pub"), folder.path().join("authorized")).expect("a key");
        std::fs::create_dir(folder.path().join("work")).expect("a folder");
        let username = said(Command::new("id").arg("-un"));
        if username == "root" {
            // Its service makes that on other machines.
            std::fs::create_dir_all("/run/sshd").expect("a folder");
        }
        for _ in 0..TRIES {
            if let Some((port, server)) = listening(folder.path()) {
                return Some(Self { folder, port, username, server });
            }
        }
        panic!("no SSH server could be started: {}", log(folder.path()));
    }

    /// The port on which it listens, of the loopback address.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The user that it lets in.
    #[must_use]
    pub fn username(&self) -> &str {
        &self.username
    }

    /// The key that lets that user in.
    ///
    /// # Panics
    /// If it cannot be read.
    #[must_use]
    pub fn private_key(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("user")).expect("a key")
    }

    /// The line by which it is known.
    #[must_use]
    pub fn known_hosts(&self) -> String {
        self.known_by("host")
    }

    /// A line by which another server would be known in its place.
    #[must_use]
    pub fn known_hosts_of_another(&self) -> String {
        self.known_by("other")
    }

    fn known_by(&self, key: &str) -> String {
        let key = std::fs::read_to_string(self.folder.path().join(format!("{key}.pub"))).expect("a key");
        format!("[127.0.0.1]:{} {key}", self.port)
    }

    /// A folder in which runs may work.
    #[must_use]
    pub fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    /// What the server said.
    #[must_use]
    pub fn log(&self) -> String {
        log(self.folder.path())
    }

    /// Cuts all connections, as if the network were gone.
    pub fn cut(&self) {
        children_of(self.server.id()).into_iter().for_each(kill);
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let connections = children_of(self.server.id());
        drop(self.server.kill());
        drop(self.server.wait());
        connections.into_iter().for_each(kill);
    }
}

/// Starts a server on a port that was free just now; `None` if it is not any more.
fn listening(folder: &Path) -> Option<(u16, Child)> {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = free.local_addr().expect("a port").port();
    drop(free);
    let mut config = format!("Port {port}\nListenAddress 127.0.0.1\n");
    for (key, file) in [("HostKey", "host"), ("AuthorizedKeysFile", "authorized")] {
        writeln!(config, "{key} {}", folder.join(file).display()).expect("a text takes everything");
    }
    config.push_str(
        "PidFile none\nStrictModes no\nUsePAM no\nPermitRootLogin yes\nPasswordAuthentication no\n",
    );
    config.push_str("KbdInteractiveAuthentication no\nPrintMotd no\nLogLevel VERBOSE\n");
    std::fs::write(folder.join("config"), config).expect("a file");
    let log = std::fs::File::create(folder.join("log")).expect("a file");
    let mut server = Command::new(PROGRAM)
        .args(["-D", "-e", "-f"])
        .arg(folder.join("config"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .process_group(0)
        .spawn()
        .expect("a server");
    loop {
        if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Some((port, server));
        }
        if server.try_wait().expect("a child").is_some() {
            return None;
        }
        std::thread::yield_now();
    }
}

fn log(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).unwrap_or_default()
}

fn said(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("a program");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn children_of(parent: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |id: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        // The name stands in parentheses and may hold anything; state and parent follow it.
        let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        rest.split_whitespace().nth(1) == Some(&parent.to_string())
    };
    ids.filter(is_child).collect()
}

fn kill(process_id: u32) {
    drop(Command::new("kill").args(["-KILL", &process_id.to_string()]).status());
}
