//! Custom images: a person sets a sandbox up by hand, and what it is then becomes the template from
//! which an environment's later sandboxes start.
//!
//! ```text
//!  session   starting ─let in─▶ waiting_for_user ─capture─▶ capturing ─promote─▶ promoted
//!               │                  ▲   │  └──────── not captured ◀──┘
//!               └─ cancel, fail    │   └─ cancel, time out, fail
//!
//!  template  failed ─promote─▶ active ─supersede─▶ superseded ─restore─▶ active
//!                                └──── revoke ────▶ revoked ◀── revoke ──┘
//! ```
//!
//! A template that is being captured stands as `failed` until it is certain that it came to be: so
//! a row tells of everything that may be left at the provider.
//!
//! **Invariant:** an environment has at most one open session and at most one active template.

mod fit;
mod refused;
mod session;
mod shown;
mod template;

pub use fit::{Binding, Fit, fingerprint_members, fit, with_template};
pub use refused::{BootSource, CustomImageRefused};
pub use session::{SessionEvent, SessionStatus, check_open, next as next_of_session};
pub use shown::redacted;
pub use template::{TemplateEvent, TemplateKind, TemplateStatus, next as next_of_template};
