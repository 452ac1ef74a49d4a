//! Who belongs to a company, as what, and what they were given.

use axum::extract::State;
use wireclip_services::Scoped;
use wireclip_services::people::{GrantWish, MemberPatch, MemberView, rights_of};
use wireclip_services::records::{Company, MemberGrant};
use wireclip_wire::companies::MembersAccess;
use wireclip_wire::members as wire;

use super::auth::profile_written;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, NeededBody};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{FromPath, PathParams};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_members))
        .add(Access::AnyCaller, routes!(update_member))
        .add(Access::AnyCaller, routes!(update_member_permissions))
        .add(Access::AnyCaller, routes!(update_member_role_and_grants))
}

/// List who belongs to a company.
#[utoipa::path(get, path = "/companies/{companyId}/members", responses((status = 200, body = wire::Members)))]
async fn list_members(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<wire::Members>> {
    let members = app.services.people.members(&company).await?;
    let written = members.into_iter().map(|view| {
        let reason = view.stays.map(str::to_owned);
        let removal = wire::Removal { can_archive: reason.is_none(), reason };
        wire::Member { removal: Some(removal), ..written(view) }
    });
    Ok(Answer::ok(wire::Members { members: written.collect(), access: access_of(&company) }))
}

/// Change what a member is, or whether they take part.
#[utoipa::path(
    patch,
    path = "/companies/{companyId}/members/{memberId}",
    request_body = wire::UpdateMemberRequest,
    responses((status = 200, body = wire::Member))
)]
async fn update_member(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    path: PathParams,
    Body(body): Body<wire::UpdateMemberRequest>,
) -> ApiResult<Answer<wire::Member>> {
    let patch = MemberPatch { role: body.membership_role, status: body.status, grants: None };
    changed(&app, &company, &path, patch).await
}

/// Change what a member was given.
#[utoipa::path(
    patch,
    path = "/companies/{companyId}/members/{memberId}/permissions",
    request_body = wire::UpdateMemberPermissionsRequest,
    responses((status = 200, body = wire::Member))
)]
async fn update_member_permissions(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    path: PathParams,
    NeededBody(body): NeededBody<wire::UpdateMemberPermissionsRequest>,
) -> ApiResult<Answer<wire::Member>> {
    let patch = MemberPatch { grants: Some(wishes(body.grants)), ..MemberPatch::default() };
    changed(&app, &company, &path, patch).await
}

/// Change what a member is and was given, at once.
#[utoipa::path(
    patch,
    path = "/companies/{companyId}/members/{memberId}/role-and-grants",
    request_body = wire::UpdateMemberRoleAndGrantsRequest,
    responses((status = 200, body = wire::Member))
)]
async fn update_member_role_and_grants(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    path: PathParams,
    NeededBody(body): NeededBody<wire::UpdateMemberRoleAndGrantsRequest>,
) -> ApiResult<Answer<wire::Member>> {
    let patch = MemberPatch {
        role: body.standing.membership_role,
        status: body.standing.status,
        grants: Some(wishes(body.grants)),
    };
    changed(&app, &company, &path, patch).await
}

async fn changed(
    app: &App,
    company: &Scoped<Company>,
    path: &PathParams,
    patch: MemberPatch,
) -> ApiResult<Answer<wire::Member>> {
    let id = path.id("memberId", "Member not found")?;
    let view = app.services.people.update_member(company, id, patch).await?;
    Ok(Answer::ok(written(view.into_inner())))
}

/// Says what the caller may do with a company's members.
pub(super) fn access_of(company: &Scoped<Company>) -> MembersAccess {
    let rights = rights_of(company.caller(), company.id);
    MembersAccess {
        current_user_role: rights.role,
        can_manage_members: rights.manage,
        can_invite_users: rights.invite,
        can_approve_join_requests: rights.approve_joins,
    }
}

fn wishes(grants: Vec<wire::GrantRequest>) -> Vec<GrantWish> {
    let wish = |grant: wire::GrantRequest| GrantWish { permission: grant.permission_key, scope: grant.scope };
    grants.into_iter().map(wish).collect()
}

fn written(MemberView { member, user, grants, stays: _ }: MemberView) -> wire::Member {
    wire::Member {
        id: member.id,
        company_id: member.company_id,
        principal_type: member.principal_type,
        principal_id: member.principal_id,
        status: member.status,
        membership_role: member.membership_role,
        created_at: member.created_at,
        updated_at: member.updated_at,
        user: user.map(profile_written),
        grants: grants.into_iter().map(grant_written).collect(),
        removal: None,
    }
}

fn grant_written(grant: MemberGrant) -> wire::Grant {
    wire::Grant {
        id: grant.id,
        company_id: grant.company_id,
        principal_type: grant.principal_type,
        principal_id: grant.principal_id,
        permission_key: grant.permission_key,
        scope: grant.scope,
        granted_by_user_id: grant.granted_by_user_id,
        created_at: grant.created_at,
        updated_at: grant.updated_at,
    }
}
