//! Reads the start order from the host's standard input.

use std::io::{self, BufRead, Read};

use wireclip_domain::run_host::PROTOCOL;
use wireclip_domain::run_host::order::StartOrder;

/// The longest order that is read: environment and arguments are bounded by the kernel far below.
const ORDER_LIMIT_BYTES: u64 = 64 << 20;

/// Reads an order and the bytes for the program's standard input.
///
/// # Errors
/// If the order is incomplete (its sender died) or is none that this host understands.
pub(crate) fn read(input: impl Read) -> io::Result<(StartOrder, Vec<u8>)> {
    let mut input = io::BufReader::new(input);
    let mut line = Vec::new();
    input.by_ref().take(ORDER_LIMIT_BYTES).read_until(b'\n', &mut line)?;
    if line.last() != Some(&b'\n') {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the start order is incomplete"));
    }
    // The parser's own message could quote a secret.
    let order: StartOrder = serde_json::from_slice(&line)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the start order cannot be read"))?;
    if order.protocol != PROTOCOL {
        let message = format!("the start order speaks version {}, not {PROTOCOL}", order.protocol);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let mut stdin = Vec::new();
    input.take(order.stdin_bytes).read_to_end(&mut stdin)?;
    if stdin.len() as u64 != order.stdin_bytes {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the program's input is incomplete"));
    }
    Ok((order, stdin))
}
