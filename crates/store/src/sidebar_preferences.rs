//! The order in which people see companies, and the projects of each.

use sea_orm::EntityTrait;
use wireclip_domain::{CompanyId, UserId};
use wireclip_schema::sidebar_preferences::{ActiveModel, Column, Entity};

pub use wireclip_schema::sidebar_preferences::Model as SidebarPreference;

use crate::change;
use crate::conn::Conn;
use crate::error::StoreResult;

/// What is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ordered {
    /// All companies.
    Companies,
    /// The projects of a company.
    ProjectsOf(CompanyId),
}

impl Ordered {
    /// Returns what stands in the key for it.
    #[must_use]
    pub fn key(self) -> CompanyId {
        match self {
            Self::Companies => CompanyId::from_uuid(sea_orm::prelude::Uuid::nil()),
            Self::ProjectsOf(company_id) => company_id,
        }
    }
}

/// Returns a person's order.
///
/// # Errors
/// If the database fails.
pub async fn get(
    conn: &Conn<'_>,
    user_id: &UserId,
    ordered: Ordered,
) -> StoreResult<Option<SidebarPreference>> {
    Ok(Entity::find_by_id((user_id.clone(), ordered.key())).one(conn.db()).await?)
}

/// Stores a person's order in the place of the one before.
///
/// # Errors
/// If the database fails.
pub async fn put(conn: &Conn<'_>, preference: &SidebarPreference) -> StoreResult<()> {
    let key = [Column::UserId, Column::CompanyId];
    let replaced = [Column::OrderedIds, Column::UpdatedAt];
    change::put::<Entity, ActiveModel>(conn, preference, &key, &replaced).await
}
