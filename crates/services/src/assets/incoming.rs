//! A file on its way in: measured, hashed and written as it comes.

use std::io::{self, ErrorKind};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use wireclip_domain::asset::{self, AssetRefused, AssetUse, LARGEST_BYTES};
use wireclip_domain::{AssetId, CompanyId, Timestamp};
use wireclip_ports::files::IncomingFile;
use wireclip_store::assets::{self, Asset, AssetRemoval};

use super::{Assets, name_of};
use crate::core::Core;
use crate::error::{Refusal, RefusalKind, ServiceError, ServiceResult};

/// How long after it came in a file goes of which nothing was heard again. Whatever keeps it is over long
/// before.
const GIVEN_UP_AFTER: Duration = Duration::from_secs(24 * 3600);

/// A file that comes in.
pub struct Incoming {
    file: Box<dyn IncomingFile>,
    of: AssetUse,
    digest: Sha256,
    bytes: u64,
    kind: String,
    name: Option<String>,
}

/// A file that came in whole, and has no place yet.
pub struct Received {
    file: Box<dyn IncomingFile>,
    sha256: String,
    bytes: u64,
    kind: String,
    name: Option<String>,
}

impl Assets {
    /// Begins to take a file, by what its client says of it.
    ///
    /// # Errors
    /// `Unprocessable` if it is of a kind that is not kept, `Unavailable` if there is no room.
    pub async fn begin(
        &self,
        of: AssetUse,
        kind: Option<&str>,
        name: Option<&str>,
    ) -> ServiceResult<Incoming> {
        let kind = asset::kind_of(kind);
        of.check_kind(&kind).map_err(|refused| ServiceError::refused(&refused))?;
        let file = self.core.files.begin().await.map_err(not_written)?;
        Ok(Incoming { file, of, digest: Sha256::new(), bytes: 0, kind, name: asset::name_of(name) })
    }
}

impl Incoming {
    /// Takes the next bytes.
    ///
    /// # Errors
    /// `Unprocessable` if it is too large, `Unavailable` if there is no room for them.
    pub async fn write(&mut self, bytes: &[u8]) -> ServiceResult<()> {
        self.bytes += bytes.len() as u64;
        if self.bytes > LARGEST_BYTES {
            return Err(ServiceError::refused(&AssetRefused::TooLarge(self.of)));
        }
        self.digest.update(bytes);
        self.file.write(bytes).await.map_err(not_written)
    }

    /// Returns the file, if there is something in it.
    ///
    /// # Errors
    /// `Unprocessable` if it is empty.
    pub fn end(self) -> ServiceResult<Received> {
        if self.bytes == 0 {
            return Err(ServiceError::refused(&AssetRefused::Empty(self.of)));
        }
        let sha256 = hex::encode(self.digest.finalize());
        Ok(Received { file: self.file, sha256, bytes: self.bytes, kind: self.kind, name: self.name })
    }
}

impl Received {
    /// Makes the row that it will have; who brought it and when is said when it is stored.
    pub(super) fn row(&self, company_id: CompanyId, of: AssetUse, folder: &str) -> Asset {
        let id = AssetId::random();
        let beginning = Timestamp::from_unix_millis(0);
        let name = self.name.clone().unwrap_or_else(|| "file".to_owned());
        let folder = if of == AssetUse::Attachment { folder.to_owned() } else { format!("assets/{folder}") };
        Asset {
            id,
            company_id,
            attachment_id: None,
            issue_id: None,
            comment_id: None,
            object_key: format!("{company_id}/{folder}/{id}-{name}"),
            content_type: self.kind.clone(),
            byte_size: i64::try_from(self.bytes).unwrap_or(i64::MAX),
            sha256: self.sha256.clone(),
            original_filename: self.name.clone(),
            created_by_agent_id: None,
            created_by_user_id: None,
            created_by_run_id: None,
            created_at: beginning,
            updated_at: beginning,
        }
    }

    /// Puts the file in its place, booked as one that goes unless its row is stored.
    pub(super) async fn put(self, core: &Core, row: &Asset) -> ServiceResult<()> {
        let transaction = core.store.begin_write().await?;
        let due_at = core.clock.now().plus(GIVEN_UP_AFTER);
        let removal = AssetRemoval { asset_id: row.id, company_id: row.company_id, due_at };
        assets::expect(&transaction.conn(), &removal).await?;
        transaction.commit().await?;
        self.file.keep_as(name_of(row)).await.map_err(not_written)
    }
}

fn not_written(error: io::Error) -> ServiceError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            let message = "The server's disk is full; nothing was kept";
            Refusal::new(RefusalKind::Unavailable, message).with_code("disk_full").into()
        }
        _ => ServiceError::internal("write a file that comes in", error),
    }
}
