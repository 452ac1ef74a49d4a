//! Searching a company.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::issue::search::{SearchScope, SearchSort};
use wireclip_domain::issue::{IssuePriority, IssueStatus};
use wireclip_domain::words::Word;
use wireclip_domain::{AgentId, IssueId, OpaqueJson, ProjectId, RowId, Timestamp, UserId};

use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields, Place};
use crate::kinds::{Kind, id, int, text, word};

/// What is looked for, and where.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct SearchQuery {
    /// The words.
    #[param(required = false)]
    pub q: String,
    /// Where.
    #[param(required = false)]
    pub scope: SearchScope,
    /// In which order.
    #[param(required = false)]
    pub sort: SearchSort,
    /// Issues in one of these statuses only.
    #[param(style = Form, explode = false, required = false)]
    pub status: Vec<IssueStatus>,
    /// Issues of one of these priorities only.
    #[param(style = Form, explode = false, required = false)]
    pub priority: Vec<IssuePriority>,
    /// Issues of this agent only; the inner nothing for nobody's.
    #[param(value_type = Option<String>)]
    pub assignee_agent_id: Option<Option<AgentId>>,
    /// Issues of this person only.
    pub assignee_user_id: Option<String>,
    /// Issues of this project only.
    pub project_id: Option<ProjectId>,
    /// Issues that changed within at most this many hours.
    pub updated_within_hours: Option<u32>,
    /// How many; 20 by default, 50 at most.
    #[param(required = false)]
    pub limit: u8,
    /// How many to pass over.
    #[param(required = false)]
    pub offset: u32,
}

impl FromFields for SearchQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let q = fields.optional("q", text().trimmed().max(500));
        let scope = fields.optional("scope", word());
        let sort = fields.optional("sort", word());
        let status = fields.optional("status", Words::<IssueStatus>::new());
        let priority = fields.optional("priority", Words::<IssuePriority>::new());
        let assignee_agent_id = fields.optional("assigneeAgentId", AgentOrNobody);
        let assignee_user_id = fields.optional("assigneeUserId", text().trimmed().min(1));
        let project_id = fields.optional("projectId", id());
        let updated_within_hours = fields.optional("updatedWithin", Span);
        let limit = fields.optional("limit", int().min(1).max(50));
        let offset = fields.optional("offset", int().min(0).max(10_000));
        Some(Self {
            q: q?.unwrap_or_default(),
            scope: scope?.unwrap_or(SearchScope::All),
            sort: sort?.unwrap_or(SearchSort::Relevance),
            status: status?.unwrap_or_default(),
            priority: priority?.unwrap_or_default(),
            assignee_agent_id: assignee_agent_id?,
            assignee_user_id: assignee_user_id?,
            project_id: project_id?,
            updated_within_hours: updated_within_hours?,
            limit: u8::try_from(limit?.unwrap_or(20)).unwrap_or(20),
            offset: u32::try_from(offset?.unwrap_or(0)).unwrap_or(0),
        })
    }
}

/// A look for the places of a text; only checked, since extracts are not built.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ExtractQuery {
    /// The text.
    #[param(required = false)]
    pub contains: String,
}

impl FromFields for ExtractQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let contains = fields.required("contains", text().trimmed().min(2));
        let within = fields.optional("updatedWithin", Span);
        let after = fields.optional("updatedAfter", text());
        if within?.is_some() && after?.is_some() {
            fields.refuse("updatedAfter", "updatedWithin and updatedAfter exclude each other");
        }
        Some(Self { contains: contains? })
    }
}

/// Words of a list, with commas between them.
struct Words<W>(std::marker::PhantomData<W>);

impl<W> Words<W> {
    const fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<W: Word> Kind for Words<W> {
    type Out = Vec<W>;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<Vec<W>> {
        let list = text().read(value, place)?;
        let words = list.split(',').map(str::trim).filter(|word| !word.is_empty());
        words.map(|one| word::<W>().read(Some(&Value::String(one.to_owned())), place)).collect()
    }
}

struct AgentOrNobody;

impl Kind for AgentOrNobody {
    type Out = Option<AgentId>;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<Option<AgentId>> {
        match value {
            Some(Value::String(text)) if text == "null" => Some(None),
            _ => id().read(value, place).map(Some),
        }
    }
}

/// Spans of time such as `24h`, `7d`, `4w` or `3m`; a month is 30 days.
struct Span;

impl Kind for Span {
    type Out = u32;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<u32> {
        let span = text().read(value, place)?;
        let hours = [('h', 1), ('d', 24), ('w', 7 * 24), ('m', 30 * 24)].iter().find_map(|(unit, hours)| {
            span.strip_suffix(*unit)?.parse::<u32>().ok()?.checked_mul(*hours).filter(|hours| *hours > 0)
        });
        match hours {
            Some(hours) => Some(hours),
            None => place.violate(BrokenRule::Custom, "Expected a span such as 24h, 7d, 4w or 3m"),
        }
    }
}

/// What a search found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    /// The words, as they were sent.
    pub query: String,
    /// The same, in lowercase and with single spaces.
    pub normalized_query: String,
    /// Where was searched.
    pub scope: SearchScope,
    /// In which order.
    pub sort: SearchSort,
    /// How many at most.
    pub limit: u8,
    /// How many were passed over.
    pub offset: u32,
    /// What was found.
    pub results: Vec<SearchResult>,
    /// How many of each kind.
    pub counts_by_type: BTreeMap<&'static str, usize>,
    /// How many issues each value of a filter would leave.
    pub filter_option_counts: FilterCounts,
    /// What to try if nothing was found; never told here.
    pub zero_results: Option<OpaqueJson>,
    /// Whether there is more.
    pub has_more: bool,
}

/// How many issues each value of a filter would leave.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilterCounts {
    /// By status.
    pub status: BTreeMap<String, usize>,
    /// By priority.
    pub priority: BTreeMap<String, usize>,
    /// By agent.
    pub assignee_agent_id: BTreeMap<String, usize>,
    /// By person.
    pub assignee_user_id: BTreeMap<String, usize>,
    /// By project.
    pub project_id: BTreeMap<String, usize>,
    /// By label; never told here.
    pub label_id: BTreeMap<String, usize>,
    /// By age.
    pub updated_within: BTreeMap<&'static str, usize>,
}

/// Something that was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchResult {
    /// Its id.
    pub id: RowId,
    /// `issue`, `agent` or `project`.
    pub r#type: &'static str,
    /// How well it fits.
    pub score: i64,
    /// Its title.
    pub title: String,
    /// Where the board shows it.
    pub href: String,
    /// In which of its texts the words stand.
    pub matched_fields: Vec<&'static str>,
    /// The best of these, for people.
    pub source_label: &'static str,
    /// That text, cut.
    pub snippet: String,
    /// All of these texts, cut, with marks.
    pub snippets: Vec<Snippet>,
    /// The issue, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub issue: Option<FoundIssue>,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// A picture of it; never told here.
    pub preview_image_url: Option<String>,
}

/// A text that has the words, cut.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Snippet {
    /// Which text.
    pub field: &'static str,
    /// The same, for people.
    pub label: &'static str,
    /// The text.
    pub text: String,
    /// Where the words stand in it, in characters.
    pub highlights: Vec<Highlight>,
}

/// A place in a text, in characters.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Highlight {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// An issue that was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundIssue {
    /// Its id.
    pub id: IssueId,
    /// Its name for people.
    pub identifier: String,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub status: IssueStatus,
    /// How much it matters.
    pub priority: IssuePriority,
    /// The agent that has it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who has it.
    pub assignee_user_id: Option<UserId>,
    /// Its project.
    pub project_id: Option<ProjectId>,
    /// When it was last changed.
    pub updated_at: Timestamp,
}
