//! Making, binding, reading and removing secrets, for actions that work with them.

use secrecy::SecretString;
use wireclip_domain::secret::{
    SecretRef, SecretStatus, SecretTarget, SecretVersionStatus, Unreadable, VersionSelector,
};
use wireclip_domain::url_key::slug;
use wireclip_domain::{CompanyId, RowId, SecretId};
use wireclip_ports::sealing::SealedPlace;
use wireclip_store::company_secrets::{self, Secret, SecretBinding, SecretVersion};
use wireclip_store::{Conn, Scope};

use crate::change::Change;
use crate::core::Core;
use crate::error::{Refusal, RefusalKind, ServiceError, ServiceResult};

/// Where values are sealed that the server seals itself, in the wire's word.
pub const OWN_PROVIDER: &str = "local_encrypted";

/// A secret that is bound to a place of a thing's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The company that has the secret.
    pub(crate) company_id: CompanyId,
    /// The secret, and which of its values.
    pub(crate) reference: SecretRef,
    /// The place.
    pub(crate) config_path: String,
}

impl TryFrom<&SecretBinding> for Bound {
    type Error = ServiceError;

    fn try_from(binding: &SecretBinding) -> ServiceResult<Self> {
        let version = binding.version_selector.parse();
        let version =
            version.map_err(|error| ServiceError::internal("read the version of a secret", error))?;
        Ok(Self {
            company_id: binding.company_id,
            reference: SecretRef { secret_id: binding.secret_id, version },
            config_path: binding.config_path.clone(),
        })
    }
}

/// A secret to make.
#[derive(Debug)]
pub(crate) struct NewSecret<'s> {
    /// Its name, unique within the company.
    pub(crate) name: &'s str,
    /// The key by which it is called; made of the name if none is chosen.
    pub(crate) key: Option<&'s str>,
    /// What it is for.
    pub(crate) description: Option<&'s str>,
    /// Its first value.
    pub(crate) value: &'s SecretString,
}

/// Makes a secret of a company, with its first value.
///
/// # Errors
/// `Conflict` if the company has one of that name or key; if the value cannot be sealed.
pub(crate) async fn create(
    change: &Change<'_>,
    company_id: CompanyId,
    new: NewSecret<'_>,
) -> ServiceResult<Secret> {
    let id = SecretId::random();
    let key = new.key.map(str::to_owned).or_else(|| slug(new.name)).unwrap_or_else(|| id.to_string());
    require_free_name(change, company_id, new.name).await?;
    require_free_key(change, company_id, &key).await?;
    let secret = Secret {
        id,
        company_id,
        key,
        name: new.name.to_owned(),
        description: new.description.map(str::to_owned),
        provider: OWN_PROVIDER.to_owned(),
        status: SecretStatus::Active,
        latest_version: 1,
        last_resolved_at: None,
        last_rotated_at: Some(change.now()),
        deleted_at: None,
        created_by_agent_id: change.actor().agent_id,
        created_by_user_id: change.actor().user_id(),
        created_at: change.now(),
        updated_at: change.now(),
    };
    company_secrets::insert(&change.conn(), &secret).await?;
    seal(change, &secret, new.value).await?;
    Ok(secret)
}

/// Goes on only if no secret of the company has the name.
///
/// # Errors
/// `Conflict` if one has.
pub(crate) async fn require_free_name(
    change: &Change<'_>,
    company_id: CompanyId,
    name: &str,
) -> ServiceResult<()> {
    match company_secrets::of_name(&change.conn(), company_id, name).await? {
        Some(_) => Err(ServiceError::conflict(format!("Secret already exists: {name}"))),
        None => Ok(()),
    }
}

/// Goes on only if no secret of the company has the key.
///
/// # Errors
/// `Conflict` if one has.
pub(crate) async fn require_free_key(
    change: &Change<'_>,
    company_id: CompanyId,
    key: &str,
) -> ServiceResult<()> {
    match company_secrets::of_key(&change.conn(), company_id, key).await? {
        Some(_) => Err(ServiceError::conflict(format!("Secret key already exists: {key}"))),
        None => Ok(()),
    }
}

/// Stores a value as the secret's newest version.
///
/// # Errors
/// If it cannot be sealed.
pub(crate) async fn seal(change: &Change<'_>, secret: &Secret, value: &SecretString) -> ServiceResult<()> {
    let place = SealedPlace { secret_id: secret.id, version: secret.latest_version };
    let sealer = &change.core().sealer;
    let sealed = sealer.seal(place, value).map_err(|error| ServiceError::internal("seal a secret", error))?;
    let version = SecretVersion {
        id: RowId::random(),
        secret_id: secret.id,
        version: secret.latest_version,
        sealed,
        key_fingerprint: sealer.fingerprint().to_owned(),
        status: SecretVersionStatus::Current,
        created_at: change.now(),
        revoked_at: None,
    };
    Ok(company_secrets::insert_version(&change.conn(), &version).await?)
}

/// Binds secrets to a thing's settings, instead of all that were bound to it.
///
/// # Errors
/// If the database fails.
pub(crate) async fn bind_all(
    change: &Change<'_>,
    target: SecretTarget,
    id: RowId,
    bound: &[Bound],
) -> ServiceResult<()> {
    company_secrets::unbind_all(&change.conn(), target, id).await?;
    for Bound { company_id, reference, config_path } in bound {
        let binding = SecretBinding {
            id: RowId::random(),
            company_id: *company_id,
            secret_id: reference.secret_id,
            target_type: target,
            target_id: id,
            config_path: config_path.clone(),
            version_selector: reference.version.to_string(),
            created_at: change.now(),
            updated_at: change.now(),
        };
        company_secrets::bind(&change.conn(), &binding).await?;
    }
    Ok(())
}

/// Removes a secret for good, unless something is bound to it.
///
/// # Errors
/// If the database fails.
pub(crate) async fn remove_unbound(change: &Change<'_>, id: SecretId) -> ServiceResult<()> {
    if company_secrets::count_bindings(&change.conn(), id).await? == 0 {
        company_secrets::delete(&change.conn(), id).await?;
    }
    Ok(())
}

/// Returns whether a company has a secret that can be read.
///
/// # Errors
/// If the database fails.
pub(crate) async fn has_active(conn: &Conn<'_>, company_id: CompanyId, id: SecretId) -> ServiceResult<bool> {
    let secret = company_secrets::get(conn, &Scope::company(company_id), id).await?;
    Ok(secret.is_some_and(|secret| secret.status == SecretStatus::Active))
}

/// A value, and which it is.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The value.
    pub(crate) value: SecretString,
    /// Its number.
    pub(crate) version: i32,
}

/// Reads the value that is bound to a place of a thing's settings, and notes when.
///
/// # Errors
/// `Unprocessable` if it cannot be had.
pub(crate) async fn resolve(core: &Core, bound: &Bound) -> ServiceResult<SecretString> {
    let transaction = core.store.begin_write().await?;
    let conn = transaction.conn();
    let opened = open(core, &conn, bound.company_id, bound.reference).await?;
    drop(conn);
    match opened {
        Ok(opened) => {
            transaction.commit().await?;
            Ok(opened.value)
        }
        Err(why) => {
            let message = format!("The secret at '{}' {why}", bound.config_path);
            Err(Refusal::new(RefusalKind::Unprocessable, message).with_code("secret_unavailable").into())
        }
    }
}

/// Opens the value that a reference means, and notes when.
///
/// # Errors
/// If the database fails, or a value is damaged.
pub(crate) async fn open(
    core: &Core,
    conn: &Conn<'_>,
    company_id: CompanyId,
    reference: SecretRef,
) -> ServiceResult<Result<Opened, Unreadable>> {
    let found = company_secrets::lock(conn, reference.secret_id).await?;
    let Some(secret) = found.filter(|secret| secret.company_id == company_id) else {
        return Ok(Err(Unreadable::NotThere));
    };
    if secret.status != SecretStatus::Active {
        return Ok(Err(Unreadable::Inactive));
    }
    let number = match reference.version {
        VersionSelector::Number(number) => Some(number),
        VersionSelector::Latest => None,
    };
    let version = company_secrets::version(conn, secret.id, number).await?;
    let Some(version) = version.filter(|version| {
        matches!(version.status, SecretVersionStatus::Current | SecretVersionStatus::Previous)
    }) else {
        return Ok(Err(Unreadable::NoSuchVersion));
    };
    if version.key_fingerprint != core.sealer.fingerprint() {
        return Ok(Err(Unreadable::OtherKey));
    }
    let place = SealedPlace { secret_id: secret.id, version: version.version };
    let value = core.sealer.open(place, &version.sealed);
    let value = value.map_err(|error| ServiceError::internal("open a secret", error))?;
    let after = Secret { last_resolved_at: Some(core.clock.now()), ..secret.clone() };
    company_secrets::update(conn, &secret, &after).await?;
    Ok(Ok(Opened { value, version: version.version }))
}
