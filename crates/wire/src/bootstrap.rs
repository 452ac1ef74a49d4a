//! What the pages of a company need before they show anything. Each part is what its own address
//! answers, so that it stands for that answer.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::UserId;
use wireclip_domain::policy::Right;

use crate::adapters::Adapter;
use crate::agents::Agent;
use crate::companies::{Company, CompanyMembers};
use crate::goals::Goal;
use crate::health::Health;
use crate::inbox::SidebarBadges;
use crate::labels::Label;
use crate::memberships::ResourceMemberships;
use crate::projects::ListedProject;
use crate::runs::NamedRun;
use crate::sidebar::SidebarPreferences;

/// What the pages of a company need before they show anything.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UiBootstrap {
    /// The number of an event behind which the live feed goes on (`?after=`): nothing up to it is
    /// missing in the rest.
    pub seq: i64,
    /// How the server is: `/health`.
    pub health: Health,
    /// The person who asks.
    pub user_id: UserId,
    /// What they may do in the company.
    #[schema(inline)]
    pub allowed: Vec<Right>,
    /// The company.
    pub company: Company,
    /// Those among which they can choose: `/companies`.
    pub companies: Vec<Company>,
    /// In which order they see them: `/sidebar-preferences/me`.
    pub company_order: SidebarPreferences,
    /// In which order they see projects: `/companies/{companyId}/sidebar-preferences/me`.
    pub sidebar_preferences: SidebarPreferences,
    /// What asks for them: `…/sidebar-badges`.
    pub badges: SidebarBadges,
    /// Their relations to projects and agents: `…/resource-memberships/me`.
    pub memberships: ResourceMemberships,
    /// Who belongs to the company: `…/members`.
    pub members: CompanyMembers,
    /// Its agents: `…/agents`.
    pub agents: Vec<Agent>,
    /// Its projects: `…/projects`.
    pub projects: Vec<ListedProject>,
    /// Its goals: `…/goals`.
    pub goals: Vec<Goal>,
    /// Its labels: `…/labels`.
    pub labels: Vec<Label>,
    /// Its queued and running runs: `…/live-runs`.
    pub live_runs: Vec<NamedRun>,
    /// The adapter types of this server: `/adapters`.
    pub adapters: Vec<Adapter>,
}
