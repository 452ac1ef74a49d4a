//! Whether the server is well.

use axum::Json;
use axum::extract::State;
use wireclip_wire::health::{Health, HealthFeatures, HealthPhase};

use crate::access::{Access, Routes};
use crate::app::{App, DeploymentMode, Phase};
use crate::route::routes;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::Public, routes!(get_health))
}

/// Say how far the server has come.
#[utoipa::path(get, path = "/health", responses((status = 200, body = Health)))]
async fn get_health(State(app): State<App>) -> Json<Health> {
    let mut health = of(&app);
    // Before the first of them is there, whoever comes is told how to become one.
    let waits = app.settings.mode == DeploymentMode::Authenticated
        && matches!(app.services.people.is_claimed().await, Ok(false));
    if waits {
        health.bootstrap_status = "bootstrap_pending";
    }
    Json(health)
}

/// Says how far the server has come.
pub(super) fn of(app: &App) -> Health {
    let phase = match *app.phase.borrow() {
        Phase::Starting => HealthPhase::Starting,
        Phase::Reconciling => HealthPhase::Reconciling,
        Phase::Ready => HealthPhase::Ready,
        Phase::Draining => HealthPhase::Draining,
        Phase::Stopping => HealthPhase::Stopping,
    };
    Health {
        status: "ok",
        phase,
        version: app.services.core.facts.version,
        deployment_mode: app.settings.mode.as_str(),
        deployment_exposure: "private",
        auth_ready: true,
        bootstrap_status: "ready",
        bootstrap_invite_active: false,
        features: HealthFeatures { company_deletion_enabled: app.settings.mode.allows_company_deletion() },
    }
}
