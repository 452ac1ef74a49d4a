//! Hides secret values in a stream of bytes, however the stream is cut into pieces.
//!
//! **Invariant:** no byte leaves that could still turn out to be the start of a secret. What is
//! held back for that is shorter than the longest secret, and nothing is held back otherwise, so
//! ordinary output is not delayed.

use wireclip_domain::redaction::{HIDDEN, spellings};

/// Knows what to hide: every secret as it is and in the spellings in which programs print it.
pub(crate) struct Secrets {
    /// Longest first, so that a secret within a secret does not leave a rest.
    patterns: Vec<Vec<u8>>,
    /// Which first bytes patterns have.
    first_bytes: [bool; 256],
    /// Which pairs of first bytes patterns have, as a set of bits.
    first_pairs: Vec<u64>,
}

/// Hides secrets in one stream.
#[derive(Default)]
pub(crate) struct Masker {
    held: Vec<u8>,
}

enum Match {
    No,
    Whole(usize),
    Undecided,
}

impl Secrets {
    /// Prepares the search for these values.
    pub(crate) fn new(values: &[String]) -> Self {
        let mut patterns: Vec<Vec<u8>> =
            values.iter().flat_map(|value| spellings(value)).map(String::into_bytes).collect();
        patterns.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        patterns.dedup();
        let mut first_bytes = [false; 256];
        let mut first_pairs = if patterns.is_empty() { Vec::new() } else { vec![0_u64; 1024] };
        for pattern in &patterns {
            first_bytes[usize::from(pattern[0])] = true;
            let pair = pair_of(pattern[0], pattern[1]);
            first_pairs[pair / 64] |= 1 << (pair % 64);
        }
        Self { patterns, first_bytes, first_pairs }
    }

    fn may_start(&self, input: &[u8]) -> bool {
        match input {
            [] => false,
            [first] => self.first_bytes[usize::from(*first)],
            [first, second, ..] => {
                let pair = pair_of(*first, *second);
                self.first_pairs[pair / 64] & (1 << (pair % 64)) != 0
            }
        }
    }

    fn at(&self, input: &[u8], is_last: bool) -> Match {
        for pattern in &self.patterns {
            if input.starts_with(pattern) {
                return Match::Whole(pattern.len());
            }
            if !is_last && pattern.starts_with(input) {
                return Match::Undecided;
            }
        }
        Match::No
    }
}

impl Masker {
    /// Takes the next piece of the stream and appends to `output` what may be shown of it.
    pub(crate) fn push(&mut self, secrets: &Secrets, input: &[u8], output: &mut Vec<u8>) {
        self.pass(secrets, input, false, output);
    }

    /// Appends what was held back; the stream is at its end.
    pub(crate) fn finish(&mut self, secrets: &Secrets, output: &mut Vec<u8>) {
        self.pass(secrets, &[], true, output);
    }

    fn pass(&mut self, secrets: &Secrets, input: &[u8], is_last: bool, output: &mut Vec<u8>) {
        if secrets.patterns.is_empty() {
            output.extend_from_slice(input);
            return;
        }
        if self.held.is_empty() {
            let kept = mask(secrets, input, is_last, output);
            self.held.extend_from_slice(&input[kept..]);
        } else {
            self.held.extend_from_slice(input);
            let kept = mask(secrets, &self.held, is_last, output);
            self.held.drain(..kept);
        }
    }
}

/// Copies `input` to `output` with its secrets hidden; returns how much of it is done with.
fn mask(secrets: &Secrets, input: &[u8], is_last: bool, output: &mut Vec<u8>) -> usize {
    let mut copied = 0;
    let mut at = 0;
    while at < input.len() {
        if !secrets.may_start(&input[at..]) {
            at += 1;
            continue;
        }
        match secrets.at(&input[at..], is_last) {
            Match::No => at += 1,
            Match::Whole(length) => {
                output.extend_from_slice(&input[copied..at]);
                output.extend_from_slice(HIDDEN.as_bytes());
                at += length;
                copied = at;
            }
            Match::Undecided => break,
        }
    }
    output.extend_from_slice(&input[copied..at]);
    at
}

fn pair_of(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(values: &[&str], pieces: &[&[u8]]) -> String {
        let secrets = Secrets::new(&values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>());
        let mut masker = Masker::default();
        let mut output = Vec::new();
        for piece in pieces {
            masker.push(&secrets, piece, &mut output);
        }
        masker.finish(&secrets, &mut output);
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_secret_is_hidden_wherever_the_stream_is_cut() {
        let text = b"before s3cret-value and s3cret-value! s3cre";
        let expected = "before ***REDACTED*** and ***REDACTED***! s3cre";
        for first in 0..text.len() {
            for second in first..text.len() {
                let pieces = [&text[..first], &text[first..second], &text[second..]];
                assert_eq!(masked(&["s3cret-value"], &pieces), expected);
            }
        }
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(masked(&["s3cret-value"], &bytes), expected);
    }

    #[test]
    fn of_two_secrets_that_start_alike_the_longer_is_hidden_whole() {
        assert_eq!(
            masked(&["token", "token-of-power"], &[b"a token", b"-of-power, a token-of"]),
            "a ***REDACTED***, a ***REDACTED***-of"
        );
    }

    #[test]
    fn other_spellings_are_hidden_as_well() {
        assert_eq!(masked(&["a \"b\" c"], &[br#"{"v":"a \"b\" c"}"#]), r#"{"v":"***REDACTED***"}"#);
        assert_eq!(masked(&["p@ss/word"], &[b"x=p%40ss%2Fword&"]), "x=***REDACTED***&");
        // `user:hunter2-hunter2` and `hunter2-hunter2` as base64.
        assert!(masked(&["hunter2-hunter2"], &[b"dXNlcjpodW50ZXIyLWh1bnRlcjI="]).contains("***REDACTED***"));
        assert!(masked(&["hunter2-hunter2"], &[b"aHVudGVyMi1odW50ZXIy"]).contains("***REDACTED***"));
    }

    #[test]
    fn the_lines_of_a_key_are_hidden_one_by_one() {
        let key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhk\nzz\n-----END KEY-----";
        assert_eq!(masked(&[key], &[b"> MIIEvQIBADANBgkqhk <"]), "> ***REDACTED*** <");
    }

    #[test]
    fn output_that_starts_no_secret_passes_at_once() {
        let secrets = Secrets::new(&["s3cret".to_owned()]);
        let mut output = Vec::new();
        Masker::default().push(&secrets, b"prompt> ", &mut output);
        assert_eq!(output, b"prompt> ");
    }

    #[test]
    fn very_short_values_are_left_alone() {
        assert_eq!(masked(&["1", "no", ""], &[b"no 1"]), "no 1");
    }
}
