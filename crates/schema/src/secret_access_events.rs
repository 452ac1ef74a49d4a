//! The table `secret_access_events`.

use sea_orm::entity::prelude::*;
use wireclip_domain::secret::{SecretAccessOutcome, SecretConsumer};
use wireclip_domain::{AgentId, CompanyId, IssueId, RowId, RunId, SecretId, Timestamp};

/// A row of `secret_access_events`. A run asked for a secret.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "secret_access_events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RowId,
    pub company_id: CompanyId,
    pub secret_id: SecretId,
    pub version: Option<i32>,
    #[sea_orm(column_type = "Text")]
    pub consumer_type: SecretConsumer,
    pub agent_id: AgentId,
    #[sea_orm(column_type = "Text", nullable)]
    pub config_path: Option<String>,
    pub issue_id: Option<IssueId>,
    pub run_id: RunId,
    #[sea_orm(column_type = "Text")]
    pub outcome: SecretAccessOutcome,
    #[sea_orm(column_type = "Text", nullable)]
    pub error_code: Option<String>,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
