//! Reading what such a program prints, while it runs and at its end.

use serde::Serialize;
use wireclip_cli_agents::{Cli, Conclusion, Entry, Output, ProgramEnd, Reader, StoppedBy, UsageBasis};
use wireclip_domain::cost::{BillingType, ModelUse, Tokens, Usage};
use wireclip_domain::run::{EventLevel, OutputStream};
use wireclip_domain::run_host::{OutputChunk, StopReason};
use wireclip_domain::{OpaqueJson, Timestamp};
use wireclip_ports::adapter::{AdapterResult, OutputReader, RunOrder, TokenUsage, TranscriptEntry};
use wireclip_ports::host::Ending;

use super::{outcome, session};

/// How many characters of what an agent said stand in the one line of an entry.
const LONGEST_LINE: usize = 200;

/// The output of one run, as far as it was read.
pub(super) struct Reading {
    cli: &'static Cli,
    reader: Reader,
}

/// What such an agent leaves.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Left<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure_class: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_not_before: Option<Timestamp>,
}

impl Reading {
    pub(super) fn new(cli: &'static Cli) -> Self {
        Self { cli, reader: Reader::new(cli.engine) }
    }

    /// Reads what is left where nobody followed the run: the ends of its outputs.
    pub(super) fn of_tails(cli: &'static Cli, ending: &Ending) -> Box<Self> {
        let mut reading = Box::new(Self::new(cli));
        reading.reader.push(Output::Stderr, ending.stderr_tail.as_bytes());
        reading.reader.push(Output::Stdout, ending.stdout_tail.as_bytes());
        reading
    }
}

impl OutputReader for Reading {
    fn read(&mut self, chunk: &OutputChunk) -> Vec<TranscriptEntry> {
        let output = match chunk.stream {
            OutputStream::Stdout => Output::Stdout,
            OutputStream::Stderr => Output::Stderr,
            OutputStream::System => return Vec::new(),
        };
        self.reader.push(output, chunk.chunk.as_bytes()).iter().map(told).collect()
    }

    fn conclude(self: Box<Self>, order: &RunOrder, ending: &Ending) -> (AdapterResult, Vec<TranscriptEntry>) {
        let Self { cli, reader } = *self;
        let exit = ending.exit.as_ref();
        let end = ProgramEnd {
            exit_code: exit.and_then(|exit| exit.exit_code),
            signal: exit.and_then(|exit| exit.signal.as_deref()),
            stopped: exit.and_then(|exit| exit.stop_reason).map(|reason| match reason {
                StopReason::Timeout => StoppedBy::TimeLimit,
                StopReason::Cancel | StopReason::Interrupt => StoppedBy::Request,
            }),
            spawn_error: exit.and_then(|exit| exit.spawn_error.as_deref()),
        };
        let (conclusion, entries) = reader.conclude(end);
        let entries = entries.iter().map(told).collect();
        (result(cli, order, &conclusion, exit.map(|exit| exit.finished_at)), entries)
    }
}

fn result(
    cli: &Cli,
    order: &RunOrder,
    conclusion: &Conclusion,
    finished_at: Option<Timestamp>,
) -> AdapterResult {
    let left = Left {
        summary: conclusion.summary.as_deref(),
        model: conclusion.model.as_deref(),
        failure_class: conclusion.message.as_ref().map(|_| conclusion.class.as_str()),
        retry_not_before: conclusion.reset.zip(finished_at).map(|(reset, now)| reset.after(now)),
    };
    let all = conclusion.spent.tokens();
    let is_of_session = conclusion.basis == UsageBasis::Session;
    let before = match &conclusion.session {
        Some(session) if is_of_session => session::used_before(order, session),
        Some(_) | None => Tokens::default(),
    };
    let of_run = all.without(before);
    let totals = is_of_session.then_some(all);
    let kept = conclusion.session.as_deref().filter(|_| !conclusion.class.ends_session());
    AdapterResult {
        verdict: outcome::verdict(cli.engine, conclusion, finished_at.is_some()),
        is_reported: conclusion.is_reported,
        result: OpaqueJson::of(&left),
        usage: (!of_run.is_none()).then(|| TokenUsage {
            input_tokens: of_run.input.unsigned_abs(),
            output_tokens: of_run.output.unsigned_abs(),
            cached_input_tokens: of_run.cached_input.unsigned_abs(),
        }),
        used: used(cli, order, conclusion, before),
        session: kept.and_then(|session| session::after(order, session, totals)),
    }
}

fn used(cli: &Cli, order: &RunOrder, conclusion: &Conclusion, before: Tokens) -> Vec<Usage> {
    let has_key = |name: &&str| {
        order.settings.get("env").is_some_and(|env| env.get(name).is_some_and(|value| !is_empty(&value)))
    };
    let billing_type = match (cli.key_variables.is_empty(), cli.key_variables.iter().any(has_key)) {
        (true, _) => BillingType::Unknown,
        (false, true) => BillingType::MeteredApi,
        (false, false) => BillingType::SubscriptionIncluded,
    };
    let chosen = order.settings.text("model").map(str::trim).filter(|model| !model.is_empty());
    let by_default = conclusion.model.as_deref().or(chosen).unwrap_or("unknown");
    let use_of = |(name, (tokens, cost)): (&String, &(Tokens, _))| {
        let model = if name.is_empty() { by_default } else { name };
        let provider = cli.provider.map_or_else(
            || model.split_once('/').map_or("unknown", |(provider, _)| provider).to_owned(),
            str::to_owned,
        );
        Usage {
            of: ModelUse { biller: provider.clone(), provider, billing_type, model: model.to_owned() },
            tokens: tokens.without(before),
            cost: *cost,
        }
    };
    conclusion.spent.by_model.iter().map(use_of).collect()
}

/// Says whether a variable has no value. That of a stored secret is not looked at.
fn is_empty(value: &OpaqueJson) -> bool {
    match (value.as_text(), value.text("type")) {
        (Some(text), _) => text.trim().is_empty(),
        (None, Some("plain")) => value.text("value").is_none_or(|text| text.trim().is_empty()),
        (None, Some(_)) => false,
        (None, None) => true,
    }
}

/// Turns an entry into what is stored of it.
fn told(entry: &Entry) -> TranscriptEntry {
    let mut payload = OpaqueJson::object();
    let (kind, line, level) = match entry {
        Entry::Started { session, model } => {
            payload.set("sessionId", session);
            payload.set("model", model);
            ("init", "the program is ready".to_owned(), EventLevel::Info)
        }
        Entry::Text(text) => {
            payload.set("text", text);
            ("assistant", text.clone(), EventLevel::Info)
        }
        Entry::Thinking(text) => {
            payload.set("text", text);
            ("thinking", text.clone(), EventLevel::Info)
        }
        Entry::ToolCall { id, name, input } => {
            payload.set("toolUseId", id);
            payload.set("name", name);
            payload.set("input", input);
            ("tool_call", name.clone(), EventLevel::Info)
        }
        Entry::ToolResult { id, output, is_error } => {
            payload.set("toolUseId", id);
            payload.set("content", output);
            payload.set("isError", is_error);
            ("tool_result", output.clone(), if *is_error { EventLevel::Warn } else { EventLevel::Info })
        }
        Entry::Diff { paths } => {
            payload.set("paths", paths);
            ("diff", paths.join(", "), EventLevel::Info)
        }
        Entry::Notice(text) => {
            payload.set("text", text);
            ("system", text.clone(), EventLevel::Warn)
        }
        Entry::Error(text) => {
            payload.set("text", text);
            ("error", text.clone(), EventLevel::Error)
        }
    };
    payload.set("kind", &kind);
    let line: String = line.lines().next().unwrap_or_default().chars().take(LONGEST_LINE).collect();
    TranscriptEntry { line, payload, level }
}
