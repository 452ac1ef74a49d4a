//! The keys by which paths call what has a name, and how namesakes are told apart.

use uuid::Uuid;

/// What paths say in the place of a key, with a meaning of its own.
const RESERVED: &[&str] = &["me"];

/// Returns the key of a name: lower case, one hyphen for each run of other signs, none at the
/// ends. A name without letters from A to Z and digits has none.
///
/// A key is never an id or a word that paths know, which would stand in the light of another
/// thing: such a name's key has a number behind it.
#[must_use]
pub fn slug(name: &str) -> Option<String> {
    let key = words(name)?;
    let has_meaning = RESERVED.contains(&&*key) || Uuid::try_parse(&key).is_ok();
    Some(if has_meaning { format!("{key}-1") } else { key })
}

fn words(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let words: Vec<&str> =
        lower.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join("-"))
}

/// Returns the key by which an agent is called: that of its name, else its id.
#[must_use]
pub fn url_key(name: &str, id: impl std::fmt::Display) -> String {
    slug(name).unwrap_or_else(|| id.to_string())
}

/// Returns the name that a newcomer gets: the wished one, with the first free number if its key is
/// taken.
pub fn unique_name(wished: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if slug(wished).is_none_or(|key| !is_taken(&key)) {
        return wished.to_owned();
    }
    // The key of a numbered name is that of the name with the number behind it.
    let words = words(wished).unwrap_or_default();
    let number = (2_u64..).find(|number| !is_taken(&format!("{words}-{number}")));
    format!("{wished} {}", number.expect("there are more numbers than names"))
}
