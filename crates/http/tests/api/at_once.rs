//! Requests that come at once are answered as if they came one after another.

use std::collections::{HashMap, HashSet};

use futures_util::future::join_all;
use serde_json::{Value, json};
use wireclip_testkit::{Reply, TestApp};

struct Desk {
    app: TestApp,
    company: String,
}

impl Desk {
    async fn on_each_database() -> Vec<Self> {
        let mut desks = Vec::new();
        for app in TestApp::on_each_database().await {
            let made = app.send("POST", "/companies", Some(json!({"name": "At once"}))).await;
            let company = format!("/companies/{}", id(&made));
            desks.push(Self { app, company });
        }
        desks
    }

    async fn make(&self, kind: &str, body: Value) -> String {
        let made = self.app.send("POST", &format!("{}/{kind}", self.company), Some(body)).await;
        assert_eq!(made.status, 201, "{}", made.body);
        id(&made)
    }

    async fn patch(&self, path: String, body: Value) -> Reply {
        self.app.send("PATCH", &path, Some(body)).await
    }
}

fn id(reply: &Reply) -> String {
    reply.body["id"].as_str().unwrap_or_else(|| panic!("no id in {}", reply.body)).to_owned()
}

#[tokio::test]
async fn two_tasks_never_come_to_wait_for_each_other() {
    for desk in Desk::on_each_database().await {
        for (field, is_list) in [("blockedByIssueIds", true), ("parentId", false)] {
            for round in 0..5 {
                let a = desk.make("issues", json!({"title": format!("A {field} {round}")})).await;
                let b = desk.make("issues", json!({"title": format!("B {field} {round}")})).await;
                let pointing_at = |id: &str| match is_list {
                    true => json!({field: [id]}),
                    false => json!({field: id}),
                };
                let (first, second) = tokio::join!(
                    desk.patch(format!("/issues/{a}"), pointing_at(&b)),
                    desk.patch(format!("/issues/{b}"), pointing_at(&a)),
                );
                let mut statuses = [first.status.as_u16(), second.status.as_u16()];
                statuses.sort_unstable();
                assert!(
                    statuses[0] == 200 && (400..500).contains(&statuses[1]),
                    "{} {field}: {statuses:?}: {} {}",
                    desk.app.database,
                    first.body,
                    second.body
                );
            }
        }
    }
}

#[tokio::test]
async fn who_was_terminated_is_given_no_new_task() {
    for desk in Desk::on_each_database().await {
        for round in 0..12 {
            let agent = desk.make("agents", json!({"name": format!("Worker {round}")})).await;
            let issues = format!("{}/issues", desk.company);
            let give = (0..6).map(|number| {
                let title = format!("Task {number} of {round}");
                desk.app.send("POST", &issues, Some(json!({"title": title, "assigneeAgentId": agent})))
            });
            let end = format!("/agents/{agent}/terminate");
            let (_, ended) = tokio::join!(join_all(give), desk.app.send("POST", &end, None));
            assert!(ended.status.is_success(), "{}: {}", desk.app.database, ended.body);
        }
        let listed = desk.app.send("GET", &format!("{}/issues?limit=1000", desk.company), None).await.body;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let holders: HashMap<String, String> = listed
            .as_array()
            .unwrap()
            .iter()
            .map(|issue| (text(&issue["id"]), text(&issue["assigneeAgentId"])))
            .collect();
        let log = desk.app.send("GET", &format!("{}/activity?limit=500", desk.company), None).await.body;
        let mut gone = HashSet::new();
        // The log has the newest first.
        for entry in log.as_array().unwrap().iter().rev() {
            match entry["action"].as_str().unwrap() {
                "agent.terminated" => {
                    gone.insert(text(&entry["entityId"]));
                }
                "issue.created" => {
                    let holder = holders.get(&text(&entry["entityId"]));
                    assert!(holder.is_none_or(|agent| !gone.contains(agent)), "{}", desk.app.database);
                }
                _ => {}
            }
        }
        assert_eq!(gone.len(), 12, "{}: all of the log was read", desk.app.database);
    }
}

#[tokio::test]
async fn no_request_is_refused_for_the_sake_of_another() {
    for desk in Desk::on_each_database().await {
        let mut agents = Vec::new();
        for number in 0..4 {
            agents.push(desk.make("agents", json!({"name": format!("Worker {number}")})).await);
        }
        for round in 0..4 {
            let desk = &desk;
            let issue = &desk.make("issues", json!({"title": format!("Shared {round}")})).await;
            let work = agents.iter().enumerate().map(async |(number, agent)| {
                let title = format!("Task {round} of {number}");
                let wake = format!("/agents/{agent}/wakeup");
                let issues = format!("{}/issues", desk.company);
                let comments = format!("/issues/{issue}/comments");
                let replies = tokio::join!(
                    desk.app.send("POST", &issues, Some(json!({"title": title, "assigneeAgentId": agent}))),
                    desk.app.send("POST", &wake, Some(json!({"reason": title}))),
                    desk.patch(format!("/agents/{agent}"), json!({"title": title})),
                    desk.patch(format!("/issues/{issue}"), json!({"assigneeAgentId": agent})),
                    desk.app.send("POST", &comments, Some(json!({"body": title}))),
                );
                [replies.0, replies.1, replies.2, replies.3, replies.4]
            });
            for reply in join_all(work).await.into_iter().flatten() {
                assert!(reply.status.is_success(), "{}: {}", desk.app.database, reply.body);
            }
        }
    }
}

#[tokio::test]
async fn what_may_be_said_twice_may_be_said_twice_at_once() {
    for desk in Desk::on_each_database().await {
        let issue = desk.make("issues", json!({"title": "Read"})).await;
        let agent = desk.make("agents", json!({"name": "Ada"})).await;
        let company = &desk.company;
        let dismissals = (format!("{company}/inbox-dismissals"), json!({"itemKey": format!("run:{issue}")}));
        let membership =
            (format!("{company}/resource-memberships/me/agents/{agent}"), json!({"state": "joined"}));
        let order = (format!("{company}/sidebar-preferences/me"), json!({"orderedIds": [issue]}));
        for (method, (path, body)) in [
            ("POST", (format!("/issues/{issue}/read"), json!({}))),
            ("POST", (format!("/issues/{issue}/inbox-archive"), json!({}))),
            ("POST", dismissals),
            ("PUT", membership),
            ("PUT", order),
            ("PUT", ("/sidebar-preferences/me".to_owned(), json!({"orderedIds": [issue]}))),
        ] {
            let said = (0..6).map(|_| desk.app.send(method, &path, Some(body.clone())));
            for reply in join_all(said).await {
                assert!(reply.status.is_success(), "{} {path}: {}", desk.app.database, reply.body);
            }
        }
    }
}

#[tokio::test]
async fn environments_and_companies_are_changed_at_once() {
    for desk in Desk::on_each_database().await {
        let box_settings = |key: &str| {
            json!({"host": "127.0.0.1", "port": 1, "username": "runner", "privateKey": key,
                "remoteWorkspacePath": "/srv/work", "strictHostKeyChecking": false})
        };
        for round in 0..5 {
            let desk = &desk;
            let work = (0..4).map(async |number| {
                let name = format!("Box {round} {number}");
                let body = json!({"name": name, "driver": "ssh", "config": box_settings(&name)});
                let environments = format!("{}/environments", desk.company);
                let made = desk.app.send("POST", &environments, Some(body));
                let renamed = desk.patch(desk.company.clone(), json!({"name": name}));
                let (made, renamed) = tokio::join!(made, renamed);
                let change = json!({"config": box_settings(&format!("{name} again"))});
                let (changed, renamed_again) = tokio::join!(
                    desk.patch(
                        format!(
                            "/environments/{}?companyId={}",
                            id(&made),
                            &desk.company["/companies/".len()..]
                        ),
                        change
                    ),
                    desk.patch(desk.company.clone(), json!({"name": format!("{name} again")})),
                );
                [made, renamed, changed, renamed_again]
            });
            for reply in join_all(work).await.into_iter().flatten() {
                assert!(reply.status.is_success(), "{}: {}", desk.app.database, reply.body);
            }
        }
    }
}
