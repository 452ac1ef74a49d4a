//! The toolbox's calls for single commands and small files.

use std::collections::BTreeMap;

use reqwest::{Method, Url};
use serde::{Deserialize, Serialize};

use super::{Call, DaytonaClient, NO_BODY, Repeat, url_below};
use crate::daytona::deadline::Deadline;
use crate::daytona::errors::{CallError, Plane};

/// A command line for the sandbox's shell. Not printable: the environment may hold secrets.
#[derive(Serialize)]
pub(in crate::daytona) struct ExecuteRequest {
    pub(in crate::daytona) command: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(in crate::daytona) envs: BTreeMap<String, String>,
    /// Seconds.
    pub(in crate::daytona) timeout: u64,
}

/// How a command line ended.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::daytona) struct ExecuteAnswer {
    pub(in crate::daytona) exit_code: i32,
    /// Both of its streams as one.
    #[serde(default)]
    pub(in crate::daytona) result: String,
}

impl DaytonaClient {
    pub(super) fn toolbox_call(
        toolbox: &Url,
        action: &'static str,
        method: Method,
        repeat: Repeat,
        path: &[&str],
    ) -> Result<Call, CallError> {
        Ok(Call { action, method, url: url_below(toolbox, path)?, plane: Plane::Toolbox, repeat })
    }

    /// Runs a command line to its end.
    pub(in crate::daytona) async fn execute(
        &self,
        toolbox: &Url,
        request: &ExecuteRequest,
        deadline: Deadline,
    ) -> Result<ExecuteAnswer, CallError> {
        let path = ["process", "execute"];
        let call = Self::toolbox_call(toolbox, "run the command", Method::POST, Repeat::Never, &path)?;
        self.ask(&call, Some(request), deadline).await
    }

    /// Makes a folder with everything above it.
    pub(in crate::daytona) async fn create_folder(
        &self,
        toolbox: &Url,
        path: &str,
        mode: &str,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let segments = ["files", "folder"];
        let mut call = Self::toolbox_call(toolbox, "make a folder", Method::POST, Repeat::Safe, &segments)?;
        call.url.query_pairs_mut().append_pair("path", path).append_pair("mode", mode);
        self.tell(&call, NO_BODY, deadline).await
    }

    /// Reads a small file.
    pub(in crate::daytona) async fn read_file(
        &self,
        toolbox: &Url,
        path: &str,
        deadline: Deadline,
    ) -> Result<Vec<u8>, CallError> {
        let segments = ["files", "download"];
        let mut call = Self::toolbox_call(toolbox, "read a file", Method::GET, Repeat::Safe, &segments)?;
        call.url.query_pairs_mut().append_pair("path", path);
        let response = self.send(&call, NO_BODY, deadline).await?;
        self.read_whole(&call, response, deadline).await
    }

    /// Removes a file, or a folder with everything in it.
    pub(in crate::daytona) async fn delete_file(
        &self,
        toolbox: &Url,
        path: &str,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let mut call =
            Self::toolbox_call(toolbox, "remove a file", Method::DELETE, Repeat::Safe, &["files"])?;
        call.url.query_pairs_mut().append_pair("path", path).append_pair("recursive", "true");
        self.tell(&call, NO_BODY, deadline).await
    }
}
