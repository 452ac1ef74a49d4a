//! How runs end, and what is left then: nothing.

use std::time::Duration;

use wireclip_domain::run::OutputStream;
use wireclip_domain::run_host::StopReason;
use wireclip_ports::host::{HostError, LogPosition, RunHosts, Trace};

use crate::lab::{Lab, follow, is_alive, started};

#[tokio::test]
async fn output_and_exit_code_arrive() {
    let lab = Lab::new();
    let story = lab.run_to_end(lab.order("echo one; echo two >&2; exit 3")).await;
    assert_eq!(story.text(OutputStream::Stdout), "one\n");
    assert_eq!(story.text(OutputStream::Stderr), "two\n");
    assert_eq!(story.ending.stdout_tail, "one\n");
    assert_eq!(story.ending.stderr_tail, "two\n");
    assert_eq!((story.exit().exit_code, story.exit().signal.as_deref()), (Some(3), None));
    assert_eq!(story.exit().stop_reason, None);
    assert_eq!(story.exit().log_bytes, story.chunks.last().unwrap().1.bytes);
}

#[tokio::test]
async fn a_signal_is_named() {
    let lab = Lab::new();
    let story = lab.run_to_end(lab.order("kill -SEGV $$")).await;
    assert_eq!((story.exit().exit_code, story.exit().signal.as_deref()), (None, Some("SIGSEGV")));
}

#[tokio::test]
async fn a_program_gets_exactly_its_environment_and_its_token() {
    let lab = Lab::new();
    let mut order = lab.order("");
    order.launch.program = "env".to_owned();
    order.launch.arguments.clear();
    let run = order.run;
    let story = lab.run_to_end(order).await;
    let output = story.text(OutputStream::Stdout);
    let mut variables: Vec<_> = output.lines().filter_map(|line| line.split_once('=')).collect();
    variables.sort_unstable();
    let names: Vec<_> = variables.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["PATH", "WIRECLIP_RUN_TOKEN"]);
    assert_eq!(variables[1].1, lab.intent(&run).token);
}

#[tokio::test]
async fn a_program_gets_no_file_that_its_server_has_open() {
    let lab = Lab::new();
    let file = std::fs::File::create(lab.path().join("of-the-server")).unwrap();
    rustix::io::fcntl_setfd(&file, rustix::io::FdFlags::empty()).unwrap();
    let story = lab.run_to_end(lab.order("ls -l /proc/self/fd")).await;
    let output = story.text(OutputStream::Stdout);
    assert!(output.contains(" 1 -> "), "{output}");
    assert!(!output.contains("of-the-server"), "{output}");
}

#[tokio::test]
async fn a_program_may_have_as_many_files_open_as_it_is_told_and_not_as_its_server() {
    let lab = Lab::with(|config| config.open_files = Some(200));
    let story = lab.run_to_end(lab.order("ulimit -Sn")).await;
    assert_eq!(story.text(OutputStream::Stdout), "200\n");
}

#[tokio::test]
async fn a_program_reads_its_input_to_the_end() {
    let lab = Lab::new();
    let mut order = lab.order("wc -c");
    order.launch.stdin = vec![b'x'; 1 << 20];
    assert_eq!(lab.run_to_end(order).await.text(OutputStream::Stdout).trim(), "1048576");
}

#[tokio::test]
async fn a_program_that_does_not_read_its_input_does_no_harm() {
    let lab = Lab::new();
    let mut order = lab.order("exec <&-; echo done");
    order.launch.stdin = vec![b'x'; 1 << 20];
    let story = lab.run_to_end(order).await;
    assert_eq!((story.text(OutputStream::Stdout).as_str(), story.exit().exit_code), ("done\n", Some(0)));
}

#[tokio::test]
async fn a_run_over_its_time_is_stopped() {
    let lab = Lab::new();
    let mut order = lab.order("sleep 1000");
    order.launch.time_limit = Some(Duration::from_millis(100));
    let story = lab.run_to_end(order).await;
    assert_eq!(story.exit().stop_reason, Some(StopReason::Timeout));
    assert_eq!(story.exit().signal.as_deref(), Some("SIGTERM"));
}

#[tokio::test]
async fn a_cancelled_run_can_finish_its_work_within_the_grace() {
    let lab = Lab::new();
    let run =
        lab.start(lab.order("trap 'echo bye; exit 7' TERM; echo >up; while :; do sleep 0.05; done")).await;
    lab.file("up").await;
    lab.hosts.stop(run.run_id, StopReason::Cancel).await.unwrap();
    let story = follow(&lab.hosts, &run, LogPosition::default()).await;
    assert_eq!(story.exit().stop_reason, Some(StopReason::Cancel));
    assert_eq!(story.exit().exit_code, Some(7));
    assert_eq!(story.ending.stdout_tail, "bye\n");
    // Asking after the end does no harm.
    lab.hosts.stop(run.run_id, StopReason::Cancel).await.unwrap();
}

#[tokio::test]
async fn who_ignores_the_soft_signal_is_killed_after_the_grace() {
    let lab = Lab::new();
    let script = "trap '' TERM; sh -c 'echo $$ >deaf; while :; do sleep 0.1; done' & wait; wait";
    let mut order = lab.order(script);
    order.launch.grace = Duration::from_millis(100);
    let run = lab.start(order).await;
    let deaf = lab.process_in("deaf").await;
    lab.hosts.stop(run.run_id, StopReason::Cancel).await.unwrap();
    let story = follow(&lab.hosts, &run, LogPosition::default()).await;
    assert_eq!(story.exit().signal.as_deref(), Some("SIGKILL"));
    assert!(!is_alive(deaf));
}

#[tokio::test]
async fn what_a_program_leaves_in_the_background_ends_with_it() {
    let lab = Lab::new();
    let story = lab.run_to_end(lab.order("sleep 1000 >/dev/null 2>&1 & echo $! >left; exit 0")).await;
    assert_eq!((story.exit().exit_code, story.exit().stop_reason), (Some(0), None));
    assert!(!is_alive(lab.process_in("left").await));
}

#[tokio::test]
async fn last_words_from_the_background_are_heard() {
    let lab = Lab::new();
    let story = lab.run_to_end(lab.order("(sleep 0.2; echo late) & exit 0")).await;
    assert_eq!((story.text(OutputStream::Stdout).as_str(), story.exit().exit_code), ("late\n", Some(0)));
}

#[tokio::test]
async fn a_process_in_a_session_of_its_own_does_not_escape() {
    let lab = Lab::new();
    let script = "setsid sh -c 'trap \"\" TERM; echo $$ >daemon; while :; do sleep 0.1; done' \
                  </dev/null >/dev/null 2>&1 & while ! [ -s daemon ]; do sleep 0.01; done";
    let story = lab.run_to_end(lab.order(script)).await;
    assert_eq!(story.exit().exit_code, Some(0));
    assert!(!is_alive(lab.process_in("daemon").await));
}

#[tokio::test]
async fn a_program_that_closes_its_output_is_waited_for() {
    let lab = Lab::new();
    let script = "echo up; exec >&- 2>&-; echo >closed; while ! [ -e go ]; do sleep 0.01; done; exit 4";
    let run = lab.start(lab.order(script)).await;
    lab.file("closed").await;
    assert!(matches!(lab.hosts.look_up(run.run_id).await.unwrap(), Trace::Alive(_)));
    lab.release("go");
    let story = follow(&lab.hosts, &run, LogPosition::default()).await;
    assert_eq!((story.text(OutputStream::Stdout).as_str(), story.exit().exit_code), ("up\n", Some(4)));
}

#[tokio::test]
async fn why_a_program_could_not_start_is_told_and_kept() {
    let lab = Lab::new();
    std::fs::write(lab.path().join("plain"), "text").unwrap();
    let check = async |program: &str, folder: &str, expected: &str| {
        let mut order = lab.order("");
        order.launch.program = program.to_owned();
        order.launch.working_directory = lab.path().join(folder);
        order.launch.environment.insert("PATH".to_owned(), "/nowhere:/nowhere/else".into());
        let run = order.run;
        let Err(HostError::Spawn(message)) = started(&lab.hosts, order).await else { panic!("it started") };
        assert!(message.contains(expected), "{message}");
        let Trace::Ended(exit) = lab.hosts.look_up(run.run_id).await.unwrap() else { panic!("no record") };
        assert_eq!(exit.spawn_error, Some(message));
    };
    check("no-such-agent", "", "PATH /nowhere:/nowhere/else").await;
    check("./no-such-agent", "", "not found").await;
    check("./plain", "", "not executable").await;
    check("/bin/sh", "gone", "is not there").await;
    check("/bin/sh", "plain", "not a folder").await;
}
