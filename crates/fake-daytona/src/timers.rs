//! What happens by itself as the fake's clock moves: every ten seconds the service writes down
//! what was used, and stops, archives or deletes what was not.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use crate::clock::{self, Moment};
use crate::sandbox::{Activity, Intervals, Sandbox};
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
        while let Some(due) = first_busy_tick(&world).filter(|due| *due <= end) {
            world.next_tick = due;
            self.clock.advance_to(due);
            self.tick(&mut world);
        }
        world.next_tick = tick_at(world.next_tick, end + TimeDelta::milliseconds(1));
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

/// Returns the first tick at which there is something to do.
fn first_busy_tick(world: &World) -> Option<Moment> {
    let due = world.sandboxes.values().filter_map(next_due).min()?;
    Some(tick_at(world.next_tick, due))
}

/// Returns the first tick that is not before `moment`, counted on from the tick `next`.
fn tick_at(next: Moment, moment: Moment) -> Moment {
    let tick = TICK.num_milliseconds();
    let missing = (moment - next).num_milliseconds().max(0);
    next + TimeDelta::milliseconds(tick * (missing + tick - 1).div_euclid(tick))
}

/// When the timers have next to look at a sandbox.
fn next_due(sandbox: &Sandbox) -> Option<Moment> {
    let activity = &sandbox.activity;
    let report = activity.open.values().min().map(|reported| *reported + REPORT_EVERY);
    let timer = idle_call(sandbox).map(|(_, limit)| activity.written + limit);
    let change = sandbox.change.as_ref().and_then(|change| change.due);
    [report, timer, change, sandbox.destroy_at, activity.buffered].into_iter().flatten().min()
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
    let (call, limit) = idle_call(sandbox)?;
    if idle < limit {
        return None;
    }
    // A sandbox that is changing is left alone until it has changed.
    transitions::decide(call, sandbox.situation()).ok()
}

/// What is done to a sandbox that is not used, and after how long: whichever comes first.
fn idle_call(sandbox: &Sandbox) -> Option<(Call, TimeDelta)> {
    let Intervals { stop, archive, delete, .. } = sandbox.intervals;
    let archive = if archive == 0 { LONGEST_ARCHIVE_MINUTES } else { archive };
    match sandbox.state {
        SandboxState::Started if stop > 0 => Some((Call::Stop, clock::minutes(stop))),
        SandboxState::Stopped if (0..=archive).contains(&delete) => {
            Some((Call::Delete, clock::minutes(delete)))
        }
        SandboxState::Stopped => Some((Call::Archive, clock::minutes(archive))),
        _ => None,
    }
}
