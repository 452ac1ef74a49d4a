//! The tables by which things move: what is not listed is refused.

/// A move that a table does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what is {status} has no move by '{event}'")]
pub struct MoveRefused<S, E> {
    /// Where the thing stands.
    pub status: S,
    /// What should have happened to it.
    pub event: E,
}

/// Returns where `event` takes a thing that is `status`.
///
/// # Errors
/// If the table does not have that move.
pub fn look_up<S: Copy + PartialEq, E: Copy + PartialEq>(
    table: &[(S, E, S)],
    status: S,
    event: E,
) -> Result<S, MoveRefused<S, E>> {
    let found = table.iter().find(|(from, by, _)| *from == status && *by == event);
    found.map(|(_, _, to)| *to).ok_or(MoveRefused { status, event })
}

/// Checks that a table has each move once, and that nothing moves that has ended.
#[cfg(test)]
pub(crate) fn check_table<S, E>(table: &[(S, E, S)], has_ended: impl Fn(S) -> bool)
where
    S: crate::words::Word + PartialEq + std::fmt::Debug,
    E: crate::words::Word + PartialEq + std::fmt::Debug,
{
    for &status in S::ALL {
        for &event in E::ALL {
            let rows: Vec<_> = table.iter().filter(|row| row.0 == status && row.1 == event).collect();
            match rows.as_slice() {
                [] => assert_eq!(look_up(table, status, event), Err(MoveRefused { status, event })),
                [row] => {
                    assert_eq!(look_up(table, status, event), Ok(row.2));
                    assert!(!has_ended(status), "{status:?} has ended and moves by {event:?}");
                }
                _ => panic!("{status:?} {event:?} stands twice in the table"),
            }
        }
    }
}
