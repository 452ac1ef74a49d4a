//! What a shell elsewhere is told, whoever brings it the text: one command, with its arguments, its
//! variables and its folder.
//!
//! **Invariant:** what others wrote is in such a text only by [`quoted`].

use std::collections::BTreeMap;
use std::fmt::Write as _;

use secrecy::ExposeSecret as _;
use wireclip_ports::sandbox::{ProviderError, RemoteCommand, ShellProfile};

/// The launcher of a command that its shell becomes itself.
pub(crate) const BY_THE_SHELL: &str = "";

/// What every command gets unless its caller says otherwise: programs that would ask a person
/// fail instead of waiting.
const DEFAULT_ENVIRONMENT: &[(&str, &str)] = &[
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GCM_INTERACTIVE", "Never"),
    ("GIT_ASKPASS", "echo"),
    ("SSH_ASKPASS", "echo"),
    ("SSH_ASKPASS_REQUIRE", "force"),
];

/// Reads what a login shell would read, as far as this shell can; nothing of it can end the
/// command or print. The trap keeps bash from becoming the last program that a profile calls
/// instead of waiting for it, as bash 5.2 does in a subshell.
const LOGIN_PROFILE: &str = r#"trap : USR2
__wireclip_read() { if [ -r "$1" ]; then . "$1"; fi; }
__wireclip_read /etc/profile
__wireclip_read "$HOME/.profile"
if [ -n "${BASH_VERSION:-}" ]; then
  if [ -r "$HOME/.bash_profile" ]; then . "$HOME/.bash_profile"; else __wireclip_read "$HOME/.bashrc"; fi
fi
if [ -n "${ZSH_VERSION:-}" ]; then __wireclip_read "$HOME/.zprofile"; fi
unset -f __wireclip_read
set +eu
trap - USR2
"#;

/// Quotes a text so that a shell reads it as it is.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Checks what cannot be sent.
///
/// # Errors
/// [`ProviderError::Refused`].
pub(crate) fn check(command: &RemoteCommand) -> Result<(), ProviderError> {
    let refused = |message: String| Err(ProviderError::Refused { message });
    if command.program.is_empty() {
        return refused("the command is empty".to_owned());
    }
    if let Some(name) = command.environment.keys().find(|name| !is_variable_name(name)) {
        return refused(format!("{name:?} is no name of an environment variable"));
    }
    let directory = command.directory.as_ref().map(|directory| directory.as_str());
    let texts = std::iter::once(command.program.as_str())
        .chain(command.arguments.iter().map(String::as_str))
        .chain(directory)
        .chain(command.environment.values().map(|value| value.expose_secret()));
    for text in texts {
        if text.contains('\0') {
            return refused("the command has a NUL character in it".to_owned());
        }
    }
    Ok(())
}

fn is_variable_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Returns what a command is given beside what it finds there.
pub(crate) fn environment(command: &RemoteCommand) -> BTreeMap<String, String> {
    let defaults = DEFAULT_ENVIRONMENT.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let own =
        command.environment.iter().map(|(name, value)| (name.clone(), value.expose_secret().to_owned()));
    defaults.chain(own).collect()
}

/// Returns the lines that become the command: profile, `marker` (run when the profile is read),
/// directory, environment, command. They end by `exec`, of the command or of what launches it.
pub(crate) fn body(
    command: &RemoteCommand,
    directory: &str,
    marker: &str,
    exports: &str,
    launcher: &str,
) -> String {
    let mut text = String::new();
    if command.profile == ShellProfile::Login {
        // Braces, so that what is read changes this shell.
        write!(text, "{{\n{LOGIN_PROFILE}}} </dev/null >/dev/null 2>&1\n").expect("a text takes everything");
    }
    let words = std::iter::once(&command.program).chain(&command.arguments).map(|word| quoted(word));
    let words: Vec<String> = words.collect();
    writeln!(
        text,
        "{marker}\ncd -- {} || exit\n{exports}exec {launcher}{}",
        quoted(directory),
        words.join(" ")
    )
    .expect("a text takes everything");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_one_word_of_the_shell_there() {
        for text in
            ["", "it's", "a b", "$(id)", "`id`", "\\'", "'", "''", "--", "-n", "line\nbreak", "!x", "ü*?[a]~"]
        {
            for shell in ["sh", "bash"] {
                let script = format!("printf '%s|' {}", quoted(text));
                let printed = std::process::Command::new(shell).arg("-c").arg(script).output().unwrap();
                assert_eq!(String::from_utf8(printed.stdout).unwrap(), format!("{text}|"), "{shell}");
            }
        }
    }
}
