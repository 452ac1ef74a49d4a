//! The table `companies`.

use sea_orm::entity::prelude::*;
use wireclip_domain::company::{CompanyStatus, PauseReason};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AssetId, CompanyId, OpaqueJson, Timestamp, UserId};

/// A row of `companies`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "companies")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CompanyId,
    #[sea_orm(column_type = "Text")]
    pub name: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub description: Option<String>,
    pub status: CompanyStatus,
    pub pause_reason: Option<PauseReason>,
    pub paused_at: Option<Timestamp>,
    #[sea_orm(column_type = "Text")]
    pub issue_prefix: String,
    pub budget_monthly_micros: MicroDollars,
    #[sea_orm(column_type = "Text", nullable)]
    pub default_responsible_user_id: Option<UserId>,
    pub require_board_approval_for_new_agents: bool,
    #[sea_orm(column_type = "JsonBinary")]
    pub interaction_resolver_governance: OpaqueJson,
    pub feedback_data_sharing_enabled: bool,
    pub feedback_data_sharing_consent_at: Option<Timestamp>,
    #[sea_orm(column_type = "Text", nullable)]
    pub feedback_data_sharing_consent_by_user_id: Option<UserId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub feedback_data_sharing_terms_version: Option<String>,
    pub logo_asset_id: Option<AssetId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
