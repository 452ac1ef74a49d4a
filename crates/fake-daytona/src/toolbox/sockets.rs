//! Websockets towards a caller: messages of limited length, and the fault that cuts them off.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};

use crate::listener::Scissors;

/// How long a caller may take to answer a close.
const GOODBYE: Duration = Duration::from_secs(1);

/// Cuts the connection after so many bytes of messages.
#[derive(Debug, Clone)]
pub(crate) struct StreamCut {
    pub(crate) after_bytes: usize,
    pub(crate) scissors: Scissors,
}

/// The caller is gone, or was cut off.
#[derive(Debug)]
pub(super) struct Gone;

pub(super) struct Outlet {
    pub(super) socket: WebSocket,
    frame_bytes: usize,
    cut: Option<StreamCut>,
}

impl Outlet {
    pub(super) fn new(socket: WebSocket, frame_bytes: usize, cut: Option<StreamCut>) -> Self {
        Self { socket, frame_bytes, cut }
    }

    pub(super) async fn binary(&mut self, bytes: &[u8]) -> Result<(), Gone> {
        for frame in bytes.chunks(self.frame_bytes) {
            let whole = frame.len();
            let frame = match &self.cut {
                Some(cut) => &frame[..whole.min(cut.after_bytes)],
                None => frame,
            };
            if !frame.is_empty() {
                let message = Message::Binary(frame.to_vec().into());
                self.socket.send(message).await.map_err(|_| Gone)?;
            }
            if let Some(cut) = &mut self.cut {
                cut.after_bytes -= frame.len();
                if cut.after_bytes == 0 {
                    cut.scissors.cut();
                    return Err(Gone);
                }
            }
        }
        Ok(())
    }

    pub(super) async fn text(&mut self, text: String) -> Result<(), Gone> {
        self.socket.send(Message::Text(text.into())).await.map_err(|_| Gone)
    }

    /// Says goodbye and waits a moment for the caller to do so.
    pub(super) async fn close(mut self, code: u16, reason: &str) {
        let frame = CloseFrame { code, reason: reason.into() };
        let goodbye = async {
            if self.socket.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = self.socket.recv().await {}
            }
        };
        // Whoever neither reads nor says anything is left.
        drop(tokio::time::timeout(GOODBYE, goodbye).await);
    }
}
