//! Writes to a command's input: lines of base64, which the command's script turns back.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use wireclip_ports::sandbox::{ProviderError, RemoteInput};

use super::Owner;
use crate::daytona::deadline::Deadline;

/// What fits into one line: a multiple of three, so that lines need no padding between them.
const CHUNK_BYTES: usize = 24 * 1024;

/// How long a command may take to read what was written before.
const WRITE_LIMIT: Duration = Duration::from_secs(60);

/// The line that ends the input.
const END: &str = ".\n";

pub(super) struct SessionInput {
    owner: Arc<Owner>,
    is_open: bool,
}

impl SessionInput {
    pub(super) fn new(owner: Arc<Owner>, is_open: bool) -> Self {
        Self { owner, is_open }
    }

    async fn line(&self, line: &str) -> Result<(), ProviderError> {
        let running = &self.owner.running;
        if !self.is_open || running.end.borrow().is_some() {
            return Err(ProviderError::InvalidState {
                state: "ended".to_owned(),
                message: "the command reads no more input".to_owned(),
            });
        }
        let client = &running.link.access.client;
        let deadline = Deadline::within(WRITE_LIMIT);
        let toolbox = &running.handle.toolbox;
        client.session_input(toolbox, &running.session, &running.command, line, deadline).await?;
        Ok(())
    }
}

#[async_trait]
impl RemoteInput for SessionInput {
    async fn write(&mut self, bytes: &[u8]) -> Result<(), ProviderError> {
        for chunk in bytes.chunks(CHUNK_BYTES) {
            let mut line = base64::engine::general_purpose::STANDARD.encode(chunk);
            line.push('\n');
            self.line(&line).await?;
        }
        Ok(())
    }

    async fn close(&mut self) -> Result<(), ProviderError> {
        if !self.is_open {
            return Ok(());
        }
        self.line(END).await?;
        self.is_open = false;
        Ok(())
    }
}
