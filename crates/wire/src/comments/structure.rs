//! How a comment is shown, and the facts that go with it.

use serde::Serialize;
use serde_json::Value;
use wireclip_domain::comment::look::{FactRow, PresentationDensity, PresentationKind, PresentationTone};
use wireclip_domain::{AgentId, IssueId, OpaqueJson, RunId};

use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields, Place};
use crate::kinds::{Kind, boolean, id, list, object, text, word};

/// How a comment is shown.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Presentation {
    kind: PresentationKind,
    tone: PresentationTone,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    details_default_open: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    density: Option<PresentationDensity>,
}

impl FromFields for Presentation {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let kind = fields.optional("kind", word());
        let tone = fields.optional("tone", word());
        let title = fields.nullable("title", text().trimmed().max(160));
        let details_default_open = fields.optional("detailsDefaultOpen", boolean());
        let density = fields.nullable("density", word());
        Some(Self {
            kind: kind?.unwrap_or(PresentationKind::Message),
            tone: tone?.unwrap_or(PresentationTone::Neutral),
            title: title?.set(),
            details_default_open: details_default_open?.unwrap_or_default(),
            density: density?.set(),
        })
    }
}

/// The facts that go with a comment.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Metadata {
    version: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_run_id: Option<RunId>,
    sections: Vec<Section>,
}

impl FromFields for Metadata {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let version = fields.required("version", One);
        let source_run_id = fields.nullable("sourceRunId", id());
        let sections = fields.required("sections", list(object::<Section>()).min(1).max(20));
        Some(Self { version: version?, source_run_id: source_run_id?.set(), sections: sections? })
    }
}

/// The one version of facts that there is.
struct One;

impl Kind for One {
    type Out = i64;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<i64> {
        if value.and_then(Value::as_f64) == Some(1.0) {
            return Some(1);
        }
        place.violate(BrokenRule::InvalidValue { values: vec!["1"] }, "Invalid input: expected 1")
    }
}

#[derive(Debug, Serialize)]
struct Section {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    rows: Vec<Row>,
}

impl FromFields for Section {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let title = fields.nullable("title", text().trimmed().max(160));
        let rows = fields.required("rows", list(object::<Row>()).min(1).max(50));
        Some(Self { title: title?.set(), rows: rows? })
    }
}

/// A row of facts: its type, and the members that the type has.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Row(OpaqueJson);

impl FromFields for Row {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let row_type = fields.required("type", word::<FactRow>())?;
        let mut row = OpaqueJson::object();
        row.set("type", &row_type);
        match row_type {
            FactRow::Text => row.set("text", &fields.required("text", line())?),
            FactRow::Code => {
                row.set("code", &fields.required("code", line())?);
                set_named(fields, &mut row, "language")?;
                set_named(fields, &mut row, "label")?;
            }
            FactRow::KeyValue => {
                let (label, value) = (fields.required("label", line()), fields.required("value", line()));
                row.set("label", &label?);
                row.set("value", &value?);
            }
            FactRow::IssueLink => {
                if let Some(issue) = fields.nullable("issueId", id::<IssueId>())?.set() {
                    row.set("issueId", &issue);
                }
                set_named(fields, &mut row, "identifier")?;
                set_named(fields, &mut row, "title")?;
                set_named(fields, &mut row, "label")?;
            }
            FactRow::AgentLink => {
                row.set("agentId", &fields.required("agentId", id::<AgentId>())?);
                set_named(fields, &mut row, "name")?;
                set_named(fields, &mut row, "label")?;
            }
            FactRow::RunLink => {
                row.set("runId", &fields.required("runId", id::<RunId>())?);
                set_named(fields, &mut row, "title")?;
                set_named(fields, &mut row, "label")?;
            }
        }
        Some(Self(row))
    }
}

fn line() -> crate::kinds::Text {
    text().min(1).max(4000)
}

fn set_named(fields: &mut Fields<'_>, row: &mut OpaqueJson, key: &'static str) -> Option<()> {
    if let Some(value) = fields.nullable(key, text().max(500))?.set() {
        row.set(key, &value);
    }
    Some(())
}
