//! The calls of the control plane.

use std::collections::BTreeMap;

use reqwest::Method;
use serde::Serialize;

use super::views::{SandboxPage, SnapshotView};
use super::{Call, DaytonaClient, NO_BODY, Repeat, SandboxView, SshAccess};
use crate::daytona::deadline::Deadline;
use crate::daytona::errors::{CallError, Plane};

/// What a sandbox is made of.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::daytona) struct CreateBody {
    pub(in crate::daytona) name: String,
    pub(in crate::daytona) labels: BTreeMap<&'static str, String>,
    pub(in crate::daytona) env: BTreeMap<String, String>,
    pub(in crate::daytona) auto_stop_interval: i64,
    pub(in crate::daytona) auto_archive_interval: i64,
    pub(in crate::daytona) auto_delete_interval: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::daytona) target: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::daytona) snapshot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::daytona) build_info: Option<BuildInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::daytona) cpu: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::daytona) memory: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::daytona) disk: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::daytona) gpu: Option<f64>,
}

/// What an image is built from.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::daytona) struct BuildInfo {
    dockerfile_content: String,
}

impl BuildInfo {
    /// Builds nothing on top of an image.
    pub(in crate::daytona) fn from_image(image: &str) -> Self {
        Self { dockerfile_content: format!("FROM {image}\n") }
    }
}

/// Which sandboxes to list.
pub(in crate::daytona) struct ListQuery<'a> {
    pub(in crate::daytona) labels: &'a BTreeMap<&'static str, String>,
    pub(in crate::daytona) cursor: Option<&'a str>,
    pub(in crate::daytona) limit: u16,
}

#[derive(Serialize)]
struct SnapshotName<'a> {
    name: &'a str,
}

impl DaytonaClient {
    fn state_call(&self, action: &'static str, repeat: Repeat, path: &[&str]) -> Result<Call, CallError> {
        self.call(Plane::State, action, Method::POST, repeat, path)
    }

    /// Makes a sandbox; it does not run yet.
    pub(in crate::daytona) async fn create(
        &self,
        body: &CreateBody,
        deadline: Deadline,
    ) -> Result<SandboxView, CallError> {
        let call = self.call(Plane::Order, "create a sandbox", Method::POST, Repeat::Never, &["sandbox"])?;
        self.ask(&call, Some(body), deadline).await
    }

    /// Looks at a sandbox, by id or name.
    pub(in crate::daytona) async fn get(
        &self,
        sandbox: &str,
        deadline: Deadline,
    ) -> Result<SandboxView, CallError> {
        let path = ["sandbox", sandbox];
        let call = self.call(Plane::State, "look at the sandbox", Method::GET, Repeat::Safe, &path)?;
        self.ask(&call, NO_BODY, deadline).await
    }

    /// Lists sandboxes by labels.
    pub(in crate::daytona) async fn list(
        &self,
        query: &ListQuery<'_>,
        deadline: Deadline,
    ) -> Result<SandboxPage, CallError> {
        let mut call = self.call(Plane::Order, "list sandboxes", Method::GET, Repeat::Safe, &["sandbox"])?;
        let labels = serde_json::to_string(query.labels).expect("a map of texts is JSON");
        {
            let mut pairs = call.url.query_pairs_mut();
            pairs.append_pair("labels", &labels).append_pair("limit", &query.limit.to_string());
            if let Some(cursor) = query.cursor {
                pairs.append_pair("cursor", cursor);
            }
        }
        self.ask(&call, NO_BODY, deadline).await
    }

    /// Puts a sandbox on its way out. `None` if the answer says nothing about its state.
    pub(in crate::daytona) async fn delete(
        &self,
        sandbox: &str,
        deadline: Deadline,
    ) -> Result<Option<SandboxView>, CallError> {
        let path = ["sandbox", sandbox];
        let call = self.call(Plane::State, "delete the sandbox", Method::DELETE, Repeat::Safe, &path)?;
        let response = self.send(&call, NO_BODY, deadline).await?;
        let body = self.read_whole(&call, response, deadline).await?;
        Ok(serde_json::from_slice(&body).ok())
    }

    /// Starts a sandbox; it does not run yet.
    pub(in crate::daytona) async fn start(
        &self,
        sandbox: &str,
        deadline: Deadline,
    ) -> Result<SandboxView, CallError> {
        let call = self.state_call("start the sandbox", Repeat::Safe, &["sandbox", sandbox, "start"])?;
        self.ask(&call, NO_BODY, deadline).await
    }

    /// Gets a failed sandbox going again.
    pub(in crate::daytona) async fn recover(
        &self,
        sandbox: &str,
        deadline: Deadline,
    ) -> Result<SandboxView, CallError> {
        let call = self.state_call("recover the sandbox", Repeat::Safe, &["sandbox", sandbox, "recover"])?;
        self.ask(&call, NO_BODY, deadline).await
    }

    /// Stops a sandbox; it may still be running.
    pub(in crate::daytona) async fn stop(
        &self,
        sandbox: &str,
        deadline: Deadline,
    ) -> Result<SandboxView, CallError> {
        let call = self.state_call("stop the sandbox", Repeat::Safe, &["sandbox", sandbox, "stop"])?;
        self.ask(&call, NO_BODY, deadline).await
    }

    /// Puts a stopped sandbox into the archive.
    pub(in crate::daytona) async fn archive(
        &self,
        sandbox: &str,
        deadline: Deadline,
    ) -> Result<SandboxView, CallError> {
        let call = self.state_call("archive the sandbox", Repeat::Safe, &["sandbox", sandbox, "archive"])?;
        self.ask(&call, NO_BODY, deadline).await
    }

    /// Sets after how many minutes of standing still a sandbox is removed.
    pub(in crate::daytona) async fn set_auto_delete(
        &self,
        sandbox: &str,
        minutes: u32,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let minutes = minutes.to_string();
        let path = ["sandbox", sandbox, "autodelete", &minutes];
        let call = self.state_call("set when the sandbox is removed", Repeat::Safe, &path)?;
        self.tell(&call, NO_BODY, deadline).await
    }

    /// Sets after how many minutes from now a sandbox is removed in any case.
    pub(in crate::daytona) async fn set_time_to_live(
        &self,
        sandbox: &str,
        minutes: u64,
        deadline: Deadline,
    ) -> Result<SandboxView, CallError> {
        let minutes = minutes.to_string();
        let path = ["sandbox", sandbox, "ttl", &minutes];
        let call = self.state_call("set the sandbox's time to live", Repeat::Safe, &path)?;
        self.ask(&call, NO_BODY, deadline).await
    }

    /// Lets a person in; earlier ways in are closed.
    pub(in crate::daytona) async fn ssh_access(
        &self,
        sandbox: &str,
        minutes: u64,
        deadline: Deadline,
    ) -> Result<SshAccess, CallError> {
        let path = ["sandbox", sandbox, "ssh-access"];
        let mut call = self.state_call("open the sandbox by SSH", Repeat::Never, &path)?;
        call.url.query_pairs_mut().append_pair("expiresInMinutes", &minutes.to_string());
        self.ask(&call, NO_BODY, deadline).await
    }

    /// Begins to make a snapshot of a sandbox.
    pub(in crate::daytona) async fn snapshot(
        &self,
        sandbox: &str,
        name: &str,
        deadline: Deadline,
    ) -> Result<SandboxView, CallError> {
        let path = ["sandbox", sandbox, "snapshot"];
        let call = self.state_call("make a snapshot of the sandbox", Repeat::Never, &path)?;
        self.ask(&call, Some(&SnapshotName { name }), deadline).await
    }

    /// Finds a snapshot by name or id.
    pub(in crate::daytona) async fn find_snapshot(
        &self,
        reference: &str,
        deadline: Deadline,
    ) -> Result<SnapshotView, CallError> {
        let path = ["snapshots", reference];
        let call = self.call(Plane::Order, "look at the snapshot", Method::GET, Repeat::Safe, &path)?;
        self.ask(&call, NO_BODY, deadline).await
    }

    /// Removes a snapshot.
    pub(in crate::daytona) async fn delete_snapshot(
        &self,
        id: &str,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let path = ["snapshots", id];
        let call = self.call(Plane::Order, "delete the snapshot", Method::DELETE, Repeat::Safe, &path)?;
        self.tell(&call, NO_BODY, deadline).await
    }
}
