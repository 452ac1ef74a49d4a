//! What clients may know of every adapter type, as a table.

use wireclip_domain::agent::AdapterType;
use wireclip_ports::adapter_catalog::{
    AdapterCapabilities, AdapterFacts, AdapterModel, FormField, FormOption, FormValue,
};

/// Facts of every adapter type, in the order of the wire.
pub const ADAPTERS: &[AdapterFacts] = &[
    AdapterFacts { can_run: true, ..facts_of(AdapterType::Process, "process", TOKEN_ONLY) },
    AdapterFacts { can_run: true, ..facts_of(AdapterType::Http, "http", NOTHING) },
    AdapterFacts {
        can_run: true,
        models: CLAUDE_MODELS,
        form: Some(ENGINE_FORM),
        ..facts_of(AdapterType::ClaudeLocal, "Claude Code", ACP)
    },
    AdapterFacts {
        can_run: true,
        form: Some(ENGINE_FORM),
        default_settings: &[("dangerouslyBypassApprovalsAndSandbox", FormValue::Flag(true))],
        ..facts_of(AdapterType::CodexLocal, "Codex", ACP)
    },
    facts_of(
        AdapterType::PaperclipRunner,
        "Paperclip Runner",
        AdapterCapabilities { supports_local_agent_jwt: false, ..LOCAL },
    ),
    facts_of(
        AdapterType::CursorCloud,
        "Cursor Cloud",
        AdapterCapabilities { supports_instructions_bundle: true, ..NOTHING },
    ),
    AdapterFacts {
        can_run: true,
        form: Some(ENGINE_FORM),
        default_settings: AUTO_MODEL,
        ..facts_of(
            AdapterType::GeminiLocal,
            "Gemini CLI",
            AdapterCapabilities { requires_materialized_runtime_skills: true, ..ACP },
        )
    },
    facts_of(AdapterType::GrokLocal, "Grok Build", MATERIALIZED),
    facts_of(AdapterType::HermesGateway, "Hermes Gateway", NOTHING),
    AdapterFacts { can_run: true, ..facts_of(AdapterType::HermesLocal, "Hermes Agent", MATERIALIZED) },
    AdapterFacts {
        can_run: true,
        form: Some(ENGINE_FORM),
        ..facts_of(AdapterType::KimiLocal, "Kimi Code CLI", ACP)
    },
    AdapterFacts { can_run: true, ..facts_of(AdapterType::OpencodeLocal, "OpenCode", MATERIALIZED) },
    facts_of(AdapterType::PiLocal, "Pi", MATERIALIZED),
    AdapterFacts { default_settings: AUTO_MODEL, ..facts_of(AdapterType::Cursor, "Cursor", MATERIALIZED) },
    facts_of(AdapterType::OpenclawGateway, "OpenClaw Gateway", NOTHING),
];

/// Returns the facts of one type.
pub(crate) fn facts(adapter_type: AdapterType) -> &'static AdapterFacts {
    ADAPTERS.iter().find(|facts| facts.adapter_type == adapter_type).expect("the table has every type")
}

const NOTHING: AdapterCapabilities = AdapterCapabilities {
    supports_instructions_bundle: false,
    supports_skills: false,
    supports_local_agent_jwt: false,
    requires_materialized_runtime_skills: false,
    supports_acp: false,
};
const TOKEN_ONLY: AdapterCapabilities = AdapterCapabilities { supports_local_agent_jwt: true, ..NOTHING };
const LOCAL: AdapterCapabilities =
    AdapterCapabilities { supports_instructions_bundle: true, supports_skills: true, ..TOKEN_ONLY };
const ACP: AdapterCapabilities = AdapterCapabilities { supports_acp: true, ..LOCAL };
/// Their skills are links or copies in a folder that the program reads by itself.
const MATERIALIZED: AdapterCapabilities =
    AdapterCapabilities { requires_materialized_runtime_skills: true, ..LOCAL };

const AUTO_MODEL: &[(&str, FormValue)] = &[("model", FormValue::Text("auto"))];

const CLAUDE_MODELS: &[AdapterModel] = &[
    AdapterModel { id: "claude-opus-4-8", label: "Claude Opus 4.8" },
    AdapterModel { id: "claude-sonnet-4-5", label: "Claude Sonnet 4.5" },
];

/// The form of adapters whose program can be driven in two ways.
const ENGINE_FORM: &[FormField] = &[FormField {
    key: "engine",
    label: "Engine",
    input: "select",
    default: FormValue::Text("auto"),
    hint: "How the program is driven.",
    options: &[
        FormOption { value: "auto", label: "Automatic" },
        FormOption { value: "acp", label: "Agent Client Protocol" },
        FormOption { value: "cli", label: "Command line" },
    ],
}];

const fn facts_of(
    adapter_type: AdapterType,
    label: &'static str,
    capabilities: AdapterCapabilities,
) -> AdapterFacts {
    AdapterFacts {
        adapter_type,
        label,
        can_run: false,
        // Programs with a command line and files of their own can be started on another machine;
        // what is someone else's service, or a person's own command, is not moved.
        can_run_elsewhere: capabilities.supports_skills && capabilities.supports_local_agent_jwt,
        capabilities,
        models: &[],
        form: None,
        default_settings: &[],
    }
}

#[cfg(test)]
mod tests {
    use wireclip_domain::OpaqueJson;

    use super::*;

    #[test]
    fn defaults_yield_to_what_was_sent() {
        let codex = facts(AdapterType::CodexLocal);
        let key = "dangerouslyBypassApprovalsAndSandbox";
        assert_eq!(codex.with_defaults(&OpaqueJson::object()).get(key), Some(OpaqueJson::of(&true)));
        let mut careful = OpaqueJson::object();
        careful.set(key, &false);
        assert_eq!(codex.with_defaults(&careful).get(key), Some(OpaqueJson::of(&false)));
        assert_eq!(
            facts(AdapterType::Cursor).with_defaults(&OpaqueJson::object()).text("model"),
            Some("auto")
        );
        assert_eq!(facts(AdapterType::Process).with_defaults(&OpaqueJson::object()), OpaqueJson::object());
    }

    #[test]
    fn the_form_is_spelled_as_clients_know_it() {
        let field = OpaqueJson::of(&facts(AdapterType::ClaudeLocal).form.unwrap()[0]);
        assert_eq!(field.text("key"), Some("engine"));
        assert_eq!(field.text("type"), Some("select"));
        assert_eq!(field.text("default"), Some("auto"));
    }
}
