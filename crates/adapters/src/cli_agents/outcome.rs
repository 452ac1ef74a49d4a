//! What a class of failure is on the wire, and what is done about it.

use wireclip_cli_agents::{Class, Conclusion, Engine};
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_ports::adapter::Verdict;

/// Returns the verdict over a run.
pub(super) fn verdict(engine: Engine, conclusion: &Conclusion, was_seen: bool) -> Verdict {
    if conclusion.class == Class::Ok {
        return Verdict::Succeeded;
    }
    let code = match code(engine, conclusion.class) {
        // Nobody saw the end, and the program did not tell it before.
        _ if !was_seen && !conclusion.is_reported => RunErrorCode::ProcessLost,
        code => code,
    };
    let message = conclusion.message.clone().unwrap_or_else(|| conclusion.class.as_str().to_owned());
    // The next run starts another session, and that may well work.
    let is_transient = code != RunErrorCode::ProcessLost
        && conclusion.class != Class::Quota
        && (conclusion.class.may_pass() || conclusion.class == Class::SessionGone);
    Verdict::Failed { message, code, is_transient }
}

fn code(engine: Engine, class: Class) -> RunErrorCode {
    match (class, engine) {
        (Class::Auth, Engine::Claude) => RunErrorCode::ClaudeAuthRequired,
        (Class::Auth, Engine::Gemini) => RunErrorCode::GeminiAuthRequired,
        (Class::Auth, Engine::Kimi) => RunErrorCode::KimiAuthRequired,
        (Class::Auth, _) => RunErrorCode::AuthRequired,
        (Class::Permission, _) => RunErrorCode::PermissionDenied,
        (Class::Billing, _) => RunErrorCode::BillingRequired,
        (Class::Quota, _) => RunErrorCode::ProviderQuota,
        (Class::RateLimit | Class::Overloaded | Class::ServerError | Class::Network, Engine::Claude) => {
            RunErrorCode::ClaudeTransientUpstream
        }
        (Class::RateLimit | Class::Overloaded | Class::ServerError | Class::Network, Engine::Codex) => {
            RunErrorCode::CodexTransientUpstream
        }
        (Class::ContextOverflow, _) => RunErrorCode::ContextOverflow,
        (Class::OutputLimit, _) => RunErrorCode::OutputLimit,
        (Class::ModelNotFound, _) => RunErrorCode::ModelNotFound,
        (Class::Refusal, Engine::Claude) => RunErrorCode::ClaudeRefusal,
        (Class::Refusal, _) => RunErrorCode::ModelRefusal,
        (Class::MaxTurns, _) => RunErrorCode::MaxTurnsExhausted,
        (Class::SessionGone, _) => RunErrorCode::SessionNotFound,
        (Class::Config, _) => RunErrorCode::ConfigurationIncomplete,
        (Class::Timeout, _) => RunErrorCode::Timeout,
        _ => RunErrorCode::AdapterFailed,
    }
}
