//! Removing a company with everything in it.

use wireclip_store::companies::{self, Company};

use super::{Companies, not_found};
use crate::change::Committed;
use crate::error::ServiceResult;
use crate::request::Scoped;

impl Companies {
    /// Removes a company and everything in it.
    ///
    /// # Errors
    /// `NotFound` if it went meanwhile.
    pub async fn delete(&self, company: &Scoped<Company>) -> ServiceResult<Committed<()>> {
        let mut change = self.core.begin(company.request()).await?;
        companies::lock(&change.conn(), company.id).await?.ok_or_else(not_found)?;
        companies::delete(&change.conn(), company.id).await?;
        change.wake_engine();
        change.commit(()).await
    }
}
