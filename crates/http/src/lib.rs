//! Speaks HTTP: routes, who may call them, how requests are read and answers written.
//!
//! **Invariant:** no rule of the product stands here. A handler reads its request, calls one
//! action of `services` and writes the answer; a route cannot be added without saying who may
//! call it.

mod access;
mod answer;
mod app;
mod body;
mod cookies;
mod description;
mod error;
mod heads;
mod idempotency;
mod kept_answers;
mod leftover;
mod live;
mod origin;
mod pages;
mod route;
mod router;
mod routes;
mod scoped;
mod span;
mod tagged;
mod upload;

pub use access::Access;
pub use app::{App, ClientAddress, DeploymentMode, HttpSettings, Phase};
pub use leftover::take_unread;
pub use live::Patience;
pub use pages::Pages;
pub use router::{DeclaredRoute, declared_routes, openapi, router};
