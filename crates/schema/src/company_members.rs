//! The table `company_members`.

use sea_orm::entity::prelude::*;
use wireclip_domain::membership::{CompanyRole, MemberStatus, PrincipalType};
use wireclip_domain::{CompanyId, MembershipId, Timestamp};

/// A row of `company_members`. Who belongs to a company, and as what.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "company_members")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: MembershipId,
    pub company_id: CompanyId,
    pub principal_type: PrincipalType,
    #[sea_orm(column_type = "Text")]
    pub principal_id: String,
    pub status: MemberStatus,
    pub membership_role: CompanyRole,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
