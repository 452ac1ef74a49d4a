//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, bail};

use crate::figures;

pub(crate) const USAGE: &str = "\
Measures a wireclip program through its public API.

usage: wireclip-bench PROGRAM [options]

  --only NAME          measure this row only; a part of a name takes all that have it (repeatable)
  --quick              a tenth of everything: shows that the rows work, not what they cost
  --long               ten minutes of load for the memory row, and an agent that prints 1 GiB
  --database-url URL   PostgreSQL instead of SQLite; each server gets a new database there (needs psql)
  --list               print the names of the rows
";

/// The word that makes this program an agent which writes down when it began.
pub(crate) const STAMP: &str = "stamp";

/// What is to be done.
pub(crate) enum Asked {
    /// Be an agent: write the moment of the first instruction to a file.
    Stamp(PathBuf),
    /// Say how it is used.
    Help,
    /// Measure.
    Measure(Arguments),
}

/// What is to be measured, and how.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Arguments {
    pub(crate) program: PathBuf,
    pub(crate) only: Vec<String>,
    pub(crate) is_quick: bool,
    pub(crate) is_long: bool,
    pub(crate) database_url: Option<String>,
}

impl Arguments {
    /// Reads the command line, without the program's own name.
    ///
    /// # Errors
    /// If it makes no sense; the message says what is wrong.
    pub(crate) fn read(words: impl IntoIterator<Item = OsString>) -> anyhow::Result<Asked> {
        let mut words = words.into_iter();
        let mut program = None;
        let mut arguments = Self::default();
        while let Some(word) = words.next() {
            match word.to_str() {
                Some(STAMP) if program.is_none() => {
                    return Ok(Asked::Stamp(words.next().context("stamp which file?")?.into()));
                }
                Some("--help" | "-h") => return Ok(Asked::Help),
                Some("--list") => bail!("the rows are: {}", figures::names().join(", ")),
                Some("--quick") => arguments.is_quick = true,
                Some("--long") => arguments.is_long = true,
                Some("--only") => arguments.only.push(row(&text(words.next(), "--only")?)?),
                Some("--database-url") => {
                    arguments.database_url = Some(text(words.next(), "--database-url")?);
                }
                Some(other) if other.starts_with('-') => bail!("'{other}' is no option; see --help"),
                _ if program.is_none() => program = Some(PathBuf::from(word)),
                _ => bail!("one program at a time, please"),
            }
        }
        arguments.program = program.context("which program? See --help")?;
        Ok(Asked::Measure(arguments))
    }
}

fn text(word: Option<OsString>, option: &str) -> anyhow::Result<String> {
    word.and_then(|word| word.into_string().ok()).with_context(|| format!("{option} needs a value"))
}

fn row(name: &str) -> anyhow::Result<String> {
    if figures::names().iter().any(|known| known.contains(name)) {
        return Ok(name.to_owned());
    }
    bail!("no row has '{name}' in its name; the rows are: {}", figures::names().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Asked, String> {
        Arguments::read(words.iter().map(OsString::from)).map_err(|error| error.to_string())
    }

    #[test]
    fn options_stand_on_either_side_of_the_program() {
        let Ok(Asked::Measure(arguments)) = read(&["--quick", "a/wireclip", "--only", "list", "--long"])
        else {
            panic!("that is a good command line");
        };
        assert_eq!(
            arguments,
            Arguments {
                program: PathBuf::from("a/wireclip"),
                only: vec!["list".to_owned()],
                is_quick: true,
                is_long: true,
                database_url: None,
            }
        );
    }

    #[test]
    fn a_row_that_is_not_there_is_named() {
        let error = read(&["wireclip", "--only", "coffee"]).err().unwrap();
        assert!(error.starts_with("no row has 'coffee' in its name; the rows are: "), "{error}");
    }
}
