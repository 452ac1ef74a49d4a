//! Files in requests: forms of parts (RFC 7578), of which one is a file. It goes to the disk as it comes.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::Request;
use axum::http::header;
use multer::{Field, Multipart};
use tokio::time::timeout;
use wireclip_domain::asset::AssetUse;
use wireclip_services::assets::Received;
use wireclip_services::{Refusal, RefusalKind, ServiceError, ServiceResult};

use crate::app::App;

/// The name of the part that is the file.
const FILE: &str = "file";
/// The longest that another part may be, in bytes, and how many there may be.
const LONGEST_PART: usize = 1024;
const MOST_PARTS: usize = 16;
/// How long is waited for the next bytes, and for the whole.
const PIECE_LIMIT: Duration = Duration::from_secs(20);
const WHOLE_LIMIT: Duration = Duration::from_secs(300);

/// A form with a file, read.
pub(crate) struct Form {
    pub(crate) file: Received,
    fields: BTreeMap<String, String>,
}

impl Form {
    /// Returns what another part of the form says.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }
}

/// Takes the file of a form.
///
/// # Errors
/// `Invalid` if the request is no form with one file in the part `file`; what is wrong with the file.
pub(crate) async fn receive(app: &App, of: AssetUse, request: Request) -> ServiceResult<Form> {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let boundary = content_type.and_then(|kind| multer::parse_boundary(kind).ok());
    let boundary = boundary.ok_or_else(no_file)?;
    let parts = Multipart::new(request.into_body().into_data_stream(), boundary);
    timeout(WHOLE_LIMIT, read(app, of, parts)).await.map_err(|_| late())?
}

async fn read(app: &App, of: AssetUse, mut parts: Multipart<'_>) -> ServiceResult<Form> {
    let (mut file, mut fields) = (None, BTreeMap::new());
    while let Some(part) =
        timeout(PIECE_LIMIT, parts.next_field()).await.map_err(|_| late())?.map_err(broken)?
    {
        let name = part.name().unwrap_or_default().to_owned();
        if part.file_name().is_none() {
            if fields.len() == MOST_PARTS {
                return Err(ServiceError::invalid("The form has too many parts"));
            }
            fields.insert(name, text_of(part).await?);
        } else if name == FILE && file.is_none() {
            file = Some(file_of(app, of, part).await?);
        } else {
            return Err(ServiceError::invalid("Unexpected file field"));
        }
    }
    Ok(Form { file: file.ok_or_else(no_file)?, fields })
}

async fn file_of(app: &App, of: AssetUse, mut part: Field<'_>) -> ServiceResult<Received> {
    let kind = part.content_type().map(ToString::to_string);
    let mut incoming = app.services.assets.begin(of, kind.as_deref(), part.file_name()).await?;
    while let Some(bytes) = piece_of(&mut part).await? {
        incoming.write(&bytes).await?;
    }
    incoming.end()
}

async fn text_of(mut part: Field<'_>) -> ServiceResult<String> {
    let mut text = Vec::new();
    while let Some(bytes) = piece_of(&mut part).await? {
        if text.len() + bytes.len() > LONGEST_PART {
            return Err(ServiceError::invalid("A part of the form is too long"));
        }
        text.extend_from_slice(&bytes);
    }
    String::from_utf8(text).map_err(|_| ServiceError::invalid("A part of the form is no text"))
}

async fn piece_of(part: &mut Field<'_>) -> ServiceResult<Option<axum::body::Bytes>> {
    timeout(PIECE_LIMIT, part.chunk()).await.map_err(|_| late())?.map_err(broken)
}

fn no_file() -> ServiceError {
    ServiceError::invalid("Missing file field 'file'")
}

fn broken(_: multer::Error) -> ServiceError {
    ServiceError::invalid("The form ends early, or is none")
}

fn late() -> ServiceError {
    Refusal::new(RefusalKind::Invalid, "The file came too slowly").with_code("upload_too_slow").into()
}
