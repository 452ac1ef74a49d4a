//! Proving that the activity log is as it was written.
//!
//! Every entry is tied to the one before it by a hash (`chain`), and every few minutes the
//! newest hash is signed with the installation's key. Whoever changes the database can compute
//! hashes anew, but signs nothing without the key, which is not in it.

pub(crate) mod chain;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use wireclip_domain::{ActivityId, CompanyId, Timestamp};
use wireclip_ports::sealing::Sealer;
use wireclip_store::activity::ActivityEntry;
use wireclip_store::audit::{self, ChainEnd, Checkpoint};
use wireclip_store::{Conn, PageLimit, StoreError};

use crate::core::Core;
use crate::error::ServiceResult;

/// How many chains are signed in one turn.
const SIGNED_AT_ONCE: u32 = 200;

/// Signing what the log says.
#[derive(Debug, Clone)]
pub struct Audit {
    core: Arc<Core>,
}

impl Audit {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Signs how far the chains of some companies went since they were last signed. Returns what was
    /// signed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sign(&self) -> ServiceResult<Vec<ChainEnd>> {
        let ends = audit::unsigned(&self.core.store.read(), PageLimit::at_most(SIGNED_AT_ONCE)).await?;
        if ends.is_empty() {
            return Ok(Vec::new());
        }
        let transaction = self.core.store.begin_write().await?;
        let mut signed = Vec::with_capacity(ends.len());
        for end in ends {
            let now = self.core.clock.now();
            let checkpoint = Checkpoint {
                company_id: end.company_id,
                seq: end.seq,
                chain_hash: end.hash.clone(),
                signature: self.core.sealer.sign(&said(end.company_id, end.seq, &end.hash, now)),
                key_fingerprint: self.core.sealer.fingerprint().to_owned(),
                created_at: now,
            };
            audit::insert_checkpoint(&transaction.conn(), &checkpoint).await?;
            signed.push(end);
        }
        transaction.commit().await?;
        Ok(signed)
    }
}

/// What a checkpoint's signature is about.
fn said(company_id: CompanyId, seq: i64, hash: &str, at: Timestamp) -> String {
    format!("wireclip checkpoint 1\n{company_id}\n{seq}\n{hash}\n{}", at.unix_millis())
}

/// What looking through a company's log has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// How many entries are tied to one another as they were written.
    pub entries: u64,
    /// How many at the beginning are from before there was a chain.
    pub unchained: u64,
    /// How many checkpoints agree.
    pub checkpoints: u64,
    /// How many checkpoints another key signed, of which nothing can be said here.
    pub of_other_keys: u64,
    /// The first thing that is not as it was written.
    pub fault: Option<Fault>,
}

/// Something in a log that is not as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// An entry says something else than it did, or does not follow the one before it.
    Entry {
        /// Its number.
        seq: i64,
        /// Its id.
        id: ActivityId,
        /// The number of the entry before it.
        after: Option<i64>,
    },
    /// Entries at the end are gone.
    End {
        /// The number of the last entry that is there.
        last: Option<i64>,
        /// The number of the last one that was written.
        written: i64,
    },
    /// A checkpoint says something else of an entry, or its entry is gone.
    Checkpoint {
        /// The entry's number.
        seq: i64,
        /// When it was signed.
        at: Timestamp,
    },
    /// A checkpoint was not signed with the key that it names.
    Signature {
        /// The number of the entry that it is about.
        seq: i64,
        /// When it says that it was signed.
        at: Timestamp,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry { seq, id, after: Some(after) } => write!(
                f,
                "entry {seq} ({id}) is not as it was written behind entry {after}: it was changed, or one \
                 between them was added or removed"
            ),
            Self::Entry { seq, id, after: None } => {
                write!(
                    f,
                    "entry {seq} ({id}) is not as it was written: it was changed, or one before it removed"
                )
            }
            Self::End { last: Some(last), written } => {
                write!(f, "entries are gone behind entry {last}: the last one that was written is {written}")
            }
            Self::End { last: None, written } => write!(f, "all entries up to {written} are gone"),
            Self::Checkpoint { seq, at } => {
                write!(f, "entry {seq} is not what was signed for it at {at}: the log was written anew")
            }
            Self::Signature { seq, at } => {
                write!(
                    f,
                    "the checkpoint about entry {seq} of {at} has a signature that this key did not make"
                )
            }
        }
    }
}

/// Looks through a company's whole log. Works beside a server, and needs none; without a key the
/// signatures are left alone.
///
/// # Errors
/// If the database fails.
pub async fn verify(
    conn: &Conn<'_>,
    company_id: CompanyId,
    key: Option<&dyn Sealer>,
) -> Result<Verdict, StoreError> {
    // Read first: what is written meanwhile lies behind it.
    let end = audit::end_of_chain(conn, company_id).await?;
    let mut walk = Walk {
        verdict: Verdict { entries: 0, unchained: 0, checkpoints: 0, of_other_keys: 0, fault: None },
        checkpoints: Checkpoints { conn, company_id, ahead: VecDeque::new(), last: 0 },
        key,
        last: None,
        end,
    };
    let mut seq = 0;
    loop {
        let entries = audit::entries_after(conn, company_id, seq, PageLimit::MAX).await?;
        let Some(last) = entries.last() else { break };
        seq = last.seq;
        for entry in &entries {
            walk.step(entry).await?;
            if walk.verdict.fault.is_some() {
                return Ok(walk.verdict);
            }
        }
    }
    walk.see_the_end().await?;
    Ok(walk.verdict)
}

/// A way through a log, from its oldest entry on.
struct Walk<'w, 'c> {
    verdict: Verdict,
    checkpoints: Checkpoints<'w, 'c>,
    key: Option<&'w dyn Sealer>,
    /// The newest entry that was seen, and its hash if it is part of the chain.
    last: Option<(i64, Option<String>)>,
    /// The newest entry as it is kept apart from the log.
    end: Option<ChainEnd>,
}

impl Walk<'_, '_> {
    async fn step(&mut self, entry: &ActivityEntry) -> Result<(), StoreError> {
        let (last, previous) = match &self.last {
            Some((seq, hash)) => (Some(*seq), hash.as_deref()),
            None => (None, None),
        };
        match &entry.chain_hash {
            None if previous.is_none() => self.verdict.unchained += 1,
            Some(hash) if *hash == chain::hash_of(entry, previous) => self.verdict.entries += 1,
            _ => {
                let fault = Fault::Entry { seq: entry.seq, id: entry.id, after: last };
                self.verdict.fault = Some(fault);
                return Ok(());
            }
        }
        self.last = Some((entry.seq, entry.chain_hash.clone()));
        while let Some(checkpoint) = self.checkpoints.up_to(entry.seq).await? {
            let agrees =
                checkpoint.seq == entry.seq && Some(&checkpoint.chain_hash) == entry.chain_hash.as_ref();
            self.judge(&checkpoint, agrees);
        }
        Ok(())
    }

    /// Asks for what must be behind the last entry that is there, which is nothing.
    async fn see_the_end(&mut self) -> Result<(), StoreError> {
        let last = self.last.as_ref().map(|(seq, _)| *seq);
        if let Some(end) = self.end.take()
            && last.is_none_or(|last| last < end.seq)
        {
            self.verdict.fault = Some(Fault::End { last, written: end.seq });
        } else if let Some(checkpoint) = self.checkpoints.up_to(i64::MAX).await? {
            self.judge(&checkpoint, false);
        }
        Ok(())
    }

    fn judge(&mut self, checkpoint: &Checkpoint, agrees: bool) {
        let Checkpoint { company_id, seq, chain_hash, created_at: at, .. } = checkpoint;
        let fault = match self.key {
            Some(key) if key.fingerprint() == checkpoint.key_fingerprint => {
                let is_signed =
                    key.has_signed(&said(*company_id, *seq, chain_hash, *at), &checkpoint.signature);
                (!is_signed).then_some(Fault::Signature { seq: *seq, at: *at })
            }
            _ => {
                self.verdict.of_other_keys += 1;
                None
            }
        };
        let fault = fault.or_else(|| (!agrees).then_some(Fault::Checkpoint { seq: *seq, at: *at }));
        self.verdict.checkpoints += u64::from(fault.is_none());
        self.verdict.fault = self.verdict.fault.take().or(fault);
    }
}

/// A company's checkpoints, read as the way goes on.
struct Checkpoints<'w, 'c> {
    conn: &'w Conn<'c>,
    company_id: CompanyId,
    ahead: VecDeque<Checkpoint>,
    /// The entry of the last one that was read.
    last: i64,
}

impl Checkpoints<'_, '_> {
    /// Takes the next one, if it is about an entry up to this one.
    async fn up_to(&mut self, seq: i64) -> Result<Option<Checkpoint>, StoreError> {
        if self.ahead.is_empty() {
            let more =
                audit::checkpoints_after(self.conn, self.company_id, self.last, PageLimit::MAX).await?;
            self.last = more.last().map_or(i64::MAX, |checkpoint| checkpoint.seq);
            self.ahead = more.into();
        }
        Ok(if self.ahead.front().is_some_and(|next| next.seq <= seq) { self.ahead.pop_front() } else { None })
    }
}
