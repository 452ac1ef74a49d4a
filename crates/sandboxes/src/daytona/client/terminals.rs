//! The toolbox's calls for terminals.

use std::collections::BTreeMap;

use reqwest::{Method, Url};
use serde::Serialize;

use super::{DaytonaClient, NO_BODY, Repeat, ToolboxSocket};
use crate::daytona::deadline::Deadline;
use crate::daytona::errors::CallError;

#[derive(Serialize)]
struct NewTerminal<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    cwd: &'a str,
    envs: &'a BTreeMap<String, String>,
    cols: u16,
    rows: u16,
}

#[derive(Serialize)]
struct Size {
    cols: u16,
    rows: u16,
}

/// What a terminal is opened with.
pub(in crate::daytona) struct TerminalOrder<'a> {
    pub(in crate::daytona) id: &'a str,
    /// The home of its user if empty.
    pub(in crate::daytona) directory: &'a str,
    pub(in crate::daytona) environment: &'a BTreeMap<String, String>,
    pub(in crate::daytona) columns: u16,
    pub(in crate::daytona) rows: u16,
}

impl DaytonaClient {
    /// Opens a terminal with a login shell in it.
    pub(in crate::daytona) async fn create_terminal(
        &self,
        toolbox: &Url,
        order: &TerminalOrder<'_>,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let path = ["process", "pty"];
        let call = Self::toolbox_call(toolbox, "open a terminal", Method::POST, Repeat::Never, &path)?;
        let body = NewTerminal {
            id: order.id,
            cwd: order.directory,
            envs: order.environment,
            cols: order.columns,
            rows: order.rows,
        };
        self.tell(&call, Some(&body), deadline).await
    }

    /// Connects to a terminal.
    pub(in crate::daytona) async fn connect_terminal(
        &self,
        toolbox: &Url,
        id: &str,
        deadline: Deadline,
    ) -> Result<ToolboxSocket, CallError> {
        let path = ["process", "pty", id, "connect"];
        let call = Self::toolbox_call(toolbox, "connect to the terminal", Method::GET, Repeat::Never, &path)?;
        self.open_socket(&call, deadline).await
    }

    /// Changes a terminal's size.
    pub(in crate::daytona) async fn resize_terminal(
        &self,
        toolbox: &Url,
        id: &str,
        (cols, rows): (u16, u16),
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let path = ["process", "pty", id, "resize"];
        let call = Self::toolbox_call(toolbox, "resize the terminal", Method::POST, Repeat::Safe, &path)?;
        self.tell(&call, Some(&Size { cols, rows }), deadline).await
    }

    /// Closes a terminal and ends what runs in it.
    pub(in crate::daytona) async fn delete_terminal(
        &self,
        toolbox: &Url,
        id: &str,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let path = ["process", "pty", id];
        let call = Self::toolbox_call(toolbox, "close the terminal", Method::DELETE, Repeat::Safe, &path)?;
        self.tell(&call, NO_BODY, deadline).await
    }
}
