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
    /// How far each stream was delivered.
    delivered: [Delivered; 2],
}

/// How far a stream was delivered, as it is counted in its text: there each byte that is no UTF-8
/// is written as U+FFFD, which takes three.
#[derive(Debug, Default)]
struct Delivered {
    text_bytes: usize,
    /// Bytes of a character that has not come whole.
    unfinished: Vec<u8>,
}

impl Delivered {
    fn add(&mut self, byte: u8) {
        self.unfinished.push(byte);
        while !self.unfinished.is_empty() {
            match std::str::from_utf8(&self.unfinished) {
                Ok(character) => {
                    self.text_bytes += character.len();
                    self.unfinished.clear();
                }
                Err(error) if error.error_len().is_none() => return,
                Err(_) => {
                    self.text_bytes += char::REPLACEMENT_CHARACTER.len_utf8();
                    self.unfinished.remove(0);
                }
            }
        }
    }
}

impl LogDecoder {
    pub(super) fn new() -> Self {
        Self {
            stream: OutputStream::Stdout,
            is_line_start: true,
            mark: Vec::new(),
            read: 0,
            repeated: 0,
            delivered: Default::default(),
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
        self.delivered[index(self.stream)].add(byte);
        match pieces.last_mut() {
            Some(piece) if piece.stream == self.stream => piece.bytes.push(byte),
            _ => pieces.push(RemoteOutput { stream: self.stream, bytes: vec![byte] }),
        }
    }

    /// Returns what of a stream's whole text was not delivered yet. Nothing is told of the stream
    /// afterwards.
    pub(super) fn rest(&mut self, stream: OutputStream, whole: &str) -> Option<RemoteOutput> {
        let Delivered { text_bytes, unfinished } = std::mem::take(&mut self.delivered[index(stream)]);
        self.delivered[index(stream)].text_bytes = whole.len();
        let rest = whole.as_bytes().get(text_bytes..)?;
        let rest = match rest.strip_prefix(&*unfinished) {
            Some(rest) => rest,
            // They were no beginning of a character, and stand there as U+FFFD each.
            None => rest.get(unfinished.len() * char::REPLACEMENT_CHARACTER.len_utf8()..)?,
        };
        (!rest.is_empty()).then(|| RemoteOutput { stream, bytes: rest.to_vec() })
    }

    /// Returns how many raw bytes were read that were new.
    pub(super) fn read(&self) -> u64 {
        self.read
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

    #[test]
    fn the_rest_begins_where_the_stream_broke_also_in_what_is_no_text() {
        let printed = "a\u{e9}\u{20ac}".as_bytes();
        let bytes = [b"\x01\x01\x01".as_slice(), &[0xff, 0xc3, b'x', 0xe2, 0x82], printed, b"\n"].concat();
        // What is no character stands in the text as three bytes for each.
        let whole = format!("{0}{0}x{0}{0}a\u{e9}\u{20ac}\n", char::REPLACEMENT_CHARACTER);
        for cut in 3 + 5..=bytes.len() {
            let mut decoder = LogDecoder::new();
            let mut delivered: Vec<u8> =
                decoder.feed(&bytes[..cut]).into_iter().flat_map(|piece| piece.bytes).collect();
            delivered.extend(
                decoder.rest(OutputStream::Stdout, &whole).map(|rest| rest.bytes).unwrap_or_default(),
            );
            assert_eq!(delivered, bytes[3..], "cut at {cut}");
        }
    }
}
