//! The settings as a form shows them, and what the provider can do.

use wireclip_ports::sandbox::{
    Capabilities, ConfigDefault, ConfigField, ConfigFieldKind, ConnectionType, ProviderDescription,
    TemplateBinding, TemplateKind,
};

use super::super::DRIVER;

/// A whole number's bounds, and what holds without it.
#[derive(Debug, Clone, Copy)]
pub(super) struct IntegerRule {
    pub(super) min: i64,
    pub(super) max: i64,
    pub(super) default: i64,
}

/// A day.
const LONGEST_MS: i64 = 86_400_000;

pub(super) const LANGUAGES: &[&str] = &["python", "typescript", "javascript"];
pub(super) const TIMEOUT_MS: IntegerRule = IntegerRule { min: 1, max: LONGEST_MS, default: 300_000 };
pub(super) const LIVENESS_TIMEOUT_MS: IntegerRule =
    IntegerRule { min: i64::MIN, max: LONGEST_MS, default: 30_000 };
pub(super) const AUTO_STOP: IntegerRule = IntegerRule { min: 0, max: MINUTES, default: 15 };
pub(super) const AUTO_ARCHIVE: IntegerRule = IntegerRule { min: 0, max: MINUTES, default: 60 };
pub(super) const AUTO_DELETE: IntegerRule = IntegerRule { min: -1, max: MINUTES, default: 10_080 };

/// Ten years.
const MINUTES: i64 = 5_256_000;

/// How a captured snapshot takes its place in the settings.
fn template_binding() -> TemplateBinding {
    TemplateBinding {
        kind: TemplateKind::Snapshot,
        field: "snapshot",
        unsets: &["image"],
        identity_fields: &["apiUrl"],
    }
}

/// Says what the provider is.
pub(in crate::daytona) fn description() -> ProviderDescription {
    ProviderDescription {
        key: DRIVER,
        display_name: "Daytona",
        description: "Runs agents in sandboxes of Daytona, hosted or your own installation. Sandboxes can \
                      be kept between runs.",
        capabilities: capabilities(),
        config: fields(),
    }
}

fn capabilities() -> Capabilities {
    Capabilities {
        saved_probe: true,
        unsaved_probe: true,
        run_execution: true,
        reusable_leases: true,
        native_sync_in: true,
        native_sync_out: true,
        persistent_process_sessions: true,
        independent_control_commands: true,
        incremental_session_output: true,
        concurrent_sync_operations: true,
        duplex_command_stream: true,
        runner_websocket_ingress: false,
        interactive_setup: vec![ConnectionType::Ssh],
        setup_terminal: true,
        template: Some(template_binding()),
        template_delete: true,
        login_terminal: true,
    }
}

fn field(key: &'static str, label: &'static str, hint: &'static str, kind: ConfigFieldKind) -> ConfigField {
    ConfigField { key, label, hint, kind, default: None, is_required: false, is_secret: false }
}

fn whole(key: &'static str, label: &'static str, hint: &'static str, rule: IntegerRule) -> ConfigField {
    #[expect(clippy::cast_precision_loss, reason = "the defaults are small")]
    let default = Some(ConfigDefault::Number(rule.default as f64));
    let kind = ConfigFieldKind::Integer { min: rule.min, max: rule.max };
    ConfigField { default, ..field(key, label, hint, kind) }
}

fn resource(
    key: &'static str,
    label: &'static str,
    hint: &'static str,
    choices: &'static [f64],
) -> ConfigField {
    field(key, label, hint, ConfigFieldKind::PositiveNumber { choices })
}

fn fields() -> Vec<ConfigField> {
    use ConfigFieldKind::{Choice, Flag, Text, Url};
    vec![
        ConfigField {
            is_secret: true,
            ..field(
                "apiKey",
                "API key",
                "From Daytona's dashboard. The server's DAYTONA_API_KEY if left out.",
                Text,
            )
        },
        field("apiUrl", "API address", "Of your own installation; the hosted service if left out.", Url),
        field("target", "Region", "Where sandboxes are made.", Text),
        field("snapshot", "Snapshot", "What sandboxes start from. Excludes an image.", Text),
        field("image", "Image", "A container image to start from, such as daytonaio/sandbox:0.8.0.", Text),
        field("language", "Language", "What the sandbox's own code runner speaks.", Choice(LANGUAGES)),
        resource("cpu", "CPU", "Cores. Needs an image.", &[]),
        resource("memory", "Memory", "GiB. Needs an image.", &[1.0, 2.0, 4.0, 8.0]),
        resource("disk", "Disk", "GiB. Needs an image.", &[]),
        resource("gpu", "GPU", "Units. Needs an image.", &[]),
        whole("timeoutMs", "Time limit", "Of a call or command, in milliseconds.", TIMEOUT_MS),
        whole(
            "livenessTimeoutMs",
            "Liveness limit",
            "For looking at a sandbox and bringing it up before use, in milliseconds; 0 for none.",
            LIVENESS_TIMEOUT_MS,
        ),
        whole("autoStopInterval", "Stop when idle", "Minutes; 0 for never.", AUTO_STOP),
        whole(
            "autoArchiveInterval",
            "Archive when stopped",
            "Minutes; 0 for as late as possible.",
            AUTO_ARCHIVE,
        ),
        whole(
            "autoDeleteInterval",
            "Remove when stopped",
            "Minutes; -1 for never, 0 for at once.",
            AUTO_DELETE,
        ),
        ConfigField {
            default: Some(ConfigDefault::Flag(false)),
            ..field(
                "reuseLease",
                "Keep between runs",
                "Stops the sandbox after a run, and resumes it for the next.",
                Flag,
            )
        },
    ]
}
