//! The program as its users have it: a real server in a process of its own, real agents, real
//! files, and its worst days.
//!
//! Some tests are longer when asked: `WIRECLIP_TEST_KILLS` (how often servers are killed),
//! `WIRECLIP_TEST_FLOOD_MIB` (how much an agent prints), `WIRECLIP_TEST_CREATES` (how many issues
//! are made at once).

#![expect(clippy::disallowed_methods, reason = "real processes are waited for in real time")]
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]
#![expect(clippy::print_stdout, reason = "a test that skips itself says so")]

mod agent_programs;
mod audit;
mod command_line;
mod crash;
mod creates;
mod custom_images;
mod elsewhere;
mod full_disk;
mod hostile_agents;
mod hostile_clients;
mod kit;
mod machines;
mod newcomer;
mod nodes;
mod older;
mod saving;
mod secrets;
mod starting;
mod stopping;
