//! What the texts do in a real shell.

use std::io::Write as _;
use std::process::{Command, Stdio};

use wireclip_ports::sandbox::{ProviderError, RemotePath, ShellProfile};

use super::*;
use crate::shell::check;

const ID: &str = "0123abcd";

fn command(program: &str, arguments: &[&str]) -> RemoteCommand {
    RemoteCommand {
        program: program.to_owned(),
        arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
        directory: None,
        environment: BTreeMap::new(),
        profile: ShellProfile::Bare,
    }
}

/// Feeds a text to a shell as the service does.
fn feed(
    shell: &str,
    text: &str,
    envs: &BTreeMap<String, String>,
    tmp: &std::path::Path,
) -> (Option<i32>, String) {
    let mut child = Command::new(shell)
        .envs(envs)
        .env("TMPDIR", tmp)
        .env("HOME", tmp)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let mut printed = String::from_utf8_lossy(&output.stdout).into_owned();
    printed.push_str(&String::from_utf8_lossy(&output.stderr));
    (output.status.code(), printed)
}

fn run(command: &RemoteCommand, stdin: StdinSource<'_>) -> (Option<i32>, Transcript) {
    let tmp = tempfile::tempdir().unwrap();
    let one_shot = OneShot { command, directory: "/", id: ID, stdin, output_limit_bytes: 1000 };
    let (code, printed) = feed("sh", &one_shot.text(), &carried_environment(command), tmp.path());
    assert_eq!(std::fs::read_dir(tmp.path()).unwrap().count(), 0, "scratch files are left");
    (code, Transcript::read(&printed, ID, 1000).unwrap_or_else(|| panic!("no transcript in {printed:?}")))
}

#[test]
fn arguments_arrive_as_they_are() {
    let words = ["a b", "it's", "$HOME `id` \\", "*", "", "--", "line\nbreak", "ü"];
    let (code, transcript) =
        run(&command("printf", &[&["%s|"][..], &words[..]].concat()), StdinSource::Nothing);
    assert_eq!(code, Some(0));
    assert_eq!(String::from_utf8(transcript.stdout).unwrap(), words.map(|word| format!("{word}|")).concat());
}

#[test]
fn the_streams_stay_apart_and_the_code_is_the_commands() {
    let (code, transcript) =
        run(&command("sh", &["-c", "echo out; echo err >&2; exit 7"]), StdinSource::Nothing);
    assert_eq!((code, &*transcript.stdout, &*transcript.stderr), (Some(7), &b"out\n"[..], &b"err\n"[..]));
}

#[test]
fn the_environment_arrives_beside_the_text_and_leaves_no_trace() {
    let mut command = command("sh", &["-c", "echo $SECRET-$GIT_TERMINAL_PROMPT; env"]);
    command.environment.insert("SECRET".to_owned(), "s3cr3t'\"".into());
    let one_shot = OneShot {
        command: &command,
        directory: "/",
        id: ID,
        stdin: StdinSource::Nothing,
        output_limit_bytes: 1,
    };
    assert!(!one_shot.text().contains("s3cr3t"));
    let (_, transcript) = run(&command, StdinSource::Nothing);
    let stdout = String::from_utf8(transcript.stdout).unwrap();
    assert!(stdout.starts_with("s3cr3t'\"-0\n"), "{stdout}");
    assert!(!stdout.contains("__WIRECLIP"), "{stdout}");
}

#[test]
fn input_is_what_was_given_and_otherwise_empty() {
    let cat = command("cat", &[]);
    assert_eq!(run(&cat, StdinSource::Nothing).1.stdout, b"");
    assert_eq!(run(&cat, StdinSource::Inline("aGFsbG8K")).1.stdout, b"hallo\n");
}

#[test]
fn a_folder_that_is_not_there_stops_the_command() {
    let one_shot = OneShot {
        command: &command("touch", &["/tmp/must-not-be-touched-by-wireclip"]),
        directory: "/does/not/exist",
        id: ID,
        stdin: StdinSource::Nothing,
        output_limit_bytes: 1000,
    };
    let tmp = tempfile::tempdir().unwrap();
    let (code, printed) = feed("sh", &one_shot.text(), &BTreeMap::new(), tmp.path());
    assert_ne!(code, Some(0));
    let transcript = Transcript::read(&printed, ID, 1000).unwrap();
    assert!(!transcript.stderr.is_empty());
    assert!(!std::path::Path::new("/tmp/must-not-be-touched-by-wireclip").exists());
}

#[test]
fn a_profile_changes_the_path_and_cannot_print_or_overrule_the_caller() {
    let tmp = tempfile::tempdir().unwrap();
    let profile = "echo noise; echo noise >&2; export FROM_PROFILE=yes; export MINE=profile; cat";
    std::fs::write(tmp.path().join(".profile"), profile).unwrap();
    let mut command = command("sh", &["-c", "echo $FROM_PROFILE $MINE"]);
    command.profile = ShellProfile::Login;
    command.environment.insert("MINE".to_owned(), "caller".into());
    let one_shot = OneShot {
        command: &command,
        directory: "/",
        id: ID,
        stdin: StdinSource::Inline("eA=="),
        output_limit_bytes: 99,
    };
    for shell in ["sh", "bash"] {
        let (code, printed) = feed(shell, &one_shot.text(), &carried_environment(&command), tmp.path());
        let transcript = Transcript::read(&printed, ID, 99).unwrap();
        assert_eq!((code, &*transcript.stdout), (Some(0), &b"yes caller\n"[..]), "{shell}: {printed}");
    }
}

#[test]
fn a_profile_that_ends_the_shell_is_no_success() {
    let tmp = tempfile::tempdir().unwrap();
    std::fs::write(tmp.path().join(".profile"), "exit 0").unwrap();
    let mut command = command("true", &[]);
    command.profile = ShellProfile::Login;
    let one_shot = OneShot {
        command: &command,
        directory: "/",
        id: ID,
        stdin: StdinSource::Nothing,
        output_limit_bytes: 99,
    };
    let (code, printed) = feed("sh", &one_shot.text(), &carried_environment(&command), tmp.path());
    assert_eq!(code, Some(125));
    assert!(printed.contains(&format!("{ID}:unstarted")), "{printed}");
}

#[test]
fn long_output_is_cut_and_said_to_be() {
    let (_, transcript) = run(&command("head", &["-c", "5000", "/dev/zero"]), StdinSource::Nothing);
    assert!(transcript.is_truncated);
    assert_eq!(transcript.stdout.len(), 1000);
}

#[test]
fn what_cannot_be_sent_is_refused() {
    let mut bad_name = command("true", &[]);
    bad_name.environment.insert("A B".to_owned(), "x".into());
    let mut nul = command("true", &["a\0b"]);
    nul.directory = Some(RemotePath::new("/"));
    for command in [bad_name, nul, command("", &[])] {
        assert!(matches!(check(&command), Err(ProviderError::Refused { .. })), "{command:?}");
    }
}

#[test]
fn a_command_that_is_spoken_with_reads_lines_of_base64_until_the_dot() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let mut command = command("cat", &[]);
    command.environment.insert("SECRET".to_owned(), "x".into());
    std::fs::write(&path, spoken_with(&command, "/", folder.path().to_str().unwrap(), false)).unwrap();
    let mut child =
        Command::new("sh").arg(&path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"aGFsbG8g\nAAEC\n.\n").unwrap();
    // The end of the input is the dot, not the end of the script's own input.
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.stdout, b"hallo \0\x01\x02");
    assert!(!folder.path().exists(), "the script and its secrets are left");
}
