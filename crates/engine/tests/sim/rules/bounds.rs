//! That what happens by itself has an end.

use std::collections::BTreeSet;
use std::time::Duration;

use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::loop_guard::HOP_LIMIT;
use wireclip_domain::run::InvocationSource;
use wireclip_domain::wakeup::{ActorType, WakeReason, WakeupStatus};

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
    for word in &moment.ledger.once {
        let made = moment.now.comments.iter().filter(|comment| comment.body == *word).count();
        ensure(made <= 1, || format!("{word} was said once and is there {made} times"))?;
    }
    Ok(())
}

/// A timer wakes its agent once in its time, however the clock jumps.
pub(super) fn beats_keep_their_time(moment: &Moment<'_>) -> Held {
    /// By so much clocks go back here, after which a beat counts from where they stand.
    const SLACK: Duration = Duration::from_secs(30);
    let Moment { before, now, .. } = moment;
    let is_beat = |wakeup: &&wireclip_schema::wakeups::Model| {
        wakeup.reason.as_deref() == Some(WakeReason::HeartbeatTimer.as_str())
    };
    for beat in now.wakeups.values().filter(is_beat).filter(|beat| !before.wakeups.contains_key(&beat.id)) {
        let Some(agent) = now.agents.get(&beat.agent_id) else { continue };
        let Some(interval) = HeartbeatPolicy::of(&agent.runtime_config).interval else { continue };
        let others = now.wakeups.values().filter(is_beat).filter(|other| other.agent_id == agent.id);
        let earlier = others.filter(|other| other.id != beat.id).map(|other| other.requested_at);
        let Some(last) = earlier.filter(|at| *at <= beat.requested_at).max() else { continue };
        let pause = beat.requested_at.since(last);
        ensure(pause + SLACK >= interval, || format!("{} beats again after {pause:?}", agent.name))?;
    }
    Ok(())
}

/// What an agent says, and what it does about the issue of its run, wakes others only.
pub(super) fn own_words_wake_nobody(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    let is_own = |wakeup: &&wireclip_schema::wakeups::Model| {
        wakeup.requested_by_type == ActorType::Agent && wakeup.requested_by_id == wakeup.agent_id.to_string()
    };
    for wakeup in now.wakeups.values().filter(is_own) {
        let is_new = !before.wakeups.contains_key(&wakeup.id) && wakeup.status != WakeupStatus::Skipped;
        // Who wakes itself by hand says that its work goes on.
        if !is_new || wakeup.source == InvocationSource::OnDemand {
            continue;
        }
        let run = wakeup.caused_by_run_id.and_then(|id| now.runs.get(&id));
        let is_about_its_own =
            run.is_some_and(|run| run.issue_id.is_some() && run.issue_id == wakeup.issue_id);
        let is_word =
            wakeup.reason.as_deref().map(WakeReason::from).is_some_and(|r| r.is_comment_or_mention());
        ensure(!is_about_its_own && !is_word, || format!("wake-up {} answers who caused it", wakeup.id))?;
    }
    Ok(())
}
