//! The members of a company: what each is, may, and was given.
//!
//! **Invariant:** nobody gives more than they have, or changes who stands above them.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::{BoardReach, Caller};
use wireclip_domain::membership::{CompanyRole, MemberStatus, PrincipalType, restand};
use wireclip_domain::policy::{Permission, PersonRule, Right, person_may};
use wireclip_domain::{CompanyId, MembershipId, OpaqueJson, RowId, UserId};
use wireclip_store::companies::Company;
use wireclip_store::company_members::{self, CompanyMember};
use wireclip_store::member_grants::{self, MemberGrant};
use wireclip_store::people::{self, User};
use wireclip_store::{Conn, PageLimit};

use super::People;
use crate::authority::{self, About};
use crate::change::{ActivityRecord, Change, Committed};
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::request::Scoped;

/// A member with what is known of them.
#[derive(Debug, Clone)]
pub struct MemberView {
    /// The membership.
    pub member: CompanyMember,
    /// The person; none where nothing is stored of them.
    pub user: Option<User>,
    /// What they were given.
    pub grants: Vec<MemberGrant>,
    /// Why they stay, if they must.
    pub stays: Option<&'static str>,
}

/// What a caller may do with a company's members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberRights {
    /// What the caller is in the company.
    pub role: Option<CompanyRole>,
    /// Whether they may change members.
    pub manage: bool,
    /// Whether they may invite people.
    pub invite: bool,
    /// Whether they may let in who asked.
    pub approve_joins: bool,
}

/// A change of a member. What is not named stays.
#[derive(Debug, Clone, Default)]
pub struct MemberPatch {
    /// As what they belong to the company.
    pub role: Option<CompanyRole>,
    /// Whether they take part.
    pub status: Option<MemberStatus>,
    /// What they are given, in the place of all before.
    pub grants: Option<Vec<GrantWish>>,
}

/// Something to be given.
#[derive(Debug, Clone)]
pub struct GrantWish {
    /// What.
    pub permission: Permission,
    /// How far it reaches.
    pub scope: Option<OpaqueJson>,
}

/// Says what a caller may do with a company's members.
#[must_use]
pub fn rights_of(caller: &Caller, company_id: CompanyId) -> MemberRights {
    let Some(person) = caller.as_board() else {
        return MemberRights { role: None, manage: false, invite: false, approve_joins: false };
    };
    let has = |permission| person_may(person, PersonRule::Permitted(permission), Some(company_id)).is_ok();
    let role = match person.reach {
        BoardReach::Instance => Some(CompanyRole::Owner),
        BoardReach::Companies(_) => person.seat(company_id).map(|seat| seat.role),
    };
    MemberRights {
        role,
        manage: has(Permission::UsersManagePermissions),
        invite: has(Permission::UsersInvite),
        approve_joins: has(Permission::JoinsApprove),
    }
}

impl People {
    /// Lists who belongs to a company, with what they were given.
    ///
    /// # Errors
    /// `Forbidden` for who may not manage them.
    pub async fn members(&self, company: &Scoped<Company>) -> ServiceResult<Vec<MemberView>> {
        let conn = self.core.store.read();
        require(&conn, company, Right::MemberRead).await?;
        let members = company_members::list(&conn, company.id, PageLimit::MAX).await?;
        let grants = member_grants::of_company(&conn, company.id, PageLimit::MAX).await?;
        let ids: Vec<_> = members.iter().map(|member| UserId::new(member.principal_id.clone())).collect();
        let users = people::many(&conn, &ids).await?;
        let owns = |member: &&CompanyMember| {
            (member.membership_role, member.status) == (CompanyRole::Owner, MemberStatus::Active)
        };
        let owners = members.iter().filter(owns).count();
        let me = company.caller().as_board().map(|person| person.user_id.clone());
        let view = |member: CompanyMember| MemberView {
            user: users.iter().find(|user| user.id.as_str() == member.principal_id).cloned(),
            grants: grants
                .iter()
                .filter(|grant| grant.principal_id == member.principal_id)
                .cloned()
                .collect(),
            stays: if me.as_ref().is_some_and(|me| me.as_str() == member.principal_id) {
                Some("You cannot remove yourself.")
            } else if owners == 1 && owns(&&member) {
                Some("The last owner cannot be removed.")
            } else {
                None
            },
            member,
        };
        Ok(members.into_iter().map(view).collect())
    }

    /// Changes what a member is, may or was given.
    ///
    /// # Errors
    /// `NotFound` if there is no such member; `Forbidden` for who would give more than they have,
    /// or step down themselves; `Conflict` for the last owner.
    pub async fn update_member(
        &self,
        company: &Scoped<Company>,
        id: MembershipId,
        patch: MemberPatch,
    ) -> ServiceResult<Committed<MemberView>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        require(&change.conn(), company, Right::MemberManage).await?;
        let before = company_members::get(&change.conn(), company.id, id).await?;
        let before = before.ok_or_else(|| ServiceError::not_found("Member not found"))?;
        let mut after = before.clone();
        after.membership_role = patch.role.unwrap_or(before.membership_role);
        after.status = patch.status.unwrap_or(before.status);
        let is_oneself = change.actor().user_id().is_some_and(|me| me.as_str() == before.principal_id);
        let others = company_members::count_other_owners(&change.conn(), company.id, before.id).await?;
        let standing = |member: &CompanyMember| (member.membership_role, member.status);
        let kept = grants_of(&change.conn(), &before).await?;
        let wished = patch.grants.as_deref().unwrap_or_default();
        require_no_more(company, &before, &after, &kept, wished)?;
        restand(standing(&before), standing(&after), is_oneself, others).or_refuse()?;
        if before != after {
            after.updated_at = change.now();
            company_members::update(&change.conn(), &before, &after).await?;
        }
        if let Some(wished) = &patch.grants {
            let grants: Vec<_> = wished
                .iter()
                .map(|wish| grant(&change, &after, wish.permission, wish.scope.clone()))
                .collect();
            replace(&change.conn(), &after, &grants).await?;
        }
        tell(&mut change, &after, &patch);
        let view = MemberView {
            user: people::get(&change.conn(), &UserId::new(after.principal_id.clone())).await?,
            grants: grants_of(&change.conn(), &after).await?,
            stays: None,
            member: after,
        };
        change.commit(view).await
    }
}

/// Gives a new member what their role brings.
pub(crate) async fn grant_role(change: &Change<'_>, member: &CompanyMember) -> ServiceResult<()> {
    let role = member.membership_role;
    let grants: Vec<_> = role.grants().iter().map(|key| grant(change, member, *key, None)).collect();
    replace(&change.conn(), member, &grants).await
}

fn grant(
    change: &Change<'_>,
    member: &CompanyMember,
    permission_key: Permission,
    scope: Option<OpaqueJson>,
) -> MemberGrant {
    MemberGrant {
        id: RowId::random(),
        company_id: member.company_id,
        principal_type: member.principal_type,
        principal_id: member.principal_id.clone(),
        permission_key,
        scope,
        granted_by_user_id: change.actor().user_id(),
        created_at: change.now(),
        updated_at: change.now(),
    }
}

async fn replace(conn: &Conn<'_>, member: &CompanyMember, grants: &[MemberGrant]) -> ServiceResult<()> {
    let (kind, id) = (member.principal_type, &member.principal_id);
    Ok(member_grants::replace(conn, member.company_id, kind, id, grants).await?)
}

async fn grants_of(conn: &Conn<'_>, member: &CompanyMember) -> ServiceResult<Vec<MemberGrant>> {
    let all: Vec<MemberGrant> =
        member_grants::of_principal(conn, member.principal_type, &member.principal_id, PageLimit::MAX)
            .await?;
    Ok(all.into_iter().filter(|grant| grant.company_id == member.company_id).collect())
}

async fn require(conn: &Conn<'_>, company: &Scoped<Company>, right: Right) -> ServiceResult<()> {
    let denied = |_| ServiceError::forbidden("Permission denied");
    authority::require(conn, company.caller(), right, About::company(company.id))
        .await
        .map_err(|error| if error.refusal().is_some() { denied(error) } else { error })
}

/// Refuses to give more than the giver has, or to change who stands above them.
fn require_no_more(
    company: &Scoped<Company>,
    before: &CompanyMember,
    after: &CompanyMember,
    kept: &[MemberGrant],
    wished: &[GrantWish],
) -> ServiceResult<()> {
    let Some(person) = company.caller().as_board() else { return Ok(()) };
    let Some(seat) = person.seat(company.id).filter(|_| !person.is_instance_admin) else { return Ok(()) };
    // In their order the roles are the higher the earlier they stand.
    let highest = before.membership_role.min(after.membership_role);
    if highest < seat.role && before != after || before.membership_role < seat.role {
        return Err(ServiceError::forbidden("Only who stands as high may change this member's role"));
    }
    let is_new = |wish: &&GrantWish| !kept.iter().any(|grant| grant.permission_key == wish.permission);
    match wished.iter().filter(is_new).find(|wish| !seat.permissions.contains(&wish.permission)) {
        None => Ok(()),
        Some(_) => Err(ServiceError::forbidden("Nobody gives a permission that they do not have")),
    }
}

fn tell(change: &mut Change<'_>, member: &CompanyMember, patch: &MemberPatch) {
    let mut details = OpaqueJson::object();
    let stood = patch.role.is_some() || patch.status.is_some();
    let mut record = |action, details: OpaqueJson| {
        let about = ActivityRecord::about(EntityType::CompanyMembership, member.id, action, details);
        change.record(member.company_id, about);
    };
    if stood {
        details.set("status", &member.status);
        details.set("membershipRole", &member.membership_role);
        record(Action::CompanyMemberUpdated, details);
    }
    if let Some(grants) = &patch.grants {
        let mut details = OpaqueJson::object();
        let keys: Vec<_> = grants.iter().map(|grant| grant.permission).collect();
        details.set("permissionKeys", &keys);
        record(Action::CompanyMemberPermissionsUpdated, details);
    }
}

/// Makes whoever founds a company its owner.
pub(crate) async fn seat_owner(change: &Change<'_>, company_id: CompanyId) -> ServiceResult<()> {
    let Some(owner) = change.actor().user_id() else { return Ok(()) };
    let member = CompanyMember {
        id: MembershipId::random(),
        company_id,
        principal_type: PrincipalType::User,
        principal_id: owner.as_str().to_owned(),
        status: MemberStatus::Active,
        membership_role: CompanyRole::Owner,
        created_at: change.now(),
        updated_at: change.now(),
    };
    company_members::insert(&change.conn(), &member).await?;
    grant_role(change, &member).await
}
