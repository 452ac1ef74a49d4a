//! Looking after the people of an instance: who administers it, and who gets into which company.

use std::collections::BTreeSet;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::BoardProof;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::membership::{CompanyRole, MemberStatus, PrincipalType};
use wireclip_domain::{CompanyId, MembershipId, OpaqueJson, RowId, UserId};
use wireclip_store::companies;
use wireclip_store::company_members::{self, CompanyMember};
use wireclip_store::counters::{self, Within};
use wireclip_store::people::{self, InstanceRole, User};
use wireclip_store::{Conn, PageLimit, Scope};

use super::members::grant_role;
use super::{INSTANCE_ADMIN, People, person, role};
use crate::change::{ActivityRecord, Change, Committed};
use crate::error::{ServiceError, ServiceResult};
use crate::request::Request;

/// Somebody in the list of people.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The person.
    pub user: User,
    /// Whether they look after the instance.
    pub is_instance_admin: bool,
    /// To how many companies they belong.
    pub companies: u64,
}

/// To which companies somebody belongs, or did.
#[derive(Debug, Clone)]
pub struct CompanyAccess {
    /// The person.
    pub user: User,
    /// Whether they look after the instance.
    pub is_instance_admin: bool,
    /// Their memberships, with the companies' names and states.
    pub memberships: Vec<(CompanyMember, String, CompanyStatus)>,
}

/// Who a caller is.
#[derive(Debug, Clone)]
pub struct WhoAmI {
    /// The person.
    pub user: User,
    /// Whether they look after the instance.
    pub is_instance_admin: bool,
    /// Where they take part.
    pub memberships: Vec<CompanyMember>,
    /// How they proved it.
    pub proof: BoardProof,
}

impl People {
    /// Says who the caller is.
    ///
    /// # Errors
    /// `Unauthenticated` if the caller is no person.
    pub async fn who_am_i(&self, request: &Request) -> ServiceResult<WhoAmI> {
        let person = person(request)?;
        let mut memberships = memberships(&self.core.store.read(), &person.user_id).await?;
        memberships.retain(|member| member.status == MemberStatus::Active);
        Ok(WhoAmI {
            user: self.profile(request).await?,
            is_instance_admin: person.is_instance_admin,
            memberships,
            proof: person.proof,
        })
    }

    /// Finds people by a text in their names or addresses.
    ///
    /// # Errors
    /// `Forbidden` for who does not look after the instance.
    pub async fn find(&self, request: &Request, text: &str) -> ServiceResult<Vec<Listed>> {
        require_admin(request)?;
        let conn = self.core.store.read();
        let mut found = people::find(&conn, text, PageLimit::MAX).await?;
        let me = person(request)?;
        if me.proof == BoardProof::Local {
            // Nothing is stored of the implicit person of local mode.
            found.push(self.nobody_in_particular(me));
        }
        let admins = people::roles(&conn, PageLimit::MAX).await?;
        let mut listed = Vec::with_capacity(found.len());
        for user in found {
            let is_local = user.id == me.user_id && me.proof == BoardProof::Local;
            let active = memberships(&conn, &user.id).await?;
            let active = active.iter().filter(|member| member.status == MemberStatus::Active).count();
            listed.push(Listed {
                is_instance_admin: is_local || admins.iter().any(|admin| admin.user_id == user.id),
                companies: u64::try_from(active).unwrap_or(u64::MAX),
                user,
            });
        }
        Ok(listed)
    }

    /// Has somebody look after the instance; they may do so already.
    ///
    /// # Errors
    /// `NotFound` if there is no such person.
    pub async fn promote(&self, request: &Request, id: &UserId) -> ServiceResult<Committed<InstanceRole>> {
        require_admin(request)?;
        let change = self.core.begin(request).await?;
        existing(&change.conn(), id).await?;
        if let Some(known) = people::role_of(&change.conn(), id).await? {
            return change.commit(known).await;
        }
        let made = role(RowId::random(), id, &change);
        people::insert_role(&change.conn(), &made).await?;
        change.commit(made).await
    }

    /// Has somebody look after the instance no more.
    ///
    /// # Errors
    /// `NotFound` if they do not; `Conflict` if nobody else does.
    pub async fn demote(&self, request: &Request, id: &UserId) -> ServiceResult<Committed<InstanceRole>> {
        require_admin(request)?;
        let change = self.core.begin(request).await?;
        let known = people::role_of(&change.conn(), id).await?;
        let known = known.ok_or_else(|| ServiceError::not_found("Instance admin role not found"))?;
        people::delete_role(&change.conn(), &known).await?;
        if people::count_roles(&change.conn()).await? == 0 {
            return Err(ServiceError::conflict("The last instance admin cannot be demoted"));
        }
        change.commit(known).await
    }

    /// Says to which companies somebody belongs.
    ///
    /// # Errors
    /// `NotFound` if there is no such person.
    pub async fn company_access(&self, request: &Request, id: &UserId) -> ServiceResult<CompanyAccess> {
        require_admin(request)?;
        access_of(&self.core.store.read(), id).await
    }

    /// Has somebody belong to these companies, and to no others.
    ///
    /// # Errors
    /// `Conflict` for companies that they own or administer, or if they look after the instance.
    pub async fn set_company_access(
        &self,
        request: &Request,
        id: &UserId,
        wished: BTreeSet<CompanyId>,
    ) -> ServiceResult<Committed<CompanyAccess>> {
        require_admin(request)?;
        let mut change = self.core.begin(request).await?;
        existing(&change.conn(), id).await?;
        let is_admin = people::role_of(&change.conn(), id).await?.is_some();
        let known = memberships(&change.conn(), id).await?;
        // Companies in one order everywhere: each is locked from here on.
        let all: BTreeSet<_> = known.iter().map(|member| member.company_id).chain(wished.clone()).collect();
        for company_id in all {
            let company = companies::get(&change.conn(), &Scope::everything(), company_id).await?;
            company.ok_or_else(|| ServiceError::not_found("Company not found"))?;
            counters::lock(&change.conn(), Within::Company(company_id)).await?;
            let before =
                company_members::find(&change.conn(), company_id, PrincipalType::User, id.as_str()).await?;
            set_access(&mut change, company_id, id, before, wished.contains(&company_id), is_admin).await?;
        }
        let access = access_of(&change.conn(), id).await?;
        change.commit(access).await
    }
}

async fn set_access(
    change: &mut Change<'_>,
    company_id: CompanyId,
    user_id: &UserId,
    before: Option<CompanyMember>,
    is_wished: bool,
    is_admin: bool,
) -> ServiceResult<()> {
    let after = match &before {
        None => CompanyMember {
            id: MembershipId::random(),
            company_id,
            principal_type: PrincipalType::User,
            principal_id: user_id.as_str().to_owned(),
            status: MemberStatus::Active,
            membership_role: CompanyRole::Operator,
            created_at: change.now(),
            updated_at: change.now(),
        },
        Some(before) if (before.status == MemberStatus::Active) == is_wished => return Ok(()),
        Some(_) if !is_wished && is_admin => {
            return Err(ServiceError::conflict("Instance admins cannot be removed from company access"));
        }
        Some(before) if !is_wished && before.membership_role.may_manage() => {
            return Err(ServiceError::conflict("Owners and admins cannot be removed from company access"));
        }
        Some(before) => {
            let status = if is_wished { MemberStatus::Active } else { MemberStatus::Archived };
            CompanyMember { status, updated_at: change.now(), ..before.clone() }
        }
    };
    match before {
        None => {
            company_members::insert(&change.conn(), &after).await?;
            grant_role(change, &after).await?;
        }
        Some(before) => company_members::update(&change.conn(), &before, &after).await?,
    }
    let mut details = OpaqueJson::object();
    details.set("status", &after.status);
    details.set("membershipRole", &after.membership_role);
    let (kind, action) = (EntityType::CompanyMembership, Action::CompanyMemberAccessUpdated);
    change.record(company_id, ActivityRecord::about(kind, after.id, action, details));
    Ok(())
}

async fn access_of(conn: &Conn<'_>, id: &UserId) -> ServiceResult<CompanyAccess> {
    let user = existing(conn, id).await?;
    let is_instance_admin = people::role_of(conn, id).await?.is_some_and(|role| role.role == INSTANCE_ADMIN);
    let mut named = Vec::new();
    for member in memberships(conn, id).await? {
        if let Some(company) = companies::get(conn, &Scope::everything(), member.company_id).await? {
            named.push((member, company.name, company.status));
        }
    }
    Ok(CompanyAccess { user, is_instance_admin, memberships: named })
}

async fn existing(conn: &Conn<'_>, id: &UserId) -> ServiceResult<User> {
    people::get(conn, id).await?.ok_or_else(|| ServiceError::not_found("User not found"))
}

async fn memberships(conn: &Conn<'_>, id: &UserId) -> ServiceResult<Vec<CompanyMember>> {
    Ok(company_members::of_principal(conn, PrincipalType::User, id.as_str(), PageLimit::MAX).await?)
}

fn require_admin(request: &Request) -> ServiceResult<()> {
    if request.caller.is_instance_admin() {
        return Ok(());
    }
    Err(ServiceError::forbidden("Instance admin required"))
}
