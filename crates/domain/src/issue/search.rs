//! How a company's search is asked for, and how well what it finds fits.

use crate::words;

words! {
    /// Where is searched.
    pub enum SearchScope("search scope") {
        All = "all",
        Issues = "issues",
        Comments = "comments",
        Documents = "documents",
        Artifacts = "artifacts",
        Agents = "agents",
        Projects = "projects",
    }
}

words! {
    /// In which order is told what was found.
    pub enum SearchSort("search sort") {
        Relevance = "relevance",
        Updated = "updated",
        Created = "created",
        Priority = "priority",
    }
}

/// The places of a text where it has a word that begins like one of `words` (small letters), as
/// ranges of characters.
#[must_use]
pub fn highlights(text: &str, words: &[String]) -> Vec<(usize, usize)> {
    let signs: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        let is_start = signs[at].is_alphanumeric() && (at == 0 || !signs[at - 1].is_alphanumeric());
        let length =
            if is_start { words.iter().filter_map(|word| begins(&signs[at..], word)).max() } else { None };
        match length {
            Some(length) => {
                found.push((at, at + length));
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

/// Returns how many characters of the text the word takes, if the text begins with it.
fn begins(signs: &[char], word: &str) -> Option<usize> {
    let mut length = 0;
    let mut rest = word;
    while !rest.is_empty() {
        let small: String = signs.get(length)?.to_lowercase().collect();
        rest = rest.strip_prefix(small.as_str())?;
        length += 1;
    }
    Some(length)
}

/// Returns whether a text has, for each of `words`, a word that begins like it.
#[must_use]
pub fn has_all(text: &str, words: &[String]) -> bool {
    words.iter().all(|word| !highlights(text, std::slice::from_ref(word)).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_marked_where_they_begin() {
        let words = ["walnut".to_owned(), "ha".to_owned()];
        assert_eq!(highlights("Crack the Walnuts; hard", &words), [(10, 16), (19, 21)]);
        assert_eq!(highlights("aWalnut", &words), []);
        assert!(has_all("Hard walnut", &words) && !has_all("walnut", &words));
    }
}
