//! Images that sandboxes are created from: those that are there from the start, and those that
//! are taken of a sandbox, which keep a copy of its files.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::clock::{self, Moment};
use crate::options::Options;
use crate::shared::new_id;

#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    pub(crate) id: String,
    /// `None`: everybody's.
    pub(crate) organisation: Option<String>,
    pub(crate) name: String,
    pub(crate) is_active: bool,
    pub(crate) created_at: Moment,
    /// The files of the sandbox that it was taken of.
    pub(crate) tree: Option<PathBuf>,
}

impl Snapshot {
    /// Returns those that everybody may use from the start.
    pub(crate) fn at_start(options: &Options, now: Moment) -> BTreeMap<String, Self> {
        let names = std::iter::once(&options.default_snapshot).chain(&options.snapshots);
        let make = |name: &String| {
            let id = new_id();
            let snapshot = Self {
                id: id.clone(),
                organisation: None,
                name: name.clone(),
                is_active: true,
                created_at: now,
                tree: None,
            };
            (id, snapshot)
        };
        names.map(make).collect()
    }

    pub(crate) fn is_for(&self, organisation: &str) -> bool {
        self.organisation.as_deref().is_none_or(|owner| owner == organisation)
    }

    pub(crate) fn view(&self) -> SnapshotView {
        SnapshotView {
            id: self.id.clone(),
            organization_id: self.organisation.clone(),
            general: self.organisation.is_none(),
            name: self.name.clone(),
            image_name: self.name.clone(),
            state: if self.is_active { "active" } else { "inactive" },
            size: 1.0,
            entrypoint: [],
            cpu: 1.0,
            gpu: 0.0,
            mem: 1.0,
            disk: 3.0,
            error_reason: None,
            created_at: clock::iso(self.created_at),
            updated_at: clock::iso(self.created_at),
            last_used_at: None,
        }
    }
}

/// A snapshot as callers see it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SnapshotView {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    organization_id: Option<String>,
    general: bool,
    name: String,
    image_name: String,
    state: &'static str,
    size: f64,
    entrypoint: [String; 0],
    cpu: f64,
    gpu: f64,
    mem: f64,
    disk: f64,
    error_reason: Option<String>,
    created_at: String,
    updated_at: String,
    last_used_at: Option<String>,
}

/// Copies a folder with all that is in it. Links stay links; sockets and pipes are left out.
pub(crate) fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(std::fs::read_link(entry.path())?, &target)?;
        } else if kind.is_file() {
            std::fs::copy(entry.path(), &target)?;
        }
    }
    std::fs::set_permissions(to, std::fs::metadata(from)?.permissions())
}
