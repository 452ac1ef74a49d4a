//! Values that were shown hidden and are sent back: what is stored for them stays.

use wireclip_domain::OpaqueJson;
use wireclip_domain::patch::Field;
use wireclip_domain::redaction::restore_hidden;

use crate::error::{ServiceError, ServiceResult};

/// Returns settings as they were sent, with the stored values where hidden ones were sent.
///
/// # Errors
/// `Unprocessable` if a hidden value has no stored counterpart.
pub(crate) fn restored(sent: &OpaqueJson, stored: Option<&OpaqueJson>) -> ServiceResult<OpaqueJson> {
    let nothing = OpaqueJson::object();
    restore_hidden(sent, stored.unwrap_or(&nothing)).map_err(|refused| ServiceError::refused(&refused))
}

/// Returns a change of settings, with the stored values where hidden ones were sent.
///
/// # Errors
/// As [`restored`].
pub(crate) fn restored_field(
    sent: Field<OpaqueJson>,
    stored: Option<&OpaqueJson>,
) -> ServiceResult<Field<OpaqueJson>> {
    Ok(match sent {
        Field::Set(sent) => Field::Set(restored(&sent, stored)?),
        other => other,
    })
}
