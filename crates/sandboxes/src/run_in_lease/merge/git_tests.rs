//! What becomes of real repositories that two sides work in.

use std::path::Path;
use std::process::Command;

use super::*;

/// Runs git as nobody in particular, and returns what it says.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]);
    command.args(["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"]).args(arguments);
    let output = command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null").output();
    let output = output.unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn commit(folder: &Path, file: &str, text: &str) {
    fs::write(folder.join(file), text).unwrap();
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", text]);
}

/// A workspace here, and its copy as a sandbox has it.
struct Both {
    folder: tempfile::TempDir,
    baseline: Tree,
}

impl Both {
    fn new(prepare: impl FnOnce(&Path, &Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let origin = folder.path().join("origin");
        fs::create_dir(&origin).unwrap();
        git(&origin, &["init", "-q"]);
        for text in ["first", "second", "third"] {
            commit(&origin, "file.txt", text);
        }
        prepare(&origin, &folder.path().join("here"));
        let mut copy = Command::new("cp");
        copy.arg("-a").arg(folder.path().join("here")).arg(folder.path().join("arrived"));
        assert!(copy.status().unwrap().success());
        let baseline = tree::scan(&folder.path().join("here")).unwrap();
        Self { folder, baseline }
    }

    fn here(&self) -> PathBuf {
        self.folder.path().join("here")
    }

    fn there(&self) -> PathBuf {
        self.folder.path().join("arrived")
    }

    fn merge(&self) -> Option<Conflicts> {
        let merge = Merge {
            baseline: self.baseline.clone(),
            arrived: self.there(),
            workspace: self.here(),
            caches: BTreeSet::new(),
            kept: "from-sandbox",
            free_bytes: 0,
            lock: self.folder.path().join("lock"),
        };
        merge.carry_out().unwrap()
    }
}

fn clone(origin: &Path, here: &Path, more: &[&str]) {
    let address = format!("file://{}", origin.display());
    let arguments = [&["clone", "-q"][..], more, &[&address, here.to_str().unwrap()][..]].concat();
    git(origin, &arguments);
}

#[test]
fn commits_of_a_sandbox_come_back_to_a_clone_however_it_was_made() {
    for (more, detached) in [(&[][..], false), (&["--depth", "1"][..], false), (&["--depth", "2"][..], true)]
    {
        let both = Both::new(|origin, here| {
            clone(origin, here, more);
            if detached {
                git(here, &["checkout", "-q", "--detach"]);
            }
        });
        commit(&both.there(), "new.txt", "made there");
        fs::write(both.there().join("loose.txt"), "not committed").unwrap();
        assert_eq!(both.merge(), None, "{more:?}");
        let here = both.here();
        assert_eq!(git(&here, &["log", "-1", "--format=%s"]), "made there", "{more:?}");
        assert_eq!(git(&here, &["status", "--porcelain"]), "?? loose.txt");
        git(&here, &["fsck", "--strict"]);
        assert_eq!(git(&here, &["rev-parse", "HEAD"]), git(&both.there(), &["rev-parse", "HEAD"]));
    }
}

#[test]
fn a_branch_that_moved_on_both_sides_keeps_both_histories_whole() {
    let both = Both::new(|origin, here| clone(origin, here, &[]));
    commit(&both.there(), "there.txt", "made there");
    commit(&both.here(), "here.txt", "made here");
    let kept = both.merge().expect("two histories are not mixed");
    let here = both.here();
    assert_eq!(git(&here, &["log", "-1", "--format=%s"]), "made here");
    git(&here, &["fsck", "--strict"]);
    assert_eq!(fs::read_to_string(here.join("there.txt")).unwrap(), "made there", "its files come back");
    // The history of the sandbox can be fetched from where it was laid.
    let laid = here.join(&kept.folder).join(".git");
    git(&here, &["fetch", "-q", laid.to_str().unwrap(), "main"]);
    assert_eq!(git(&here, &["log", "-1", "--format=%s", "FETCH_HEAD"]), "made there");
}

#[test]
fn a_linked_worktree_stays_linked() {
    let both = Both::new(|origin, here| {
        git(origin, &["worktree", "add", "-q", "-b", "side", here.to_str().unwrap()]);
    });
    let link = fs::read_to_string(both.here().join(".git")).unwrap();
    assert!(link.starts_with("gitdir: "), "{link}");
    fs::write(both.there().join("file.txt"), "changed there").unwrap();
    assert_eq!(both.merge(), None);
    assert_eq!(fs::read_to_string(both.here().join(".git")).unwrap(), link);
    assert_eq!(git(&both.here(), &["status", "--porcelain"]), "M file.txt");
}

#[test]
fn what_became_a_cache_there_is_not_taken_for_removed() {
    let mut sides = Both::new(|origin, here| clone(origin, here, &[]));
    for folder in [sides.here(), sides.there()] {
        fs::create_dir(folder.join("notes")).unwrap();
        fs::write(folder.join("notes/mine.txt"), "mine").unwrap();
    }
    sides.baseline = tree::scan(&sides.here()).unwrap();
    // It was left out on the way back.
    fs::remove_file(sides.there().join("notes/mine.txt")).unwrap();
    let merge = Merge {
        baseline: sides.baseline.clone(),
        arrived: sides.there(),
        workspace: sides.here(),
        caches: [PathBuf::from("notes")].into(),
        kept: "from-sandbox",
        free_bytes: 0,
        lock: sides.folder.path().join("lock"),
    };
    assert_eq!(merge.carry_out().unwrap(), None);
    assert_eq!(fs::read_to_string(sides.here().join("notes/mine.txt")).unwrap(), "mine");
}
