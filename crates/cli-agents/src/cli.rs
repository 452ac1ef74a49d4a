//! The programs: how each is called, in one form for all.

use crate::command::Part::{self, Always, Config, Extra, Flag, Number, Prompt, Resume, Text};

/// A format in which a program tells what it does, with the habits that come with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// Claude Code.
    Claude,
    /// Codex.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// `OpenCode`.
    OpenCode,
    /// Pi.
    Pi,
    /// Kimi Code.
    Kimi,
    /// Hermes Agent.
    Hermes,
    /// Whatever speaks the Agent Client Protocol.
    Acp,
    /// The gateway of `OpenClaw`.
    OpenclawGateway,
}

impl Engine {
    /// Returns whether it has no format: what it prints is what the agent says.
    pub(crate) const fn speaks_plainly(self) -> bool {
        matches!(self, Self::Hermes)
    }
}

/// How a prompt reaches a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptPath {
    /// On standard input; of any length, and seen by nobody.
    Stdin,
    /// As an argument: limited in length, and seen in the list of processes.
    Argument,
}

/// A program.
pub struct Cli {
    /// What it speaks.
    pub engine: Engine,
    /// Its name where the settings name no other.
    pub program: &'static str,
    /// The setting that names another.
    pub program_key: &'static str,
    /// How it gets its prompt.
    pub prompt: PromptPath,
    /// What it needs in its environment to work unattended; an agent's own variables win.
    pub environment: &'static [(&'static str, &'static str)],
    /// Whose models it uses; nothing if the model's name begins with that.
    pub provider: Option<&'static str>,
    /// The variables with which use is billed, and not part of a plan.
    pub key_variables: &'static [&'static str],
    pub(crate) parts: &'static [Part],
}

/// What Claude Code may do without asking where it refuses to skip the questions: as root.
const CLAUDE_TOOLS: &str =
    "Bash Edit Glob Grep LS MultiEdit NotebookEdit Read Skill Task TodoWrite WebFetch WebSearch Write";

/// The programs that we know how to call.
pub const CLIS: &[Cli] = &[
    Cli {
        engine: Engine::Claude,
        program: "claude",
        program_key: "command",
        prompt: PromptPath::Stdin,
        environment: &[("DISABLE_AUTOUPDATER", "1")],
        provider: Some("anthropic"),
        key_variables: &["ANTHROPIC_API_KEY"],
        parts: &[
            Always(&["--print", "--output-format", "stream-json", "--verbose"]),
            Resume(&["--resume"]),
            Flag {
                key: "dangerouslySkipPermissions",
                default: true,
                on: &["--dangerously-skip-permissions"],
                on_for_root: Some(&["--allowedTools", CLAUDE_TOOLS]),
                off: &[],
            },
            Flag { key: "chrome", default: false, on: &["--chrome"], on_for_root: None, off: &[] },
            Text { key: "model", flag: "--model", but_not: "" },
            Text { key: "effort", flag: "--effort", but_not: "" },
            Number { key: "maxTurnsPerRun", flag: "--max-turns" },
            Extra,
        ],
    },
    Cli {
        engine: Engine::Codex,
        program: "codex",
        program_key: "command",
        prompt: PromptPath::Stdin,
        environment: &[],
        provider: Some("openai"),
        key_variables: &["OPENAI_API_KEY", "CODEX_API_KEY"],
        parts: &[
            Flag { key: "search", default: false, on: &["--search"], on_for_root: None, off: &[] },
            // Workspaces are not always Git repositories, and the program would refuse to start.
            Always(&["exec", "--json", "--skip-git-repo-check"]),
            Flag {
                key: "dangerouslyBypassApprovalsAndSandbox",
                default: false,
                on: &["--dangerously-bypass-approvals-and-sandbox"],
                on_for_root: None,
                off: &[
                    "-c",
                    "sandbox_mode=\"workspace-write\"",
                    "-c",
                    "sandbox_workspace_write.network_access=true",
                ],
            },
            Text { key: "model", flag: "--model", but_not: "" },
            Config { key: "modelReasoningEffort", name: "model_reasoning_effort" },
            Flag {
                key: "fastMode",
                default: false,
                on: &["-c", "service_tier=\"fast\"", "-c", "features.fast_mode=true"],
                on_for_root: None,
                off: &[],
            },
            Extra,
            Resume(&["resume"]),
            Always(&["-"]),
        ],
    },
    Cli {
        engine: Engine::Gemini,
        program: "gemini",
        program_key: "command",
        prompt: PromptPath::Stdin,
        environment: &[("GEMINI_CLI_TRUST_WORKSPACE", "true"), ("NO_BROWSER", "1")],
        provider: Some("google"),
        key_variables: &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
        parts: &[
            Always(&["--output-format", "stream-json"]),
            Resume(&["--resume"]),
            Text { key: "model", flag: "--model", but_not: "auto" },
            Always(&["--approval-mode", "yolo"]),
            Flag {
                key: "sandbox",
                default: false,
                on: &["--sandbox"],
                on_for_root: None,
                off: &["--sandbox=none"],
            },
            Extra,
        ],
    },
    Cli {
        engine: Engine::OpenCode,
        program: "opencode",
        program_key: "command",
        prompt: PromptPath::Stdin,
        environment: &[("OPENCODE_DISABLE_PROJECT_CONFIG", "true")],
        provider: None,
        key_variables: &[],
        parts: &[
            Always(&["run", "--format", "json"]),
            Resume(&["--session"]),
            Text { key: "model", flag: "--model", but_not: "" },
            Text { key: "variant", flag: "--variant", but_not: "" },
            Extra,
        ],
    },
    Cli {
        engine: Engine::Kimi,
        program: "kimi",
        program_key: "command",
        prompt: PromptPath::Argument,
        environment: &[("CI", "1"), ("NO_COLOR", "1"), ("KIMI_CODE_NO_AUTO_UPDATE", "1"), ("TERM", "dumb")],
        provider: Some("moonshot"),
        key_variables: &["KIMI_MODEL_API_KEY"],
        parts: &[
            Always(&["--output-format", "stream-json"]),
            Resume(&["-r"]),
            Text { key: "model", flag: "-m", but_not: "" },
            Extra,
            Prompt(&["-p"]),
        ],
    },
    Cli {
        engine: Engine::Hermes,
        program: "hermes",
        program_key: "hermesCommand",
        prompt: PromptPath::Argument,
        environment: &[],
        provider: None,
        key_variables: &[],
        parts: &[
            Always(&["chat"]),
            Prompt(&["-q"]),
            Always(&["-Q"]),
            Text { key: "model", flag: "-m", but_not: "auto" },
            Text { key: "provider", flag: "--provider", but_not: "auto" },
            Text { key: "toolsets", flag: "-t", but_not: "" },
            Number { key: "maxTurnsPerRun", flag: "--max-turns" },
            Always(&["--source", "tool", "--yolo"]),
            Resume(&["--resume"]),
            Extra,
        ],
    },
];
