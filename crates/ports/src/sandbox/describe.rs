//! What a provider is and can do, and the settings that it takes, as data.

/// What a provider is.
#[derive(Debug, Clone)]
pub struct ProviderDescription {
    /// The key by which environments name it (`daytona`).
    pub key: &'static str,
    /// Its name for people.
    pub display_name: &'static str,
    /// What it is, in a sentence or two.
    pub description: &'static str,
    /// What it can do.
    pub capabilities: Capabilities,
    /// Its settings, in the order of a form.
    pub config: Vec<ConfigField>,
}

impl ProviderDescription {
    /// Returns the keys of the settings that hold secrets.
    pub fn secret_keys(&self) -> impl Iterator<Item = &'static str> {
        self.config.iter().filter(|field| field.is_secret).map(|field| field.key)
    }
}

/// What a provider can do. Nothing is guessed from a failure: what is not declared is not tried.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Capabilities {
    /// A saved environment can be tried out.
    pub saved_probe: bool,
    /// Settings can be tried out before they are saved.
    pub unsaved_probe: bool,
    /// Runs can execute there.
    pub run_execution: bool,
    /// A place can be kept between runs and resumed.
    pub reusable_leases: bool,
    /// Files are moved in by the provider's own means.
    pub native_sync_in: bool,
    /// Files are moved out by the provider's own means.
    pub native_sync_out: bool,
    /// Processes outlive the call that started them.
    pub persistent_process_sessions: bool,
    /// Commands can be run beside a running one.
    pub independent_control_commands: bool,
    /// A running command's output arrives while it runs.
    pub incremental_session_output: bool,
    /// Several file operations can run at once.
    pub concurrent_sync_operations: bool,
    /// A running command can be written to and read from at once.
    pub duplex_command_stream: bool,
    /// A websocket can be opened from outside to a port inside.
    pub runner_websocket_ingress: bool,
    /// A person can be let into a sandbox to set it up, by these means.
    pub interactive_setup: Vec<ConnectionType>,
    /// That person can work in it through a terminal that the provider opens.
    pub setup_terminal: bool,
    /// A sandbox can be captured as a template, of this kind and bound so.
    pub template: Option<TemplateBinding>,
    /// Templates can be removed.
    pub template_delete: bool,
    /// An agent's program can log in through a terminal.
    pub login_terminal: bool,
}

/// How a person gets into a setup sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionType {
    /// By an SSH command.
    Ssh,
    /// By a terminal in the browser.
    BrowserTerminal,
}

impl ConnectionType {
    /// Returns the wire's word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ssh => "ssh",
            Self::BrowserTerminal => "browser_terminal",
        }
    }
}

/// What a captured template is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateKind {
    /// A snapshot of a sandbox.
    Snapshot,
    /// A container image.
    Image,
    /// Something of the provider's own.
    ProviderTemplate,
}

impl TemplateKind {
    /// Returns the wire's word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Image => "image",
            Self::ProviderTemplate => "provider_template",
        }
    }
}

/// How a template takes its place in an environment's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateBinding {
    /// What a template is.
    pub kind: TemplateKind,
    /// The setting that takes the template's reference.
    pub field: &'static str,
    /// The settings that are taken away when it does.
    pub unsets: &'static [&'static str],
    /// The settings that say where the template is: with another value it is not there.
    pub identity_fields: &'static [&'static str],
}

/// One setting of a provider.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfigField {
    /// Its key.
    pub key: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub hint: &'static str,
    /// The kind of value.
    pub kind: ConfigFieldKind,
    /// What holds if it is absent.
    pub default: Option<ConfigDefault>,
    /// Whether nothing works without it.
    pub is_required: bool,
    /// Whether it holds a secret (the form's `secret-ref`).
    pub is_secret: bool,
}

/// The kind of value that a setting takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ConfigFieldKind {
    /// A line of text.
    Text,
    /// An address.
    Url,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A whole number between these, both included.
    Integer {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// A number above zero; one of these, if there are any.
    PositiveNumber {
        /// What a form offers.
        choices: &'static [f64],
    },
    /// Yes or no.
    Flag,
}

/// What holds if a setting is absent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ConfigDefault {
    /// A text.
    Text(&'static str),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
}
