//! Metrics, in the text format of Prometheus (version 0.0.4,
//! <https://prometheus.io/docs/instrumenting/exposition_formats/>).

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use wireclip_services::metrics::{Counted, Counter};

use crate::access::{Access, Routes};
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::By;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::Admin, routes!(get_metrics))
}

/// Read what is counted of this server, in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String)))]
async fn get_metrics(State(app): State<App>, By(request): By) -> ApiResult<Response> {
    let text = written(&app.services.metrics.read(&request).await?);
    let content_type = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, content_type)], text).into_response())
}

fn written(counted: &Counted) -> String {
    let mut text = String::new();
    // Writing into a text cannot fail.
    let mut line = |line: std::fmt::Arguments<'_>| {
        let _written = writeln!(text, "{line}");
    };
    line(format_args!("# HELP wireclip_info The program's version."));
    line(format_args!("# TYPE wireclip_info gauge"));
    line(format_args!("wireclip_info{{version=\"{}\"}} 1", counted.version));
    line(format_args!("# HELP wireclip_runs Live runs of all companies, by status."));
    line(format_args!("# TYPE wireclip_runs gauge"));
    for (status, count) in &counted.live_runs {
        line(format_args!("wireclip_runs{{status=\"{status}\"}} {count}"));
    }
    let mut family = String::new();
    for counter in &counted.providers {
        let (name, value) = named(counter);
        if name != family {
            line(format_args!("# HELP {name} Counted by a provider of sandboxes since the server's start."));
            line(format_args!("# TYPE {name} counter"));
            family.clone_from(&name);
        }
        let kind = counter.kind.as_ref().map(|kind| format!(",reason=\"{kind}\"")).unwrap_or_default();
        line(format_args!("{name}{{provider=\"{}\"{kind}}} {value}", counter.provider));
    }
    text
}

/// Names a counter as its readers expect: in snake case, with its unit, times in seconds.
fn named(counter: &Counter) -> (String, String) {
    let mut snake = String::new();
    for sign in counter.name.chars() {
        if sign.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(sign.to_ascii_lowercase());
    }
    match snake.strip_suffix("_ms") {
        Some(time) => {
            let (seconds, millis) = (counter.value / 1000, counter.value % 1000);
            (format!("wireclip_handle_cache_{time}_seconds_total"), format!("{seconds}.{millis:03}"))
        }
        None => (format!("wireclip_handle_cache_{snake}_total"), counter.value.to_string()),
    }
}
