//! What the board's word about a spent budget does.

use wireclip_domain::approval::Verdict;
use wireclip_store::approvals::Approval;

use crate::change::Change;
use crate::error::ServiceResult;

/// Called once for each verdict of the board about a budget, in the transaction of the verdict.
///
/// The decision alone is kept: there are no budgets that it could raise.
#[expect(clippy::unused_async, reason = "the budgets that it will reach are rows")]
pub(super) async fn decided(
    _change: &mut Change<'_>,
    _approval: &Approval,
    _verdict: Verdict,
) -> ServiceResult<()> {
    Ok(())
}
