//! Decides which of an agent's own values must not reach a log, a row or a socket.
//!
//! Masking replaces a value wherever it appears, so masking `yes` or `green` would garble every
//! log. The rule has two halves:
//!
//! - A value is **hidden** where its name is shown if the name sounds like a secret (`API_KEY`,
//!   `DB_PASSWORD`) or the value looks like one (a private key, an address with a password, a
//!   long word of letters and digits).
//! - A hidden value is also **masked** in everything that the run prints if it is long enough
//!   ([`SHORTEST_MASKED`] characters) and not a word such as `true` or `disabled`. Of a value
//!   with several lines each long line is masked by itself, since output is read in lines; of an
//!   address only the password is.

/// Shorter values are hidden but not masked.
pub(crate) const SHORTEST_MASKED: usize = 6;

/// From this length on, a word of letters and digits is taken for a token.
const SHORTEST_TOKEN: usize = 16;

/// Parts of a name that make it a secret's wherever they stand in it.
const SECRET_PARTS: &[&str] =
    &["secret", "token", "passw", "passphrase", "credential", "apikey", "privatekey"];

/// Words of a name that make it a secret's when they stand alone.
const SECRET_WORDS: &[&str] =
    &["key", "pass", "pwd", "auth", "authorization", "cookie", "jwt", "bearer", "dsn", "pat", "pem"];

/// Words that stand for a choice, under whatever name.
const CHOICES: &[&str] = &["true", "false", "enabled", "disabled", "default", "always", "never", "required"];

/// Returns whether a value must not be shown beside its name.
pub(crate) fn is_hidden(name: &str, value: &str) -> bool {
    sounds_secret(name) || looks_secret(value)
}

/// Returns what to mask of a value: nothing if it is not hidden or too short to be masked.
pub(crate) fn masked_parts(name: &str, value: &str) -> Vec<String> {
    let parts: Vec<&str> = if !is_hidden(name, value) {
        Vec::new()
    } else if let Some(password) = password_of_address(value).filter(|_| !sounds_secret(name)) {
        vec![password]
    } else if value.contains('\n') {
        // A whole and its lines: a program may print either.
        let long_lines = value.lines().map(str::trim).filter(|line| line.len() >= SHORTEST_TOKEN);
        std::iter::once(value).chain(long_lines).collect()
    } else {
        // A header such as `Authorization: Bearer …` is printed without its scheme, too.
        let credential = value.rsplit(' ').next().filter(|_| value.split(' ').count() == 2);
        std::iter::once(value).chain(credential).collect()
    };
    let is_maskable = |part: &&str| {
        part.trim().chars().count() >= SHORTEST_MASKED && !CHOICES.contains(&part.to_lowercase().as_str())
    };
    parts.into_iter().filter(is_maskable).map(str::to_owned).collect()
}

fn sounds_secret(name: &str) -> bool {
    let lower = name.to_lowercase();
    let joined: String = lower.chars().filter(char::is_ascii_alphanumeric).collect();
    SECRET_PARTS.iter().any(|part| joined.contains(part))
        || lower
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| SECRET_WORDS.contains(&word.trim_end_matches(|c: char| c.is_ascii_digit())))
}

fn looks_secret(value: &str) -> bool {
    value.contains("-----BEGIN ") || password_of_address(value).is_some() || is_token(value)
}

/// Returns the password of `scheme://user:password@host`.
fn password_of_address(value: &str) -> Option<&str> {
    let (_, rest) = value.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let (user_info, _) = authority.rsplit_once('@')?;
    let (_, password) = user_info.split_once(':')?;
    (!password.is_empty()).then_some(password)
}

/// Returns whether a value is one long word of letters and digits, and no path or address.
fn is_token(value: &str) -> bool {
    value.len() >= SHORTEST_TOKEN
        && !value.contains(char::is_whitespace)
        && !value.contains("://")
        && !value.starts_with(['/', '.', '~'])
        && value.contains(|c: char| c.is_ascii_digit())
        && value.contains(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden() {
        let cases = [
            ("COLOR", "green", false),
            ("PAPERCLIP_EXTRA", "yes", false),
            ("KEYBOARD", "de", false),
            ("PATHS", "/opt/tools/v18.20.1/bin", false),
            ("GREETING", "hello to everybody in the year 2026", false),
            ("API_BASE", "https://api.example.org/v1/things", false),
            ("OPENAI_API_KEY", "x", true),
            ("KEY2", "x", true),
            ("db-password", "x", true),
            ("myApiKey", "x", true),
            ("GH_PAT", "x", true),
            ("GITHUB", "ghp_0123456789abcdefghij", true),
            ("DATABASE_URL", "postgres://me:hunter22@db/x", true),
            ("CERT", "-----BEGIN PRIVATE KEY-----\nxyz", true),
        ];
        for (name, value, expected) in cases {
            assert_eq!(is_hidden(name, value), expected, "{name}={value}");
        }
    }

    #[test]
    fn what_is_masked_in_output() {
        let cases: [(&str, &str, &[&str]); 8] = [
            ("COLOR", "green", &[]),
            ("PIN_TOKEN", "yes", &[]),
            ("USE_TOKEN", "disabled", &[]),
            ("OPENAI_API_KEY", "sk-one", &["sk-one"]),
            ("DATABASE_URL", "postgres://me:hunter22@db/x", &["hunter22"]),
            ("DB_DSN", "postgres://me:hunter22@db/x", &["postgres://me:hunter22@db/x"]),
            ("Authorization", "Bearer abcdef", &["Bearer abcdef", "abcdef"]),
            (
                "CERT",
                "-----BEGIN KEY-----\nMIIEvQIBADANBgkq\nend",
                &["-----BEGIN KEY-----\nMIIEvQIBADANBgkq\nend", "-----BEGIN KEY-----", "MIIEvQIBADANBgkq"],
            ),
        ];
        for (name, value, expected) in cases {
            assert_eq!(masked_parts(name, value), expected, "{name}");
        }
    }
}
