//! Whether a request comes from the person at this machine.
//!
//! In local mode no credential is asked of them, so a web page that they have open, or a name
//! that somebody points at 127.0.0.1, must not pass for them: `Host` has to name the loopback
//! (or an allowed name), and `Origin`, where there is one, has to be this server.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::app::HttpSettings;

/// Returns whether `Host` and `Origin` are those of a request from this machine.
pub(crate) fn is_local(headers: &HeaderMap, settings: &HttpSettings) -> bool {
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    let is_own_page = match headers.get(header::ORIGIN) {
        None => true,
        Some(origin) => origin.to_str().is_ok_and(|origin| is_own_origin(origin, settings)),
    };
    host.is_some_and(|host| is_expected_host(host, settings)) && is_own_page
}

/// Returns whether a request that a browser sends along with its cookies comes from a page of this
/// server: by `Origin`, or where there is none, by the page that it refers to.
pub(crate) fn is_trusted(headers: &HeaderMap, settings: &HttpSettings) -> bool {
    let told = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("null"));
    let origin = match told(header::ORIGIN).filter(|origin| !origin.is_empty()) {
        Some(origin) => origin.to_owned(),
        None => match told(header::REFERER).and_then(origin_of) {
            Some(origin) => origin,
            None => return false,
        },
    };
    settings.public_origin.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(&origin))
        || is_own_origin(&origin, settings)
}

/// Returns whether a request says that a page of others sent it.
pub(crate) fn is_foreign(headers: &HeaderMap, settings: &HttpSettings) -> bool {
    let says = |name| headers.get(name).is_some_and(|value| !value.is_empty());
    (says(header::ORIGIN) || says(header::REFERER)) && !is_trusted(headers, settings)
}

fn origin_of(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    // A name before an @ is no part of an origin, and a trick where it stands.
    (!authority.contains('@')).then(|| format!("{scheme}://{authority}"))
}

/// Returns whether a request names this machine. Its port tells nothing: a tunnel may have another.
fn is_expected_host(authority: &str, settings: &HttpSettings) -> bool {
    let (name, _) = name_and_port(authority);
    is_expected_name(name, settings) || is_allowed(authority, settings)
}

/// Returns whether a page is one of this server's: with its name and its port, or allowed as a
/// whole. A page from another port of this machine is somebody else's, a project that is being
/// worked on, say.
fn is_own_origin(origin: &str, settings: &HttpSettings) -> bool {
    let Some((scheme, authority)) = origin.split_once("://") else { return false };
    let default_port = match scheme {
        "http" => 80,
        "https" => 443,
        _ => return false,
    };
    let (name, port) = name_and_port(authority);
    let port = port.map_or(Some(default_port), |port| port.parse().ok());
    (is_expected_name(name, settings) && port == Some(settings.port)) || is_allowed(authority, settings)
}

fn is_expected_name(name: &str, settings: &HttpSettings) -> bool {
    let is_loopback_v4 = || name.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback());
    name.eq_ignore_ascii_case("localhost")
        || name == "[::1]"
        || is_loopback_v4()
        || is_allowed(name, settings)
}

fn is_allowed(name: &str, settings: &HttpSettings) -> bool {
    settings.allowed_hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
}

fn name_and_port(authority: &str) -> (&str, Option<&str>) {
    match authority.rsplit_once(':') {
        // The colons of an address in brackets are not a port's.
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, Some(port)),
        _ => (authority, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::DeploymentMode;

    fn local(host: &str, origin: Option<&str>) -> bool {
        let settings = HttpSettings {
            mode: DeploymentMode::LocalTrusted,
            port: 3100,
            allowed_hosts: vec!["board.test".to_owned(), "localhost:5173".to_owned()],
            public_origin: None,
            sign_up_is_open: true,
            listeners: crate::live::Patience::default(),
        };
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        is_local(&headers, &settings)
    }

    #[test]
    fn only_the_loopback_and_allowed_names_are_local() {
        for host in ["127.0.0.1:3100", "localhost", "LOCALHOST:80", "[::1]:3100", "127.0.0.9", "board.test:1"]
        {
            assert!(local(host, None), "{host}");
        }
        for host in ["example.com", "10.0.0.1:3100", "127.0.0.1.example.com", "localhost.example.com"] {
            assert!(!local(host, None), "{host}");
        }
    }

    #[test]
    fn a_page_of_another_server_is_not_the_person() {
        for origin in
            ["http://localhost:3100", "http://127.0.0.1:3100", "http://[::1]:3100", "http://board.test:3100"]
        {
            assert!(local("127.0.0.1:3100", Some(origin)), "{origin}");
        }
        for origin in [
            "http://localhost:8080",
            "http://localhost",
            "https://localhost",
            "http://localhost:",
            "http://localhost:99999999",
            "http://127.0.0.1:31000",
            "http://board.test:8443",
            "https://example.com",
            "https://example.com:3100",
            "file://localhost:3100",
            "localhost:3100",
            "null",
        ] {
            assert!(!local("127.0.0.1:3100", Some(origin)), "{origin}");
        }
    }

    #[test]
    fn a_page_behind_an_allowed_name_is_the_servers_own() {
        assert!(local("board.test", Some("https://board.test")));
        assert!(local("127.0.0.1:3100", Some("http://localhost:5173")));
        assert!(local("localhost:5173", Some("http://localhost:5173")));
    }

    #[test]
    fn a_cookie_counts_from_own_pages_only() {
        let settings = HttpSettings {
            mode: DeploymentMode::Authenticated,
            port: 3100,
            allowed_hosts: Vec::new(),
            public_origin: Some("https://board.example".to_owned()),
            sign_up_is_open: false,
            listeners: crate::live::Patience::default(),
        };
        let check = |origin: Option<&str>, referer: Option<&str>| {
            let mut headers = HeaderMap::new();
            for (name, value) in [(header::ORIGIN, origin), (header::REFERER, referer)] {
                if let Some(value) = value {
                    headers.insert(name, value.parse().unwrap());
                }
            }
            (is_trusted(&headers, &settings), is_foreign(&headers, &settings))
        };
        assert_eq!(check(None, None), (false, false));
        for own in ["https://board.example", "http://127.0.0.1:3100"] {
            assert_eq!(check(Some(own), None), (true, false), "{own}");
            assert_eq!(check(Some(""), Some(&format!("{own}/ACME/issues?x"))), (true, false), "{own}");
        }
        for other in
            ["http://board.example", "https://board.example.evil.test", "null", "http://127.0.0.1:8080"]
        {
            assert_eq!(check(Some(other), Some("https://board.example/")), (false, true), "{other}");
        }
        for other in ["https://evil.test/https://board.example/", "https://board.example@evil.test/", "x"] {
            assert_eq!(check(None, Some(other)), (false, true), "{other}");
        }
    }

    #[test]
    fn a_server_on_the_port_of_the_scheme_knows_its_pages() {
        let settings = HttpSettings {
            mode: DeploymentMode::LocalTrusted,
            port: 80,
            allowed_hosts: Vec::new(),
            public_origin: None,
            sign_up_is_open: true,
            listeners: crate::live::Patience::default(),
        };
        assert!(is_own_origin("http://localhost", &settings));
        assert!(!is_own_origin("https://localhost", &settings));
    }
}
