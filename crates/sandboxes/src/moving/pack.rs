//! Packs a tree of this machine into an archive.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Write};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use tar::{Builder, EntryType, Header};

use super::exclude::Exclude;

/// What a tree is packed with.
pub(super) struct Packing<'a> {
    pub(super) top: &'a Path,
    pub(super) exclude: &'a Exclude,
    pub(super) follow_symlinks: bool,
}

impl Packing<'_> {
    /// Writes the archive: entries by their names, without owners, without extended attributes. An
    /// empty tree is 1024 bytes of zeros.
    ///
    /// # Errors
    /// If something cannot be read, or changed while it was.
    pub(super) fn write(&self, to: impl Write) -> io::Result<()> {
        let mut archive = Builder::new(to);
        archive.follow_symlinks(false);
        let mut above = BTreeSet::new();
        self.folder(&mut archive, "", &mut above)?;
        archive.into_inner()?.flush()
    }

    /// `above` holds the folders that lead here, against links that go in circles.
    fn folder(
        &self,
        archive: &mut Builder<impl Write>,
        below: &str,
        above: &mut BTreeSet<(u64, u64)>,
    ) -> io::Result<()> {
        let path = self.top.join(below);
        let folder = fs::metadata(&path)?;
        let identity = (folder.dev(), folder.ino());
        if !above.insert(identity) {
            return Err(io::Error::other(format!("the links of {} go in circles", path.display())));
        }
        let mut names =
            fs::read_dir(&path)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
        names.sort_unstable();
        for name in names {
            let name = match name.into_string() {
                Ok(name) => name,
                Err(name) => {
                    let name = path.join(name);
                    tracing::warn!("left here, since its name is no text: {}", name.display());
                    continue;
                }
            };
            let below = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
            // Beside each file macOS lays one with such a name, which belongs to nobody else.
            if name.starts_with("._") || self.exclude.excludes(&below) {
                continue;
            }
            self.entry(archive, &below, above)?;
        }
        above.remove(&identity);
        Ok(())
    }

    fn entry(
        &self,
        archive: &mut Builder<impl Write>,
        below: &str,
        above: &mut BTreeSet<(u64, u64)>,
    ) -> io::Result<()> {
        let path: PathBuf = self.top.join(below);
        let metadata = if self.follow_symlinks { fs::metadata(&path)? } else { fs::symlink_metadata(&path)? };
        let mut header = header_of(&metadata);
        if metadata.is_dir() {
            header.set_entry_type(EntryType::Directory);
            archive.append_data(&mut header, below, io::empty())?;
            self.folder(archive, below, above)
        } else if metadata.is_symlink() {
            header.set_entry_type(EntryType::Symlink);
            archive.append_link(&mut header, below, fs::read_link(&path)?)
        } else if metadata.is_file() {
            header.set_entry_type(EntryType::Regular);
            header.set_size(metadata.len());
            // It may grow meanwhile; what its size said at first is what the archive holds.
            let mut file = File::open(&path)?.take(metadata.len());
            archive.append_data(&mut header, below, &mut file)?;
            if file.limit() > 0 {
                return Err(io::Error::other(format!("{} became shorter while it was read", path.display())));
            }
            Ok(())
        } else {
            // Sockets, pipes and devices mean nothing elsewhere.
            tracing::warn!("left here, since it is neither a file nor a folder: {}", path.display());
            Ok(())
        }
    }
}

fn header_of(metadata: &Metadata) -> Header {
    let mut header = Header::new_gnu();
    header.set_mode(metadata.permissions().mode() & 0o7777);
    header.set_mtime(u64::try_from(metadata.mtime()).unwrap_or(0));
    header.set_size(0);
    header.set_uid(0);
    header.set_gid(0);
    header
}
