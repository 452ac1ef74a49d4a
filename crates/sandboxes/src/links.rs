//! Which links of a workspace mean the same wherever the workspace is.

use std::path::{Component, Path};

/// Returns whether a link stays within the tree in which it is: its text is relative, with `..`
/// only at its beginning and not above the top. With `..` behind a name it could be read in two
/// ways, since that name may be a link itself.
pub(crate) fn stays_within(name: &Path, target: &Path) -> bool {
    let depth = name.components().count().saturating_sub(1);
    let mut ups = 0;
    let mut has_name = false;
    for part in target.components() {
        match part {
            Component::ParentDir if has_name => return false,
            Component::ParentDir => ups += 1,
            Component::Normal(_) => has_name = true,
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return false,
        }
    }
    ups <= depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_stays_within_if_no_reading_of_it_leads_out() {
        let stays = |name: &str, target: &str| stays_within(Path::new(name), Path::new(target));
        assert!(stays("a", "b/c") && stays("d/a", "../b") && stays("d/a", "."));
        assert!(!stays("a", "/etc") && !stays("a", "..") && !stays("d/a", "../../x"));
        assert!(!stays("d/e/a", "b/../../x"), "it is ambiguous");
    }
}
