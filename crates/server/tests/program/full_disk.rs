//! A full disk: nothing is lost, everybody is told, and all goes on once there is room.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::kit::{Company, Place, Server, until};

/// A small disk at a home folder.
struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    /// Mounts it; nothing if this user may not.
    fn at(folder: &Path) -> Option<Self> {
        std::fs::create_dir_all(folder).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=16m,mode=700", "wireclip-test"])
            .arg(folder)
            .output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self { folder: folder.to_owned() });
        }
        println!("skipped: this user may not mount a small disk");
        None
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }

    fn fill(&self) {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(self.ballast()).unwrap();
        let block = vec![0_u8; 4096];
        while file.write_all(&block).is_ok() {}
    }

    fn make_room(&self) {
        std::fs::remove_file(self.ballast()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily, since whoever failed may still have a file open.
        drop(Command::new("umount").arg("-l").arg(&self.folder).status());
    }
}

#[tokio::test]
async fn a_full_disk_loses_nothing_and_is_told_to_those_who_write() {
    let place = Place::new();
    let Some(disk) = SmallDisk::at(&place.home()) else { return };
    let server = Server::start(&place).await;
    let company = Company::found(server.api(), "Full").await;
    company.issue("While there is room", None).await;
    disk.fill();

    let mut made = 1;
    let refused = loop {
        // Long ones, so that what the database has set aside is soon used up.
        let issue = json!({"title": format!("Number {made}"), "description": "x".repeat(60_000)});
        let answer = company.api.try_post(&company.path("/issues"), &issue).await.unwrap();
        if answer.status != 201 {
            break answer;
        }
        made += 1;
        disk.fill();
        assert!(made < 1000, "the disk does not get full");
    };
    assert_eq!(refused.status, 503, "{}", refused.body);
    assert!(refused.error().contains("disk"), "{}", refused.body);
    // Reading goes on, and health says that the server is there.
    assert_eq!(count(&company).await, made);
    assert_eq!(company.api.try_get("/health").await.unwrap().status, 200);

    disk.make_room();
    until("writing goes on", async || {
        let answer =
            company.api.try_post(&company.path("/issues"), &json!({"title": "After"})).await.unwrap();
        (answer.status == 201).then_some(())
    })
    .await;
    assert_eq!(count(&company).await, made + 1);
    server.kill();
    let server = Server::start(&place).await;
    assert_eq!(count(&company.through(server.api())).await, made + 1);
}

#[tokio::test]
async fn what_is_answered_after_many_refusals_is_there() {
    let place = Place::new();
    let Some(disk) = SmallDisk::at(&place.home()) else { return };
    let server = Server::start(&place).await;
    let company = Company::found(server.api(), "Full").await;
    disk.fill();
    // Long and short ones in turn: some short ones still find a place between two refusals.
    let mut answered = BTreeSet::new();
    let mut refused = 0;
    for number in 0..60 {
        let long = if number % 3 == 0 { 60_000 } else { 0 };
        let title = format!("Number {number}");
        let issue = json!({"title": title, "description": "x".repeat(long)});
        match company.api.try_post(&company.path("/issues"), &issue).await.unwrap().status {
            201 => drop(answered.insert(title)),
            503 => refused += 1,
            other => panic!("{title}: {other}"),
        }
    }
    assert!(refused > 10, "the disk did not get full: {refused}");
    assert_eq!(titles(&company).await, answered, "answered, and not there");

    disk.make_room();
    for number in 0..10 {
        let title = format!("With room {number}");
        until("writing goes on", async || {
            let answer = company.api.try_post(&company.path("/issues"), &json!({"title": title})).await;
            (answer.unwrap().status == 201).then_some(())
        })
        .await;
        answered.insert(title);
    }
    assert_eq!(titles(&company).await, answered, "answered, and not there");
    assert!(server.stop().await.success());
    let server = Server::start(&place).await;
    assert_eq!(titles(&company.through(server.api())).await, answered, "gone with the server");
}

#[tokio::test]
async fn a_server_that_starts_on_a_full_disk_says_so() {
    let place = Place::new();
    let Some(disk) = SmallDisk::at(&place.home()) else { return };
    disk.fill();
    let said = place.run(&["serve", "--port", "0", "--log", "off"]).refused();
    assert!(said.contains("disk"), "{said}");
    let said = place.run(&["doctor", "--port", "0"]);
    assert_eq!(said.code, Some(1), "{}", said.stdout);
    assert!(said.stdout.contains("0 MiB free"), "{}", said.stdout);
}

async fn count(company: &Company) -> usize {
    company.api.get(&company.path("/issues?limit=1000")).await.as_array().unwrap().len()
}

async fn titles(company: &Company) -> BTreeSet<String> {
    let issues = company.api.get(&company.path("/issues?limit=1000")).await;
    let titles = issues.as_array().unwrap().iter().map(|issue| issue["title"].as_str().unwrap().to_owned());
    titles.collect()
}
