//! Proving that a person calls, and reading what they may.

use secrecy::SecretString;
use wireclip_domain::UserId;
use wireclip_domain::caller::{BoardCaller, BoardProof, BoardReach};
use wireclip_domain::membership::{MemberStatus, PrincipalType, Seat};
use wireclip_store::company_members::{self, CompanyMember};
use wireclip_store::{Conn, PageLimit, member_grants, people};

use super::{Authentication, NOTE_USE_EVERY, hash_of_key};
use crate::error::ServiceResult;

impl Authentication {
    /// A person who has lost a company since has to come again, to be asked anew what they may.
    pub(super) async fn person_still_holds(&self, before: &BoardCaller) -> ServiceResult<bool> {
        let (conn, now) = (self.core.store.read(), self.core.clock.now());
        let is_proven = match before.proof {
            BoardProof::Local => return Ok(true),
            BoardProof::Session(id) => people::session(&conn, id, now).await?.is_some(),
            BoardProof::Key(id) => people::valid_key(&conn, &before.user_id, id, now).await?.is_some(),
        };
        if !is_proven {
            return Ok(false);
        }
        let now = person_of(&conn, before.user_id.clone(), before.proof).await?;
        Ok(now.reach == before.reach)
    }

    pub(super) async fn prove_by_session(&self, token: &SecretString) -> ServiceResult<Option<BoardCaller>> {
        let (conn, now) = (self.core.store.read(), self.core.clock.now());
        let session = people::find_session(&conn, &hash_of_key(token), now).await?;
        let Some(session) = session else { return Ok(None) };
        person_of(&conn, session.user_id, BoardProof::Session(session.id)).await.map(Some)
    }

    pub(super) async fn prove_by_board_key(
        &self,
        token: &SecretString,
    ) -> ServiceResult<Option<BoardCaller>> {
        let (conn, now) = (self.core.store.read(), self.core.clock.now());
        let Some(key) = people::find_valid_key(&conn, &hash_of_key(token), now).await? else {
            return Ok(None);
        };
        if key.last_used_at.is_none_or(|last| now.since(last) >= NOTE_USE_EVERY) {
            let noted = async {
                let transaction = self.core.store.begin_write().await?;
                people::note_use_of_key(&transaction.conn(), key.id, now).await?;
                transaction.commit().await
            };
            if let Err(error) = noted.await {
                // The caller is proven all the same.
                tracing::warn!(error = &error as &dyn std::error::Error, "did not note the use of a key");
            }
        }
        person_of(&conn, key.user_id, BoardProof::Key(key.id)).await.map(Some)
    }
}

/// Returns a proven person with what they may now: what was taken back since counts no more.
async fn person_of(conn: &Conn<'_>, user_id: UserId, proof: BoardProof) -> ServiceResult<BoardCaller> {
    let is_instance_admin = people::role_of(conn, &user_id).await?.is_some();
    let (kind, id) = (PrincipalType::User, user_id.as_str());
    let members = company_members::of_principal(conn, kind, id, PageLimit::MAX).await?;
    let grants = member_grants::of_principal(conn, kind, id, PageLimit::MAX).await?;
    let seat = |member: CompanyMember| Seat {
        company_id: member.company_id,
        role: member.membership_role,
        permissions: grants
            .iter()
            // What is given for a part only is not given for the whole.
            .filter(|grant| grant.company_id == member.company_id && grant.scope.is_none())
            .map(|grant| grant.permission_key)
            .collect(),
    };
    let active = members.into_iter().filter(|member| member.status == MemberStatus::Active);
    let reach = BoardReach::Companies(active.map(seat).collect());
    Ok(BoardCaller { user_id, reach, is_instance_admin, proof })
}
