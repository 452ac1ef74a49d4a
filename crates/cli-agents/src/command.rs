//! A program's command line, put together from its description and an agent's settings.

use std::fmt;

use wireclip_domain::OpaqueJson;

use crate::cli::{Cli, PromptPath};

/// The longest prompt that is handed over as an argument: Linux refuses one of 128 KiB.
const LONGEST_ARGUMENT: usize = 100 * 1024;

/// A part of a command line.
pub(crate) enum Part {
    /// Always there.
    Always(&'static [&'static str]),
    /// A setting that is a text, behind its flag; `but_not` is what the program takes by itself.
    Text { key: &'static str, flag: &'static str, but_not: &'static str },
    /// A setting that is a positive number, behind its flag.
    Number { key: &'static str, flag: &'static str },
    /// A setting that is a text, as a value of the program's configuration.
    Config { key: &'static str, name: &'static str },
    /// A setting that is on or off. Some programs refuse the usual way to root.
    Flag {
        key: &'static str,
        default: bool,
        on: &'static [&'static str],
        on_for_root: Option<&'static [&'static str]>,
        off: &'static [&'static str],
    },
    /// The session to resume, behind this.
    Resume(&'static [&'static str]),
    /// The agent's own arguments.
    Extra,
    /// The prompt, behind this.
    Prompt(&'static [&'static str]),
}

/// What is chosen for one run.
#[derive(Debug, Clone, Copy)]
pub struct Chosen<'c> {
    /// The agent's settings.
    pub settings: &'c OpaqueJson,
    /// The session to resume.
    pub session: Option<&'c str>,
    /// What the agent is told.
    pub prompt: &'c str,
    /// Whether the program runs as root.
    pub is_root: bool,
}

/// Why there is no command line: a setting, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandError {
    /// The setting's key; empty if it is none.
    pub key: &'static str,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.key {
            "" => f.write_str(&self.message),
            key => write!(f, "{key} {}", self.message),
        }
    }
}

impl std::error::Error for CommandError {}

impl Cli {
    /// Returns the arguments with which the program is started.
    ///
    /// # Errors
    /// If a setting is not of the kind that it must be, or the prompt is too long for a program
    /// that takes it as an argument.
    pub fn arguments(&self, chosen: &Chosen<'_>) -> Result<Vec<String>, CommandError> {
        if self.prompt == PromptPath::Argument && chosen.prompt.len() > LONGEST_ARGUMENT {
            let message = format!(
                "the prompt has {} bytes, and this program takes {LONGEST_ARGUMENT}",
                chosen.prompt.len()
            );
            return Err(CommandError { key: "", message });
        }
        let mut arguments = Vec::new();
        for part in self.parts {
            part.add(chosen, &mut arguments)?;
        }
        Ok(arguments)
    }
}

impl Part {
    fn add(&self, chosen: &Chosen<'_>, arguments: &mut Vec<String>) -> Result<(), CommandError> {
        let settings = chosen.settings;
        let mut extend = |more: &[&str]| arguments.extend(more.iter().map(|&more| more.to_owned()));
        match self {
            Self::Always(always) => extend(always),
            Self::Text { key, flag, but_not } => {
                if let Some(text) = text(settings, key)?.filter(|text| text != but_not) {
                    extend(&[flag, &text]);
                }
            }
            Self::Number { key, flag } => {
                let number = number(settings, key)?;
                if let Some(number) = number {
                    extend(&[flag, &number.to_string()]);
                }
            }
            Self::Config { key, name } => {
                if let Some(text) = text(settings, key)? {
                    if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) {
                        return Err(wrong(key, "must be a word"));
                    }
                    extend(&["-c", &format!("{name}=\"{text}\"")]);
                }
            }
            Self::Flag { key, default, on, on_for_root, off } => {
                let is_on = flag(settings, key)?.unwrap_or(*default);
                let on = on_for_root.filter(|_| chosen.is_root).unwrap_or(on);
                extend(if is_on { on } else { off });
            }
            Self::Resume(flags) => {
                if let Some(session) = chosen.session {
                    extend(flags);
                    extend(&[session]);
                }
            }
            Self::Extra => {
                for argument in extra(settings)? {
                    extend(&[&argument]);
                }
            }
            Self::Prompt(flags) => {
                extend(flags);
                extend(&[chosen.prompt]);
            }
        }
        Ok(())
    }
}

fn wrong(key: &'static str, message: &str) -> CommandError {
    CommandError { key, message: message.to_owned() }
}

/// Reads a setting; absent, null and empty are the same: the program decides.
fn read<T: serde::de::DeserializeOwned>(
    settings: &OpaqueJson,
    key: &'static str,
    expected: &str,
) -> Result<Option<T>, CommandError> {
    match settings.get(key).filter(|value| !value.is_null()) {
        Some(value) => value.parse().map(Some).map_err(|_| wrong(key, expected)),
        None => Ok(None),
    }
}

fn text(settings: &OpaqueJson, key: &'static str) -> Result<Option<String>, CommandError> {
    let text: Option<String> = read(settings, key, "must be a text")?;
    let text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    if text.as_ref().is_some_and(|text| text.contains(char::is_control)) {
        return Err(wrong(key, "must be one line"));
    }
    // Not an option of its own, whatever it says.
    if text.as_ref().is_some_and(|text| text.starts_with('-')) {
        return Err(wrong(key, "must not begin with a dash"));
    }
    Ok(text)
}

fn number(settings: &OpaqueJson, key: &'static str) -> Result<Option<u32>, CommandError> {
    let number: Option<u32> = read(settings, key, "must be a whole number")?;
    Ok(number.filter(|number| *number > 0))
}

fn flag(settings: &OpaqueJson, key: &'static str) -> Result<Option<bool>, CommandError> {
    read(settings, key, "must be true or false")
}

/// Reads the agent's own arguments; `args` is the older name.
fn extra(settings: &OpaqueJson) -> Result<Vec<String>, CommandError> {
    for key in ["extraArgs", "args"] {
        let list: Option<Vec<String>> = read(settings, key, "must be a list of texts")?;
        if let Some(list) = list.filter(|list| !list.is_empty()) {
            if list.iter().any(|argument| argument.contains('\0')) {
                return Err(wrong(key, "must not contain a NUL character"));
            }
            return Ok(list);
        }
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{CLIS, Engine};

    fn arguments(
        engine: Engine,
        settings: &serde_json::Value,
        session: Option<&str>,
        is_root: bool,
    ) -> String {
        let cli = CLIS.iter().find(|cli| cli.engine == engine).unwrap();
        let chosen = Chosen { settings: &OpaqueJson::of(settings), session, prompt: "do it", is_root };
        cli.arguments(&chosen).map_or_else(|error| format!("! {error}"), |arguments| arguments.join(" "))
    }

    #[test]
    fn each_program_is_called_in_its_own_way() {
        let settings = serde_json::json!({"model": "m-1", "extraArgs": ["--x"]});
        let call = |engine| arguments(engine, &settings, Some("s-1"), false);
        assert_eq!(
            call(Engine::Claude),
            "--print --output-format stream-json --verbose --resume s-1 --dangerously-skip-permissions \
             --model m-1 --x"
        );
        assert_eq!(
            call(Engine::Codex),
            "exec --json --skip-git-repo-check -c sandbox_mode=\"workspace-write\" -c \
             sandbox_workspace_write.network_access=true --model m-1 --x resume s-1 -"
        );
        assert_eq!(call(Engine::Kimi), "--output-format stream-json -r s-1 -m m-1 --x -p do it");
    }

    #[test]
    fn root_gets_a_list_of_tools_where_the_bypass_is_refused() {
        let call = arguments(Engine::Claude, &serde_json::json!({}), None, true);
        assert!(call.contains("--allowedTools Bash") && !call.contains("dangerously"), "{call}");
    }

    #[test]
    fn settings_that_would_be_something_else_are_refused() {
        let refused = |settings| arguments(Engine::Codex, &settings, None, false);
        assert_eq!(refused(serde_json::json!({"model": "--yolo"})), "! model must not begin with a dash");
        let effort = serde_json::json!({"modelReasoningEffort": "a\" b"});
        assert_eq!(refused(effort), "! modelReasoningEffort must be a word");
        assert_eq!(refused(serde_json::json!({"search": "yes"})), "! search must be true or false");
        let long = "x".repeat(LONGEST_ARGUMENT + 1);
        let chosen = Chosen { settings: &OpaqueJson::object(), session: None, prompt: &long, is_root: false };
        let kimi = CLIS.iter().find(|cli| cli.engine == Engine::Kimi).unwrap();
        assert!(kimi.arguments(&chosen).is_err());
    }
}
