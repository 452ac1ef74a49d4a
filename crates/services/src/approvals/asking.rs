//! Asking the board, and proposing something else when it wants that.

use std::sync::Arc;

use wireclip_domain::activity::Action;
use wireclip_domain::approval::hire::HireProposal;
use wireclip_domain::approval::{self, ApprovalEvent, ApprovalKind, ApprovalStatus};
use wireclip_domain::caller::Actor;
use wireclip_domain::policy::Right;
use wireclip_domain::{AgentId, ApprovalId, CompanyId, IssueId, OpaqueJson};
use wireclip_store::approvals::{self, Approval};
use wireclip_store::companies::Company;

use super::{ApprovalView, Approvals, about, keep_links, link_all, lock, record, view};
use crate::agents::Agents;
use crate::authority::{self, About};
use crate::change::{Change, Committed};
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::hidden_values::restored;
use crate::request::Scoped;

/// What somebody asks the board for.
#[derive(Debug, Clone)]
pub struct NewRequest {
    /// Of which kind it is.
    pub kind: ApprovalKind,
    /// What there is to decide about.
    pub payload: OpaqueJson,
    /// The issues that it is about.
    pub issue_ids: Vec<IssueId>,
}

/// An approval that is to be asked for.
#[derive(Debug, Clone)]
pub(crate) struct ToAsk {
    /// The company.
    pub(crate) company_id: CompanyId,
    /// Of which kind it is.
    pub(crate) kind: ApprovalKind,
    /// What there is to decide about.
    pub(crate) payload: OpaqueJson,
    /// The agent that waits for it.
    pub(crate) agent_id: Option<AgentId>,
    /// Who asks: the system is nobody, and nobody is woken.
    pub(crate) by: Actor,
}

/// Stores an approval, for the caller to tell of.
///
/// # Errors
/// `Conflict` if there is one about the same agent to be decided, or too much that the same agent
/// asked for.
pub(crate) async fn open(change: &Change<'_>, asked: ToAsk) -> ServiceResult<Approval> {
    if let Some(agent_id) = asked.by.agent_id {
        let (conn, company_id) = (change.conn(), asked.company_id);
        let open = approvals::count_open_of_requester(&conn, company_id, agent_id).await?;
        approval::check_requests(open).or_refuse()?;
    }
    let approval = Approval {
        id: ApprovalId::random(),
        company_id: asked.company_id,
        kind: asked.kind,
        status: ApprovalStatus::Pending,
        requested_by_agent_id: asked.by.agent_id,
        requested_by_user_id: asked.by.user_id(),
        agent_id: asked.agent_id,
        payload: asked.payload,
        decision_note: None,
        decided_by_user_id: None,
        decided_at: None,
        created_at: change.now(),
        updated_at: change.now(),
    };
    approvals::insert(&change.conn(), &approval).await?;
    Ok(approval)
}

impl Approvals {
    /// Asks the board for something, on behalf of whoever calls.
    ///
    /// # Errors
    /// `Unprocessable` for a hire that could not be carried out; `Forbidden` if the caller may not
    /// hire; `NotFound` for an issue that the company does not have.
    pub async fn create(
        &self,
        company: &Scoped<Company>,
        new: NewRequest,
    ) -> ServiceResult<Committed<ApprovalView>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let about = About::company(company.id);
        authority::require(&change.conn(), company.caller(), Right::ApprovalWrite, about).await?;
        let payload = restored(&new.payload, None)?;
        if new.kind == ApprovalKind::HireAgent {
            let proposal = HireProposal::read(&payload).or_refuse()?;
            if proposal.agent_id.is_some() {
                return Err(ServiceError::unprocessable(
                    "A hire by an approval names no agent: the one that waits is made by agent-hires",
                ));
            }
            let agents = Agents::new(Arc::clone(&self.core));
            agents.check_proposal(&change, company.request(), company.id, &proposal, None).await?;
        }
        let asked = ToAsk {
            company_id: company.id,
            kind: new.kind,
            payload,
            agent_id: None,
            by: change.actor().clone(),
        };
        let approval = open(&change, asked).await?;
        let issues = link_all(&mut change, company.id, &new.issue_ids).await?;
        let mut details = OpaqueJson::object();
        details.set("type", &approval.kind);
        details.set("issueIds", &issues.iter().map(|issue| issue.id).collect::<Vec<_>>());
        record(&mut change, &approval, Action::ApprovalCreated, details);
        keep_links(&mut change, &approval, &issues).await?;
        let view = view(&change.conn(), company.caller(), approval).await?;
        change.commit(view).await
    }

    /// Submits another proposal, or the same once more, after the board wanted one.
    ///
    /// # Errors
    /// `Forbidden` for another agent than the one that asked; `Unprocessable` if nobody wants one, or
    /// for a hire that could not be carried out.
    pub async fn resubmit(
        &self,
        approval: &Scoped<Approval>,
        payload: Option<OpaqueJson>,
    ) -> ServiceResult<Committed<ApprovalView>> {
        let mut change = self.core.begin_in(approval.company_id, approval.request()).await?;
        let before = lock(&change, approval.id).await?;
        authority::require(&change.conn(), approval.caller(), Right::ApprovalWrite, about(&before)).await?;
        approval::check_requester(before.requested_by_agent_id, change.actor()).or_refuse()?;
        let mut after = before.clone();
        after.status = approval::next(before.status, ApprovalEvent::Resubmit).or_refuse()?;
        if let Some(sent) = payload {
            after.payload = restored(&sent, Some(&before.payload))?;
            if after.kind == ApprovalKind::HireAgent {
                self.check_hire(&change, approval, &before, &after).await?;
            }
        }
        (after.decision_note, after.decided_by_user_id, after.decided_at) = (None, None, None);
        after.updated_at = change.now();
        approvals::update(&change.conn(), &before, &after).await?;
        let mut details = OpaqueJson::object();
        details.set("type", &after.kind);
        record(&mut change, &after, Action::ApprovalResubmitted, details);
        let view = view(&change.conn(), approval.caller(), after).await?;
        change.commit(view).await
    }

    /// Goes on only if the new proposal is about the agent that waits, and can be carried out.
    async fn check_hire(
        &self,
        change: &Change<'_>,
        approval: &Scoped<Approval>,
        before: &Approval,
        after: &Approval,
    ) -> ServiceResult<()> {
        let proposal = HireProposal::read(&after.payload).or_refuse()?;
        if proposal.agent_id.is_some() && proposal.agent_id != after.agent_id {
            return Err(ServiceError::unprocessable("A proposal stays about the agent that waits for it"));
        }
        let agents = Agents::new(Arc::clone(&self.core));
        agents.check_proposal(change, approval.request(), after.company_id, &proposal, Some(before)).await
    }
}
