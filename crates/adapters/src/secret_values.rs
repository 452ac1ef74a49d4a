//! Decides which of an agent's own values must not reach a log, a row or a socket.
//!
//! Masking replaces a value wherever it appears, so masking `yes` or `green` would garble every
//! log. The rule has two halves:
//!
//! - A value is **hidden** where its name is shown if the name sounds like a secret (`API_KEY`,
//!   `DB_PASSWORD`) or the value looks like one (a private key, an address with a password, a
//!   long word of letters and digits).
//! - A hidden value is also **masked** in everything that the run prints if it is long enough
//!   ([`SHORTEST_MASKED`] characters) and neither a word such as `true` or `disabled` nor a
//!   small number. Of a value with several lines each long line is masked by itself, since
//!   output is read in lines; of an address only the password is.
//!
//! A name that only speaks *about* a secret (`TOKEN_URL`, `KEY_FILE`, `MAX_TOKENS`) is not one's.

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

/// Words at the end of a name that make it speak about a secret.
const ABOUT: &[&str] =
    &["url", "uri", "file", "path", "dir", "host", "port", "mode", "type", "name", "ttl", "limit", "count"];

/// Words at the beginning of a name that make it speak of an amount.
const AMOUNTS: &[&str] = &["max", "min", "num", "total"];

/// The working directory's names, which look like those of passwords.
const WORKING_DIRECTORY: &[&str] = &["pwd", "oldpwd"];

/// Up to this length, digits are an amount or a port rather than a secret.
const LONGEST_AMOUNT: usize = 8;

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
    parts.into_iter().filter(|part| is_maskable(part)).map(str::to_owned).collect()
}

/// Returns whether a part is unlikely to appear by chance.
fn is_maskable(part: &str) -> bool {
    let is_amount = part.len() <= LONGEST_AMOUNT && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_choice = CHOICES.contains(&part.to_lowercase().as_str());
    part.trim().chars().count() >= SHORTEST_MASKED && !is_amount && !is_choice
}

fn sounds_secret(name: &str) -> bool {
    let lower = name.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_about = words.last().is_some_and(|last| ABOUT.contains(last))
        || words.first().is_some_and(|first| AMOUNTS.contains(first))
        || WORKING_DIRECTORY.contains(&lower.as_str());
    if is_about {
        return false;
    }
    let joined = words.concat();
    SECRET_PARTS.iter().any(|part| joined.contains(part))
        || words
            .iter()
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
            ("PWD", "/home/ada", false),
            ("TOKEN_URL", "https://login.example.org/token", false),
            ("SSH_KEY_FILE", "/home/ada/.ssh/id_ed25519", false),
            ("MAX_TOKENS", "100000", false),
            ("PATHS", "/opt/tools/v18.20.1/bin", false),
            ("GREETING", "hello to everybody in the year 2026", false),
            ("API_BASE", "https://api.example.org/v1/things", false),
            ("OPENAI_API_KEY", "x", true),
            ("KEY2", "x", true),
            ("db-password", "x", true),
            ("DB_PWD", "x", true),
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
        let cases: [(&str, &str, &[&str]); 10] = [
            ("COLOR", "green", &[]),
            ("PIN_TOKEN", "yes", &[]),
            ("USE_TOKEN", "disabled", &[]),
            ("TOKENS", "100000", &[]),
            ("DB_PASSWORD", "1234567890", &["1234567890"]),
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
