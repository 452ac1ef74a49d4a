//! The description of the API, made from the routes.

use std::sync::OnceLock;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use wireclip_services::ServiceError;

use crate::access::{Access, Routes};
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::router;

/// Written once: it depends on the program alone.
static DOCUMENT: OnceLock<Bytes> = OnceLock::new();

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::Public, routes!(get_openapi))
}

/// Describe the API as an OpenAPI document.
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, content_type = "application/json")))]
async fn get_openapi(State(app): State<App>) -> ApiResult<Response> {
    if let Some(document) = DOCUMENT.get() {
        return Ok(answer(document.clone()));
    }
    let text = router::openapi(&app)
        .to_json()
        .map_err(|error| ServiceError::internal("write the description of the API", error))?;
    Ok(answer(DOCUMENT.get_or_init(|| Bytes::from(text)).clone()))
}

fn answer(document: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document).into_response()
}
