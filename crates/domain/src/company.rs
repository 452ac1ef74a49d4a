//! A company: the tenant that everything else belongs to.

use crate::{CompanyId, words};

words! {
    /// Whether a company works.
    pub enum CompanyStatus("company status") {
        Active = "active",
        Paused = "paused",
        Archived = "archived",
    }
}

words! {
    /// Why a company, project or agent is paused.
    pub enum PauseReason("pause reason") {
        Manual = "manual",
        Budget = "budget",
        System = "system",
        CompanyArchived = "company_archived",
        Import = "import",
    }
}

impl CompanyStatus {
    /// Returns whether what is queued in the company is kept, and starts when it works again.
    #[must_use]
    pub const fn keeps_its_queue(self) -> bool {
        matches!(self, Self::Paused)
    }
}

/// What a company's issues are called by if its name has no letter from A to Z.
const NAMELESS_PREFIX: &str = "CMP";

/// Returns the prefixes that a company of this name may get, best first and without an end: the
/// first three letters from A to Z, then the same with ever more `A`s.
pub fn issue_prefixes(name: &str) -> impl Iterator<Item = String> {
    let letters: String = name.to_uppercase().chars().filter(char::is_ascii_uppercase).take(3).collect();
    let first = if letters.is_empty() { NAMELESS_PREFIX.to_owned() } else { letters };
    std::iter::successors(Some(first), |taken| Some(format!("{taken}A")))
}

/// How a path names a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompanyRef {
    /// By its id.
    Id(CompanyId),
    /// By what its issues are called by, in capitals.
    Prefix(String),
}

impl CompanyRef {
    /// Reads either form, the prefix in any case; `None` if no company can be called so.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(id) = text.parse() {
            return Some(Self::Id(id));
        }
        let is_prefix = !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_alphabetic());
        is_prefix.then(|| Self::Prefix(text.to_ascii_uppercase()))
    }
}

/// What a change of a company's status brings along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompanyMove {
    /// It had the status already: nothing to do and nothing to tell.
    Stay,
    /// It is put away: its working agents are paused because of it, their work is stopped.
    Archive,
    /// It comes back: the agents that were paused by archiving work again.
    Reactivate,
    /// It halts: no run starts, and running ones end by themselves.
    Pause,
    /// It goes on after a pause.
    Resume,
}

/// Says what it means to give a company in status `from` the status `to`. Every move is allowed.
#[must_use]
pub const fn company_move(from: CompanyStatus, to: CompanyStatus) -> CompanyMove {
    use CompanyStatus::{Active, Archived, Paused};
    match (from, to) {
        (Active, Active) | (Paused, Paused) | (Archived, Archived) => CompanyMove::Stay,
        (Active | Paused, Archived) => CompanyMove::Archive,
        (Archived, Active | Paused) => CompanyMove::Reactivate,
        (Active, Paused) => CompanyMove::Pause,
        (Paused, Active) => CompanyMove::Resume,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    #[test]
    fn a_company_is_called_by_id_or_prefix() {
        let id = CompanyId::random();
        assert_eq!(CompanyRef::parse(&id.to_string()), Some(CompanyRef::Id(id)));
        for text in ["ACM", "acm", "Acm"] {
            assert_eq!(CompanyRef::parse(text), Some(CompanyRef::Prefix("ACM".to_owned())), "{text}");
        }
        for text in ["", "ACM-1", "A CM", "ÄCM", "A1"] {
            assert_eq!(CompanyRef::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_prefix_is_the_first_three_letters_with_an_a_for_each_namesake() {
        let check = |name: &str, expected: [&str; 3]| {
            assert_eq!(issue_prefixes(name).take(3).collect::<Vec<_>>(), expected, "{name}");
        };
        check("Specht Works", ["SPE", "SPEA", "SPEAA"]);
        check("1.q-x", ["QX", "QXA", "QXAA"]);
        check("日本", ["CMP", "CMPA", "CMPAA"]);
        check("", ["CMP", "CMPA", "CMPAA"]);
    }

    #[test]
    fn keeping_the_status_is_the_only_move_without_effect() {
        for &from in CompanyStatus::ALL {
            for &to in CompanyStatus::ALL {
                assert_eq!(company_move(from, to) == CompanyMove::Stay, from == to, "{from} to {to}");
            }
        }
    }

    #[test]
    fn a_company_leaves_the_archive_with_its_agents_even_into_a_pause() {
        let moved = company_move(CompanyStatus::Archived, CompanyStatus::Paused);
        assert_eq!(moved, CompanyMove::Reactivate);
    }
}
