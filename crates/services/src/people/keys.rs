//! Keys with which people's scripts call. Each acts as its person, and opens what that person does
//! at the moment of the call: never more.

use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::BoardProof;
use wireclip_domain::patch::Field;
use wireclip_domain::{BoardKeyId, CompanyId, OpaqueJson, Timestamp};
use wireclip_ports::random;
use wireclip_store::PageLimit;
use wireclip_store::people::{self, BoardKey};

use super::{People, person};
use crate::authentication::{BOARD_KEY_PREFIX, hash_of_key};
use crate::change::{ActivityRecord, Committed};
use crate::error::{ServiceError, ServiceResult};
use crate::request::Request;

/// A key to make.
#[derive(Debug, Clone)]
pub struct NewBoardKey {
    /// What it is called.
    pub name: Option<String>,
    /// The company for which it is made; it opens the others of its person as well.
    pub company: Option<CompanyId>,
    /// Until when it opens something; a month if nothing is said.
    pub expires_at: Field<Timestamp>,
}

/// A key that was just made, with its token, which is never seen again.
#[derive(Debug)]
pub struct FreshBoardKey {
    /// What is kept of it.
    pub key: BoardKey,
    token: SecretString,
}

impl FreshBoardKey {
    /// Returns the token, to be answered once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        self.token.expose_secret()
    }
}

const LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
const DEFAULT_NAME: &str = "Board API key";

impl People {
    /// Lists the caller's keys, newest first.
    ///
    /// # Errors
    /// `Unauthenticated` if the caller is no person.
    pub async fn keys(&self, request: &Request, also_inactive: bool) -> ServiceResult<Vec<BoardKey>> {
        let valid_at = (!also_inactive).then(|| self.core.clock.now());
        let person = person(request)?;
        Ok(people::keys(&self.core.store.read(), &person.user_id, valid_at, PageLimit::MAX).await?)
    }

    /// Makes a key that acts as the caller.
    ///
    /// # Errors
    /// `Forbidden` if it is made for a company that is closed to them.
    pub async fn create_key(
        &self,
        request: &Request,
        new: NewBoardKey,
    ) -> ServiceResult<Committed<FreshBoardKey>> {
        let user_id = person(request)?.user_id.clone();
        if new.company.is_some_and(|company| !request.caller.reaches(company)) {
            return Err(ServiceError::forbidden("User does not have access to this company"));
        }
        let mut change = self.core.begin(request).await?;
        let token = SecretString::from(format!("{BOARD_KEY_PREFIX}{}", random::name::<24>()));
        let key = BoardKey {
            id: BoardKeyId::random(),
            user_id,
            name: new.name.unwrap_or_else(|| DEFAULT_NAME.to_owned()),
            key_hash: hash_of_key(&token),
            expires_at: match new.expires_at {
                Field::Keep => Some(change.now().plus(LIFETIME)),
                Field::Clear => None,
                Field::Set(moment) => Some(moment),
            },
            last_used_at: None,
            revoked_at: None,
            created_at: change.now(),
        };
        people::insert_key(&change.conn(), &key).await?;
        if let Some(company_id) = new.company {
            let mut details = OpaqueJson::object();
            details.set("boardApiKeyId", &key.id);
            details.set("name", &key.name);
            let record =
                ActivityRecord::about(EntityType::User, &key.user_id, Action::BoardKeyCreated, details);
            change.record(company_id, record);
        }
        change.commit(FreshBoardKey { key, token }).await
    }

    /// Makes a key of the caller's open nothing any more.
    ///
    /// # Errors
    /// `NotFound` if it is none of theirs, or opens nothing already.
    pub async fn revoke_key(
        &self,
        request: &Request,
        id: BoardKeyId,
    ) -> ServiceResult<Committed<BoardKeyId>> {
        let user_id = person(request)?.user_id.clone();
        let change = self.core.begin(request).await?;
        let key = people::valid_key(&change.conn(), &user_id, id, change.now()).await?;
        let key = key.ok_or_else(|| ServiceError::not_found("Board API key not found"))?;
        people::revoke_key(&change.conn(), key.id, change.now()).await?;
        change.commit(key.id).await
    }

    /// Makes the key with which the caller calls open nothing any more.
    ///
    /// # Errors
    /// `Invalid` if the caller calls without one.
    pub async fn revoke_own_key(&self, request: &Request) -> ServiceResult<Committed<BoardKeyId>> {
        match person(request)?.proof {
            BoardProof::Key(id) => self.revoke_key(request, id).await,
            BoardProof::Local | BoardProof::Session(_) => {
                Err(ServiceError::invalid("Current board API key context is required"))
            }
        }
    }
}
