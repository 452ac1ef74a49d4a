//! A person's relations to projects and agents.

use axum::extract::State;
use wireclip_domain::membership::{MembershipWish, ResourceType};
use wireclip_services::memberships::{OwnMemberships, Resource};
use wireclip_services::records::{Company, ResourceMembership};
use wireclip_wire::memberships as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Personal, routes!(get_own_memberships))
        .add(Access::Personal, routes!(update_agent_membership))
        .add(Access::Personal, routes!(update_project_membership))
}

/// Get the caller's relations in a company.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/resource-memberships/me",
    responses((status = 200, body = wire::ResourceMemberships))
)]
async fn get_own_memberships(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<wire::ResourceMemberships>> {
    Ok(Answer::ok(all_written(&app.services.memberships.own(&company).await?)))
}

/// Join, leave or star an agent.
#[utoipa::path(
    put,
    path = "/companies/{companyId}/resource-memberships/me/agents/{agentId}",
    request_body = wire::UpdateResourceMembershipRequest,
    responses((status = 200, body = wire::ResourceMembership))
)]
async fn update_agent_membership(
    app: State<App>,
    resource: FromPath<Resource>,
    body: Body<wire::UpdateResourceMembershipRequest>,
) -> ApiResult<Answer<wire::ResourceMembership>> {
    update(app, resource, body).await
}

/// Join, leave or star a project.
#[utoipa::path(
    put,
    path = "/companies/{companyId}/resource-memberships/me/projects/{projectId}",
    request_body = wire::UpdateResourceMembershipRequest,
    responses((status = 200, body = wire::ResourceMembership))
)]
async fn update_project_membership(
    app: State<App>,
    resource: FromPath<Resource>,
    body: Body<wire::UpdateResourceMembershipRequest>,
) -> ApiResult<Answer<wire::ResourceMembership>> {
    update(app, resource, body).await
}

async fn update(
    State(app): State<App>,
    FromPath(resource): FromPath<Resource>,
    Body(body): Body<wire::UpdateResourceMembershipRequest>,
) -> ApiResult<Answer<wire::ResourceMembership>> {
    let wish = MembershipWish { state: body.state, starred: body.starred };
    let membership = app.services.memberships.update(&resource, wish).await?;
    Ok(Answer::ok(written(&membership)))
}

fn written(membership: &ResourceMembership) -> wire::ResourceMembership {
    wire::ResourceMembership {
        resource_type: membership.resource_type,
        resource_id: membership.resource_id,
        state: membership.state,
        starred_at: membership.starred_at,
        updated_at: membership.updated_at,
    }
}

/// Spells all of a person's relations.
pub(super) fn all_written(own: &OwnMemberships) -> wire::ResourceMemberships {
    let states = |kind| own.of(kind).map(|membership| (membership.resource_id, membership.state)).collect();
    let starred = |kind| own.starred(kind).iter().map(|membership| membership.resource_id).collect();
    let starred_at = |kind| {
        own.starred(kind).iter().map(|membership| (membership.resource_id, membership.starred_at)).collect()
    };
    wire::ResourceMemberships {
        project_memberships: states(ResourceType::Project),
        agent_memberships: states(ResourceType::Agent),
        starred_project_ids: starred(ResourceType::Project),
        starred_agent_ids: starred(ResourceType::Agent),
        starred_document_ids: Vec::new(),
        project_starred_at: starred_at(ResourceType::Project),
        agent_starred_at: starred_at(ResourceType::Agent),
        document_starred_at: std::collections::BTreeMap::new(),
        updated_at: own.all.iter().map(|membership| membership.updated_at).max(),
    }
}
