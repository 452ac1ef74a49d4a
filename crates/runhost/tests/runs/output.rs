//! What a program prints, and what becomes of it in the log.

use wireclip_domain::run::OutputStream;
use wireclip_domain::run_host::OutputChunk;
use wireclip_ports::host::{LogPosition, RunHosts};

use crate::lab::{Lab, follow};

#[tokio::test]
async fn a_secret_printed_in_two_halves_is_hidden() {
    let lab = Lab::new();
    let mut order = lab.order(
        "printf 'begin s3cret-'; while ! [ -e go ]; do sleep 0.01; done; printf 'value end'; echo s3cret-value >&2",
    );
    order.launch.secrets = vec!["s3cret-value".into()];
    order.launch.environment.insert("KEY".to_owned(), "s3cret-value".into());
    let run = lab.start(order).await;
    lab.line_in_log(&run, "begin ").await;
    lab.release("go");
    let story = follow(&lab.hosts, &run, LogPosition::default()).await;
    assert_eq!(story.text(OutputStream::Stdout), "begin ***REDACTED*** end");
    assert_eq!(story.text(OutputStream::Stderr), "***REDACTED***\n");
    assert!(!lab.line_in_log(&run, "end").await.contains("s3cret"));
    for entry in std::fs::read_dir(lab.run_folder(&run)).unwrap() {
        let text = std::fs::read(entry.unwrap().path()).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&text).contains("s3cret"));
    }
}

#[tokio::test]
async fn binary_output_becomes_text() {
    let lab = Lab::new();
    let story = lab.run_to_end(lab.order("head -c 1000000 /dev/urandom")).await;
    assert_eq!(story.exit().exit_code, Some(0));
    // Half of all bytes are no characters; none is lost without a trace.
    assert!(story.text(OutputStream::Stdout).chars().count() > 500_000);
}

#[tokio::test]
async fn one_huge_line_arrives_in_pieces() {
    const BYTES: usize = 32 << 20;
    let lab = Lab::new();
    let story = lab.run_to_end(lab.order(&format!("head -c {BYTES} /dev/zero | tr '\\0' x"))).await;
    let lengths = story.chunks.iter().map(|(chunk, _)| chunk.chunk.len());
    assert_eq!(lengths.clone().sum::<usize>(), BYTES);
    assert!(lengths.max().unwrap() <= 64 << 10);
    assert_eq!(story.ending.stdout_tail.len(), 64 << 10);
    let numbers: Vec<u64> = story.chunks.iter().map(|(chunk, _)| chunk.seq).collect();
    assert_eq!(numbers, (2..).take(numbers.len()).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_full_log_does_not_stop_the_program() {
    let lab = Lab::with(|config| config.log_limit_bytes = 100_000);
    let story = lab.run_to_end(lab.order("head -c 1000000 /dev/zero | tr '\\0' x; exit 5")).await;
    assert_eq!(story.exit().exit_code, Some(5));
    let kept = story.text(OutputStream::Stdout).len() as u64;
    assert_eq!(kept + story.exit().dropped_bytes, 1_000_000);
    assert!(kept <= 100_000);
    assert!(story.text(OutputStream::System).starts_with("[paperclip] "));
    assert_eq!(story.chunks.iter().filter(|(chunk, _)| chunk.stream == OutputStream::System).count(), 1);
}

#[tokio::test]
async fn a_disk_without_space_does_not_stop_the_program() {
    let lab = Lab::with(|config| config.free_space_floor_bytes = u64::MAX);
    let story = lab.run_to_end(lab.order("echo one; echo two; exit 5")).await;
    assert_eq!((story.exit().exit_code, story.exit().dropped_bytes), (Some(5), 8));
}

#[tokio::test]
async fn a_log_is_read_in_parts_while_it_grows_and_afterwards() {
    let lab = Lab::new();
    let run = lab.start(lab.order("echo one; while ! [ -e go ]; do sleep 0.01; done; echo two")).await;
    let (mut whole, mut offset) = (String::new(), 0);
    while !whole.ends_with('\n') {
        let part = lab.hosts.read_log(&run, offset, 10).await.unwrap();
        whole.push_str(&part.content);
        offset = part.next_offset.expect("a living run's log can always grow");
    }
    lab.release("go");
    let story = follow(&lab.hosts, &run, LogPosition::default()).await;
    let mut next = Some(offset);
    while let Some(offset) = next {
        let part = lab.hosts.read_log(&run, offset, 10).await.unwrap();
        whole.push_str(&part.content);
        next = part.next_offset;
    }
    let lines: Vec<OutputChunk> = whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines, story.chunks.into_iter().map(|(chunk, _)| chunk).collect::<Vec<_>>());
}
