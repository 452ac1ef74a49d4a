//! From a running program to its end.

use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::mpsc;
use wireclip_domain::Timestamp;
use wireclip_domain::retry::Doubling;
use wireclip_domain::run::OutputStream;
use wireclip_domain::run_host::OutputChunk;
use wireclip_ports::going_on::LogAndContinue as _;
use wireclip_ports::host::{Ending, HostError, HostEvent, LogPosition};
use wireclip_services::runs::LastOutput;
use wireclip_services::{LiveEvent, LiveEventBody, LiveOutput};

use super::Carrier;
use super::lines::Lines;
use super::reading::Reading;

/// How many messages of a host wait for the follower.
const WAITING_MESSAGES: usize = 64;

/// The most that listeners are told of one piece of output, in bytes; the log has all.
const LONGEST_LIVE_CHUNK: usize = 8 * 1024;

/// How often a run's row learns how far its output has come.
const PROGRESS_PERIOD: Duration = Duration::from_secs(60);

/// The pauses between attempts to follow a run.
const PAUSES: Doubling = Doubling { first: Duration::from_secs(1), longest: Duration::from_secs(30) };

/// How far a follower has come.
struct Followed {
    position: LogPosition,
    /// Up to where listeners have heard the output already, from a server before this one.
    heard: LogPosition,
    last_output: Option<LastOutput>,
    told_at: Timestamp,
    /// Its standard output, for what it tells of use.
    lines: Lines,
    reading: Option<Reading>,
}

impl Carrier<'_> {
    /// Follows the run to its end, whatever goes wrong on the way.
    pub(super) async fn follow(&self) -> (Ending, Option<LastOutput>, Option<Reading>) {
        let bytes = self.claimed.run.last_output_bytes.and_then(|bytes| u64::try_from(bytes).ok());
        let heard = LogPosition { bytes: bytes.unwrap_or(0) };
        let reading = self.begin_reading().await;
        let mut followed = Followed {
            // Who reads, reads from the beginning.
            position: if reading.is_some() { LogPosition::default() } else { heard },
            heard,
            last_output: None,
            told_at: self.core.now(),
            lines: Lines::default(),
            reading,
        };
        let mut failures = 0_u32;
        loop {
            match self.follow_once(&mut followed).await {
                Ok(Some(ending)) => return (ending, followed.last_output, followed.reading),
                Ok(None) => tracing::warn!("following a run ended early; following it again"),
                Err(error) => tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "could not follow a run; trying again"
                ),
            }
            failures = failures.saturating_add(1);
            self.core.clock().sleep(PAUSES.after(failures)).await;
        }
    }

    async fn follow_once(&self, followed: &mut Followed) -> Result<Option<Ending>, HostError> {
        let (sender, mut events) = mpsc::channel(WAITING_MESSAGES);
        let following = self.core.hosts().follow(&self.hosted, followed.position, sender);
        let mut following = std::pin::pin!(following.fuse());
        let mut end_of_following = Ok(());
        loop {
            let event = tokio::select! {
                // What was heard is stored before more is read: nothing waits with a transaction open.
                biased;
                event = events.recv() => event,
                end = &mut following => {
                    // What it has sent by then is there still.
                    end_of_following = end;
                    continue;
                }
            };
            match event {
                Some(HostEvent::Output { chunk, position }) => {
                    followed.position = position;
                    self.hear(chunk, followed).await;
                }
                Some(HostEvent::Ended(ending)) => return Ok(Some(ending)),
                None => return end_of_following.map(|()| None),
            }
        }
    }

    async fn hear(&self, chunk: OutputChunk, followed: &mut Followed) {
        let output =
            LastOutput { at: chunk.ts, seq: chunk.seq, stream: chunk.stream, bytes: followed.position.bytes };
        followed.last_output = Some(output);
        if let Some(reading) = &mut followed.reading {
            self.read(reading, &chunk).await;
        }
        if followed.position <= followed.heard {
            return;
        }
        if chunk.stream == OutputStream::Stdout {
            self.meter(&chunk, followed).await;
        }
        self.tell(chunk);
        let now = self.core.now();
        if now.since(followed.told_at) >= PROGRESS_PERIOD {
            followed.told_at = now;
            let told = self.core.services.runs.progress(self.hosted.run_id, self.fence(), output).await;
            told.log_and_continue("store how far a run's output has come");
        }
    }

    /// Books what the program tells of its use, as often as it takes: a limit that is met stops it.
    async fn meter(&self, chunk: &OutputChunk, followed: &mut Followed) {
        let Ok(adapter) = self.core.adapters.adapter(self.claimed.agent.adapter_type) else { return };
        for (number, line) in followed.lines.take(&chunk.chunk).into_iter().enumerate() {
            let used = adapter.meter(&line);
            if used.is_empty() {
                continue;
            }
            // The same place once more, after a server that died, is booked already.
            let place = format!("{}:{number}", chunk.seq);
            let runs = &self.core.services.runs;
            let book = || runs.meter(self.hosted.run_id, self.fence(), &place, &used);
            self.until_stored("book what a run used", book).await;
        }
    }

    fn tell(&self, mut chunk: OutputChunk) {
        let core = &self.core.services.core;
        if !core.bus.has_listeners(self.hosted.company_id) {
            return;
        }
        let is_truncated = chunk.chunk.len() > LONGEST_LIVE_CHUNK;
        if is_truncated {
            chunk.chunk = end_of(&chunk.chunk, LONGEST_LIVE_CHUNK).to_owned();
        }
        let output = LiveOutput {
            run_id: self.hosted.run_id,
            agent_id: self.hosted.agent_id,
            issue_id: self.claimed.run.issue_id,
            chunk,
            is_truncated,
        };
        let body = LiveEventBody::Output(output);
        core.bus.publish(LiveEvent::new(self.hosted.company_id, None, core.clock.now(), body));
    }
}

/// Returns the last of a text, so many bytes at most.
fn end_of(text: &str, bytes: usize) -> &str {
    let mut start = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::end_of;

    #[test]
    fn a_long_text_keeps_its_end_and_no_half_characters() {
        assert_eq!(end_of("short", 8), "short");
        assert_eq!(end_of("abcdef", 3), "def");
        assert_eq!(end_of("aäb", 2), "b");
        assert_eq!(end_of("aäb", 3), "äb");
    }
}
