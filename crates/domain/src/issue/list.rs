//! How lists of issues are asked for.

use std::fmt;
use std::str::FromStr;

use crate::{IssueId, Timestamp, words};

words! {
    /// By what a list is ordered, if not by priority and latest activity.
    pub enum SortField("sort field") {
        Updated = "updated",
        Id = "id",
    }
}

words! {
    /// In which direction a list is ordered.
    pub enum SortDirection("sort direction") {
        Ascending = "asc",
        Descending = "desc",
    }
}

words! {
    /// How much of each issue a list tells.
    pub enum ListView("list view") {
        Compact = "compact",
        Row = "row",
    }
}

/// A place in the order of a list, behind which it goes on. It names what the order goes by, so
/// that it stays where it is although the issue that stood there moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IssuePlace {
    /// By priority and latest activity.
    Usual {
        /// The place of the priority.
        rank: i32,
        /// The latest activity.
        activity: Timestamp,
        /// The number, among issues of the same moment.
        number: i64,
    },
    /// By the latest change.
    Updated {
        /// The latest change.
        at: Timestamp,
        /// The number, among issues of the same moment.
        number: i64,
    },
    /// By id.
    Id(IssueId),
}

/// A text that is no place in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a place in a list of issues")]
pub struct InvalidPlace;

impl fmt::Display for IssuePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual { rank, activity, number } => {
                write!(f, "p.{rank}.{}.{number}", activity.unix_millis())
            }
            Self::Updated { at, number } => write!(f, "u.{}.{number}", at.unix_millis()),
            Self::Id(id) => write!(f, "i.{id}"),
        }
    }
}

impl FromStr for IssuePlace {
    type Err = InvalidPlace;

    fn from_str(text: &str) -> Result<Self, InvalidPlace> {
        let parts: Vec<&str> = text.split('.').collect();
        let number = |part: &str| part.parse::<i64>().map_err(|_| InvalidPlace);
        let moment = |part: &str| number(part).map(Timestamp::from_unix_millis);
        match parts[..] {
            ["p", rank, activity, last] => Ok(Self::Usual {
                rank: rank.parse().map_err(|_| InvalidPlace)?,
                activity: moment(activity)?,
                number: number(last)?,
            }),
            ["u", at, last] => Ok(Self::Updated { at: moment(at)?, number: number(last)? }),
            ["i", id] => id.parse().map(Self::Id).map_err(|_| InvalidPlace),
            _ => Err(InvalidPlace),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_written() {
        let at = Timestamp::from_unix_millis(1_764_529_200_123);
        for place in [
            IssuePlace::Usual { rank: 2, activity: at, number: 17 },
            IssuePlace::Updated { at, number: 1 },
            IssuePlace::Id("00000000-0000-4000-8000-000000000000".parse().unwrap()),
        ] {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for wrong in ["", "p.2.17", "u.x.1", "i.17", "p.2.1.1.1", "q.1.1"] {
            assert_eq!(wrong.parse::<IssuePlace>(), Err(InvalidPlace), "{wrong}");
        }
    }
}

words! {
    /// Which attention the listed issues need.
    pub enum AttentionFilter("attention") {
        Blocked = "blocked",
    }
}
