//! Sealing with a key for tests.

use std::sync::Arc;

use wireclip_adapters::KeySealer;
use wireclip_ports::sealing::Sealer;

/// Returns what seals the secrets of tests; always with the same key.
pub(crate) fn sealer() -> Arc<dyn Sealer> {
    let key = "07".repeat(wireclip_adapters::SEALING_KEY_BYTES);
    Arc::new(KeySealer::from_text(&key.into()).expect("a key"))
}
