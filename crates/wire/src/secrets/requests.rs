//! What is asked about secrets.

use serde_json::Value;
use utoipa::ToSchema;
use wireclip_domain::patch::Field;
use wireclip_domain::secret::{SecretManagedMode, SecretProvider, SecretStatus};

use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields, Place};
use crate::kinds::{Kind, LONGEST_LISTED_TEXT, Text, text, word};

/// The longest value, in characters: a key or a certificate, not a file.
const LONGEST_VALUE: usize = 64 * 1024;

/// How a secret may be made to stand; it is deleted by an operation of its own.
const STANDINGS: &[SecretStatus] = &[SecretStatus::Active, SecretStatus::Disabled, SecretStatus::Archived];

/// A request for a secret. Cannot be printed, for its value.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateSecretRequest {
    /// Its name, unique within the company.
    pub name: String,
    /// The key by which it is called: letters, digits, `_`, `.` and `-`. Made of the name if absent.
    pub key: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Its first value, which no answer tells.
    #[schema(format = Password)]
    pub value: String,
}

impl FromFields for CreateSecretRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.required("name", text().trimmed().min(1));
        let key = fields.optional("key", Key);
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let value = fields.optional("value", value());
        kept_here(fields);
        let value = value?.filter(|value| !value.trim().is_empty());
        if value.is_none() && !fields.names("externalRef") {
            fields.refuse("value", "Managed secrets require value");
        }
        Some(Self { name: name?, key: key?, description: description?.set(), value: value? })
    }
}

/// A request to give a secret another value. Cannot be printed, for its value.
#[derive(ToSchema)]
pub struct RotateSecretRequest {
    /// The value, which no answer tells.
    #[schema(format = Password)]
    pub value: String,
}

impl FromFields for RotateSecretRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let value = fields.optional("value", value());
        kept_here(fields);
        let value = value?.filter(|value| !value.trim().is_empty());
        if value.is_none() && !fields.names("externalRef") {
            fields.refuse("value", "A rotation needs a value");
        }
        Some(Self { value: value? })
    }
}

/// A request to change what is said of a secret, or whether it may be read.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateSecretRequest {
    /// Its name.
    pub name: Option<String>,
    /// The key by which it is called.
    pub key: Option<String>,
    /// What it is for.
    #[schema(value_type = Option<String>)]
    pub description: Field<String>,
    /// `active`, `disabled` or `archived`.
    pub status: Option<SecretStatus>,
}

impl FromFields for UpdateSecretRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.optional("name", text().trimmed().min(1));
        let key = fields.optional("key", Key);
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let status = fields.optional("status", word().listed_as(STANDINGS));
        kept_here(fields);
        Some(Self { name: name?, key: key?, description: description?, status: status? })
    }
}

fn value() -> Text {
    text().max(LONGEST_VALUE)
}

/// Refuses what asks for a value to be kept anywhere but here.
fn kept_here(fields: &mut Fields<'_>) {
    let provider = fields.optional("provider", word::<SecretProvider>()).flatten();
    if provider.is_some_and(|provider| provider != SecretProvider::LocalEncrypted) {
        fields.refuse("provider", "This server keeps values itself: only local_encrypted is set up");
    }
    let mode = fields.optional("managedMode", word::<SecretManagedMode>()).flatten();
    let reference = fields.nullable("externalRef", text()).and_then(Field::set);
    if mode == Some(SecretManagedMode::ExternalReference) && reference.is_none() {
        fields.refuse("externalRef", "External reference secrets require externalRef");
    } else if reference.is_some() {
        fields.refuse("externalRef", "This server keeps values itself: it follows no references elsewhere");
    }
}

/// Keys by which secrets are called.
struct Key;

impl Kind for Key {
    type Out = String;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<String> {
        let key = text().min(1).max(200).read(value, place)?;
        if key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte)) {
            return Some(key);
        }
        let pattern = Some("/^[a-zA-Z0-9_.-]+$/");
        let rule = BrokenRule::InvalidFormat { origin: Some("string"), format: "regex", pattern };
        place.violate(rule, "A key has letters, digits, underscores, dots and hyphens")
    }
}
