//! Leases of places elsewhere, and who holds them.

use wireclip_domain::lease::{self, LeaseStatus};
use wireclip_domain::run::RunStatus;

use super::ends::leads_to;
use super::{Moment, ensure};
use crate::play::Held;

pub(super) fn leases_move_by_their_table(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    let moves: Vec<_> = lease::MOVES.iter().map(|(from, _, to)| (*from, *to)).collect();
    for lease in now.leases.values() {
        let Some(known) = before.leases.get(&lease.id) else { continue };
        let (was, is) = (known.status, lease.status);
        ensure(was == is || leads_to(was, is, &moves), || {
            format!("lease {} was {was} and is {is}", lease.id)
        })?;
    }
    Ok(())
}

/// A lease that nobody has begun to end has a run that runs.
pub(super) fn leases_belong_to_running_runs(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for lease in now.leases.values() {
        if lease.status != LeaseStatus::Active || lease.ending_event.is_some() {
            continue;
        }
        let run = lease.run_id.and_then(|id| now.runs.get(&id));
        let is_running = run.is_some_and(|run| run.status == RunStatus::Running);
        ensure(is_running, || format!("{:?} is held by nobody who runs", lease.provider_lease_id))?;
    }
    Ok(())
}

/// A run that goes on in an earlier place is of the same agent, and finds what its environment is.
pub(super) fn used_places_are_the_same(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    for lease in now.leases.values() {
        let Some(known) = before.leases.get(&lease.id).filter(|known| known.run_id != lease.run_id) else {
            continue;
        };
        let Some(run) = lease.run_id.and_then(|id| now.runs.get(&id)) else { continue };
        let place = || format!("{} goes on in {:?}", now.run_name(run.id), lease.provider_lease_id);
        ensure(known.agent_id == Some(run.agent_id), || format!("{}, which is another's", place()))?;
        ensure(known.status.waits(), || format!("{}, which is {}", place(), known.status))?;
        ensure(!known.is_work_only_there, || format!("{}, whose work is only there", place()))?;
        let environment = lease.environment_id.and_then(|id| before.environments.get(&id));
        let is_same = environment.is_none_or(|environment| environment.config == known.config);
        ensure(is_same, || format!("{}, which was made otherwise", place()))?;
    }
    Ok(())
}
