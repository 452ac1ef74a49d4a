//! Reads settings leniently, as forms and people write them, and collects what is wrong.

use reqwest::Url;
use wireclip_domain::OpaqueJson;

use super::fields::IntegerRule;

/// Reads settings one by one. Texts are trimmed and blank ones absent; numbers may be texts.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    settings: &'a OpaqueJson,
    errors: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(settings: &'a OpaqueJson) -> Self {
        Self { settings, errors: Vec::new() }
    }

    pub(super) fn errors(self) -> Vec<String> {
        self.errors
    }

    fn error(&mut self, key: &str, message: &str) {
        self.errors.push(format!("{key} {message}"));
    }

    fn present(&self, key: &str) -> Option<OpaqueJson> {
        self.settings.get(key).filter(|value| !value.is_null())
    }

    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        let value = self.present(key)?;
        let Some(text) = value.as_text() else {
            self.error(key, "must be a text");
            return None;
        };
        let text = text.trim();
        if text.contains(['\0', '\n', '\r']) {
            self.error(key, "must be a single line");
            return None;
        }
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// A text that is left out or says something.
    pub(super) fn text_not_blank(&mut self, key: &str) -> Option<String> {
        let text = self.text(key);
        let is_blank = self.settings.text(key).is_some_and(|given| given.trim().is_empty());
        if is_blank {
            self.error(key, "must not be blank; leave it out instead");
        }
        text
    }

    pub(super) fn url(&mut self, key: &str) -> Option<String> {
        let text = self.text(key)?;
        let is_usable = Url::parse(&text).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.username().is_empty()
                && url.password().is_none()
                && url.query().is_none()
        });
        if !is_usable {
            self.error(key, "must be an address of http or https, without credentials in it");
            return None;
        }
        Some(text)
    }

    pub(super) fn choice(&mut self, key: &str, choices: &[&str]) -> Option<String> {
        let text = self.text(key)?;
        if choices.contains(&text.as_str()) {
            return Some(text);
        }
        self.error(key, &format!("must be one of {}", choices.join(", ")));
        None
    }

    pub(super) fn is_true(&mut self, key: &str) -> bool {
        let Some(value) = self.present(key) else { return false };
        let read = value.parse::<bool>();
        if read.is_err() {
            // Counted as false it would do the opposite of what somebody meant, without a word.
            self.error(key, "must be true or false");
        }
        read.unwrap_or(false)
    }

    fn number(&mut self, key: &str) -> Option<f64> {
        let value = self.present(key)?;
        let number = match value.as_text() {
            Some(text) if text.trim().is_empty() => return None,
            Some(text) => text.trim().parse().ok(),
            None => value.parse::<f64>().ok(),
        };
        match number {
            Some(number) if f64::is_finite(number) => Some(number),
            // As absent: so forms write an empty field.
            Some(_) => None,
            None => {
                self.error(key, "must be a number");
                None
            }
        }
    }

    pub(super) fn positive(&mut self, key: &str) -> Option<f64> {
        let number = self.number(key)?;
        if number > 0.0 {
            return Some(number);
        }
        self.error(key, "must be above zero");
        None
    }

    pub(super) fn integer(&mut self, key: &str, rule: IntegerRule) -> i64 {
        let Some(number) = self.number(key) else { return rule.default };
        #[expect(clippy::cast_possible_truncation, reason = "a float that is too large becomes the largest")]
        let number = number.trunc() as i64;
        if number < rule.min || number > rule.max {
            self.error(key, &format!("must be between {} and {}", rule.min, rule.max));
            return rule.default;
        }
        number
    }
}
