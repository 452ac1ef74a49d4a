//! Removing files: their rows with whatever they belong to, and what they hold soon afterwards.

use wireclip_domain::AssetId;
use wireclip_ports::files::FileName;
use wireclip_store::PageLimit;
use wireclip_store::assets::{self, Going};

use super::Assets;
use crate::change::Change;
use crate::error::{ServiceError, ServiceResult};

/// How many files go at a time.
const BATCH_ROWS: u32 = 100;

/// Removes files within a change. Returns whether there were any.
///
/// # Errors
/// If the database fails.
pub(crate) async fn remove(change: &mut Change<'_>, going: Going) -> ServiceResult<bool> {
    Ok(assets::remove(&change.conn(), going, change.now()).await?)
}

impl Assets {
    /// Lets a file go at once whose row was refused: else whoever may not bring one could fill the disk.
    pub(super) async fn or_give_up<T>(&self, id: AssetId, done: ServiceResult<T>) -> ServiceResult<T> {
        if done.is_err() {
            let given_up = async {
                let transaction = self.core.store.begin_write().await?;
                assets::make_due(&transaction.conn(), id, self.core.clock.now()).await?;
                transaction.commit().await
            };
            if let Err(error) = given_up.await {
                tracing::warn!(
                    asset.id = %id,
                    error = &error as &dyn std::error::Error,
                    "a file that was refused stays for a while"
                );
            }
        }
        done
    }

    /// Removes a batch of files whose time has come. Returns how many.
    ///
    /// # Errors
    /// If the database fails, or a file cannot be removed: it is tried again the next time.
    pub async fn remove_due(&self) -> ServiceResult<u64> {
        let limit = PageLimit::at_most(BATCH_ROWS);
        let due = assets::due(&self.core.store.read(), self.core.clock.now(), limit).await?;
        for removal in &due {
            let name = FileName { company_id: removal.company_id, asset_id: removal.asset_id };
            self.core
                .files
                .remove(name)
                .await
                .map_err(|error| ServiceError::internal(format!("remove the file {name}"), error))?;
            let transaction = self.core.store.begin_write().await?;
            assets::forget(&transaction.conn(), removal.asset_id).await?;
            transaction.commit().await?;
        }
        Ok(due.len() as u64)
    }
}
