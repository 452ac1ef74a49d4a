//! The texts by which a lease takes a folder on a machine, looks for it and gives it back.
//!
//! A folder is taken by making one link, which the machine does as one step: whoever is second
//! fails. The link's text names the lease, so that a folder is only given back by whoever has it.

use wireclip_ports::sandbox::{CreateAttempt, Disposition, ProviderError, RUNTIME_FOLDER, RemoteShell};

use super::connection::Answer;
use super::ending::{FUNCTIONS, mark};
use crate::run_in_lease::clearing;
use crate::shell::quoted;

/// How many runs of one workspace there can be on a machine at once.
const FOLDERS: u32 = 64;
/// How long what runs in a folder may take to end before force is used, in tenths of a second.
const SOFTLY: u32 = 30;

/// A folder on a machine, and who has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Folder {
    /// Where the folders of the environment are.
    pub(super) base: String,
    /// Its name there.
    pub(super) name: String,
    /// What names the lease.
    pub(super) token: String,
}

/// A folder that was taken.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claimed {
    pub(super) folder: Folder,
    pub(super) shell: RemoteShell,
}

/// What became of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GivenBack {
    /// It was given back, or nothing runs in it any more; by force if so.
    Done { was_forced: bool },
    /// The lease did not have it any more.
    Gone,
}

impl Folder {
    /// Where the command works.
    pub(super) fn path(&self) -> String {
        format!("{}/{}", self.base.trim_end_matches('/'), self.name)
    }

    /// What belongs to the lease beside it.
    pub(super) fn held(&self) -> String {
        format!("{}/{RUNTIME_FOLDER}/{}", self.base.trim_end_matches('/'), self.name)
    }
}

/// Writes the beginning of a text: it goes to the environment's folder.
fn preamble(id: &str, base: &str) -> String {
    format!(
        "id={id}\nbase={}\n\
         [ -d \"$base\" ] && [ -w \"$base\" ] || {{ echo \"$id:no-folder\"; exit 3; }}\n\
         base=$(cd -P -- \"$base\" && pwd -P) || {{ echo \"$id:no-folder\"; exit 3; }}\n",
        quoted(base)
    )
}

/// What a machine lacks that runs need there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lack {
    /// The environment's folder.
    Folder,
    /// A program, or something that Linux has.
    Means(String),
}

impl Lack {
    /// Says it to people.
    pub(super) fn told(&self, base: &str) -> String {
        match self {
            Self::Folder => no_folder(base),
            Self::Means(what) => format!("the machine lacks {what}, which runs need there"),
        }
    }
}

/// Looks for what runs need.
const NEEDED: &str = r#"for tool in setsid tar readlink find; do
  command -v "$tool" >/dev/null 2>&1 || { echo "$id:missing the program $tool"; exit 4; }
done
[ -r /proc/self/environ ] && [ -r /proc/sys/kernel/random/boot_id ] ||
  { echo "$id:missing /proc as Linux has it"; exit 4; }
"#;

/// Writes the text that looks whether runs can work on a machine.
pub(super) fn look(id: &str, base: &str) -> String {
    format!("{}{NEEDED}echo \"$id:looked\"\n", preamble(id, base))
}

/// Reads what a machine lacks, if it does.
pub(super) fn lack(said: &str, id: &str) -> Option<Lack> {
    if said.contains(&format!("{id}:no-folder")) {
        return Some(Lack::Folder);
    }
    word(said, id, "missing").map(|what| Lack::Means(what.to_owned()))
}

/// Writes the text that takes a folder for a workspace: its own, or if a run is in that, the next.
pub(super) fn take(id: &str, base: &str, name: &str, attempt: CreateAttempt) -> String {
    format!(
        "{preamble}{NEEDED}name={name}\ntoken={token}\n\
         n=1\n\
         while [ \"$n\" -le {FOLDERS} ]; do\n\
           f=$name\n\
           [ \"$n\" = 1 ] || f=$name-$n\n\
           s=\"$base/{RUNTIME_FOLDER}/$f\"\n\
           if (umask 077; mkdir -p -- \"$s\") && ln -s -- \"$token\" \"$s/lease\" 2>/dev/null; then\n\
             shell=sh\n\
             if command -v bash >/dev/null 2>&1; then shell=bash; fi\n\
             echo \"$id:shell $shell\"\n\
             echo \"$id:base $base\"\n\
             echo \"$id:taken $f\"\n\
             exit 0\n\
           fi\n\
           n=$((n + 1))\n\
         done\n\
         echo \"$id:full\"\nexit 5\n",
        preamble = preamble(id, base),
        name = quoted(name),
        token = quoted(&attempt.to_string()),
    )
}

/// Reads what came of taking a folder.
///
/// # Errors
/// [`ProviderError::Refused`] with what is in the way; [`ProviderError::Malformed`] if it cannot be
/// told whether a folder was taken.
pub(super) fn taken(
    answer: &Answer,
    id: &str,
    base: &str,
    attempt: CreateAttempt,
) -> Result<Claimed, ProviderError> {
    let said = String::from_utf8_lossy(&answer.stdout);
    if let (Some(base), Some(name)) = (word(&said, id, "base"), word(&said, id, "taken")) {
        let shell = word(&said, id, "shell");
        let shell = if shell == Some("bash") { RemoteShell::Bash } else { RemoteShell::Sh };
        let token = attempt.to_string();
        let folder = Folder { base: base.to_owned(), name: name.to_owned(), token };
        return Ok(Claimed { folder, shell });
    }
    let message = if let Some(lack) = lack(&said, id) {
        lack.told(base)
    } else if said.contains(&format!("{id}:full")) {
        format!("{FOLDERS} runs of this agent are on the machine already")
    } else {
        let message = super::login::last_line(&answer.stderr);
        return Err(ProviderError::Malformed { action: "take a folder on the machine", message });
    };
    Err(ProviderError::Refused { message })
}

/// Writes the text that makes a folder ready that was taken: empty but for what is not moved.
pub(super) fn make_ready(id: &str, folder: &Folder) -> String {
    format!(
        "{preamble}{held}w=\"$base/$f\"\n{OURS}\
         mkdir -p -- \"$w\" && [ ! -L \"$w\" ] || {{ echo \"$id:not-a-folder\"; exit 6; }}\n\
         {clear}echo \"$id:ready\"\n",
        preamble = preamble(id, &folder.base),
        held = held(folder),
        clear = clear(),
    )
}

/// Reads whether a folder is ready.
///
/// # Errors
/// [`ProviderError::Refused`] if it is not.
pub(super) fn ready(answer: &Answer, id: &str, folder: &Folder) -> Result<(), ProviderError> {
    let said = String::from_utf8_lossy(&answer.stdout);
    if answer.code == 0 && said.contains(&format!("{id}:ready")) {
        return Ok(());
    }
    let why = super::login::last_line(&answer.stderr);
    let message = format!("{} cannot be made ready for a run: {why}", folder.path());
    Err(ProviderError::Refused { message })
}

/// Writes the text that looks for the folder that an attempt took.
pub(super) fn find(id: &str, base: &str, attempt: CreateAttempt) -> String {
    format!(
        "{}token={}\nfor s in \"$base\"/{RUNTIME_FOLDER}/*/; do\n\
           s=${{s%/}}\n\
           if [ \"$(readlink -- \"$s/lease\" 2>/dev/null)\" = \"$token\" ]; then\n\
             echo \"$id:base $base\"\n\
             echo \"$id:found ${{s##*/}}\"\n\
           fi\n\
         done\necho \"$id:looked\"\n",
        preamble(id, base),
        quoted(&attempt.to_string())
    )
}

/// Reads what was found.
///
/// # Errors
/// If it could not be looked for.
pub(super) fn found(
    answer: &Answer,
    id: &str,
    attempt: CreateAttempt,
) -> Result<Option<Folder>, ProviderError> {
    let said = String::from_utf8_lossy(&answer.stdout);
    if let (Some(base), Some(name)) = (word(&said, id, "base"), word(&said, id, "found")) {
        let token = attempt.to_string();
        return Ok(Some(Folder { base: base.to_owned(), name: name.to_owned(), token }));
    }
    if said.contains(&format!("{id}:looked")) {
        return Ok(None);
    }
    let message = "the environment's folder is not there".to_owned();
    Err(ProviderError::Refused { message })
}

/// Writes the text that ends what runs in a folder, and gives it back unless it is to be kept.
pub(super) fn give_back(id: &str, folder: &Folder, disposition: Disposition) -> String {
    let give = match disposition {
        Disposition::Stop | Disposition::Archive => String::new(),
        Disposition::Destroy => format!(
            "w=\"$base/$f\"\nif [ -d \"$w\" ] && [ ! -L \"$w\" ]; then\n{}\
             cd / && rmdir -- \"$w\" 2>/dev/null\nfi\nrm -f -- \"$s/lease\" && rmdir -- \"$s\" 2>/dev/null\n",
            clear()
        ),
    };
    format!(
        "{preamble}{held}{FUNCTIONS}\
         [ \"$(readlink -- \"$s/lease\" 2>/dev/null)\" = \"$token\" ] || {{ echo \"$id:gone\"; exit 0; }}\n\
         m={mark}\ngs=\n\
         for d in \"$s\"/*/; do gs=\"$gs $(group_of \"$d\")\"; done\n\
         terminate {SOFTLY} || {{ echo \"$id:alive\"; exit 7; }}\n\
         rm -rf -- \"$s\"/*/\n{give}echo \"$id:done $forced\"\n",
        preamble = preamble(id, &folder.base),
        held = held(folder),
        mark = quoted(&mark(&folder.token, None)),
    )
}

/// Reads what became of a folder.
///
/// # Errors
/// If it is not certain.
pub(super) fn given_back(answer: &Answer, id: &str, folder: &Folder) -> Result<GivenBack, ProviderError> {
    let said = String::from_utf8_lossy(&answer.stdout);
    if let Some(forced) = word(&said, id, "done") {
        return Ok(GivenBack::Done { was_forced: forced == "yes" });
    }
    if said.contains(&format!("{id}:gone")) {
        return Ok(GivenBack::Gone);
    }
    let message = if said.contains(&format!("{id}:no-folder")) {
        no_folder(&folder.base)
    } else if said.contains(&format!("{id}:alive")) {
        format!("something in {} does not end", folder.path())
    } else {
        format!("{} cannot be given back: {}", folder.path(), super::login::last_line(&answer.stderr))
    };
    Err(ProviderError::Refused { message })
}

/// Makes sure that the lease has the folder.
const OURS: &str =
    "[ \"$(readlink -- \"$s/lease\" 2>/dev/null)\" = \"$token\" ] || { echo \"$id:gone\"; exit 8; }\n";

/// Empties the folder `w`.
fn clear() -> String {
    format!("cd -P -- \"$w\" && {} || exit 6\n", clearing())
}

fn held(folder: &Folder) -> String {
    format!("f={}\ntoken={}\ns=\"$base/{RUNTIME_FOLDER}/$f\"\n", quoted(&folder.name), quoted(&folder.token))
}

fn no_folder(base: &str) -> String {
    format!("{base} is no folder on the machine that we may write to")
}

/// Finds a word that a text of ours said.
fn word<'s>(said: &'s str, id: &str, name: &str) -> Option<&'s str> {
    let mark = format!("{id}:{name} ");
    said.lines().find_map(|line| line.strip_prefix(&mark))
}
