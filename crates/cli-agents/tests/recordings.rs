//! Every recorded run of a real program, fed in pieces of random size, is understood.

#![expect(clippy::print_stdout, reason = "a failure must show the seed of its cuts")]

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde::Deserialize;
use wireclip_cli_agents::{
    Class, Conclusion, Engine, Entry, Output, ProgramEnd, Reader, StoppedBy, UsageBasis,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Recording {
    scenario: String,
    class: String,
    exit_code: Option<i32>,
    signal: Option<String>,
    stop: Option<String>,
    spawn_error: Option<String>,
    #[serde(default)]
    stderr: String,
    stdout: String,
}

const RECORDINGS: &[(&str, Engine, &str)] = &[
    ("claude", Engine::Claude, include_str!("recordings/claude.ndjson")),
    ("claude-acp", Engine::Acp, include_str!("recordings/claude-acp.ndjson")),
    ("codex", Engine::Codex, include_str!("recordings/codex.ndjson")),
    ("codex-acp", Engine::Acp, include_str!("recordings/codex-acp.ndjson")),
    ("gemini", Engine::Gemini, include_str!("recordings/gemini.ndjson")),
    ("gemini-acp", Engine::Acp, include_str!("recordings/gemini-acp.ndjson")),
    ("hermes", Engine::Hermes, include_str!("recordings/hermes.ndjson")),
    ("kimi", Engine::Kimi, include_str!("recordings/kimi.ndjson")),
    ("openclaw-gateway", Engine::OpenclawGateway, include_str!("recordings/openclaw-gateway.ndjson")),
    ("opencode", Engine::OpenCode, include_str!("recordings/opencode.ndjson")),
    ("pi", Engine::Pi, include_str!("recordings/pi.ndjson")),
];

fn recordings(of: &str) -> (Engine, Vec<Recording>) {
    let (_, engine, text) = RECORDINGS.iter().find(|(name, ..)| *name == of).expect("of a known program");
    (*engine, text.lines().map(|line| serde_json::from_str(line).expect("a recording")).collect())
}

/// The cuts of one test; a failure shows the seed.
fn chance() -> StdRng {
    let seed = rand::random();
    println!("cut by the seed {seed}");
    StdRng::seed_from_u64(seed)
}

fn replay(engine: Engine, recording: &Recording, chance: &mut StdRng) -> (Conclusion, Vec<Entry>) {
    let (mut reader, mut entries) = (Reader::new(engine), Vec::new());
    for (output, text) in [(Output::Stderr, &recording.stderr), (Output::Stdout, &recording.stdout)] {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let most = 1_usize << chance.random_range(0..13);
            let size = chance.random_range(1..=most);
            let (piece, after) = rest.split_at(size.min(rest.len()));
            entries.extend(reader.push(output, piece));
            rest = after;
        }
    }
    let stopped = recording.stop.as_deref().map(|stop| match stop {
        "timeout" => StoppedBy::TimeLimit,
        _ => StoppedBy::Request,
    });
    let end = ProgramEnd {
        exit_code: recording.exit_code,
        signal: recording.signal.as_deref(),
        stopped,
        spawn_error: recording.spawn_error.as_deref(),
    };
    let (conclusion, last) = reader.conclude(end);
    entries.extend(last);
    (conclusion, entries)
}

fn one(of: &str, scenario: &str) -> (Conclusion, Vec<Entry>) {
    let (engine, recordings) = recordings(of);
    let recording = recordings.iter().find(|it| it.scenario == scenario).expect("a known scenario");
    replay(engine, recording, &mut chance())
}

#[test]
fn every_recorded_run_gets_its_class() {
    let (mut chance, mut count, mut wrong) = (chance(), 0, Vec::new());
    for (name, ..) in RECORDINGS {
        let (engine, recordings) = recordings(name);
        for recording in &recordings {
            let (conclusion, _) = replay(engine, recording, &mut chance);
            count += 1;
            if conclusion.class.as_str() != recording.class {
                wrong.push(format!(
                    "{name}/{}: {} and not {}: {:?}",
                    recording.scenario,
                    conclusion.class.as_str(),
                    recording.class,
                    conclusion.message
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(count, 183);
}

#[test]
fn pieces_make_no_difference_and_a_cut_stream_is_no_success() {
    let mut chance = chance();
    for (name, ..) in RECORDINGS {
        let (engine, recordings) = recordings(name);
        for recording in &recordings {
            let first = replay(engine, recording, &mut chance);
            assert_eq!(first, replay(engine, recording, &mut chance), "{name}/{}", recording.scenario);
            let mut reader = Reader::new(engine);
            let half = recording.stdout.len() / 2;
            reader.push(Output::Stdout, &recording.stdout.as_bytes()[..half]);
            let (cut, _) = reader.conclude(ProgramEnd { exit_code: Some(1), ..ProgramEnd::default() });
            assert_ne!(cut.class, Class::Ok, "{name}/{}", recording.scenario);
        }
    }
}

#[test]
fn a_run_books_what_it_used_itself() {
    for (name, scenario, input, cached, output) in [
        ("claude", "success", 1300, 800, 40),
        // The totals of its session are twice as much.
        ("claude", "resume", 1300, 800, 40),
        ("claude", "tool", 2600, 1600, 80),
        ("codex", "success", 1200, 800, 40),
        ("gemini", "tool", 2400, 1600, 80),
        ("opencode", "tool", 2400, 1600, 80),
        ("pi", "tool", 2400, 1600, 80),
        ("claude-acp", "success", 1300, 800, 40),
    ] {
        let tokens = one(name, scenario).0.spent.tokens();
        let found = (tokens.input, tokens.cached_input, tokens.output);
        assert_eq!(found, (input, cached, output), "{name}/{scenario}");
    }
    let (claude, _) = one("claude", "resume");
    let cost = claude.spent.by_model["claude-opus-5"].1;
    assert_eq!(cost.map(|cost| cost.micro_dollars()), Some(8025));
    assert_eq!(one("codex", "resume").0.basis, UsageBasis::Session);
    assert!(!one("claude", "timeout").0.spent.is_empty(), "a killed run did cost");
}

#[test]
fn an_older_result_is_read_by_what_it_says_of_the_main_model() {
    let (engine, mut recordings) = recordings("claude");
    let resumed = recordings.iter_mut().find(|it| it.scenario == "resume").expect("a known scenario");
    resumed.stdout = resumed.stdout.replace("model_usage_since_last_result", "something_else");
    let (conclusion, _) = replay(engine, resumed, &mut chance());
    let (tokens, cost) = conclusion.spent.by_model["claude-opus-5"];
    assert_eq!((tokens.input, tokens.cached_input, tokens.output, cost), (1300, 800, 40, None));
}

#[test]
fn a_session_is_known_as_soon_as_it_is_named() {
    for (name, scenario) in [
        ("claude", "timeout"),
        ("codex", "timeout"),
        ("gemini", "sigterm"),
        ("opencode", "tool_then_rate_limit"),
        ("pi", "sigterm"),
        ("kimi", "success"),
        ("hermes", "success"),
        ("hermes", "default_config"),
        ("claude-acp", "success"),
    ] {
        assert!(one(name, scenario).0.session.is_some(), "{name}/{scenario}");
    }
}

#[test]
fn a_quota_says_when_it_comes_back() {
    for (name, scenario) in [("claude", "plan_limit_oauth"), ("gemini", "plan_limit")] {
        assert!(one(name, scenario).0.reset.is_some(), "{name}/{scenario}");
    }
}

#[test]
fn the_transcript_tells_what_the_agent_said_and_did() {
    for name in ["claude", "codex", "gemini", "opencode", "pi", "kimi", "claude-acp"] {
        let (conclusion, entries) = one(name, "tool");
        let calls = entries.iter().filter(|entry| matches!(entry, Entry::ToolCall { .. })).count();
        assert_eq!(calls, 1, "{name}: {entries:#?}");
        let answered = entries.iter().any(|entry| {
            matches!(entry, Entry::ToolResult { output, is_error: false, .. } if output.contains("agent-fake"))
        });
        assert!(answered, "{name}: {entries:#?}");
        let summary = conclusion.summary.unwrap_or_default();
        assert_eq!(summary, "Finished: I called the control plane and read my own record.", "{name}");
    }
}

#[test]
fn rubbish_is_passed_over() {
    let rubbish: &[u8] = b"{\"type\":\n[1,2]\n{}\n{\"type\":7,\"message\":[]}\nnot json \xff\xfe\n{\"type\":\"result\",\"usage\":\"x\"}\n";
    for (_, engine, _) in RECORDINGS {
        let mut reader = Reader::new(*engine);
        reader.push(Output::Stdout, rubbish);
        reader.push(Output::Stderr, rubbish);
        let (conclusion, _) = reader.conclude(ProgramEnd { exit_code: Some(1), ..ProgramEnd::default() });
        assert_ne!(conclusion.class, Class::Ok, "{engine:?}");
    }
}
