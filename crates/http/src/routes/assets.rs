//! Files that are kept: attachments of issues, and images.

mod content;

use axum::extract::{Request, State};
use serde::Serialize;
use wireclip_domain::asset::AssetUse;
use wireclip_domain::{AttachmentId, CommentId, OpaqueJson};
use wireclip_services::records::{Asset, Company, Issue};
use wireclip_services::{Refusal, RefusalKind, ServiceError, ServiceResult};
use wireclip_wire::assets as wire;
use wireclip_wire::done::Done;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{FromPath, PathParams};
use crate::upload;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_issue_attachments))
        .add(Access::AnyCaller, routes!(upload_issue_attachment))
        .add(Access::AnyCaller, routes!(delete_attachment))
        .add(Access::AnyCaller, routes!(upload_image))
        .add(Access::Board, routes!(upload_company_logo))
        .merge(content::routes(app))
}

/// List an issue's attachments, newest first.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/attachments",
    responses((status = 200, body = Vec<wire::Attachment>))
)]
async fn list_issue_attachments(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<Vec<wire::Attachment>>> {
    let found = app.services.assets.of_issue(&issue).await?;
    Ok(Answer::ok(found.into_iter().filter_map(attachment).collect()))
}

/// Attach a file to an issue.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/issues/{issueId}/attachments",
    request_body(content = wire::FileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = wire::Attachment))
)]
async fn upload_issue_attachment(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    path: PathParams,
    request: Request,
) -> ApiResult<Answer<wire::Attachment>> {
    if path.text("companyId").parse() != Ok(issue.company_id) {
        return Err(ServiceError::unprocessable("Issue does not belong to company").into());
    }
    let form = upload::receive(&app, AssetUse::Attachment, request).await?;
    let comment_id = comment_of(form.field("issueCommentId"))?;
    let asset = app.services.assets.attach(&issue, form.file, comment_id).await?.into_inner();
    let written = attachment(asset).ok_or_else(|| ServiceError::not_found("Attachment not found"))?;
    Ok(Answer::created(written))
}

/// Remove an attachment.
#[utoipa::path(delete, path = "/attachments/{attachmentId}", responses((status = 200, body = Done)))]
async fn delete_attachment(
    State(app): State<App>,
    FromPath(attachment): FromPath<Asset>,
) -> ApiResult<Answer<Done>> {
    app.services.assets.detach(&attachment).await?.into_inner();
    Ok(Answer::ok(Done { ok: true }))
}

/// Keep an image, or another file that stands in a company's texts.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/assets/images",
    request_body(content = wire::FileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = wire::Asset))
)]
async fn upload_image(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    request: Request,
) -> ApiResult<Answer<wire::Asset>> {
    let form = upload::receive(&app, AssetUse::Image, request).await?;
    let folder = folder_of(form.field("namespace"))?;
    let asset = app.services.assets.keep(&company, form.file, AssetUse::Image, &folder).await?;
    Ok(Answer::created(image(asset.into_inner())))
}

/// Keep an image that may become a company's mark.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/logo",
    request_body(content = wire::FileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = wire::Asset))
)]
async fn upload_company_logo(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    request: Request,
) -> ApiResult<Answer<wire::Asset>> {
    let form = upload::receive(&app, AssetUse::Logo, request).await?;
    let asset = app.services.assets.keep(&company, form.file, AssetUse::Logo, "companies").await?;
    Ok(Answer::created(image(asset.into_inner())))
}

/// A part of a form that breaks a rule, as recorded.
#[derive(Serialize)]
struct Broken {
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'static str>,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    path: [&'static str; 1],
    message: &'static str,
}

fn refused(message: String, broken: &Broken) -> ServiceError {
    let refusal = Refusal::new(RefusalKind::Invalid, message);
    refusal.with_details(OpaqueJson::of(&[broken])).into()
}

fn comment_of(field: Option<&str>) -> ServiceResult<Option<CommentId>> {
    let broken = Broken {
        origin: Some("string"),
        code: "invalid_format",
        format: Some("guid"),
        path: ["issueCommentId"],
        message: "Invalid GUID",
    };
    let read =
        |text: &str| text.parse().map_err(|_| refused("Invalid attachment metadata".to_owned(), &broken));
    field.map(read).transpose()
}

/// Reads the folder of an image: a name for people, and no path of ours.
fn folder_of(field: Option<&str>) -> ServiceResult<String> {
    const RULE: &str = "\"namespace\" must be 1-120 characters of letters, numbers, or / _ - . : @ |, and cannot \
                        contain \".\" or \"..\" path segments";
    let Some(folder) = field else { return Ok("general".to_owned()) };
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "/_-.:@|".contains(sign);
    let fits = folder.len() <= 120 && folder.chars().all(is_sign);
    if fits && folder.split('/').all(|part| !part.is_empty() && part != "." && part != "..") {
        return Ok(folder.to_owned());
    }
    let broken = Broken { origin: None, code: "custom", format: None, path: ["namespace"], message: RULE };
    Err(refused(format!("Invalid image metadata: {RULE}"), &broken))
}

/// Spells an attachment; nothing where the file is none.
pub(crate) fn attachment(asset: Asset) -> Option<wire::Attachment> {
    let (id, issue_id) = (asset.attachment_id?, asset.issue_id?);
    let path = path_of(id);
    Some(wire::Attachment {
        id,
        company_id: asset.company_id,
        issue_id,
        issue_comment_id: asset.comment_id,
        originating_run_id: asset.created_by_run_id,
        asset_id: asset.id,
        open_path: path.clone(),
        download_path: format!("{path}?download=1"),
        file: file(asset, path),
    })
}

/// Spells an attachment as a run is told of it.
pub(crate) fn of_context(asset: Asset) -> Option<wire::AttachmentOfContext> {
    let id = asset.attachment_id?;
    Some(wire::AttachmentOfContext {
        id,
        filename: asset.original_filename,
        content_type: asset.content_type,
        byte_size: asset.byte_size,
        content_path: path_of(id),
        created_at: asset.created_at,
    })
}

fn path_of(id: AttachmentId) -> String {
    format!("/api/attachments/{id}/content")
}

fn image(asset: Asset) -> wire::Asset {
    let path = format!("/api/assets/{}/content", asset.id);
    wire::Asset { asset_id: asset.id, company_id: asset.company_id, file: file(asset, path) }
}

fn file(asset: Asset, content_path: String) -> wire::KeptFile {
    wire::KeptFile {
        provider: "local_disk",
        object_key: asset.object_key,
        content_type: asset.content_type,
        byte_size: asset.byte_size,
        sha256: asset.sha256,
        original_filename: asset.original_filename,
        created_by_agent_id: asset.created_by_agent_id,
        created_by_user_id: asset.created_by_user_id,
        created_at: asset.created_at,
        updated_at: asset.updated_at,
        content_path,
    }
}
