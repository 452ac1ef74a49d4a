//! An agent: a configured worker with a role and an adapter.

pub mod name;
pub mod permissions;
pub mod reporting;
pub mod settings;
pub mod standing;

use crate::words;

words! {
    /// What an agent is hired as.
    pub enum AgentRole("agent role") {
        Ceo = "ceo",
        Cto = "cto",
        Cmo = "cmo",
        Cfo = "cfo",
        Security = "security",
        Engineer = "engineer",
        Designer = "designer",
        Pm = "pm",
        Qa = "qa",
        Devops = "devops",
        Researcher = "researcher",
        General = "general",
    }
}

words! {
    /// What is stored of an agent's standing. Whether it *runs* or is in *error* is derived:
    /// from its runs and from its last outcome.
    pub enum AgentState("agent state") {
        Active = "active",
        Paused = "paused",
        PendingApproval = "pending_approval",
        Terminated = "terminated",
    }
}

impl AgentState {
    /// Returns whether what is queued for the agent is kept, and starts when it stands otherwise.
    #[must_use]
    pub const fn keeps_its_queue(self) -> bool {
        matches!(self, Self::Paused | Self::PendingApproval)
    }
}

words! {
    /// An agent's standing as clients see it.
    pub enum AgentStatus("agent status") {
        Active = "active",
        Paused = "paused",
        Idle = "idle",
        Running = "running",
        Error = "error",
        PendingApproval = "pending_approval",
        Terminated = "terminated",
    }
}

words! {
    /// The code that runs an agent.
    pub enum AdapterType("adapter type") {
        Process = "process",
        Http = "http",
        ClaudeLocal = "claude_local",
        CodexLocal = "codex_local",
        PaperclipRunner = "paperclip_runner",
        CursorCloud = "cursor_cloud",
        GeminiLocal = "gemini_local",
        GrokLocal = "grok_local",
        HermesGateway = "hermes_gateway",
        HermesLocal = "hermes_local",
        KimiLocal = "kimi_local",
        OpencodeLocal = "opencode_local",
        PiLocal = "pi_local",
        Cursor = "cursor",
        OpenclawGateway = "openclaw_gateway",
    }
}

words! {
    /// What made a stored change of an agent's configuration.
    pub enum RevisionSource("revision source") {
        Patch = "patch",
        Rollback = "rollback",
    }
}

words! {
    /// How much a finding of an environment test matters.
    pub enum CheckLevel("check level") {
        Info = "info",
        Warn = "warn",
        Error = "error",
    }
}

words! {
    /// What an environment test found, all in all.
    pub enum TestStatus("test status") {
        Pass = "pass",
        Warn = "warn",
        Fail = "fail",
    }
}
