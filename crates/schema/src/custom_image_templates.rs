//! The table `custom_image_templates`.

use sea_orm::entity::prelude::*;
use wireclip_domain::custom_image::{TemplateKind, TemplateStatus};
use wireclip_domain::{EnvironmentId, OpaqueJson, TemplateId, Timestamp};

/// A row of `custom_image_templates`. What sandboxes of an environment start from, or may be left
/// of a try to make that.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "custom_image_templates")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TemplateId,
    pub environment_id: Option<EnvironmentId>,
    #[sea_orm(column_type = "Text")]
    pub provider: String,
    #[sea_orm(column_type = "Text")]
    pub kind: TemplateKind,
    #[sea_orm(column_type = "Text")]
    pub reference: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub source_reference: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub fingerprint: String,
    #[sea_orm(column_type = "JsonBinary")]
    pub config: OpaqueJson,
    #[sea_orm(column_type = "Text")]
    pub status: TemplateStatus,
    #[sea_orm(column_type = "Text", nullable)]
    pub created_by_user_id: Option<String>,
    pub captured_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
    pub superseded_by_id: Option<TemplateId>,
    pub removal_due_at: Option<Timestamp>,
    pub removal_attempts: i32,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub metadata: Option<OpaqueJson>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
