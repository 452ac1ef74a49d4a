//! What holds after every step, whatever happened.
//!
//! The invariants of the domain, and where each is held:
//!
//! | invariant | held by |
//! | --- | --- |
//! | 1 rows stay in their company; foreign and unknown ids answer alike | `rows_stay_in_their_company`, strangers ([`crate::deeds`]), [`crate::looks`] |
//! | 2 one assignee; none in progress without | `assignees` |
//! | 3 one live run holds an issue, and no ended one does | `claims_belong_to_running_runs`, `starts_hold_their_issue`, [`crate::looks`] |
//! | 4 no agent runs more often at once than it may | `concurrent_runs_are_limited` |
//! | 5 nothing starts behind a closed gate | `nothing_starts_behind_a_closed_gate`, `nothing_starts_below_a_pause`, `days_are_limited`, `starts_have_a_lease`, `who_waits_has_an_approval`, `nobody_is_hired_unasked`; stop means stop ([`crate::steps`]) |
//! | 6 no wake-up and no word is lost | `wakeups_follow_their_runs`, `wakeups_stay`; at rest: `no_word_is_lost`, `refusals_have_reasons`, `nothing_is_left` |
//! | 7 moves are compare-and-set, ends are final | `what_has_ended_stays`, `moves_are_in_the_table`, `decisions_stay` |
//! | 8 what happens by itself is bounded, and each attempt made once | `chains_are_short`, `follow_ups_are_few`, `what_exists_once_exists_once`, `beats_keep_their_time`, `own_words_wake_nobody` |
//! | 9 blockers form no ring; only `done` resolves one | `blockers_form_no_ring`, `nothing_starts_before_its_blockers`, `who_waits_hears_of_the_end` |
//! | 10 nobody stands above themselves, nor in another company | `nobody_reports_to_themselves`, `rows_stay_in_their_company` |
//! | 11 no secret is stored in the clear or told | `no_secret_is_stored`, every answer ([`crate::acts`]) |
//! | 12 every change is told with who made it | `changes_are_told`, `deeds_name_their_run`, `events_are_numbered` |
//! | 13 an agent acts in its company, while its run lives | strangers ([`crate::deeds`]), `rows_stay_in_their_company` |
//! | 14 locks are taken in one order | `locks_are_in_order` |
//! | 15 a place elsewhere is one run's, and goes only when its work is here | `leases_move_by_their_table`, `leases_belong_to_running_runs`, `used_places_are_the_same`, [`crate::places`]; at rest: `every_place_is_known` |
//! | 16 what is spent is counted right, and a limit holds | `sums_are_the_ledgers`, `reservations_belong_to_running_runs`, `nothing_goes_on_at_a_spent_budget` |
//!
//! Beyond them: agents and issues are shown as they are, and counted right ([`crate::looks`]), no
//! run has two programs and none has ended before its program ([`crate::play`]), and the world comes
//! to rest ([`crate::rest`]).

mod approvals;
mod bounds;
mod company;
mod ends;
mod locks;
mod money;
mod places;
mod starts;
mod telling;
mod wakes;

pub(crate) use self::locks::locks_are_in_order;
use crate::play::{Held, Ledger};
use crate::rows::Snapshot;

/// What was stored before a step and after it.
pub(crate) struct Moment<'m> {
    pub(crate) before: &'m Snapshot,
    pub(crate) now: &'m Snapshot,
    pub(crate) ledger: &'m Ledger,
}

type Check = fn(&Moment<'_>) -> Held;

/// The rules that hold after every step, each with the number of its invariant.
pub(crate) const ALWAYS: &[(u8, &str, Check)] = &[
    (1, "rows stay in their company", company::rows_stay_in_their_company),
    (2, "an issue has one assignee at most, and one in progress has one", company::assignees),
    (3, "a claim belongs to a running run", starts::claims_belong_to_running_runs),
    (3, "who starts on their own issue holds it", starts::starts_hold_their_issue),
    (4, "an agent runs no more at once than it may", starts::concurrent_runs_are_limited),
    (5, "nothing starts while its agent or company is stopped", starts::nothing_starts_behind_a_closed_gate),
    (5, "nothing starts below a pause", starts::nothing_starts_below_a_pause),
    (5, "a stop of a company reaches all its work", ends::stops_reach_everything),
    (5, "nothing starts on a day that is used up", starts::days_are_limited),
    (5, "nothing starts on a node that is fenced off", starts::starts_have_a_lease),
    (5, "whoever waits for the board has something to decide", approvals::who_waits_has_an_approval),
    (5, "nobody is hired but by the board where it wants to be asked", approvals::nobody_is_hired_unasked),
    (6, "a run's wake-ups follow it", ends::wakeups_follow_their_runs),
    (6, "a wake-up stays", ends::wakeups_stay),
    (7, "what has ended does not change", ends::what_has_ended_stays),
    (7, "runs and wake-ups move by their tables", ends::moves_are_in_the_table),
    (7, "what the board has decided stays", approvals::decisions_stay),
    (8, "chains of wake-ups are short", bounds::chains_are_short),
    (8, "what happens by itself happens a few times only", bounds::follow_ups_are_few),
    (8, "what may exist once exists once", bounds::what_exists_once_exists_once),
    (8, "an agent beats once in its time", bounds::beats_keep_their_time),
    (8, "nobody's own word wakes them", bounds::own_words_wake_nobody),
    (9, "blockers form no ring", company::blockers_form_no_ring),
    (9, "nothing starts before its blockers are done", starts::nothing_starts_before_its_blockers),
    (9, "who waits hears of the end", wakes::who_waits_hears_of_the_end),
    (10, "nobody reports to themselves", company::nobody_reports_to_themselves),
    (11, "no secret is stored", telling::no_secret_is_stored),
    (15, "leases move by their table", places::leases_move_by_their_table),
    (15, "a lease belongs to a running run", places::leases_belong_to_running_runs),
    (15, "a place that is used again is the same", places::used_places_are_the_same),
    (16, "sums are the ledger's", money::sums_are_the_ledgers),
    (16, "what is reserved is a running run's", money::reservations_belong_to_running_runs),
    (16, "nothing goes on at a spent budget", money::nothing_goes_on_at_a_spent_budget),
    (12, "every event has its number, without a gap", telling::events_are_numbered),
    (12, "what changes is told", telling::changes_are_told),
    (12, "what an agent does names its run", telling::deeds_name_their_run),
];

/// Says what is wrong, unless it holds.
fn ensure(holds: bool, fault: impl FnOnce() -> String) -> Held {
    if holds { Ok(()) } else { Err(fault()) }
}
