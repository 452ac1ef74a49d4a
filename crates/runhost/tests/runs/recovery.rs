//! What servers, hosts and clients leave behind when they fail, and how it is settled.

use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal};
use tokio::sync::mpsc;
use wireclip_domain::run::OutputStream;
use wireclip_domain::run_host::StopReason;
use wireclip_ports::host::{HostError, HostEvent, LogPosition, RunHosts, Trace};

use crate::lab::{Lab, follow, hosts_in, is_alive, some_run, started, until, until_gone};

fn kill(process_id: u32) {
    let pid = Pid::from_raw(i32::try_from(process_id).unwrap()).unwrap();
    rustix::process::kill_process(pid, Signal::KILL).unwrap();
}

#[tokio::test]
async fn of_many_starts_of_a_run_one_has_a_program() {
    let lab = Lab::new();
    let other = lab.another_server();
    let run = some_run();
    let order = || {
        let mut order = lab.order("echo x >>starts; while ! [ -e go ]; do sleep 0.01; done");
        order.run = run;
        order
    };
    let (a, b, c, d) = tokio::join!(
        started(&lab.hosts, order()),
        started(&other, order()),
        started(&lab.hosts, order()),
        started(&other, order())
    );
    let starts = [a, b, c, d];
    assert_eq!(starts.iter().filter(|start| start.is_ok()).count(), 1);
    let refused = starts
        .iter()
        .filter(|start| matches!(start, Err(HostError::AlreadyStarted(id)) if *id == run.run_id));
    assert_eq!(refused.count(), 3);
    lab.release("go");
    follow(&lab.hosts, &run, LogPosition::default()).await;
    assert!(matches!(started(&lab.hosts, order()).await, Err(HostError::AlreadyStarted(_))));
    assert_eq!(lab.file("starts").await, "x");
}

#[tokio::test]
async fn an_order_that_breaks_off_starts_nothing() {
    let lab = Lab::new();
    let mut host = Command::new(env!("CARGO_BIN_EXE_wireclip-run-host"))
        .arg("run-host")
        .arg(lab.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    host.stdin.take().unwrap().write_all(br#"{"protocol":1,"runId":"#).unwrap();
    assert!(!host.wait().unwrap().success());
    assert_eq!(std::fs::read_dir(lab.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_host_that_is_none_is_an_error_and_leaves_nothing() {
    for executable in ["/no/such/program", "false", "cat"] {
        let lab = Lab::with(|config| config.executable = executable.into());
        let order = lab.order("true");
        let run = order.run;
        assert!(matches!(started(&lab.hosts, order).await, Err(HostError::Io { .. })));
        assert_eq!(lab.hosts.look_up(run.run_id).await.unwrap(), Trace::Unknown);
        // So it can be started once the cause is mended.
        let mended = lab.another_server();
        let mut order = lab.order("exit 3");
        order.run = run;
        mended.start(order).await.unwrap();
        assert_eq!(follow(&mended, &run, LogPosition::default()).await.exit().exit_code, Some(3));
    }
}

#[tokio::test]
async fn another_server_finds_a_run_and_follows_it_without_a_gap() {
    let lab = Lab::new();
    let script = "for i in 1 2 3 4 5; do echo $i; done; while ! [ -e go ]; do sleep 0.01; done; \
                  for i in 6 7 8 9; do echo $i; sleep 0.01; done";
    let order = lab.order(script);
    let run = order.run;
    let start = lab.hosts.start(order).await.unwrap();

    let (events, mut heard) = mpsc::channel(1);
    let listen = async move {
        let mut text = String::new();
        loop {
            let Some(HostEvent::Output { chunk, position }) = heard.recv().await else { panic!("ended") };
            text.push_str(&chunk.chunk);
            if text.ends_with("5\n") {
                return (text, chunk.seq, position);
            }
        }
    };
    let (followed, (before, last_seq, position)) =
        tokio::join!(lab.hosts.follow(&run, LogPosition::default(), events), listen);
    followed.unwrap();

    let server = lab.another_server();
    assert_eq!(server.traces().await.unwrap(), [run.run_id]);
    assert_eq!(server.look_up(run.run_id).await.unwrap(), Trace::Alive(start));
    lab.release("go");
    let story = follow(&server, &run, position).await;
    assert_eq!(before + &story.text(OutputStream::Stdout), "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    assert_eq!(story.chunks[0].0.seq, last_seq + 1);
    assert_eq!(story.ending.stdout_tail, "1\n2\n3\n4\n5\n6\n7\n8\n9\n");

    assert!(matches!(server.look_up(run.run_id).await.unwrap(), Trace::Ended(_)));
    server.forget(run.run_id).await.unwrap();
    assert_eq!(server.look_up(run.run_id).await.unwrap(), Trace::Unknown);
    assert_eq!(server.traces().await.unwrap(), []);
    assert!(!server.read_log(&run, 0, 1000).await.unwrap().content.is_empty());
}

#[tokio::test]
async fn a_host_is_in_no_group_or_session_of_the_server() {
    let lab = Lab::new();
    let run = lab.start(lab.order("while ! [ -e go ]; do sleep 0.01; done")).await;
    let host = Pid::from_raw(i32::try_from(lab.intent(&run).host_process_id).unwrap());
    assert_eq!(rustix::process::getsid(host).ok(), host);
    assert_eq!(rustix::process::getpgid(host).ok(), host);
    lab.release("go");
    follow(&lab.hosts, &run, LogPosition::default()).await;
    until("the server has taken note of the host's end", || {
        (!std::fs::exists(format!("/proc/{}", host.unwrap().as_raw_nonzero())).unwrap()).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_run_whose_host_was_killed_is_lost_and_swept() {
    let lab = Lab::new();
    let script = "echo up; setsid sh -c 'echo $$ >daemon; exec sleep 1000' & \
                  env -i /bin/sh -c 'echo $$ >bare; exec sleep 1000' & wait";
    let run = lab.start(lab.order(script)).await;
    let (daemon, bare) = (lab.process_in("daemon").await, lab.process_in("bare").await);
    lab.line_in_log(&run, "up").await;
    assert!(lab.hosts.sweep(run.run_id).await.is_err(), "a living run is not swept");
    let host = lab.intent(&run).host_process_id;
    kill(host);
    until_gone(host).await;
    assert_eq!(lab.hosts.look_up(run.run_id).await.unwrap(), Trace::Lost);
    assert!(is_alive(daemon) && is_alive(bare));
    assert_eq!(lab.hosts.sweep(run.run_id).await.unwrap(), 3);
    assert!(!is_alive(daemon) && !is_alive(bare));
    assert_eq!(lab.hosts.sweep(run.run_id).await.unwrap(), 0);
    let story = follow(&lab.hosts, &run, LogPosition::default()).await;
    assert_eq!((story.ending.exit, story.ending.stdout_tail.as_str()), (None, "up\n"));
}

#[tokio::test]
async fn a_follower_of_a_lost_run_hears_its_end_when_nothing_is_left_of_it() {
    let lab = Lab::new();
    let run = lab.start(lab.order("echo $$ >program; exec sleep 1000")).await;
    let program = lab.process_in("program").await;
    let killer = async { kill(lab.intent(&run).host_process_id) };
    let (story, ()) = tokio::join!(follow(&lab.hosts, &run, LogPosition::default()), killer);
    assert_eq!(story.ending.exit, None);
    assert!(!is_alive(program));
}

#[tokio::test]
async fn stopping_a_run_works_even_if_its_host_is_stuck() {
    let lab = Lab::with(|config| config.deaf_after = Duration::from_millis(200));
    let run = lab.start(lab.order("echo $$ >program; exec sleep 1000")).await;
    let program = lab.process_in("program").await;
    let host = Pid::from_raw(i32::try_from(lab.intent(&run).host_process_id).unwrap()).unwrap();
    rustix::process::kill_process(host, Signal::STOP).unwrap();
    lab.hosts.stop(run.run_id, StopReason::Cancel).await.unwrap();
    assert!(!is_alive(program));
    assert_eq!(lab.hosts.look_up(run.run_id).await.unwrap(), Trace::Lost);
}

#[tokio::test]
async fn a_process_that_got_the_hosts_id_is_not_taken_for_it() {
    let lab = Lab::new();
    let run = lab.start(lab.order("true")).await;
    follow(&lab.hosts, &run, LogPosition::default()).await;
    let mut intent = lab.intent(&run);
    std::fs::remove_file(lab.run_folder(&run).join("exit.json")).unwrap();
    // A process that began long before: the kernel counts starts in hundredths of a second.
    intent.host_process_id = std::os::unix::process::parent_id();
    std::fs::write(lab.run_folder(&run).join("intent.json"), serde_json::to_vec(&intent).unwrap()).unwrap();
    assert_eq!(lab.hosts.look_up(run.run_id).await.unwrap(), Trace::Lost);
    assert_eq!(lab.hosts.sweep(run.run_id).await.unwrap(), 0);
    lab.hosts.stop(run.run_id, StopReason::Cancel).await.unwrap();
}

#[tokio::test]
async fn folders_may_have_long_names_with_blanks() {
    let lab = Lab::new();
    let deep = lab.path().join("a folder with blanks").join("x".repeat(120)).join("ü".repeat(60));
    let hosts = hosts_in(&deep, |_| {});
    let mut order = lab.order("echo here; while ! [ -e go ]; do sleep 0.01; done");
    order.launch.working_directory = deep.clone();
    std::fs::create_dir_all(&deep).unwrap();
    let run = order.run;
    hosts.start(order).await.unwrap();
    hosts.stop(run.run_id, StopReason::Interrupt).await.unwrap();
    let story = follow(&hosts, &run, LogPosition::default()).await;
    assert_eq!(story.exit().stop_reason, Some(StopReason::Interrupt));
}

#[tokio::test]
async fn a_client_that_does_not_read_holds_nobody_up() {
    let lab = Lab::new();
    let run = lab.start(lab.order("while ! [ -e go ]; do sleep 0.01; done; head -c 8000000 /dev/zero")).await;
    let folder = std::fs::File::open(lab.run_folder(&run)).unwrap();
    let socket = format!("/proc/self/fd/{}/control.sock", folder.as_raw_fd());
    let clients: Vec<UnixStream> = (0..4)
        .map(|_| {
            let mut client = UnixStream::connect(&socket).unwrap();
            client.write_all(b"{\"watch\":{}}\n").unwrap();
            client
        })
        .collect();
    // And one that talks nonsense.
    UnixStream::connect(&socket).unwrap().write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    lab.release("go");
    let story = follow(&lab.hosts, &run, LogPosition::default()).await;
    assert_eq!(story.exit().exit_code, Some(0));
    drop(clients);
}
