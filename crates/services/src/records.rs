//! What actions take and hand out of the store: records, filters and pages.
//!
//! Whoever calls actions speaks of these without knowing the store.

pub use wireclip_store::activity::{ActivityEntry, ActivityFilter};
pub use wireclip_store::agent_keys::AgentKey;
pub use wireclip_store::agent_revisions::AgentRevision;
pub use wireclip_store::agent_sessions::StoredSession;
pub use wireclip_store::agents::Agent;
pub use wireclip_store::approval_comments::ApprovalComment;
pub use wireclip_store::approvals::{Approval, ApprovalFilter};
pub use wireclip_store::assets::Asset;
pub use wireclip_store::claims::Claim;
pub use wireclip_store::comments::{Comment, CommentFilter, CommentOrder, CommentPage};
pub use wireclip_store::companies::Company;
pub use wireclip_store::company_members::CompanyMember;
pub use wireclip_store::company_secrets::Secret;
pub use wireclip_store::costs::CostEvent;
pub use wireclip_store::costs::reports::{OfBiller, OfProvider, OfTree, PlanSums, Sums};
pub use wireclip_store::costs::series::{OfTime, SeriesOf};
pub use wireclip_store::custom_image_sessions::CustomImageSession;
pub use wireclip_store::custom_image_templates::CustomImageTemplate;
pub use wireclip_store::dashboard::CompanySize;
pub use wireclip_store::documents::Document;
pub use wireclip_store::documents::annotations::{Annotation, AnnotationComment};
pub use wireclip_store::documents::revisions::{DocumentRevision, RevisionPage};
pub use wireclip_store::environment_leases::EnvironmentLease;
pub use wireclip_store::environments::{Environment, EnvironmentFilter};
pub use wireclip_store::finance_events::{
    FinanceEvent, FinanceSums, OfBiller as FinanceOfBiller, OfKind as FinanceOfKind,
};
pub use wireclip_store::goals::Goal;
pub use wireclip_store::inbox_dismissals::InboxDismissal;
pub use wireclip_store::issue_references::IssueReference;
pub use wireclip_store::issues::Issue;
pub use wireclip_store::issues::list::{IssueFilter, IssueOrder};
pub use wireclip_store::issues::people::InboxArchive;
pub use wireclip_store::issues::rows::Start;
pub use wireclip_store::labels::Label;
pub use wireclip_store::member_grants::MemberGrant;
pub use wireclip_store::people::{BoardKey, InstanceRole, User, UserSession};
pub use wireclip_store::project_workspaces::ProjectWorkspace;
pub use wireclip_store::projects::Project;
pub use wireclip_store::recovery_actions::RecoveryAction;
pub use wireclip_store::resource_memberships::ResourceMembership;
pub use wireclip_store::run_events::RunEvent;
pub use wireclip_store::run_results::RunResult;
pub use wireclip_store::runs::{Run, RunFilter};
pub use wireclip_store::secret_access_events::SecretAccessEvent;
pub use wireclip_store::tree_holds::{TreeHold, TreeHoldFilter, TreeHoldMember};
pub use wireclip_store::wakeups::Wakeup;
pub use wireclip_store::{Page, PageLimit, PageOffset, StoreVersion};
