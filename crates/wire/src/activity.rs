//! The activity log.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{ActivityId, AgentId, CompanyId, OpaqueJson, RunId, Timestamp, UserId};

use crate::fields::{Fields, FromFields};
use crate::kinds::{id, indexed, record, text, word};

/// An entry of the activity log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivityEntry {
    /// Its id.
    pub id: ActivityId,
    /// The company in which it happened.
    pub company_id: CompanyId,
    /// What did it.
    pub actor_type: ActorType,
    /// Who did it.
    pub actor_id: String,
    /// What happened.
    pub action: Action,
    /// To what kind of thing.
    pub entity_type: EntityType,
    /// To which one.
    pub entity_id: String,
    /// The agent that did it.
    pub agent_id: Option<AgentId>,
    /// The run in which it was done.
    pub run_id: Option<RunId>,
    /// On whose behalf.
    pub responsible_user_id: Option<UserId>,
    /// More about it, without secrets.
    pub details: Option<OpaqueJson>,
    /// When it happened.
    pub created_at: Timestamp,
}

/// Which entries are wanted.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListActivityQuery {
    /// Those that this agent caused.
    pub agent_id: Option<String>,
    /// Those about this kind of thing.
    pub entity_type: Option<EntityType>,
    /// Those about this thing.
    pub entity_id: Option<String>,
    /// How many at most.
    pub limit: Option<i64>,
}

impl FromFields for ListActivityQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let agent_id = fields.optional("agentId", text());
        let entity_type = fields.optional("entityType", text());
        let entity_id = fields.optional("entityId", text());
        let limit = fields.optional("limit", text());
        Some(Self {
            agent_id: agent_id?.filter(|id| !id.is_empty()),
            entity_type: entity_type?.filter(|word| !word.is_empty()).map(EntityType::from),
            entity_id: entity_id?.filter(|id| !id.is_empty()),
            // Wire: a limit that is not a number is not one.
            limit: limit?.and_then(|limit| limit.trim().parse().ok()),
        })
    }
}

/// How many entries of an issue are wanted.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListIssueActivityQuery {
    /// How many at most.
    pub limit: Option<i64>,
}

impl FromFields for ListIssueActivityQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let limit = fields.optional("limit", text());
        Some(Self { limit: limit?.and_then(|limit| limit.trim().parse().ok()) })
    }
}

/// An entry to write.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateActivityRequest {
    /// What did it; `system` if nothing is said.
    #[schema(value_type = Option<ActorType>)]
    pub actor_type: ActorType,
    /// Who did it.
    pub actor_id: String,
    /// What happened.
    pub action: Action,
    /// To what kind of thing.
    pub entity_type: EntityType,
    /// To which one.
    pub entity_id: String,
    /// The agent that did it.
    pub agent_id: Option<AgentId>,
    /// More about it.
    pub details: Option<OpaqueJson>,
}

/// The kinds of actor in the order in which the wire lists them.
const ACTOR_TYPES: &[ActorType] = &[ActorType::Agent, ActorType::User, ActorType::System, ActorType::Plugin];

impl FromFields for CreateActivityRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let actor_type = fields.optional("actorType", word::<ActorType>().listed_as(ACTOR_TYPES));
        let actor_id = fields.required("actorId", indexed());
        let action = fields.required("action", indexed());
        let entity_type = fields.required("entityType", indexed());
        let entity_id = fields.required("entityId", indexed());
        let agent_id = fields.nullable("agentId", id::<AgentId>());
        let details = fields.nullable("details", record());
        Some(Self {
            actor_type: actor_type?.unwrap_or(ActorType::System),
            actor_id: actor_id?,
            action: action?.into(),
            entity_type: entity_type?.into(),
            entity_id: entity_id?,
            agent_id: agent_id?.set(),
            details: details?.set(),
        })
    }
}
