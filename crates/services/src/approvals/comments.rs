//! What is said about approvals.

use wireclip_domain::activity::Action;
use wireclip_domain::policy::Right;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{ApprovalCommentId, OpaqueJson};
use wireclip_store::PageLimit;
use wireclip_store::approval_comments::{self, ApprovalComment};
use wireclip_store::approvals::Approval;

use super::{Approvals, about, lock, record};
use crate::authority;
use crate::change::Committed;
use crate::error::ServiceResult;
use crate::request::Scoped;

impl Approvals {
    /// Lists what was said about an approval, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn comments(&self, approval: &Scoped<Approval>) -> ServiceResult<Vec<ApprovalComment>> {
        Ok(approval_comments::list(&self.core.store.read(), approval.id, PageLimit::MAX).await?)
    }

    /// Says something about an approval, decided or not.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn comment(
        &self,
        approval: &Scoped<Approval>,
        body: String,
    ) -> ServiceResult<Committed<ApprovalComment>> {
        let mut change = self.core.begin_in(approval.company_id, approval.request()).await?;
        let approval_row = lock(&change, approval.id).await?;
        let right = Right::ApprovalWrite;
        authority::require(&change.conn(), approval.caller(), right, about(&approval_row)).await?;
        let actor = change.actor();
        let comment = ApprovalComment {
            id: ApprovalCommentId::random(),
            company_id: approval_row.company_id,
            approval_id: approval_row.id,
            seq: approval_comments::next_seq(&change.conn(), approval_row.id).await?,
            author_agent_id: actor.agent_id.filter(|_| actor.kind == ActorType::Agent),
            author_user_id: actor.user_id(),
            body,
            created_at: change.now(),
            updated_at: change.now(),
        };
        approval_comments::insert(&change.conn(), &comment).await?;
        let mut details = OpaqueJson::object();
        details.set("commentId", &comment.id);
        record(&mut change, &approval_row, Action::ApprovalCommentAdded, details);
        change.commit(comment).await
    }
}
