//! What the pages of a company need before they show anything, read at once.

use std::sync::Arc;

use wireclip_domain::UserId;
use wireclip_domain::policy::{self, NamedBy, PolicyFacts, Right};
use wireclip_store::companies::Company;
use wireclip_store::company_members::CompanyMember;
use wireclip_store::goals::Goal;
use wireclip_store::labels::Label;
use wireclip_store::{PageLimit, counters};

use crate::adapters::{Adapters, OfferedAdapter};
use crate::agents::{AgentView, Agents};
use crate::companies::{Companies, CompanyView};
use crate::core::Core;
use crate::error::ServiceResult;
use crate::goals::Goals;
use crate::inbox::{Badges, Inbox, person};
use crate::labels::Labels;
use crate::memberships::{Memberships, OwnMemberships};
use crate::projects::{ListedProject, Projects};
use crate::request::Scoped;
use crate::runs::{NamedRun, Runs};
use crate::sidebar::{Order, Sidebar};

/// How many runs that go on are told.
const LIVE_RUNS: u32 = 50;

/// Reads what pages need first.
#[derive(Debug, Clone)]
pub struct Bootstraps {
    core: Arc<Core>,
}

/// What the pages of a company need before they show anything.
#[derive(Debug, Clone)]
pub struct Bootstrap {
    /// The number of an event behind which the live feed goes on: nothing up to it is missing in
    /// the rest.
    pub position: i64,
    /// The person who asks.
    pub user_id: UserId,
    /// What they may do in the company.
    pub allowed: Vec<Right>,
    /// The company.
    pub company: CompanyView,
    /// Those among which they can choose, the oldest first.
    pub companies: Vec<CompanyView>,
    /// In which order they see them.
    pub company_order: Order,
    /// In which order they see the company's projects.
    pub project_order: Order,
    /// What asks for them.
    pub badges: Badges,
    /// Their relations to projects and agents.
    pub memberships: OwnMemberships,
    /// Who belongs to the company.
    pub members: Vec<CompanyMember>,
    /// The company's agents.
    pub agents: Vec<AgentView>,
    /// Its projects without those that were archived.
    pub projects: Vec<ListedProject>,
    /// Its goals.
    pub goals: Vec<Goal>,
    /// Its labels.
    pub labels: Vec<Label>,
    /// Its queued and running runs, newest first.
    pub live_runs: Vec<NamedRun>,
    /// The adapter types of this server.
    pub adapters: Vec<OfferedAdapter>,
}

impl Bootstraps {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Reads what the pages of a company need before they show anything.
    ///
    /// # Errors
    /// `Forbidden` if the caller is no person.
    pub async fn read(&self, company: &Scoped<Company>) -> ServiceResult<Bootstrap> {
        // On the heap: its many questions at once make it too large to be part of every caller.
        Box::pin(self.read_all(company)).await
    }

    async fn read_all(&self, company: &Scoped<Company>) -> ServiceResult<Bootstrap> {
        let (core, request) = (&self.core, company.request());
        let user_id = person(&request.caller)?;
        // Read before all else: what happens meanwhile is heard again rather than missed.
        let counters = counters::get(&core.store.read(), company.id).await?;
        let area = || Arc::clone(core);
        let (companies, sidebar, inbox) = (Companies::new(area()), Sidebar::new(area()), Inbox::new(area()));
        let (memberships, agents) = (Memberships::new(area()), Agents::new(area()));
        let (projects, goals, labels) = (Projects::new(area()), Goals::new(area()), Labels::new(area()));
        let (runs, adapters) = (Runs::new(area()), Adapters::new(area()));
        let (own, all, members, company_order, project_order, badges, relations) = tokio::try_join!(
            companies.view(company),
            companies.list(request, true),
            companies.members(company),
            sidebar.companies(request),
            sidebar.projects(company),
            inbox.badges(company),
            memberships.own(company),
        )?;
        let (agents, projects, goals, labels, live_runs, adapters) = tokio::try_join!(
            agents.list(request, company.id),
            projects.list(company, false),
            goals.list(company),
            labels.list(company),
            runs.live(company, PageLimit::at_most(LIVE_RUNS), 0),
            adapters.list(),
        )?;
        let facts = PolicyFacts {
            company: Some(company.id),
            named_by: NamedBy::CompanyPath,
            target_agent: None,
            rights: None,
        };
        Ok(Bootstrap {
            position: counters.map_or(0, |counters| counters.events),
            user_id,
            allowed: policy::allowed(&request.caller, &facts),
            company: own,
            companies: all,
            company_order,
            project_order,
            badges,
            memberships: relations,
            members,
            agents,
            projects,
            goals,
            labels,
            live_runs,
            adapters,
        })
    }
}
