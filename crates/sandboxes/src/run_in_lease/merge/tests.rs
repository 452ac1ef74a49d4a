//! What becomes of a workspace that two sides changed.

use std::collections::BTreeMap;

use super::*;

/// Two folders: what came back and the workspace; each is filled by the text of its files.
struct Sides {
    folder: tempfile::TempDir,
    baseline: Tree,
}

impl Sides {
    fn new(before: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for side in ["arrived", "here"] {
            fs::create_dir(folder.path().join(side)).unwrap();
            for (path, text) in before {
                write(&folder.path().join(side), path, text);
            }
        }
        let baseline = tree::scan(&folder.path().join("here")).unwrap();
        Self { folder, baseline }
    }

    fn side(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn merge(&self) -> Option<Conflicts> {
        let merge = Merge {
            baseline: self.baseline.clone(),
            arrived: self.side("arrived"),
            workspace: self.side("here"),
            caches: BTreeSet::new(),
            kept: "from-sandbox",
            free_bytes: 0,
            lock: self.side("lock"),
        };
        merge.carry_out().unwrap()
    }

    /// The texts of the workspace's files.
    fn here(&self) -> BTreeMap<String, String> {
        let tree = tree::scan(&self.side("here")).unwrap();
        let files = tree.iter().filter(|(_, entry)| matches!(entry, Entry::File { .. }));
        let text = |path: &PathBuf| fs::read_to_string(self.side("here").join(path)).unwrap();
        files.map(|(path, _)| (path.display().to_string(), text(path))).collect()
    }
}

fn write(top: &Path, path: &str, text: &str) {
    let path = top.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn texts(expected: &[(&str, &str)]) -> BTreeMap<String, String> {
    expected.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn what_cannot_be_moved_stays_as_it_is_here() {
    use std::os::unix::ffi::OsStrExt as _;
    let mut sides = Sides::new(&[("venv/lib", "old")]);
    let (here, link) = (sides.side("here"), sides.side("here").join("venv/python"));
    std::os::unix::fs::symlink("/usr/bin/env", &link).unwrap();
    let odd = here.join(std::ffi::OsStr::from_bytes(b"odd-\xff"));
    fs::write(&odd, "kept").unwrap();
    sides.baseline = tree::scan(&here).unwrap();
    write(&sides.side("arrived"), "venv/lib", "new");
    assert_eq!(sides.merge(), None);
    assert_eq!(fs::read_link(&link).unwrap(), Path::new("/usr/bin/env"));
    assert_eq!(fs::read_to_string(&odd).unwrap(), "kept");
    assert_eq!(sides.here(), texts(&[("venv/lib", "new")]));
}

#[test]
fn what_only_the_sandbox_changed_is_taken_over() {
    let sides = Sides::new(&[("a", "1"), ("b", "1"), ("d/e", "1"), ("d/f/g", "1")]);
    let there = sides.side("arrived");
    write(&there, "a", "2");
    write(&there, "new/file", "1");
    fs::remove_file(there.join("b")).unwrap();
    fs::remove_dir_all(there.join("d/f")).unwrap();
    fs::create_dir(there.join("empty")).unwrap();
    assert_eq!(sides.merge(), None);
    assert_eq!(sides.here(), texts(&[("a", "2"), ("d/e", "1"), ("new/file", "1")]));
    assert!(sides.side("here/empty").is_dir() && !sides.side("here/d/f").exists());
}

#[test]
fn what_was_changed_here_stays_and_the_sandboxs_version_is_kept_beside() {
    let sides = Sides::new(&[("both", "1"), ("same", "1"), ("gone", "1"), ("mine", "1")]);
    let (there, here) = (sides.side("arrived"), sides.side("here"));
    write(&there, "both", "sandbox");
    write(&here, "both", "person");
    for side in [&there, &here] {
        write(side, "same", "2");
    }
    fs::remove_file(there.join("gone")).unwrap();
    write(&here, "gone", "2");
    write(&here, "mine", "2");
    let conflicts = sides.merge().unwrap();
    assert_eq!(
        conflicts,
        Conflicts { folder: "from-sandbox-1".to_owned(), paths: vec!["both".into(), "gone".into()] }
    );
    let expected =
        [("both", "person"), ("from-sandbox-1/both", "sandbox"), ("gone", "2"), ("mine", "2"), ("same", "2")];
    assert_eq!(sides.here(), texts(&expected));
}

#[test]
fn two_histories_are_not_mixed() {
    let sides = Sides::new(&[(".git/HEAD", "1"), (".git/index", "1"), ("file", "1")]);
    let (there, here) = (sides.side("arrived"), sides.side("here"));
    write(&there, ".git/HEAD", "sandbox");
    write(&there, ".git/objects/ab", "sandbox");
    write(&there, "file", "sandbox");
    write(&here, ".git/index", "person");
    assert!(sides.merge().is_some());
    let now = sides.here();
    assert_eq!((now[".git/HEAD"].as_str(), now[".git/index"].as_str()), ("1", "person"));
    assert!(!now.contains_key(".git/objects/ab"));
    assert_eq!(now["from-sandbox-1/.git/HEAD"], "sandbox");
    assert_eq!(now["file"], "sandbox");
}

#[test]
fn a_history_that_only_the_sandbox_wrote_comes_back() {
    let sides = Sides::new(&[(".git/HEAD", "1")]);
    write(&sides.side("arrived"), ".git/HEAD", "2");
    write(&sides.side("arrived"), ".git/objects/ab", "1");
    assert_eq!(sides.merge(), None);
    assert_eq!(sides.here(), texts(&[(".git/HEAD", "2"), (".git/objects/ab", "1")]));
}

#[test]
fn a_file_becomes_a_folder_and_a_folder_a_file() {
    let sides = Sides::new(&[("a", "1"), ("b/c", "1")]);
    let there = sides.side("arrived");
    fs::remove_file(there.join("a")).unwrap();
    write(&there, "a/x", "2");
    fs::remove_dir_all(there.join("b")).unwrap();
    write(&there, "b", "2");
    assert_eq!(sides.merge(), None);
    assert_eq!(sides.here(), texts(&[("a/x", "2"), ("b", "2")]));
}

#[test]
fn nothing_is_written_through_a_link() {
    let sides = Sides::new(&[("d/file", "1")]);
    let outside = sides.side("outside");
    write(&sides.folder.path().join("outside"), "file", "outside");
    write(&sides.side("arrived"), "d/file", "sandbox");
    write(&sides.side("arrived"), "d/new", "sandbox");
    fs::remove_dir_all(sides.side("here/d")).unwrap();
    std::os::unix::fs::symlink(&outside, sides.side("here/d")).unwrap();
    let conflicts = sides.merge().unwrap();
    assert_eq!(conflicts.paths, ["d/file", "d/new"]);
    assert_eq!(fs::read_to_string(outside.join("file")).unwrap(), "outside");
    assert!(!outside.join("new").exists());
    assert_eq!(fs::read_to_string(sides.side("here/from-sandbox-1/d/new")).unwrap(), "sandbox");
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn what_is_private_there_is_private_here() {
    let mut sides =
        Sides::new(&[("key", "1"), ("tool", "1"), ("shared", "1"), ("d/file", "1"), ("both", "1")]);
    let (there, here) = (sides.side("arrived"), sides.side("here"));
    for side in [&there, &here] {
        set_mode(&side.join("key"), 0o600);
    }
    sides.baseline = tree::scan(&here).unwrap();
    // Changed in it, changed in its permissions only, and new.
    write(&there, "key", "2");
    set_mode(&there.join("tool"), 0o700);
    set_mode(&there.join("shared"), 0o664);
    set_mode(&there.join("d"), 0o750);
    write(&there, "new/deep/secret", "1");
    set_mode(&there.join("new"), 0o700);
    set_mode(&there.join("new/deep/secret"), 0o600);
    write(&there, "both", "sandbox");
    set_mode(&there.join("both"), 0o600);
    write(&here, "both", "person");
    assert!(sides.merge().is_some());
    for (path, expected) in [
        ("key", 0o600),
        ("tool", 0o700),
        ("shared", 0o664),
        ("d", 0o750),
        ("new", 0o700),
        ("new/deep/secret", 0o600),
        ("from-sandbox-1/both", 0o600),
    ] {
        assert_eq!(mode(&here.join(path)), expected, "{path}: {:o}", mode(&here.join(path)));
    }
    assert_eq!(fs::read_to_string(here.join("key")).unwrap(), "2");
}

#[test]
fn a_kept_version_lies_in_folders_as_closed_as_there() {
    let mut sides = Sides::new(&[("d/both", "1")]);
    let (there, here) = (sides.side("arrived"), sides.side("here"));
    for side in [&there, &here] {
        set_mode(&side.join("d"), 0o700);
    }
    sides.baseline = tree::scan(&here).unwrap();
    write(&there, "d/both", "sandbox");
    write(&here, "d/both", "person");
    assert!(sides.merge().is_some());
    assert_eq!(mode(&here.join("from-sandbox-1/d")), 0o700);
}
