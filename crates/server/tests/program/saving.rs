//! Backups are made while the server works, and bring everything back.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::{Value, json};
use sha2::Digest as _;

use crate::kit::{Company, Place, Postgres, Server};

/// What the agent does; the rest of its work is in its workspace.
const WORKS: &str = "echo worth keeping; mkdir -p in; echo kept > in/work; chmod 700 in/work; ln -s in/work link; \
                     mkfifo pipe";

#[tokio::test]
async fn a_backup_made_under_load_holds_everything_that_was_answered_before() {
    let place = Place::new();
    let server = Server::start(&place).await;
    back_up_under_load(&place, &server, &[]).await;
    server.stop().await;
    let restored = place.path().join("restored");
    let restored = restored.to_str().unwrap();
    let said = place.run(&["restore", "saved", "--home", restored]).well();
    assert!(said.contains(restored), "{said}");
    assert_holds_everything(&place, restored, &[]).await;
}

#[tokio::test]
async fn a_backup_of_postgresql_brings_everything_back_too() {
    let Some(postgres) = Postgres::new().await else { return };
    let place = Place::new();
    let address = ["--database-url", &postgres.url];
    let server = Server::start_with(&place, &[&["--port", "0"][..], &address].concat(), &[]).await;
    back_up_under_load(&place, &server, &address).await;
    server.stop().await;

    let empty = Postgres::new().await.unwrap();
    let restored = place.path().join("restored");
    let restored = restored.to_str().unwrap();
    let address = ["--database-url", &empty.url];
    place.run(&[&["restore", "saved", "--home", restored][..], &address].concat()).well();
    assert_holds_everything(&place, restored, &address).await;
}

#[tokio::test]
async fn a_postgresql_database_that_holds_data_is_replaced_only_when_asked() {
    let Some(postgres) = Postgres::new().await else { return };
    let place = Place::new();
    let flags = ["--database-url", &postgres.url];
    let serve = [&["--port", "0"][..], &flags].concat();
    let server = Server::start_with(&place, &serve, &[]).await;
    let first = Company::found(server.api(), "First").await;
    place.run(&[&["backup", "--to", "saved"][..], &flags].concat()).well();
    let second = Company::found(server.api(), "Second").await;
    let restore = [&["restore", "saved"][..], &flags].concat();
    let replace = [&restore[..], &["--replace"]].concat();

    // Another home folder is nobody's, but the database is not.
    let said = place.run(&[&replace[..], &["--home", "elsewhere"]].concat()).refused();
    assert!(said.contains("1 other server"), "{said}");
    server.stop().await;
    let said = place.run(&restore).refused();
    assert!(said.contains("--replace"), "{said}");
    let server = Server::start_with(&place, &serve, &[]).await;
    server.api().get(&second.path("")).await;
    server.stop().await;

    place.run(&replace).well();
    let server = Server::start_with(&place, &serve, &[]).await;
    server.api().get(&first.path("")).await;
    assert_eq!(server.api().try_get(&second.path("")).await.unwrap().status, 404);
}

/// Makes a company, saves it while issues are being made, and writes down what it was.
async fn back_up_under_load(place: &Place, server: &Server, flags: &[&str]) {
    let company = Company::found(server.api(), "Saved").await;
    let agent = company.hire("Scribe", WORKS).await;
    let key = company.api.post(&format!("/agents/{agent}/keys"), &json!({"name": "key"})).await;
    let run = company.invoke(&agent).await;
    company.ended(&run).await;
    for number in 1..=20 {
        company.issue(&format!("Before {number}"), None).await;
    }

    // A file that is kept, and one that is just coming in.
    let files = place.home().join("data/files");
    for (folder, text) in [(company.id.as_str(), "an attachment"), ("incoming-other", "half of one")] {
        std::fs::create_dir_all(files.join(folder)).unwrap();
        std::fs::write(files.join(folder).join(&agent), text).unwrap();
    }

    let mut backup = place.program(&[&["backup", "--to", "saved"][..], flags].concat()).spawn().unwrap();
    let mut made_meanwhile = 0;
    let status = loop {
        company.issue(&format!("Meanwhile {made_meanwhile}"), None).await;
        made_meanwhile += 1;
        if let Some(status) = backup.try_wait().unwrap() {
            break status;
        }
    };
    assert!(status.success(), "{status}");
    assert!(made_meanwhile > 1, "the backup held everything up");

    let facts = json!({"company": company.id, "agent": agent, "run": run, "token": key["token"]});
    place.write("facts.json", &facts.to_string());
}

async fn assert_holds_everything(place: &Place, home: &str, flags: &[&str]) {
    let facts: Value = serde_json::from_str(&place.read("facts.json")).unwrap();
    let (company, agent) = (facts["company"].as_str().unwrap(), facts["agent"].as_str().unwrap());
    assert_holds_the_work(&Path::new(home).join("workspaces").join(agent));
    let files = Path::new(home).join("data/files");
    assert_eq!(std::fs::read_to_string(files.join(company).join(agent)).unwrap(), "an attachment");
    assert!(!files.join("incoming-other").exists(), "half a file is none");
    let server =
        Server::start_with(place, &[&["--port", "0", "--home", home][..], flags].concat(), &[]).await;
    let company = Company { id: facts["company"].as_str().unwrap().to_owned(), api: server.api() };
    let issues = company.api.get(&company.path("/issues?limit=1000")).await;
    let mut before: Vec<_> = titles(&issues).filter(|title| title.starts_with("Before")).collect();
    before.sort_unstable();
    before.dedup();
    assert_eq!(before.len(), 20);
    let mut meanwhile: Vec<usize> =
        titles(&issues).filter_map(|title| title.strip_prefix("Meanwhile ")?.parse().ok()).collect();
    meanwhile.sort_unstable();
    // One moment of the database: whatever is there has everything before it.
    assert!(meanwhile.iter().enumerate().all(|(place, number)| place == *number), "{meanwhile:?}");

    assert_eq!(company.log(facts["run"].as_str().unwrap()).await, "worth keeping\n");
    let agent = company.api.with_token(facts["token"].as_str().unwrap());
    assert_eq!(agent.get("/agents/me").await["id"], facts["agent"]);
    // The numbers go on where they were.
    let next = company.issue("Afterwards", None).await;
    assert_eq!(next["issueNumber"].as_u64(), Some(21 + meanwhile.len() as u64));
}

fn assert_holds_the_work(workspace: &Path) {
    assert_eq!(std::fs::read_to_string(workspace.join("link")).unwrap(), "kept\n");
    assert_eq!(std::fs::read_link(workspace.join("link")).unwrap(), Path::new("in/work"));
    let rights = std::fs::metadata(workspace.join("in/work")).unwrap().permissions();
    assert_eq!(rights.mode() & 0o777, 0o700);
}

fn titles(issues: &Value) -> impl Iterator<Item = &str> {
    issues.as_array().unwrap().iter().map(|issue| issue["title"].as_str().unwrap())
}

#[tokio::test]
async fn what_is_no_whole_backup_is_refused_and_changes_nothing() {
    let place = Place::new();
    let server = Server::start(&place).await;
    Company::found(server.api(), "Saved").await;
    place.run(&["backup", "--to", "saved"]).well();
    server.stop().await;
    let saved = place.path().join("saved");

    let manifest = std::fs::read_to_string(saved.join("manifest.json")).unwrap();
    std::fs::remove_file(saved.join("manifest.json")).unwrap();
    assert_refused(&place, "not a complete backup");

    let escaping = manifest.replacen("wireclip.sqlite", "../home/wireclip.sqlite", 1);
    std::fs::write(saved.join("manifest.json"), escaping).unwrap();
    assert_refused(&place, "outside the backup");

    std::fs::write(saved.join("manifest.json"), manifest).unwrap();
    let database = saved.join("wireclip.sqlite");
    let mut bytes = std::fs::read(&database).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&database, bytes).unwrap();
    assert_refused(&place, "damaged");
    std::fs::remove_file(&database).unwrap();
    assert_refused(&place, "wireclip.sqlite");
}

fn assert_refused(place: &Place, reason: &str) {
    let said = place.run(&["restore", "saved", "--home", "fresh"]).refused();
    assert!(said.contains(reason), "{reason}: {said}");
    assert!(!place.path().join("fresh/wireclip.sqlite").exists());
}

#[tokio::test]
async fn a_home_that_holds_data_is_moved_aside_only_when_asked() {
    let place = Place::new();
    let server = Server::start(&place).await;
    let first = Company::found(server.api(), "First").await;
    place.run(&["backup", "--to", "saved"]).well();
    let second = Company::found(server.api(), "Second").await;

    let said = place.run(&["restore", "saved", "--replace"]).refused();
    assert!(said.contains(&format!("process {}", server.process_id())), "{said}");
    server.stop().await;
    let said = place.run(&["restore", "saved"]).refused();
    assert!(said.contains("--replace"), "{said}");

    let said = place.run(&["restore", "saved", "--replace"]).well();
    let aside = said.lines().find_map(|line| line.strip_prefix("moved what was there to ")).unwrap();
    assert!(Path::new(aside).join("wireclip.sqlite").exists());
    let server = Server::start(&place).await;
    server.api().get(&first.path("")).await;
    assert_eq!(server.api().try_get(&second.path("")).await.unwrap().status, 404);
    server.stop().await;

    let flags = ["--port", "0", "--home", aside];
    let server = Server::start_with(&place, &flags, &[]).await;
    server.api().get(&second.path("")).await;
}

#[tokio::test]
async fn old_backups_go_when_enough_newer_ones_are_there() {
    let place = Place::new();
    let server = Server::start(&place).await;
    Company::found(server.api(), "Saved").await;
    let folders = || {
        let entries = std::fs::read_dir(place.home().join("backups")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    place.run(&["backup"]).well();
    place.run(&["backup"]).well();
    let two = folders();
    place.run(&["backup", "--keep", "2"]).well();
    let kept = folders();
    assert_eq!((kept.len(), &kept[0]), (2, &two[1]));
}

#[tokio::test]
async fn nothing_is_restored_over_agents_that_still_work() {
    let place = Place::new();
    let server = Server::start(&place).await;
    let company = Company::found(server.api(), "Busy").await;
    place.run(&["backup", "--to", "saved"]).well();
    let begun = place.path().join("begun");
    let agent = company.hire("Worker", &format!("touch '{}'; sleep 600", begun.display())).await;
    let run = company.invoke(&agent).await;
    crate::kit::until("its program works", async || begun.exists().then_some(())).await;
    server.stop().await;
    let said = place.run(&["restore", "saved", "--replace"]).refused();
    assert!(said.contains(&run), "{said}");
    assert!(place.home().join("runs").join(&run).exists());
}

#[tokio::test]
async fn only_what_the_manifest_lists_and_is_a_whole_database_is_restored() {
    let place = Place::new();
    let server = Server::start(&place).await;
    Company::found(server.api(), "Saved").await;
    place.run(&["backup", "--to", "saved"]).well();
    server.stop().await;

    let manifest = place.read("saved/manifest.json");
    let mut unlisted: Value = serde_json::from_str(&manifest).unwrap();
    unlisted["files"] = json!([]);
    place.write("saved/manifest.json", &unlisted.to_string());
    let said = place.run(&["restore", "saved", "--replace"]).refused();
    assert!(said.contains("lists no database"), "{said}");

    let junk = b"not a database".repeat(1000);
    std::fs::write(place.path().join("saved/wireclip.sqlite"), &junk).unwrap();
    let mut matching: Value = serde_json::from_str(&manifest).unwrap();
    for file in matching["files"].as_array_mut().unwrap() {
        if file["path"] == "wireclip.sqlite" {
            file["sha256"] = json!(hex::encode(sha2::Sha256::digest(&junk)));
            file["size_bytes"] = json!(junk.len());
        }
    }
    place.write("saved/manifest.json", &matching.to_string());
    let said = place.run(&["restore", "saved", "--replace"]).refused();
    assert!(said.contains("nothing was changed"), "{said}");
    Server::start(&place).await.stop().await;
}
