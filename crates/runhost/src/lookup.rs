//! Finds a program the way the program itself would find others: by path, or in its own `PATH`.
//!
//! Whoever wants to know before a start whether it could succeed asks here as the start does, so
//! that there is one answer and one wording of it.

use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::Access;

/// Where programs are looked up if their environment has no `PATH`.
pub const DEFAULT_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Looks a program up.
///
/// A name with a slash is a path, relative to the working directory. Any other name is searched
/// for in the folders of `search_path`.
///
/// # Errors
/// With a sentence for people, if the program is not there or may not be executed.
pub fn find(program: &str, search_path: Option<&str>, working_directory: &Path) -> Result<PathBuf, String> {
    if program.is_empty() {
        return Err("no program is named".to_owned());
    }
    if program.contains('/') {
        let path = working_directory.join(program);
        return match executable(&path) {
            Ok(()) => Ok(path),
            Err(reason) => Err(format!("the program {} {reason}", path.display())),
        };
    }
    let search_path = search_path.unwrap_or(DEFAULT_PATH);
    let mut unfit = None;
    for folder in std::env::split_paths(search_path) {
        let path = working_directory.join(folder).join(program);
        match executable(&path) {
            Ok(()) => return Ok(path),
            Err(reason) if path.exists() => {
                unfit.get_or_insert_with(|| format!("; {} {reason}", path.display()));
            }
            Err(_) => {}
        }
    }
    let advice = if program.contains(' ') { "; arguments are no part of its name" } else { "" };
    Err(format!(
        "the program \"{program}\" was not found in its PATH {search_path}{}{advice}",
        unfit.unwrap_or_default()
    ))
}

/// Says why a program cannot start in a folder, if it cannot.
///
/// # Errors
/// With a sentence for people.
pub fn check_folder(folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    match std::fs::metadata(folder) {
        Ok(metadata) if !metadata.is_dir() => Err(format!("the working directory {shown} is not a folder")),
        Ok(_) if rustix::fs::access(folder, Access::EXEC_OK).is_err() => {
            Err(format!("the working directory {shown} may not be entered"))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(format!("the working directory {shown} is not there"))
        }
        Err(error) => Err(format!("the working directory {shown} cannot be used: {error}")),
    }
}

fn executable(path: &Path) -> Result<(), &'static str> {
    match std::fs::metadata(path) {
        Err(_) => Err("was not found"),
        Ok(metadata) if !metadata.is_file() => Err("is not a file"),
        Ok(_) if rustix::fs::access(path, Access::EXEC_OK).is_err() => Err("is not executable"),
        Ok(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_searched_for_in_the_programs_path() {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("a bin");
        std::fs::create_dir(&bin).unwrap();
        std::os::unix::fs::symlink("/bin/sh", bin.join("my-tool")).unwrap();
        std::fs::write(bin.join("notes"), "").unwrap();

        let absolute = format!("/nowhere:{}", bin.display());
        assert_eq!(find("my-tool", Some(&absolute), folder.path()), Ok(bin.join("my-tool")));
        assert_eq!(find("my-tool", Some("a bin"), folder.path()), Ok(bin.join("my-tool")));
        assert_eq!(find("a bin/my-tool", Some(""), folder.path()), Ok(bin.join("my-tool")));
        assert!(find("sh", None, folder.path()).is_ok(), "there is a path for whoever has none");

        let missing = find("other", Some(&absolute), folder.path()).unwrap_err();
        assert!(missing.contains("/nowhere") && missing.contains("a bin"), "{missing}");
        let unfit = find("notes", Some(&absolute), folder.path()).unwrap_err();
        assert!(unfit.contains("is not executable"), "{unfit}");
        let folder_itself = find("./a bin", Some(""), folder.path()).unwrap_err();
        assert!(folder_itself.contains("is not a file"), "{folder_itself}");
    }
}
