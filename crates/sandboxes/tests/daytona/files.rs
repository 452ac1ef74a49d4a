//! Files arrive whole, where they belong, and nowhere else.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::time::Duration;

use wireclip_fake_daytona::{Fault, routes};
use wireclip_ports::sandbox::{
    ArrivalLimits, FileAccess, FileKind, ProviderError, RemotePath, SyncFile, SyncInOperation, SyncInOrder,
    SyncOutOrder, UploadCommand,
};

use super::reuse::{file, move_in, move_out};
use super::support::{LIMIT, World, until};

fn tree(local: &Path, remote: RemotePath, exclude: &[&str]) -> SyncFile {
    SyncFile {
        kind: FileKind::Directory,
        exclude: exclude.iter().map(|pattern| (*pattern).to_owned()).collect(),
        ..file(local, remote)
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_file_goes_in_and_out_with_its_permissions_in_two_requests_each() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let (place, root) = (world.place(&lease), lease.observed.root.clone().unwrap());
    let local = tempfile::tempdir().unwrap();
    let source = local.path().join("it's a file");
    std::fs::write(&source, b"\0binary\xff").unwrap();
    std::fs::set_permissions(&source, std::fs::Permissions::from_mode(0o754)).unwrap();

    let synced = place.sync_in(move_in(file(&source, root.join("a b/c/it's"))), LIMIT).await.unwrap();
    assert_eq!((synced.operations[0].files_transferred, synced.operations[0].bytes_transferred), (1, 8));
    assert_eq!(world.fake.journal().len(), 2);
    let there = world.path(&lease, "a b/c/it's");
    assert_eq!(std::fs::read(&there).unwrap(), b"\0binary\xff");
    assert_eq!(there.metadata().unwrap().permissions().mode() & 0o777, 0o754);
    assert_eq!(names(&world.path(&lease, "")), ["a b"], "the scratch folder is left");

    let target = local.path().join("back");
    let out = SyncFile { mode: Some(0o600), ..file(&target, root.join("a b/c/it's")) };
    place.sync_out(move_out(out), LIMIT).await.unwrap();
    assert_eq!(std::fs::read(&target).unwrap(), b"\0binary\xff");
    assert_eq!(target.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let root = world.path(&lease, "");
    until("the scratch folder is removed", || names(&root) == ["a b"]).await;
}

#[tokio::test]
async fn what_is_only_to_be_read_cannot_be_written() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let local = tempfile::NamedTempFile::new().unwrap();
    let remote = lease.observed.root.clone().unwrap().join("a");
    let order = SyncFile { access: FileAccess::ReadOnly, mode: Some(0o666), ..file(local.path(), remote) };
    world.place(&lease).sync_in(move_in(order), LIMIT).await.unwrap();
    assert_eq!(world.path(&lease, "a").metadata().unwrap().permissions().mode() & 0o777, 0o444);
}

#[tokio::test]
async fn a_tree_goes_in_and_out_without_what_is_left_out() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let (place, root) = (world.place(&lease), lease.observed.root.clone().unwrap());
    let local = tempfile::tempdir().unwrap();
    let top = local.path().join("tree");
    std::fs::create_dir_all(top.join("sub/node_modules/x")).unwrap();
    std::fs::create_dir_all(top.join("empty")).unwrap();
    std::fs::write(top.join("sub/file"), "content").unwrap();
    std::fs::write(top.join("._sidecar"), "").unwrap();
    let long = format!("sub/{}", "n".repeat(180));
    std::fs::write(top.join(&long), "long").unwrap();
    std::os::unix::fs::symlink("sub/file", top.join("link")).unwrap();

    place.sync_in(move_in(tree(&top, root.join("t"), &["node_modules"])), LIMIT).await.unwrap();
    let there = world.path(&lease, "t");
    assert_eq!(names(&there), ["empty", "link", "sub"]);
    assert_eq!(std::fs::read_to_string(there.join("link")).unwrap(), "content");
    assert_eq!(names(&there.join("sub")).len(), 2);

    world
        .sh(&lease, "cd t && echo new > sub/new && mkdir -p sub/cache && echo x > sub/cache/x && mkfifo pipe")
        .await
        .unwrap();
    let back = local.path().join("back");
    place.sync_out(move_out(tree(&back, root.join("t"), &["cache"])), LIMIT).await.unwrap();
    assert_eq!(names(&back), ["empty", "link", "sub"]);
    assert_eq!(std::fs::read_to_string(back.join("sub/new")).unwrap(), "new\n");
    assert_eq!(std::fs::read_to_string(back.join(&long)).unwrap(), "long");
    assert!(!back.join("sub/cache").exists());

    // What is there already is somebody's.
    place.sync_out(move_out(tree(&back, root.join("t"), &[])), LIMIT).await.unwrap_err();
    assert_eq!(std::fs::read_to_string(back.join("sub/new")).unwrap(), "new\n");
}

#[tokio::test]
async fn no_path_leads_out_of_the_leases_directory() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let (place, root) = (world.place(&lease), lease.observed.root.clone().unwrap());
    let outside = tempfile::tempdir().unwrap();
    let local = tempfile::tempdir().unwrap();
    std::fs::write(local.path().join("a"), "x").unwrap();
    std::fs::write(outside.path().join("secret"), "x").unwrap();
    world
        .sh(
            &lease,
            &format!(
                "ln -s {} out; ln -s {}/secret file",
                outside.path().display(),
                outside.path().display()
            ),
        )
        .await
        .unwrap();
    let source = local.path().join("a");
    for remote in
        [root.join("../escape"), RemotePath::new("/etc/x"), root.join("out/x"), root.join("out/new/x")]
    {
        let error = place.sync_in(move_in(file(&source, remote.clone())), LIMIT).await.unwrap_err();
        assert!(matches!(error, ProviderError::Refused { .. }), "{remote}: {error}");
    }
    let order = tree(local.path(), root.join("out"), &[]);
    place.sync_in(move_in(order), LIMIT).await.unwrap_err();
    for remote in [root.join("out/secret"), root.join("file")] {
        let target = local.path().join("stolen");
        let error = place.sync_out(move_out(file(&target, remote)), LIMIT).await.unwrap_err();
        assert!(matches!(error, ProviderError::Refused { .. }), "{error}");
        assert!(!target.exists());
    }
    assert_eq!(names(outside.path()), ["secret"]);
    // A link in the place of a file is replaced, not followed.
    place.sync_in(move_in(file(&source, root.join("file"))), LIMIT).await.unwrap();
    assert!(world.path(&lease, "file").symlink_metadata().unwrap().is_file());
}

#[tokio::test]
async fn files_that_do_not_arrive_whole_do_not_arrive() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let (place, root) = (world.place(&lease), lease.observed.root.clone().unwrap());
    world.sh(&lease, "echo one > a; echo two > b; mkdir d").await.unwrap();
    let local = tempfile::tempdir().unwrap();
    let target = local.path().join("a");
    let faults = [
        Fault::OmitPart { part: 0 },
        Fault::TruncateBulk { parts: 0 },
        Fault::CutStream { after_bytes: 40 },
        Fault::status(500),
    ];
    for fault in faults {
        // What is only read is read again, but not for ever.
        world.fake.fault(routes::BULK_DOWNLOAD.always(), fault.clone());
        let moved = place.sync_out(move_out(file(&target, root.join("a"))), LIMIT).await;
        world.fake.clear_faults();
        assert!(moved.is_err(), "{fault:?}");
        assert_eq!(names(local.path()), Vec::<String>::new(), "{fault:?}");
    }
    for missing in ["none", "d"] {
        let moved = place.sync_out(move_out(file(&target, root.join(missing))), LIMIT).await;
        assert!(matches!(moved, Err(ProviderError::Refused { .. })), "{moved:?}");
    }
    world.fake.fault(routes::BULK_UPLOAD.times(2), Fault::DropAfter);
    let source = tempfile::NamedTempFile::new().unwrap();
    place.sync_in(move_in(file(source.path(), root.join("new"))), LIMIT).await.unwrap_err();
    assert!(!world.path(&lease, "new").exists());
    let root = world.path(&lease, "");
    until("no scratch folder is left", || names(&root) == ["a", "b", "d"]).await;
}

#[tokio::test]
async fn a_download_that_was_cut_is_repeated() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let (place, root) = (world.place(&lease), lease.observed.root.clone().unwrap());
    world.sh(&lease, "mkdir d; echo work > d/file").await.unwrap();
    let local = tempfile::tempdir().unwrap();
    let faults = [
        Fault::OmitPart { part: 0 },
        Fault::TruncateBulk { parts: 0 },
        Fault::CutStream { after_bytes: 100 },
        Fault::page(404),
        Fault::status(500),
        Fault::DropAfter,
    ];
    for (number, fault) in faults.into_iter().enumerate() {
        let target = local.path().join(number.to_string());
        world.fake.fault(routes::BULK_DOWNLOAD.times(2), fault.clone());
        let moved = place.sync_out(move_out(tree(&target, root.join("d"), &[])), LIMIT).await;
        assert!(moved.is_ok(), "{fault:?}: {moved:?}");
        assert_eq!(std::fs::read(target.join("file")).unwrap(), b"work\n", "{fault:?}");
    }
}

#[tokio::test]
async fn commands_complete_an_operation_and_their_failure_fails_it() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let order = |command: &str| SyncInOrder {
        operations: vec![SyncInOperation {
            operation_id: "tools".to_owned(),
            files: Vec::new(),
            commands: vec![UploadCommand {
                command: command.to_owned(),
                directory: None,
                time_limit: Duration::from_secs(10),
            }],
        }],
    };
    world.place(&lease).sync_in(order("echo done > here"), LIMIT).await.unwrap();
    assert!(world.path(&lease, "here").exists());
    let error = world.place(&lease).sync_in(order("echo broken; exit 9"), LIMIT).await.unwrap_err();
    assert!(error.to_string().contains("broken"), "{error}");
}

#[tokio::test]
async fn no_more_comes_out_than_there_is_room_for() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let (place, root) = (world.place(&lease), lease.observed.root.clone().unwrap());
    world.sh(&lease, "mkdir d; truncate -s 3G d/hole; echo work > d/file").await.unwrap();
    let local = tempfile::tempdir().unwrap();
    let target = local.path().join("d");
    let order = |bytes, free_bytes| {
        let limits = ArrivalLimits { bytes, free_bytes };
        SyncOutOrder { limits, ..move_out(tree(&target, root.join("d"), &[])) }
    };
    for (limits, told) in [((1 << 20, 0), "more than 1 MiB"), ((8 << 30, u64::MAX), "free some of it")] {
        let error = place.sync_out(order(limits.0, limits.1), LIMIT).await.unwrap_err();
        assert!(
            matches!(error, ProviderError::Refused { .. }) && error.to_string().contains(told),
            "{error}"
        );
        assert_eq!(names(local.path()), Vec::<String>::new());
    }
    place.sync_out(order(1 << 30, 0), LIMIT).await.unwrap();
    let hole = std::fs::metadata(target.join("hole")).unwrap();
    assert_eq!((hole.len(), hole.blocks()), (3 << 30, 0));
}
