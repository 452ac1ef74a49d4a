//! The cookies by which browsers stay signed in, named as existing clients know them.

use axum::http::{HeaderMap, HeaderValue, header};
use secrecy::SecretString;

use crate::app::HttpSettings;

const SESSION: &str = "paperclip-default.session_token";
const NOT_REMEMBERED: &str = "paperclip-default.dont_remember";
/// Clients of the original kept a copy of the session there; it goes with the others.
const SESSION_DATA: &str = "paperclip-default.session_data";
/// As long as a session can last, in seconds.
const WEEK: u32 = 604_800;

/// Returns the token that the session cookie holds.
pub(crate) fn session_token(headers: &HeaderMap) -> Option<SecretString> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, _)| *name == SESSION)?;
    (!token.is_empty()).then(|| SecretString::from(token))
}

/// Has a browser keep a session: for a week, or until its window closes.
pub(crate) fn of_session(token: &str, is_remembered: bool, settings: &HttpSettings) -> Vec<HeaderValue> {
    if is_remembered {
        return written(&[(SESSION, token, Some(WEEK))], settings);
    }
    written(&[(SESSION, token, None), (NOT_REMEMBERED, "true", None)], settings)
}

/// Has a browser forget its session.
pub(crate) fn of_no_session(settings: &HttpSettings) -> Vec<HeaderValue> {
    let gone = [SESSION, SESSION_DATA, NOT_REMEMBERED].map(|name| (name, "", Some(0)));
    written(&gone, settings)
}

fn written(cookies: &[(&str, &str, Option<u32>)], settings: &HttpSettings) -> Vec<HeaderValue> {
    let is_secure = settings.public_origin.as_ref().is_some_and(|origin| origin.starts_with("https://"));
    let secure = if is_secure { "; Secure" } else { "" };
    let line = |(name, value, age): &(&str, &str, Option<u32>)| {
        let age = age.map_or_else(String::new, |age| format!("; Max-Age={age}"));
        HeaderValue::try_from(format!("{name}={value}{age}; Path=/; HttpOnly; SameSite=Lax{secure}")).ok()
    };
    cookies.iter().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret as _;

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let token = |line: &'static str| {
            let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(line))]);
            session_token(&headers).map(|token| token.expose_secret().to_owned())
        };
        assert_eq!(token("a=b; paperclip-default.session_token=x.y=; c=d"), Some("x.y=".to_owned()));
        assert_eq!(token("paperclip-default.session_token="), None);
        assert_eq!(token("xpaperclip-default.session_token=1"), None);
    }
}
