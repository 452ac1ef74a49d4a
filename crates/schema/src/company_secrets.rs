//! The table `company_secrets`.

use sea_orm::entity::prelude::*;
use wireclip_domain::secret::SecretStatus;
use wireclip_domain::{AgentId, CompanyId, SecretId, Timestamp, UserId};

/// A row of `company_secrets`. A secret of a company; its values are in the versions.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "company_secrets")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SecretId,
    pub company_id: CompanyId,
    #[sea_orm(column_type = "Text")]
    pub key: String,
    #[sea_orm(column_type = "Text")]
    pub name: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub description: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub provider: String,
    #[sea_orm(column_type = "Text")]
    pub status: SecretStatus,
    pub latest_version: i32,
    pub last_resolved_at: Option<Timestamp>,
    pub last_rotated_at: Option<Timestamp>,
    pub deleted_at: Option<Timestamp>,
    pub created_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub created_by_user_id: Option<UserId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
