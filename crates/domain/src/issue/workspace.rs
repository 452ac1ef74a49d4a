//! The workspace in which an issue is worked on, as far as requests name it: workspaces of their
//! own are not built, so what is named is checked and left out.

use crate::words;

words! {
    /// Which kind of workspace an issue prefers.
    pub enum WorkspacePreference("workspace preference") {
        Inherit = "inherit",
        SharedWorkspace = "shared_workspace",
        IsolatedWorkspace = "isolated_workspace",
        OperatorBranch = "operator_branch",
        ReuseExisting = "reuse_existing",
        AgentDefault = "agent_default",
    }
}

/// Returns whether git takes a text for the name of a branch.
#[must_use]
pub fn is_branch_name(name: &str) -> bool {
    const FORBIDDEN: &[char] = &[' ', '~', '^', ':', '?', '*', '[', '\\'];
    let is_part = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with(".lock");
    !name.is_empty()
        && name != "@"
        && !name.starts_with('-')
        && !name.ends_with('.')
        && !name.contains("..")
        && !name.contains("@{")
        && !name.contains(FORBIDDEN)
        && !name.contains(char::is_control)
        && name.split('/').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::is_branch_name;

    #[test]
    fn a_branch_name_cannot_lead_out_or_be_an_option() {
        assert!(is_branch_name("feature/hedge-2") && is_branch_name("main"));
        for name in ["", "../etc", "a..b", "-d", "a b", "/a", "a/", "a.lock", "@{1}", "a\\b", "a:b"] {
            assert!(!is_branch_name(name), "{name}");
        }
    }
}
