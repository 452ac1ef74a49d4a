//! Agents that are programs with a command line: how each is called, and what its output means.
//!
//! What differs between them is data: a [`Cli`] says how a program is started and which format it
//! speaks, and one table ([`class`]) says what their errors mean. Reading is the same for all: a
//! [`Reader`] takes output as it comes, hands out [`Entry`]s of the transcript, and concludes from
//! the evidence at the end.
//!
//! **Invariant:** nothing here starts a program, waits or reads a file, no output makes it panic,
//! and what it keeps is bounded, however long the output or one line of it is.

pub mod class;
mod cli;
mod command;
mod conclusion;
mod entry;
mod lines;
mod reader;
mod reset;
mod stream;
mod told;
mod usage;

pub use class::Class;
pub use cli::{CLIS, Cli, Engine, PromptPath};
pub use command::{Chosen, CommandError};
pub use conclusion::{Conclusion, ProgramEnd, StoppedBy};
pub use entry::{Entry, LONGEST_TEXT};
pub use reader::{Output, Reader};
pub use reset::Reset;
pub use usage::{Spent, UsageBasis};
