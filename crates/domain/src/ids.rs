//! Identifiers: one type for each kind of thing, so that they cannot be mixed up.
//!
//! New ids are UUIDs of version 4. Existing clients recognise an id by a pattern that allows
//! versions 1 to 5 only, so a time-ordered version 7 would not pass for an id.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A text that is not an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a UUID")]
pub struct InvalidId;

thread_local! {
    /// Where the ids of this thread come from, if not from chance.
    static SEEDED: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Draws all ids that this thread makes from here on from a seed, so that a simulation can be
/// played again. Ids are names, not secrets: nothing is protected by their being hard to guess.
pub fn seed_ids_of_this_thread(seed: u64) {
    SEEDED.set(Some(seed));
}

#[expect(clippy::disallowed_methods, reason = "the id types are the one place that makes UUIDs")]
fn drawn() -> Uuid {
    let Some(state) = SEEDED.get() else { return Uuid::new_v4() };
    let (high, state) = scattered(state);
    let (low, state) = scattered(state);
    SEEDED.set(Some(state));
    let bits = (u128::from(high) << 64) | u128::from(low);
    uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid()
}

/// Returns the next number of a sequence (SplitMix64) and where to go on.
fn scattered(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31), state)
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "database", derive(sea_orm::DeriveValueType))]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// Makes a new id by chance (version 4).
            #[must_use]
            pub fn random() -> Self {
                Self(drawn())
            }

            /// Takes a UUID that came from elsewhere.
            #[must_use]
            pub const fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// Returns the UUID within.
            #[must_use]
            pub const fn as_uuid(self) -> Uuid {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            /// Reads the hyphenated form (36 characters, either case).
            fn from_str(text: &str) -> Result<Self, InvalidId> {
                if text.len() != 36 {
                    return Err(InvalidId);
                }
                Uuid::try_parse(text).map(Self).map_err(|_| InvalidId)
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .format(Some(utoipa::openapi::schema::SchemaFormat::Custom("uuid".to_owned())))
                    .into()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {}

        #[cfg(feature = "database")]
        impl sea_orm::TryFromU64 for $name {
            fn try_from_u64(_: u64) -> Result<Self, sea_orm::DbErr> {
                Err(sea_orm::DbErr::ConvertFromU64(stringify!($name)))
            }
        }
    )* };
}

ids! {
    /// A company: the tenant that every other row belongs to.
    CompanyId;
    /// An agent of a company.
    AgentId;
    /// An API key of an agent.
    AgentKeyId;
    /// A stored change of an agent's configuration.
    AgentRevisionId;
    /// A saved session of an agent on one task.
    AgentSessionId;
    /// An unit of work.
    IssueId;
    /// A comment on an issue.
    CommentId;
    /// A file that is kept: an attachment or an image.
    AssetId;
    /// A file of an issue.
    AttachmentId;
    /// A document of an issue.
    DocumentId;
    /// A revision of a document.
    DocumentRevisionId;
    /// A talk about a passage of a document.
    AnnotationId;
    /// Something that is said about a passage of a document.
    AnnotationCommentId;
    /// A label of a company.
    LabelId;
    /// A goal of a company.
    GoalId;
    /// A project of a company.
    ProjectId;
    /// A place where a project's files are.
    ProjectWorkspaceId;
    /// A place where runs execute.
    EnvironmentId;
    /// A company's hold on a place of an environment.
    LeaseId;
    /// The files with which an agent works on an issue.
    ExecutionWorkspaceId;
    /// A person's work on a sandbox that becomes a template.
    SetupSessionId;
    /// A template that was captured of a sandbox.
    TemplateId;
    /// A way into a terminal of a sandbox that is being set up.
    TerminalSessionId;
    /// A secret of a company.
    SecretId;
    /// A durable request that an agent works.
    WakeupId;
    /// One execution of an agent.
    RunId;
    /// An entry of the activity log.
    ActivityId;
    /// A hold on an issue and all below it.
    TreeHoldId;
    /// The record of something on an issue that a person or an agent must put right.
    RecoveryActionId;
    /// A wish that the board decides about.
    ApprovalId;
    /// A comment on an approval.
    ApprovalCommentId;
    /// A limit of what may be spent.
    BudgetPolicyId;
    /// What happened at a limit.
    BudgetIncidentId;
    /// An entry of the ledger of costs.
    CostEventId;
    /// A key with which a person's scripts call.
    BoardKeyId;
    /// A person's being signed in, in one browser.
    SessionId;
    /// A booking of money that is no cost of a model.
    FinanceEventId;
    /// A wish to be told of some item no more.
    InboxDismissalId;
    /// A person's relation to a project or an agent.
    MembershipId;
    /// One server process of an installation.
    NodeId;
    /// A row that nothing refers to by its id.
    RowId;
}

/// A person, as the identity provider names them; `local-board` in local mode.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "database", derive(sea_orm::DeriveValueType))]
#[serde(transparent)]
pub struct UserId(String);

impl UserId {
    /// The implicit person of local mode.
    pub const LOCAL_BOARD: &'static str = "local-board";

    /// Takes the name by which a person is known.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// Returns the implicit person of local mode.
    #[must_use]
    pub fn local_board() -> Self {
        Self(Self::LOCAL_BOARD.to_owned())
    }

    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for UserId {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        <String as utoipa::PartialSchema>::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for UserId {}

#[cfg(feature = "database")]
impl sea_orm::TryFromU64 for UserId {
    fn try_from_u64(_: u64) -> Result<Self, sea_orm::DbErr> {
        Err(sea_orm::DbErr::ConvertFromU64("UserId"))
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_in_its_hyphenated_form_only() {
        let id = IssueId::random();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.to_string().to_uppercase().parse(), Ok(id));
        for text in ["", "7", &id.as_uuid().simple().to_string(), &format!("{{{id}}}")] {
            assert_eq!(text.parse::<IssueId>(), Err(InvalidId), "{text}");
        }
    }

    #[test]
    fn a_new_id_is_of_version_4() {
        assert_eq!(RunId::random().as_uuid().get_version_num(), 4);
    }
}
