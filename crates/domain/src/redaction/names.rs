//! By which names something is a secret.

/// Returns whether a member of this name holds something that nobody may read: its words name a
/// secret, and the last of them does not turn it into something about the secret.
#[must_use]
pub fn is_secret_name(name: &str) -> bool {
    const ABOUT: &[&str] =
        &["id", "ids", "name", "ref", "version", "reason", "count", "kind", "type", "source"];
    const ANYWHERE: &[&[&str]] = &[
        &["password"],
        &["passwd"],
        &["passphrase"],
        &["secret"],
        &["apikey"],
        &["api", "key"],
        &["private", "key"],
        &["access", "key"],
        &["connection", "string"],
    ];
    const AT_THE_END: &[&str] = &[
        "token",
        "authorization",
        "auth",
        "bearer",
        "cookie",
        "cookies",
        "credential",
        "credentials",
        "jwt",
        "pwd",
        "dsn",
        "pem",
        "pat",
    ];
    let words = words_of(name);
    let Some(last) = words.last().map(String::as_str) else { return false };
    let holds = |phrase: &&[&str]| words.windows(phrase.len()).any(|window| window == *phrase);
    !ABOUT.contains(&last) && (AT_THE_END.contains(&last) || ANYWHERE.iter().any(holds))
}

/// Takes `deviceKeyPem`, `device_key_pem` and `Device-Key-Pem` apart alike.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = None::<char>;
    for sign in name.chars() {
        let starts = match before {
            Some(before) if before.is_alphanumeric() => before.is_lowercase() && sign.is_uppercase(),
            _ => true,
        };
        if sign.is_alphanumeric() {
            if starts {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(sign.to_lowercase());
            }
        }
        before = Some(sign);
    }
    words
}
