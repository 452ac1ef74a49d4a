//! The table `company_secret_versions`.

use sea_orm::entity::prelude::*;
use wireclip_domain::secret::SecretVersionStatus;
use wireclip_domain::{RowId, SecretId, Timestamp};

/// A row of `company_secret_versions`. A sealed value of a secret.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "company_secret_versions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RowId,
    pub secret_id: SecretId,
    pub version: i32,
    #[sea_orm(column_type = "Text")]
    pub sealed: String,
    #[sea_orm(column_type = "Text")]
    pub key_fingerprint: String,
    #[sea_orm(column_type = "Text")]
    pub status: SecretVersionStatus,
    pub created_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
