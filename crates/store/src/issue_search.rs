//! Finding issues by their words: one question, put to SQLite's FTS5 or PostgreSQL's `tsvector`.
//!
//! Every word of the search must begin a word of the text. What is found is the newest first; how
//! well it fits is for the caller to say.

use sea_orm::sea_query::SimpleExpr;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
use wireclip_domain::{CommentId, CompanyId, IssueId};

use crate::conn::{Conn, DatabaseKind};
use crate::dialect;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// More words than this say nothing more.
const MAX_WORDS: usize = 12;

/// A text in which the words were found.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct Found {
    /// The issue.
    pub issue_id: IssueId,
    /// The comment, if they stand in one.
    pub comment_id: Option<CommentId>,
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

/// Finds the newest texts of a company that have all the words.
///
/// # Errors
/// If the database fails.
pub async fn find(
    conn: &Conn<'_>,
    company_id: CompanyId,
    texts: Texts,
    search: &str,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Found>> {
    let words = words(search);
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let (sql, words) = match conn.kind() {
        DatabaseKind::Sqlite => (sqlite_sql(texts), sqlite_query(&words, texts)),
        DatabaseKind::Postgres => (postgres_sql(texts), postgres_query(&words)),
    };
    let values: [Value; 3] = [words.into(), company_id.into(), limit.rows().cast_signed().into()];
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, values);
    Ok(Found::find_by_statement(statement).all(conn.db()).await?)
}

fn sqlite_sql(texts: Texts) -> &'static str {
    match texts {
        Texts::Titles | Texts::Issues => {
            "SELECT issue_texts.issue_id, issue_texts.comment_id \
             FROM issue_words JOIN issue_texts ON issue_texts.id = issue_words.rowid \
             WHERE issue_words MATCH $1 AND issue_texts.company_id = $2 AND issue_texts.comment_id IS NULL \
             ORDER BY issue_words.rowid DESC LIMIT $3"
        }
        Texts::Comments => {
            "SELECT issue_texts.issue_id, issue_texts.comment_id \
             FROM issue_words JOIN issue_texts ON issue_texts.id = issue_words.rowid \
             WHERE issue_words MATCH $1 AND issue_texts.company_id = $2 AND issue_texts.comment_id IS NOT NULL \
             ORDER BY issue_words.rowid DESC LIMIT $3"
        }
    }
}

fn postgres_sql(texts: Texts) -> &'static str {
    match texts {
        Texts::Titles => {
            "SELECT id AS issue_id, NULL::uuid AS comment_id FROM issues \
             WHERE issue_words(identifier || ' ' || title) @@ to_tsquery('simple', $1) AND company_id = $2 \
             ORDER BY number DESC LIMIT $3"
        }
        Texts::Issues => {
            "SELECT id AS issue_id, NULL::uuid AS comment_id FROM issues \
             WHERE issue_words(identifier || ' ' || title || ' ' || coalesce(description, '')) \
             @@ to_tsquery('simple', $1) AND company_id = $2 ORDER BY number DESC LIMIT $3"
        }
        Texts::Comments => {
            "SELECT issue_id, id AS comment_id FROM comments \
             WHERE issue_words(body) @@ to_tsquery('simple', $1) AND deleted_at IS NULL \
             AND company_id = $2 ORDER BY created_at DESC LIMIT $3"
        }
    }
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
             JOIN issue_texts ON issue_texts.id = issue_words.rowid WHERE issue_words MATCH ?)",
            [sqlite_query(&words, Texts::Issues).into()],
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
fn sqlite_query(words: &[String], texts: Texts) -> String {
    let all: Vec<_> = words.iter().map(|word| format!("\"{word}\"*")).collect();
    let all = all.join(" ");
    if texts == Texts::Titles { format!("{{title}} : ({all})") } else { all }
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
        assert_eq!(sqlite_query(&words("a OR b"), Texts::Issues), "\"a\"* \"or\"* \"b\"*");
        assert_eq!(postgres_query(&words("a|b")), "a:* & b:*");
    }
}
