//! What texts refer to: other issues, by their identifiers or by links, and agents, by mention.

use crate::issue::IssueRef;
use crate::{AgentId, UserId};

/// A reference to an issue, as a text has it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IssueMention {
    /// The issue that is meant, if there is one of that name.
    pub issue: IssueRef,
    /// What the text says.
    pub matched_text: String,
}

/// Returns the issues that a text refers to, each once, in the order of their first mention:
/// identifiers that stand as words (`ABC-12`) and links (`issue://<id or identifier>`).
#[must_use]
pub fn issue_mentions(text: &str) -> Vec<IssueMention> {
    const LINK: &str = "issue://";
    let mut found: Vec<IssueMention> = Vec::new();
    for word in text.split(|sign: char| !(sign.is_alphanumeric() || "-_:/".contains(sign))) {
        let target = match word.find(LINK) {
            Some(at) => word[at + LINK.len()..].split('/').next().unwrap_or_default(),
            None => word.trim_matches(|sign: char| !sign.is_alphanumeric()),
        };
        for part in target.split(['/', ':']) {
            let is_link = word.contains(LINK);
            let Some(issue) = IssueRef::parse(part) else { continue };
            // A bare UUID in a text may be anything's; and identifiers are written in capitals.
            let is_bare =
                matches!(issue, IssueRef::Id(_)) || part.bytes().any(|byte| byte.is_ascii_lowercase());
            if (is_link || !is_bare) && found.iter().all(|mention| mention.issue != issue) {
                found.push(IssueMention { issue, matched_text: part.to_owned() });
            }
        }
    }
    found
}

/// Returns the agents that a text mentions in the form `[@Name](agent://<id>)`, each once, in
/// order. A query behind the id is allowed; anything else in its place is no mention.
#[must_use]
pub fn agent_mentions(text: &str) -> Vec<AgentId> {
    const OPENING: &str = "](agent://";
    let mut found = Vec::new();
    for (at, _) in text.match_indices(OPENING) {
        let label = text[..at].rfind("[@").map(|start| &text[start + 2..at]);
        if !label.is_some_and(|label| !label.is_empty() && !label.contains(['[', ']', '\n'])) {
            continue;
        }
        let target = &text[at + OPENING.len()..];
        let Some(end) = target.find(')') else { continue };
        let id = target[..end].split('?').next().unwrap_or_default();
        if let Ok(id) = id.parse::<AgentId>()
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found
}

/// Returns the people whom a text mentions by a link `[Name](user://<id>)`, each once, in order.
#[must_use]
pub fn user_mentions(text: &str) -> Vec<UserId> {
    const OPENING: &str = "](user://";
    let mut found = Vec::new();
    for (at, _) in text.match_indices(OPENING) {
        let target = &text[at + OPENING.len()..];
        let Some(end) = target.find(')') else { continue };
        let user = UserId::new(target[..end].split('?').next().unwrap_or_default());
        if !user.as_str().is_empty() && !found.contains(&user) {
            found.push(user);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IssueId;
    use proptest::prelude::*;

    #[test]
    fn identifiers_count_as_words_and_links() {
        let id = IssueId::random();
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<String> =
                issue_mentions(text).into_iter().map(|mention| mention.matched_text).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("First ABC-1, then ABC-2. Again (ABC-1)!", &["ABC-1", "ABC-2"]);
        check("See [it](/ABC/issues/ABC-7).", &["ABC-7"]);
        check("abc-1, UTF-8x, ABC-, -12, ABC-0, ABC-1-2, MY_ABC-1", &[]);
        check(&format!("[t](issue://{id}) and issue://abc-3?x=1"), &[&id.to_string(), "abc-3"]);
        check(&format!("run {id}"), &[]);
    }

    #[test]
    fn a_mention_is_a_link_with_an_at_sign() {
        let [ada, bob] = [AgentId::random(), AgentId::random()];
        let text = format!(
            "[@Ada](agent://{ada}), [@Bob](agent://{bob}?icon=x) [@Ada](agent://{ada}) @Carol \
             [Dan](agent://{}) [@Eve](agent://eve)",
            AgentId::random()
        );
        assert_eq!(agent_mentions(&text), [ada, bob]);
    }

    #[test]
    fn a_person_is_mentioned_by_a_link() {
        let text = "[You](user://local-board?x=1), [You](user://local-board) [x](user://) user://a";
        assert_eq!(user_mentions(text), [UserId::local_board()]);
    }

    proptest! {
        #[test]
        fn any_text_can_be_searched(text in "(\\[@|\\]\\(agent://|[A-Z]{2,4}-[0-9]{1,2}|issue://|.){0,30}") {
            prop_assert!(agent_mentions(&text).len() <= text.len());
            prop_assert!(issue_mentions(&text).len() <= text.len());
        }
    }
}
