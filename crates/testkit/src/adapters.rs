//! Adapters without programs behind them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::cost::{BillingType, ModelUse, Tokens, Usage};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{AgentId, OpaqueJson};
use wireclip_ports::adapter::{
    Adapter, AdapterResult, AdapterSet, AgentSession, DEFAULT_GRACE, Launch, PrepareError, RunOrder,
    SettingProblem, Verdict,
};
use wireclip_ports::adapter_catalog::{EnvironmentCheck, TestPlace};
use wireclip_ports::host::Ending;

/// Adapters that run whatever agent as a program that does not exist; made for
/// [`FakeHosts`](crate::FakeHosts), which need none.
#[derive(Debug, Clone, Default)]
pub struct FakeAdapters {
    agents: Arc<Mutex<HashMap<AgentId, Behaviour>>>,
}

/// What an agent's adapter does instead of its work.
#[derive(Debug, Clone)]
enum Behaviour {
    Refuse(PrepareError),
    PanicBefore,
    PanicAfter,
    Limit(Duration),
    Resume,
}

impl FakeAdapters {
    /// An agent's runs cannot be prepared.
    pub fn refuses(&self, agent_id: AgentId, error: PrepareError) {
        self.set(agent_id, Behaviour::Refuse(error));
    }

    /// An agent's adapter panics before its program is started.
    pub fn panics_before(&self, agent_id: AgentId) {
        self.set(agent_id, Behaviour::PanicBefore);
    }

    /// An agent's adapter panics when its program has ended.
    pub fn panics_after(&self, agent_id: AgentId) {
        self.set(agent_id, Behaviour::PanicAfter);
    }

    /// An agent's runs may take only so long.
    pub fn limits(&self, agent_id: AgentId, limit: Duration) {
        self.set(agent_id, Behaviour::Limit(limit));
    }

    /// An agent goes on where it stopped, and what it fails at may work later.
    pub fn resumes(&self, agent_id: AgentId) {
        self.set(agent_id, Behaviour::Resume);
    }

    fn set(&self, agent_id: AgentId, behaviour: Behaviour) {
        self.agents.lock().unwrap_or_else(PoisonError::into_inner).insert(agent_id, behaviour);
    }

    fn of(&self, agent_id: AgentId) -> Option<Behaviour> {
        self.agents.lock().unwrap_or_else(PoisonError::into_inner).get(&agent_id).cloned()
    }
}

impl AdapterSet for FakeAdapters {
    fn adapter(&self, _: AdapterType) -> Result<Arc<dyn Adapter>, PrepareError> {
        Ok(Arc::new(self.clone()))
    }
}

#[async_trait]
impl Adapter for FakeAdapters {
    fn adapter_type(&self) -> AdapterType {
        AdapterType::Process
    }

    fn problems(&self, _: &OpaqueJson) -> Vec<SettingProblem> {
        Vec::new()
    }

    fn grace(&self, _: &OpaqueJson) -> Duration {
        DEFAULT_GRACE
    }

    /// Whose settings they are decides here, and they do not say that.
    fn time_limit(&self, _: &OpaqueJson) -> Option<Duration> {
        None
    }

    async fn try_settings(&self, _: &OpaqueJson, _: &TestPlace) -> Vec<EnvironmentCheck> {
        Vec::new()
    }

    fn prepare(&self, order: &RunOrder) -> Result<Launch, PrepareError> {
        let time_limit = match self.of(order.agent_id) {
            Some(Behaviour::Refuse(error)) => return Err(error),
            Some(Behaviour::PanicBefore) => panic_quietly("the adapter panics before the start"),
            Some(Behaviour::Limit(limit)) => Some(limit),
            Some(Behaviour::PanicAfter | Behaviour::Resume) | None => None,
        };
        Ok(Launch {
            program: "/bin/fake".to_owned(),
            arguments: vec!["--as".to_owned(), "scripted".to_owned()],
            working_directory: order.workspace.clone(),
            environment: BTreeMap::from([
                ("PAPERCLIP_RUN_ID".to_owned(), order.run_id.to_string().into()),
                ("PAPERCLIP_API_KEY".to_owned(), order.run_token.clone()),
            ]),
            shown_environment: vec!["PAPERCLIP_RUN_ID".to_owned()],
            stdin: Vec::new(),
            time_limit,
            grace: DEFAULT_GRACE,
            secrets: vec![order.run_token.clone()],
            notes: Vec::new(),
        })
    }

    /// Such a program tells what it used as `used 7 cents`.
    fn meter(&self, line: &str) -> Vec<Usage> {
        let cents = line.strip_prefix("used ").and_then(|rest| rest.strip_suffix(" cents"));
        let Some(cents) = cents.and_then(|cents| cents.parse().ok()) else { return Vec::new() };
        vec![Usage {
            of: ModelUse {
                provider: "fake".to_owned(),
                biller: "fake".to_owned(),
                billing_type: BillingType::MeteredApi,
                model: "scripted".to_owned(),
            },
            tokens: Tokens { output: 1, ..Tokens::default() },
            cost: Some(MicroDollars::from_cents(cents)),
        }]
    }

    fn conclude(&self, order: &RunOrder, ending: &Ending) -> AdapterResult {
        let behaviour = self.of(order.agent_id);
        if let Some(Behaviour::PanicAfter) = behaviour {
            panic_quietly("the adapter panics after the end");
        }
        let is_transient = matches!(behaviour, Some(Behaviour::Resume));
        let exit_code = ending.exit.as_ref().and_then(|exit| exit.exit_code);
        let failed = |message: String, code| Verdict::Failed { message, code, is_transient };
        let verdict = match (&ending.exit, exit_code) {
            (None, _) => failed("the program's end was not seen".to_owned(), RunErrorCode::ProcessLost),
            (Some(_), Some(0)) => Verdict::Succeeded,
            (Some(_), Some(code)) => {
                failed(format!("Process exited with code {code}"), RunErrorCode::AdapterFailed)
            }
            (Some(_), None) => {
                failed("the program was ended by a signal".to_owned(), RunErrorCode::AdapterFailed)
            }
        };
        AdapterResult {
            verdict,
            is_reported: false,
            result: OpaqueJson::object(),
            usage: None,
            // Of the whole run, what was told while it went on included.
            used: ending.stdout_tail.lines().flat_map(|line| self.meter(line)).collect(),
            session: is_transient.then(|| AgentSession {
                parameters: OpaqueJson::object(),
                display_id: Some("where it stopped".to_owned()),
            }),
        }
    }
}

/// Panics as an adapter with a fault would, without the report of a panic that nobody expects:
/// many worlds have one, and finding the names of a backtrace takes seconds.
pub(crate) fn panic_quietly(why: &'static str) -> ! {
    std::panic::resume_unwind(Box::new(why))
}
