//! Carries the pages of the web board in the program: what `npm run build` in `ui/` left in
//! `ui/dist` when the program was built, which may be nothing.
//!
//! **Invariant:** the program needs no Node and no file beside it, neither to be built nor to run.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Built;

/// What the build notes for itself.
const NOTES: &[&str] = &["manifest.json", ".vite/manifest.json"];

/// Returns the files of the pages by their paths; none if the program was built without them.
pub fn files() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    Built::iter()
        .filter(|path| !NOTES.contains(&path.as_ref()) && !path.ends_with(".map"))
        .filter_map(|path| Some((path.to_string(), Built::get(&path)?.data)))
}
