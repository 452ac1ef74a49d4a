//! Where a run executes: what is chosen nearest to the work, and whether that can be used.

use wireclip_domain::EnvironmentId;
use wireclip_domain::environment::{
    EnvironmentChoices, EnvironmentDriver, EnvironmentErrorCode, EnvironmentStatus, choice_in, select,
};
use wireclip_store::environments::Environment;
use wireclip_store::{Conn, Scope, environments, projects};

use super::Environments;
use crate::error::ServiceResult;
use crate::runs::ClaimedRun;

/// Why a run cannot execute where it is meant to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceRefused {
    /// In a word.
    pub code: EnvironmentErrorCode,
    /// For people.
    pub message: String,
}

impl Environments {
    /// Returns the environment in which a run executes; `None` if that is this machine. A choice
    /// that cannot be used is not passed over: work that is meant for elsewhere is not done here.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn place_of(
        &self,
        claimed: &ClaimedRun,
    ) -> ServiceResult<Result<Option<Environment>, PlaceRefused>> {
        let conn = self.core.store.read();
        let refused = |code, message| Ok(Err(PlaceRefused { code, message }));
        let id = match select(choices(&conn, claimed).await?) {
            Ok(Some(id)) => id,
            Ok(None) => return Ok(Ok(None)),
            Err(unreadable) => return refused(EnvironmentErrorCode::NotFound, unreadable.to_string()),
        };
        let environment = environments::get(&conn, id).await?;
        let Some(environment) = environment else {
            let message = format!("The environment {id} that is chosen for this run does not exist");
            return refused(EnvironmentErrorCode::NotFound, message);
        };
        let name = &environment.name;
        if environment.status != EnvironmentStatus::Active {
            let message = format!("The environment \"{name}\" that is chosen for this run is not active");
            return refused(EnvironmentErrorCode::Inactive, message);
        }
        match environment.driver {
            EnvironmentDriver::Local => Ok(Ok(None)),
            EnvironmentDriver::Ssh | EnvironmentDriver::Sandbox => Ok(Ok(Some(environment))),
            driver @ EnvironmentDriver::Plugin => {
                let message =
                    format!("Runs in environments like \"{name}\" (driver {driver}) are not built yet");
                refused(EnvironmentErrorCode::Unsupported, message)
            }
        }
    }
}

async fn choices(conn: &Conn<'_>, claimed: &ClaimedRun) -> ServiceResult<EnvironmentChoices> {
    let issue = claimed.issue.as_ref();
    let project = match issue.and_then(|issue| issue.project_id) {
        Some(id) => projects::get(conn, &Scope::company(claimed.run.company_id), id).await?,
        None => None,
    };
    Ok(EnvironmentChoices {
        issue: choice_in("issue", issue.and_then(|issue| issue.execution_workspace_settings.as_ref())),
        project: choice_in("project", project.as_ref().and_then(|it| it.execution_workspace_policy.as_ref())),
        agent: claimed.agent.default_environment_id.map(|id| EnvironmentId::from_uuid(id.as_uuid())),
        instance: environments::default_of_instance(conn).await?,
    })
}
