//! Finds a program the way the child itself would: by path, or in the child's own `PATH`.

use std::path::{Path, PathBuf};

/// Looks a program up.
///
/// A name with a slash is a path, relative to the working directory. Any other name is searched
/// for in the folders of `search_path`.
///
/// # Errors
/// With what was searched, if the program is not there or may not be executed.
pub(crate) fn find(program: &str, search_path: &str, working_directory: &Path) -> Result<PathBuf, String> {
    if program.contains('/') {
        let path = working_directory.join(program);
        return match executable(&path) {
            Ok(()) => Ok(path),
            Err(reason) => Err(format!("the program {} {reason}", path.display())),
        };
    }
    let folders: Vec<PathBuf> =
        std::env::split_paths(search_path).map(|folder| working_directory.join(folder)).collect();
    let mut unfit = None;
    for candidate in folders.iter().map(|folder| folder.join(program)) {
        match executable(&candidate) {
            Ok(()) => return Ok(candidate),
            Err(reason) if candidate.is_file() => {
                unfit.get_or_insert_with(|| format!("; {} {reason}", candidate.display()));
            }
            Err(_) => {}
        }
    }
    let searched: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    let advice = if program.contains(' ') { "; arguments belong in args, not in command" } else { "" };
    Err(format!(
        "no program \"{program}\" in the PATH of the run, which is {}{}{advice}",
        if searched.is_empty() { "empty".to_owned() } else { searched.join(", ") },
        unfit.unwrap_or_default(),
    ))
}

/// Says that a folder is not there, or is not a folder.
pub(crate) fn check_folder(folder: &Path) -> Result<(), String> {
    match folder.metadata() {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(format!("the working directory {} is not a folder", folder.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(format!("there is no working directory {}", folder.display()))
        }
        Err(error) => Err(format!("the working directory {} cannot be read: {error}", folder.display())),
    }
}

fn executable(path: &Path) -> Result<(), &'static str> {
    let Ok(metadata) = path.metadata() else { return Err("is not there") };
    if !metadata.is_file() {
        return Err("is not a file");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Whether this very user may execute it, the start itself will tell.
        if metadata.permissions().mode() & 0o111 == 0 {
            return Err("is not executable");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_searched_for_in_the_childs_path() {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("a bin");
        std::fs::create_dir(&bin).unwrap();
        std::os::unix::fs::symlink("/bin/sh", bin.join("my-tool")).unwrap();
        std::fs::write(bin.join("notes"), "").unwrap();

        let absolute = format!("/nowhere:{}", bin.display());
        assert_eq!(find("my-tool", &absolute, folder.path()), Ok(bin.join("my-tool")));
        assert_eq!(find("my-tool", "a bin", folder.path()), Ok(bin.join("my-tool")));
        assert_eq!(find("a bin/my-tool", "", folder.path()), Ok(bin.join("my-tool")));

        let missing = find("other", &absolute, folder.path()).unwrap_err();
        assert!(missing.contains("/nowhere") && missing.contains("a bin"), "{missing}");
        let unfit = find("notes", &absolute, folder.path()).unwrap_err();
        assert!(unfit.contains("is not executable"), "{unfit}");
        let folder_itself = find("./a bin", "", folder.path()).unwrap_err();
        assert!(folder_itself.contains("is not a file"), "{folder_itself}");
    }
}
