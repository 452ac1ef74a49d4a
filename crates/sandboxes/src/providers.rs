//! The providers that this program has.

use std::collections::BTreeMap;
use std::sync::Arc;

use wireclip_ports::sandbox::{ProviderDescription, SandboxProvider, SandboxProviderSet};

use crate::daytona::{DaytonaDefaults, DaytonaOptions, DaytonaProvider};
use crate::ssh::SshProvider;

/// Providers by the keys by which environments name them.
#[derive(Clone)]
pub struct Providers(BTreeMap<&'static str, Arc<dyn SandboxProvider>>);

impl Providers {
    /// Builds every provider that there is. Asks nobody.
    #[must_use]
    pub fn built_in(daytona: DaytonaDefaults) -> Self {
        let daytona = DaytonaProvider::new(DaytonaOptions { defaults: daytona, ..DaytonaOptions::default() });
        let all: [Arc<dyn SandboxProvider>; 1] = [Arc::new(daytona)];
        Self(all.into_iter().map(|provider| (provider.describe().key, provider)).collect())
    }
}

impl SandboxProviderSet for Providers {
    fn provider(&self, key: &str) -> Option<Arc<dyn SandboxProvider>> {
        self.0.get(key).cloned()
    }

    fn machines(&self) -> Option<Arc<dyn SandboxProvider>> {
        Some(Arc::new(SshProvider))
    }

    fn describe_all(&self) -> Vec<ProviderDescription> {
        self.0.values().map(|provider| provider.describe()).collect()
    }
}
