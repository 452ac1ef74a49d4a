//! How a comment may look, and what its structured facts are made of.

use crate::words;

words! {
    /// What a comment looks like.
    pub enum PresentationKind("presentation kind") {
        Message = "message",
        SystemNotice = "system_notice",
    }
}

words! {
    /// How a notice feels.
    pub enum PresentationTone("presentation tone") {
        Neutral = "neutral",
        Info = "info",
        Success = "success",
        Warning = "warning",
        Danger = "danger",
    }
}

words! {
    /// How much room a comment takes.
    pub enum PresentationDensity("presentation density") {
        Compact = "compact",
    }
}

words! {
    /// What a row of facts is.
    pub enum FactRow("fact row") {
        Text = "text",
        Code = "code",
        KeyValue = "key_value",
        IssueLink = "issue_link",
        AgentLink = "agent_link",
        RunLink = "run_link",
    }
}
