//! Issues.

use std::sync::Arc;

use wireclip_domain::issue::IssueRef;
use wireclip_store::issue_references;
use wireclip_store::issues::{self, Issue};

use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

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
        let conn = self.core.store.read();
        let issue = match name {
            IssueRef::Id(id) => issues::get(&conn, &request.scope(), *id).await?,
            IssueRef::Identifier(identifier) => {
                issue_references::by_identifier(&conn, &request.scope(), identifier).await?
            }
        };
        issue.map(|issue| request.found(issue)).ok_or_else(|| ServiceError::not_found("Issue not found"))
    }
}
