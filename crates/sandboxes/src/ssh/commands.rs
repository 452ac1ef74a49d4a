//! The texts by which a command runs on a machine: brought its input, started, watched, ended.

use wireclip_ports::sandbox::RemoteCommand;

use super::ending::{FUNCTIONS, MARK, mark};
use crate::shell::{body, environment, quoted};

/// What starts a command: as the first of a session, and so of a group, of its own.
const LAUNCHER: &str = "setsid ";
/// How long what a command leaves behind may take to end after it, in tenths of a second.
const LEFT_BEHIND: u32 = 20;
/// How long a command may take to end after its connection was lost, in tenths of a second.
const CUT_OFF: u32 = 100;

/// The code of a command that was not started.
const UNSTARTED: i32 = 125;

/// Where a command's input comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stdin {
    /// There is none.
    Nothing,
    /// It was brought before, this long.
    Brought(usize),
    /// It is what follows on the stream.
    Stream,
}

/// A command on a machine.
pub(super) struct Commanded<'a> {
    /// Names it.
    pub(super) id: &'a str,
    /// What belongs to its lease there.
    pub(super) held: &'a str,
    /// What names its lease.
    pub(super) token: &'a str,
}

impl Commanded<'_> {
    fn preamble(&self) -> String {
        let Self { id, held, token } = self;
        let (held, token, mark) = (quoted(held), quoted(token), quoted(&mark(token, Some(id))));
        format!("id={id}\ns={held}\ntoken={token}\nd=\"$s/$id\"\nm={mark}\n{FUNCTIONS}")
    }

    /// Writes the text that takes the command's input, to the stream's end.
    pub(super) fn bring_input(&self) -> String {
        format!("{}umask 077\nmkdir -p -- \"$d\" && cat >\"$d/in\"\n", self.preamble())
    }

    /// Writes the text that runs the command.
    ///
    /// It says a line when the command is about to start, or why it does not; what follows is the
    /// command's own. While it runs it is watched whether the stream's input ends: then nobody is
    /// there any more to hear, and the command is ended. The code of one that ended by itself is
    /// written down before the stream ends, for whoever lost that.
    pub(super) fn run(&self, command: &RemoteCommand, directory: &str, stdin: Stdin) -> String {
        let check = match stdin {
            Stdin::Brought(length) => {
                format!(
                    "[ \"$(($(wc -c <\"$d/in\")))\" -eq {length} ] || unstarted 'its input is not whole'\n"
                )
            }
            Stdin::Nothing | Stdin::Stream => String::new(),
        };
        let input = match stdin {
            Stdin::Nothing => "</dev/null",
            Stdin::Brought(_) => "<\"$d/in\"",
            Stdin::Stream => "<&3",
        };
        let watch = match stdin {
            // It reads the stream itself.
            Stdin::Stream => String::new(),
            Stdin::Nothing | Stdin::Brought(_) => format!(
                "{{\n  while IFS= read -r l; do :; done\n  : >\"$d/cut\"\n  gs=$(group_of \"$d\")\n  terminate {CUT_OFF}\n\
                 }} <&3 4>&- 5>&- &\nw=$!\n"
            ),
        };
        let exports: String = environment(command)
            .iter()
            .map(|(name, value)| format!("export {name}={}\n", quoted(value)))
            .chain([format!("export {MARK}=\"${{m#*=}}\"\n")])
            .collect();
        let program = quoted(&command.program);
        // The command is looked for where its own variables say.
        let exports = format!(
            "{exports}command -v -- {program} >/dev/null 2>&1 || {{ \
             printf '%s\\n' {program}': not found' >&2; exit 127; }}\n"
        );
        let body = body(command, directory, ":", &exports, LAUNCHER);
        format!(
            "exec 3<&0 4>&1 5>&2 </dev/null >/dev/null 2>&1\n{preamble}w=\n\
             unstarted() {{ printf '%s:unstarted %s\\n' \"$id\" \"$1\" >&4; exit {UNSTARTED}; }}\n\
             [ \"$(readlink -- \"$s/lease\")\" = \"$token\" ] || unstarted 'the lease is over'\n\
             (umask 077; mkdir -p -- \"$d\") || unstarted 'its folder cannot be made'\n{check}\
             trap '' HUP\n\
             (\n\
             trap - HUP\n\
             note \"$(exec sh -c 'echo \"$PPID\"')\" && [ -s \"$d/process\" ] || unstarted 'it cannot be written down'\n\
             printf '%s:started\\n' \"$id\" >&4\n\
             exec >&4 2>&5 3<&- 4>&- 5>&-\n{body}) {input} &\n\
             c=$!\n{watch}\
             wait \"$c\"\nc=$?\n\
             [ -e \"$d/cut\" ] || (umask 077; printf %s \"$c\" >\"$d/code.new\" && mv -f -- \"$d/code.new\" \"$d/code\")\n\
             [ -z \"$w\" ] || kill \"$w\"\n\
             gs=$(group_of \"$d\")\nterminate {LEFT_BEHIND}\n\
             rm -f -- \"$d/process\" \"$d/in\"\nexit \"$c\"\n",
            preamble = self.preamble(),
        )
    }

    /// Writes the text that ends the command with everything that it started, first softly.
    pub(super) fn end(&self, tenths: u128) -> String {
        format!("{}gs=$(group_of \"$d\")\nterminate {tenths} && echo \"$id:ended\"\n", self.preamble())
    }

    /// Writes the text that says how the command ended, if it did.
    pub(super) fn code(&self) -> String {
        format!(
            "{}if [ -r \"$d/code\" ]; then printf '%s:code %s\\n' \"$id\" \"$(cat \"$d/code\")\"; fi\n",
            self.preamble()
        )
    }
}
