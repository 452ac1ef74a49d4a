//! What people want to be told of no more, and what still asks for them.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::inbox::{BadDismissal, DismissalKind, ITEM_KEY_PATTERN, ItemKey};
use wireclip_domain::{CompanyId, InboxDismissalId, Timestamp, UserId};

use crate::approvals::Approval;
use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields};
use crate::issues::CompactIssue;
use crate::kinds::{LONGEST, text, word};
use crate::runs::Run;

/// An item that a person wants to be told of no more, or not now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxDismissal {
    /// Its id.
    pub id: InboxDismissalId,
    /// The company.
    pub company_id: CompanyId,
    /// Whose inbox.
    pub user_id: UserId,
    /// Which item, such as `run:…`.
    pub item_key: String,
    /// For how long.
    pub kind: DismissalKind,
    /// Since when.
    pub dismissed_at: Timestamp,
    /// Until when, if it is only put off.
    pub snoozed_until: Option<Timestamp>,
    /// When the item was dismissed for the first time.
    pub created_at: Timestamp,
    /// When that was last changed.
    pub updated_at: Timestamp,
}

/// A request to be told of an item no more, or not now.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateInboxDismissalRequest {
    /// Which item: `approval:…`, `join:…`, `run:…` or `attention:…`.
    #[schema(value_type = String)]
    pub item_key: ItemKey,
    /// For how long; `dismiss` if nothing is said.
    #[schema(value_type = Option<DismissalKind>)]
    pub kind: DismissalKind,
    /// Until when, for a snooze.
    pub snoozed_until: Option<Timestamp>,
}

impl FromFields for CreateInboxDismissalRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let key = fields.required("itemKey", text().max(LONGEST));
        let kind = fields.optional("kind", word::<DismissalKind>());
        let until = fields.nullable("snoozedUntil", text());
        let item_key = key.and_then(|key| match key.parse::<ItemKey>() {
            Ok(item_key) => Some(item_key),
            Err(refused) => {
                let rule = BrokenRule::InvalidFormat {
                    origin: Some("string"),
                    format: "regex",
                    pattern: Some(ITEM_KEY_PATTERN),
                };
                fields.violate("itemKey", rule, refused.to_string());
                None
            }
        });
        let kind = kind?.unwrap_or(DismissalKind::Dismiss);
        let snoozed_until = match (kind, until?.set().map(|text| text.parse())) {
            (DismissalKind::Dismiss, Some(_)) => {
                fields.refuse("snoozedUntil", BadDismissal::EndOfADismissal.to_string());
                None
            }
            (DismissalKind::Snooze, None) => {
                fields.refuse("snoozedUntil", BadDismissal::NoEnd.to_string());
                None
            }
            (DismissalKind::Snooze, Some(Err(_))) => {
                fields.refuse("snoozedUntil", "snoozedUntil must be an ISO timestamp");
                None
            }
            (DismissalKind::Dismiss, None) => None,
            (DismissalKind::Snooze, Some(Ok(until))) => Some(until),
        };
        Some(Self { item_key: item_key?, kind, snoozed_until })
    }
}

/// What waits for a person, and was not put away.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inbox {
    /// Open issues that are theirs, and those of others that wait for a review: at most 200 of
    /// each, the last changed first.
    pub issues: Vec<CompactIssue>,
    /// The last runs of agents, where they failed, newest first.
    pub failed_runs: Vec<Run>,
    /// What there is to decide, newest first.
    pub approvals: Vec<Approval>,
}

/// How much asks for a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SidebarBadges {
    /// All of it.
    pub inbox: u64,
    /// What there is to decide.
    pub approvals: u64,
    /// Agents whose last run failed.
    pub failed_runs: u64,
    /// People and agents who ask to join.
    pub join_requests: u64,
}
