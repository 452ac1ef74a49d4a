//! People: signing up and in, where they are signed in, and what is known of them.

mod admins;
mod attempts;
mod keys;
mod members;
mod passwords;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use wireclip_domain::caller::{Actor, BoardCaller, BoardProof};
use wireclip_domain::patch::Field;
use wireclip_domain::person::{EmailAddress, PasswordRefused, check_password};
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{RowId, SessionId, UserId};
use wireclip_ports::random;
use wireclip_store::people::{self, InstanceRole, User, UserSession};
use wireclip_store::{PageLimit, StoreError};

use crate::authentication::hash_of_key;
use crate::change::{Change, Committed};
use crate::core::Core;
use crate::error::{Refusal, RefusalKind, ServiceError, ServiceResult};
use crate::request::Request;

pub use admins::{CompanyAccess, Listed, WhoAmI};
pub use keys::{FreshBoardKey, NewBoardKey};
pub(crate) use members::seat_owner;
pub use members::{GrantWish, MemberPatch, MemberRights, MemberView, rights_of};

/// Actions on people.
#[derive(Debug, Clone)]
pub struct People {
    core: Arc<Core>,
}

/// Where a request came from.
#[derive(Debug, Clone, Default)]
pub struct Client {
    /// The address, if it is known.
    pub address: Option<IpAddr>,
    /// What the program calls itself.
    pub user_agent: Option<String>,
}

/// Somebody who signs up.
#[derive(Debug)]
pub struct NewPerson {
    /// What they are called.
    pub name: String,
    /// Where mail reaches them.
    pub email: EmailAddress,
    /// With what they sign in.
    pub password: SecretString,
}

/// Somebody who is signed in now.
#[derive(Debug)]
pub struct SignedIn {
    /// The person.
    pub user: User,
    token: SecretString,
}

impl SignedIn {
    /// Returns the session's token, to be answered once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        self.token.expose_secret()
    }
}

/// How long somebody stays signed in, and how long who does not want to be remembered.
pub const REMEMBERED: Duration = Duration::from_secs(7 * 24 * 3600);
const FOR_NOW: Duration = Duration::from_secs(24 * 3600);
const LONGEST_USER_AGENT: usize = 300;

/// The role of whoever claims an instance: one row can have this id, so that there is one first.
const FIRST_ROLE: &str = "00000000-0000-4000-8000-000000000001";
const INSTANCE_ADMIN: &str = "instance_admin";

impl People {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Makes an account, and signs its person in.
    ///
    /// # Errors
    /// `Invalid` for a password that is not taken; `Unprocessable` if the address is taken;
    /// `TooMany` from where too many came.
    pub async fn sign_up(&self, new: NewPerson, client: &Client) -> ServiceResult<Committed<SignedIn>> {
        check_password(new.password.expose_secret()).map_err(|refused| {
            let code = match refused {
                PasswordRefused::TooShort => "PASSWORD_TOO_SHORT",
                PasswordRefused::TooLong => "PASSWORD_TOO_LONG",
            };
            ServiceError::from(Refusal::new(RefusalKind::Invalid, refused.to_string()).with_code(code))
        })?;
        let from = format!("sign-up:{}", attempts::place(client.address));
        attempts::count(&self.core, &[(from, attempts::SIGN_UPS)]).await?;
        let password_hash = passwords::hash(new.password).await?;
        let id = UserId::new(random::name::<16>());
        let change = self.core.begin_as(acting(&id)).await?;
        let user = User {
            id,
            email: new.email.as_str().to_owned(),
            name: new.name,
            image: None,
            password_hash,
            created_at: change.now(),
            updated_at: change.now(),
        };
        if !people::insert_if_address_is_free(&change.conn(), &user).await? {
            return Err(Refusal::new(RefusalKind::Unprocessable, "User already exists. Use another email.")
                .with_code("USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL")
                .into());
        }
        let token = start_session(&change, &user, REMEMBERED, client).await?;
        change.commit(SignedIn { user, token }).await
    }

    /// Signs somebody in.
    ///
    /// # Errors
    /// `Unauthenticated` if the address and the password do not belong together; `TooMany` for who
    /// has guessed too often.
    pub async fn sign_in(
        &self,
        email: &EmailAddress,
        password: SecretString,
        is_remembered: bool,
        client: &Client,
    ) -> ServiceResult<Committed<SignedIn>> {
        let place = attempts::place(client.address);
        let of_place = format!("sign-in:{place}");
        let of_person = format!("password:{place}:{}", email.as_str());
        let buckets = [(of_place, attempts::SIGN_INS), (of_person, attempts::PASSWORDS)];
        attempts::count(&self.core, &buckets).await?;
        let found = people::by_address(&self.core.store.read(), email.as_str()).await?;
        let stored = found.as_ref().map(|user| user.password_hash.clone());
        let is_right = passwords::verify(password, stored).await?;
        let Some(user) = found.filter(|_| is_right) else {
            return Err(Refusal::new(RefusalKind::Unauthenticated, "Invalid email or password")
                .with_code("INVALID_EMAIL_OR_PASSWORD")
                .into());
        };
        let change = self.core.begin_as(acting(&user.id)).await?;
        for (bucket, _) in &buckets {
            attempts::uncount(&change.conn(), bucket).await?;
        }
        people::remove_ended_sessions(&change.conn(), &user.id, change.now()).await?;
        let lifetime = if is_remembered { REMEMBERED } else { FOR_NOW };
        let token = start_session(&change, &user, lifetime, client).await?;
        change.commit(SignedIn { user, token }).await
    }

    /// Ends the session with this token, if there is one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sign_out(&self, token: &SecretString) -> ServiceResult<()> {
        let now = self.core.clock.now();
        let session = people::find_session(&self.core.store.read(), &hash_of_key(token), now).await?;
        let Some(session) = session else { return Ok(()) };
        let change = self.core.begin_as(acting(&session.user_id)).await?;
        people::end_session(&change.conn(), &session.user_id, session.id).await?;
        change.commit(()).await?.into_inner();
        Ok(())
    }

    /// Lists where the caller is signed in, newest first.
    ///
    /// # Errors
    /// `Unauthenticated` if the caller is no person.
    pub async fn sessions(&self, request: &Request) -> ServiceResult<Vec<UserSession>> {
        let (person, now) = (person(request)?, self.core.clock.now());
        Ok(people::sessions(&self.core.store.read(), &person.user_id, now, PageLimit::MAX).await?)
    }

    /// Ends a session of the caller's.
    ///
    /// # Errors
    /// `NotFound` if it is none of theirs.
    pub async fn end_session(&self, request: &Request, id: SessionId) -> ServiceResult<Committed<()>> {
        let user_id = person(request)?.user_id.clone();
        let change = self.core.begin(request).await?;
        if !people::end_session(&change.conn(), &user_id, id).await? {
            return Err(ServiceError::not_found("Session not found"));
        }
        change.commit(()).await
    }

    /// Returns what is known of the caller.
    ///
    /// # Errors
    /// `Unauthenticated` if the caller is no person.
    pub async fn profile(&self, request: &Request) -> ServiceResult<User> {
        let person = person(request)?;
        let found = people::get(&self.core.store.read(), &person.user_id).await?;
        Ok(found.unwrap_or_else(|| self.nobody_in_particular(person)))
    }

    /// Changes what is known of the caller.
    ///
    /// # Errors
    /// `Conflict` for the implicit person of local mode, of whom nothing is stored.
    pub async fn update_profile(
        &self,
        request: &Request,
        name: String,
        image: Field<String>,
    ) -> ServiceResult<Committed<User>> {
        let user_id = person(request)?.user_id.clone();
        let change = self.core.begin(request).await?;
        let before = people::get(&change.conn(), &user_id).await?;
        let before = before.ok_or_else(|| {
            ServiceError::conflict("There is no account to change: in local mode nobody signs in")
        })?;
        let mut after = User { name, updated_at: change.now(), ..before.clone() };
        match image {
            Field::Keep => {}
            Field::Clear => after.image = None,
            Field::Set(image) => after.image = Some(image),
        }
        people::update(&change.conn(), &before, &after).await?;
        change.commit(after).await
    }

    /// Returns whether somebody looks after the instance.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn is_claimed(&self) -> ServiceResult<bool> {
        Ok(people::count_roles(&self.core.store.read()).await? > 0)
    }

    /// Has the caller look after an instance that nobody looks after.
    ///
    /// # Errors
    /// `Unauthenticated` unless the caller is signed in; `Conflict` if somebody else was earlier.
    pub async fn claim_instance(&self, request: &Request) -> ServiceResult<Committed<UserId>> {
        let user_id = match person(request) {
            Ok(BoardCaller { user_id, proof: BoardProof::Session(_), .. }) => user_id.clone(),
            _ => {
                let message = "Sign in from a browser session before claiming first admin";
                return Err(Refusal::new(RefusalKind::Unauthenticated, message).into());
            }
        };
        let taken = || ServiceError::conflict("Someone else has already claimed this instance");
        let change = self.core.begin(request).await?;
        if people::count_roles(&change.conn()).await? > 0 {
            return Err(taken());
        }
        let id = FIRST_ROLE.parse().map_err(|error| ServiceError::internal("name the first role", error))?;
        match people::insert_role(&change.conn(), &role(id, &user_id, &change)).await {
            Ok(()) => change.commit(user_id).await,
            Err(StoreError::Duplicate(_)) => Err(taken()),
            Err(error) => Err(error.into()),
        }
    }

    /// The implicit person of local mode, as clients know them.
    fn nobody_in_particular(&self, person: &BoardCaller) -> User {
        let now = self.core.clock.now();
        User {
            id: person.user_id.clone(),
            email: "local@paperclip.local".to_owned(),
            name: "Board".to_owned(),
            image: None,
            password_hash: String::new(),
            created_at: now,
            updated_at: now,
        }
    }
}

/// Returns the person who asks.
pub(super) fn person(request: &Request) -> ServiceResult<&BoardCaller> {
    request
        .caller
        .as_board()
        .ok_or_else(|| Refusal::new(RefusalKind::Unauthenticated, "Board authentication required").into())
}

fn role(id: RowId, user_id: &UserId, change: &Change<'_>) -> InstanceRole {
    InstanceRole {
        id,
        user_id: user_id.clone(),
        role: INSTANCE_ADMIN.to_owned(),
        created_at: change.now(),
        updated_at: change.now(),
    }
}

fn acting(user_id: &UserId) -> Actor {
    Actor {
        kind: ActorType::User,
        id: user_id.as_str().to_owned(),
        agent_id: None,
        run_id: None,
        named_run: None,
        responsible_user_id: Some(user_id.clone()),
    }
}

async fn start_session(
    change: &Change<'_>,
    user: &User,
    lifetime: Duration,
    client: &Client,
) -> ServiceResult<SecretString> {
    let token = random::token::<32>();
    let user_agent = client.user_agent.as_ref();
    let session = UserSession {
        id: SessionId::random(),
        user_id: user.id.clone(),
        token_hash: hash_of_key(&token),
        user_agent: user_agent.map(|agent| agent.chars().take(LONGEST_USER_AGENT).collect()),
        expires_at: change.now().plus(lifetime),
        created_at: change.now(),
    };
    people::insert_session(&change.conn(), &session).await?;
    Ok(token)
}
