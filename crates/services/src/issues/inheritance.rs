//! What an issue takes over from where it belongs: its goal.

use wireclip_domain::goal::{GoalCandidate, company_goal, inherited_goal};
use wireclip_domain::{CompanyId, GoalId};
use wireclip_store::Conn;
use wireclip_store::goals;
use wireclip_store::projects::Project;

use crate::error::ServiceResult;

/// Returns the goal that an issue gets from its project, or outside of projects from the company.
pub(super) async fn goal_of_place(
    conn: &Conn<'_>,
    company_id: CompanyId,
    project: Option<&Project>,
) -> ServiceResult<Option<GoalId>> {
    let company = match project {
        Some(_) => None,
        None => goal_of_company(conn, company_id).await?,
    };
    Ok(inherited_goal(project.map(|project| project.goal_id), company))
}

async fn goal_of_company(conn: &Conn<'_>, company_id: CompanyId) -> ServiceResult<Option<GoalId>> {
    let goals = goals::of_company_level(conn, company_id).await?;
    let candidates: Vec<_> = goals
        .iter()
        .map(|goal| GoalCandidate {
            id: goal.id,
            level: goal.level,
            status: goal.status,
            is_root: goal.parent_id.is_none(),
            created_at: goal.created_at,
        })
        .collect();
    Ok(company_goal(&candidates))
}
