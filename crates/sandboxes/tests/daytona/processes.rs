//! Commands that are spoken with while they run.

use std::time::Duration;

use wireclip_fake_daytona::{Fault, SandboxState, routes};
use wireclip_ports::sandbox::{
    CommandEnding, Disposition, LeaseHold, OutputStream, ProviderError, RemoteProcess, SpawnOrder,
};

use super::support::{LIMIT, World, command, until};

async fn spawn(world: &World, lease: &LeaseHold, text: &str, stdin: Option<&str>) -> RemoteProcess {
    let mut command = command("sh", &["-c", text]);
    command.environment.insert("SECRET".to_owned(), "it's \"mine\"".into());
    let order = SpawnOrder { command, stdin: stdin.map(|stdin| stdin.as_bytes().to_vec()) };
    world.place(lease).spawn(order, LIMIT).await.unwrap()
}

/// Reads everything that a process prints, by stream.
async fn printed(process: &mut RemoteProcess) -> (String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let reading = async {
        while let Some(piece) = process.output.recv().await {
            match piece.stream {
                OutputStream::Stdout => stdout.extend(piece.bytes),
                OutputStream::Stderr => stderr.extend(piece.bytes),
            }
        }
    };
    tokio::time::timeout(LIMIT, reading).await.expect("the output comes to an end");
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

async fn ending(process: &RemoteProcess) -> CommandEnding {
    tokio::time::timeout(LIMIT, process.control.wait()).await.expect("it ends").unwrap()
}

#[tokio::test]
async fn output_comes_while_it_runs_with_the_streams_apart() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let mut process = spawn(
        &world,
        &lease,
        "echo one; echo oh >&2; while [ ! -e go ]; do sleep 0.02; done; echo \"$SECRET\"; exit 6",
        None,
    )
    .await;
    let first = tokio::time::timeout(LIMIT, process.output.recv()).await.unwrap().unwrap();
    assert!(matches!(
        (first.stream, &*first.bytes),
        (OutputStream::Stdout, b"one\n") | (OutputStream::Stderr, b"oh\n")
    ));
    std::fs::write(world.path(&lease, "go"), "").unwrap();
    let (stdout, stderr) = printed(&mut process).await;
    assert!(stdout.ends_with("it's \"mine\"\n"), "{stdout}");
    assert_eq!((stdout.matches("one").count() + stderr.matches("oh").count()), 1);
    assert_eq!(ending(&process).await, CommandEnding::Exited(6));
    world.inside(&lease, 0).await;
    assert_eq!(world.gets(), 0);
}

#[tokio::test]
async fn it_can_be_written_to_and_its_input_ended() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let mut process = spawn(&world, &lease, "read -r a; echo \"got $a\"; od -An -tx1; echo end", None).await;
    process.input.write(b"hello\n").await.unwrap();
    let first = tokio::time::timeout(LIMIT, process.output.recv()).await.unwrap().unwrap();
    assert_eq!(first.bytes, b"got hello\n");
    process.input.write(&[0, 255, 10]).await.unwrap();
    process.input.close().await.unwrap();
    let (stdout, _) = printed(&mut process).await;
    assert_eq!(stdout.split_whitespace().collect::<Vec<_>>(), ["00", "ff", "0a", "end"]);
    assert_eq!(ending(&process).await, CommandEnding::Exited(0));
    let error = process.input.write(b"late").await.unwrap_err();
    assert!(matches!(error, ProviderError::InvalidState { .. }), "{error}");
}

#[tokio::test]
async fn input_that_is_given_at_once_ends_by_itself() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let mut process = spawn(&world, &lease, "wc -c", Some("12345")).await;
    assert_eq!(printed(&mut process).await.0.trim(), "5");
    assert_eq!(ending(&process).await, CommandEnding::Exited(0));
    process.input.write(b"x").await.unwrap_err();
}

#[tokio::test]
async fn a_stream_that_breaks_is_taken_up_again_without_loss_or_repetition() {
    for broken in [1, 2] {
        let world = World::with(|fake| fake.frame_bytes(7)).await;
        let lease = world.acquire().await;
        world.fake.fault(routes::SESSION_LOGS.times(broken), Fault::CutStream { after_bytes: 100 });
        let text = "i=0; while [ $i -lt 60 ]; do echo line-$i; echo oh-$i >&2; i=$((i+1)); done; sleep 0.2";
        let mut process = spawn(&world, &lease, text, None).await;
        let (stdout, stderr) = printed(&mut process).await;
        let expected = |word: &str| (0..60).map(|line| format!("{word}-{line}\n")).collect::<String>();
        assert_eq!(stdout, expected("line"), "broken {broken} times");
        assert_eq!(stderr, expected("oh"), "broken {broken} times");
        assert_eq!(ending(&process).await, CommandEnding::Exited(0));
    }
}

#[tokio::test]
async fn a_stream_that_breaks_again_and_again_is_never_replaced_by_asking_for_all_that_was_printed() {
    let world = World::with(|fake| fake.frame_bytes(7)).await;
    let lease = world.acquire().await;
    // Each lets more through than the one before.
    for broken in 1..=8 {
        let cut = Fault::CutStream { after_bytes: 40 * broken };
        world.fake.fault(routes::SESSION_LOGS.nth(u64::try_from(broken).unwrap()), cut);
    }
    let text = "i=0; while [ $i -lt 60 ]; do echo line-$i; i=$((i+1)); done; sleep 0.2";
    let mut process = spawn(&world, &lease, text, None).await;
    let (stdout, _) = printed(&mut process).await;
    assert_eq!(stdout, (0..60).map(|line| format!("line-{line}\n")).collect::<String>());
    assert_eq!(ending(&process).await, CommandEnding::Exited(0));
    assert!(world.count(routes::SESSION_LOGS) > 5);
    assert_eq!(whole_logs(&world), 0);
}

/// How often all that a command printed was asked for at once: not followed.
fn whole_logs(world: &World) -> usize {
    let logs = |entry: &&wireclip_fake_daytona::Entry| entry.template == routes::SESSION_LOGS.template;
    world.fake.journal().iter().filter(logs).filter(|entry| entry.status == Some(200)).count()
}

#[tokio::test]
async fn where_no_stream_comes_through_all_is_read_once_when_the_command_has_ended() {
    let world = World::new().await;
    let lease = world.acquire().await;
    // Whatever stands between lets no websocket through, but everything else.
    world.fake.fault(routes::SESSION_LOGS.times(2), Fault::status(502));
    let hold = wireclip_fake_daytona::Hold::new();
    world.fake.fault(routes::SESSION_EXEC, Fault::HoldAnswer(hold.clone()));
    let text = "printf 'a\\303\\251b\\n'; echo oh >&2; touch ended; exit 3";
    let (spawned, ()) = tokio::join!(spawn(&world, &lease, text, None), async {
        until("it has ended", || world.path(&lease, "ended").exists()).await;
        hold.release();
    });
    let mut process = spawned;
    let (stdout, stderr) = printed(&mut process).await;
    assert_eq!((stdout.as_str(), stderr.as_str()), ("a\u{e9}b\n", "oh\n"));
    assert_eq!(ending(&process).await, CommandEnding::Exited(3));
}

#[tokio::test]
async fn a_command_that_says_nothing_keeps_its_sandbox_awake_and_costs_no_request() {
    for has_race in [false, true] {
        let world = World::with(|fake| if has_race { fake.flush_race() } else { fake }).await;
        let lease = world.acquire().await;
        let process = spawn(&world, &lease, ENDLESS, None).await;
        let proc = process_of(&world, &lease).await;
        world.fake.asked(routes::SESSION_LOGS, 1).await;
        let before = world.fake.journal().len();
        for _ in 0..60 {
            world.advance(Duration::from_secs(60));
        }
        let state = world.fake.sandbox(lease.id.as_str()).unwrap().state;
        assert_eq!(state, SandboxState::Started, "with the race: {has_race}");
        assert_eq!(world.fake.journal().len(), before);
        assert!(proc.exists());
        process.control.kill(LIMIT).await.unwrap();
    }
}

/// The process id of a command that wrote it into a file.
async fn process_of(world: &World, lease: &LeaseHold) -> std::path::PathBuf {
    let pid = world.path(lease, "pid");
    until("it runs", || std::fs::read_to_string(&pid).is_ok_and(|pid| pid.ends_with('\n'))).await;
    std::path::PathBuf::from(format!("/proc/{}", std::fs::read_to_string(pid).unwrap().trim()))
}

const ENDLESS: &str = "echo $$ > pid; sleep 600 & wait";

#[tokio::test]
async fn a_killed_process_is_gone_with_its_children() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let process = spawn(&world, &lease, ENDLESS, None).await;
    let proc = process_of(&world, &lease).await;
    process.control.kill(LIMIT).await.unwrap();
    assert!(matches!(ending(&process).await, CommandEnding::Signalled(_)));
    until("it is gone", || !proc.exists()).await;
    process.control.kill(LIMIT).await.unwrap();
    world.inside(&lease, 0).await;
}

#[tokio::test]
async fn a_process_that_nobody_holds_is_killed() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let process = spawn(&world, &lease, ENDLESS, None).await;
    let proc = process_of(&world, &lease).await;
    drop(process);
    until("it is gone", || !proc.exists()).await;
    world.inside(&lease, 0).await;
}

#[tokio::test]
async fn a_release_waits_for_a_process_and_kills_it_when_its_time_is_up() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let process = spawn(&world, &lease, ENDLESS, None).await;
    let proc = process_of(&world, &lease).await;
    let order = wireclip_ports::sandbox::ReleaseOrder {
        lease: lease.clone(),
        disposition: Disposition::Stop,
        drain: Duration::from_millis(30),
    };
    let receipt =
        wireclip_ports::sandbox::SandboxProvider::release(&world.provider, order, LIMIT).await.unwrap();
    assert!(receipt.was_forced);
    assert!(tokio::time::timeout(LIMIT, process.control.wait()).await.unwrap().is_err());
    until("it is gone", || !proc.exists()).await;
}

#[tokio::test]
async fn a_process_whose_sandbox_stops_is_lost_and_says_so() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let process = spawn(&world, &lease, ENDLESS, None).await;
    process_of(&world, &lease).await;
    world.fake.stop_sandbox(lease.id.as_str());
    let end = tokio::time::timeout(LIMIT, process.control.wait()).await.unwrap();
    assert!(end.is_err(), "{end:?}");
}

#[tokio::test]
async fn a_short_trouble_does_not_end_a_command() {
    for fault in [
        Fault::page(404),
        Fault::page(401),
        Fault::page(403),
        Fault::status(401),
        Fault::status(403),
        Fault::status(404),
        Fault::status(502),
    ] {
        let world = World::new().await;
        let lease = world.acquire().await;
        let text = "echo one; while [ ! -e go ]; do sleep 0.02; done; echo two; exit 6";
        // It cannot be followed, and looking at it fails ten times; then it does not.
        world.fake.fault(routes::SESSION_LOGS.times(3), fault.clone());
        world.fake.fault(routes::GET_SESSION_COMMAND.times(10), fault.clone());
        let mut process = spawn(&world, &lease, text, None).await;
        world.fake.asked(routes::GET_SESSION_COMMAND, 10).await;
        std::fs::write(world.path(&lease, "go"), "").unwrap();
        let (stdout, _) = printed(&mut process).await;
        assert_eq!(stdout, "one\ntwo\n", "{fault:?}");
        assert_eq!(ending(&process).await, CommandEnding::Exited(6), "{fault:?}");
    }
}

#[tokio::test]
async fn a_credential_that_opens_nothing_any_more_ends_a_command_and_says_so() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.fake.fault(routes::SESSION_LOGS.always(), Fault::status(401));
    world.fake.fault(routes::GET_SESSION_COMMAND.always(), Fault::status(401));
    let process = spawn(&world, &lease, ENDLESS, None).await;
    let end = tokio::time::timeout(LIMIT, process.control.wait()).await.unwrap();
    assert!(matches!(end, Err(ProviderError::Unauthorized { .. })), "{end:?}");
}

#[tokio::test]
async fn a_start_that_fails_leaves_no_session_and_no_script() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.fake.fault(routes::SESSION_EXEC, Fault::status(500));
    let order = SpawnOrder { command: command("true", &[]), stdin: None };
    assert!(world.place(&lease).spawn(order, LIMIT).await.is_err());
    world.fake.asked(routes::DELETE_SESSION, 1).await;
    world.fake.asked(routes::DELETE_FILE, 1).await;
}

#[tokio::test]
async fn a_start_whose_caller_goes_away_leaves_nothing() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let hold = wireclip_fake_daytona::Hold::new();
    world.fake.fault(routes::SESSION_EXEC, Fault::HoldAnswer(hold.clone()));
    let start = {
        let place = world.place(&lease);
        let order = SpawnOrder { command: command("sh", &["-c", ENDLESS]), stdin: None };
        world.spawn(async move { place.spawn(order, LIMIT).await.map(drop) })
    };
    let proc = process_of(&world, &lease).await;
    start.abort();
    assert!(start.await.unwrap_err().is_cancelled());
    until("it is gone", || !proc.exists()).await;
    world.inside(&lease, 0).await;
    hold.release();
}
