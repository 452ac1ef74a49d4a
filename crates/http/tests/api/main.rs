//! The API as clients see it, one module per resource, in one program: linking is slow.

mod activity;
mod adapters;
mod agents;
mod comments;
mod companies;
mod goals;
mod health;
mod issues;
mod labels;
mod live;
mod playing;
mod projects;
mod runs;
