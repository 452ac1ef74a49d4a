//! What was spent over time, in a row.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::cost::Grain;
use wireclip_domain::{AgentId, ProjectId, Timestamp};

use super::SummedCosts;
use crate::fields::{Fields, FromFields};
use crate::kinds::{id, text, word};

/// Over what is summed up, and in how long pieces.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct CostSeriesQuery {
    /// How long each sum is: `hour`, `day` or `month`; a day where nothing is said.
    #[param(value_type = Option<String>)]
    pub bucket: Option<Grain>,
    /// The first moment; a date is its midnight, by UTC. The beginning of the month where nothing is said.
    pub from: Option<String>,
    /// The last moment; a date is its midnight, by UTC. Now where nothing is said.
    pub to: Option<String>,
    /// Of this agent alone.
    #[param(value_type = Option<String>, format = "uuid")]
    pub agent_id: Option<AgentId>,
    /// Of this project alone.
    #[param(value_type = Option<String>, format = "uuid")]
    pub project_id: Option<ProjectId>,
}

impl FromFields for CostSeriesQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let bucket = fields.optional("bucket", word().listed_as(&[Grain::Hour, Grain::Day, Grain::Month]));
        let from = fields.optional("from", text());
        let to = fields.optional("to", text());
        let agent_id = fields.optional("agentId", id());
        let project_id = fields.optional("projectId", id());
        Some(Self { bucket: bucket?, from: from?, to: to?, agent_id: agent_id?, project_id: project_id? })
    }
}

/// Sums of hours, days or months, whole ones, oldest first; at most 800.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostSeries {
    /// How long each is: `hour`, `day` or `month`, by UTC.
    #[schema(value_type = String)]
    pub bucket: Grain,
    /// One for each, also where nothing was spent.
    pub points: Vec<CostPoint>,
}

/// What was spent in an hour, a day or a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostPoint {
    /// Where it begins.
    pub start: Timestamp,
    /// The sums.
    #[serde(flatten)]
    pub costs: SummedCosts,
}
