//! Names of hosts become addresses only where requests may go: a name that is allowed today may lead
//! elsewhere tomorrow.

use std::io;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use wireclip_egress::EgressPolicy;

/// Resolves names as the machine does, and checks every answer.
pub(super) struct CheckedNames {
    pub(super) policy: EgressPolicy,
}

impl Resolve for CheckedNames {
    fn resolve(&self, name: Name) -> Resolving {
        let policy = self.policy.clone();
        Box::pin(async move {
            // The port is the request's own.
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            for address in &found {
                policy.check_resolved(name.as_str(), address.ip()).map_err(io::Error::other)?;
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}
