//! Carries out changes of state: now, after a while, or when told to.

use std::sync::Arc;
use std::time::Duration;

use crate::clock;
use crate::machine::Machine;
use crate::options::Pace;
use crate::sandbox::{Change, SandboxView};
use crate::shared::{Shared, World, new_id, new_token};
use crate::snapshots::{Snapshot, copy_tree};
use crate::states::{DesiredState, SandboxState};
use crate::transitions::Plan;

impl Shared {
    /// Begins what was planned for a sandbox that exists. Returns the sandbox with the change
    /// under way, as the call answers it.
    pub(crate) fn begin(
        self: &Arc<Self>,
        world: &mut World,
        id: &str,
        plan: Plan,
        snapshot: Option<String>,
    ) -> SandboxView {
        let number = world.number();
        let sandbox = world.sandboxes.get_mut(id).expect("the caller found it");
        let (desired, steps) = match plan {
            Plan::AsIs => return sandbox.view(&self.toolbox_url()),
            Plan::Change { desired, steps } => (desired, steps.to_vec()),
            Plan::SnapshotAndReturn => (sandbox.desired, vec![SandboxState::Snapshotting, sandbox.state]),
        };
        if desired == DesiredState::Started {
            sandbox.auth_token = new_token();
        }
        sandbox.desired = desired;
        sandbox.error = None;
        sandbox.change = Some(Change { number, steps, due: None, snapshot });
        self.take_step(world, id, number);
        let view = world.sandboxes.get(id).map(|sandbox| sandbox.view(&self.toolbox_url()));
        self.schedule(world, id, number);
        view.expect("no change destroys with its first step")
    }

    /// Takes the steps of a change that are still to come, as fast as the pace says.
    fn schedule(self: &Arc<Self>, world: &mut World, id: &str, number: u64) {
        match world.pace {
            Pace::Immediate => while self.take_step(world, id, number) {},
            Pace::Held => {}
            Pace::Takes(duration) => self.schedule_later(world, id, number, duration),
        }
    }

    fn schedule_later(self: &Arc<Self>, world: &mut World, id: &str, number: u64, duration: Duration) {
        let Some(change) = world.sandboxes.get_mut(id).and_then(|sandbox| sandbox.change.as_mut()) else {
            return;
        };
        let steps = u32::try_from(change.steps.len()).unwrap_or(1).max(1);
        let pause = duration / steps;
        change.due = Some(clock::after(self.clock.now(), duration));
        let (shared, id) = (Arc::clone(self), id.to_owned());
        self.spawn(async move {
            loop {
                tokio::time::sleep(pause).await;
                if !shared.take_step(&mut shared.world(), &id, number) {
                    return;
                }
            }
        });
    }

    /// Starts a task that ends with the fake.
    #[expect(clippy::disallowed_methods, reason = "the fake has no tracker; its tasks end with its token")]
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let off = self.off.clone();
        tokio::spawn(async move { off.run_until_cancelled(task).await });
    }

    /// Finishes a change that is under way, whatever the pace.
    pub(crate) fn settle(self: &Arc<Self>, world: &mut World, id: &str) {
        let change = world.sandboxes.get(id).and_then(|sandbox| sandbox.change.as_ref());
        if let Some(number) = change.map(|change| change.number) {
            while self.take_step(world, id, number) {}
        }
    }

    /// Takes the next step of change `number`, if it is still the one. Returns whether more remain.
    fn take_step(self: &Arc<Self>, world: &mut World, id: &str, number: u64) -> bool {
        let now = self.clock.now();
        let Some(sandbox) = world.sandboxes.get_mut(id) else { return false };
        let Some(change) = sandbox.change.as_mut().filter(|change| change.number == number) else {
            return false;
        };
        if change.steps.is_empty() {
            return false;
        }
        let state = change.steps.remove(0);
        let is_last = change.steps.is_empty();
        let failure = if is_last { world.failures.pop_front() } else { None };
        if let Some(failure) = failure {
            let was_building = sandbox.build.is_some() && state == SandboxState::Started;
            sandbox.error = Some(failure);
            sandbox.change = None;
            sandbox.enter(if was_building { SandboxState::BuildFailed } else { SandboxState::Error }, now);
            power_off(sandbox.machine.take());
            return false;
        }
        sandbox.enter(state, now);
        let snapshot = if is_last { sandbox.change.take().and_then(|change| change.snapshot) } else { None };
        if let Some(name) = snapshot {
            self.keep_snapshot(world, id, name);
        }
        self.arrive(world, id, state);
        !is_last
    }

    /// Does what entering `state` brings about.
    pub(crate) fn arrive(self: &Arc<Self>, world: &mut World, id: &str, state: SandboxState) {
        let Some(sandbox) = world.sandboxes.get_mut(id) else { return };
        match state {
            SandboxState::Started if sandbox.machine.is_none() => {
                sandbox.machine = Some(Arc::new(Machine::new(sandbox, &self.options)));
            }
            state if !state.has_processes() => power_off(sandbox.machine.take()),
            _ => {}
        }
        if state == SandboxState::Destroyed {
            let sandbox = world.sandboxes.remove(id).expect("it was there a moment ago");
            world.destroyed.insert(sandbox.id);
            remove_folder(&sandbox.folder);
        }
    }

    fn keep_snapshot(&self, world: &mut World, id: &str, name: String) {
        let sandbox = &world.sandboxes[id];
        let snapshot_id = new_id();
        let tree = self.folder_path().join("snapshots").join(&snapshot_id);
        let is_active = copy_tree(&sandbox.root(), &tree).is_ok();
        let snapshot = Snapshot {
            id: snapshot_id.clone(),
            organisation: Some(sandbox.organisation.clone()),
            name,
            is_active,
            created_at: self.clock.now(),
            tree: Some(tree),
        };
        world.snapshots.insert(snapshot_id, snapshot);
    }
}

fn power_off(machine: Option<Arc<Machine>>) {
    if let Some(machine) = machine {
        machine.power_off();
    }
}

/// A process that is just dying may still write; what stays is removed with the fake.
fn remove_folder(folder: &std::path::Path) {
    for _ in 0..3 {
        if std::fs::remove_dir_all(folder).is_ok() {
            return;
        }
    }
}
