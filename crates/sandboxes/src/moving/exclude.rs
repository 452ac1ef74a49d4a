//! Which parts of a tree are left out.

/// Patterns of names and paths, with `*` and `?`. A pattern without a slash is meant at every
/// level; one with a slash is a path from the top. What stands below something excluded is
/// excluded with it.
#[derive(Debug, Clone, Default)]
pub(super) struct Exclude(Vec<String>);

impl Exclude {
    pub(super) fn new(patterns: &[String]) -> Self {
        let clean = |pattern: &String| pattern.trim_start_matches("./").trim_matches('/').to_owned();
        Self(patterns.iter().map(clean).filter(|pattern| !pattern.is_empty()).collect())
    }

    /// Returns whether a path (relative, with slashes) is left out.
    pub(super) fn excludes(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split('/').collect();
        self.0.iter().any(|pattern| {
            if pattern.contains('/') {
                let wanted: Vec<&str> = pattern.split('/').collect();
                wanted.len() <= parts.len()
                    && wanted.iter().zip(&parts).all(|(wanted, part)| matches(wanted, part))
            } else {
                parts.iter().any(|part| matches(pattern, part))
            }
        })
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    // Where the last star stands, and how much of the text it has taken.
    let mut star: Option<(usize, usize)> = None;
    let (mut at, mut read) = (0, 0);
    while read < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(letter) if *letter == '?' || *letter == text[read] => {
                at += 1;
                read += 1;
            }
            _ => match &mut star {
                Some((star_at, taken)) => {
                    *taken += 1;
                    (at, read) = (*star_at + 1, *taken);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|letter| *letter == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_meant_everywhere_and_paths_from_the_top() {
        let patterns: Vec<String> =
            ["node_modules", "*.log", "/build/out", "./a?c/"].iter().map(|text| (*text).to_owned()).collect();
        let exclude = Exclude::new(&patterns);
        for path in ["node_modules", "web/node_modules/x", "a.log", "d/e.log", "build/out/x", "abc", "z/abc"]
        {
            assert!(exclude.excludes(path), "{path}");
        }
        for path in ["node_module", "a.logs", "src/build/out", "build", "ac"] {
            assert!(!exclude.excludes(path), "{path}");
        }
    }
}
