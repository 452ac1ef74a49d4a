//! What files hold.
//!
//! **Invariant:** what a browser could run is sent to be kept, or locked into a sandbox; no file is taken for
//! another kind than it came in as.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use wireclip_domain::asset::{Part, is_shown, part_of, policy_of};
use wireclip_services::records::Asset;
use wireclip_wire::assets as wire;

use crate::access::{Access, Routes};
use crate::app::App;
use crate::body::Query;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

/// How much of a file is in memory for each that reads it, in bytes.
const PIECE_BYTES: usize = 64 << 10;

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(get_attachment_content))
        .add(Access::AnyCaller, routes!(get_asset_content))
}

/// Get what an attachment holds, or the part of it that `Range` asks for.
#[utoipa::path(
    get,
    path = "/attachments/{attachmentId}/content",
    params(wire::ContentQuery),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 206, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 416)
    )
)]
async fn get_attachment_content(
    State(app): State<App>,
    FromPath(asset): FromPath<Asset>,
    Query(query): Query<wire::ContentQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    // Wire: texts in Markdown are told to be of the characters that they are of here.
    let is_markdown = asset.original_filename.as_deref().is_some_and(|name| {
        let name = name.to_ascii_lowercase();
        name.ends_with(".md") || name.ends_with(".markdown")
    });
    let kind = format!("{}{}", asset.content_type, if is_markdown { "; charset=utf-8" } else { "" });
    let policy = policy_of(&asset.content_type);
    sent(&app, &asset, &headers, Shown { kind, policy, is_to_be_kept: query.is_to_be_kept() }).await
}

/// Get what an image holds.
#[utoipa::path(
    get,
    path = "/assets/{assetId}/content",
    params(wire::ContentQuery),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 206, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 416)
    )
)]
async fn get_asset_content(
    State(app): State<App>,
    FromPath(asset): FromPath<Asset>,
    Query(query): Query<wire::ContentQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let locked_in = || (!is_shown(&asset.content_type)).then_some("sandbox; default-src 'none'");
    let policy = policy_of(&asset.content_type).or_else(locked_in);
    let kind = asset.content_type.clone();
    sent(&app, &asset, &headers, Shown { kind, policy, is_to_be_kept: query.is_to_be_kept() }).await
}

/// How a file is sent.
struct Shown {
    kind: String,
    policy: Option<&'static str>,
    is_to_be_kept: bool,
}

async fn sent(app: &App, asset: &Asset, headers: &HeaderMap, shown: Shown) -> ApiResult<Response> {
    let size = u64::try_from(asset.byte_size).unwrap_or(0);
    let range = headers.get(header::RANGE).and_then(|range| range.to_str().ok());
    let mut told = HeaderMap::new();
    let mut tell = |name: HeaderName, value: String| {
        if let Ok(value) = HeaderValue::try_from(value) {
            told.insert(name, value);
        }
    };
    tell(header::ACCEPT_RANGES, "bytes".to_owned());
    tell(header::CACHE_CONTROL, "private, max-age=60".to_owned());
    let (status, from, length) = match part_of(range, size) {
        Part::Whole => (StatusCode::OK, 0, size),
        Part::Some { from, length } => {
            tell(header::CONTENT_RANGE, format!("bytes {from}-{}/{size}", from + length - 1));
            (StatusCode::PARTIAL_CONTENT, from, length)
        }
        Part::None => {
            tell(header::CONTENT_RANGE, format!("bytes */{size}"));
            return Ok((StatusCode::RANGE_NOT_SATISFIABLE, told).into_response());
        }
    };
    tell(header::CONTENT_LENGTH, length.to_string());
    tell(header::CONTENT_DISPOSITION, disposition(asset, shown.is_to_be_kept));
    tell(header::CONTENT_TYPE, shown.kind);
    if let Some(policy) = shown.policy {
        tell(header::CONTENT_SECURITY_POLICY, policy.to_owned());
    }
    let file = app.services.assets.open(asset, from).await?;
    // A file never changes; one that went meanwhile ends the answer early, which its length tells.
    let pieces = stream::try_unfold((file, length), |(mut file, left)| async move {
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(PIECE_BYTES);
        if most == 0 {
            return Ok::<_, std::io::Error>(None);
        }
        let piece = file.read(most).await?;
        if piece.is_empty() {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let left = left - piece.len() as u64;
        Ok(Some((Bytes::from(piece), (file, left))))
    });
    Ok((status, told, Body::from_stream(pieces)).into_response())
}

/// Says whether a file is shown or kept, and what it is called (RFC 6266): in plain letters for all, and as it
/// is for those that read that.
fn disposition(asset: &Asset, is_to_be_kept: bool) -> String {
    let way = if is_to_be_kept || !is_shown(&asset.content_type) { "attachment" } else { "inline" };
    let name = asset.original_filename.as_deref().unwrap_or("file");
    let plain = |sign: char| if sign.is_ascii() && !"\"\\".contains(sign) { sign } else { '_' };
    let plainly: String = name.chars().map(plain).collect();
    if plainly == name {
        return format!("{way}; filename=\"{name}\"");
    }
    let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let escaped: String = name
        .bytes()
        .map(|byte| if is_safe(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    format!("{way}; filename=\"{plainly}\"; filename*=UTF-8''{escaped}")
}
