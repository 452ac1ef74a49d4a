//! Files, one at a time.

use serde_json::json;

use super::kit::fake;

#[tokio::test]
async fn relative_paths_begin_at_the_working_directory_and_a_tilde_is_a_letter() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let dir = sandbox.work_dir().await;
    assert_eq!(sandbox.get("/user-home-dir").await.expect(200)["dir"], dir.as_str());
    sandbox.post("/files/folder?path=~/x&mode=755", json!({})).await.expect(201);
    assert!(fake.path(&sandbox.id, "~/x").unwrap().is_dir());
    let info = sandbox.get(&format!("/files/info?path={dir}/~/x")).await.expect(200);
    assert_eq!(
        (&info["name"], &info["isDir"], &info["permissions"]),
        (&json!("x"), &json!(true), &json!("0755"))
    );
}

#[tokio::test]
async fn a_folder_is_made_with_its_parents_and_may_exist() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.post("/files/folder?path=a/b/c&mode=700", json!({})).await.expect(201);
    sandbox.post("/files/folder?path=a/b/c&mode=700", json!({})).await.expect(201);
    assert_eq!(sandbox.get("/files/info?path=a/b/c").await.expect(200)["permissions"], "0700");
    sandbox.post("/files/folder?path=d", json!({})).await.expect(400);
    sandbox.post("/files/folder?path=d&mode=999", json!({})).await.expect(400);
    sandbox.execute("touch file").await;
    sandbox.post("/files/folder?path=file/d&mode=755", json!({})).await.expect(400);
}

#[tokio::test]
async fn info_tells_size_mode_and_time() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.execute("printf 12345 > file; chmod 640 file").await;
    let info = sandbox.get("/files/info?path=file").await.expect(200);
    assert_eq!(
        (&info["size"], &info["mode"], &info["permissions"]),
        (&json!(5), &json!("-rw-r-----"), &json!("0640"))
    );
    for field in ["owner", "group", "modTime", "modifiedAt", "path"] {
        assert!(info[field].is_string(), "{field}");
    }
    sandbox.get("/files/info?path=none").await.expect(404);
}

#[tokio::test]
async fn a_listing_goes_as_deep_as_it_is_asked_to() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.execute("mkdir -p top/a/b; touch top/file top/a/b/c").await;
    let names = async |query: &str| -> Vec<String> {
        let listed = sandbox.get(&format!("/files?path=top{query}")).await.expect(200);
        listed.as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("").await, ["a", "file"]);
    assert_eq!(names("&depth=3").await, ["a", "b", "c", "file"]);
    sandbox.get("/files?path=none").await.expect(404);
}

#[tokio::test]
async fn permissions_change_and_need_the_file() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.execute("touch file").await;
    sandbox.post("/files/permissions?path=file&mode=600", json!({})).await;
    assert_eq!(sandbox.get("/files/info?path=file").await.expect(200)["permissions"], "0600");
    sandbox.post("/files/permissions?path=none&mode=600", json!({})).await.expect(404);
}

#[tokio::test]
async fn a_move_needs_a_source_and_a_free_destination() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.execute("echo a > a; echo b > b").await;
    sandbox.post("/files/move?source=none&destination=c", json!({})).await.expect(404);
    sandbox.post("/files/move?source=a&destination=b", json!({})).await.expect(409);
    assert_eq!(sandbox.post("/files/move?source=a&destination=c", json!({})).await.status, 200);
    assert_eq!(fake.read_file(&sandbox.id, "c").unwrap(), b"a\n");
}

#[tokio::test]
async fn a_directory_is_deleted_only_as_a_whole() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.execute("mkdir -p dir/below; touch file").await;
    sandbox.delete("/files?path=dir").await.expect(400);
    assert_eq!(sandbox.delete("/files?path=dir&recursive=true").await.status, 204);
    assert_eq!(sandbox.delete("/files?path=file").await.status, 204);
    sandbox.delete("/files?path=file").await.expect(404);
    assert!(!fake.path(&sandbox.id, "dir").unwrap().exists());
}
