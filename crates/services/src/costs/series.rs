//! What was spent over time, in a row.

use wireclip_domain::cost::{Grain, Series, start_of_month};
use wireclip_domain::{CompanyId, Timestamp};
use wireclip_store::costs::reports::Sums;
use wireclip_store::costs::series::{self, OfTime, SeriesOf};

use super::Costs;
use crate::error::{ServiceError, ServiceResult};
use crate::request::Request;

/// Over what a row of sums is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeriesQuery {
    /// How long each sum is.
    pub grain: Grain,
    /// The first moment; the beginning of this month where nothing is said.
    pub from: Option<Timestamp>,
    /// The last moment; now where nothing is said.
    pub to: Option<Timestamp>,
    /// Of whom.
    pub of: SeriesOf,
}

impl Costs {
    /// Sums up each hour, day or month of a stretch of time, whole ones, oldest first. What was spent in
    /// none of them is there as nothing.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company, `Invalid` for a stretch that ends before it
    /// begins or is too long for sums of this length.
    pub async fn series(
        &self,
        request: &Request,
        company_id: CompanyId,
        query: SeriesQuery,
    ) -> ServiceResult<Vec<OfTime>> {
        self.require_reader(request, company_id).await?;
        let now = self.core.clock.now();
        let to = query.to.unwrap_or(now);
        let from = query.from.unwrap_or_else(|| start_of_month(to));
        let series = Series::over(query.grain, from, to)
            .map_err(|no| ServiceError::invalid(format!("from, to: {no}")))?;
        let found = series::of_series(&self.core.store.read(), company_id, &series, query.of).await?;
        let mut found = found.into_iter().peekable();
        let filled = series.starts.into_iter().map(|starts_at| {
            let next = found.next_if(|of| of.starts_at == starts_at);
            next.unwrap_or(OfTime { starts_at, sums: Sums::NOTHING })
        });
        Ok(filled.collect())
    }
}
