//! Takes the two streams out of the one that the service sends.
//!
//! Before each line stand three bytes that say whose it is: three times 1 for standard output,
//! three times 2 for standard error. Messages may be cut anywhere, also within the three bytes.

use wireclip_ports::sandbox::{OutputStream, RemoteOutput};

const MARK_BYTES: usize = 3;

/// Decodes one command's stream, over reconnections.
#[derive(Debug)]
pub(super) struct LogDecoder {
    stream: OutputStream,
    is_line_start: bool,
    /// Bytes of a mark that has not come whole.
    mark: Vec<u8>,
    /// Raw bytes that were read so far.
    read: u64,
    /// Raw bytes that are repeated after a reconnection.
    repeated: u64,
    /// Bytes that were delivered of each stream.
    delivered: [usize; 2],
}

impl LogDecoder {
    pub(super) fn new() -> Self {
        Self {
            stream: OutputStream::Stdout,
            is_line_start: true,
            mark: Vec::new(),
            read: 0,
            repeated: 0,
            delivered: [0; 2],
        }
    }

    /// Says that the stream begins again from its first byte.
    pub(super) fn reconnected(&mut self) {
        self.repeated = self.read;
    }

    /// Reads bytes as they came, and returns what of them is new, by stream.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Vec<RemoteOutput> {
        let skip = usize::try_from(self.repeated).unwrap_or(usize::MAX).min(bytes.len());
        self.repeated -= skip as u64;
        let bytes = &bytes[skip..];
        self.read += bytes.len() as u64;
        let mut pieces = Vec::new();
        for byte in bytes {
            self.take(*byte, &mut pieces);
        }
        pieces
    }

    fn take(&mut self, byte: u8, pieces: &mut Vec<RemoteOutput>) {
        if self.is_line_start {
            let is_mark_byte = matches!(byte, 1 | 2) && self.mark.iter().all(|first| *first == byte);
            if is_mark_byte {
                self.mark.push(byte);
                if self.mark.len() == MARK_BYTES {
                    self.stream = if byte == 1 { OutputStream::Stdout } else { OutputStream::Stderr };
                    self.mark.clear();
                    self.is_line_start = false;
                }
                return;
            }
            // It only looked like a mark.
            self.is_line_start = false;
            for byte in std::mem::take(&mut self.mark) {
                self.deliver(byte, pieces);
            }
        }
        self.deliver(byte, pieces);
        self.is_line_start = byte == b'\n';
    }

    fn deliver(&mut self, byte: u8, pieces: &mut Vec<RemoteOutput>) {
        self.delivered[index(self.stream)] += 1;
        match pieces.last_mut() {
            Some(piece) if piece.stream == self.stream => piece.bytes.push(byte),
            _ => pieces.push(RemoteOutput { stream: self.stream, bytes: vec![byte] }),
        }
    }

    /// Returns what of a stream's whole text was not delivered yet.
    pub(super) fn rest(&mut self, stream: OutputStream, whole: &str) -> Option<RemoteOutput> {
        let delivered = &mut self.delivered[index(stream)];
        let rest = whole.as_bytes().get(*delivered..).filter(|rest| !rest.is_empty())?;
        *delivered = whole.len();
        Some(RemoteOutput { stream, bytes: rest.to_vec() })
    }
}

fn index(stream: OutputStream) -> usize {
    match stream {
        OutputStream::Stdout => 0,
        OutputStream::Stderr => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &[u8] = b"\x01\x01\x01one\n\x02\x02\x02oh\n\x01\x01\x01tw\x01\x01\x01o\n\x02\x02\x02\n";

    fn text(pieces: &[RemoteOutput], stream: OutputStream) -> String {
        let of_stream = pieces.iter().filter(|piece| piece.stream == stream);
        String::from_utf8(of_stream.flat_map(|piece| piece.bytes.clone()).collect()).unwrap()
    }

    #[test]
    fn streams_come_apart_wherever_messages_are_cut() {
        for cut in 0..LOG.len() {
            let mut decoder = LogDecoder::new();
            let mut pieces = decoder.feed(&LOG[..cut]);
            pieces.extend(decoder.feed(&LOG[cut..]));
            assert_eq!(text(&pieces, OutputStream::Stdout), "one\ntw\u{1}\u{1}\u{1}o\n", "cut at {cut}");
            assert_eq!(text(&pieces, OutputStream::Stderr), "oh\n\n", "cut at {cut}");
        }
    }

    #[test]
    fn a_reconnected_stream_delivers_nothing_twice_wherever_it_broke() {
        for cut in 0..=LOG.len() {
            let mut decoder = LogDecoder::new();
            let mut pieces = decoder.feed(&LOG[..cut]);
            decoder.reconnected();
            for byte in LOG {
                pieces.extend(decoder.feed(&[*byte]));
            }
            assert_eq!(text(&pieces, OutputStream::Stdout), "one\ntw\u{1}\u{1}\u{1}o\n", "cut at {cut}");
            assert_eq!(text(&pieces, OutputStream::Stderr), "oh\n\n", "cut at {cut}");
        }
    }

    #[test]
    fn the_rest_of_a_whole_text_is_what_was_not_delivered() {
        let mut decoder = LogDecoder::new();
        decoder.feed(&LOG[..7]);
        let rest = decoder.rest(OutputStream::Stdout, "one\ntwo\n").unwrap();
        assert_eq!(rest.bytes, b"two\n");
        assert_eq!(decoder.rest(OutputStream::Stdout, "one\ntwo\n"), None);
    }
}
