//! Whether a request comes from the person at this machine.
//!
//! In local mode no credential is asked of them, so a web page that they have open, or a name
//! that somebody points at 127.0.0.1, must not pass for them: `Host` has to name the loopback
//! (or an allowed name), and `Origin`, where there is one, has to be this server.

use axum::http::{HeaderMap, header};

use crate::app::HttpSettings;

/// Returns whether `Host` and `Origin` are those of a request from this machine.
pub(crate) fn is_local(headers: &HeaderMap, settings: &HttpSettings) -> bool {
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    let origin = match headers.get(header::ORIGIN) {
        None => None,
        Some(value) => match value.to_str() {
            Ok(origin) => Some(origin),
            Err(_) => return false,
        },
    };
    host.is_some_and(|host| is_expected_host(host, settings))
        && origin.is_none_or(|origin| {
            let address = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            address.is_some_and(|address| is_expected_host(address, settings))
        })
}

fn is_expected_host(authority: &str, settings: &HttpSettings) -> bool {
    let name = match authority.rsplit_once(':') {
        // The colons of an address in brackets are no port's.
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => authority,
    };
    let name = name.to_ascii_lowercase();
    matches!(name.as_str(), "localhost" | "127.0.0.1" | "[::1]")
        || is_loopback_v4(&name)
        || settings.allowed_hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(&name))
}

fn is_loopback_v4(name: &str) -> bool {
    name.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::DeploymentMode;

    fn local(host: &str, origin: Option<&str>) -> bool {
        let settings = HttpSettings {
            mode: DeploymentMode::LocalTrusted,
            port: 3100,
            allowed_hosts: vec!["board.test".to_owned()],
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
    fn a_foreign_page_is_not_the_person() {
        assert!(local("127.0.0.1:3100", Some("http://localhost:3100")));
        assert!(!local("127.0.0.1:3100", Some("https://example.com")));
        assert!(!local("127.0.0.1:3100", Some("null")));
    }
}
