//! A world in which a test says what happens.

use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, CompanyId, IssueId, RunId};
use wireclip_testkit::Script;

use crate::acts::{self, Act};
use crate::play::Play;
use crate::rest;
use crate::steps::{EngineStep, all_take, carry_all};
use crate::telling::Story;

/// One company, and everything at hand to tell a story in it.
pub(crate) struct Scene {
    pub(crate) play: Play,
    pub(crate) company_id: CompanyId,
}

impl Scene {
    pub(crate) async fn new() -> Self {
        let mut play = Play::new(1, Story::default()).await;
        acts::do_it(&mut play, acts::new_company(), None).await.expect("the rules hold");
        let company_id = *play.now.companies.keys().next().expect("the company");
        Self { play, company_id }
    }

    pub(crate) async fn agent(&mut self) -> AgentId {
        let known: Vec<_> = self.play.now.agents.keys().copied().collect();
        let act = acts::new_agent(&mut self.play, self.company_id);
        self.does(act).await;
        let agent_id = *self.play.now.agents.keys().find(|id| !known.contains(id)).expect("the agent");
        self.play.nodes[0].machine.hosts.script(agent_id, Script::new().hangs());
        agent_id
    }

    pub(crate) async fn issue(&mut self, body: serde_json::Value) -> IssueId {
        self.does(acts::new_issue(self.company_id, body)).await;
        self.play.now.issues.values().max_by_key(|issue| issue.number).expect("the issue").id
    }

    pub(crate) async fn does(&mut self, act: Act) {
        acts::do_it(&mut self.play, act, None).await.expect("the rules hold");
    }

    pub(crate) async fn agent_does(&mut self, run_id: RunId, act: Act) {
        let act = acts::as_agent(&mut self.play, run_id, act).await.expect("a token").expect("the run runs");
        self.does(act).await;
    }

    /// The engine does what it can do now.
    pub(crate) async fn the_engine_works(&mut self) {
        let play = &mut self.play;
        all_take(play, EngineStep::Reconcile("nodes")).await.expect("the rules hold");
        all_take(play, EngineStep::Reconcile("adopt")).await.expect("the rules hold");
        all_take(play, EngineStep::Claim).await.expect("the rules hold");
        all_take(play, EngineStep::DeliverStops).await.expect("the rules hold");
        carry_all(play).await.expect("the rules hold");
    }

    pub(crate) fn running(&self) -> RunId {
        self.play.now.runs.values().find(|run| run.status == RunStatus::Running).expect("a run").id
    }

    pub(crate) async fn the_program_ends(&mut self) {
        self.play.nodes[0].machine.hosts.finish(self.running(), 0);
        carry_all(&mut self.play).await.expect("the rules hold");
    }

    /// Everybody finishes, and the rules of a world at rest hold.
    pub(crate) async fn comes_to_rest(&mut self) {
        rest::come_to_rest(&mut self.play).await.expect("the rules hold");
    }
}
