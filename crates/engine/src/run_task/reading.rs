//! The transcript of a run, read out of its output while it comes.
//!
//! **Invariant:** a step is stored once, whoever reads the run and from wherever: reading begins at the
//! beginning of the log, where the same output gives the same steps, and those that are stored
//! already are counted and passed over.

use wireclip_domain::run_host::OutputChunk;
use wireclip_ports::adapter::{AdapterResult, OutputReader, RunOrder, TranscriptEntry};
use wireclip_ports::going_on::LogAndContinue as _;
use wireclip_ports::host::Ending;

use super::{Carrier, notes};

/// The most steps of a run that are stored one by one; the log has all.
const MOST_STEPS: u64 = 1_000;

/// A transcript that is being read.
pub(super) struct Reading {
    reader: Box<dyn OutputReader>,
    /// How many steps were read.
    read: u64,
    /// How many of them are stored.
    stored: u64,
}

impl Carrier<'_> {
    /// Begins to read, if the output of such an agent is read.
    pub(super) async fn begin_reading(&self) -> Option<Reading> {
        let reader = self.core.adapters.adapter(self.claimed.agent.adapter_type).ok()?.reader()?;
        let count = || self.core.services.runs.transcript_length(self.hosted.run_id);
        let stored = self.until_stored("count the steps of a transcript", count).await;
        Some(Reading { reader, read: 0, stored })
    }

    /// Reads a piece of output.
    pub(super) async fn read(&self, reading: &mut Reading, chunk: &OutputChunk) {
        let entries = reading.reader.read(chunk);
        self.store_entries(&mut reading.read, reading.stored, entries).await;
    }

    /// Reads the result of the run.
    pub(super) async fn conclude_reading(
        &self,
        mut reading: Reading,
        order: &RunOrder,
        ending: &Ending,
    ) -> AdapterResult {
        let (result, entries) = reading.reader.conclude(order, ending);
        self.store_entries(&mut reading.read, reading.stored, entries).await;
        result
    }

    async fn store_entries(&self, read: &mut u64, stored: u64, entries: Vec<TranscriptEntry>) {
        for entry in entries {
            *read += 1;
            if *read > stored && *read <= MOST_STEPS {
                let noted = self.note(notes::transcript(entry, *read)).await;
                noted.log_and_continue("store a step of a transcript");
            }
        }
    }
}
