//! Has the program built anew when its pages were.

use std::path::Path;

fn main() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/dist");
    // A folder that is not there counts as changed at every build. Where it cannot be made, that is
    // all that is lost.
    drop(std::fs::create_dir_all(&pages));
    println!("cargo::rerun-if-changed={}", pages.display());
}
