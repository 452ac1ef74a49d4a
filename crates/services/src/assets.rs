//! Files that are kept: attachments of issues, and images.
//!
//! **Invariant:** no file stays that no row knows of, and no row is without its file. A file that comes in is
//! booked as one to be removed before it has its place, and its row takes that back in the transaction in
//! which it is stored; a row that goes books it again in the transaction in which it goes.

mod incoming;
mod logos;
mod removing;

use std::io::ErrorKind;
use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::asset::AssetUse;
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AssetId, AttachmentId, CommentId, OpaqueJson};
use wireclip_ports::files::{FileName, OpenFile};
use wireclip_store::assets::{self, Asset, Going, MOST_OF_ISSUE};
use wireclip_store::companies::Company;
use wireclip_store::issues::{self, Issue};
use wireclip_store::{PageLimit, comments};

use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{Missing, OrMissing as _, ServiceError, ServiceResult};
use crate::issue_writes;
use crate::request::{Request, Scoped};

pub use incoming::{Incoming, Received};
pub(crate) use logos::choose as choose_logo;
pub(crate) use removing::remove;

/// How many attachments of its issue a run is told of (recorded).
const TOLD_TO_RUNS: u32 = 20;

/// Actions on files.
#[derive(Debug, Clone)]
pub struct Assets {
    core: Arc<Core>,
}

impl Assets {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds a file within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn load(&self, request: &Request, id: AssetId) -> ServiceResult<Scoped<Asset>> {
        let found = assets::get(&self.core.store.read(), &request.scope(), id).await?;
        found.map(|asset| request.found(asset)).ok_or_else(|| ServiceError::not_found("Asset not found"))
    }

    /// Finds an attachment within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn load_attachment(&self, request: &Request, id: AttachmentId) -> ServiceResult<Scoped<Asset>> {
        let found = assets::attachment(&self.core.store.read(), &request.scope(), id).await?;
        found.map(|asset| request.found(asset)).ok_or_else(no_attachment)
    }

    /// Lists an issue's attachments, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn of_issue(&self, issue: &Scoped<Issue>) -> ServiceResult<Vec<Asset>> {
        Ok(assets::of_issue(&self.core.store.read(), issue.id, PageLimit::MAX).await?)
    }

    /// Lists those of an issue's attachments that runs are told of, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn newest_of_issue(&self, issue: &Scoped<Issue>) -> ServiceResult<Vec<Asset>> {
        let limit = PageLimit::at_most(TOLD_TO_RUNS);
        Ok(assets::of_issue(&self.core.store.read(), issue.id, limit).await?)
    }

    /// Opens a file to be read from this byte on.
    ///
    /// # Errors
    /// `NotFound` if it went meanwhile.
    pub async fn open(&self, asset: &Asset, from: u64) -> ServiceResult<Box<dyn OpenFile>> {
        self.core.files.open(name_of(asset), from).await.map_err(|error| match error.kind() {
            ErrorKind::NotFound => ServiceError::not_found("The file is not there any more"),
            _ => ServiceError::internal(format!("open the file {}", name_of(asset)), error),
        })
    }

    /// Keeps a file that came in as an attachment of an issue.
    ///
    /// # Errors
    /// `NotFound` if the issue has no such comment, `Unprocessable` if it has too many files; as
    /// [`issue_writes::authorize`].
    pub async fn attach(
        &self,
        issue: &Scoped<Issue>,
        received: Received,
        comment_id: Option<CommentId>,
    ) -> ServiceResult<Committed<Asset>> {
        let row = received.row(issue.company_id, AssetUse::Attachment, "issues");
        received.put(&self.core, &row).await?;
        let id = row.id;
        self.or_give_up(id, self.store_attachment(issue, row, comment_id).await).await
    }

    async fn store_attachment(
        &self,
        issue: &Scoped<Issue>,
        row: Asset,
        comment_id: Option<CommentId>,
    ) -> ServiceResult<Committed<Asset>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let issue = issues::lock(&change.conn(), issue.id).await?.or_missing(Missing::Issue)?;
        issue_writes::authorize(&mut change, &issue, IssueWrite::Content).await?;
        if let Some(id) = comment_id {
            let comment = comments::get(&change.conn(), &issue_scope(&issue), id).await?;
            let is_of_issue = comment.is_some_and(|comment| comment.issue_id == issue.id);
            is_of_issue.then_some(()).ok_or_else(|| ServiceError::not_found("Issue comment not found"))?;
        }
        if assets::count_of_issue(&change.conn(), issue.id).await? >= u64::from(MOST_OF_ISSUE) {
            return Err(ServiceError::unprocessable(format!("An issue has at most {MOST_OF_ISSUE} files")));
        }
        let row = Asset {
            attachment_id: Some(AttachmentId::random()),
            issue_id: Some(issue.id),
            comment_id,
            ..row
        };
        let row = store(&mut change, row).await?;
        let touched = Issue { last_activity_at: change.now(), updated_at: change.now(), ..issue.clone() };
        issues::update(&change.conn(), &issue, &touched).await?;
        let mut details = told(&row);
        details.set("attachmentId", &row.attachment_id);
        change.record(
            issue.company_id,
            ActivityRecord::about(EntityType::Issue, issue.id, Action::IssueAttachmentAdded, details),
        );
        change.commit(row).await
    }

    /// Removes an attachment.
    ///
    /// # Errors
    /// `NotFound` if it went meanwhile; as [`issue_writes::authorize`].
    pub async fn detach(&self, attachment: &Scoped<Asset>) -> ServiceResult<Committed<()>> {
        let mut change = self.core.begin_in(attachment.company_id, attachment.request()).await?;
        let issue_id = attachment.issue_id.ok_or_else(no_attachment)?;
        let issue = issues::lock(&change.conn(), issue_id).await?.or_missing(Missing::Issue)?;
        issue_writes::authorize(&mut change, &issue, IssueWrite::Content).await?;
        if !remove(&mut change, Going::One(attachment.id)).await? {
            return Err(no_attachment());
        }
        let mut details = OpaqueJson::object();
        details.set("attachmentId", &attachment.attachment_id);
        change.record(
            issue.company_id,
            ActivityRecord::about(EntityType::Issue, issue.id, Action::IssueAttachmentRemoved, details),
        );
        change.commit(()).await
    }

    /// Keeps a file that came in as an image of a company's, in a folder that is a name and nothing more.
    ///
    /// # Errors
    /// If the company went meanwhile.
    pub async fn keep(
        &self,
        company: &Scoped<Company>,
        received: Received,
        of: AssetUse,
        folder: &str,
    ) -> ServiceResult<Committed<Asset>> {
        let row = received.row(company.id, of, folder);
        received.put(&self.core, &row).await?;
        let id = row.id;
        self.or_give_up(id, self.store_image(company, row).await).await
    }

    async fn store_image(&self, company: &Scoped<Company>, row: Asset) -> ServiceResult<Committed<Asset>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let row = store(&mut change, row).await?;
        let details = told(&row);
        change.record(
            company.id,
            ActivityRecord::about(EntityType::Asset, row.id, Action::AssetCreated, details),
        );
        change.commit(row).await
    }
}

/// Stores the row of a file that has its place.
async fn store(change: &mut Change<'_>, row: Asset) -> ServiceResult<Asset> {
    if !assets::take_back(&change.conn(), row.id, change.now()).await? {
        return Err(ServiceError::conflict("The file took too long to come in; send it again"));
    }
    let actor = change.actor();
    let row = Asset {
        created_by_agent_id: actor.agent_id.filter(|_| actor.kind == ActorType::Agent),
        created_by_user_id: actor.user_id(),
        created_by_run_id: actor.run_id,
        created_at: change.now(),
        updated_at: change.now(),
        ..row
    };
    assets::insert(&change.conn(), &row).await?;
    Ok(row)
}

fn name_of(asset: &Asset) -> FileName {
    FileName { company_id: asset.company_id, asset_id: asset.id }
}

fn issue_scope(issue: &Issue) -> wireclip_store::Scope {
    wireclip_store::Scope::company(issue.company_id)
}

/// What the log tells of a file.
fn told(asset: &Asset) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("originalFilename", &asset.original_filename);
    details.set("contentType", &asset.content_type);
    details.set("byteSize", &asset.byte_size);
    details
}

fn no_attachment() -> ServiceError {
    ServiceError::not_found("Attachment not found")
}

/// Says that attachments of an issue came with a comment.
///
/// # Errors
/// `Unprocessable` if one is not the issue's, or came with another comment.
pub(crate) async fn give_to_comment(
    change: &Change<'_>,
    issue: &Issue,
    ids: &[AttachmentId],
    comment_id: CommentId,
) -> ServiceResult<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let mut distinct = ids.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let given = assets::give_to_comment(&change.conn(), issue.id, &distinct, comment_id).await?;
    if given != distinct.len() as u64 {
        return Err(ServiceError::unprocessable(
            "Comment attachments must belong to the same task and company, and to no other comment",
        ));
    }
    Ok(())
}
