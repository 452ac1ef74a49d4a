//! The files of the pages, each in the forms in which it can be sent.

use std::borrow::Cow;
use std::collections::HashMap;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};

/// The forms that a file may have beside its own: how their names end, and what HTTP calls them.
/// The shortest comes first.
const CODINGS: [(&str, &str); 2] = [(".br", "br"), (".gz", "gzip")];

/// The page that is shown at every address.
const INDEX: &str = "index.html";

/// The files of the pages; there may be none.
#[derive(Debug, Default)]
pub struct Pages(HashMap<String, PageFile>);

/// A file in all its forms.
#[derive(Debug)]
pub(super) struct PageFile {
    pub(super) content_type: &'static str,
    /// As it is.
    plain: Form,
    /// Compressed, the shortest first.
    compressed: Vec<Form>,
}

/// A form of a file.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) coding: Option<&'static str>,
    pub(super) tag: HeaderValue,
    pub(super) bytes: Bytes,
}

impl Pages {
    /// Takes files by their paths. One that is called as another with `.br` or `.gz` behind it is
    /// a form of that.
    #[must_use]
    pub fn new(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Self {
        let mut all: HashMap<String, Bytes> =
            files.into_iter().map(|(path, content)| (path, bytes(content))).collect();
        let paths: Vec<String> = all.keys().cloned().collect();
        let mut forms: HashMap<String, Vec<Form>> = HashMap::new();
        for (ending, coding) in CODINGS {
            for path in paths.iter().filter_map(|path| path.strip_suffix(ending)) {
                if all.contains_key(path)
                    && let Some(bytes) = all.remove(&format!("{path}{ending}"))
                {
                    forms.entry(path.to_owned()).or_default().push(Form::new(Some(coding), bytes));
                }
            }
        }
        let file = |(path, content): (String, Bytes)| {
            let file = PageFile {
                content_type: content_type(&path),
                plain: Form::new(None, content),
                compressed: forms.remove(&path).unwrap_or_default(),
            };
            (path, file)
        };
        Self(all.into_iter().map(file).collect())
    }

    /// Returns whether there are pages at all.
    #[must_use]
    pub fn are_there(&self) -> bool {
        self.index().is_some()
    }

    pub(super) fn file(&self, path: &str) -> Option<&PageFile> {
        self.0.get(path)
    }

    pub(super) fn index(&self) -> Option<&PageFile> {
        self.file(INDEX)
    }
}

impl PageFile {
    /// Returns the shortest form that a client reads.
    pub(super) fn form_for(&self, headers: &HeaderMap) -> &Form {
        let reads = |form: &&Form| form.coding.is_some_and(|coding| accepts(headers, coding));
        self.compressed.iter().find(reads).unwrap_or(&self.plain)
    }

    pub(super) fn has_forms(&self) -> bool {
        !self.compressed.is_empty()
    }
}

impl Form {
    fn new(coding: Option<&'static str>, bytes: Bytes) -> Self {
        let digest = hex::encode(&Sha256::digest(&bytes)[..16]);
        let tag = HeaderValue::try_from(format!("\"{digest}\"")).expect("hexadecimal digits are visible");
        Self { coding, tag, bytes }
    }
}

fn bytes(content: Cow<'static, [u8]>) -> Bytes {
    match content {
        Cow::Borrowed(content) => Bytes::from_static(content),
        Cow::Owned(content) => Bytes::from(content),
    }
}

/// Returns whether a client reads what is compressed so.
fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|accepted| {
        let (name, weight) = accepted.split_once(';').unwrap_or((accepted, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        name.trim().eq_ignore_ascii_case(coding) && weight.is_ok_and(|weight| weight > 0.0)
    })
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_form_that_the_client_reads_is_chosen() {
        let files = ["a.js", "a.js.br", "a.js.gz", "b.js", "c.js.br"];
        let pages = Pages::new(files.map(|name| (name.to_owned(), Cow::Borrowed(name.as_bytes()))));
        let sent = |path: &str, accepted: &'static str| {
            let headers =
                HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
            let form = pages.file(path).unwrap().form_for(&headers);
            (form.coding, String::from_utf8(form.bytes.to_vec()).unwrap())
        };
        assert_eq!(sent("a.js", "gzip, deflate, br, zstd"), (Some("br"), "a.js.br".to_owned()));
        assert_eq!(sent("a.js", "GZIP;q=0.5, br;q=0"), (Some("gzip"), "a.js.gz".to_owned()));
        assert_eq!(sent("a.js", ""), (None, "a.js".to_owned()));
        assert_eq!(sent("b.js", "br"), (None, "b.js".to_owned()));
        assert!(pages.file("a.js.br").is_none(), "a form is no file of its own");
        assert!(pages.file("c.js.br").is_some(), "unless there is nothing that it is a form of");
    }
}
