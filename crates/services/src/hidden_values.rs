//! Values that were shown hidden and are sent back: what is stored for them stays.

use wireclip_domain::OpaqueJson;
use wireclip_domain::patch::Field;
use wireclip_domain::redaction::{HIDDEN, NothingHidden, restore_hidden, shown_address};

use crate::error::{OrRefuse as _, ServiceError, ServiceResult};

/// Returns settings as they were sent, with the stored values where hidden ones were sent.
///
/// # Errors
/// `Unprocessable` if a hidden value has no stored counterpart.
pub(crate) fn restored(sent: &OpaqueJson, stored: Option<&OpaqueJson>) -> ServiceResult<OpaqueJson> {
    let nothing = OpaqueJson::object();
    restore_hidden(sent, stored.unwrap_or(&nothing)).or_refuse()
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

/// Returns a change of an address, with the stored one where it was sent as it was shown.
///
/// # Errors
/// `Unprocessable` if something of it is hidden and it is not the one that was shown.
pub(crate) fn restored_address(sent: Field<String>, stored: Option<&str>) -> ServiceResult<Field<String>> {
    match sent {
        Field::Set(sent) if sent.contains(HIDDEN) => {
            let known = stored.filter(|stored| shown_address(stored) == sent);
            let known =
                known.ok_or_else(|| ServiceError::refused(&NothingHidden { path: "repoUrl".into() }))?;
            Ok(Field::Set(known.to_owned()))
        }
        other => Ok(other),
    }
}
