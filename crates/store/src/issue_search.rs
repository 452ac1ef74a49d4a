//! Finding issues by their words: one question, put to SQLite's FTS5 or PostgreSQL's `tsvector`.
//!
//! Every word of the search must begin a word of the text. What is found is the newest first; how
//! well it fits is for the caller to say.

use sea_orm::sea_query::SimpleExpr;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
use wireclip_domain::issue::{IssuePriority, IssueStatus};
use wireclip_domain::{AgentId, CommentId, CompanyId, IssueId, ProjectId, Timestamp, UserId};

use crate::conn::{Conn, DatabaseKind};
use crate::dialect;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// More words than this say nothing more.
const MAX_WORDS: usize = 12;

/// An issue with the words in one of its texts, as far as it takes to choose among many: whole
/// rows are read of those alone that are told of.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct Found {
    /// In which of its texts: a [`Texts`] as a number.
    place: i32,
    /// The issue.
    pub issue_id: IssueId,
    /// The comment, if they stand in one.
    pub comment_id: Option<CommentId>,
    /// Where the issue stands.
    pub status: IssueStatus,
    /// How much it matters.
    pub priority: IssuePriority,
    /// The same as a number, the most important first.
    pub priority_rank: i32,
    /// The agent that has it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who has it.
    pub assignee_user_id: Option<UserId>,
    /// Its project.
    pub project_id: Option<ProjectId>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

impl Found {
    /// Returns where the words stand.
    #[must_use]
    pub fn texts(&self) -> Texts {
        match self.place {
            0 => Texts::Titles,
            1 => Texts::Issues,
            _ => Texts::Comments,
        }
    }
}

/// Where the words are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// In identifiers and titles.
    Titles,
    /// In identifiers, titles and descriptions, taken together.
    Issues,
    /// In comments.
    Comments,
}

/// Returns the words of a search, in small letters, without signs.
#[must_use]
pub fn words(search: &str) -> Vec<String> {
    search
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
        .map(str::to_lowercase)
        .collect()
}

/// Finds the newest texts of a company that have all the words, so many in each of the places: one
/// after the other in the order of `places`, each newest first. Hidden issues are left out.
///
/// # Errors
/// If the database fails.
pub async fn find(
    conn: &Conn<'_>,
    company_id: CompanyId,
    places: &[Texts],
    search: &str,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Found>> {
    let words = words(search);
    if words.is_empty() || places.is_empty() {
        return Ok(Vec::new());
    }
    // One question for all places: most of the time goes by on the way to the database and back.
    let (part, query): (fn(Texts) -> String, _) = match conn.kind() {
        DatabaseKind::Sqlite => (sqlite_part, sqlite_query(&words)),
        DatabaseKind::Postgres => (postgres_part, postgres_query(&words)),
    };
    let sql = places.iter().map(|texts| part(*texts)).collect::<Vec<_>>().join(" UNION ALL ");
    let values: [Value; 3] = [query.into(), company_id.into(), limit.rows().cast_signed().into()];
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, values);
    Ok(Found::find_by_statement(statement).all(conn.db()).await?)
}

/// What is told of an issue that was found, besides where.
const OUTLINE: &str = "issues.id AS issue_id, issues.status, issues.priority, issues.priority_rank, \
    issues.assignee_agent_id, issues.assignee_user_id, issues.project_id, issues.created_at, issues.updated_at";

fn sqlite_part(texts: Texts) -> String {
    let (place, table, words) = match texts {
        Texts::Titles => (0, "issue_words", "'{title} : (' || $1 || ')'"),
        Texts::Issues => (1, "issue_words", "$1"),
        Texts::Comments => (2, "comment_words", "$1"),
    };
    // CROSS keeps the words first: they are found in the order of their rows, and the question is
    // over with the last one that is wanted.
    format!(
        "SELECT * FROM (SELECT {place} AS place, {OUTLINE}, issue_texts.comment_id FROM {table} \
         CROSS JOIN issue_texts ON issue_texts.id = {table}.rowid CROSS JOIN issues ON issues.id = issue_texts.issue_id \
         WHERE {table} MATCH {words} AND issue_texts.company_id = $2 AND issues.hidden_at IS NULL \
         ORDER BY {table}.rowid DESC LIMIT $3)"
    )
}

fn postgres_part(texts: Texts) -> String {
    let (place, from, words, order) = match texts {
        Texts::Titles => (0, "issues", "identifier || ' ' || title", "issues.number"),
        Texts::Issues => {
            (1, "issues", "identifier || ' ' || title || ' ' || coalesce(description, '')", "issues.number")
        }
        Texts::Comments => (
            2,
            "comments JOIN issues ON issues.id = comments.issue_id AND comments.deleted_at IS NULL",
            "body",
            "comments.created_at",
        ),
    };
    let (owner, comment) = match texts {
        Texts::Comments => ("comments", "comments.id"),
        _ => ("issues", "NULL::uuid"),
    };
    // The words first, and all of them: with the order and its limit in the same question, the
    // newest are read one after the other and their words made again for each.
    format!(
        "(WITH found AS MATERIALIZED (SELECT issues.id AS issue_id, {comment} AS comment_id, {order} AS age \
         FROM {from} WHERE issue_words({words}) @@ to_tsquery('simple', $1) AND {owner}.company_id = $2 \
         AND issues.hidden_at IS NULL), \
         newest AS (SELECT * FROM found ORDER BY age DESC LIMIT $3) \
         SELECT {place} AS place, {OUTLINE}, newest.comment_id FROM newest \
         JOIN issues ON issues.id = newest.issue_id ORDER BY age DESC)"
    )
}

/// Makes the condition that an issue, or a comment on it, has all the words.
pub(crate) fn condition(kind: DatabaseKind, search: &str) -> SimpleExpr {
    let words = words(search);
    if words.is_empty() {
        // What has no word in it is found nowhere.
        return SimpleExpr::Constant(Value::Bool(Some(false)));
    }
    match kind {
        DatabaseKind::Sqlite => dialect::condition(
            kind,
            "issues.id IN (SELECT issue_texts.issue_id FROM issue_words \
             JOIN issue_texts ON issue_texts.id = issue_words.rowid WHERE issue_words MATCH ? \
             UNION SELECT issue_texts.issue_id FROM comment_words \
             JOIN issue_texts ON issue_texts.id = comment_words.rowid WHERE comment_words MATCH ?)",
            [sqlite_query(&words).into(), sqlite_query(&words).into()],
        ),
        DatabaseKind::Postgres => {
            let query = postgres_query(&words);
            dialect::condition(
                kind,
                "issues.id IN (\
                 SELECT id FROM issues \
                 WHERE issue_words(identifier || ' ' || title || ' ' || coalesce(description, '')) \
                 @@ to_tsquery('simple', ?) \
                 UNION SELECT issue_id FROM comments WHERE issue_words(body) @@ to_tsquery('simple', ?) \
                 AND deleted_at IS NULL)",
                [query.clone().into(), query.into()],
            )
        }
    }
}

/// Words are letters and digits alone, so quotes are enough to keep them from being operators.
fn sqlite_query(words: &[String]) -> String {
    let all: Vec<_> = words.iter().map(|word| format!("\"{word}\"*")).collect();
    all.join(" ")
}

fn postgres_query(words: &[String]) -> String {
    let all: Vec<_> = words.iter().map(|word| format!("{word}:*")).collect();
    all.join(" & ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_its_words() {
        assert_eq!(words("  ABC-12: \"Grün\" OR *"), ["abc", "12", "grün", "or"]);
        assert_eq!(sqlite_query(&words("a OR b")), "\"a\"* \"or\"* \"b\"*");
        assert_eq!(postgres_query(&words("a|b")), "a:* & b:*");
    }
}
