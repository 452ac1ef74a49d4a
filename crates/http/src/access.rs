//! Who may call a route.
//!
//! Routes are added with [`Routes::add`], which takes an [`Access`]: a route without a policy
//! cannot be written. The policy is enforced before the handler sees the request, and a test
//! walks all routes with every kind of caller.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{MatchedPath, OriginalUri, Request as HttpRequest, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use secrecy::SecretString;
use utoipa::openapi::OpenApi;
use wireclip_domain::caller::{BoardProof, Caller};
use wireclip_domain::policy::PersonRule;
use wireclip_services::{
    AuthenticationFailure, Credentials, Refusal, RefusalKind, Request, ServiceError, ServiceResult,
};

use crate::app::{App, DeploymentMode, Phase};
use crate::body::tell_unasked;
use crate::error::{ApiError, BadRequest};
use crate::route::{Describe, Route};
use crate::{cookies, idempotency, live, origin, span};

const RUN_ID: &str = "x-paperclip-run-id";

/// Who may call a route. Whether they reach the thing they name is the loader's question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anybody, without a proof.
    Public,
    /// People and agents.
    AnyCaller,
    /// People only.
    Board,
    /// People only, about what is their own: members of every kind, viewers too.
    Personal,
    /// People only, where a company is steered as a whole: its owners and admins.
    Manager,
    /// People only, about themselves; they need not belong to any company. Clients know nobody's
    /// refusal as 401, and an agent's as well.
    Person,
    /// Administrators of the instance.
    Admin,
    /// Agents only.
    Agent,
    /// People and agents, over a socket: browsers cannot send a header with it, so the token may
    /// stand in the query, and clients know every refusal of a caller as 403.
    Listener,
}

/// What a person must be in the company of the thing that a request is about, so that its handler
/// gets that thing. It follows from the route's policy and the method, and whatever loads things
/// asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Needed(pub(crate) PersonRule);

impl Needed {
    fn of(access: Access, method: &Method) -> Self {
        let is_read = *method == Method::GET || *method == Method::HEAD;
        Self(match access {
            Access::Manager => PersonRule::Manager,
            Access::Admin => PersonRule::InstanceAdmin,
            Access::Personal | Access::Person | Access::Listener | Access::Public => PersonRule::Member,
            Access::AnyCaller | Access::Board | Access::Agent if is_read => PersonRule::Member,
            Access::AnyCaller | Access::Board | Access::Agent => PersonRule::Writer,
        })
    }
}

/// A route with its policy.
#[derive(Debug, Clone)]
pub struct DeclaredRoute {
    /// The method.
    pub method: Method,
    /// The path, with parameters in braces.
    pub path: String,
    /// Who may call it.
    pub access: Access,
    /// Whether it is an operation of the API, below `/api`, rather than a page.
    pub is_operation: bool,
}

impl DeclaredRoute {
    pub(crate) fn of_page(path: &str, access: Access) -> Self {
        Self { method: Method::GET, path: path.to_owned(), access, is_operation: false }
    }
}

/// A group of routes, each with its policy.
pub(crate) struct Routes {
    app: App,
    router: Router<App>,
    declared: Vec<DeclaredRoute>,
    descriptions: Vec<Describe>,
}

impl Routes {
    pub(crate) fn new(app: &App) -> Self {
        Self { app: app.clone(), router: Router::new(), declared: Vec::new(), descriptions: Vec::new() }
    }

    /// Adds a route.
    pub(crate) fn add(mut self, access: Access, route: Route) -> Self {
        let Route { path, method, handler, takes_body, describe } = route;
        let guarding = Guard { app: self.app.clone(), access, takes_body: Some(takes_body) };
        let guard = middleware::from_fn_with_state(guarding, guard);
        self.router = self.router.route(&path, handler.layer(guard));
        self.declared.push(DeclaredRoute { method, path, access, is_operation: true });
        self.descriptions.push(describe);
        self
    }

    /// Adds another group.
    pub(crate) fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.declared.extend(other.declared);
        self.descriptions.extend(other.descriptions);
        self
    }

    pub(crate) fn into_router(self) -> Router<App> {
        self.router
    }

    pub(crate) fn into_declared(self) -> Vec<DeclaredRoute> {
        self.declared
    }

    /// Writes the description of all of them.
    pub(crate) fn describe(&self) -> OpenApi {
        let mut document = OpenApi::default();
        for describe in &self.descriptions {
            describe(&mut document);
        }
        document
    }
}

/// Lets a route that is no operation be called by those who may.
pub(crate) fn guarded(app: &App, access: Access, route: MethodRouter<App>) -> MethodRouter<App> {
    let guarding = Guard { app: app.clone(), access, takes_body: None };
    route.layer(middleware::from_fn_with_state(guarding, guard))
}

#[derive(Debug, Clone)]
struct Guard {
    app: App,
    access: Access,
    /// Whether its requests have a body that means something; none for what is no operation.
    takes_body: Option<Arc<LazyLock<bool>>>,
}

impl Guard {
    async fn tell_unasked(&self, request: HttpRequest) -> Result<HttpRequest, BadRequest> {
        // Nobody sends anything along with a question.
        if request.method() == Method::GET || self.takes_body.as_ref().is_some_and(|takes_body| ***takes_body)
        {
            return Ok(request);
        }
        tell_unasked(request).await
    }
}

/// What a request is for, as the record of a forged run names it.
struct Place {
    method: String,
    url: String,
    /// Whether the thing is an issue that is named by its own id.
    is_issue: bool,
    /// Whether a browser's cookies count, by where the request says that it comes from.
    is_trusted: bool,
}

impl Place {
    fn of(guard: &Guard, request: &HttpRequest) -> Self {
        let settings = &guard.app.settings;
        // A socket is opened with a GET, and pages of others may try.
        let is_trusted = match (guard.access, request.method()) {
            (Access::Listener, _) => !origin::is_foreign(request.headers(), settings),
            (_, &(Method::GET | Method::HEAD)) => true,
            _ => origin::is_trusted(request.headers(), settings),
        };
        let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
        let original = request.extensions().get::<OriginalUri>().map(|OriginalUri(uri)| uri);
        let url = original.unwrap_or_else(|| request.uri()).path().to_owned();
        let is_issue = route.starts_with("/api/issues/{issueId}");
        Self { method: request.method().to_string(), url, is_issue, is_trusted }
    }
}

/// Lets a request through to its handler, with its proven caller; or answers why not.
async fn guard(State(guard): State<Guard>, request: HttpRequest, next: Next) -> Response {
    span::record_route(&request);
    if guard.access == Access::Public {
        let token = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        return match require_no_wrong_token(&guard, token.and_then(bearer_token)).await {
            Ok(()) => next.run(request).await,
            Err(error) => ApiError(error).into_response(),
        };
    }
    // Read first: a request's body may not be looked at from two threads while we wait.
    let mut credentials = credentials(&guard.app, request.headers());
    if guard.access == Access::Listener {
        credentials = credentials.map(|found| with_token_of_query(found, request.uri().query()));
    }
    let place = Place::of(&guard, &request);
    let needed = Needed::of(guard.access, request.method());
    match admit(&guard, credentials, &place).await {
        Ok(caller) => {
            span::record_caller(&caller);
            let request = match guard.tell_unasked(request).await {
                Ok(mut request) => {
                    request.extensions_mut().insert(needed);
                    request
                }
                Err(refused) => return refused.into_response(),
            };
            idempotency::run(&guard.app, Request::of(caller), request, next).await
        }
        Err(error) if guard.access == Access::Listener => ApiError(forbidden(error)).into_response(),
        Err(error) => ApiError(error).into_response(),
    }
}

/// Nobody needs a token for a public route; one that is wrong is refused there as well, so that
/// its owner learns of it.
async fn require_no_wrong_token(guard: &Guard, token: Option<SecretString>) -> ServiceResult<()> {
    if token.is_none() {
        return Ok(());
    }
    let credentials = Credentials { bearer: token, ..Credentials::default() };
    match guard.app.services.authentication.prove(&credentials).await? {
        Ok(_) => Ok(()),
        Err(failure) => Err(refusal_of(failure)),
    }
}

/// Wire: who is nobody may not open a socket, rather than being asked to sign in.
fn forbidden(error: ServiceError) -> ServiceError {
    match error {
        ServiceError::Refused(mut refusal) if refusal.kind == RefusalKind::Unauthenticated => {
            refusal.kind = RefusalKind::Forbidden;
            ServiceError::Refused(refusal)
        }
        other => other,
    }
}

/// Takes the token of the query where no header brought one.
fn with_token_of_query(mut credentials: Credentials, query: Option<&str>) -> Credentials {
    if credentials.bearer.is_none() {
        let token = query.and_then(|query| live::parameter(query, "token"));
        credentials.bearer = token.map(SecretString::from);
    }
    credentials
}

async fn admit(
    guard: &Guard,
    credentials: ServiceResult<Credentials>,
    place: &Place,
) -> ServiceResult<Caller> {
    let phase = *guard.app.phase.borrow();
    if matches!(phase, Phase::Starting | Phase::Stopping) {
        return Err(Refusal::new(RefusalKind::Unavailable, "The server is starting or stopping").into());
    }
    let credentials = credentials?;
    let authentication = &guard.app.services.authentication;
    let caller = authentication.prove(&credentials).await?;
    if let Err(AuthenticationFailure::OtherRun(other)) = &caller {
        authentication.record_other_run(*other, &place.method, &place.url).await?;
    }
    let caller = caller.map_err(refusal_of)?;
    let Some(caller) = caller else {
        return Err(match guard.app.settings.mode {
            DeploymentMode::LocalTrusted => unauthenticated(NOT_FROM_HERE),
            DeploymentMode::Authenticated => refusal_of_nobody(guard.access, place),
        });
    };
    match (guard.access, &caller) {
        (Access::Board | Access::Personal | Access::Manager | Access::Admin, Caller::Agent(_)) => {
            Err(ServiceError::forbidden("Board access required"))
        }
        (Access::Person, Caller::Agent(_)) => Err(unauthenticated("Board authentication required")),
        (Access::Agent, Caller::Board(_)) => Err(unauthenticated("Agent authentication required")),
        (Access::Admin, Caller::Board(person)) if !person.is_instance_admin => {
            Err(ServiceError::forbidden("Instance admin required"))
        }
        (_, Caller::Board(person)) if !place.is_trusted && matches!(person.proof, BoardProof::Session(_)) => {
            Err(ServiceError::forbidden("Board mutation requires trusted browser origin"))
        }
        _ => Ok(caller),
    }
}

/// Wire: clients tell by these who has to sign in from who is in the wrong place.
fn refusal_of_nobody(access: Access, place: &Place) -> ServiceError {
    match access {
        Access::Board | Access::Personal | Access::Manager => {
            ServiceError::forbidden("Board access required")
        }
        Access::Person => unauthenticated("Board authentication required"),
        Access::Agent => unauthenticated("Agent authentication required"),
        Access::AnyCaller if place.is_issue => ServiceError::not_found("Issue not found"),
        Access::AnyCaller | Access::Admin | Access::Listener | Access::Public => {
            unauthenticated("Unauthorized")
        }
    }
}

/// Who is refused in local mode has reached this machine by a name, or from a page, of others.
const NOT_FROM_HERE: &str = "Unauthorized: the request's Host or Origin is not this server's; the setting \
                             allowed_hosts lets in others";

fn credentials(app: &App, headers: &HeaderMap) -> ServiceResult<Credentials> {
    let bearer = match headers.get(header::AUTHORIZATION) {
        None => None,
        Some(value) => {
            let token = value.to_str().ok().and_then(bearer_token);
            // A credential of another kind, or an unreadable one, is a wrong one: passed over, it
            // would make its sender the local person.
            Some(token.ok_or_else(|| unauthenticated("Unauthorized"))?)
        }
    };
    let run_id = match headers.get(RUN_ID) {
        None => None,
        // Wire: clients outside a run send it empty.
        Some(value) if value.as_bytes().trim_ascii().is_empty() => None,
        Some(value) => {
            let id = value.to_str().ok().and_then(|text| text.trim().parse().ok());
            let refused =
                || Refusal::new(RefusalKind::Invalid, "The header x-paperclip-run-id is not a valid id");
            Some(id.ok_or_else(refused)?)
        }
    };
    let is_local_person =
        app.settings.mode == DeploymentMode::LocalTrusted && origin::is_local(headers, &app.settings);
    let session = match app.settings.mode {
        DeploymentMode::LocalTrusted => None,
        DeploymentMode::Authenticated => cookies::session_token(headers),
    };
    Ok(Credentials { bearer, session, run_id, is_local_person })
}

fn bearer_token(header: &str) -> Option<SecretString> {
    let (scheme, token) = header.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then(|| SecretString::from(token))
}

fn refusal_of(failure: AuthenticationFailure) -> ServiceError {
    match failure {
        AuthenticationFailure::BadToken => {
            unauthenticated("The agent token is not valid; get a fresh one and try again")
        }
        AuthenticationFailure::OtherRun(_) => {
            Refusal::new(RefusalKind::Unprocessable, "The run of the header is not the token's run")
                .with_code("agent_jwt_run_id_mismatch")
                .into()
        }
        AuthenticationFailure::NoResponsibleUser => {
            Refusal::new(RefusalKind::Forbidden, "The key has no person on whose behalf its agent can act")
                .with_code("RESPONSIBLE_USER_UNAVAILABLE")
                .into()
        }
    }
}

fn unauthenticated(message: &'static str) -> ServiceError {
    Refusal::new(RefusalKind::Unauthenticated, message).into()
}
