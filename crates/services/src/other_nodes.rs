//! What other nodes on the same database committed: their events are told to this node's
//! listeners too, and their work may be this node's.

use std::time::Duration;

use wireclip_domain::CompanyId;
use wireclip_ports::going_on::LogAndContinue as _;
use wireclip_store::notifications::{Heard, Listener, Notification};
use wireclip_store::{PageLimit, StoreResult, activity, counters};

use crate::core::{Core, Wanted};
use crate::events::LiveEvent;

/// The pause before a listener is tried again that could not be had.
const PAUSE: Duration = Duration::from_secs(5);

/// Hears what other nodes tell, until dropped; at once over where there are none.
pub(crate) async fn hear(core: &Core) {
    loop {
        match core.store.listen().await {
            Ok(None) => return,
            Ok(Some(listener)) => {
                // Whatever was told before there was a listener.
                tell_gap(core).await;
                hear_on(core, listener).await.log_and_continue("hear what other nodes commit");
            }
            failed @ Err(_) => failed.log_and_continue("listen to other nodes"),
        }
        core.clock.sleep(PAUSE).await;
    }
}

async fn hear_on(core: &Core, mut listener: Listener) -> StoreResult<()> {
    loop {
        match listener.next().await? {
            Heard::Gap => tell_gap(core).await,
            Heard::Notification(told) if told.node_id == core.facts.node_id => {}
            Heard::Notification(told) => {
                if told.wakes_engine {
                    core.nudge.nudge(Wanted::EVERYTHING);
                }
                tell(core, &told).await.log_and_continue("tell what another node committed");
            }
        }
    }
}

async fn tell(core: &Core, told: &Notification) -> StoreResult<()> {
    match told.company_id {
        Some(company_id) if core.bus.is_heard(company_id) => {
            let rows = u32::try_from(told.last_seq - told.first_seq + 1).unwrap_or(1);
            tell_since(core, company_id, told.first_seq - 1, rows).await
        }
        _ => Ok(()),
    }
}

/// Something may have been told that was not heard: the engine looks, and listeners catch up as
/// soon as they hear of the newest event.
async fn tell_gap(core: &Core) {
    core.nudge.nudge(Wanted::EVERYTHING);
    for company_id in core.bus.heard_companies() {
        core.bus.tell_gap(company_id);
        tell_newest(core, company_id).await.log_and_continue("tell what was not heard");
    }
}

async fn tell_newest(core: &Core, company_id: CompanyId) -> StoreResult<()> {
    match counters::get(&core.store.read(), company_id).await? {
        Some(counters) => tell_since(core, company_id, counters.events - 1, 1).await,
        None => Ok(()),
    }
}

async fn tell_since(core: &Core, company_id: CompanyId, after: i64, rows: u32) -> StoreResult<()> {
    let since = activity::since(&core.store.read(), company_id, after, PageLimit::at_most(rows)).await?;
    let events = since.recorded.into_iter().filter_map(|row| LiveEvent::of_recorded(company_id, row));
    events.for_each(|event| core.bus.publish(event));
    Ok(())
}
