//! The table of contents: every group of routes, and what lies around them.

use axum::Router;
use axum::middleware;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;
use utoipa::openapi::{Info, OpenApi, Server};

use crate::access::Routes;
use crate::answer::{say_kind, tell_ignored};
use crate::app::App;
use crate::heads::require_clear;
use crate::leftover::take_leftover;
use crate::span::{self, RequestNumbers};
use crate::{description, live, pages, routes};

pub use crate::access::DeclaredRoute;

/// Answers smaller than this, in bytes, are not worth compressing.
const COMPRESS_ABOVE: u64 = 1024;

/// Builds the server's routes.
pub fn router(app: App) -> Router {
    let router = all(&app).into_router();
    let guides_at_root = routes::guides::routes(&app).into_router();
    let operations = Router::new()
        .merge(guides_at_root)
        .nest(
            "/api",
            router.fallback(routes::not_yet::answer).method_not_allowed_fallback(routes::not_yet::answer),
        )
        .layer(middleware::from_fn(tell_ignored))
        .layer(middleware::map_response(say_kind))
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(COMPRESS_ABOVE)));
    pages::add_to(Router::new().merge(operations), &app)
        .layer(middleware::from_fn(require_clear))
        .layer(middleware::from_fn(take_leftover))
        .layer(middleware::from_fn_with_state(RequestNumbers::default(), span::enter))
        .with_state(app)
}

/// Returns every route with its policy, the pages' too.
#[must_use]
pub fn declared_routes(app: &App) -> Vec<DeclaredRoute> {
    all(app).into_declared().into_iter().chain(pages::declared()).collect()
}

/// Returns the OpenAPI document, made from the routes.
#[must_use]
pub fn openapi(app: &App) -> OpenApi {
    let mut document = all(app).describe();
    document.info = Info::new("Wireclip", app.services.core.facts.version);
    document.servers = Some(vec![Server::new("/api")]);
    description::complete(&mut document);
    document
}

fn all(app: &App) -> Routes {
    Routes::new(app)
        .merge(routes::health::routes(app))
        .merge(routes::adapters::routes(app))
        .merge(routes::agents::routes(app))
        .merge(routes::checkouts::routes(app))
        .merge(routes::comments::routes(app))
        .merge(routes::activity::routes(app))
        .merge(routes::guides::routes(app))
        .merge(routes::companies::routes(app))
        .merge(routes::approvals::routes(app))
        .merge(routes::assets::routes(app))
        .merge(routes::auth::routes(app))
        .merge(routes::bootstrap::routes(app))
        .merge(routes::documents::routes(app))
        .merge(routes::environments::routes(app))
        .merge(routes::secrets::routes(app))
        .merge(routes::goals::routes(app))
        .merge(routes::issues::routes(app))
        .merge(routes::search::routes(app))
        .merge(routes::issue_runs::routes(app))
        .merge(routes::labels::routes(app))
        .merge(routes::people::routes(app))
        .merge(routes::projects::routes(app))
        .merge(routes::runs::routes(app))
        .merge(routes::wakeups::routes(app))
        .merge(routes::budgets::routes(app))
        .merge(routes::costs::routes(app))
        .merge(routes::custom_images::routes(app))
        .merge(routes::dashboard::routes(app))
        .merge(routes::inbox::routes(app))
        .merge(routes::instance_settings::routes(app))
        .merge(routes::members::routes(app))
        .merge(routes::memberships::routes(app))
        .merge(routes::metrics::routes(app))
        .merge(routes::openapi::routes(app))
        .merge(routes::sidebar::routes(app))
        .merge(routes::tree_holds::routes(app))
        .merge(live::routes(app))
}
