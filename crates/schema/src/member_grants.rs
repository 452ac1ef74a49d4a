//! The table `member_grants`.

use sea_orm::entity::prelude::*;
use wireclip_domain::membership::PrincipalType;
use wireclip_domain::policy::Permission;
use wireclip_domain::{CompanyId, OpaqueJson, RowId, Timestamp, UserId};

/// A row of `member_grants`. What a member of a company was given by name.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "member_grants")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RowId,
    pub company_id: CompanyId,
    pub principal_type: PrincipalType,
    #[sea_orm(column_type = "Text")]
    pub principal_id: String,
    pub permission_key: Permission,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub scope: Option<OpaqueJson>,
    #[sea_orm(column_type = "Text", nullable)]
    pub granted_by_user_id: Option<UserId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
