//! People: signing up and in, who a caller is, and looking after them.

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::membership::{CompanyRole, MemberStatus, PrincipalType};
use wireclip_domain::patch::Field;
use wireclip_domain::person::is_picture_address;
use wireclip_domain::{BoardKeyId, CompanyId, MembershipId, RowId, SessionId, Timestamp, UserId};

use crate::fields::{Fields, FromFields};
use crate::kinds::{boolean, id, indexed, list, text};

/// The longest password that is read at all; a shorter one may be too long as well.
const LONGEST_READ: usize = 1000;

/// Somebody who signs up.
#[derive(ToSchema)]
pub struct SignUpRequest {
    /// What they are called.
    pub name: String,
    /// Where mail reaches them.
    pub email: String,
    /// With what they sign in.
    pub password: String,
}

impl FromFields for SignUpRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.required("name", indexed());
        let email = fields.required("email", text().max(LONGEST_READ));
        let password = fields.required("password", text().max(LONGEST_READ));
        Some(Self { name: name?, email: email?, password: password? })
    }
}

/// Somebody who signs in.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct SignInRequest {
    /// Their address.
    pub email: String,
    /// Their password.
    pub password: String,
    /// Whether the browser is to remember them.
    #[schema(value_type = Option<bool>)]
    pub remember_me: bool,
}

impl FromFields for SignInRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let email = fields.required("email", text().max(LONGEST_READ));
        let password = fields.required("password", text().max(LONGEST_READ));
        let remember_me = fields.optional("rememberMe", boolean());
        Some(Self { email: email?, password: password?, remember_me: remember_me?.unwrap_or(true) })
    }
}

/// Somebody who is signed in now.
#[derive(Serialize, ToSchema)]
pub struct SignedIn {
    /// Where to go; only signing in tells, and it is nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub redirect: Option<bool>,
    /// The session's token.
    pub token: String,
    /// The person.
    pub user: Account,
}

/// An account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Its id.
    pub id: UserId,
    /// What the person is called.
    pub name: String,
    /// Where mail reaches them.
    pub email: String,
    /// Whether that was tried: never yet.
    pub email_verified: bool,
    /// Where their picture is.
    pub image: Option<String>,
    /// Since when the account is there.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// Somebody signed out.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedOut {
    /// Always true.
    pub success: bool,
}

/// Why somebody was not signed up or in, as clients of these routes know it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuthRefusal {
    /// For people.
    pub message: String,
    /// For programs.
    pub code: String,
}

/// The session that a web client reads.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrentSession {
    /// The session.
    pub session: SessionName,
    /// Whose it is.
    pub user: Profile,
    /// Where faults of pages are reported: nowhere.
    pub sentry_dsn: Option<String>,
}

/// A session's name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionName {
    /// Its name; the same for all sessions of a person.
    pub id: String,
    /// The person.
    pub user_id: UserId,
}

/// What is known of a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct Profile {
    /// Their id.
    pub id: UserId,
    /// Where mail reaches them.
    pub email: String,
    /// What they are called.
    pub name: String,
    /// Where their picture is.
    pub image: Option<String>,
}

/// A change of what is known of a person.
#[derive(Debug, ToSchema)]
pub struct UpdateProfileRequest {
    /// What they are called.
    pub name: String,
    /// Where their picture is; empty for none.
    #[schema(value_type = Option<String>)]
    pub image: Field<String>,
}

impl FromFields for UpdateProfileRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.required("name", text().trimmed().min(1).max(120));
        let image = fields.nullable("image", text().trimmed().max(2000));
        let image = match image? {
            Field::Set(address) if address.is_empty() => Field::Clear,
            Field::Set(address) if !is_picture_address(&address) => {
                fields.refuse("image", "Invalid profile image URL");
                return None;
            }
            other => other,
        };
        Some(Self { name: name?, image })
    }
}

/// Where somebody is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// What the program called itself.
    pub user_agent: Option<String>,
    /// Since when.
    pub created_at: Timestamp,
    /// Until when.
    pub expires_at: Timestamp,
    /// Whether it is the one that asks.
    pub is_current: bool,
}

/// Somebody claimed the instance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Claimed {
    /// Always true.
    pub claimed: bool,
    /// Who.
    pub user_id: UserId,
}

/// Who a caller is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WhoAmI {
    /// The person.
    pub user: ShortProfile,
    /// Their id.
    pub user_id: UserId,
    /// Whether they look after the instance.
    pub is_instance_admin: bool,
    /// Where they take part.
    pub company_ids: Vec<CompanyId>,
    /// As what.
    pub memberships: Vec<ShortMembership>,
    /// How they proved it: `local_implicit`, `session` or `board_key`.
    pub source: &'static str,
    /// With which key.
    pub key_id: Option<BoardKeyId>,
}

/// A person, in short.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShortProfile {
    /// Their id.
    pub id: UserId,
    /// What they are called.
    pub name: String,
    /// Where mail reaches them.
    pub email: String,
}

/// A membership, in short.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShortMembership {
    /// The company.
    pub company_id: CompanyId,
    /// As what.
    pub membership_role: CompanyRole,
    /// Whether they take part.
    pub status: MemberStatus,
}

/// What a list of people may be asked for.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListUsersQuery {
    /// A text in their names or addresses.
    pub query: Option<String>,
}

impl FromFields for ListUsersQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        Some(Self { query: fields.optional("query", text().trimmed().max(120))? })
    }
}

/// Somebody in the list of people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedUser {
    /// The person.
    #[serde(flatten)]
    pub user: Profile,
    /// Whether they look after the instance.
    pub is_instance_admin: bool,
    /// To how many companies they belong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub active_company_membership_count: Option<u64>,
}

/// That somebody looks after the instance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstanceRole {
    /// Its id.
    pub id: RowId,
    /// Who.
    pub user_id: UserId,
    /// As what: `instance_admin`.
    pub role: String,
    /// Since when.
    pub created_at: Timestamp,
    /// When that was last changed.
    pub updated_at: Timestamp,
}

/// To which companies somebody is to belong.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct SetCompanyAccessRequest {
    /// These, and no others.
    #[schema(value_type = Vec<CompanyId>)]
    pub company_ids: BTreeSet<CompanyId>,
}

impl FromFields for SetCompanyAccessRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let company_ids = fields.required("companyIds", list(id()).max(1000))?;
        Some(Self { company_ids: company_ids.into_iter().collect() })
    }
}

/// To which companies somebody belongs, or did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyAccess {
    /// The person.
    pub user: ListedUser,
    /// The memberships.
    pub company_access: Vec<NamedMembership>,
}

/// A membership with its company's name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedMembership {
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
    /// What the company is called.
    pub company_name: String,
    /// Whether the company works.
    pub company_status: CompanyStatus,
}
