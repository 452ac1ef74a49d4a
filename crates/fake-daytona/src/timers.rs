//! What happens by itself as the fake's clock moves: every ten seconds the service writes down
//! what was used, and stops, archives or deletes what was not.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use crate::clock::{self, Moment};
use crate::sandbox::{Activity, Sandbox};
use crate::shared::{Shared, World};
use crate::states::SandboxState;
use crate::transitions::{self, Call, Plan};

/// How often the timers look.
pub(crate) const TICK: TimeDelta = TimeDelta::seconds(10);
/// How often the proxy reports a request that goes on.
const REPORT_EVERY: TimeDelta = TimeDelta::seconds(50);
/// The proxy reports a sandbox at most this often.
const REPORT_PAUSE: TimeDelta = TimeDelta::seconds(45);
/// What an archive interval of 0 means, in minutes.
pub(crate) const LONGEST_ARCHIVE_MINUTES: i64 = 43_200;

impl Shared {
    /// Moves the clock, tick by tick.
    pub(crate) fn advance(self: &Arc<Self>, by: Duration) {
        let mut world = self.world();
        let end = clock::after(self.clock.now(), by);
        while world.next_tick <= end {
            self.clock.advance_to(world.next_tick);
            self.tick(&mut world);
        }
        self.clock.advance_to(end);
        self.settle_due(&mut world);
    }

    /// Does what is due on a clock that runs by itself.
    pub(crate) fn catch_up(self: &Arc<Self>) {
        let mut world = self.world();
        while world.next_tick <= self.clock.now() {
            self.tick(&mut world);
        }
    }

    fn tick(self: &Arc<Self>, world: &mut World) {
        let now = world.next_tick;
        world.next_tick = now + TICK;
        self.settle_due(world);
        let has_race = self.options.has_flush_race;
        for sandbox in world.sandboxes.values_mut() {
            report_open_requests(&mut sandbox.activity, now, has_race);
        }
        let due: Vec<(String, Plan)> = world
            .sandboxes
            .values()
            .filter_map(|sandbox| Some((sandbox.id.clone(), due_change(sandbox, now)?)))
            .collect();
        for (id, plan) in due {
            self.begin(world, &id, plan, None);
        }
        // With the race, this comes after the timers have looked.
        for sandbox in world.sandboxes.values_mut() {
            if let Some(used) = sandbox.activity.buffered.take() {
                sandbox.activity.written = sandbox.activity.written.max(used);
            }
        }
    }

    fn settle_due(self: &Arc<Self>, world: &mut World) {
        let now = self.clock.now();
        let is_due = |sandbox: &&Sandbox| {
            sandbox.change.as_ref().and_then(|change| change.due).is_some_and(|due| due <= now)
        };
        let due: Vec<String> =
            world.sandboxes.values().filter(is_due).map(|sandbox| sandbox.id.clone()).collect();
        for id in due {
            self.settle(world, &id);
        }
    }
}

/// Notes that a sandbox was used, unless that was reported a moment ago.
pub(crate) fn report(activity: &mut Activity, now: Moment, has_race: bool) {
    if activity.reported.is_some_and(|reported| now - reported < REPORT_PAUSE) {
        return;
    }
    activity.reported = Some(now);
    if has_race {
        activity.buffered = Some(now);
    } else {
        activity.written = activity.written.max(now);
    }
}

fn report_open_requests(activity: &mut Activity, now: Moment, has_race: bool) {
    let mut is_due = false;
    for reported in activity.open.values_mut() {
        if now - *reported >= REPORT_EVERY {
            *reported = now;
            is_due = true;
        }
    }
    if is_due {
        report(activity, now, has_race);
    }
}

/// Returns what the timers do to a sandbox now.
fn due_change(sandbox: &Sandbox, now: Moment) -> Option<Plan> {
    let is_leaving = sandbox.state == SandboxState::Destroying;
    if sandbox.destroy_at.is_some_and(|at| at <= now) && !is_leaving {
        return Some(transitions::DESTROY);
    }
    let idle = now - sandbox.activity.written;
    let intervals = sandbox.intervals;
    let archive = if intervals.archive == 0 { LONGEST_ARCHIVE_MINUTES } else { intervals.archive };
    let call = match sandbox.state {
        SandboxState::Started if intervals.stop > 0 && idle >= clock::minutes(intervals.stop) => Call::Stop,
        SandboxState::Stopped if intervals.delete >= 0 && idle >= clock::minutes(intervals.delete) => {
            Call::Delete
        }
        SandboxState::Stopped if idle >= clock::minutes(archive) => Call::Archive,
        _ => return None,
    };
    // A sandbox that is changing is left alone until it has changed.
    transitions::decide(call, sandbox.situation()).ok()
}
