//! Cancelling a run by hand, and waiting until it has ended.

use wireclip_domain::OpaqueJson;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::policy::Right;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_store::Scope;
use wireclip_store::runs::{self, Run};

use super::Runs;
use crate::authority::{self, About};
use crate::change::ActivityRecord;
use crate::error::{ServiceError, ServiceResult};
use crate::request::Scoped;
use crate::stops::{self, StopOrder};

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
        authority::require(&conn, run.caller(), Right::RunCancel, about).await?;
        drop(conn);
        self.stop(run).await?;
        let run = runs::get(&self.core.store.read(), &Scope::company(run.company_id), run.id).await?;
        run.ok_or_else(not_found)
    }

    /// Stores the wish to stop a run, and waits for its end unless it has ended already.
    async fn stop(&self, run: &Scoped<Run>) -> ServiceResult<()> {
        let mut change = self.core.begin_in(run.company_id, run.request()).await?;
        let Some(before) = runs::get(&change.conn(), &Scope::company(run.company_id), run.id).await? else {
            return Err(not_found());
        };
        if before.status.is_terminal() {
            return Ok(());
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
            ActivityRecord::about(EntityType::HeartbeatRun, run.id, Action::HeartbeatCancelled, details),
        );
        change.commit_and_see_ends().await?.into_inner();
        Ok(())
    }
}

fn not_found() -> ServiceError {
    ServiceError::not_found("Heartbeat run not found")
}
