//! What the moves of a company between working, paused and put away bring along.

use wireclip_domain::activity::Action;
use wireclip_domain::company::{CompanyMove, CompanyStatus, company_move};
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{CompanyId, OpaqueJson};
use wireclip_store::companies::{self, Company};

use super::record;
use crate::change::Change;
use crate::core::Wanted;
use crate::error::ServiceResult;
use crate::standings;
use crate::stops::{self, StopOrder};

/// Gives a company a status; returns whether the move has an entry of its own in the log.
pub(super) async fn move_company(
    change: &mut Change<'_>,
    company: &mut Company,
    to: CompanyStatus,
) -> ServiceResult<bool> {
    let now = change.now();
    let moved = company_move(company.status, to);
    if moved != CompanyMove::Stay {
        company.status = to;
        // Wire: the original says why and since when only of a pause that a budget made. Whoever
        // moves a company by hand takes that over; the limit is asked at every start all the same.
        company.pause_reason = None;
        company.paused_at = None;
        company.updated_at = now;
    }
    match moved {
        CompanyMove::Stay => return Ok(false),
        CompanyMove::Archive => {
            let agents = companies::pause_agents(&change.conn(), company.id, now).await?;
            let runs = stop(change, company.id, "The company was archived").await?;
            let mut details = OpaqueJson::object();
            details.set("agentsPaused", &agents.len());
            details.set("runsCancelled", &runs);
            record(change, company.id, Action::CompanyArchived, details);
            standings::tell_all(change, company.id, &agents).await?;
        }
        CompanyMove::Reactivate => {
            let agents = companies::resume_agents(&change.conn(), company.id, now).await?;
            let mut details = OpaqueJson::object();
            details.set("agentsRestored", &agents.len());
            record(change, company.id, Action::CompanyReactivated, details);
            standings::tell_all(change, company.id, &agents).await?;
        }
        CompanyMove::Pause => {
            stop(change, company.id, "The company was paused").await?;
        }
        CompanyMove::Resume => {}
    }
    // The gate has another answer now, for what waits as well.
    change.wake_engine(Wanted::STARTS);
    Ok(matches!(moved, CompanyMove::Archive | CompanyMove::Reactivate))
}

/// Stops all work of a company, and returns how many runs that ends. The gate is closed by the
/// status, so none comes after them.
pub(super) async fn stop(
    change: &mut Change<'_>,
    company_id: CompanyId,
    message: &'static str,
) -> ServiceResult<usize> {
    let order = StopOrder { code: RunErrorCode::CompanyPaused, message: message.to_owned() };
    stops::stop_company(change, company_id, &order).await
}
