//! Approvals: what the board decides about, and whom it hears.
//!
//! Asking, deciding, talking and linking have a module each. Other parts of the server ask by
//! `open`, decide by `deciding::settle` where a decision of theirs settles an approval as well, and
//! are told of the board's decisions by what `deciding` calls for their kind.

mod asking;
mod comments;
pub(crate) mod deciding;
mod links;
mod telling;

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::approval::ApprovalKind;
use wireclip_domain::approval::hire::SETTINGS;
use wireclip_domain::caller::Caller;
use wireclip_domain::policy::{NamedBy, Right};
use wireclip_domain::redaction::shown;
use wireclip_domain::{ApprovalId, OpaqueJson};
use wireclip_store::Conn;
use wireclip_store::approvals::{self, Approval, ApprovalFilter};
use wireclip_store::companies::Company;

use crate::authority::{self, About};
use crate::change::{ActivityRecord, Change};
use crate::core::Core;
use crate::error::{Missing, OrMissing as _, ServiceResult};
use crate::request::{Request, Scoped};

pub use asking::NewRequest;
pub(crate) use asking::{ToAsk, open};
pub(crate) use deciding::cancel_of_agent;
pub(crate) use links::{keep_links, link_all};

/// Actions on approvals.
#[derive(Debug, Clone)]
pub struct Approvals {
    core: Arc<Core>,
}

/// An approval as it may be shown: its payload without secrets, and to an agent that may not read
/// the settings of others, without those.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovalView {
    /// The approval.
    pub approval: Approval,
}

impl Approvals {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds an approval within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn load(&self, request: &Request, id: ApprovalId) -> ServiceResult<Scoped<Approval>> {
        let approval = approvals::get(&self.core.store.read(), &request.scope(), id).await?;
        approval.map(|approval| request.found(approval)).or_missing(Missing::Approval)
    }

    /// Shows an approval.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn show(&self, approval: &Scoped<Approval>) -> ServiceResult<ApprovalView> {
        view(&self.core.store.read(), approval.caller(), Approval::clone(approval)).await
    }

    /// Lists a company's approvals, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(
        &self,
        company: &Scoped<Company>,
        filter: &ApprovalFilter,
    ) -> ServiceResult<Vec<ApprovalView>> {
        let conn = self.core.store.read();
        let about = About::company(company.id);
        authority::require(&conn, company.caller(), Right::ApprovalRead, about).await?;
        views(&conn, company.caller(), about, approvals::list(&conn, company.id, filter).await?).await
    }
}

/// Returns how what is done with an approval is judged.
fn about(approval: &Approval) -> About {
    About { company: approval.company_id, named_by: NamedBy::Id, agent: approval.agent_id }
}

/// Reads an approval anew for a change of it.
async fn lock(change: &Change<'_>, id: ApprovalId) -> ServiceResult<Approval> {
    approvals::lock(&change.conn(), id).await?.or_missing(Missing::Approval)
}

/// Reads approvals of a company for its board, newest first.
pub(crate) async fn shown_to_board(
    conn: &Conn<'_>,
    company: &Scoped<Company>,
    ids: &[ApprovalId],
) -> ServiceResult<Vec<ApprovalView>> {
    let found = approvals::get_many(conn, ids).await?;
    views(conn, company.caller(), About::company(company.id), found).await
}

/// Makes the view of an approval.
async fn view(conn: &Conn<'_>, caller: &Caller, approval: Approval) -> ServiceResult<ApprovalView> {
    let about = about(&approval);
    let shows_settings = authority::allows(conn, caller, Right::AgentReadConfiguration, about).await?;
    Ok(shown_to(caller, approval, shows_settings))
}

/// Makes the views of several approvals of one company.
async fn views(
    conn: &Conn<'_>,
    caller: &Caller,
    about: About,
    approvals: Vec<Approval>,
) -> ServiceResult<Vec<ApprovalView>> {
    let shows_settings = authority::allows(conn, caller, Right::AgentReadConfiguration, about).await?;
    Ok(approvals.into_iter().map(|approval| shown_to(caller, approval, shows_settings)).collect())
}

/// Whoever asked sees what it asked for.
fn shown_to(caller: &Caller, mut approval: Approval, shows_settings: bool) -> ApprovalView {
    approval.payload = shown(&approval.payload);
    let is_requester =
        caller.as_agent().is_some_and(|agent| approval.requested_by_agent_id == Some(agent.agent_id));
    if approval.kind == ApprovalKind::HireAgent && !shows_settings && !is_requester {
        for settings in SETTINGS {
            if approval.payload.get(settings).is_some() {
                approval.payload.set(settings, &OpaqueJson::object());
            }
        }
    }
    ApprovalView { approval }
}

/// Adds an entry of the log about an approval.
fn record(change: &mut Change<'_>, approval: &Approval, action: Action, details: OpaqueJson) {
    let record = ActivityRecord::about(EntityType::Approval, approval.id, action, details);
    change.record(approval.company_id, record);
}
