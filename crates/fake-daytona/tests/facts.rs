//! The facts of the service that the fake keeps, by the sections of its description.

#[path = "facts/execute.rs"]
mod execute;
#[path = "facts/kit.rs"]
mod kit;
#[path = "facts/sessions.rs"]
mod sessions;
#[path = "facts/terminals.rs"]
mod terminals;
