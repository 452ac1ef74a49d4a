//! The promise of run hosts: a server may be killed at any moment, and no run is lost, doubled or
//! cut short.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use futures_util::future::join_all;
use wireclip_domain::run::OutputStream;
use wireclip_domain::{AgentId, CompanyId, RunId};
use wireclip_ports::host::{HostError, HostedRun, LogPosition, RunHosts, Trace};

use crate::lab::{Lab, follow, hosts_in, order_in, until};

const RUNS: usize = 20;
const LINES: usize = 40;
const FOLDER_VARIABLE: &str = "WIRECLIP_TEST_FOLDER";

fn run_named(run_id: RunId) -> HostedRun {
    let uuid = run_id.as_uuid();
    HostedRun { run_id, agent_id: AgentId::from_uuid(uuid), company_id: CompanyId::from_uuid(uuid) }
}

fn order(folder: &Path, run: HostedRun) -> wireclip_ports::host::HostOrder {
    let script = format!(
        "echo x >>starts-{}; i=0; while [ $i -lt {LINES} ]; do i=$((i+1)); echo line $i; \
         [ $((i % 8)) = 0 ] && sleep 0.01; done; exit 9",
        run.run_id
    );
    let mut order = order_in(folder, &script);
    order.run = run;
    order
}

/// Is the server that the other test kills; does nothing when it is run by itself.
#[tokio::test]
async fn a_server_that_starts_and_follows_runs() {
    let Some(folder) = std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else { return };
    let hosts = hosts_in(&folder, |_| {});
    let (hosts, folder) = (&hosts, &folder);
    join_all((0..RUNS).map(async |_| {
        let run = run_named(RunId::random());
        hosts.start(order(folder, run)).await.unwrap();
        follow(hosts, &run, LogPosition::default()).await;
    }))
    .await;
}

#[tokio::test]
async fn a_server_killed_at_any_moment_loses_no_run_and_no_line() {
    let expected: String = (1..=LINES).map(|line| format!("line {line}\n")).collect();
    for seen_runs in (1..=RUNS).step_by(3) {
        let lab = Lab::new();
        let mut server = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::a_server_that_starts_and_follows_runs"])
            .env(FOLDER_VARIABLE, lab.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let runs_folder = lab.path().join("runs");
        until("the server has begun with its runs", || {
            let begun = std::fs::read_dir(&runs_folder).map_or(0, Iterator::count);
            (begun >= seen_runs).then_some(())
        })
        .await;
        server.kill().unwrap();
        server.wait().unwrap();

        let next_server = lab.another_server();
        for run in next_server.traces().await.unwrap().into_iter().map(run_named) {
            match next_server.look_up(run.run_id).await.unwrap() {
                Trace::Unknown => match next_server.start(order(lab.path(), run)).await {
                    // Its first host may have had the whole order, and was about to start.
                    Ok(_) | Err(HostError::AlreadyStarted(_)) => {}
                    Err(error) => panic!("{error}"),
                },
                Trace::Alive(_) | Trace::Ended(_) => {}
                Trace::Lost => panic!("run {} was lost", run.run_id),
            }
            let story = follow(&next_server, &run, LogPosition::default()).await;
            assert_eq!(story.exit().exit_code, Some(9));
            assert_eq!(story.text(OutputStream::Stdout), expected);
            assert_eq!(lab.file(&format!("starts-{}", run.run_id)).await, "x");
        }
    }
}

#[tokio::test]
async fn a_program_that_kills_its_host_at_once_is_lost_rather_than_never_started() {
    let lab = Lab::new();
    let order = lab.order("kill -9 $PPID; sleep 600");
    let run = order.run;
    match lab.hosts.start(order).await {
        Ok(_) | Err(HostError::AlreadyStarted(_)) => {}
        Err(error) => panic!("it was started: {error}"),
    }
    let ending = follow(&lab.hosts, &run, LogPosition::default()).await.ending;
    assert!(ending.exit.is_none(), "nobody saw its end: {ending:?}");
    assert!(matches!(lab.hosts.look_up(run.run_id).await.unwrap(), Trace::Lost));
    lab.hosts.sweep(run.run_id).await.unwrap();
}
