//! A project's workspace: where its files are. Kept as data; nothing here opens a path or an
//! address.
//!
//! Invariant: commands and paths are settings of people. An agent may say which repository, never
//! what is run or where on the machine.

use crate::refusal::{Refusal, RefusalKind};
use crate::{OpaqueJson, words};

words! {
    /// What kind of place a workspace is.
    pub enum WorkspaceSource("workspace source") {
        LocalPath = "local_path",
        GitRepo = "git_repo",
        RemoteManaged = "remote_managed",
        NonGitPath = "non_git_path",
    }
}

words! {
    /// Where a workspace is offered.
    pub enum WorkspaceVisibility("workspace visibility") {
        Default = "default",
        Advanced = "advanced",
    }
}

/// The part of a workspace on which the rules depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place<'a> {
    /// The folder.
    pub cwd: Option<&'a str>,
    /// The repository's address.
    pub repo_url: Option<&'a str>,
    /// What the provider of a remote one calls it.
    pub remote_ref: Option<&'a str>,
}

/// Why a workspace cannot be so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WorkspaceRefused {
    /// It has neither a folder nor a repository.
    #[error("a workspace has a folder, a repository, or both")]
    Nowhere,
    /// It is managed elsewhere, and nothing says where.
    #[error("a remote workspace has a reference or a repository")]
    NoReference,
    /// Its repository is reached in a way that could run something.
    #[error("a repository is reached by https, http, ssh, git or file")]
    RepositoryScheme,
    /// An agent would set what people set.
    #[error("'{field}' is set by people: an agent sets no commands and no paths")]
    PeoplesSetting {
        /// The field.
        field: &'static str,
    },
}

impl Refusal for WorkspaceRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::PeoplesSetting { .. } => RefusalKind::Forbidden,
            Self::Nowhere | Self::NoReference | Self::RepositoryScheme => RefusalKind::Unprocessable,
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        let Self::PeoplesSetting { field } = self else { return None };
        let mut details = OpaqueJson::object();
        details.set("field", field);
        Some(details)
    }
}

/// Returns what kind of place a workspace is that does not say.
#[must_use]
pub const fn derived_source(place: Place<'_>) -> WorkspaceSource {
    match place {
        Place { cwd: Some(_), .. } => WorkspaceSource::LocalPath,
        Place { repo_url: None, remote_ref: Some(_), .. } => WorkspaceSource::RemoteManaged,
        _ => WorkspaceSource::GitRepo,
    }
}

/// Decides whether a workspace says where it is.
///
/// # Errors
/// If it does not, or says it in a way that is not taken.
pub fn check_place(source: WorkspaceSource, place: Place<'_>) -> Result<(), WorkspaceRefused> {
    let is_remote = source == WorkspaceSource::RemoteManaged;
    match place {
        Place { repo_url: Some(url), .. } if !is_plain_repository(url) => {
            Err(WorkspaceRefused::RepositoryScheme)
        }
        Place { repo_url: None, remote_ref: None, .. } if is_remote => Err(WorkspaceRefused::NoReference),
        Place { cwd: None, repo_url: None, .. } if !is_remote => Err(WorkspaceRefused::Nowhere),
        _ => Ok(()),
    }
}

/// Some forms of address make git start programs (`ext::…`).
fn is_plain_repository(url: &str) -> bool {
    let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    matches!(scheme.as_deref(), Some("https" | "http" | "ssh" | "git" | "file"))
}

/// Returns the name of a workspace that has none: that of its repository, else of its folder.
#[must_use]
pub fn derived_name(place: Place<'_>) -> Option<&str> {
    place.repo_url.and_then(repository_name).or_else(|| place.cwd.and_then(last_segment))
}

/// Returns the name of a repository: the last part of its address, without `.git`.
#[must_use]
pub fn repository_name(url: &str) -> Option<&str> {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let name = last_segment(path)?;
    let name = name.strip_suffix(".git").unwrap_or(name);
    (!name.is_empty()).then_some(name)
}

fn last_segment(path: &str) -> Option<&str> {
    path.rsplit(['/', '\\']).find(|segment| !segment.is_empty())
}

/// Returns whether an object names a command or a path anywhere within.
#[must_use]
pub fn names_command_or_path(json: &OpaqueJson) -> bool {
    let is_such = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.contains("command")
            || name.contains("script")
            || name == "cwd"
            || name.ends_with("dir")
            || name.ends_with("path")
    };
    json.members().any(|(name, value)| is_such(name) || names_command_or_path(&value))
        || json.elements().any(|element| names_command_or_path(&element))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOWHERE: Place<'_> = Place { cwd: None, repo_url: None, remote_ref: None };

    #[test]
    fn a_workspace_says_where_it_is() {
        use WorkspaceSource::{GitRepo, LocalPath, RemoteManaged};
        let repo = Place { repo_url: Some("https://example.org/team/site.git"), ..NOWHERE };
        let folder = Place { cwd: Some("/srv/site/"), ..NOWHERE };
        assert_eq!((derived_source(repo), derived_name(repo)), (GitRepo, Some("site")));
        assert_eq!((derived_source(folder), derived_name(folder)), (LocalPath, Some("site")));
        assert_eq!(check_place(LocalPath, NOWHERE), Err(WorkspaceRefused::Nowhere));
        assert_eq!(check_place(RemoteManaged, folder), Err(WorkspaceRefused::NoReference));
        assert_eq!(check_place(RemoteManaged, repo), Ok(()));
        let program = Place { repo_url: Some("ext::sh -c reboot"), ..NOWHERE };
        assert_eq!(check_place(GitRepo, program), Err(WorkspaceRefused::RepositoryScheme));
    }

    #[test]
    fn commands_and_paths_are_seen_at_any_depth() {
        let mut inner = OpaqueJson::object();
        inner.set("provisionCommand", &"make");
        let mut outer = OpaqueJson::object();
        outer.set("workspaceStrategy", &[inner]);
        assert!(names_command_or_path(&outer));
        outer.set("workspaceStrategy", &"git_worktree");
        assert!(!names_command_or_path(&outer));
    }
}
