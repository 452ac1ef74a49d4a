//! What the moves of a company between working, paused and put away bring along.

use wireclip_domain::OpaqueJson;
use wireclip_domain::activity::Action;
use wireclip_domain::company::{CompanyMove, CompanyStatus, company_move};
use wireclip_store::companies::{self, Company};

use super::record;
use crate::change::Change;
use crate::error::ServiceResult;

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
        // Wire: the original says why and since when only of a pause that a budget made.
        company.pause_reason = None;
        company.paused_at = None;
        company.updated_at = now;
    }
    match moved {
        CompanyMove::Stay => return Ok(false),
        CompanyMove::Archive => {
            let agents = companies::pause_agents(&change.conn(), company.id, now).await?;
            let mut details = OpaqueJson::object();
            details.set("agentsPaused", &agents.len());
            details.set("runsCancelled", &0);
            record(change, company.id, Action::CompanyArchived, details);
        }
        CompanyMove::Reactivate => {
            let agents = companies::resume_agents(&change.conn(), company.id, now).await?;
            let mut details = OpaqueJson::object();
            details.set("agentsRestored", &agents.len());
            record(change, company.id, Action::CompanyReactivated, details);
        }
        CompanyMove::Pause | CompanyMove::Resume => {}
    }
    // The gate has another answer now, for what waits as well.
    change.wake_engine();
    Ok(matches!(moved, CompanyMove::Archive | CompanyMove::Reactivate))
}
