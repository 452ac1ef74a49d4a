//! Issues: making, reading, changing and finding them.

pub mod attention;
pub mod create;
mod delete;
pub mod detail;
pub(crate) mod inbox;
mod inheritance;
pub mod listing;
pub mod page;
pub mod recovery;
mod references_checked;
pub mod related;
pub mod rows;
pub mod update;
pub mod view;
pub mod waiting;
pub mod work;

use std::sync::Arc;

use wireclip_domain::issue::IssueRef;
use wireclip_domain::{OpaqueJson, activity::Action, activity::EntityType};
use wireclip_store::Scope;
use wireclip_store::companies::Company;
use wireclip_store::issues::list::{self, IssueFilter};
use wireclip_store::issues::{self, Issue};

use crate::change::ActivityRecord;
use crate::core::Core;
use crate::error::{Missing, OrMissing as _, ServiceResult};
use crate::request::{Request, Scoped};

pub(crate) use references_checked::candidate;
pub(crate) use update::effects::{wake_for_end, wake_for_removal};
pub use view::IssueView;
pub use work::{IssueWork, PlannedRetry, WorkOfIssues};

/// Actions on issues.
#[derive(Debug, Clone)]
pub struct Issues {
    core: Arc<Core>,
}

impl Issues {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds an issue within the caller's reach, by its id or identifier.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn load(&self, request: &Request, name: &IssueRef) -> ServiceResult<Scoped<Issue>> {
        let issue = issues::find(&self.core.store.read(), &request.scope(), name).await?;
        issue.map(|issue| request.found(issue)).or_missing(Missing::Issue)
    }

    /// Counts a company's issues.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn count(&self, company: &Scoped<Company>, filter: &IssueFilter) -> ServiceResult<u64> {
        Ok(list::count(&self.core.store.read(), company.id, filter).await?)
    }

    /// Reads an issue with its labels and who holds it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn view(&self, issue: &Scoped<Issue>) -> ServiceResult<IssueView> {
        view::of_one(&self.core.store.read(), Issue::clone(issue)).await
    }
}

/// Makes an entry of the log about an issue.
fn about(issue: &Issue, action: Action, details: Option<OpaqueJson>) -> ActivityRecord {
    ActivityRecord::about(EntityType::Issue, issue.id, action, details)
}

fn scope_of(issue: &Issue) -> Scope {
    Scope::company(issue.company_id)
}
