//! The table `project_workspaces`.

use sea_orm::entity::prelude::*;
use wireclip_domain::project::workspace::{WorkspaceSource, WorkspaceVisibility};
use wireclip_domain::{CompanyId, OpaqueJson, ProjectId, ProjectWorkspaceId, Timestamp};

/// A row of `project_workspaces`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "project_workspaces")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ProjectWorkspaceId,
    pub company_id: CompanyId,
    pub project_id: ProjectId,
    #[sea_orm(column_type = "Text")]
    pub name: String,
    pub source_type: WorkspaceSource,
    #[sea_orm(column_type = "Text", nullable)]
    pub cwd: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub repo_url: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub repo_ref: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub default_ref: Option<String>,
    pub visibility: WorkspaceVisibility,
    #[sea_orm(column_type = "Text", nullable)]
    pub setup_command: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub cleanup_command: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub remote_provider: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub remote_workspace_ref: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub shared_workspace_key: Option<String>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub metadata: Option<OpaqueJson>,
    pub is_primary: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
