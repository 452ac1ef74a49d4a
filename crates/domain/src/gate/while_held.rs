//! What becomes of a wake-up while another run has its issue or its task (wake-ups, section 5).

/// Who has the issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HolderKind {
    /// A run of the same agent that has not started.
    OwnWaiting,
    /// A run of the same agent that is at work.
    OwnRunning,
    /// A run of the same agent that should be at work, but that nobody executes.
    OwnZombie,
    /// A run of the same agent that is at work on something else and took the issue on the way. It
    /// may end without another look at it.
    OwnOnTheWay,
    /// A run of another agent.
    Other,
}

/// What a wake-up needs of the run that takes it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WakeKind {
    /// Any run of the agent will do.
    Plain,
    /// A run that starts after it: it brings a comment or an answer, asks for a fresh session, or
    /// a person sent it, or it tells of something that a run at work does not hear.
    FollowUp,
    /// A run of its own.
    Separate,
}

/// What becomes of the wake-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Held {
    /// It joins the run.
    Coalesce,
    /// It waits for the run to end.
    Defer,
    /// It goes on as if nobody had the issue.
    Queue,
}

/// The whole table; every pair stands in it once.
pub const WHILE_HELD: &[(HolderKind, WakeKind, Held)] = {
    use {Held as H, HolderKind as O, WakeKind as W};
    &[
        (O::OwnWaiting, W::Plain, H::Coalesce),
        (O::OwnWaiting, W::FollowUp, H::Coalesce),
        (O::OwnWaiting, W::Separate, H::Defer),
        (O::OwnRunning, W::Plain, H::Defer),
        (O::OwnRunning, W::FollowUp, H::Defer),
        (O::OwnRunning, W::Separate, H::Defer),
        (O::OwnZombie, W::Plain, H::Queue),
        (O::OwnZombie, W::FollowUp, H::Queue),
        (O::OwnZombie, W::Separate, H::Queue),
        (O::OwnOnTheWay, W::Plain, H::Defer),
        (O::OwnOnTheWay, W::FollowUp, H::Defer),
        (O::OwnOnTheWay, W::Separate, H::Defer),
        (O::Other, W::Plain, H::Defer),
        (O::Other, W::FollowUp, H::Defer),
        (O::Other, W::Separate, H::Defer),
    ]
};

/// Looks the table up.
pub(super) fn while_held(holder: HolderKind, wake: WakeKind) -> Held {
    let row = WHILE_HELD.iter().find(|row| row.0 == holder && row.1 == wake);
    row.expect("the table holds every pair").2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_complete_and_says_everything_once() {
        let holders = [
            HolderKind::OwnWaiting,
            HolderKind::OwnRunning,
            HolderKind::OwnZombie,
            HolderKind::OwnOnTheWay,
            HolderKind::Other,
        ];
        for holder in holders {
            for wake in [WakeKind::Plain, WakeKind::FollowUp, WakeKind::Separate] {
                let rows = WHILE_HELD.iter().filter(|row| row.0 == holder && row.1 == wake).count();
                assert_eq!(rows, 1, "{holder:?} {wake:?}");
            }
        }
    }

    #[test]
    fn a_run_that_has_started_is_never_joined() {
        assert!(WHILE_HELD.iter().all(|row| row.0 == HolderKind::OwnWaiting || row.2 != Held::Coalesce));
    }

    #[test]
    fn another_agents_run_is_never_joined() {
        assert!(WHILE_HELD.iter().all(|row| row.0 != HolderKind::Other || row.2 == Held::Defer));
    }
}
