//! The order in which a person sees companies, and the projects of each.

use std::collections::HashSet;
use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::{OpaqueJson, RowId, Timestamp};
use wireclip_store::companies::Company;
use wireclip_store::sidebar_preferences::{self, Ordered, SidebarPreference};

use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::inbox::person;
use crate::request::{Request, Scoped};

/// Actions on people's sidebars.
#[derive(Debug, Clone)]
pub struct Sidebar {
    core: Arc<Core>,
}

/// An order that a person chose.
#[derive(Debug, Clone, Default)]
pub struct Order {
    /// What comes first; what is not named comes after.
    pub ids: Vec<RowId>,
    /// When it was chosen, if it was.
    pub updated_at: Option<Timestamp>,
}

impl Sidebar {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Returns the order in which the caller sees companies.
    ///
    /// # Errors
    /// `Forbidden` if the caller is no person.
    pub async fn companies(&self, request: &Request) -> ServiceResult<Order> {
        self.get(request, Ordered::Companies).await
    }

    /// Returns the order in which the caller sees a company's projects.
    ///
    /// # Errors
    /// `Forbidden` if the caller is no person.
    pub async fn projects(&self, company: &Scoped<Company>) -> ServiceResult<Order> {
        self.get(company.request(), Ordered::ProjectsOf(company.id)).await
    }

    /// Chooses the order in which the caller sees companies.
    ///
    /// # Errors
    /// `Forbidden` if the caller is no person.
    pub async fn order_companies(
        &self,
        request: &Request,
        ids: Vec<RowId>,
    ) -> ServiceResult<Committed<Order>> {
        let change = self.core.begin(request).await?;
        let order = put(&change, request, Ordered::Companies, ids).await?;
        change.commit(order).await
    }

    /// Chooses the order in which the caller sees a company's projects.
    ///
    /// # Errors
    /// `Forbidden` if the caller is no person.
    pub async fn order_projects(
        &self,
        company: &Scoped<Company>,
        ids: Vec<RowId>,
    ) -> ServiceResult<Committed<Order>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let order = put(&change, company.request(), Ordered::ProjectsOf(company.id), ids).await?;
        let mut details = OpaqueJson::object();
        details.set("userId", &person(company.caller())?);
        details.set("orderedIds", &order.ids);
        change.record(
            company.id,
            ActivityRecord::about(
                EntityType::Company,
                company.id,
                Action::SidebarProjectOrderUpdated,
                details,
            ),
        );
        change.commit(order).await
    }

    async fn get(&self, request: &Request, ordered: Ordered) -> ServiceResult<Order> {
        let user_id = person(&request.caller)?;
        let row = sidebar_preferences::get(&self.core.store.read(), &user_id, ordered).await?;
        row.as_ref().map_or_else(|| Ok(Order::default()), order_of)
    }
}

/// Stores an order, each id once.
async fn put(
    change: &Change<'_>,
    request: &Request,
    ordered: Ordered,
    ids: Vec<RowId>,
) -> ServiceResult<Order> {
    let mut seen = HashSet::new();
    let ids: Vec<_> = ids.into_iter().filter(|id| seen.insert(*id)).collect();
    let row = SidebarPreference {
        user_id: person(&request.caller)?,
        company_id: ordered.key(),
        ordered_ids: OpaqueJson::of(&ids),
        updated_at: change.now(),
    };
    sidebar_preferences::put(&change.conn(), &row).await?;
    Ok(Order { ids, updated_at: Some(row.updated_at) })
}

fn order_of(row: &SidebarPreference) -> ServiceResult<Order> {
    let ids =
        row.ordered_ids.parse().map_err(|error| ServiceError::internal("read a stored order", error))?;
    Ok(Order { ids, updated_at: Some(row.updated_at) })
}
