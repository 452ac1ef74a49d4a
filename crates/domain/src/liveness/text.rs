//! What a run said, and the few phrases by which it is read.

/// What a run said, by source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunTexts {
    /// Its comments on the issue, oldest first.
    pub comments: Vec<String>,
    /// What its result names as the next action.
    pub result_next_action: Option<String>,
    /// What its result says otherwise: summary, result, message, error, in this order.
    pub result: Vec<String>,
    /// What its program printed; read only where everything else is silent.
    pub output: String,
}

/// How work was announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Announcement {
    /// It can be done by another run.
    Runnable,
    /// It should not start by itself.
    Unsafe,
}

/// Phrases that declare that somebody or something else is waited for.
const BLOCKER: &[&str] = &[
    "blocked by",
    "blocked on",
    "i am blocked",
    "i'm blocked",
    "waiting for approval",
    "waiting on approval",
    "needs approval",
    "requires approval",
    "need your approval",
    "waiting for access",
    "waiting for credentials",
    "missing credentials",
    "cannot proceed without",
    "can't proceed without",
];

/// Phrases that announce work instead of doing it.
const ANNOUNCEMENT: &[&str] = &[
    "i will ",
    "i'll ",
    "i am going to",
    "i'm going to",
    "let me ",
    "next i ",
    "next, i",
    "next step",
    "my plan is",
    "i plan to",
    "here is the plan",
    "here's the plan",
];

/// Words that make announced work nothing to begin by itself.
const UNSAFE: &[&str] = &[
    "delete",
    "drop the",
    "deploy",
    "production",
    "force push",
    "force-push",
    "pay ",
    "purchase",
    "send email",
    "send the email",
    "publish",
    "merge ",
    "confirm",
    "let me know",
    "should i",
    "would you like",
];

/// Words of issues that ask for a text.
const TEXT_TASK: &[&str] = &[
    "write a plan",
    "make a plan",
    "draft",
    "plan for",
    "planning",
    "proposal",
    "write up",
    "document the",
    "write a document",
    "specification",
    "outline",
];

impl RunTexts {
    /// Returns the text that says most of the run, from the first source that says anything.
    #[must_use]
    pub fn useful(&self) -> Option<String> {
        let newest_comment = self.comments.iter().rev().find_map(|text| meaningful(text));
        newest_comment
            .or_else(|| self.result_next_action.as_deref().and_then(meaningful))
            .or_else(|| self.result.iter().find_map(|text| meaningful(text)))
            .or_else(|| without_noise(&self.output))
    }

    /// Returns what the agent said that comes next: what its result names, else its announcement.
    #[must_use]
    pub fn next_action(&self) -> Option<String> {
        let named = self.result_next_action.as_deref().and_then(meaningful);
        named.or_else(|| {
            let text = self.useful()?;
            text.lines().find(|line| announcement(line).is_some()).map(|line| line.trim().to_owned())
        })
    }
}

pub(super) fn declares_blocker(text: &str) -> bool {
    says(text, BLOCKER)
}

pub(super) fn announcement(text: &str) -> Option<Announcement> {
    match (says(text, ANNOUNCEMENT), says(text, UNSAFE)) {
        (false, _) => None,
        (true, false) => Some(Announcement::Runnable),
        (true, true) => Some(Announcement::Unsafe),
    }
}

pub(super) fn asks_for_text(text: &str) -> bool {
    says(text, TEXT_TASK)
}

fn says(text: &str, phrases: &[&str]) -> bool {
    let text = text.to_lowercase().replace('’', "'");
    phrases.iter().any(|phrase| text.contains(phrase))
}

/// A text of punctuation alone says nothing.
fn meaningful(text: &str) -> Option<String> {
    let text = text.trim();
    text.chars().any(char::is_alphanumeric).then(|| text.to_owned())
}

/// Drops lines that a program prints about itself: our own prefix, log levels, records of JSON,
/// progress bars.
fn without_noise(output: &str) -> Option<String> {
    const NOISE: &[&str] =
        &["[paperclip]", "[wireclip]", "debug", "trace", "info", "warn", "npm ", "{", "[{", "}"];
    let is_said = |line: &&str| {
        let line = line.trim().to_lowercase();
        line.chars().filter(|letter| letter.is_alphabetic()).count() > 2
            && !NOISE.iter().any(|noise| line.starts_with(noise))
    };
    let said: Vec<_> = output.lines().filter(is_said).collect();
    meaningful(&said.join("\n"))
}
