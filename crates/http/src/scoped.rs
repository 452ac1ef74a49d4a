//! From a path to a thing within the caller's reach.
//!
//! Handlers never see a raw id: they take `Scoped<Issue>` and the like, and a thing that is not
//! there for this caller is a 404 before they run.

mod agents;
mod approvals;
mod assets;
mod custom_images;
pub(crate) mod documents;
mod environments;
mod memberships;
mod planning;

use std::collections::HashMap;
use std::str::FromStr;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use wireclip_domain::CompanyId;
use wireclip_domain::company::CompanyRef;
use wireclip_domain::ids::InvalidId;
use wireclip_domain::issue::IssueRef;
use wireclip_domain::policy::{self, PersonRule};
use wireclip_services::records::{Comment, Company, Issue, Label, Run, Secret};
use wireclip_services::{Request, Scoped, ServiceError, ServiceResult};

use crate::access::Needed;
use crate::app::App;
use crate::body::form_pairs;
use crate::error::ApiError;

/// The parameters of a path, by name.
#[derive(Debug)]
pub(crate) struct PathParams {
    params: HashMap<String, String>,
    query: String,
}

impl PathParams {
    /// Returns a parameter as it stands in the path.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.params.get(name).map_or("", String::as_str)
    }

    /// Returns the company that the query names beside a path whose names are unique within a
    /// company only.
    pub(crate) fn company_of_query(&self) -> ServiceResult<Option<CompanyId>> {
        let pairs = form_pairs(&self.query);
        let Some((_, id)) = pairs.into_iter().rfind(|(name, _)| name == "companyId") else {
            return Ok(None);
        };
        match id.parse() {
            Ok(id) => Ok(Some(id)),
            Err(InvalidId) => Err(ServiceError::invalid("The query parameter companyId is not a valid id")),
        }
    }

    /// Returns a parameter as an id; what is not an id names nothing.
    pub(crate) fn id<I: FromStr<Err = InvalidId>>(
        &self,
        name: &str,
        missing: &'static str,
    ) -> ServiceResult<I> {
        self.text(name).parse().map_err(|InvalidId| ServiceError::not_found(missing))
    }
}

/// A kind of thing that paths name.
pub(crate) trait Load: Sized + Send {
    /// Finds the thing that a path names, within the caller's reach.
    fn load(
        app: &App,
        request: &Request,
        path: &PathParams,
    ) -> impl Future<Output = ServiceResult<Scoped<Self>>> + Send;

    /// Returns the company to which the thing belongs; none for what is the instance's.
    fn company(&self) -> Option<CompanyId>;
}

/// Goes on only if a person is what the route's policy asks for, in the company of the thing. What
/// agents may, the actions ask themselves.
fn require_needed(parts: &Parts, request: &Request, company: Option<CompanyId>) -> Result<(), ApiError> {
    let Some(person) = request.caller.as_board() else { return Ok(()) };
    let needed = parts.extensions.get::<Needed>().copied();
    // Without a policy nobody gets anything.
    let Needed(rule) = needed.unwrap_or(Needed(PersonRule::InstanceAdmin));
    policy::person_may(person, rule, company).map_err(|denial| ApiError(ServiceError::refused(&denial)))
}

/// The caller of a route that names nothing.
#[derive(Debug, Clone)]
pub(crate) struct By(pub(crate) Request);

impl FromRequestParts<App> for By {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, ApiError> {
        let request = request_of(parts)?;
        require_needed(parts, &request, None)?;
        Ok(Self(request))
    }
}

impl<T: Load> FromRequestParts<App> for FromPath<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let request = request_of(parts)?;
        let path = path_of(parts, app).await?;
        let found = T::load(app, &request, &path).await?;
        require_needed(parts, &request, found.company())?;
        Ok(Self(found))
    }
}

impl FromRequestParts<App> for PathParams {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        path_of(parts, app).await
    }
}

/// A company that the path names as addresses of pages do: by its issue prefix, or by its id.
#[derive(Debug)]
pub(crate) struct Opened(pub(crate) Scoped<Company>);

impl FromRequestParts<App> for Opened {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let request = request_of(parts)?;
        let path = path_of(parts, app).await?;
        let companies = &app.services.companies;
        let company = match CompanyRef::parse(path.text("companyId")) {
            Some(CompanyRef::Id(id)) => companies.load(&request, id).await?,
            Some(CompanyRef::Prefix(prefix)) => companies.named(&request, &prefix).await?,
            None => return Err(ServiceError::not_found("Company not found").into()),
        };
        require_needed(parts, &request, Some(company.id))?;
        Ok(Self(company))
    }
}

/// The thing that the path names, within the caller's reach.
#[derive(Debug)]
pub(crate) struct FromPath<T>(pub(crate) Scoped<T>);

fn request_of(parts: &Parts) -> Result<Request, ApiError> {
    parts.extensions.get::<Request>().cloned().ok_or_else(|| {
        // A public route that asks for its caller is a mistake of ours.
        ApiError(ServiceError::internal("find the caller of a public route", "there is none"))
    })
}

async fn path_of(parts: &mut Parts, app: &App) -> Result<PathParams, ApiError> {
    let params = RawPathParams::from_request_parts(parts, app)
        .await
        .map_err(|_| ApiError(ServiceError::invalid("The path is not valid UTF-8")))?;
    Ok(PathParams {
        params: params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
    })
}

impl Load for Comment {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let issue = Issue::load(app, request, path).await?;
        let id = path.id("commentId", "Comment not found")?;
        app.services.comments.load(&issue, id).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}

impl Load for Company {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let id = path.id("companyId", "Company not found")?;
        app.services.companies.load(request, id).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.id)
    }
}

impl Load for Issue {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let name = IssueRef::parse(path.text("issueId"));
        let name = name.ok_or_else(|| ServiceError::not_found("Issue not found"))?;
        app.services.issues.load(request, &name).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}

impl Load for Label {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let id = path.id("labelId", "Label not found")?;
        app.services.labels.load(request, id).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}

impl Load for Run {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let id = path.id("runId", "Heartbeat run not found")?;
        app.services.runs.load(request, id).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}

impl Load for Secret {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let id = path.id("secretId", "Secret not found")?;
        app.services.secrets.load(request, id).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}
