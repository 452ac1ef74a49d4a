//! How projects are called: free names, and finding by name.

use wireclip_domain::project::{ProjectRefused, unique_project_name};
use wireclip_domain::url_key::slug;
use wireclip_domain::{CompanyId, ProjectId};
use wireclip_store::projects::{self, Project};
use wireclip_store::{Conn, StoreResult};

use crate::error::{ServiceError, ServiceResult};

/// Returns the name that a project gets: the wished one, with the first free number if another
/// project of the company has its key. The caller holds the company's lock.
pub(super) async fn free_name(
    conn: &Conn<'_>,
    company_id: CompanyId,
    wished: &str,
    own: Option<ProjectId>,
) -> ServiceResult<String> {
    let Some(key) = slug(wished) else { return Ok(wished.to_owned()) };
    let taken = projects::keys_starting_with(conn, company_id, &key, own).await?;
    Ok(unique_project_name(wished, |key| taken.contains(key)))
}

/// Finds the project of a company that has this key or name.
pub(super) async fn find(
    conn: &Conn<'_>,
    company_id: CompanyId,
    name: &str,
) -> ServiceResult<Option<Project>> {
    let mut called = called(conn, company_id, name).await?;
    if called.len() > 1 {
        let projects = called.iter().map(|project| project.id).collect();
        return Err(ServiceError::refused(&ProjectRefused::Ambiguous { projects }));
    }
    Ok(called.pop())
}

/// A key belongs to one project; a name whose key has a piece of the id may belong to several.
async fn called(conn: &Conn<'_>, company_id: CompanyId, name: &str) -> StoreResult<Vec<Project>> {
    let Some(key) = slug(name) else { return projects::named(conn, company_id, name).await };
    if let Some(exact) = projects::find_by_key(conn, company_id, &key).await? {
        return Ok(vec![exact]);
    }
    let alike = projects::starting_with(conn, company_id, &key).await?;
    Ok(alike.into_iter().filter(|project| slug(&project.name).as_deref() == Some(&*key)).collect())
}
