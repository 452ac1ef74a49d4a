//! The table `company_secret_bindings`.

use sea_orm::entity::prelude::*;
use wireclip_domain::secret::SecretTarget;
use wireclip_domain::{CompanyId, RowId, SecretId, Timestamp};

/// A row of `company_secret_bindings`. Who may have a secret's value.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "company_secret_bindings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RowId,
    pub company_id: CompanyId,
    pub secret_id: SecretId,
    #[sea_orm(column_type = "Text")]
    pub target_type: SecretTarget,
    pub target_id: RowId,
    #[sea_orm(column_type = "Text")]
    pub config_path: String,
    #[sea_orm(column_type = "Text")]
    pub version_selector: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
