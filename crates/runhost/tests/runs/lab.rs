//! A folder with run hosts for one test.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::sync::mpsc;
use wireclip_adapters::{LocalRunHosts, RunHostsConfig};
use wireclip_domain::run::OutputStream;
use wireclip_domain::run_host::process_stat::ProcessStat;
use wireclip_domain::run_host::{ExitRecord, OutputChunk, StartIntent};
use wireclip_domain::{AgentId, CompanyId, RunId};
use wireclip_ports::adapter::Launch;
use wireclip_ports::host::{
    Ending, HostError, HostEvent, HostOrder, HostedRun, LogPosition, RunHosts, Started,
};

/// How long a condition may take to come true, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(40);

pub(crate) struct Lab {
    pub(crate) hosts: LocalRunHosts,
    folder: TempDir,
}

/// All that a follower heard.
pub(crate) struct Story {
    pub(crate) chunks: Vec<(OutputChunk, LogPosition)>,
    pub(crate) ending: Ending,
}

impl Lab {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    pub(crate) fn with(adjust: impl FnOnce(&mut RunHostsConfig)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let hosts = hosts_in(folder.path(), adjust);
        Self { hosts, folder }
    }

    /// What a server finds that was started after the last one died.
    pub(crate) fn another_server(&self) -> LocalRunHosts {
        hosts_in(self.folder.path(), |_| {})
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn run_folder(&self, run: &HostedRun) -> PathBuf {
        self.path().join("runs").join(run.run_id.to_string())
    }

    pub(crate) fn intent(&self, run: &HostedRun) -> StartIntent {
        let text = std::fs::read(self.run_folder(run).join("intent.json")).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    pub(crate) fn order(&self, script: &str) -> HostOrder {
        order_in(self.path(), script)
    }

    pub(crate) async fn start(&self, order: HostOrder) -> HostedRun {
        let run = order.run;
        self.hosts.start(order).await.unwrap();
        run
    }

    pub(crate) async fn run_to_end(&self, order: HostOrder) -> Story {
        let run = self.start(order).await;
        follow(&self.hosts, &run, LogPosition::default()).await
    }

    /// Waits for a file that a script makes, and returns what is in it.
    pub(crate) async fn file(&self, name: &str) -> String {
        let path = self.path().join(name);
        until(&format!("the script makes {name}"), || {
            std::fs::read_to_string(&path).ok().filter(|text| text.ends_with('\n'))
        })
        .await
        .trim()
        .to_owned()
    }

    /// Waits for the process id that a script writes into a file.
    pub(crate) async fn process_in(&self, name: &str) -> u32 {
        self.file(name).await.parse().unwrap()
    }

    /// Waits until a run's log holds a text, and returns the log.
    pub(crate) async fn line_in_log(&self, run: &HostedRun, text: &str) -> String {
        let path = self.path().join("logs").join(run.log_ref());
        until(&format!("{text} is in the log"), || {
            std::fs::read_to_string(&path).ok().filter(|log| log.contains(text))
        })
        .await
    }

    pub(crate) fn release(&self, name: &str) {
        std::fs::write(self.path().join(name), "").unwrap();
    }
}

impl Story {
    pub(crate) fn exit(&self) -> &ExitRecord {
        self.ending.exit.as_ref().expect("the host left a record")
    }

    pub(crate) fn text(&self, stream: OutputStream) -> String {
        let chunks = self.chunks.iter().map(|(chunk, _)| chunk);
        chunks.filter(|chunk| chunk.stream == stream).map(|chunk| chunk.chunk.as_str()).collect()
    }
}

/// Makes an order for a script that works in a folder. No script lives long, so that a failed
/// test leaves nothing behind.
pub(crate) fn order_in(folder: &Path, script: &str) -> HostOrder {
    let search_path = std::env::var_os("PATH").unwrap().into_string().unwrap();
    HostOrder {
        run: some_run(),
        launch: Launch {
            program: "/bin/sh".to_owned(),
            arguments: vec!["-c".to_owned(), script.to_owned()],
            working_directory: folder.to_owned(),
            environment: BTreeMap::from([("PATH".to_owned(), search_path.into())]),
            shown_environment: Vec::new(),
            stdin: Vec::new(),
            time_limit: Some(Duration::from_secs(60)),
            grace: Duration::from_secs(10),
            secrets: Vec::new(),
            notes: Vec::new(),
        },
    }
}

pub(crate) fn some_run() -> HostedRun {
    HostedRun { run_id: RunId::random(), agent_id: AgentId::random(), company_id: CompanyId::random() }
}

pub(crate) fn hosts_in(folder: &Path, adjust: impl FnOnce(&mut RunHostsConfig)) -> LocalRunHosts {
    let executable = PathBuf::from(env!("CARGO_BIN_EXE_wireclip-run-host"));
    let mut config = RunHostsConfig::new(executable, folder.join("runs"), folder.join("logs"));
    config.free_space_floor_bytes = 0;
    adjust(&mut config);
    LocalRunHosts::new(config).unwrap()
}

pub(crate) async fn follow(hosts: &LocalRunHosts, run: &HostedRun, from: LogPosition) -> Story {
    let (events, mut heard) = mpsc::channel(4);
    let listen = async {
        let mut chunks = Vec::new();
        while let Some(event) = heard.recv().await {
            match event {
                HostEvent::Output { chunk, position } => chunks.push((chunk, position)),
                HostEvent::Ended(ending) => return Story { chunks, ending },
            }
        }
        panic!("the follower heard no end");
    };
    let both = async { tokio::join!(hosts.follow(run, from, events), listen) };
    let (followed, story) = tokio::time::timeout(PATIENCE, both).await.expect("the run ends in time");
    followed.unwrap();
    story
}

pub(crate) async fn started(hosts: &LocalRunHosts, order: HostOrder) -> Result<Started, HostError> {
    hosts.start(order).await
}

/// Waits until there is something.
pub(crate) async fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let give_up_at = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < give_up_at, "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

pub(crate) fn is_alive(process_id: u32) -> bool {
    let line = std::fs::read_to_string(format!("/proc/{process_id}/stat"));
    line.is_ok_and(|line| ProcessStat::parse(&line).is_some_and(|stat| !stat.is_dead()))
}

pub(crate) async fn until_gone(process_id: u32) {
    until(&format!("process {process_id} is gone"), || (!is_alive(process_id)).then_some(())).await;
}
