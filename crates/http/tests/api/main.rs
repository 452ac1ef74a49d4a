//! The API as clients see it, one module per resource, in one program: linking is slow.

mod agents;
mod comments;
mod labels;
mod live;
