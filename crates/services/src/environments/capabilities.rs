//! What can be done where: which agents work in which kind of place, and what each provider of
//! sandboxes can do.

use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;
use wireclip_ports::sandbox::{
    Capabilities as ProviderCapabilities, ConfigDefault, ConfigField, ConfigFieldKind, ConnectionType,
    ProviderDescription, TemplateBinding,
};

use super::Environments;

/// What can be done where.
#[derive(Debug, Clone)]
pub struct Capabilities {
    /// For each type of adapter.
    pub adapters: Vec<AdapterSupport>,
    /// The providers of sandboxes.
    pub providers: Vec<ProviderSupport>,
}

/// Where agents of a type work.
#[derive(Debug, Clone, Copy)]
pub struct AdapterSupport {
    /// The type.
    pub adapter_type: AdapterType,
    /// Whether they work on other machines and in sandboxes.
    pub can_run_elsewhere: bool,
}

/// What a provider of sandboxes can do.
#[derive(Debug, Clone)]
pub struct ProviderSupport {
    /// The key by which environments name it.
    pub key: &'static str,
    /// Its name for people.
    pub display_name: &'static str,
    /// What it is.
    pub description: &'static str,
    /// A saved environment can be tried out.
    pub saved_probe: bool,
    /// Settings can be tried out before they are saved.
    pub unsaved_probe: bool,
    /// Runs can execute there.
    pub run_execution: bool,
    /// A place can be kept between runs.
    pub reusable_leases: bool,
    /// By what means a person gets into a sandbox to set it up; none if nobody does.
    pub interactive_setup: Vec<ConnectionType>,
    /// How a template of a sandbox takes its place in the settings, if there are templates.
    pub template: Option<TemplateBinding>,
    /// Templates can be removed.
    pub template_delete: bool,
    /// The settings, as a JSON Schema.
    pub config_schema: OpaqueJson,
}

impl Environments {
    /// Says what can be done where. Asks nobody.
    #[must_use]
    pub fn capabilities(&self) -> Capabilities {
        let adapters = self.core.adapters.all().iter().map(|facts| AdapterSupport {
            adapter_type: facts.adapter_type,
            can_run_elsewhere: facts.can_run_elsewhere,
        });
        let providers = self.core.sandboxes.describe_all().into_iter().map(support);
        Capabilities { adapters: adapters.collect(), providers: providers.collect() }
    }
}

fn support(description: ProviderDescription) -> ProviderSupport {
    let ProviderDescription { key, display_name, description, capabilities, config } = description;
    let ProviderCapabilities {
        saved_probe,
        unsaved_probe,
        run_execution,
        reusable_leases,
        interactive_setup,
        template,
        template_delete,
        // No action leads there yet, so that nobody is told of it.
        login_terminal: _,
        // How runs are served is the server's business.
        native_sync_in: _,
        native_sync_out: _,
        persistent_process_sessions: _,
        independent_control_commands: _,
        incremental_session_output: _,
        concurrent_sync_operations: _,
        duplex_command_stream: _,
        setup_terminal: _,
        runner_websocket_ingress: _,
    } = capabilities;
    ProviderSupport {
        key,
        display_name,
        description,
        saved_probe,
        unsaved_probe,
        run_execution,
        reusable_leases,
        interactive_setup,
        template,
        template_delete,
        config_schema: schema(&config),
    }
}

/// Writes a provider's settings as the JSON Schema of which forms are drawn.
fn schema(config: &[ConfigField]) -> OpaqueJson {
    let mut properties = OpaqueJson::object();
    for field in config {
        properties.set(field.key, &property(field));
    }
    let required: Vec<&str> =
        config.iter().filter(|field| field.is_required).map(|field| field.key).collect();
    let mut schema = OpaqueJson::object();
    schema.set("type", &"object");
    schema.set("properties", &properties);
    schema.set("required", &required);
    schema
}

fn property(field: &ConfigField) -> OpaqueJson {
    let mut property = OpaqueJson::object();
    property.set("title", &field.label);
    property.set("description", &field.hint);
    let kind = match field.kind {
        ConfigFieldKind::Text => "string",
        ConfigFieldKind::Url => {
            property.set("format", &"uri");
            "string"
        }
        ConfigFieldKind::Choice(words) => {
            property.set("enum", &words);
            "string"
        }
        ConfigFieldKind::Integer { min, max } => {
            property.set("minimum", &min);
            property.set("maximum", &max);
            "integer"
        }
        ConfigFieldKind::PositiveNumber { choices } => {
            if choices.is_empty() {
                property.set("exclusiveMinimum", &0);
            } else {
                property.set("enum", &choices);
            }
            "number"
        }
        ConfigFieldKind::Flag => "boolean",
    };
    property.set("type", &kind);
    if field.is_secret {
        property.set("format", &"secret-ref");
    }
    match field.default {
        Some(ConfigDefault::Text(text)) => property.set("default", &text),
        Some(ConfigDefault::Number(number)) => property.set("default", &number),
        Some(ConfigDefault::Flag(flag)) => property.set("default", &flag),
        None => {}
    }
    property
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_knows_what_is_secret_and_what_is_needed() {
        let field = ConfigField {
            key: "apiKey",
            label: "API key",
            hint: "The key.",
            kind: ConfigFieldKind::Text,
            default: None,
            is_required: true,
            is_secret: true,
        };
        let schema = schema(&[field]);
        let property = schema.get("properties").and_then(|all| all.get("apiKey")).unwrap();
        assert_eq!((property.text("type"), property.text("format")), (Some("string"), Some("secret-ref")));
        assert_eq!(schema.get("required"), Some(OpaqueJson::of(&["apiKey"])));
    }
}
