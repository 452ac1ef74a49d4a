//! A company's mark.

use wireclip_domain::AssetId;
use wireclip_domain::patch::Field;
use wireclip_store::Scope;
use wireclip_store::assets::{self, Going};
use wireclip_store::companies::Company;

use super::remove;
use crate::change::Change;
use crate::error::{ServiceError, ServiceResult};

/// Chooses a company's mark, or takes it away; the one before goes with that.
///
/// # Errors
/// `NotFound` if there is no such file, `Unprocessable` if it is another company's, or an issue's.
pub(crate) async fn choose(
    change: &mut Change<'_>,
    company: &mut Company,
    wish: Field<AssetId>,
) -> ServiceResult<()> {
    if let Some(id) = wish.as_set() {
        let found = assets::get(&change.conn(), &Scope::everything(), *id).await?;
        let found = found.ok_or_else(|| ServiceError::not_found("Logo asset not found"))?;
        if found.company_id != company.id || found.attachment_id.is_some() {
            return Err(ServiceError::unprocessable("Logo asset must belong to the same company"));
        }
    }
    let before = company.logo_asset_id;
    wish.apply_to(&mut company.logo_asset_id);
    if let Some(before) = before.filter(|before| company.logo_asset_id != Some(*before)) {
        remove(change, Going::One(before)).await?;
    }
    Ok(())
}
