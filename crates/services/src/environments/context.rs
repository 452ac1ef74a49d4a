//! In whose name an environment's secrets are kept and read: environments are the installation's,
//! secrets are a company's.

use std::collections::BTreeSet;

use wireclip_domain::CompanyId;
use wireclip_domain::environment::config::ConfigRefused;
use wireclip_store::company_secrets::SecretBinding;
use wireclip_store::{Conn, PageLimit, companies};

use crate::error::{ServiceError, ServiceResult};
use crate::request::Request;

/// Returns the company whose secrets they are: the one that is named, else the only one that the
/// environment's bindings are in, else the only one within the caller's reach.
///
/// # Errors
/// `Unprocessable` if none of these is clear.
pub(crate) async fn company(
    conn: &Conn<'_>,
    request: &Request,
    named: Option<CompanyId>,
    bindings: &[SecretBinding],
) -> ServiceResult<CompanyId> {
    if let Some(named) = named {
        return Ok(named);
    }
    let bound: BTreeSet<CompanyId> = bindings.iter().map(|binding| binding.company_id).collect();
    if let (Some(only), 1) = (bound.first(), bound.len()) {
        return Ok(*only);
    }
    let within_reach = companies::list(conn, &request.scope(), PageLimit::at_most(2)).await?;
    match within_reach.as_slice() {
        [only] => Ok(only.id),
        _ => Err(ServiceError::refused(&ConfigRefused::NoCompany)),
    }
}
