//! The set of adapters: which type is run by what.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;
use wireclip_ports::adapter::{Adapter, AdapterSet, DEFAULT_GRACE, PrepareError, SettingProblem};
use wireclip_ports::adapter_catalog::{AdapterCatalog, AdapterFacts, EnvironmentCheck, TestPlace};

use crate::{ADAPTERS, CliAdapter, HttpAdapter, ProcessAdapter, catalog, checks};

/// The adapters of this server.
///
/// Every adapter type is a known word, and agents may be hired with any of them; a type without
/// an adapter cannot run yet.
#[derive(Clone, Default)]
pub struct Adapters {
    by_type: BTreeMap<AdapterType, Arc<dyn Adapter>>,
}

impl Adapters {
    /// Returns all that is built in.
    ///
    /// `executable` is the server's own program, which agents behind an HTTP address are called
    /// by in the mode [`CALL_HTTP_MODE`](crate::CALL_HTTP_MODE).
    #[must_use]
    pub fn built_in(executable: PathBuf) -> Self {
        let generic =
            Self::default().with(Arc::new(ProcessAdapter)).with(Arc::new(HttpAdapter::new(executable)));
        CliAdapter::all().fold(generic, |adapters, adapter| adapters.with(Arc::new(adapter)))
    }

    /// Adds an adapter, in place of the one of its type if there is one.
    #[must_use]
    pub fn with(mut self, adapter: Arc<dyn Adapter>) -> Self {
        self.by_type.insert(adapter.adapter_type(), adapter);
        self
    }

    /// Returns the adapter of a type, if there is one.
    #[must_use]
    pub fn get(&self, adapter_type: AdapterType) -> Option<&Arc<dyn Adapter>> {
        self.by_type.get(&adapter_type)
    }

    /// Returns the adapter of a type.
    ///
    /// # Errors
    /// [`PrepareError::Settings`], if this server cannot run such agents.
    pub fn require(&self, adapter_type: AdapterType) -> Result<&Arc<dyn Adapter>, PrepareError> {
        self.get(adapter_type).ok_or_else(|| {
            PrepareError::Settings(format!("this server cannot run agents of the type {adapter_type} yet"))
        })
    }
}

impl std::fmt::Debug for Adapters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.by_type.keys()).finish()
    }
}

impl AdapterSet for Adapters {
    fn adapter(&self, adapter_type: AdapterType) -> Result<Arc<dyn Adapter>, PrepareError> {
        self.require(adapter_type).cloned()
    }
}

#[async_trait]
impl AdapterCatalog for Adapters {
    fn all(&self) -> &[AdapterFacts] {
        ADAPTERS
    }

    fn facts(&self, adapter_type: AdapterType) -> &AdapterFacts {
        catalog::facts(adapter_type)
    }

    fn problems(&self, adapter_type: AdapterType, settings: &OpaqueJson) -> Vec<SettingProblem> {
        self.get(adapter_type).map(|adapter| adapter.problems(settings)).unwrap_or_default()
    }

    fn grace(&self, adapter_type: AdapterType, settings: &OpaqueJson) -> Duration {
        self.get(adapter_type).map_or(DEFAULT_GRACE, |adapter| adapter.grace(settings))
    }

    async fn test_environment(
        &self,
        adapter_type: AdapterType,
        settings: &OpaqueJson,
        place: &TestPlace,
    ) -> Vec<EnvironmentCheck> {
        match self.get(adapter_type) {
            Some(adapter) => adapter.try_settings(settings, place).await,
            None => vec![checks::cannot_run(adapter_type)],
        }
    }
}

#[cfg(test)]
mod tests {
    use wireclip_domain::words::Word as _;

    use super::*;

    #[test]
    fn the_facts_tell_the_truth_about_what_can_run() {
        let adapters = Adapters::built_in(PathBuf::from("/wireclip"));
        for adapter_type in AdapterType::ALL {
            let facts = adapters.facts(*adapter_type);
            assert_eq!(facts.adapter_type, *adapter_type);
            assert_eq!(facts.can_run, adapters.get(*adapter_type).is_some(), "{adapter_type}");
        }
        assert_eq!(adapters.all().len(), AdapterType::ALL.len());
    }

    #[test]
    fn the_grace_of_settings_is_the_one_that_a_start_is_told() {
        let adapters = Adapters::built_in(PathBuf::from("/wireclip"));
        let grace = |grace: serde_json::Value| {
            let settings = crate::settings::tests::settings(serde_json::json!({"graceSec": grace}));
            adapters.grace(AdapterType::Process, &settings)
        };
        assert_eq!(grace(serde_json::json!(0.5)), Duration::from_millis(500));
        assert_eq!(grace(serde_json::json!("soon")), DEFAULT_GRACE);
        assert!(
            grace(serde_json::json!(1e300)) > Duration::from_secs(24 * 3600),
            "a bound, and not the default"
        );
        assert_eq!(adapters.grace(AdapterType::Http, &OpaqueJson::object()), Duration::from_secs(2));
        assert_eq!(adapters.grace(AdapterType::CodexLocal, &OpaqueJson::object()), Duration::from_secs(20));
        assert_eq!(adapters.grace(AdapterType::Cursor, &OpaqueJson::object()), DEFAULT_GRACE);
    }

    #[test]
    fn a_type_without_adapter_is_refused_by_name() {
        let adapters = Adapters::built_in(PathBuf::from("/wireclip"));
        assert_eq!(adapters.require(AdapterType::Http).unwrap().adapter_type(), AdapterType::Http);
        let refused = adapters.require(AdapterType::Cursor).err();
        assert!(matches!(refused, Some(PrepareError::Settings(message)) if message.contains("cursor")));
    }
}
