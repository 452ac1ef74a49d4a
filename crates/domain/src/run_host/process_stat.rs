//! Reads the kernel's one-line account of a process (`/proc/<id>/stat`).
//!
//! A process id alone proves nothing, since ids are used again; an id with its start time does.

/// What we need to know of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProcessStat {
    /// Its id.
    pub process_id: u32,
    /// The kernel's letter for its state.
    pub state: char,
    /// Its parent.
    pub parent: u32,
    /// Its process group.
    pub group: u32,
    /// Its session.
    pub session: u32,
    /// When it was started, in clock ticks since the machine's start.
    pub start_ticks: u64,
}

impl ProcessStat {
    /// Reads the line; `None` if it is not one.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        // The name stands in parentheses and may itself hold blanks and parentheses.
        let (process_id, rest) = line.split_once(" (")?;
        let (_, rest) = rest.rsplit_once(") ")?;
        let mut fields = rest.split_ascii_whitespace();
        let state = fields.next()?.chars().next()?;
        let parent = fields.next()?.parse().ok()?;
        let group = fields.next()?.parse().ok()?;
        let session = fields.next()?.parse().ok()?;
        let start_ticks = fields.nth(15)?.parse().ok()?;
        Some(Self { process_id: process_id.parse().ok()?, state, parent, group, session, start_ticks })
    }

    /// Returns whether the process has ended and only waits for its parent to notice.
    #[must_use]
    pub const fn is_dead(&self) -> bool {
        matches!(self.state, 'Z' | 'X')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_blanks_and_parentheses_is_no_trap() {
        let line = "4711 (a ) R (b) S 12 4711 4700 0 -1 4194304 91 0 0 0 1 2 0 0 20 0 1 0 88123 2600960 \
                    200 18446744073709551615";
        let stat = ProcessStat::parse(line).unwrap();
        assert_eq!(
            stat,
            ProcessStat {
                process_id: 4711,
                state: 'S',
                parent: 12,
                group: 4711,
                session: 4700,
                start_ticks: 88123
            }
        );
        assert_eq!(ProcessStat::parse("4711 (cut"), None);
    }
}
