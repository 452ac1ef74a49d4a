//! An agent's name, and the key by which paths and people call it.

use crate::AgentId;
use crate::refusal::{Refusal, RefusalKind};

pub use crate::url_key::{slug, unique_name, url_key};

/// A name that another living agent of the company goes by already.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the shortname '{key}' belongs to another agent of this company")]
pub struct NameTaken {
    /// The key that the name would give.
    pub key: String,
}

impl Refusal for NameTaken {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }
}

/// Decides whether an agent may be renamed; its own key is not in the way.
///
/// # Errors
/// If another living agent of the company has the key.
pub fn decide_rename(wished: &str, is_taken_by_other: impl Fn(&str) -> bool) -> Result<(), NameTaken> {
    match slug(wished) {
        Some(key) if is_taken_by_other(&key) => Err(NameTaken { key }),
        _ => Ok(()),
    }
}

/// How a path names an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentRef {
    /// The agent that calls, `me`.
    Caller,
    /// By its id.
    Id(AgentId),
    /// By the key of its name, within a company.
    Key(String),
}

impl AgentRef {
    /// Reads a name from a path; `None` if no agent can be called so.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("me") {
            return Some(Self::Caller);
        }
        match text.parse() {
            Ok(id) => Some(Self::Id(id)),
            Err(_) => slug(text).map(Self::Key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_key_keeps_letters_and_digits_only() {
        for (name, key) in [
            ("Data Worker", Some("data-worker")),
            ("data_worker!", Some("data-worker")),
            ("  --Ops & Dev--  ", Some("ops-dev")),
            ("田中", None),
            // What a path means otherwise is no key.
            ("Me", Some("me-1")),
            ("7F0E7E0A-9A57-4D5A-8E4F-0123456789AB", Some("7f0e7e0a-9a57-4d5a-8e4f-0123456789ab-1")),
        ] {
            assert_eq!(slug(name).as_deref(), key, "{name}");
        }
        let id = AgentId::random();
        assert_eq!(url_key("田中", id), id.to_string());
    }

    #[test]
    fn namesakes_get_the_next_free_number() {
        let mut taken = BTreeSet::new();
        let mut names = Vec::new();
        for wished in ["Data Worker", "Data Worker", "data_worker!", "Data Worker", "田中", "田中"] {
            let name = unique_name(wished, |key| taken.contains(key));
            taken.extend(slug(&name));
            names.push(name);
        }
        assert_eq!(
            names,
            ["Data Worker", "Data Worker 2", "data_worker! 3", "Data Worker 4", "田中", "田中"]
        );
    }

    #[test]
    fn a_path_names_an_agent_by_word_id_or_key() {
        let id = AgentId::random();
        assert_eq!(AgentRef::parse("me"), Some(AgentRef::Caller));
        assert_eq!(AgentRef::parse(&id.to_string()), Some(AgentRef::Id(id)));
        assert_eq!(AgentRef::parse("Data Worker"), Some(AgentRef::Key("data-worker".into())));
        assert_eq!(AgentRef::parse("--"), None);
    }

    proptest! {
        #[test]
        fn a_name_that_was_made_unique_has_a_free_key(name in ".{0,40}", taken in 0..5_usize) {
            let mut keys = BTreeSet::new();
            for _ in 0..=taken {
                if let Some(key) = slug(&unique_name(&name, |key| keys.contains(key))) {
                    prop_assert!(keys.insert(key));
                }
            }
        }

        #[test]
        fn a_key_is_its_own_key(name in ".{0,40}") {
            if let Some(key) = slug(&name) {
                prop_assert_eq!(slug(&key), Some(key));
            }
        }
    }
}
