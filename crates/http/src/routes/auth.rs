//! Signing up, in and out, and where one is signed in.
//!
//! Wire: refusals of the first three have `message` and `code`, unlike all others.

use axum::Json;
use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use wireclip_domain::caller::{BoardCaller, BoardProof};
use wireclip_domain::person::EmailAddress;
use wireclip_services::people::{Client, NewPerson, SignedIn};
use wireclip_services::records::User;
use wireclip_services::{RefusalKind, ServiceError, ServiceResult};
use wireclip_wire::done::Done;
use wireclip_wire::error::PathStep;
use wireclip_wire::fields::{FromFields, Unreadable};
use wireclip_wire::people as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::{App, ClientAddress, DeploymentMode};
use crate::body::{Body, NeededBody};
use crate::error::{ApiError, ApiResult, BadRequest};
use crate::route::routes;
use crate::scoped::{By, PathParams};
use crate::{cookies, origin};
use axum::extract::FromRequest as _;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Public, routes!(sign_up))
        .add(Access::Public, routes!(sign_in))
        .add(Access::Public, routes!(sign_out))
        .add(Access::Person, routes!(get_session))
        .add(Access::Person, routes!(get_own_profile))
        .add(Access::Person, routes!(update_own_profile))
        .add(Access::Person, routes!(list_sessions))
        .add(Access::Person, routes!(end_session))
}

/// Make an account, and sign in.
#[utoipa::path(
    post,
    path = "/auth/sign-up/email",
    request_body = wire::SignUpRequest,
    responses(
        (status = 200, body = wire::SignedIn),
        (status = 400, body = wire::AuthRefusal),
        (status = 403, body = wire::AuthRefusal),
        (status = 422, body = wire::AuthRefusal),
        (status = 429, body = wire::AuthRefusal)
    )
)]
async fn sign_up(State(app): State<App>, request: HttpRequest) -> Response {
    answered(async {
        let door = Door::at(&app, request.headers()).map_err(|refusal| *refusal)?;
        let client = client_of(&request);
        let body: wire::SignUpRequest = read(request, &app).await?;
        if !app.settings.sign_up_is_open {
            return Err(refused(
                StatusCode::BAD_REQUEST,
                "Email and password sign up is not enabled",
                "EMAIL_PASSWORD_SIGN_UP_DISABLED",
            ));
        }
        let email = EmailAddress::parse(&body.email).map_err(|error| {
            refused(StatusCode::BAD_REQUEST, &format!("[body.email] {error}"), "VALIDATION_ERROR")
        })?;
        let new = NewPerson { name: body.name, email, password: body.password.into() };
        let signed_in = app.services.people.sign_up(new, &client).await.map_err(of_service)?;
        Ok(door.opened(signed_in.into_inner(), true, None))
    })
    .await
}

/// Sign in.
#[utoipa::path(
    post,
    path = "/auth/sign-in/email",
    request_body = wire::SignInRequest,
    responses(
        (status = 200, body = wire::SignedIn),
        (status = 400, body = wire::AuthRefusal),
        (status = 401, body = wire::AuthRefusal),
        (status = 403, body = wire::AuthRefusal),
        (status = 429, body = wire::AuthRefusal)
    )
)]
async fn sign_in(State(app): State<App>, request: HttpRequest) -> Response {
    answered(async {
        let door = Door::at(&app, request.headers()).map_err(|refusal| *refusal)?;
        let client = client_of(&request);
        let body: wire::SignInRequest = read(request, &app).await?;
        let email = EmailAddress::parse(&body.email)
            .map_err(|_| refused(StatusCode::BAD_REQUEST, "Invalid email", "INVALID_EMAIL"))?;
        let people = &app.services.people;
        let signed_in = people.sign_in(&email, body.password.into(), body.remember_me, &client).await;
        Ok(door.opened(signed_in.map_err(of_service)?.into_inner(), body.remember_me, Some(false)))
    })
    .await
}

/// Sign out.
#[utoipa::path(
    post,
    path = "/auth/sign-out",
    responses((status = 200, body = wire::SignedOut), (status = 403, body = wire::AuthRefusal))
)]
async fn sign_out(State(app): State<App>, headers: HeaderMap) -> Response {
    answered(async {
        let door = Door::at(&app, &headers).map_err(|refusal| *refusal)?;
        if let Some(token) = cookies::session_token(&headers) {
            app.services.people.sign_out(&token).await.map_err(of_service)?;
        }
        Ok(door.closed())
    })
    .await
}

/// Get the session with which one calls.
#[utoipa::path(get, path = "/auth/get-session", responses((status = 200, body = wire::CurrentSession)))]
async fn get_session(State(app): State<App>, By(request): By) -> ApiResult<Answer<wire::CurrentSession>> {
    let user = app.services.people.profile(&request).await?;
    let source = request.caller.as_board().map_or("session", source_of);
    Ok(Answer::ok(wire::CurrentSession {
        session: wire::SessionName {
            id: format!("paperclip:{source}:{}", user.id),
            user_id: user.id.clone(),
        },
        user: profile_written(user),
        sentry_dsn: None,
    }))
}

/// Get what is known of oneself.
#[utoipa::path(get, path = "/auth/profile", responses((status = 200, body = wire::Profile)))]
async fn get_own_profile(State(app): State<App>, By(request): By) -> ApiResult<Answer<wire::Profile>> {
    Ok(Answer::ok(profile_written(app.services.people.profile(&request).await?)))
}

/// Change what is known of oneself.
#[utoipa::path(
    patch,
    path = "/auth/profile",
    request_body = wire::UpdateProfileRequest,
    responses((status = 200, body = wire::Profile))
)]
async fn update_own_profile(
    State(app): State<App>,
    By(request): By,
    NeededBody(body): NeededBody<wire::UpdateProfileRequest>,
) -> ApiResult<Answer<wire::Profile>> {
    let changed = app.services.people.update_profile(&request, body.name, body.image).await?;
    Ok(Answer::ok(profile_written(changed.into_inner())))
}

/// List where one is signed in.
#[utoipa::path(get, path = "/auth/sessions", responses((status = 200, body = Vec<wire::Session>)))]
async fn list_sessions(State(app): State<App>, By(request): By) -> ApiResult<Answer<Vec<wire::Session>>> {
    let current = request.caller.as_board().map(|person| person.proof);
    let sessions = app.services.people.sessions(&request).await?;
    let written = sessions.into_iter().map(|session| wire::Session {
        is_current: current == Some(BoardProof::Session(session.id)),
        id: session.id,
        user_agent: session.user_agent,
        created_at: session.created_at,
        expires_at: session.expires_at,
    });
    Ok(Answer::ok(written.collect()))
}

/// Sign out somewhere else.
#[utoipa::path(delete, path = "/auth/sessions/{sessionId}", responses((status = 200, body = Done)))]
async fn end_session(State(app): State<App>, By(request): By, path: PathParams) -> ApiResult<Answer<Done>> {
    let id = path.id("sessionId", "Session not found")?;
    app.services.people.end_session(&request, id).await?.into_inner();
    Ok(Answer::ok(Done { ok: true }))
}

/// Names how a person proved who they are, as clients know it.
pub(super) fn source_of(person: &BoardCaller) -> &'static str {
    match person.proof {
        BoardProof::Local => "local_implicit",
        BoardProof::Session(_) => "session",
        BoardProof::Key(_) => "board_key",
    }
}

pub(super) fn profile_written(user: User) -> wire::Profile {
    wire::Profile { id: user.id, email: user.email, name: user.name, image: user.image }
}

/// Where people come in: it is there in one mode only, and nobody is sent through it by a page of
/// others.
struct Door<'a> {
    app: &'a App,
}

impl<'a> Door<'a> {
    fn at(app: &'a App, headers: &HeaderMap) -> Result<Self, Box<Response>> {
        if app.settings.mode == DeploymentMode::LocalTrusted {
            let nothing = ApiError(ServiceError::not_found("API route not found"));
            return Err(Box::new(nothing.into_response()));
        }
        if origin::is_foreign(headers, &app.settings) {
            let refusal = refused(StatusCode::FORBIDDEN, "Invalid origin", "INVALID_ORIGIN");
            return Err(Box::new(refusal));
        }
        Ok(Self { app })
    }

    fn opened(&self, signed_in: SignedIn, is_remembered: bool, redirect: Option<bool>) -> Response {
        let token = signed_in.reveal().to_owned();
        let cookies = cookies::of_session(&token, is_remembered, &self.app.settings);
        let user = signed_in.user;
        let body = wire::SignedIn {
            redirect,
            token,
            user: wire::Account {
                id: user.id,
                name: user.name,
                email: user.email,
                email_verified: false,
                image: user.image,
                created_at: user.created_at,
                updated_at: user.updated_at,
            },
        };
        with_cookies(Json(body).into_response(), cookies)
    }

    fn closed(&self) -> Response {
        let body = Json(wire::SignedOut { success: true });
        with_cookies(body.into_response(), cookies::of_no_session(&self.app.settings))
    }
}

fn with_cookies(mut response: Response, cookies: Vec<header::HeaderValue>) -> Response {
    for cookie in cookies {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    // What opens a door is kept by nobody on the way.
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}

async fn answered(work: impl Future<Output = Result<Response, Response>>) -> Response {
    work.await.unwrap_or_else(|refusal| refusal)
}

fn client_of(request: &HttpRequest) -> Client {
    let agent = request.headers().get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    Client {
        address: request.extensions().get::<ClientAddress>().map(|ClientAddress(address)| *address),
        user_agent: agent.map(str::to_owned),
    }
}

async fn read<T: FromFields>(request: HttpRequest, app: &App) -> Result<T, Response> {
    match Body::<T>::from_request(request, app).await {
        Ok(Body(body)) => Ok(body),
        Err(
            BadRequest::Unreadable(Unreadable::Violations(violations))
            | BadRequest::NotSaidToBeJson(Unreadable::Violations(violations)),
        ) => {
            let told = violations.iter().map(|violation| {
                let steps = violation.path.iter().map(|step| match step {
                    PathStep::Key(key) => format!(".{key}"),
                    PathStep::Index(index) => format!(".{index}"),
                });
                format!("[body{}] {}", steps.collect::<String>(), violation.message)
            });
            let message = told.collect::<Vec<_>>().join("; ");
            Err(refused(StatusCode::BAD_REQUEST, &message, "VALIDATION_ERROR"))
        }
        Err(BadRequest::Unreadable(Unreadable::Syntax(message))) => {
            Err(refused(StatusCode::BAD_REQUEST, &message, "VALIDATION_ERROR"))
        }
        Err(other) => Err(other.into_response()),
    }
}

fn of_service(error: ServiceError) -> Response {
    let retry = error.refusal().filter(|refusal| refusal.kind == RefusalKind::TooMany);
    let retry =
        retry.and_then(|refusal| refusal.details.as_ref()?.get("retryAfterSeconds")?.parse::<u64>().ok());
    let Some((message, code)) =
        error.refusal().and_then(|refusal| Some((refusal.message.clone(), refusal.code?)))
    else {
        return ApiError(error).into_response();
    };
    let status = ApiError(error).into_response().status();
    let mut response = refused(status, &message, code);
    if let Some(Ok(value)) = retry.map(|seconds| header::HeaderValue::try_from(seconds.to_string())) {
        response.headers_mut().insert(header::RETRY_AFTER, value);
    }
    response
}

fn refused(status: StatusCode, message: &str, code: &str) -> Response {
    let body = wire::AuthRefusal { message: message.to_owned(), code: code.to_owned() };
    (status, Json(body)).into_response()
}

/// Refuses what there is only where people sign in.
pub(super) fn require_sign_in(app: &App, otherwise: &'static str) -> ServiceResult<()> {
    match app.settings.mode {
        DeploymentMode::LocalTrusted => Err(ServiceError::not_found(otherwise)),
        DeploymentMode::Authenticated => Ok(()),
    }
}
