//! That what happens by itself has an end.

use std::collections::BTreeSet;

use wireclip_domain::loop_guard::HOP_LIMIT;
use wireclip_domain::wakeup::WakeupStatus;

use super::{Moment, ensure};
use crate::play::Held;

pub(super) fn chains_are_short(moment: &Moment<'_>) -> Held {
    /// More than all mechanisms together repeat one run.
    const LONGEST: usize = 12;
    let limit = i32::try_from(HOP_LIMIT).expect("a small number");
    let now = moment.now;
    for wakeup in now.wakeups.values().filter(|wakeup| wakeup.status != WakeupStatus::Skipped) {
        ensure(wakeup.hops <= limit, || format!("wake-up {} is the {}th", wakeup.id, wakeup.hops))?;
    }
    for run in now.runs.values().filter(|run| !moment.before.runs.contains_key(&run.id)) {
        let (mut length, mut repeated) = (0, run.retry_of_run_id);
        while let Some(original) = repeated.and_then(|id| now.runs.get(&id)).filter(|_| length <= LONGEST) {
            (length, repeated) = (length + 1, original.retry_of_run_id);
        }
        ensure(length <= LONGEST, || format!("{} repeats {length} others", now.run_name(run.id)))?;
    }
    Ok(())
}

pub(super) fn follow_ups_are_few(moment: &Moment<'_>) -> Held {
    /// More than all bounded mechanisms together give one issue between two deeds of somebody.
    const MOST: usize = 12;
    for (issue_id, times) in &moment.ledger.by_itself {
        ensure(*times <= MOST, || {
            format!("{} was gone on with {times} times", moment.now.issue_name(*issue_id))
        })?;
    }
    Ok(())
}

pub(super) fn what_exists_once_exists_once(moment: &Moment<'_>) -> Held {
    let mut keys = BTreeSet::new();
    for wakeup in moment.now.wakeups.values() {
        let Some(key) = &wakeup.dedup_key else { continue };
        ensure(keys.insert((wakeup.company_id, key)), || format!("{key} was asked for twice"))?;
    }
    let mut open = BTreeSet::new();
    for action in moment.now.recovery_actions.iter().filter(|action| action.resolved_at.is_none()) {
        let name = || format!("two people's tasks lie on {}", moment.now.issue_name(action.issue_id));
        ensure(open.insert(action.issue_id), name)?;
    }
    Ok(())
}
