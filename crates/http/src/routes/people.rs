//! Who one is, one's keys, and looking after the people of an instance.

use axum::extract::State;
use wireclip_domain::caller::BoardProof;
use wireclip_domain::ids::InvalidId;
use wireclip_domain::{OpaqueJson, UserId};
use wireclip_services::people::{CompanyAccess, NewBoardKey};
use wireclip_services::records::{BoardKey, InstanceRole};
use wireclip_services::{Refusal, RefusalKind, ServiceError};
use wireclip_wire::board_keys as keys;
use wireclip_wire::error::ErrorBody;
use wireclip_wire::people as wire;

use super::auth::{profile_written, require_sign_in, source_of};
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, NeededBody, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{By, PathParams};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Person, routes!(claim_instance))
        .add(Access::Person, routes!(get_cli_caller))
        .add(Access::Person, routes!(list_board_api_keys))
        .add(Access::Person, routes!(create_board_api_key))
        .add(Access::Person, routes!(revoke_board_api_key))
        .add(Access::Person, routes!(revoke_cli_key))
        .add(Access::Admin, routes!(list_users))
        .add(Access::Admin, routes!(promote_instance_admin))
        .add(Access::Admin, routes!(demote_instance_admin))
        .add(Access::Admin, routes!(get_user_company_access))
        .add(Access::Admin, routes!(set_user_company_access))
}

/// Look after an instance that nobody looks after.
#[utoipa::path(post, path = "/bootstrap/claim", responses((status = 200, body = wire::Claimed)))]
async fn claim_instance(State(app): State<App>, By(request): By) -> ApiResult<Answer<wire::Claimed>> {
    require_sign_in(&app, "Browser first-admin claim is not available")?;
    let user_id = app.services.people.claim_instance(&request).await?.into_inner();
    Ok(Answer::ok(wire::Claimed { claimed: true, user_id }))
}

/// Say who one is.
#[utoipa::path(get, path = "/cli-auth/me", responses((status = 200, body = wire::WhoAmI)))]
async fn get_cli_caller(State(app): State<App>, By(request): By) -> ApiResult<Answer<wire::WhoAmI>> {
    let me = app.services.people.who_am_i(&request).await?;
    let memberships = me.memberships.iter().map(|member| wire::ShortMembership {
        company_id: member.company_id,
        membership_role: member.membership_role,
        status: member.status,
    });
    Ok(Answer::ok(wire::WhoAmI {
        user_id: me.user.id.clone(),
        is_instance_admin: me.is_instance_admin,
        company_ids: me.memberships.iter().map(|member| member.company_id).collect(),
        memberships: memberships.collect(),
        source: request.caller.as_board().map_or("session", source_of),
        key_id: match me.proof {
            BoardProof::Key(id) => Some(id),
            BoardProof::Local | BoardProof::Session(_) => None,
        },
        user: wire::ShortProfile { id: me.user.id, name: me.user.name, email: me.user.email },
    }))
}

/// List one's keys.
#[utoipa::path(
    get,
    path = "/board-api-keys",
    params(keys::ListBoardKeysQuery),
    responses((status = 200, body = Vec<keys::BoardKey>))
)]
async fn list_board_api_keys(
    State(app): State<App>,
    By(request): By,
    Query(query): Query<keys::ListBoardKeysQuery>,
) -> ApiResult<Answer<Vec<keys::BoardKey>>> {
    let found = app.services.people.keys(&request, query.include_inactive.unwrap_or(false)).await?;
    Ok(Answer::ok(found.into_iter().map(key_written).collect()))
}

/// Make a key that acts as oneself.
#[utoipa::path(
    post,
    path = "/board-api-keys",
    request_body = keys::CreateBoardKeyRequest,
    responses((status = 201, body = keys::CreatedBoardKey))
)]
async fn create_board_api_key(
    State(app): State<App>,
    By(request): By,
    Body(body): Body<keys::CreateBoardKeyRequest>,
) -> ApiResult<Answer<keys::CreatedBoardKey>> {
    let new =
        NewBoardKey { name: body.name, company: body.requested_company_id, expires_at: body.expires_at };
    let made = app.services.people.create_key(&request, new).await?.into_inner();
    let mut details = OpaqueJson::object();
    details.set("keyId", &made.key.id);
    let afterwards = ErrorBody {
        error: "The request was carried out, and the key's token was shown with its answer, which is kept \
                nowhere: revoke that key and make another with a new Idempotency-Key"
            .to_owned(),
        code: Some("token_shown_once".to_owned()),
        details: Some(details),
    };
    let token = made.reveal().to_owned();
    let answer = Answer::created(keys::CreatedBoardKey { key: key_written(made.key), token });
    Ok(answer.shown_once(afterwards))
}

/// Revoke a key of one's own.
#[utoipa::path(
    delete,
    path = "/board-api-keys/{keyId}",
    responses((status = 200, body = keys::RevokedBoardKey))
)]
async fn revoke_board_api_key(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
) -> ApiResult<Answer<keys::RevokedBoardKey>> {
    let invalid = |InvalidId| ServiceError::invalid("Invalid board API key ID");
    let id = path.text("keyId").parse().map_err(invalid)?;
    let key_id = app.services.people.revoke_key(&request, id).await?.into_inner();
    Ok(Answer::ok(keys::RevokedBoardKey { ok: true, key_id }))
}

/// Revoke the key with which one calls.
#[utoipa::path(post, path = "/cli-auth/revoke-current", responses((status = 200, body = keys::RevokedOwnKey)))]
async fn revoke_cli_key(State(app): State<App>, By(request): By) -> ApiResult<Answer<keys::RevokedOwnKey>> {
    let key_id = app.services.people.revoke_own_key(&request).await?.into_inner();
    Ok(Answer::ok(keys::RevokedOwnKey { revoked: true, key_id }))
}

/// Find people of the instance.
#[utoipa::path(
    get,
    path = "/admin/users",
    params(wire::ListUsersQuery),
    responses((status = 200, body = Vec<wire::ListedUser>))
)]
async fn list_users(
    State(app): State<App>,
    By(request): By,
    Query(query): Query<wire::ListUsersQuery>,
) -> ApiResult<Answer<Vec<wire::ListedUser>>> {
    let found = app.services.people.find(&request, &query.query.unwrap_or_default()).await?;
    let written = found.into_iter().map(|listed| wire::ListedUser {
        user: profile_written(listed.user),
        is_instance_admin: listed.is_instance_admin,
        active_company_membership_count: Some(listed.companies),
    });
    Ok(Answer::ok(written.collect()))
}

/// Have somebody look after the instance.
#[utoipa::path(
    post,
    path = "/admin/users/{userId}/promote-instance-admin",
    responses((status = 201, body = wire::InstanceRole))
)]
async fn promote_instance_admin(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
) -> ApiResult<Answer<wire::InstanceRole>> {
    let role = app.services.people.promote(&request, &user_of(&path)?).await?;
    Ok(Answer::created(role_written(role.into_inner())))
}

/// Have somebody look after the instance no more.
#[utoipa::path(
    post,
    path = "/admin/users/{userId}/demote-instance-admin",
    responses((status = 200, body = wire::InstanceRole))
)]
async fn demote_instance_admin(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
) -> ApiResult<Answer<wire::InstanceRole>> {
    let role = app.services.people.demote(&request, &user_of(&path)?).await?;
    Ok(Answer::ok(role_written(role.into_inner())))
}

/// Say to which companies somebody belongs.
#[utoipa::path(
    get,
    path = "/admin/users/{userId}/company-access",
    responses((status = 200, body = wire::CompanyAccess))
)]
async fn get_user_company_access(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
) -> ApiResult<Answer<wire::CompanyAccess>> {
    let access = app.services.people.company_access(&request, &user_of(&path)?).await?;
    Ok(Answer::ok(access_written(access)))
}

/// Have somebody belong to these companies and no others.
#[utoipa::path(
    put,
    path = "/admin/users/{userId}/company-access",
    request_body = wire::SetCompanyAccessRequest,
    responses((status = 200, body = wire::CompanyAccess))
)]
async fn set_user_company_access(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    NeededBody(body): NeededBody<wire::SetCompanyAccessRequest>,
) -> ApiResult<Answer<wire::CompanyAccess>> {
    let access = app.services.people.set_company_access(&request, &user_of(&path)?, body.company_ids).await?;
    Ok(Answer::ok(access_written(access.into_inner())))
}

fn user_of(path: &PathParams) -> Result<UserId, ServiceError> {
    let name = path.text("userId");
    if name.contains('\0') {
        return Err(Refusal::new(RefusalKind::NotFound, "User not found").into());
    }
    Ok(UserId::new(name))
}

fn key_written(key: BoardKey) -> keys::BoardKey {
    keys::BoardKey {
        id: key.id,
        name: key.name,
        created_at: key.created_at,
        last_used_at: key.last_used_at,
        revoked_at: key.revoked_at,
        expires_at: key.expires_at,
    }
}

fn role_written(role: InstanceRole) -> wire::InstanceRole {
    wire::InstanceRole {
        id: role.id,
        user_id: role.user_id,
        role: role.role,
        created_at: role.created_at,
        updated_at: role.updated_at,
    }
}

fn access_written(access: CompanyAccess) -> wire::CompanyAccess {
    let memberships = access.memberships.into_iter().map(|(member, name, status)| wire::NamedMembership {
        id: member.id,
        company_id: member.company_id,
        principal_type: member.principal_type,
        principal_id: member.principal_id,
        status: member.status,
        membership_role: member.membership_role,
        created_at: member.created_at,
        updated_at: member.updated_at,
        company_name: name,
        company_status: status,
    });
    wire::CompanyAccess {
        user: wire::ListedUser {
            user: profile_written(access.user),
            is_instance_admin: access.is_instance_admin,
            active_company_membership_count: None,
        },
        company_access: memberships.collect(),
    }
}
