//! A person's relations to projects and agents.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::membership::{MembershipState, ResourceType};
use wireclip_domain::{RowId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::{boolean, word};

/// A person's relations in a company.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResourceMemberships {
    /// Projects that they said something about.
    #[schema(value_type = BTreeMap<String, MembershipState>)]
    pub project_memberships: BTreeMap<RowId, MembershipState>,
    /// Agents that they said something about.
    #[schema(value_type = BTreeMap<String, MembershipState>)]
    pub agent_memberships: BTreeMap<RowId, MembershipState>,
    /// Starred projects, the last starred first.
    pub starred_project_ids: Vec<RowId>,
    /// Starred agents, the last starred first.
    pub starred_agent_ids: Vec<RowId>,
    /// Starred documents, the last starred first.
    pub starred_document_ids: Vec<RowId>,
    /// When projects were starred.
    #[schema(value_type = BTreeMap<String, Timestamp>)]
    pub project_starred_at: BTreeMap<RowId, Option<Timestamp>>,
    /// When agents were starred.
    #[schema(value_type = BTreeMap<String, Timestamp>)]
    pub agent_starred_at: BTreeMap<RowId, Option<Timestamp>>,
    /// When documents were starred.
    #[schema(value_type = BTreeMap<String, Timestamp>)]
    pub document_starred_at: BTreeMap<RowId, Option<Timestamp>>,
    /// When any of it was last changed.
    pub updated_at: Option<Timestamp>,
}

/// A person's relation to a project or an agent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResourceMembership {
    /// To what kind of thing.
    pub resource_type: ResourceType,
    /// To which one.
    pub resource_id: RowId,
    /// Whether they follow it.
    pub state: MembershipState,
    /// When they starred it, if they did.
    pub starred_at: Option<Timestamp>,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A change of a relation.
#[derive(Debug, ToSchema)]
pub struct UpdateResourceMembershipRequest {
    /// To join or leave.
    pub state: Option<MembershipState>,
    /// To star, or to take the star away.
    pub starred: Option<bool>,
}

impl FromFields for UpdateResourceMembershipRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let state = fields.optional("state", word::<MembershipState>());
        let starred = fields.optional("starred", boolean());
        let (state, starred) = (state?, starred?);
        if state.is_none() && starred.is_none() {
            fields.refuse("", "state or starred is required");
        }
        if state == Some(MembershipState::Left) && starred == Some(true) {
            fields.refuse("starred", "starred resources must be joined");
        }
        Some(Self { state, starred })
    }
}
