//! Files that are kept: what may come in, and how it may be shown.

use crate::refusal::{Refusal, RefusalKind};

/// The largest file that is kept, in bytes.
pub const LARGEST_BYTES: u64 = 10 << 20;

/// The longest name of a file, in characters.
const LONGEST_NAME: usize = 200;

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssetUse {
    /// It goes with an issue.
    Attachment,
    /// It stands in a text.
    Image,
    /// It is a company's mark.
    Logo,
}

/// Kinds of files that may come in (the recorded list); a beginning ends with `*`.
const ALLOWED: [&str; 33] = [
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "image/heic",
    "image/heif",
    "image/heic-sequence",
    "image/heif-sequence",
    "image/svg+xml",
    "audio/mpeg",
    "audio/mp4",
    "audio/ogg",
    "audio/wav",
    "audio/webm",
    "video/mp4",
    "video/webm",
    "video/quicktime",
    "video/x-m4v",
    "application/pdf",
    "application/zip",
    "application/json",
    "text/markdown",
    "text/plain",
    "text/csv",
    "text/html",
    "application/msword",
    "application/vnd.ms-excel",
    "application/vnd.ms-powerpoint",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/x-zip-compressed",
    "application/octet-stream",
];

/// Kinds that may be a company's mark.
const MARKS: [&str; 5] = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/svg+xml"];

/// Kinds that browsers show as text.
const SHOWN_TEXTS: [&str; 4] = ["text/plain", "text/markdown", "text/csv", "application/json"];

/// Why a file does not come in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AssetRefused {
    /// It is too large.
    #[error("{} is larger than the {} MB limit", .0.size_word(), LARGEST_BYTES >> 20)]
    TooLarge(AssetUse),
    /// There is nothing in it.
    #[error("{} is empty", .0.word())]
    Empty(AssetUse),
    /// It is of a kind that is not kept.
    #[error("Unsupported {} type: {kind}", .of.kind_word())]
    Kind {
        /// What it was to be.
        of: AssetUse,
        /// What it is.
        kind: String,
    },
}

impl Refusal for AssetRefused {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }
}

impl AssetUse {
    const fn word(self) -> &'static str {
        match self {
            Self::Attachment => "Attachment",
            Self::Image | Self::Logo => "Image",
        }
    }

    const fn size_word(self) -> &'static str {
        match self {
            Self::Attachment => "Attachment",
            Self::Image => "File",
            Self::Logo => "Image",
        }
    }

    const fn kind_word(self) -> &'static str {
        match self {
            Self::Attachment | Self::Image => "file",
            Self::Logo => "image",
        }
    }

    /// Decides whether a file of this kind may come in.
    ///
    /// # Errors
    /// If it may not.
    pub fn check_kind(self, kind: &str) -> Result<(), AssetRefused> {
        let known: &[&str] = match self {
            Self::Attachment | Self::Image => &ALLOWED,
            Self::Logo => &MARKS,
        };
        if known.contains(&kind) {
            return Ok(());
        }
        Err(AssetRefused::Kind { of: self, kind: kind.chars().take(100).collect() })
    }
}

/// Reads the kind of a file as a client tells it: without parameters, in small letters; nothing is a file
/// of which nothing is known.
#[must_use]
pub fn kind_of(told: Option<&str>) -> String {
    let kind = told.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if kind.is_empty() { "application/octet-stream".to_owned() } else { kind }
}

/// Reads the name of a file as a client tells it: the last part of a path, without signs that steer.
#[must_use]
pub fn name_of(told: Option<&str>) -> Option<String> {
    let last = told?.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect();
    let name = name.trim().trim_start_matches('.').to_owned();
    (!name.is_empty()).then_some(name)
}

/// Returns whether a browser may show a file where it stands; what it may not, it is told to keep.
#[must_use]
pub fn is_shown(kind: &str) -> bool {
    kind.starts_with("image/")
        || kind.starts_with("video/")
        || kind == "application/pdf"
        || SHOWN_TEXTS.contains(&kind)
}

/// Returns what a file may do in a browser, as a content security policy: a drawing can hold scripts.
#[must_use]
pub fn policy_of(kind: &str) -> Option<&'static str> {
    match kind {
        "image/svg+xml" => {
            Some("sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'")
        }
        _ => None,
    }
}

/// The part of a file that is asked for: from a byte, and how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// From this byte on, so many.
    Some {
        /// The first byte.
        from: u64,
        /// How many bytes; at least one.
        length: u64,
    },
    /// None of it: what is asked for lies behind its end.
    None,
}

/// Reads which part of a file a header `Range` asks for (RFC 9110, section 14.1.2). Several parts, and what
/// does not read, are the whole.
#[must_use]
pub fn part_of(range: Option<&str>, size: u64) -> Part {
    let Some((first, last)) = range.and_then(|range| range.strip_prefix("bytes=")?.split_once('-')) else {
        return Part::Whole;
    };
    let read = |text: &str| match text.trim() {
        "" => Ok(None),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(digits.parse().ok()),
        _ => Err(()),
    };
    let (Ok(first), Ok(last)) = (read(first), read(last)) else { return Part::Whole };
    let part = |from: u64, end: u64| match from {
        from if from >= size || end <= from => Part::None,
        from => Part::Some { from, length: end.min(size) - from },
    };
    match (first, last) {
        (Some(first), Some(last)) if last < first => Part::Whole,
        (Some(first), Some(last)) => part(first, u64::saturating_add(last, 1)),
        (Some(first), None) => part(first, size),
        (None, Some(length)) => part(size.saturating_sub(length), if length == 0 { 0 } else { size }),
        (None, None) => Part::Whole,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_part_is_read_as_browsers_ask_for_it() {
        let some = |from, length| Part::Some { from, length };
        for (range, part) in [
            (None, Part::Whole),
            (Some("bytes=6-9"), some(6, 4)),
            (Some("bytes=-6"), some(6, 6)),
            (Some("bytes=-60"), some(0, 12)),
            (Some("bytes=6-"), some(6, 6)),
            (Some("bytes=0-99"), some(0, 12)),
            (Some("bytes=12-"), Part::None),
            (Some("bytes=100-"), Part::None),
            (Some("bytes=-0"), Part::None),
            (Some("bytes=9-6"), Part::Whole),
            (Some("bytes=0-1,3-4"), Part::Whole),
            (Some("bytes=a-b"), Part::Whole),
            (Some("bytes=-"), Part::Whole),
            (Some("lines=1-2"), Part::Whole),
        ] {
            assert_eq!(part_of(range, 12), part, "{range:?}");
        }
        assert_eq!(part_of(Some("bytes=0-"), 0), Part::None);
    }

    proptest! {
        #[test]
        fn a_part_never_leaves_its_file(range in "bytes=[0-9]{0,22}-[0-9]{0,22}", size in 0_u64..1000) {
            if let Part::Some { from, length } = part_of(Some(&range), size) {
                prop_assert!(length > 0 && from + length <= size);
            }
        }
    }

    #[test]
    fn a_name_is_no_path() {
        for (told, name) in [
            ("notes.txt", Some("notes.txt")),
            ("../../etc/passwd", Some("passwd")),
            ("C:\\Users\\a.txt", Some("a.txt")),
            ("..", None),
            (".env", Some("env")),
            ("a\r\nb.txt", Some("ab.txt")),
            ("", None),
        ] {
            assert_eq!(name_of(Some(told)).as_deref(), name, "{told:?}");
        }
    }

    #[test]
    fn what_may_hold_scripts_is_not_shown_or_locked_in() {
        assert!(!is_shown("text/html") && !is_shown("application/octet-stream"));
        assert!(policy_of("image/svg+xml").is_some_and(|policy| policy.starts_with("sandbox;")));
        assert_eq!(kind_of(Some("Text/Plain; charset=utf-8")), "text/plain");
        assert!(AssetUse::Logo.check_kind("text/plain").is_err());
        assert!(AssetUse::Image.check_kind("application/x-msdownload").is_err());
    }
}
