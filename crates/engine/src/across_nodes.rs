//! What other nodes on the same database committed: their events are told here too, and their
//! work may be this node's.

use std::time::Duration;

use wireclip_domain::CompanyId;
use wireclip_services::LiveEvent;
use wireclip_store::notifications::{Heard, Listener, Notification};
use wireclip_store::{PageLimit, StoreResult, activity, counters};

use crate::core::EngineCore;
use crate::error::LogAndContinue as _;

/// The pause before a listener is tried again that could not be had.
const PAUSE: Duration = Duration::from_secs(5);

/// Hears what other nodes tell, until dropped; at once over where there are none.
pub(crate) async fn hear(core: &EngineCore) {
    loop {
        match core.services.core.store.listen().await {
            Ok(None) => return,
            Ok(Some(listener)) => {
                // Whatever was told before there was a listener.
                tell_gap(core).await;
                hear_on(core, listener).await.log_and_continue();
            }
            Err(error) => Err::<(), _>(error).log_and_continue(),
        }
        core.clock().sleep(PAUSE).await;
    }
}

async fn hear_on(core: &EngineCore, mut listener: Listener) -> StoreResult<()> {
    loop {
        match listener.next().await? {
            Heard::Gap => tell_gap(core).await,
            Heard::Notification(told) if told.node_id == core.services.core.facts.node_id => {}
            Heard::Notification(told) => {
                if told.wakes_engine {
                    core.services.core.nudge.nudge();
                }
                tell(core, &told).await.log_and_continue();
            }
        }
    }
}

async fn tell(core: &EngineCore, told: &Notification) -> StoreResult<()> {
    let core = &core.services.core;
    match told.company_id {
        Some(company_id) if core.bus.has_listeners(company_id) => {
            let rows = u32::try_from(told.last_seq - told.first_seq + 1).unwrap_or(1);
            let limit = PageLimit::at_most(rows);
            let recorded = activity::since(&core.store.read(), company_id, told.first_seq - 1, limit).await?;
            let events = recorded.into_iter().filter_map(|row| LiveEvent::of_recorded(company_id, row));
            events.for_each(|event| core.bus.publish(event));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Something may have been told that was not heard: engines look, and listeners catch up as soon
/// as they hear of the newest event.
async fn tell_gap(core: &EngineCore) {
    core.services.core.nudge.nudge();
    for company_id in core.services.core.bus.companies_with_listeners() {
        tell_newest(core, company_id).await.log_and_continue();
    }
}

async fn tell_newest(core: &EngineCore, company_id: CompanyId) -> StoreResult<()> {
    let core = &core.services.core;
    let conn = core.store.read();
    let Some(counters) = counters::get(&conn, company_id).await? else { return Ok(()) };
    let newest = activity::since(&conn, company_id, counters.events - 1, PageLimit::at_most(1)).await?;
    let events = newest.into_iter().filter_map(|row| LiveEvent::of_recorded(company_id, row));
    events.for_each(|event| core.bus.publish(event));
    Ok(())
}
