//! What a write changed: told to whoever wrote, and kept in the activity log.

use crate::OpaqueJson;
use crate::redaction::shown;

/// The fields of an issue whose changes are told, as the wire names them. What the server
/// computes (locks, counters, times of the row) is not among them.
pub const TOLD_FIELDS: &[&str] = &[
    "title",
    "description",
    "status",
    "statusVersion",
    "priority",
    "workMode",
    "reviewPolicy",
    "assigneeAgentId",
    "assigneeUserId",
    "projectId",
    "projectWorkspaceId",
    "goalId",
    "parentId",
    "labelIds",
    "blockedByIssueIds",
    "unblockDescriptor",
    "requestDepth",
    "billingCode",
    "assigneeAdapterOverrides",
    "executionPolicy",
    "executionWorkspaceId",
    "executionWorkspacePreference",
    "executionWorkspaceSettings",
    "startedAt",
    "completedAt",
    "cancelledAt",
    "blockedTransitionAt",
    "hiddenAt",
];

/// The field whose entry says beside the texts that there is another one.
const LONG_TEXT: &str = "description";

/// One field that has another value than before.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldChange {
    /// The field, as the wire names it.
    pub field: &'static str,
    /// Its value before.
    pub from: OpaqueJson,
    /// Its value after.
    pub to: OpaqueJson,
}

/// All fields that have another value than before.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Receipt {
    /// The changes, in the order of [`TOLD_FIELDS`].
    pub changes: Vec<FieldChange>,
}

impl Receipt {
    /// Compares two images of an issue, both with the wire's names. A field that an image lacks
    /// counts as `null`, one that both lack as unchanged.
    #[must_use]
    pub fn between(before: &OpaqueJson, after: &OpaqueJson) -> Self {
        let value = |image: &OpaqueJson, field| image.get(field).unwrap_or_else(|| OpaqueJson::of(&()));
        let changes = TOLD_FIELDS
            .iter()
            .map(|field| FieldChange { field, from: value(before, field), to: value(after, field) })
            .filter(|change| change.from != change.to)
            .collect();
        Self { changes }
    }

    /// Returns whether nothing changed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns whether this field changed.
    #[must_use]
    pub fn names(&self, field: &str) -> bool {
        self.changes.iter().any(|change| change.field == field)
    }

    /// Returns the wire's `changes`: for each field `{from, to}`, secrets hidden.
    #[must_use]
    pub fn to_json(&self) -> OpaqueJson {
        let mut json = OpaqueJson::object();
        for change in &self.changes {
            let mut entry = OpaqueJson::object();
            entry.set("from", &change.from);
            entry.set("to", &change.to);
            if change.field == LONG_TEXT {
                entry.set("updated", &true);
            }
            json.set(change.field, &entry);
        }
        shown(&json)
    }

    /// Returns the details of the activity entry: what was sent, what changed and what it was.
    #[must_use]
    pub fn activity_details(&self, sent: &OpaqueJson, identifier: &str) -> OpaqueJson {
        let mut details = sent.clone();
        details.set("identifier", &identifier);
        if self.is_empty() {
            return details;
        }
        let mut previous = OpaqueJson::object();
        for change in &self.changes {
            previous.set(change.field, &change.from);
        }
        details.set("changes", &self.to_json());
        details.set("_previous", &previous);
        details
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn of(value: &Value) -> OpaqueJson {
        OpaqueJson::of(value)
    }

    #[test]
    fn only_what_changed_is_told() {
        let before = of(&json!({"priority": "medium", "description": null, "labelIds": [], "updatedAt": 1}));
        let after = of(&json!({"priority": "high", "description": "Words", "labelIds": [], "updatedAt": 2}));
        let receipt = Receipt::between(&before, &after);
        let changes = json!({
            "priority": {"from": "medium", "to": "high"},
            "description": {"from": null, "to": "Words", "updated": true},
        });
        assert_eq!(receipt.to_json(), of(&changes));
        assert_eq!(
            receipt.activity_details(&of(&json!({"priority": "high", "description": "Words"})), "ABC-1"),
            of(&json!({
                "priority": "high", "description": "Words", "identifier": "ABC-1", "changes": changes,
                "_previous": {"priority": "medium", "description": null},
            }))
        );
        assert!(Receipt::between(&after, &after).is_empty());
    }
}
