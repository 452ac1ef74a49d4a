//! The table `inbox_dismissals`.

use sea_orm::entity::prelude::*;
use wireclip_domain::inbox::DismissalKind;
use wireclip_domain::{CompanyId, InboxDismissalId, Timestamp, UserId};

/// A row of `inbox_dismissals`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "inbox_dismissals")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: InboxDismissalId,
    pub company_id: CompanyId,
    #[sea_orm(column_type = "Text")]
    pub user_id: UserId,
    #[sea_orm(column_type = "Text")]
    pub item_key: String,
    pub kind: DismissalKind,
    pub snoozed_until: Option<Timestamp>,
    pub dismissed_at: Timestamp,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
