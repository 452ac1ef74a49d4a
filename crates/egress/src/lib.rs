//! Where outbound requests may go: to public addresses, and to what an operator allowed by name.
//!
//! **Invariant:** a request goes only to addresses that were checked here. A host name is resolved
//! once, every answer is checked, and the request is pinned to the answers, so that a name cannot
//! point elsewhere between the check and the call. Redirects are not followed at all.

use std::collections::BTreeSet;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use async_trait::async_trait;
use reqwest::Url;

/// Addresses by which clouds hand credentials to whoever asks: never called, whatever is allowed.
const METADATA_V4: &[Ipv4Addr] = &[
    Ipv4Addr::new(169, 254, 169, 254),
    Ipv4Addr::new(169, 254, 170, 2),
    Ipv4Addr::new(169, 254, 170, 23),
    Ipv4Addr::new(100, 100, 100, 200),
    Ipv4Addr::new(168, 63, 129, 16),
    Ipv4Addr::new(192, 0, 0, 192),
];
const METADATA_V6: &[Ipv6Addr] = &[
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254),
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23),
    Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254),
];
const METADATA_NAMES: &[&str] = &["metadata.google.internal", "metadata.goog", "instance-data.ec2.internal"];

/// IPv4 networks that are private, reserved or not one host: base and length of the prefix.
const RESERVED_V4: &[(Ipv4Addr, u32)] = &[
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 3),
];

/// Says where outbound requests may go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EgressPolicy {
    private_origins: BTreeSet<String>,
    whose: Whose,
}

/// Who says where a request goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Whose {
    /// Somebody who may not reach the networks of this server by it.
    #[default]
    Anybodys,
    /// Whoever looks after the server: what they run themselves is on networks of their own.
    Operators,
}

/// Why a request may not go where it wants to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EgressRefused {
    /// Only `http` and `https` are supported.
    #[error("the address has the scheme {0}; only http and https are supported")]
    Scheme(String),
    /// The address holds a user name or password, which would end up in records.
    #[error("the address holds a user name or password; put credentials into headers")]
    Credentials,
    /// The address has no host.
    #[error("the address names no host")]
    NoHost,
    /// The host is of this machine, a private network or reserved.
    #[error(
        "{origin} is on a private or reserved network ({address}); the operator of this server can allow \
         exactly this origin in http_adapter_private_endpoint_allowlist"
    )]
    Private {
        /// Where the request wanted to go.
        origin: String,
        /// What the host is or was resolved to.
        address: String,
    },
    /// The host hands out a cloud's credentials.
    #[error("{origin} is the metadata service of a cloud ({address}), which is never called")]
    Metadata {
        /// Where the request wanted to go.
        origin: String,
        /// What the host is or was resolved to.
        address: String,
    },
}

/// Resolves host names.
#[async_trait]
pub trait Resolve: Send + Sync {
    /// Returns every address of a host.
    ///
    /// # Errors
    /// If it has none, or nobody can be asked.
    async fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>>;
}

/// Resolves host names as the machine does.
#[derive(Debug, Clone, Copy)]
pub struct SystemResolver;

#[async_trait]
impl Resolve for SystemResolver {
    async fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok(tokio::net::lookup_host((host, port)).await?.collect())
    }
}

/// Why there are no addresses to call.
#[derive(Debug, thiserror::Error)]
pub enum RouteError {
    /// It may not go there.
    #[error(transparent)]
    Refused(#[from] EgressRefused),
    /// Nobody knows where its host is.
    #[error("the host {host} could not be resolved")]
    Unresolved {
        /// The host.
        host: String,
        /// What went wrong.
        #[source]
        source: io::Error,
    },
}

impl EgressPolicy {
    /// Returns a policy that allows public addresses and the given origins (such as
    /// `http://10.0.0.7:8080`), which may be private. What is not an origin allows nothing.
    pub fn allowing<S: AsRef<str>>(private_origins: impl IntoIterator<Item = S>) -> Self {
        let private_origins = private_origins
            .into_iter()
            .filter_map(|origin| Url::parse(origin.as_ref().trim()).ok())
            .filter(|origin| matches!(origin.scheme(), "http" | "https"))
            .map(|origin| origin.origin().ascii_serialization())
            .collect();
        Self { private_origins, whose: Whose::Anybodys }
    }

    /// The same for addresses that only whoever looks after the server can set: they may be of this
    /// machine and of private networks, but not of the network that a machine has with what it runs
    /// on (link-local), unless that is one of the given origins.
    #[must_use]
    pub fn of_operators(self) -> Self {
        Self { whose: Whose::Operators, ..self }
    }

    /// Checks an address to which a host's name leads.
    ///
    /// # Errors
    /// If a request may not go there.
    pub fn check_resolved(&self, host: &str, address: IpAddr) -> Result<(), EgressRefused> {
        let is_named = |origin: &String| {
            Url::parse(origin).is_ok_and(|origin| origin.host_str().is_some_and(|named| named == host))
        };
        self.judge(host, address, self.private_origins.iter().any(is_named))
    }

    /// Checks everything about an address that shows without asking for its host.
    ///
    /// The parser of addresses has already turned forms such as `http://0x7f.1` and
    /// `http://2130706433` into the numbers that they mean.
    ///
    /// # Errors
    /// If a request may not go there.
    pub fn check(&self, url: &Url) -> Result<(), EgressRefused> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(EgressRefused::Scheme(url.scheme().to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EgressRefused::Credentials);
        }
        if let Some(address) = literal_address(url) {
            return self.check_address(url, address);
        }
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(EgressRefused::NoHost)?;
        let name = host.trim_end_matches('.').to_ascii_lowercase();
        let refusal = || (origin(url), name.clone());
        if METADATA_NAMES.contains(&name.as_str()) {
            let (origin, address) = refusal();
            return Err(EgressRefused::Metadata { origin, address });
        }
        let is_this_machine = name == "localhost" || name.ends_with(".localhost");
        if is_this_machine && self.whose == Whose::Anybodys && !self.is_allowed(url) {
            let (origin, address) = refusal();
            return Err(EgressRefused::Private { origin, address });
        }
        Ok(())
    }

    /// Returns the addresses that a request to this address is to be pinned to.
    ///
    /// # Errors
    /// If the host has no address, or one of its addresses may not be called: a name that means
    /// public and private hosts at once is a trick or a mistake.
    pub async fn route(&self, url: &Url, resolver: &dyn Resolve) -> Result<Vec<SocketAddr>, RouteError> {
        self.check(url)?;
        let port = url.port_or_known_default().ok_or(EgressRefused::NoHost)?;
        if let Some(address) = literal_address(url) {
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let host = url.host_str().ok_or(EgressRefused::NoHost)?.to_owned();
        let addresses = match resolver.resolve(&host, port).await {
            Ok(addresses) if addresses.is_empty() => Err(io::Error::from(io::ErrorKind::NotFound)),
            answer => answer,
        }
        .map_err(|source| RouteError::Unresolved { host, source })?;
        for address in &addresses {
            self.check_address(url, address.ip())?;
        }
        Ok(addresses)
    }

    fn check_address(&self, url: &Url, address: IpAddr) -> Result<(), EgressRefused> {
        self.judge(&origin(url), address, self.is_allowed(url))
    }

    fn judge(&self, origin: &str, address: IpAddr, is_allowed: bool) -> Result<(), EgressRefused> {
        let (origin, told) = (origin.to_owned(), address.to_string());
        match (standing(address), self.whose) {
            (Standing::Metadata, _) => Err(EgressRefused::Metadata { origin, address: told }),
            (Standing::Private, Whose::Anybodys) | (Standing::LinkLocal, _) if !is_allowed => {
                Err(EgressRefused::Private { origin, address: told })
            }
            (Standing::Private | Standing::LinkLocal | Standing::Public, _) => Ok(()),
        }
    }

    fn is_allowed(&self, url: &Url) -> bool {
        self.private_origins.contains(&origin(url))
    }
}

fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// Returns the address that a URL names by number.
fn literal_address(url: &Url) -> Option<IpAddr> {
    url.host_str()?.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Public,
    Private,
    /// Between a machine and what it is connected to, or runs on.
    LinkLocal,
    Metadata,
}

fn standing(address: IpAddr) -> Standing {
    match address {
        IpAddr::V4(address) => standing_v4(address),
        IpAddr::V6(address) => standing_v6(address),
    }
}

fn standing_v4(address: Ipv4Addr) -> Standing {
    let is_in = |(base, length): &(Ipv4Addr, u32)| {
        let ignored = 32 - length;
        (address.to_bits() >> ignored) == (base.to_bits() >> ignored)
    };
    if METADATA_V4.contains(&address) {
        Standing::Metadata
    } else if address.is_link_local() {
        Standing::LinkLocal
    } else if RESERVED_V4.iter().any(is_in) {
        Standing::Private
    } else {
        Standing::Public
    }
}

fn standing_v6(address: Ipv6Addr) -> Standing {
    if METADATA_V6.contains(&address) {
        return Standing::Metadata;
    }
    let [a, b, c, d, e, f, g, h] = address.segments();
    let [high, low] = [(g >> 8, g & 0xff), (h >> 8, h & 0xff)];
    let octet = |number: u16| u8::try_from(number).expect("half of 16 bits");
    let last_four = Ipv4Addr::new(octet(high.0), octet(high.1), octet(low.0), octet(low.1));
    match [a, b, c, d, e, f] {
        // IPv4 in another dress (mapped, translated, NAT64): what it means is what counts.
        [0, 0, 0, 0, 0, 0xffff] | [0, 0, 0, 0, 0xffff, 0] | [0x64, 0xff9b, 0, 0, 0, 0] => {
            standing_v4(last_four)
        }
        // Other forms that lead to an IPv4 host through a tunnel, and what is there for examples.
        [0x2002, ..] | [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => {
            // A metadata address behind an old tunnel prefix stays unreachable in any case.
            Standing::Private
        }
        [0x2000..=0x3fff, ..] => Standing::Public,
        [0xfe80..=0xfebf, ..] => Standing::LinkLocal,
        _ if METADATA_V4.contains(&last_four) && [a, b, c, d, e, f] == [0; 6] => Standing::Metadata,
        _ => Standing::Private,
    }
}

#[cfg(test)]
mod tests;
