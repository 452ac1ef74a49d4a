//! The handle of a sandbox: where its toolbox is and how it was last seen.

use std::time::Duration;

use reqwest::Url;
use wireclip_domain::Timestamp;
use wireclip_ports::sandbox::{Observed, ProviderError, ProviderLeaseId};

use super::client::{SandboxPhase, SandboxView};
use super::config::DaytonaConfig;
use crate::handle_cache::Handle;

/// A view of a sandbox, kept between calls.
#[derive(Debug, Clone)]
pub(super) struct SandboxHandle {
    id: ProviderLeaseId,
    pub(super) name: Option<String>,
    /// The base of its toolbox, with the sandbox's id.
    pub(super) toolbox: Url,
    /// The service's word.
    pub(super) state: String,
    pub(super) region: Option<String>,
    /// What the sandbox itself reports, else the settings.
    pub(super) auto_stop_minutes: u32,
    pub(super) expires_at: Option<Timestamp>,
}

impl Handle for SandboxHandle {
    fn id(&self) -> &ProviderLeaseId {
        &self.id
    }

    /// Half the time after which an idle sandbox is stopped.
    fn fresh_for(&self) -> Option<Duration> {
        let millis = u64::from(self.auto_stop_minutes) * 60_000 / 2;
        (millis > 0).then(|| Duration::from_millis(millis))
    }
}

impl SandboxHandle {
    /// Makes a handle of what the service says.
    ///
    /// # Errors
    /// If the answer does not say where the toolbox is.
    pub(super) fn of(view: &SandboxView, config: &DaytonaConfig) -> Result<Self, ProviderError> {
        let malformed = |message: &str| ProviderError::Malformed {
            action: "look at the sandbox",
            message: message.to_owned(),
        };
        let proxy = view
            .toolbox_proxy_url
            .as_deref()
            .ok_or_else(|| malformed("it does not say where the toolbox is"))?;
        let toolbox = toolbox_url(proxy, &view.id, config)
            .ok_or_else(|| malformed("the address of the toolbox cannot be used"))?;
        Ok(Self {
            id: ProviderLeaseId::new(view.id.clone()),
            name: view.name.clone(),
            toolbox,
            state: view.state().to_owned(),
            region: view.target.clone(),
            auto_stop_minutes: view.auto_stop_interval.map_or_else(|| from_settings(config), minutes),
            expires_at: view.auto_destroy_at.as_deref().and_then(|at| at.parse().ok()),
        })
    }

    /// Makes a handle of what another process saw; `None` if that was not enough.
    pub(super) fn from_observed(
        id: &ProviderLeaseId,
        observed: &Observed,
        config: &DaytonaConfig,
    ) -> Option<Self> {
        let state = observed.state.clone()?;
        let toolbox = Url::parse(observed.address.as_deref()?).ok()?;
        if !is_usable(&toolbox, config)
            || toolbox.path_segments().and_then(|mut steps| steps.next_back()) != Some(id.as_str())
        {
            return None;
        }
        Some(Self {
            id: id.clone(),
            name: observed.name.clone(),
            toolbox,
            state,
            region: observed.region.clone(),
            auto_stop_minutes: observed.auto_stop_minutes.unwrap_or_else(|| from_settings(config)),
            expires_at: None,
        })
    }

    pub(super) fn phase(&self) -> SandboxPhase {
        SandboxPhase::of(Some(&self.state))
    }

    /// Writes down what is known, for the lease's record.
    pub(super) fn observe(&self, into: &mut Observed, verified_at: Timestamp) {
        into.name.clone_from(&self.name);
        into.state = Some(self.state.clone());
        into.address = Some(self.toolbox.to_string());
        into.region.clone_from(&self.region);
        into.auto_stop_minutes = Some(self.auto_stop_minutes);
        into.verified_at = Some(verified_at);
    }
}

fn from_settings(config: &DaytonaConfig) -> u32 {
    u32::try_from(config.settings.auto_stop_interval).unwrap_or(0)
}

fn minutes(count: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a float that is negative becomes 0, one that is too large the largest"
    )]
    let count = count as u32;
    count
}

fn toolbox_url(proxy: &str, id: &str, config: &DaytonaConfig) -> Option<Url> {
    let mut url = Url::parse(proxy).ok()?;
    url.path_segments_mut().ok()?.pop_if_empty().push(id);
    is_usable(&url, config).then_some(url)
}

/// The key goes to this address: not in the clear, unless the control plane is asked in the clear.
fn is_usable(url: &Url, config: &DaytonaConfig) -> bool {
    url.scheme() == "https" || (url.scheme() == "http" && config.account.api_url.starts_with("http:"))
}
