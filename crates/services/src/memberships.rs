//! People's relations to projects and agents: joined or left, starred or not.

use std::sync::Arc;

use wireclip_domain::activity::EntityType;
use wireclip_domain::membership::{Membership, MembershipState, MembershipWish, ResourceType, decide};
use wireclip_domain::{AgentId, MembershipId, OpaqueJson, ProjectId, RowId};
use wireclip_store::companies::Company;
use wireclip_store::resource_memberships::{self, ResourceMembership};
use wireclip_store::{PageLimit, Scope, agents, projects};

use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{Missing, OrMissing as _, ServiceResult};
use crate::inbox::person;
use crate::request::Scoped;

/// Actions on people's relations.
#[derive(Debug, Clone)]
pub struct Memberships {
    core: Arc<Core>,
}

/// A project or an agent of a company.
#[derive(Debug, Clone)]
pub struct Resource {
    /// The company.
    pub company: Company,
    /// Its kind.
    pub kind: ResourceType,
    /// Its id.
    pub id: RowId,
}

/// A person's relations in a company.
#[derive(Debug, Clone)]
pub struct OwnMemberships {
    /// All of them, the last changed first.
    pub all: Vec<ResourceMembership>,
    /// The projects that are put away: they show no star.
    pub archived_projects: Vec<ProjectId>,
}

impl Memberships {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds an agent of a company.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn load_agent(
        &self,
        company: &Scoped<Company>,
        id: AgentId,
    ) -> ServiceResult<Scoped<Resource>> {
        let agent = agents::get(&self.core.store.read(), &Scope::company(company.id), id).await?;
        let agent = agent.or_missing(Missing::Agent)?;
        let id = RowId::from_uuid(agent.id.as_uuid());
        Ok(company.with(Resource { company: (**company).clone(), kind: ResourceType::Agent, id }))
    }

    /// Finds a project of a company that is not put away.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn load_project(
        &self,
        company: &Scoped<Company>,
        id: ProjectId,
    ) -> ServiceResult<Scoped<Resource>> {
        let project = projects::get(&self.core.store.read(), &Scope::company(company.id), id).await?;
        let project = project.filter(|project| project.archived_at.is_none());
        let project = project.or_missing(Missing::Project)?;
        let id = RowId::from_uuid(project.id.as_uuid());
        Ok(company.with(Resource { company: (**company).clone(), kind: ResourceType::Project, id }))
    }

    /// Lists the caller's relations in a company.
    ///
    /// # Errors
    /// `Forbidden` if the caller is no person.
    pub async fn own(&self, company: &Scoped<Company>) -> ServiceResult<OwnMemberships> {
        let user_id = person(company.caller())?;
        let conn = self.core.store.read();
        Ok(OwnMemberships {
            all: resource_memberships::list(&conn, company.id, &user_id, PageLimit::MAX).await?,
            archived_projects: resource_memberships::archived_projects(&conn, company.id, PageLimit::MAX)
                .await?,
        })
    }

    /// Changes the caller's relation to a project or an agent.
    ///
    /// # Errors
    /// `Forbidden` if the caller is no person.
    pub async fn update(
        &self,
        resource: &Scoped<Resource>,
        wish: MembershipWish,
    ) -> ServiceResult<Committed<ResourceMembership>> {
        let user_id = person(resource.caller())?;
        let mut change = self.core.begin_in(resource.company.id, resource.request()).await?;
        let now = change.now();
        let key = (resource.kind, resource.id);
        let before = resource_memberships::find(&change.conn(), resource.company.id, &user_id, key).await?;
        let was = before
            .as_ref()
            .map(|before| Membership { state: before.state, is_starred: before.starred_at.is_some() });
        let (is, action) = decide(was, wish);
        let Some(action) = action else {
            let unchanged = before.expect("only a stored relation can stay as it is");
            return change.commit(unchanged).await;
        };
        let starred_at = before.as_ref().and_then(|before| before.starred_at).unwrap_or(now);
        let membership = ResourceMembership {
            id: before.as_ref().map_or_else(MembershipId::random, |before| before.id),
            company_id: resource.company.id,
            user_id,
            resource_type: resource.kind,
            resource_id: resource.id,
            state: is.state,
            starred_at: is.is_starred.then_some(starred_at),
            created_at: before.map_or(now, |before| before.created_at),
            updated_at: now,
        };
        resource_memberships::put(&change.conn(), &membership).await?;
        record(&mut change, action, &membership);
        change.commit(membership).await
    }
}

fn record(
    change: &mut Change<'_>,
    action: wireclip_domain::activity::Action,
    membership: &ResourceMembership,
) {
    let mut details = OpaqueJson::object();
    details.set("state", &membership.state);
    details.set("userId", &membership.user_id);
    details.set("starred", &membership.starred_at.is_some());
    details.set("starredAt", &membership.starred_at);
    details.set("resourceId", &membership.resource_id);
    details.set("resourceType", &membership.resource_type);
    // Wire: where the default comes from that people follow everything.
    details.set("policySource", &"oss_default");
    let entity_type = match membership.resource_type {
        ResourceType::Agent => EntityType::Agent,
        ResourceType::Project => EntityType::Project,
    };
    change.record(
        membership.company_id,
        ActivityRecord::about(entity_type, membership.resource_id, action, details),
    );
}

impl OwnMemberships {
    /// Returns the relations to things of a kind.
    pub fn of(&self, kind: ResourceType) -> impl Iterator<Item = &ResourceMembership> {
        self.all.iter().filter(move |membership| membership.resource_type == kind)
    }

    /// Returns the starred things of a kind, the last starred first; a project that is put away
    /// shows no star.
    #[must_use]
    pub fn starred(&self, kind: ResourceType) -> Vec<&ResourceMembership> {
        let is_shown = |membership: &&ResourceMembership| {
            membership.starred_at.is_some()
                && membership.state == MembershipState::Joined
                && !self.archived_projects.contains(&ProjectId::from_uuid(membership.resource_id.as_uuid()))
        };
        let mut starred: Vec<_> = self.of(kind).filter(is_shown).collect();
        starred.sort_by_key(|membership| std::cmp::Reverse(membership.starred_at));
        starred
    }
}
