//! Keys with which people's scripts call.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::patch::Field;
use wireclip_domain::{BoardKeyId, CompanyId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::{boolean, id, moment, text};

/// A request for a key.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateBoardKeyRequest {
    /// What it is called.
    pub name: Option<String>,
    /// The company for which it is made.
    pub requested_company_id: Option<CompanyId>,
    /// Until when it opens something; a month if nothing is said, without end for `null`.
    #[schema(value_type = Option<Timestamp>)]
    pub expires_at: Field<Timestamp>,
}

impl FromFields for CreateBoardKeyRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.optional("name", text().trimmed().min(1).max(120));
        let requested_company_id = fields.nullable("requestedCompanyId", id());
        let expires_at = fields.nullable("expiresAt", moment());
        Some(Self { name: name?, requested_company_id: requested_company_id?.set(), expires_at: expires_at? })
    }
}

/// What a list of keys may be asked for.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListBoardKeysQuery {
    /// Also those that open nothing any more.
    pub include_inactive: Option<bool>,
}

impl FromFields for ListBoardKeysQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        Some(Self { include_inactive: fields.optional("includeInactive", boolean())? })
    }
}

/// A key with which a person's scripts call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardKey {
    /// Its id.
    pub id: BoardKeyId,
    /// What it is called.
    pub name: String,
    /// Since when it is there.
    pub created_at: Timestamp,
    /// When it was last used.
    pub last_used_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// Until when it opens something.
    pub expires_at: Option<Timestamp>,
}

/// A key that was just made.
#[derive(Serialize, ToSchema)]
pub struct CreatedBoardKey {
    /// What is kept of it.
    #[serde(flatten)]
    pub key: BoardKey,
    /// What opens the door. It is never told again.
    pub token: String,
}

/// A key that was revoked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokedBoardKey {
    /// Always true.
    pub ok: bool,
    /// Which.
    pub key_id: BoardKeyId,
}

/// The caller's own key that was revoked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokedOwnKey {
    /// Always true.
    pub revoked: bool,
    /// Which.
    pub key_id: BoardKeyId,
}
