//! Companies.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::company::{CompanyStatus, PauseReason};
use wireclip_domain::membership::{CompanyRole, MemberStatus, PrincipalType};
use wireclip_domain::patch::Field;
use wireclip_domain::{AssetId, CompanyId, MembershipId, OpaqueJson, Timestamp, UserId};

use crate::fields::{Fields, FromFields};
use crate::kinds::{LONGEST_LISTED_TEXT, boolean, cents, id, indexed, record, text, word};

/// A company.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Company {
    /// Its id.
    pub id: CompanyId,
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: Option<String>,
    /// Whether it works.
    pub status: CompanyStatus,
    /// Why a budget paused it.
    pub pause_reason: Option<PauseReason>,
    /// When a budget paused it.
    pub paused_at: Option<Timestamp>,
    /// What its issues' identifiers begin with.
    pub issue_prefix: String,
    /// The number of its newest issue.
    pub issue_counter: i64,
    /// What it may spend in a month, in cents; zero for no limit.
    pub budget_monthly_cents: i64,
    /// What it has spent this month, in cents.
    pub spent_monthly_cents: i64,
    /// Who answers for what nobody else answers for.
    pub default_responsible_user_id: Option<UserId>,
    /// Whether hiring needs the board.
    pub require_board_approval_for_new_agents: bool,
    /// Who may answer which questions of agents.
    pub interaction_resolver_governance: OpaqueJson,
    /// Whether feedback is shared with the makers of the product.
    pub feedback_data_sharing_enabled: bool,
    /// When that was agreed to.
    pub feedback_data_sharing_consent_at: Option<Timestamp>,
    /// Who agreed to it.
    pub feedback_data_sharing_consent_by_user_id: Option<UserId>,
    /// Which terms were agreed to.
    pub feedback_data_sharing_terms_version: Option<String>,
    /// Its picture.
    pub logo_asset_id: Option<AssetId>,
    /// Where its picture is.
    pub logo_url: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// How much a company has.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyStats {
    /// How many agents, also terminated ones.
    pub agent_count: i64,
    /// How many issues.
    pub issue_count: i64,
}

/// A request for a company.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateCompanyRequest {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: Option<String>,
    /// What it may spend in a month, in cents; zero for no limit.
    #[schema(value_type = Option<i64>)]
    pub budget_monthly_cents: i64,
    /// Who answers for what nobody else answers for; whoever makes it if nothing is said.
    #[schema(value_type = Option<UserId>)]
    pub default_responsible_user_id: Field<UserId>,
}

impl FromFields for CreateCompanyRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.required("name", indexed());
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let budget_monthly_cents = fields.optional("budgetMonthlyCents", cents());
        let responsible = fields.nullable("defaultResponsibleUserId", indexed());
        Some(Self {
            name: name?,
            description: description?.set(),
            budget_monthly_cents: budget_monthly_cents?.unwrap_or(0),
            default_responsible_user_id: responsible?.map(UserId::new),
        })
    }
}

/// A change of a company. What is not named stays.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateCompanyRequest {
    /// Its name.
    pub name: Option<String>,
    /// What it does.
    #[schema(value_type = Option<String>)]
    pub description: Field<String>,
    /// Whether it works.
    pub status: Option<CompanyStatus>,
    /// What it may spend in a month, in cents; zero for no limit.
    pub budget_monthly_cents: Option<i64>,
    /// Who answers for what nobody else answers for.
    #[schema(value_type = Option<UserId>)]
    pub default_responsible_user_id: Field<UserId>,
    /// Whether hiring needs the board.
    pub require_board_approval_for_new_agents: Option<bool>,
    /// Who may answer which questions of agents.
    pub interaction_resolver_governance: Option<OpaqueJson>,
    /// Whether feedback is shared with the makers of the product.
    pub feedback_data_sharing_enabled: Option<bool>,
    /// Its picture.
    #[schema(value_type = Option<AssetId>)]
    pub logo_asset_id: Field<AssetId>,
    /// The fields that are named, as they came.
    #[schema(ignore)]
    pub named: OpaqueJson,
}

impl FromFields for UpdateCompanyRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.optional("name", indexed());
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let budget = fields.optional("budgetMonthlyCents", cents());
        let responsible = fields.nullable("defaultResponsibleUserId", indexed());
        let status = fields.optional("status", word::<CompanyStatus>());
        let approval = fields.optional("requireBoardApprovalForNewAgents", boolean());
        let governance = fields.optional("interactionResolverGovernance", record());
        let sharing = fields.optional("feedbackDataSharingEnabled", boolean());
        let logo = fields.nullable("logoAssetId", id::<AssetId>());
        Some(Self {
            name: name?,
            description: description?,
            status: status?,
            budget_monthly_cents: budget?,
            default_responsible_user_id: responsible?.map(UserId::new),
            require_board_approval_for_new_agents: approval?,
            interaction_resolver_governance: governance?,
            feedback_data_sharing_enabled: sharing?,
            logo_asset_id: logo?,
            named: fields.asked_for(),
        })
    }
}

/// A change of how a company looks. What is not named stays.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateCompanyBrandingRequest {
    /// Its name.
    pub name: Option<String>,
    /// What it does.
    #[schema(value_type = Option<String>)]
    pub description: Field<String>,
    /// Its picture.
    #[schema(value_type = Option<AssetId>)]
    pub logo_asset_id: Field<AssetId>,
    /// The fields that are named, as they came.
    #[schema(ignore)]
    pub named: OpaqueJson,
}

impl FromFields for UpdateCompanyBrandingRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.optional("name", indexed());
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let logo = fields.nullable("logoAssetId", id::<AssetId>());
        fields.refuse_unknown();
        if fields.is_empty() {
            fields.refuse("", "At least one branding field must be provided");
            return None;
        }
        Some(Self { name: name?, description: description?, logo_asset_id: logo?, named: fields.asked_for() })
    }
}

/// What a list of companies may be asked for.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListCompaniesQuery {
    /// `accessible`, or nothing.
    pub scope: Option<String>,
}

impl FromFields for ListCompaniesQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        Some(Self { scope: fields.optional("scope", text())? })
    }
}

/// Who belongs to a company.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompanyMembers {
    /// The members.
    pub members: Vec<CompanyMember>,
    /// What the caller may do with them.
    pub access: MembersAccess,
}

/// A member of a company.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyMember {
    /// The membership's id.
    pub id: MembershipId,
    /// The company.
    pub company_id: CompanyId,
    /// What the member is.
    pub principal_type: PrincipalType,
    /// Who it is.
    pub principal_id: String,
    /// Whether they take part.
    pub status: MemberStatus,
    /// As what.
    pub membership_role: CompanyRole,
    /// Since when.
    pub created_at: Timestamp,
    /// When that was last changed.
    pub updated_at: Timestamp,
}

/// What a caller may do with a company's members.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembersAccess {
    /// What the caller is in the company.
    pub current_user_role: Option<CompanyRole>,
    /// Whether they may change members.
    pub can_manage_members: bool,
    /// Whether they may invite people.
    pub can_invite_users: bool,
    /// Whether they may let in who asked.
    pub can_approve_join_requests: bool,
}
