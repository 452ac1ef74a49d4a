//! Where a passage is that people talk about, also after the text around it was changed.
//!
//! A passage is known by what it says and what stands around it; its place is where it was last seen.
//! Places count UTF-16 units, as clients do.

use serde::{Deserialize, Serialize};

use crate::words;

words! {
    /// Whether a passage is still there.
    pub enum AnchorState("anchor state") {
        /// It is.
        Active = "active",
        /// It is there more than once, and which one is meant is a guess.
        Stale = "stale",
        /// It is not there any more.
        Orphaned = "orphaned",
    }
}

words! {
    /// How sure a passage's place is.
    pub enum AnchorConfidence("anchor confidence") {
        /// It is there once, or just where it was.
        Exact = "exact",
        /// It is there more than once, and what stands around it tells which is meant.
        Duplicate = "duplicate",
        /// It is there in other words; never told here.
        Fuzzy = "fuzzy",
        /// It is there more than once, and nothing tells which is meant.
        Ambiguous = "ambiguous",
        /// It is not there.
        Missing = "missing",
    }
}

/// What a passage says, and what stands around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The passage.
    pub exact: String,
    /// What stands before it.
    #[serde(default)]
    pub prefix: String,
    /// What stands behind it.
    #[serde(default)]
    pub suffix: String,
}

/// Where a passage is: in the text as it is written, and in the text as whoever selected it counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// Where it begins for whoever selected it.
    pub normalized_start: i64,
    /// Where it ends for whoever selected it.
    pub normalized_end: i64,
    /// Where it begins in the text as it is written.
    pub markdown_start: i64,
    /// Where it ends in the text as it is written.
    pub markdown_end: i64,
}

/// A passage's place in a text, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchor {
    /// Whether it is there.
    pub state: AnchorState,
    /// How sure that is.
    pub confidence: AnchorConfidence,
    /// Where it is, or where it was last seen.
    pub position: Position,
}

impl Position {
    fn moved_to(self, markdown_start: i64) -> Self {
        let by = markdown_start - self.markdown_start;
        Self {
            normalized_start: (self.normalized_start + by).max(0),
            normalized_end: (self.normalized_end + by).max(0),
            markdown_start,
            markdown_end: self.markdown_end + by,
        }
    }
}

/// Looks for a passage in a text in which it was at `position` before, or where somebody says it is.
#[must_use]
pub fn find(quote: &Quote, position: Position, text: &str) -> Anchor {
    let places = places_of(&quote.exact, text);
    let at = |state, confidence, place: &Place| Anchor {
        state,
        confidence,
        position: position.moved_to(place.start),
    };
    let nearest = |places: &[Place]| {
        places.iter().min_by_key(|place| (place.start - position.markdown_start).abs()).copied()
    };
    match places.as_slice() {
        [] => Anchor { state: AnchorState::Orphaned, confidence: AnchorConfidence::Missing, position },
        [one] => at(AnchorState::Active, AnchorConfidence::Exact, one),
        several => {
            let around: Vec<_> = several
                .iter()
                .filter(|place| text[..place.byte].ends_with(&quote.prefix))
                .filter(|place| text[place.byte + quote.exact.len()..].starts_with(&quote.suffix))
                .copied()
                .collect();
            match (around.as_slice(), nearest(several)) {
                ([one], _) => at(AnchorState::Active, AnchorConfidence::Duplicate, one),
                (_, Some(near)) => at(AnchorState::Stale, AnchorConfidence::Ambiguous, &near),
                (_, None) => unreachable!("there are several"),
            }
        }
    }
}

/// A place in a text: its byte, and its UTF-16 unit.
#[derive(Debug, Clone, Copy)]
struct Place {
    byte: usize,
    start: i64,
}

/// How many places of a passage are looked at.
const MOST_PLACES: usize = 1000;

fn places_of(passage: &str, text: &str) -> Vec<Place> {
    if passage.is_empty() {
        return Vec::new();
    }
    let (mut last_byte, mut units) = (0, 0);
    let found = text.match_indices(passage).take(MOST_PLACES).map(|(byte, _)| {
        units += text[last_byte..byte].encode_utf16().count();
        last_byte = byte;
        Place { byte, start: i64::try_from(units).unwrap_or(i64::MAX) }
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn quote(prefix: &str, exact: &str, suffix: &str) -> Quote {
        Quote { exact: exact.to_owned(), prefix: prefix.to_owned(), suffix: suffix.to_owned() }
    }

    fn at(start: i64, length: i64) -> Position {
        let end = start + length;
        Position { normalized_start: start, normalized_end: end, markdown_start: start, markdown_end: end }
    }

    fn found(quote: &Quote, text: &str) -> (AnchorState, AnchorConfidence, i64) {
        let anchor = find(quote, at(10, 9), text);
        (anchor.state, anchor.confidence, anchor.position.markdown_start)
    }

    #[test]
    fn a_passage_is_followed_as_long_as_it_is_there() {
        use {AnchorConfidence::*, AnchorState::*};
        let fox = quote("quick ", "brown fox", " jumps");
        assert_eq!(found(&fox, "The quick brown fox jumps."), (Active, Exact, 10));
        assert_eq!(found(&fox, "Yesterday the quick brown fox sat."), (Active, Exact, 20));
        assert_eq!(found(&fox, "The quick red fox jumps."), (Orphaned, Missing, 10));
        let twice = "A brown fox, and the quick brown fox jumps.";
        assert_eq!(found(&fox, twice), (Active, Duplicate, 27));
        assert_eq!(found(&fox, "A brown fox, a brown fox."), (Stale, Ambiguous, 15));
        // Signs of two units count as two.
        assert_eq!(found(&fox, "\u{1f98a} The quick brown fox jumps."), (Active, Exact, 13));
        assert_eq!(found(&quote("", "", ""), "anything"), (Orphaned, Missing, 10));
    }

    proptest! {
        #[test]
        fn what_is_found_is_there(text in "\\PC{0,60}", passage in "\\PC{1,3}", start in 0_i64..70) {
            let anchor = find(&quote("", &passage, ""), at(start, 3), &text);
            let units: Vec<_> = text.encode_utf16().collect();
            let sought: Vec<_> = passage.encode_utf16().collect();
            if anchor.state == AnchorState::Orphaned {
                prop_assert!(!text.contains(&passage));
            } else {
                let from = usize::try_from(anchor.position.markdown_start).unwrap();
                prop_assert_eq!(&units[from..from + sought.len()], &sought[..]);
            }
        }
    }
}
