//! Cancelling a run by hand, and waiting until it has ended.

use std::time::Duration;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::event::Event;
use wireclip_domain::policy::Action as PolicyAction;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{OpaqueJson, RunId};
use wireclip_store::runs::{self, Run};
use wireclip_store::{Scope, agents};

use super::Runs;
use super::hosting::grace;
use crate::authority::{self, About};
use crate::change::ActivityRecord;
use crate::error::{ServiceError, ServiceResult};
use crate::events::{FellBehind, LiveEventBody, Subscription};
use crate::request::Scoped;
use crate::stops::{self, StopOrder};

/// How much longer than its grace a stopped run is waited for, until its end is booked.
const BEYOND_GRACE: Duration = Duration::from_secs(10);

impl Runs {
    /// Cancels a run and waits for its end, for as long as its agent's grace and a little more.
    ///
    /// Returns the run as it is then: what has not ended is not reported as ended.
    ///
    /// # Errors
    /// If the caller may not, or the database fails.
    pub async fn cancel(&self, run: &Scoped<Run>) -> ServiceResult<Run> {
        let conn = self.core.store.read();
        let about = About::company(run.company_id);
        authority::require(&conn, run.caller(), PolicyAction::RunCancel, about).await?;
        let agent = agents::get(&conn, &Scope::company(run.company_id), run.agent_id).await?;
        let limit = agent.map_or(Duration::ZERO, |agent| grace(&agent)) + BEYOND_GRACE;
        // Listening begins before the wish is stored, so that no end is missed.
        let ends = self.core.bus.subscribe(run.company_id);
        if self.ask_to_stop(run).await? {
            tokio::select! {
                biased;
                ended = self.ended(run, ends) => return ended,
                () = self.core.clock.sleep(limit) => {}
            }
        }
        self.reread(run).await
    }

    /// Stores the wish to stop a run; returns whether its end is still to come.
    async fn ask_to_stop(&self, run: &Scoped<Run>) -> ServiceResult<bool> {
        let mut change = self.core.begin_in(run.company_id, run.request()).await?;
        let Some(before) = runs::get(&change.conn(), &Scope::company(run.company_id), run.id).await? else {
            return Err(ServiceError::not_found("Heartbeat run not found"));
        };
        if before.status.is_terminal() {
            return Ok(false);
        }
        let message = match run.caller().as_agent() {
            None => "Cancelled by a board operator",
            Some(_) => "Cancelled by an agent",
        };
        let order = StopOrder { code: RunErrorCode::Cancelled, message: message.to_owned() };
        stops::stop_run(&mut change, run.id, &order).await?;
        let mut details = OpaqueJson::object();
        details.set("agentId", &run.agent_id);
        details.set("issueId", &run.issue_id);
        change.record(
            run.company_id,
            ActivityRecord {
                action: Action::HeartbeatCancelled,
                entity_type: EntityType::HeartbeatRun,
                entity_id: run.id.to_string(),
                details: Some(details),
            },
        );
        Ok(change.commit(true).await?.into_inner())
    }

    /// Waits until a run has ended, however long that takes.
    async fn ended(&self, run: &Scoped<Run>, mut ends: Subscription) -> ServiceResult<Run> {
        loop {
            let now = self.reread(run).await?;
            if now.status.is_terminal() {
                return Ok(now);
            }
            loop {
                match ends.next().await {
                    Ok(Some(event)) if is_about(&event.body, run.id) => break,
                    Ok(Some(_)) => {}
                    // The server stops, and nobody is left to end the run.
                    Ok(None) => return self.reread(run).await,
                    // What was missed is in the run's row.
                    Err(FellBehind) => break,
                }
            }
        }
    }

    async fn reread(&self, run: &Scoped<Run>) -> ServiceResult<Run> {
        let run = runs::get(&self.core.store.read(), &Scope::company(run.company_id), run.id).await?;
        run.ok_or_else(|| ServiceError::not_found("Heartbeat run not found"))
    }
}

fn is_about(event: &LiveEventBody, run_id: RunId) -> bool {
    matches!(event, LiveEventBody::Event(Event::RunStatusChanged(changed)) if changed.run_id == run_id)
}
