//! Runs under real run hosts, as the engine sees them: real processes, files and sockets.

#![expect(clippy::disallowed_methods, reason = "real processes are waited for in real time")]
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod crash;
mod endings;
mod lab;
mod output;
mod recovery;
