//! What is proposed where an agent is to be hired: the payload of an approval, read once and in one
//! way by whoever checks it and by whoever carries it out.

use serde::de::DeserializeOwned;

use crate::agent::AgentRole;
use crate::money::MicroDollars;
use crate::patch::Field;
use crate::refusal::{Refusal, RefusalKind};
use crate::{AgentId, OpaqueJson, RowId};

/// The members of a proposal that hold an agent's settings, and where a copy of them stands.
pub const SETTINGS: &[&str] = &["adapterConfig", "runtimeConfig", "requestedConfigurationSnapshot"];

/// Who is to be hired, and as what. A member that is not there says nothing: the agent that waits
/// stays as it is in this, and a new one gets what any new one gets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HireProposal {
    /// The agent that waits for the decision, if it is there already.
    pub agent_id: Option<AgentId>,
    /// Its name.
    pub name: Option<String>,
    /// What it is hired as.
    pub role: Option<AgentRole>,
    /// Its title.
    pub title: Field<String>,
    /// Its icon.
    pub icon: Field<String>,
    /// To whom it reports.
    pub reports_to: Field<AgentId>,
    /// What it can do.
    pub capabilities: Field<String>,
    /// The word of its adapter.
    pub adapter_type: Option<String>,
    /// The settings for that adapter; all of them.
    pub adapter_config: Option<OpaqueJson>,
    /// The settings that are no adapter's.
    pub runtime_config: Option<OpaqueJson>,
    /// Where its runs execute by default.
    pub default_environment_id: Field<RowId>,
    /// How much it may spend in a month; zero is no limit.
    pub budget_monthly: Option<MicroDollars>,
    /// What others keep with it.
    pub metadata: Field<OpaqueJson>,
}

/// A proposal that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the proposal cannot be carried out: {}", fields.join(", "))]
pub struct BadProposal {
    /// The members that are missing or of the wrong kind.
    pub fields: Vec<&'static str>,
}

impl Refusal for BadProposal {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }

    fn code(&self) -> Option<&'static str> {
        Some("invalid_hire_proposal")
    }

    fn details(&self) -> Option<OpaqueJson> {
        let mut details = OpaqueJson::object();
        details.set("fields", &self.fields);
        Some(details)
    }
}

/// The longest texts, in characters: as for an agent that is made directly.
const LONGEST_NAME: usize = 500;
const LONGEST_TITLE: usize = 10_000;
const LONGEST_CAPABILITIES: usize = 20_000;

impl HireProposal {
    /// Reads a payload.
    ///
    /// # Errors
    /// With every member that is of the wrong kind. What has another name than those known here is
    /// for people to read, and no part of the proposal.
    pub fn read(payload: &OpaqueJson) -> Result<Self, BadProposal> {
        let mut reader = Reader { payload, bad: Vec::new() };
        let proposal = Self {
            agent_id: reader.value("agentId"),
            name: reader.text("name", LONGEST_NAME).set(),
            role: reader.value("role"),
            title: reader.text("title", LONGEST_TITLE),
            icon: reader.text("icon", LONGEST_TITLE),
            reports_to: reader.field("reportsTo"),
            capabilities: reader.text("capabilities", LONGEST_CAPABILITIES),
            adapter_type: reader.text("adapterType", LONGEST_NAME).set(),
            adapter_config: reader.object("adapterConfig").set(),
            runtime_config: reader.object("runtimeConfig").set(),
            default_environment_id: reader.field("defaultEnvironmentId"),
            budget_monthly: reader.cents("budgetMonthlyCents"),
            metadata: reader.object("metadata"),
        };
        let has_blank_name = proposal.name.as_deref().is_some_and(|name| name.trim().is_empty());
        if has_blank_name {
            reader.bad.push("name");
        }
        if reader.bad.is_empty() { Ok(proposal) } else { Err(BadProposal { fields: reader.bad }) }
    }

    /// Returns the name of whoever is hired anew.
    ///
    /// # Errors
    /// If nobody said it: an agent without one would be nobody's wish.
    pub fn name_of_new(&self) -> Result<&str, BadProposal> {
        self.name.as_deref().ok_or_else(|| BadProposal { fields: vec!["name"] })
    }
}

/// Reads members, and notes those that cannot be read.
struct Reader<'p> {
    payload: &'p OpaqueJson,
    bad: Vec<&'static str>,
}

impl Reader<'_> {
    /// Reads a member that may be absent or `null`.
    fn field<T: DeserializeOwned>(&mut self, name: &'static str) -> Field<T> {
        match self.payload.get(name) {
            None => Field::Keep,
            Some(value) if value.is_null() => Field::Clear,
            Some(value) => match value.parse() {
                Ok(value) => Field::Set(value),
                Err(_) => self.refuse(name),
            },
        }
    }

    /// Reads a member for which `null` says as little as its absence.
    fn value<T: DeserializeOwned>(&mut self, name: &'static str) -> Option<T> {
        self.field(name).set()
    }

    fn text(&mut self, name: &'static str, longest: usize) -> Field<String> {
        let field: Field<String> = self.field(name);
        match field.as_set() {
            Some(text) if text.chars().count() > longest => self.refuse(name),
            _ => field,
        }
    }

    fn object(&mut self, name: &'static str) -> Field<OpaqueJson> {
        let field: Field<OpaqueJson> = self.field(name);
        match field.as_set() {
            Some(value) if !value.is_object() => self.refuse(name),
            _ => field,
        }
    }

    fn cents(&mut self, name: &'static str) -> Option<MicroDollars> {
        match self.field::<i64>(name).set() {
            Some(cents) if (0..=MicroDollars::MOST_CENTS).contains(&cents) => {
                Some(MicroDollars::from_cents(cents))
            }
            Some(_) => {
                self.bad.push(name);
                None
            }
            None => None,
        }
    }

    fn refuse<T>(&mut self, name: &'static str) -> Field<T> {
        self.bad.push(name);
        Field::Keep
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(payload: &Value) -> Result<HireProposal, BadProposal> {
        HireProposal::read(&OpaqueJson::of(payload))
    }

    #[test]
    fn what_is_not_said_is_not_proposed() {
        assert_eq!(read(&json!({"agent": {"name": "Nested"}})), Ok(HireProposal::default()));
        let said = read(&json!({"name": "Ada", "title": null, "budgetMonthlyCents": 50})).unwrap();
        assert_eq!((said.name.as_deref(), &said.title), (Some("Ada"), &Field::Clear));
        assert_eq!(said.budget_monthly, Some(MicroDollars::from_cents(50)));
        assert_eq!(said.icon, Field::Keep);
    }

    #[test]
    fn every_member_that_cannot_be_read_is_named() {
        let bad = json!({
            "name": "  ", "role": "king", "reportsTo": "nobody", "adapterConfig": [], "budgetMonthlyCents": -1,
        });
        let mut fields = read(&bad).unwrap_err().fields;
        fields.sort_unstable();
        assert_eq!(fields, ["adapterConfig", "budgetMonthlyCents", "name", "reportsTo", "role"]);
        assert!(read(&json!({"name": "x".repeat(501)})).is_err());
        assert!(HireProposal::default().name_of_new().is_err(), "nobody is hired without a name");
    }
}
