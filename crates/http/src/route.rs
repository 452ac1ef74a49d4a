//! A route as it is declared: its path and method, its handler, and what is written about it.
//!
//! What is written about a route stays a function until somebody asks for the description of the
//! API: built with the routes it would cost each start its time, and megabytes that no allocator
//! gives back.

use std::sync::{Arc, LazyLock};

use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{MethodFilter, MethodRouter, on};
use utoipa::__dev::SchemaReferences;
use utoipa::openapi::path::HttpMethod;
use utoipa::openapi::{Components, OpenApi};

use crate::app::App;

/// A handler with the path, the method and the description that `#[utoipa::path]` gave it.
pub(crate) struct Route {
    pub(crate) path: String,
    pub(crate) method: Method,
    pub(crate) handler: MethodRouter<App>,
    /// Whether its requests have a body that means something.
    pub(crate) takes_body: Arc<LazyLock<bool>>,
    pub(crate) describe: Describe,
}

/// Writes what is known about a route into the description of the API.
pub(crate) type Describe = fn(&mut OpenApi);

impl Route {
    /// Joins a handler with its description `P`. [`routes!`] finds the two by one name.
    pub(crate) fn of<P, H, T>(handler: H) -> Self
    where
        P: utoipa::Path + SchemaReferences,
        H: Handler<T, App>,
        T: 'static,
    {
        let (method, filter) = method_of::<P>();
        Self {
            path: P::path(),
            method,
            handler: on(filter, handler),
            takes_body: Arc::new(LazyLock::new(takes_body::<P>)),
            describe: describe::<P>,
        }
    }
}

fn method_of<P: utoipa::Path>() -> (Method, MethodFilter) {
    match P::methods().as_slice() {
        [HttpMethod::Get] => (Method::GET, MethodFilter::GET),
        [HttpMethod::Post] => (Method::POST, MethodFilter::POST),
        [HttpMethod::Put] => (Method::PUT, MethodFilter::PUT),
        [HttpMethod::Patch] => (Method::PATCH, MethodFilter::PATCH),
        [HttpMethod::Delete] => (Method::DELETE, MethodFilter::DELETE),
        _ => unreachable!("an operation is read, made, put, changed or deleted, and one of these"),
    }
}

fn takes_body<P: utoipa::Path>() -> bool {
    P::operation().request_body.is_some()
}

fn describe<P: utoipa::Path + SchemaReferences>(document: &mut OpenApi) {
    document.paths.add_path_operation(P::path(), P::methods(), P::operation());
    let mut schemas = Vec::new();
    P::schemas(&mut schemas);
    document.components.get_or_insert_with(Components::new).schemas.extend(schemas);
}

/// Makes a [`Route`] of a handler that has a `#[utoipa::path]`.
macro_rules! routes {
    ($handler:ident) => {
        pastey::paste! { $crate::route::Route::of::<[<__path_ $handler>], _, _>($handler) }
    };
    ($module:ident::$handler:ident) => {
        pastey::paste! { $crate::route::Route::of::<$module::[<__path_ $handler>], _, _>($module::$handler) }
    };
}
pub(crate) use routes;
