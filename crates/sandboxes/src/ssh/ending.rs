//! Shell functions that find the processes of a lease, and end them.
//!
//! A command's process is written down with its start and the boot of its machine: a number alone
//! could be somebody else's by now. What left its group is found by a variable of its environment.

/// The variable by which everything that a command starts is found again.
pub(super) const MARK: &str = "WIRECLIP_PLACE";

/// The functions. They work on `gs`, numbers of groups, and `m`, the mark. `note` writes a process
/// down, `group_of` reads it if it is still the same, `alive` lists who lives, `terminate` asks
/// them to end, waits for so many tenths of a second and ends them by force.
pub(super) const FUNCTIONS: &str = r#"boot() { cat /proc/sys/kernel/random/boot_id; }
born() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }
note() { (umask 077; printf '%s %s %s\n' "$1" "$(born "$1")" "$(boot)" >"$d/process"); }
group_of() {
  read -r p b o 2>/dev/null <"$1/process" || return 0
  [ "$o" = "$(boot)" ] || return 0
  [ ! -e "/proc/$p" ] || [ "$(born "$p")" = "$b" ] || return 0
  echo "$p"
}
alive() {
  cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^\([0-9]*\) .*) /\1 /' | while read -r q state parent group rest; do
    case " $gs " in *" $q "*|*" $group "*) [ "$state" = Z ] || echo "$q";; esac
  done
  grep -lF -- "$m" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3
}
signal() { for q in $(alive); do kill "-$1" "$q" 2>/dev/null; done; }
terminate() {
  forced=no
  n=0
  signal TERM
  while [ -n "$(alive)" ]; do
    if [ "$n" -ge "$1" ]; then forced=yes; signal KILL; fi
    [ "$n" -lt "$(($1 + 100))" ] || return 1
    n=$((n + 1))
    sleep 0.1
  done
}
"#;

/// Returns the mark of a command, or the beginning of the marks of all commands of a lease.
pub(super) fn mark(token: &str, command: Option<&str>) -> String {
    format!("{MARK}={token}.{}", command.unwrap_or_default())
}
