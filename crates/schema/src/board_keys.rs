//! The table `board_keys`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{BoardKeyId, Timestamp, UserId};

/// A row of `board_keys`. A key with which a person's scripts call.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "board_keys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: BoardKeyId,
    #[sea_orm(column_type = "Text")]
    pub user_id: UserId,
    #[sea_orm(column_type = "Text")]
    pub name: String,
    #[sea_orm(column_type = "Text")]
    pub key_hash: String,
    pub expires_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
