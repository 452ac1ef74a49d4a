//! In which forms a secret value turns up in what is printed or told.

use super::SHORTEST_SECRET_BYTES;

/// A line of a secret of several lines (such as a private key) is hidden by itself from this
/// length on.
const SHORTEST_LINE_BYTES: usize = 12;

/// Base64 of so few characters is found everywhere.
const SHORTEST_BASE64: usize = 8;

/// Returns the forms in which a value may turn up: as it is, escaped, encoded, in lines. None of a
/// value that is too short to be told from ordinary words.
#[must_use]
pub fn spellings(value: &str) -> Vec<String> {
    let trimmed = value.trim();
    if trimmed.len() < SHORTEST_SECRET_BYTES {
        return Vec::new();
    }
    let mut forms = vec![trimmed.to_owned(), json_escaped(trimmed), url_encoded(trimmed)];
    forms.extend(base64_forms(trimmed.as_bytes()));
    if trimmed.contains('\n') {
        let lines = trimmed.lines().map(str::trim).filter(|line| line.len() >= SHORTEST_LINE_BYTES);
        forms.extend(lines.map(str::to_owned));
    }
    forms
}

fn json_escaped(value: &str) -> String {
    let quoted = serde_json::to_string(value).expect("a text is JSON");
    quoted[1..quoted.len() - 1].to_owned()
}

fn url_encoded(value: &str) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut encoded = String::with_capacity(value.len());
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let digits = [b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
            encoded.extend(digits.map(char::from));
        }
    }
    encoded
}

/// Returns what base64 makes of the value wherever it stands in a longer text: the characters
/// that depend on nothing around it, for each of the three alignments and both alphabets.
fn base64_forms(value: &[u8]) -> Vec<String> {
    let mut forms = Vec::new();
    for offset in 0..3 {
        let mut padded = vec![0_u8; offset];
        padded.extend_from_slice(value);
        let encoded = base64(&padded);
        // The first characters also carry bits of what stands before, the last of what follows.
        let start = (offset * 8).div_ceil(6);
        let end = padded.len() * 8 / 6;
        let Some(stable) = encoded.get(start..end) else { continue };
        if stable.len() < SHORTEST_BASE64 {
            continue;
        }
        forms.push(stable.replace('+', "-").replace('/', "_"));
        forms.push(stable.to_owned());
    }
    forms
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for group in bytes.chunks(3) {
        let part = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = part(0) << 16 | part(1) << 8 | part(2);
        for position in 0..=group.len() {
            let index = bits >> (18 - 6 * position) & 63;
            encoded.push(char::from(ALPHABET[index as usize]));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::spellings;

    fn has(value: &str, form: &str) -> bool {
        spellings(value).iter().any(|known| known == form)
    }

    #[test]
    fn a_value_is_known_by_what_programs_make_of_it() {
        assert!(has(" a \"b\" c\n", r#"a \"b\" c"#));
        assert!(has("p@ss/word", "p%40ss%2Fword"));
        let is_within = |text: &str| spellings("hunter2-hunter2").iter().any(|form| text.contains(form));
        // `user:hunter2-hunter2` and `hunter2-hunter2` as base64.
        assert!(is_within("dXNlcjpodW50ZXIyLWh1bnRlcjI="));
        assert!(is_within("aHVudGVyMi1odW50ZXIy"));
    }

    #[test]
    fn a_value_that_is_found_everywhere_has_no_forms() {
        assert_eq!(spellings(" no "), [""; 0]);
    }
}
