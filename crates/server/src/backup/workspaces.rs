//! The agents' workspaces in a backup: one archive, which keeps links, rights and times.
//!
//! Agents may be at work meanwhile. A file is saved as it is found; one that goes away is left
//! out, and one that shrinks while it is read is filled up with zeros to the length it had.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use anyhow::Context;
use tar::{Archive, Builder, EntryType, Header};

/// Saves all workspaces.
///
/// # Errors
/// If a file cannot be read or the archive not be written.
pub(super) fn pack(workspaces: &Path, archive: &Path) -> anyhow::Result<()> {
    let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(archive);
    let file = file.with_context(|| format!("make {}", archive.display()))?;
    let mut builder = Builder::new(BufWriter::new(file));
    pack_folder(&mut builder, workspaces, Path::new(""))?;
    let written = || format!("write {} (is the disk full?)", archive.display());
    let mut writer = builder.into_inner().with_context(written)?;
    writer.flush().and_then(|()| writer.get_ref().sync_all()).with_context(written)
}

/// Brings all workspaces back.
///
/// # Errors
/// If the archive cannot be read, or a file not be written.
pub(super) fn unpack(archive: &Path, workspaces: &Path) -> anyhow::Result<()> {
    let file = File::open(archive).with_context(|| format!("read {}", archive.display()))?;
    // Entries that lead out of the folder, also through a link, are left out.
    Archive::new(io::BufReader::new(file))
        .unpack(workspaces)
        .with_context(|| format!("unpack {} to {}", archive.display(), workspaces.display()))
}

fn pack_folder(builder: &mut Builder<impl Write>, folder: &Path, name: &Path) -> anyhow::Result<()> {
    let Some(entries) = unless_gone(fs::read_dir(folder)).with_context(|| reading(folder))? else {
        return Ok(());
    };
    for entry in entries {
        let entry = entry.with_context(|| reading(folder))?;
        let (path, name) = (entry.path(), name.join(entry.file_name()));
        let Some(metadata) = unless_gone(fs::symlink_metadata(&path)).with_context(|| reading(&path))? else {
            continue;
        };
        pack_entry(builder, &path, &name, &metadata).with_context(|| format!("save {}", path.display()))?;
        if metadata.is_dir() {
            pack_folder(builder, &path, &name)?;
        }
    }
    Ok(())
}

fn pack_entry(
    builder: &mut Builder<impl Write>,
    path: &Path,
    name: &Path,
    metadata: &Metadata,
) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_mode(metadata.mode());
    header.set_mtime(u64::try_from(metadata.mtime()).unwrap_or_default());
    header.set_size(0);
    if metadata.is_dir() {
        header.set_entry_type(EntryType::Directory);
        builder.append_data(&mut header, name, io::empty())
    } else if metadata.is_symlink() {
        let Some(target) = unless_gone(fs::read_link(path))? else { return Ok(()) };
        header.set_entry_type(EntryType::Symlink);
        builder.append_link(&mut header, name, target)
    } else if metadata.is_file() {
        let Some(file) = unless_gone(File::open(path))? else { return Ok(()) };
        let length = file.metadata()?.len();
        header.set_size(length);
        builder.append_data(&mut header, name, file.chain(io::repeat(0)).take(length))
    } else {
        // Sockets, pipes and devices hold nothing that could be saved.
        Ok(())
    }
}

fn reading(path: &Path) -> String {
    format!("read {}", path.display())
}

/// Takes what an agent removed meanwhile for nothing.
fn unless_gone<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}
