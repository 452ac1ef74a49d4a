//! Where the two databases are asked in different words.

use sea_orm::Value;
use sea_orm::sea_query::{Expr, SimpleExpr};

use crate::conn::DatabaseKind;

/// Makes a condition of SQL with a `?` for each value. `text` is ours alone and has no other `?`.
pub(crate) fn condition(
    kind: DatabaseKind,
    text: &'static str,
    values: impl IntoIterator<Item = Value>,
) -> SimpleExpr {
    match kind {
        DatabaseKind::Sqlite => Expr::cust_with_values(text, values),
        DatabaseKind::Postgres => Expr::cust_with_values(numbered(text), values),
    }
}

/// Replaces each `?` by `$1`, `$2`, ….
fn numbered(text: &str) -> String {
    let mut parts = text.split('?');
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for (index, part) in parts.enumerate() {
        numbered.push('$');
        numbered.push_str(&(index + 1).to_string());
        numbered.push_str(part);
    }
    numbered
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn marks_are_numbered_from_one() {
        assert_eq!(numbered("a = ? AND b = ?"), "a = $1 AND b = $2");
        assert_eq!(numbered("a IS NULL"), "a IS NULL");
    }
}
