//! The table `resource_memberships`.

use sea_orm::entity::prelude::*;
use wireclip_domain::membership::{MembershipState, ResourceType};
use wireclip_domain::{CompanyId, MembershipId, RowId, Timestamp, UserId};

/// A row of `resource_memberships`. A person's relation to a project or an agent: joined or left, starred or not.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "resource_memberships")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: MembershipId,
    pub company_id: CompanyId,
    #[sea_orm(column_type = "Text")]
    pub user_id: UserId,
    pub resource_type: ResourceType,
    pub resource_id: RowId,
    pub state: MembershipState,
    pub starred_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
