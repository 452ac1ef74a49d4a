//! Places on a machine, with a real SSH server.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]
#![expect(clippy::disallowed_methods, reason = "a real server is waited for in real time")]

#[path = "ssh/kit.rs"]
mod kit;

use std::collections::BTreeMap;
use std::time::Duration;

use kit::{Machine, all_of, command, until};
use wireclip_ports::sandbox::{
    ArrivalLimits, CommandEnding, Disposition, ExecuteOrder, FileAccess, FileKind, FindCreatedOrder,
    ProviderError, ReceiptOutcome, RemoteProcess, SandboxProvider as _, SpawnOrder, SyncFile,
    SyncInOperation, SyncInOrder, SyncOutOperation, SyncOutOrder,
};
use wireclip_sandboxes::SshProvider;

const LIMIT: Duration = Duration::from_secs(60);

fn run(program: &str, arguments: &[&str]) -> ExecuteOrder {
    ExecuteOrder {
        command: command(program, arguments),
        stdin: Vec::new(),
        time_limit: Some(LIMIT),
        output_limit_bytes: 1 << 20,
    }
}

#[tokio::test]
async fn a_command_is_run_as_it_is_said() {
    let Some(machine) = Machine::start() else { return };
    let place = machine.place().await;
    let words = ["a b", "it's", "$HOME `id` \\", "*", "", "--", "line\nbreak", "ü"];
    let script = r#"printf '%s|' "$@"; printf '%s' "$WORD" >&2; cat; pwd; exit 255"#;
    let mut order = run("sh", &[&["-c", script, "sh"][..], &words].concat());
    order.command.environment = BTreeMap::from([("WORD".to_owned(), "it's\na \"secret\"".into())]);
    order.stdin = b"\x00\xffinput".to_vec();
    let executed = place.execute(order).await.unwrap();
    let said = words.map(|word| format!("{word}|")).concat();
    let expected = [said.as_bytes(), b"\x00\xffinput", place.root().as_bytes(), b"\n"].concat();
    assert_eq!(executed.ending, CommandEnding::Exited(255), "the code that also says that ssh failed");
    assert_eq!(String::from_utf8_lossy(&executed.stdout), String::from_utf8_lossy(&expected));
    // The shell of whoever logs in may have said something before.
    let complaint = String::from_utf8_lossy(&executed.stderr).into_owned();
    assert!(complaint.ends_with("it's\na \"secret\""), "{complaint}");
    let missing = place.execute(run("no-such-program", &[])).await.unwrap();
    assert_eq!(missing.ending, CommandEnding::Exited(127));
    let complaint = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(complaint.ends_with("no-such-program: not found\n"), "{complaint}");
}

#[tokio::test]
async fn what_a_command_is_told_is_in_no_list_of_processes() {
    let Some(machine) = Machine::start() else { return };
    let place = machine.place().await;
    let mut order = run("sh", &["-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '"]);
    order.command.environment = BTreeMap::from([("TOKEN".to_owned(), "nobody-may-see-it".into())]);
    order.stdin = b"nor-what-it-reads".to_vec();
    let executed = place.execute(order).await.unwrap();
    let seen = String::from_utf8_lossy(&executed.stdout).into_owned();
    assert!(seen.contains("exec cat"), "the connection is seen: {seen}");
    assert!(!seen.contains("nobody-may-see-it") && !seen.contains("nor-what-it-reads"), "{seen}");
}

#[tokio::test]
async fn a_folder_is_held_by_one_lease_and_found_again_by_the_next() {
    let Some(machine) = Machine::start() else { return };
    let first = machine.acquire().await.unwrap();
    let second = machine.acquire().await.unwrap();
    assert_ne!(first.id, second.id);
    let (path, other) = (machine.folder_of(&first), machine.folder_of(&second));
    for folder in [&path, &other] {
        std::fs::create_dir(folder.join("node_modules")).unwrap();
        std::fs::write(folder.join("mine"), "").unwrap();
    }
    let receipt = machine.release(&first, Disposition::Destroy).await.unwrap();
    assert_eq!(receipt.outcome, ReceiptOutcome::Destroyed);
    assert!(path.join("node_modules").exists() && !path.join("mine").exists());
    assert!(other.join("mine").exists(), "another's is left alone");
    // Whoever gave it back has nothing to say about it any more.
    let third = machine.acquire().await.unwrap();
    assert_eq!(third.id, first.id);
    std::fs::write(path.join("mine"), "").unwrap();
    let late = machine.release(&first, Disposition::Destroy).await.unwrap();
    assert_eq!(late.outcome, ReceiptOutcome::AlreadyGone);
    assert!(path.join("mine").exists());
    // What is kept is nobody else's until it is let go.
    let kept = machine.release(&third, Disposition::Stop).await.unwrap();
    assert_eq!(kept.outcome, ReceiptOutcome::Stopped);
    assert_ne!(machine.acquire().await.unwrap().id, third.id);
    assert!(path.join("mine").exists());
}

#[tokio::test]
async fn a_folder_that_was_taken_without_a_word_is_found_by_its_attempt() {
    let Some(machine) = Machine::start() else { return };
    let (attempt, lease) = machine.acquire_as_attempt().await;
    let order = || FindCreatedOrder { scope: machine.scope, spec: machine.spec(), attempt };
    let found = SshProvider.find_created(order(), LIMIT).await.unwrap().unwrap();
    let mut hold = machine.hold(&lease);
    (hold.id, hold.observed) = (found.id, Default::default());
    let receipt = SshProvider.destroy(hold, Duration::ZERO, LIMIT).await.unwrap();
    assert_eq!(receipt.outcome, ReceiptOutcome::Destroyed);
    assert_eq!(SshProvider.find_created(order(), LIMIT).await.unwrap(), None);
}

#[tokio::test]
async fn a_machine_that_is_not_the_one_is_told_nothing() {
    let Some(mut machine) = Machine::start() else { return };
    machine.known_hosts = machine.sshd.known_hosts_of_another();
    let failure = machine.acquire().await.unwrap_err();
    assert!(matches!(&failure.error, ProviderError::Refused { .. }), "{failure}");
    assert!(failure.to_string().contains("host key verification failed"), "{failure}");
    assert!(!machine.sshd.log().contains("Accepted"), "{}", machine.sshd.log());
    assert!(std::fs::read_dir(machine.sshd.work()).unwrap().next().is_none());
}

fn tree(local: std::path::PathBuf, remote: &str) -> SyncFile {
    SyncFile {
        local,
        remote: wireclip_ports::sandbox::RemotePath::new(remote),
        kind: FileKind::Directory,
        mode: None,
        exclude: vec!["node_modules".to_owned(), ".wireclip-runtime".to_owned()],
        follow_symlinks: false,
        access: FileAccess::ReadWrite,
    }
}

#[tokio::test]
async fn trees_and_files_go_there_and_come_back() {
    let Some(machine) = Machine::start() else { return };
    let place = machine.place().await;
    let here = tempfile::tempdir().unwrap();
    let from = here.path().join("from");
    std::fs::create_dir_all(from.join("a/node_modules")).unwrap();
    std::fs::write(from.join("a/node_modules/big"), "").unwrap();
    std::fs::write(from.join("a/it's"), [0, 255]).unwrap();
    std::os::unix::fs::symlink("a/it's", from.join("link")).unwrap();
    let files = vec![
        tree(from.clone(), place.root()),
        SyncFile {
            kind: FileKind::File,
            mode: Some(0o750),
            ..tree(from.join("a/it's"), &place.within("deep/run"))
        },
    ];
    let operation = SyncInOperation { operation_id: "in".to_owned(), files, commands: Vec::new() };
    place.sync_in(SyncInOrder { operations: vec![operation] }, LIMIT).await.unwrap();
    let listed = place.execute(run("sh", &["-c", "find . | sort; stat -c %a deep/run"])).await.unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(listed, ".\n./a\n./a/it's\n./deep\n./deep/run\n./link\n750\n");
    let to = here.path().join("to");
    let file = SyncFile { kind: FileKind::File, ..tree(here.path().join("one"), &place.within("deep/run")) };
    let operation = SyncOutOperation {
        operation_id: "out".to_owned(),
        files: vec![tree(to.clone(), place.root()), file],
    };
    place
        .sync_out(SyncOutOrder { operations: vec![operation], limits: ArrivalLimits::default() }, LIMIT)
        .await
        .unwrap();
    assert_eq!(std::fs::read(to.join("a/it's")).unwrap(), [0, 255]);
    assert_eq!(std::fs::read_link(to.join("link")).unwrap(), std::path::Path::new("a/it's"));
    assert_eq!(std::fs::read(here.path().join("one")).unwrap(), [0, 255]);
}

#[tokio::test]
async fn nothing_is_moved_through_a_link_that_leads_out() {
    let Some(machine) = Machine::start() else { return };
    let place = machine.place().await;
    let out = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(out.path(), std::path::Path::new(place.root()).join("out")).unwrap();
    let here = tempfile::tempdir().unwrap();
    std::fs::write(here.path().join("file"), "x").unwrap();
    for remote in [place.within("out"), place.within("../x"), "/tmp".to_owned()] {
        let files = vec![tree(here.path().to_owned(), &remote)];
        let operation = SyncInOperation { operation_id: "in".to_owned(), files, commands: Vec::new() };
        let refused = place.sync_in(SyncInOrder { operations: vec![operation] }, LIMIT).await;
        assert!(matches!(refused, Err(ProviderError::Refused { .. })), "{remote}: {refused:?}");
    }
    assert!(std::fs::read_dir(out.path()).unwrap().next().is_none());
}

/// A number of seconds that nothing else sleeps.
fn mark(number: u32) -> String {
    format!("{}", 200_000 + number * 100_000 + std::process::id())
}

/// A command that leaves its group, ignores soft signals and starts another that does not.
fn stubborn(mark: &str) -> String {
    format!("setsid sh -c 'trap \"\" TERM; sleep {mark}; sleep {mark}' & sleep {mark} & echo begun; wait")
}

#[tokio::test]
async fn a_command_is_ended_with_everything_that_it_started() {
    let Some(machine) = Machine::start() else { return };
    let place = machine.place().await;
    let mark = mark(1);
    let order = SpawnOrder { command: command("sh", &["-c", &stubborn(&mark)]), stdin: Some(Vec::new()) };
    let RemoteProcess { input: _input, mut output, control, .. } = place.spawn(order, LIMIT).await.unwrap();
    assert_eq!(output.recv().await.unwrap().bytes, b"begun\n");
    until("both sleep", || all_of(&mark).len() >= 2).await;
    control.kill(Duration::from_secs(1)).await.unwrap();
    assert!(all_of(&mark).is_empty(), "{:?}", all_of(&mark));
    assert!(matches!(control.wait().await, Ok(CommandEnding::Signalled(_) | CommandEnding::Exited(143))));
    control.kill(LIMIT).await.unwrap();
}

#[tokio::test]
async fn what_a_command_leaves_behind_ends_with_it() {
    let Some(machine) = Machine::start() else { return };
    let place = machine.place().await;
    let mark = mark(2);
    let executed =
        place.execute(run("sh", &["-c", &format!("sleep {mark} & echo $!; exit 3")])).await.unwrap();
    assert_eq!(executed.ending, CommandEnding::Exited(3));
    assert!(all_of(&mark).is_empty());
}

#[tokio::test]
async fn a_command_whose_time_is_up_is_ended() {
    let Some(machine) = Machine::start() else { return };
    let place = machine.place().await;
    let mark = mark(3);
    let mut order = run("sleep", &[&mark]);
    order.time_limit = Some(Duration::from_secs(2));
    let executed = place.execute(order).await.unwrap();
    assert_eq!(executed.ending, CommandEnding::TimedOut);
    assert!(all_of(&mark).is_empty());
}

#[tokio::test]
async fn a_command_whose_connection_is_cut_is_ended_and_said_to_be_lost() {
    let Some(machine) = Machine::start() else { return };
    let place = machine.place().await;
    let mark = mark(4);
    let order = SpawnOrder {
        command: command("sh", &["-c", &format!("echo begun; sleep {mark}")]),
        stdin: Some(Vec::new()),
    };
    let RemoteProcess { input: _input, mut output, control, .. } = place.spawn(order, LIMIT).await.unwrap();
    assert_eq!(output.recv().await.unwrap().bytes, b"begun\n");
    machine.sshd.cut();
    let ended = control.wait().await;
    assert!(matches!(ended, Err(ProviderError::Broken { .. })), "{ended:?}");
    until("it is ended there", || all_of(&mark).is_empty()).await;
    // The machine is there, so that the work can be moved out.
    let after = place.execute(run("echo", &["again"])).await.unwrap();
    assert_eq!(after.stdout, b"again\n");
}

#[tokio::test]
async fn a_command_that_nobody_holds_any_more_is_ended() {
    let Some(machine) = Machine::start() else { return };
    let place = machine.place().await;
    let mark = mark(5);
    let order =
        SpawnOrder { command: command("sleep", &[&mark]), stdin: Some(b"something to read".to_vec()) };
    drop(place.spawn(order, LIMIT).await.unwrap());
    until("it is ended there", || all_of(&mark).is_empty()).await;
}

#[tokio::test]
async fn a_command_is_spoken_with_while_it_runs() {
    let Some(machine) = Machine::start() else { return };
    let place = machine.place().await;
    let script = "while read -r line; do echo \"heard $line\"; done; echo over >&2; exit 4";
    let order = SpawnOrder { command: command("sh", &["-c", script]), stdin: None };
    let RemoteProcess { mut input, mut output, control, .. } = place.spawn(order, LIMIT).await.unwrap();
    for word in ["one", "two"] {
        input.write(format!("{word}\n").as_bytes()).await.unwrap();
        assert_eq!(output.recv().await.unwrap().bytes, format!("heard {word}\n").as_bytes());
    }
    input.close().await.unwrap();
    assert_eq!(output.recv().await.unwrap().bytes, b"over\n");
    assert_eq!(control.wait().await, Ok(CommandEnding::Exited(4)));
}

#[tokio::test]
async fn giving_a_folder_back_ends_what_runs_in_it() {
    let Some(machine) = Machine::start() else { return };
    let lease = machine.acquire().await.unwrap();
    let place = SshProvider.open(&machine.hold(&lease)).unwrap();
    let mark = mark(6);
    let order = SpawnOrder { command: command("sh", &["-c", &stubborn(&mark)]), stdin: Some(Vec::new()) };
    let mut process = place.spawn(order, LIMIT).await.unwrap();
    assert_eq!(process.output.recv().await.unwrap().bytes, b"begun\n");
    let receipt = machine.release(&lease, Disposition::Stop).await.unwrap();
    assert_eq!(receipt.outcome, ReceiptOutcome::Stopped);
    assert!(all_of(&mark).is_empty());
    // In a folder that was let go nothing is started any more.
    machine.release(&lease, Disposition::Destroy).await.unwrap();
    let order = SpawnOrder { command: command("true", &[]), stdin: Some(Vec::new()) };
    let refused = place.spawn(order, LIMIT).await.err();
    assert!(matches!(refused, Some(ProviderError::NotStarted { .. })), "{refused:?}");
}
