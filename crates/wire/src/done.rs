//! The answer where there is nothing to show.

use serde::Serialize;
use utoipa::ToSchema;

/// Something that was done and has nothing to show.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// Always true.
    pub ok: bool,
}
