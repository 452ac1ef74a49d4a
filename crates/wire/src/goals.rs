//! Goals.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::goal::{GoalLevel, GoalStatus};
use wireclip_domain::patch::Field;
use wireclip_domain::{AgentId, CompanyId, GoalId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::{LONGEST_LISTED_TEXT, LONGEST_TITLE, id, text, word};

/// A goal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Goal {
    /// Its id.
    pub id: GoalId,
    /// The company that has it.
    pub company_id: CompanyId,
    /// What is to be reached.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// Whose goal it is.
    pub level: GoalLevel,
    /// Where it stands.
    pub status: GoalStatus,
    /// The goal under which it stands.
    pub parent_id: Option<GoalId>,
    /// The agent that answers for it.
    pub owner_agent_id: Option<AgentId>,
    /// When it was set.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A request for a goal.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateGoalRequest {
    /// What is to be reached.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// Whose goal it is; a task's unless told.
    pub level: Option<GoalLevel>,
    /// Where it stands; planned unless told.
    pub status: Option<GoalStatus>,
    /// The goal under which it stands.
    pub parent_id: Option<GoalId>,
    /// The agent that answers for it.
    pub owner_agent_id: Option<AgentId>,
}

impl FromFields for CreateGoalRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let title = fields.required("title", text().min(1).max(LONGEST_TITLE));
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let level = fields.optional("level", word());
        let status = fields.optional("status", word());
        let parent_id = fields.nullable("parentId", id());
        let owner_agent_id = fields.nullable("ownerAgentId", id());
        Some(Self {
            title: title?,
            description: description?.set(),
            level: level?,
            status: status?,
            parent_id: parent_id?.set(),
            owner_agent_id: owner_agent_id?.set(),
        })
    }
}

/// A request to change a goal; what is not named stays.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateGoalRequest {
    /// What is to be reached.
    pub title: Option<String>,
    /// More about it.
    #[schema(value_type = Option<String>)]
    pub description: Field<String>,
    /// Whose goal it is.
    pub level: Option<GoalLevel>,
    /// Where it stands.
    pub status: Option<GoalStatus>,
    /// The goal under which it stands.
    #[schema(value_type = Option<GoalId>)]
    pub parent_id: Field<GoalId>,
    /// The agent that answers for it.
    #[schema(value_type = Option<AgentId>)]
    pub owner_agent_id: Field<AgentId>,
}

impl FromFields for UpdateGoalRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let title = fields.optional("title", text().min(1).max(LONGEST_TITLE));
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let level = fields.optional("level", word());
        let status = fields.optional("status", word());
        let parent_id = fields.nullable("parentId", id());
        let owner_agent_id = fields.nullable("ownerAgentId", id());
        Some(Self {
            title: title?,
            description: description?,
            level: level?,
            status: status?,
            parent_id: parent_id?,
            owner_agent_id: owner_agent_id?,
        })
    }
}
