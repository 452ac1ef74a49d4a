//! Hides secret values in a stream of bytes, however the stream is cut into pieces.
//!
//! **Invariant:** no byte leaves that could still turn out to be the start of a secret. What is
//! held back for that is shorter than the longest secret, and nothing is held back otherwise, so
//! ordinary output is not delayed.

/// What stands in the place of a secret.
pub(crate) const MASK: &[u8] = b"***REDACTED***";

/// Secrets shorter than this are not hidden: they would take ordinary words with them.
const SHORTEST_SECRET_BYTES: usize = 4;

/// A line of a secret of several lines (such as a private key) is hidden by itself from this
/// length on.
const SHORTEST_LINE_BYTES: usize = 12;

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
        let mut patterns: Vec<Vec<u8>> = values.iter().flat_map(|value| spellings(value)).collect();
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
                output.extend_from_slice(MASK);
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

/// Returns the forms in which a value may turn up in output.
fn spellings(value: &str) -> Vec<Vec<u8>> {
    let mut forms = Vec::new();
    let trimmed = value.trim();
    if trimmed.len() < SHORTEST_SECRET_BYTES {
        return forms;
    }
    forms.push(trimmed.as_bytes().to_vec());
    forms.push(json_escaped(trimmed));
    forms.push(url_encoded(trimmed));
    forms.extend(base64_forms(trimmed.as_bytes()));
    if trimmed.contains('\n') {
        let lines = trimmed.lines().map(str::trim).filter(|line| line.len() >= SHORTEST_LINE_BYTES);
        forms.extend(lines.map(|line| line.as_bytes().to_vec()));
    }
    forms
}

fn json_escaped(value: &str) -> Vec<u8> {
    let quoted = serde_json::to_string(value).expect("a text is JSON");
    quoted.as_bytes()[1..quoted.len() - 1].to_vec()
}

fn url_encoded(value: &str) -> Vec<u8> {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut encoded = Vec::with_capacity(value.len());
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(byte);
        } else {
            encoded.extend([b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
        }
    }
    encoded
}

/// Returns what base64 makes of the value wherever it stands in a longer text: the characters
/// that depend on nothing around it, for each of the three alignments and both alphabets.
fn base64_forms(value: &[u8]) -> Vec<Vec<u8>> {
    let mut forms = Vec::new();
    for offset in 0..3 {
        let mut padded = vec![0_u8; offset];
        padded.extend_from_slice(value);
        let encoded = base64(&padded);
        // The first characters also carry bits of what stands before, the last of what follows.
        let start = (offset * 8).div_ceil(6);
        let end = padded.len() * 8 / 6;
        let Some(stable) = encoded.get(start..end) else { continue };
        if stable.len() < 8 {
            continue;
        }
        let url_safe = stable.iter().map(|byte| match byte {
            b'+' => b'-',
            b'/' => b'_',
            other => *other,
        });
        forms.push(url_safe.collect());
        forms.push(stable.to_vec());
    }
    forms
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = Vec::with_capacity(bytes.len() * 4 / 3 + 4);
    for group in bytes.chunks(3) {
        let part = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = part(0) << 16 | part(1) << 8 | part(2);
        for position in 0..=group.len() {
            let index = bits >> (18 - 6 * position) & 63;
            encoded.push(ALPHABET[index as usize]);
        }
    }
    encoded
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
