//! What a program's output has said so far.

use std::collections::VecDeque;

use wireclip_domain::OpaqueJson;

use crate::class::ErrorRecord;
use crate::entry::{Entry, cut};
use crate::reset::Reset;
use crate::usage::{Spent, UsageBasis};

/// How many plain lines are kept of each output, for what programs say without a format.
const KEPT_LINES: usize = 40;
/// How much of a plain line is kept, in bytes.
const LONGEST_KEPT_LINE: usize = 2 * 1024;
/// The longest id of a session or a model.
const LONGEST_NAME: usize = 256;
/// Entries that nobody took; a reader's owner takes them after each piece of output.
const MOST_ENTRIES: usize = 4 * 1024;

/// How a program says that it is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Terminal {
    Success,
    /// It is done for now, and says nothing more when it ends: then its exit code counts.
    Done,
    Failure(ErrorRecord),
}

/// Everything that is kept of an output.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) session: Option<String>,
    pub(crate) model: Option<String>,
    /// What the program said last about its own end.
    pub(crate) terminal: Option<Terminal>,
    /// An error behind which nothing is said about the end.
    pub(crate) error: Option<ErrorRecord>,
    pub(crate) reset: Option<Reset>,
    /// Whether the agent said something or used a tool.
    pub(crate) did_something: bool,
    /// What the agent said last, since its last tool call.
    pub(crate) summary: String,
    pub(crate) spent: Spent,
    pub(crate) basis: UsageBasis,
    /// Use of a message that may be told again, with what it is told of.
    pub(crate) open_message: Option<(String, String, wireclip_domain::cost::Tokens)>,
    pub(crate) plain: VecDeque<String>,
    pub(crate) stderr: VecDeque<String>,
    pub(crate) entries: Vec<Entry>,
    /// Text that arrives in pieces.
    pieces: String,
}

impl Told {
    /// Adds an entry to the transcript.
    pub(crate) fn entry(&mut self, entry: Entry) {
        self.end_pieces();
        self.push(entry);
    }

    fn push(&mut self, entry: Entry) {
        if self.entries.len() < MOST_ENTRIES {
            self.entries.push(entry);
        }
    }

    /// The agent said something, whole.
    pub(crate) fn said(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.end_pieces();
        self.did_something = true;
        self.summary = cut(text);
        self.push(Entry::Text(cut(text)));
    }

    /// The agent said a piece of something.
    pub(crate) fn said_piece(&mut self, text: &str) {
        if self.pieces.len() < crate::entry::LONGEST_TEXT {
            self.pieces.push_str(text);
        }
    }

    /// What was said in pieces is whole.
    pub(crate) fn end_pieces(&mut self) {
        if !self.pieces.is_empty() {
            let text = std::mem::take(&mut self.pieces);
            self.said(&text);
        }
    }

    pub(crate) fn thought(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.entry(Entry::Thinking(cut(text)));
        }
    }

    pub(crate) fn called(&mut self, id: Option<&str>, name: &str, input: OpaqueJson) {
        self.did_something = true;
        let id = id.map(cut);
        self.entry(Entry::ToolCall { id, name: cut(name), input });
    }

    pub(crate) fn answered(&mut self, id: Option<&str>, output: &str, is_error: bool) {
        self.entry(Entry::ToolResult { id: id.map(cut), output: cut(output), is_error });
    }

    pub(crate) fn noticed(&mut self, text: &str) {
        self.entry(Entry::Notice(cut(text)));
    }

    /// The program is done, and failed.
    pub(crate) fn failed(&mut self, record: ErrorRecord) {
        let record = ErrorRecord { message: cut(&record.message), ..record };
        self.entry(Entry::Error(record.message.clone()));
        self.terminal = Some(Terminal::Failure(record));
    }

    /// The program is done, and says so.
    pub(crate) fn succeeded(&mut self) {
        self.end_pieces();
        self.terminal = Some(Terminal::Success);
    }

    /// A step of the work is done, perhaps the last.
    pub(crate) fn is_done(&mut self) {
        self.end_pieces();
        self.terminal = Some(Terminal::Done);
    }

    /// Something went wrong, and the program may yet go on.
    pub(crate) fn met(&mut self, record: ErrorRecord) {
        let record = ErrorRecord { message: cut(&record.message), ..record };
        self.entry(Entry::Error(record.message.clone()));
        self.terminal = None;
        self.error = Some(record);
    }

    /// The program goes on, whatever was said about an end before.
    pub(crate) fn goes_on(&mut self) {
        self.terminal = None;
    }

    pub(crate) fn session_is(&mut self, session: &str) {
        name(&mut self.session, session);
    }

    pub(crate) fn model_is(&mut self, model: &str) {
        name(&mut self.model, model);
    }

    pub(crate) fn keep_plain(&mut self, line: &str) {
        keep(&mut self.plain, line);
    }

    pub(crate) fn keep_stderr(&mut self, line: &str) {
        keep(&mut self.stderr, line);
    }
}

fn name(place: &mut Option<String>, name: &str) {
    if !name.is_empty() && name.len() <= LONGEST_NAME && !name.contains(char::is_control) {
        *place = Some(name.to_owned());
    }
}

fn keep(lines: &mut VecDeque<String>, line: &str) {
    let line = without_colours(line);
    let line = line.trim();
    if line.is_empty() {
        return;
    }
    if lines.len() == KEPT_LINES {
        lines.pop_front();
    }
    lines.push_back(line[..line.floor_char_boundary(LONGEST_KEPT_LINE)].to_owned());
}

/// Takes the colours of terminals out of a line.
fn without_colours(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_colour = part.starts_with('[');
        let rest = part.split_once('m').map_or(part, |(_, rest)| rest);
        plain.push_str(if is_colour { rest } else { part });
    }
    plain
}
