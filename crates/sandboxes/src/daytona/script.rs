//! The shell texts that run in a sandbox.
//!
//! A command is never made by joining what others wrote: arguments are quoted here, values of the
//! environment travel beside the text, and the text itself is fed to a shell on its standard
//! input, where no process list shows it.

use std::collections::BTreeMap;

use wireclip_ports::sandbox::RemoteCommand;

use crate::shell::{BY_THE_SHELL, body, environment, quoted};

/// Under this the values of the environment travel, until the profile has been read: it must not
/// overwrite what the caller sets.
const CARRIED: &str = "__WIRECLIP_ENV_";

/// Returns a command's environment with the defaults, under the names in which it travels.
pub(super) fn carried_environment(command: &RemoteCommand) -> BTreeMap<String, String> {
    environment(command).into_iter().map(|(name, value)| (format!("{CARRIED}{name}"), value)).collect()
}

/// What a one-shot command line is made of.
pub(super) struct OneShot<'a> {
    pub(super) command: &'a RemoteCommand,
    pub(super) directory: &'a str,
    /// Names this execution: its scratch folder and the marks in its output.
    pub(super) id: &'a str,
    pub(super) stdin: StdinSource<'a>,
    pub(super) output_limit_bytes: usize,
}

/// Where a one-shot command reads its input from.
pub(super) enum StdinSource<'a> {
    Nothing,
    /// The text itself brings it, in base64.
    Inline(&'a str),
    /// A file that was uploaded; the command takes it away.
    File(&'a str),
}

/// Returns where an execution keeps its scratch files, as a word of shell.
fn scratch(id: &str) -> String {
    format!("\"${{TMPDIR:-/tmp}}/.wireclip-{id}\"")
}

impl OneShot<'_> {
    /// Writes the command line.
    ///
    /// The command's two streams go to files, so that they stay apart and are kept when the time
    /// is up; at the end they are printed with marks between them.
    pub(super) fn text(&self) -> String {
        let Self { command, directory, id, stdin, output_limit_bytes: limit } = self;
        let exports: String = environment(command)
            .keys()
            .map(|name| format!("export {name}=\"${CARRIED}{name}\"; unset {CARRIED}{name}\n"))
            .collect();
        let (prepare, input) = match stdin {
            StdinSource::Nothing => (String::new(), "</dev/null".to_owned()),
            StdinSource::Inline(text) => {
                (format!("printf %s {} | base64 -d >\"$d/in\"\n", quoted(text)), "<\"$d/in\"".to_owned())
            }
            StdinSource::File(path) => {
                let path = quoted(path);
                (format!("mv -f -- {path} \"$d/in\"\n"), "<\"$d/in\"".to_owned())
            }
        };
        let body = body(command, directory, ": >\"$d/ran\"", &exports, BY_THE_SHELL);
        format!(
            "d={scratch}\n\
             mkdir -m 700 -- \"$d\" || {{ echo {id}:unstarted; exit 125; }}\n\
             echo \"$$\" >\"$d/pid\"\n\
             {prepare}\
             (\n{body}) {input} >\"$d/out\" 2>\"$d/err\"\n\
             c=$?\n\
             [ -e \"$d/ran\" ] || {{ echo {id}:unstarted; rm -rf -- \"$d\"; exit 125; }}\n\
             {report}\
             rm -rf -- \"$d\"\n\
             exit $c",
            scratch = scratch(id),
            report = report(id, *limit),
        )
    }
}

fn report(id: &str, limit: usize) -> String {
    format!(
        "printf '%s:out\\n' {id}; head -c {limit} \"$d/out\"\n\
         printf '\\n%s:err\\n' {id}; head -c {limit} \"$d/err\"\n\
         printf '\\n%s:end %s %s\\n' {id} $(wc -c <\"$d/out\") $(wc -c <\"$d/err\")\n"
    )
}

/// Writes a command line that ends an execution if it still runs, prints what it printed so far
/// and clears up behind it.
pub(super) fn end_one_shot(id: &str, limit: usize) -> String {
    format!(
        "rm -f -- {stdin}\n\
         d={scratch}\n\
         [ -d \"$d\" ] || exit 0\n\
         p=$(cat \"$d/pid\" 2>/dev/null)\n\
         if [ -n \"$p\" ]; then\n\
           kill -TERM -- \"-$p\" 2>/dev/null || kill -TERM \"$p\" 2>/dev/null\n\
           for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 \"$p\" 2>/dev/null || break; sleep 0.1; done\n\
           kill -KILL -- \"-$p\" 2>/dev/null || kill -KILL \"$p\" 2>/dev/null\n\
         fi\n\
         {report}\
         rm -rf -- \"$d\"",
        stdin = stdin_file(id),
        scratch = scratch(id),
        report = report(id, limit),
    )
}

/// Returns where input is uploaded that is too long for a command line.
pub(super) fn stdin_file(id: &str) -> String {
    format!("/tmp/.wireclip-stdin-{id}")
}

/// What a one-shot command printed, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Transcript {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    pub(super) is_truncated: bool,
}

impl Transcript {
    /// Reads an answer; `None` if the command did not get as far as to report.
    pub(super) fn read(answer: &str, id: &str, limit: usize) -> Option<Self> {
        let (_, rest) = answer.split_once(&format!("{id}:out\n"))?;
        let (stdout, rest) = rest.split_once(&format!("\n{id}:err\n"))?;
        let (stderr, sizes) = rest.rsplit_once(&format!("\n{id}:end "))?;
        let is_long = |size: &str| size.parse::<usize>().is_ok_and(|size| size > limit);
        Some(Self {
            stdout: stdout.as_bytes().to_vec(),
            stderr: stderr.as_bytes().to_vec(),
            is_truncated: sizes.split_whitespace().any(is_long),
        })
    }
}

/// Writes the script of a command that is spoken with. It runs from a file, takes the file away
/// first, and keeps its scratch files beside it.
///
/// Without a file for its input, lines of base64 on the script's own input become the command's
/// input; a line with a dot ends it.
pub(super) fn spoken_with(
    command: &RemoteCommand,
    directory: &str,
    folder: &str,
    has_stdin_file: bool,
) -> String {
    let exports: String = environment(command)
        .iter()
        .map(|(name, value)| format!("export {name}={}\n", quoted(value)))
        .collect();
    let body = body(command, directory, ":", &exports, BY_THE_SHELL);
    let folder = quoted(folder);
    if has_stdin_file {
        return format!(
            "d={folder}\nrm -f -- \"$d/run\"\n(\n{body}) <\"$d/in\"\nc=$?\nrm -rf -- \"$d\"\nexit $c\n"
        );
    }
    format!(
        "d={folder}\nrm -f -- \"$d/run\"\nmkfifo -m 600 -- \"$d/in\" || exit 125\nexec 3<&0\n\
         {{ while IFS= read -r l; do\n\
           case \"$l\" in .) break;; *) printf %s \"$l\" | base64 -d;; esac\n\
         done; }} <&3 >\"$d/in\" 2>/dev/null 3<&- &\n\
         f=$!\n(\n{body}) <\"$d/in\" 3<&-\nc=$?\nkill \"$f\" 2>/dev/null\nrm -rf -- \"$d\"\nexit $c\n"
    )
}

/// Writes a command line that makes the workspace's directory, and says where it is and which
/// shell there is.
pub(super) fn survey(id: &str, wanted: Option<&str>) -> String {
    let root = wanted.map_or_else(|| "\"$PWD/wireclip-workspace\"".to_owned(), quoted);
    format!(
        "r={root}\nmkdir -p -- \"$r\" && cd -- \"$r\" || exit\nprintf '%s:root %s\\n' {id} \"$(pwd -P)\"\n\
         if command -v bash >/dev/null 2>&1; then echo {id}:shell bash; else echo {id}:shell sh; fi"
    )
}

/// What a survey found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Survey {
    pub(super) root: String,
    pub(super) has_bash: bool,
}

impl Survey {
    /// Reads the answer of [`survey`].
    pub(super) fn read(answer: &str, id: &str) -> Option<Self> {
        let line = |name: &str| {
            let mark = format!("{id}:{name} ");
            answer.lines().find_map(|line| line.strip_prefix(&mark).map(str::to_owned))
        };
        let root = line("root").filter(|root| root.starts_with('/') && root.len() > 1)?;
        Some(Self { root, has_bash: line("shell").as_deref() == Some("bash") })
    }
}

#[cfg(test)]
mod tests;
