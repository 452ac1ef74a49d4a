//! The toolbox's calls for sessions: shells whose commands run beside us.

use reqwest::{Method, Url};
use serde::{Deserialize, Serialize};

use super::{DaytonaClient, NO_BODY, Repeat, ToolboxSocket};
use crate::daytona::deadline::Deadline;
use crate::daytona::errors::CallError;

/// A command that was started in a session.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::daytona) struct SessionStart {
    pub(in crate::daytona) cmd_id: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CommandView {
    #[serde(default)]
    exit_code: Option<i32>,
}

/// Everything that a command printed so far.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(in crate::daytona) struct CommandLogs {
    pub(in crate::daytona) stdout: String,
    pub(in crate::daytona) stderr: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewSession<'a> {
    session_id: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionCommand<'a> {
    command: &'a str,
    run_async: bool,
    suppress_input_echo: bool,
}

#[derive(Serialize)]
struct Input<'a> {
    data: &'a str,
}

impl DaytonaClient {
    /// Opens a session of a name of ours.
    pub(in crate::daytona) async fn create_session(
        &self,
        toolbox: &Url,
        session: &str,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let path = ["process", "session"];
        let call = Self::toolbox_call(toolbox, "open a session", Method::POST, Repeat::Never, &path)?;
        self.tell(&call, Some(&NewSession { session_id: session }), deadline).await
    }

    /// Starts a command in a session.
    pub(in crate::daytona) async fn session_exec(
        &self,
        toolbox: &Url,
        session: &str,
        command: &str,
        deadline: Deadline,
    ) -> Result<SessionStart, CallError> {
        let path = ["process", "session", session, "exec"];
        let call = Self::toolbox_call(toolbox, "start the command", Method::POST, Repeat::Never, &path)?;
        let command = SessionCommand { command, run_async: true, suppress_input_echo: true };
        self.ask(&call, Some(&command), deadline).await
    }

    /// Returns a command's exit code, if it has ended.
    pub(in crate::daytona) async fn exit_code(
        &self,
        toolbox: &Url,
        session: &str,
        command: &str,
        deadline: Deadline,
    ) -> Result<Option<i32>, CallError> {
        let path = ["process", "session", session, "command", command];
        let call = Self::toolbox_call(toolbox, "look at the command", Method::GET, Repeat::Safe, &path)?;
        let view: CommandView = self.ask(&call, NO_BODY, deadline).await?;
        Ok(view.exit_code)
    }

    /// Returns everything that a command printed so far.
    pub(in crate::daytona) async fn logs(
        &self,
        toolbox: &Url,
        session: &str,
        command: &str,
        deadline: Deadline,
    ) -> Result<CommandLogs, CallError> {
        let path = ["process", "session", session, "command", command, "logs"];
        let call =
            Self::toolbox_call(toolbox, "read the command's output", Method::GET, Repeat::Safe, &path)?;
        self.ask(&call, NO_BODY, deadline).await
    }

    /// Follows what a command prints, from its beginning.
    pub(in crate::daytona) async fn follow_logs(
        &self,
        toolbox: &Url,
        session: &str,
        command: &str,
        deadline: Deadline,
    ) -> Result<ToolboxSocket, CallError> {
        let path = ["process", "session", session, "command", command, "logs"];
        let mut call =
            Self::toolbox_call(toolbox, "follow the command's output", Method::GET, Repeat::Never, &path)?;
        call.url.query_pairs_mut().append_pair("follow", "true");
        self.open_socket(&call, deadline).await
    }

    /// Writes a text to a command's input.
    pub(in crate::daytona) async fn session_input(
        &self,
        toolbox: &Url,
        session: &str,
        command: &str,
        data: &str,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let path = ["process", "session", session, "command", command, "input"];
        let call = Self::toolbox_call(toolbox, "write to the command", Method::POST, Repeat::Never, &path)?;
        self.tell(&call, Some(&Input { data }), deadline).await
    }

    /// Ends a session and everything that runs in it.
    pub(in crate::daytona) async fn delete_session(
        &self,
        toolbox: &Url,
        session: &str,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let path = ["process", "session", session];
        let call = Self::toolbox_call(toolbox, "end the session", Method::DELETE, Repeat::Safe, &path)?;
        self.tell(&call, NO_BODY, deadline).await
    }
}
