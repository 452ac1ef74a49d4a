//! Chores of the workspace: `cargo xtask tidy` checks the house rules that no lint knows.

mod tidy;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask tidy";

fn main() -> anyhow::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stderr();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tidy"] => {
            let faults = tidy::check(&workspace_root())?;
            for fault in &faults {
                writeln!(out, "{fault}")?;
            }
            writeln!(out, "tidy: {} faults", faults.len())?;
            Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        _ => {
            writeln!(out, "{USAGE}")?;
            Ok(ExitCode::from(2))
        }
    }
}

/// The folder of the workspace's `Cargo.toml`: this crate stands two folders below it.
fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the crate stands in crates/xtask")
        .to_path_buf()
}
