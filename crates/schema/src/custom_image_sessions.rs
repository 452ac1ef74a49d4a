//! The table `custom_image_sessions`.

use sea_orm::entity::prelude::*;
use wireclip_domain::custom_image::SessionStatus;
use wireclip_domain::{
    CompanyId, EnvironmentId, LeaseId, NodeId, OpaqueJson, SetupSessionId, TemplateId, Timestamp,
};

/// A row of `custom_image_sessions`. A person's work on a sandbox that becomes a template.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "custom_image_sessions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SetupSessionId,
    pub company_id: CompanyId,
    pub environment_id: EnvironmentId,
    pub template_id: Option<TemplateId>,
    pub promoted_template_id: Option<TemplateId>,
    #[sea_orm(column_type = "Text")]
    pub provider: String,
    pub lease_id: Option<LeaseId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub provider_lease_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub status: SessionStatus,
    #[sea_orm(column_type = "Text", nullable)]
    pub started_by_user_id: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub base_reference: Option<String>,
    #[sea_orm(column_type = "JsonBinary")]
    pub config: OpaqueJson,
    pub captures: i32,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub connection_summary: Option<OpaqueJson>,
    pub connection_expires_at: Option<Timestamp>,
    #[sea_orm(column_type = "Text", nullable)]
    pub failure_reason: Option<String>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub metadata: Option<OpaqueJson>,
    pub due_at: Option<Timestamp>,
    pub expires_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub carrier_node_id: Option<NodeId>,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
