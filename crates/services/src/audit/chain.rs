//! Hashes that tie the entries of a log together.
//!
//! An entry's hash is the SHA-256 of the one before it and of everything that the entry says, so
//! that nobody can change, add or take away an entry without changing all that follow. The form that
//! is hashed is JSON with a fixed order of fields; the details' members are sorted, as both
//! databases give them back.

use serde::Serialize;
use sha2::{Digest, Sha256};
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{ActivityId, AgentId, CompanyId, OpaqueJson, RunId, UserId};
use wireclip_store::activity::ActivityEntry;

/// Which form is hashed. Another form gets another name, and entries of the old one keep theirs.
const FORM: &str = "wireclip activity 1";

/// What is hashed of an entry. The names and their order are the form.
#[derive(Serialize)]
struct Hashed<'e> {
    form: &'static str,
    previous: Option<&'e str>,
    company: CompanyId,
    seq: i64,
    id: ActivityId,
    actor_type: &'e ActorType,
    actor: &'e str,
    action: &'e Action,
    entity_type: &'e EntityType,
    entity: &'e str,
    agent: Option<AgentId>,
    run: Option<RunId>,
    responsible_user: Option<&'e UserId>,
    details: Option<&'e OpaqueJson>,
    created_at_ms: i64,
}

/// Returns the hash of an entry behind another one, in hexadecimal.
pub(crate) fn hash_of(entry: &ActivityEntry, previous: Option<&str>) -> String {
    let hashed = Hashed {
        form: FORM,
        previous,
        company: entry.company_id,
        seq: entry.seq,
        id: entry.id,
        actor_type: &entry.actor_type,
        actor: &entry.actor_id,
        action: &entry.action,
        entity_type: &entry.entity_type,
        entity: &entry.entity_id,
        agent: entry.agent_id,
        run: entry.run_id,
        responsible_user: entry.responsible_user_id.as_ref(),
        details: entry.details.as_ref(),
        created_at_ms: entry.created_at.unix_millis(),
    };
    hex::encode(Sha256::digest(OpaqueJson::of(&hashed).to_string()))
}

/// Ties new entries to the chain, in their order.
pub(crate) fn link(mut previous: Option<String>, entries: &mut [ActivityEntry]) {
    for entry in entries {
        let hash = hash_of(entry, previous.as_deref());
        entry.chain_hash = Some(hash.clone());
        previous = Some(hash);
    }
}
