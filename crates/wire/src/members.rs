//! The members of companies.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::membership::{CompanyRole, MemberStatus, PrincipalType};
use wireclip_domain::policy::Permission;
use wireclip_domain::{CompanyId, MembershipId, OpaqueJson, RowId, Timestamp, UserId};

use crate::companies::MembersAccess;
use crate::fields::{Fields, FromFields};
use crate::kinds::{list, object, record, word};
use crate::people::Profile;

/// Who belongs to a company, with what they were given.
#[derive(Debug, Serialize, ToSchema)]
pub struct Members {
    /// The members.
    pub members: Vec<Member>,
    /// What the caller may do with them.
    pub access: MembersAccess,
}

/// A member of a company, with what they were given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Member {
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
    /// The person.
    pub user: Option<Profile>,
    /// What they were given.
    pub grants: Vec<Grant>,
    /// Whether they can be taken out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub removal: Option<Removal>,
}

/// Whether a member can be taken out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Removal {
    /// Whether.
    pub can_archive: bool,
    /// Why not.
    pub reason: Option<String>,
}

/// Something that a member was given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Grant {
    /// Its id.
    pub id: RowId,
    /// The company.
    pub company_id: CompanyId,
    /// What the member is.
    pub principal_type: PrincipalType,
    /// Who it is.
    pub principal_id: String,
    /// What was given.
    pub permission_key: Permission,
    /// How far it reaches.
    pub scope: Option<OpaqueJson>,
    /// By whom.
    pub granted_by_user_id: Option<UserId>,
    /// When.
    pub created_at: Timestamp,
    /// When that was last changed.
    pub updated_at: Timestamp,
}

/// What a member's standing can be set to: archiving takes its own request.
const SETTABLE: &[MemberStatus] = &[MemberStatus::Pending, MemberStatus::Active, MemberStatus::Suspended];

/// A change of what a member is, and whether they take part.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateMemberRequest {
    /// As what they belong to the company.
    pub membership_role: Option<CompanyRole>,
    /// Whether they take part.
    pub status: Option<MemberStatus>,
}

impl FromFields for UpdateMemberRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let membership_role = fields.optional("membershipRole", word::<CompanyRole>());
        let status = fields.optional("status", word::<MemberStatus>().listed_as(SETTABLE));
        let read = Self { membership_role: membership_role?, status: status? };
        if read.membership_role.is_none() && read.status.is_none() {
            fields.refuse("", "membershipRole or status is required");
            return None;
        }
        Some(read)
    }
}

/// What a member is to have been given, in the place of all before.
#[derive(Debug, ToSchema)]
pub struct UpdateMemberPermissionsRequest {
    /// The grants.
    pub grants: Vec<GrantRequest>,
}

impl FromFields for UpdateMemberPermissionsRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        Some(Self { grants: fields.required("grants", list(object()).max(100))? })
    }
}

/// A change of both at once.
#[derive(Debug, ToSchema)]
pub struct UpdateMemberRoleAndGrantsRequest {
    /// What they are.
    #[schema(inline)]
    pub standing: UpdateMemberRequest,
    /// What they are to have been given.
    pub grants: Vec<GrantRequest>,
}

impl FromFields for UpdateMemberRoleAndGrantsRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let grants = fields.required("grants", list(object()).max(100));
        let standing = UpdateMemberRequest::from_fields(fields);
        Some(Self { standing: standing?, grants: grants? })
    }
}

/// Something to be given.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct GrantRequest {
    /// What.
    pub permission_key: Permission,
    /// How far it reaches.
    pub scope: Option<OpaqueJson>,
}

impl FromFields for GrantRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let permission_key = fields.required("permissionKey", word::<Permission>());
        let scope = fields.nullable("scope", record());
        Some(Self { permission_key: permission_key?, scope: scope?.set() })
    }
}
