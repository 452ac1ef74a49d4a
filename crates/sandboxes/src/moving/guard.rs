//! The guarded commands: they put files in their place, or copy them out of it, and enter every
//! folder themselves.
//!
//! A folder that was entered stays the working directory, and so the same folder, whatever is done
//! to the path that led to it.

use wireclip_ports::sandbox::ProviderError;

use crate::shell::quoted;

const ROOT_GONE: i32 = 71;
const ESCAPE: i32 = 72;
const CANNOT_OPEN: i32 = 73;
const WRONG_KIND: i32 = 74;
const NOT_A_FILE: i32 = 75;
const FAILED: i32 = 76;
const NO_TAR: i32 = 77;

/// The functions of every guarded command. `enter` goes into a folder part by part, made where it
/// is missing if its second argument says so.
const GUARD: &str = r#"set -f
i=start
fail() { echo "$id:failed $1 $i" >&9; exit "$1"; }
check() { case "$(pwd -P)/" in "$root"/*) ;; *) fail 72;; esac; }
enter() {
  cd -P -- "$root" 2>/dev/null || fail 71
  [ "$(pwd -P)" = "$root" ] || fail 71
  rest=$1
  while [ -n "$rest" ]; do
    part=${rest%%/*}
    case "$rest" in */*) rest=${rest#*/};; *) rest=;; esac
    if [ ! -e "$part" ] && [ ! -L "$part" ] && [ "$2" = make ]; then mkdir -- "$part" || fail 73; fi
    if [ -e "$part" ] && [ ! -d "$part" ]; then fail 74; fi
    cd -P -- "$part" 2>/dev/null || fail 73
    check
  done
}
"#;

/// Where a guarded command says what stands in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// On its standard output.
    OnStdout,
    /// On its standard error: an archive comes out on the other.
    OnStderr,
}

/// Writes the beginning of a guarded command.
pub(crate) fn preamble(id: &str, root: &str, told: Told) -> String {
    let stream = match told {
        Told::OnStdout => 1,
        Told::OnStderr => 2,
    };
    // Where the root itself is a link, what it stands for is the directory.
    format!(
        "exec 9>&{stream}\nid={id}\nroot={}\n{GUARD}root=$(cd -P -- \"$root\" 2>/dev/null && pwd -P) || fail 71\n",
        quoted(root)
    )
}

/// Names the folder through which files travel.
pub(crate) fn scratch(path: &str) -> String {
    format!("scratch={}\n[ ! -L \"$scratch\" ] || fail 72\n", quoted(path))
}

/// Splits a path below the root into its folder and its name.
pub(crate) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// Enters a folder, and makes what is missing of the way.
pub(crate) fn enter(path: &str) -> String {
    format!("enter {} make\n", quoted(path))
}

/// Puts an uploaded file in its place.
pub(crate) fn put_file(number: usize, path: &str, mode: u32) -> String {
    let (folder, name) = split(path);
    let (folder, name) = (quoted(folder), quoted(&format!("./{name}")));
    format!(
        "i={number}\nenter {folder} make\n\
         if [ -d {name} ] && [ ! -L {name} ]; then fail {WRONG_KIND}; fi\n\
         if [ -L {name} ]; then rm -f -- {name} || fail {FAILED}; fi\n\
         chmod {mode:o} -- \"$scratch/{number}\" && mv -f -- \"$scratch/{number}\" {name} || fail {FAILED}\n"
    )
}

/// Puts a file in its place that comes on the command's input, if all of it came.
pub(crate) fn put_stream(number: usize, path: &str, mode: u32, length: u64) -> String {
    let (folder, name) = split(path);
    let (folder, name) = (quoted(folder), quoted(&format!("./{name}")));
    format!(
        "i={number}\nenter {folder} make\n\
         if [ -d {name} ] && [ ! -L {name} ]; then fail {WRONG_KIND}; fi\n\
         t=./.wireclip-upload-$id\n(umask 077; cat >\"$t\") || fail {FAILED}\n\
         [ \"$(($(wc -c <\"$t\")))\" -eq {length} ] || {{ rm -f -- \"$t\"; fail {FAILED}; }}\n\
         if [ -L {name} ]; then rm -f -- {name} || fail {FAILED}; fi\n\
         chmod {mode:o} -- \"$t\" && mv -f -- \"$t\" {name} || fail {FAILED}\n"
    )
}

/// Unpacks an archive into a folder; `from` is a word of shell.
pub(crate) fn put_tree(number: usize, from: &str, path: &str, is_read_only: bool) -> String {
    let close = if is_read_only { "chmod -R a-w . || fail 76\n" } else { "" };
    format!(
        "i={number}\nenter {} make\ncommand -v tar >/dev/null 2>&1 || fail {NO_TAR}\n\
         tar -xpf {from} || fail {FAILED}\n{close}",
        quoted(path)
    )
}

/// Copies a file into the scratch folder.
pub(crate) fn take_file(number: usize, path: &str) -> String {
    let (folder, name) = split(path);
    let (folder, name) = (quoted(folder), quoted(&format!("./{name}")));
    format!(
        "i={number}\nenter {folder} keep\n\
         if [ -L {name} ] || [ ! -f {name} ]; then fail {NOT_A_FILE}; fi\n\
         cp -- {name} \"$scratch/{number}\" || fail {FAILED}\n"
    )
}

/// Prints a file.
pub(crate) fn take_stream(number: usize, path: &str) -> String {
    let (folder, name) = split(path);
    let (folder, name) = (quoted(folder), quoted(&format!("./{name}")));
    format!(
        "i={number}\nenter {folder} keep\n\
         if [ -L {name} ] || [ ! -f {name} ]; then fail {NOT_A_FILE}; fi\n\
         cat -- {name} || fail {FAILED}\n"
    )
}

/// Packs a folder; `to` is a word of shell.
pub(crate) fn take_tree(number: usize, to: &str, path: &str, exclude: &[String]) -> String {
    let mut excluded = String::from(" --exclude='./.wireclip-download-*'");
    for pattern in exclude {
        let pattern = if pattern.contains('/') {
            format!("./{}", pattern.trim_start_matches("./").trim_start_matches('/'))
        } else {
            pattern.clone()
        };
        excluded.push_str(" --exclude=");
        excluded.push_str(&quoted(&pattern));
    }
    format!(
        "i={number}\nenter {} keep\ncommand -v tar >/dev/null 2>&1 || fail {NO_TAR}\n\
         as=\ncase $(tar --version 2>/dev/null) in *GNU*) as='--format=gnu -S';; esac\n\
         tar $as -cf {to}{excluded} . || fail {FAILED}\n",
        quoted(path)
    )
}

/// Makes the scratch folder.
pub(crate) fn make_scratch() -> &'static str {
    "mkdir -m 700 -- \"$scratch\" || fail 73\n"
}

/// Removes the scratch folder.
pub(crate) fn remove_scratch() -> &'static str {
    "cd / && rm -rf -- \"$scratch\"\n"
}

/// Says that everything was done, where the command says what stands in its way.
pub(crate) fn done() -> &'static str {
    "echo \"$id:done\" >&9\n"
}

/// Reads what a guarded command said.
pub(crate) fn verdict(is_success: bool, said: &str, id: &str) -> Result<(), ProviderError> {
    if is_success && said.contains(&format!("{id}:done")) {
        return Ok(());
    }
    let mark = format!("{id}:failed ");
    let code_and_place = said.lines().find_map(|line| line.strip_prefix(&mark));
    let (code, place) = code_and_place.and_then(|words| words.split_once(' ')).unwrap_or(("0", "?"));
    let file = format!("file {place} of the operation");
    let rest: String = said.lines().filter(|line| !line.contains(id)).take(3).collect::<Vec<_>>().join("; ");
    let message = match code.parse().unwrap_or(0) {
        ROOT_GONE => "the lease's directory is gone".to_owned(),
        ESCAPE => format!("{file} leads out of the lease's directory"),
        CANNOT_OPEN => format!("the folder of {file} cannot be entered"),
        WRONG_KIND => format!("where {file} belongs there is something of another kind"),
        NOT_A_FILE => format!("{file} is no regular file, or is not there"),
        NO_TAR => "the sandbox has no tar".to_owned(),
        _ => format!("{file} could not be moved: {rest}"),
    };
    Err(ProviderError::Refused { message })
}
