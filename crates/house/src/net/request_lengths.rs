//! Follows the requests on a connection to find one that gives the length of its body twice: by `Content-Length` and by
//! `Transfer-Encoding`. Servers on the way may believe either, so it is refused. The library that reads requests believes the
//! second and does not report the first. A request that cannot be parsed is refused too: another request might be hidden after
//! it.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// The most bytes of a header line that are looked at. No line with a length in it has a good reason to be longer.
const LONGEST_LINE: usize = 256;

/// The number of the first request on a connection that gives two lengths or cannot be parsed, counted from 1; 0 while there is
/// none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conflict(Arc<AtomicU64>);

impl Conflict {
    /// Is it this one, or one before it?
    pub fn is(&self, number: u64) -> bool {
        (1..=number).contains(&self.0.load(Ordering::Acquire))
    }
}

/// The requests on one connection.
#[derive(Debug, Default)]
pub(crate) struct RequestLengths {
    next: Next,
    /// The part of the current header line that has arrived.
    line: Vec<u8>,
    /// Is the header line longer than the part that is looked at?
    cut: bool,
    /// How many heads have begun.
    number: u64,
    /// Has the first line of this head been read?
    begun: bool,
    length: Option<Length>,
    chunks: bool,
    conflict: Conflict,
}

/// The length of a body according to its head.
#[derive(Clone, Copy, Debug)]
enum Length {
    Known(u64),
    /// Not to be read, at least not here.
    Unknown,
}

/// What comes next.
#[derive(Clone, Copy, Debug, Default)]
enum Next {
    #[default]
    Head,
    /// The number of bytes left of a body.
    Body(u64),
    ChunkSize,
    /// The number of bytes left of a chunk.
    Chunk(u64),
    ChunkEnd,
    Trailer,
    /// It cannot be parsed, and nothing after it is read as a request.
    Lost,
}

impl RequestLengths {
    /// The first request that gives two lengths.
    pub fn conflict(&self) -> Conflict {
        self.conflict.clone()
    }

    /// Processes bytes that arrived.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            match &mut self.next {
                Next::Lost => return,
                Next::Body(left) | Next::Chunk(left) => {
                    let skipped = (*left).min(bytes.len() as u64);
                    *left -= skipped;
                    bytes = &bytes[skipped as usize..];
                    self.next = match self.next {
                        Next::Body(0) => Next::Head,
                        Next::Chunk(0) => Next::ChunkEnd,
                        next => next,
                    };
                }
                Next::Head | Next::ChunkSize | Next::ChunkEnd | Next::Trailer => {
                    let end = bytes.iter().position(|byte| *byte == b'\n');
                    let part = &bytes[..end.unwrap_or(bytes.len())];
                    let room = LONGEST_LINE.saturating_sub(self.line.len());
                    self.line.extend_from_slice(&part[..part.len().min(room)]);
                    self.cut |= part.len() > room;
                    let Some(end) = end else { return };
                    bytes = &bytes[end + 1..];
                    let line = std::mem::take(&mut self.line);
                    self.next = self.after(line.strip_suffix(b"\r").unwrap_or(&line));
                    self.cut = false;
                }
            }
        }
    }

    /// What comes after this line.
    fn after(&mut self, line: &[u8]) -> Next {
        match self.next {
            Next::Head if !self.begun => {
                // Empty lines before a request are allowed.
                if !line.is_empty() {
                    (self.begun, self.length, self.chunks) = (true, None, false);
                    self.number += 1;
                }
                Next::Head
            }
            Next::Head if line.is_empty() => self.after_head(),
            Next::Head => {
                self.header(line);
                Next::Head
            }
            Next::ChunkSize => match size(line).filter(|_| !self.cut) {
                Some(0) => Next::Trailer,
                Some(size) => Next::Chunk(size),
                None => self.lost_from(self.number + 1),
            },
            Next::ChunkEnd if line.is_empty() => Next::ChunkSize,
            Next::Trailer if line.is_empty() => Next::Head,
            Next::Trailer => Next::Trailer,
            _ => self.lost_from(self.number + 1),
        }
    }

    fn header(&mut self, line: &[u8]) {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { return };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"content-length") {
            let number = str::from_utf8(value).ok().filter(|_| !self.cut).and_then(|value| value.parse().ok());
            self.length = Some(number.map_or(Length::Unknown, Length::Known));
        }
        self.chunks |= name.eq_ignore_ascii_case(b"transfer-encoding");
    }

    fn after_head(&mut self) -> Next {
        self.begun = false;
        match (self.chunks, self.length) {
            (true, Some(_)) | (false, Some(Length::Unknown)) => self.lost_from(self.number),
            (true, None) => Next::ChunkSize,
            (false, None | Some(Length::Known(0))) => Next::Head,
            (false, Some(Length::Known(length))) => Next::Body(length),
        }
    }

    /// Stops following: this request and all after it are refused.
    fn lost_from(&self, number: u64) -> Next {
        self.conflict.0.store(number, Ordering::Release);
        Next::Lost
    }
}

/// The size of a chunk, without chunk extensions.
fn size(line: &[u8]) -> Option<u64> {
    let digits = line.split(|byte| matches!(byte, b';' | b' ' | b'\t')).next()?;
    u64::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first request that gives two lengths, however the bytes are divided.
    fn conflict(sent: &str) -> u64 {
        let of = |part: usize| {
            let mut lengths = RequestLengths::default();
            sent.as_bytes().chunks(part).for_each(|bytes| lengths.feed(bytes));
            lengths.conflict.0.load(Ordering::Acquire)
        };
        let whole = of(sent.len());
        for part in [1, 2, 7, 64] {
            assert_eq!(of(part), whole, "in parts of {part}: {sent}");
        }
        whole
    }

    #[test]
    fn a_length_that_is_told_twice_is_found_wherever_it_stands() {
        let (length, chunks) = ("Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n");
        let post = |headers: &str, body: &str| format!("POST / HTTP/1.1\r\nhost: x\r\n{headers}\r\n{body}");
        let get = "GET / HTTP/1.1\nhost: x\n\n";
        for both in [format!("{length}{chunks}"), format!("{chunks}{length}"), format!("{chunks}a: b\r\ncontent-LENGTH:0\r\n")] {
            assert_eq!(conflict(&post(&both, "0\r\n\r\n")), 1, "{both}");
            assert_eq!(conflict(&format!("{get}\r\n{}", post(&both, ""))), 2, "{both}");
            let before = post(length, "GET /") + &post(chunks, "5;a=b\r\n12\r\n5\r\nA\r\n0123456789\r\n0\r\nlast: 1\r\n\r\n");
            assert_eq!(conflict(&format!("{before}{}", post(&both, ""))), 3, "{both}");
        }
        // A header line that is too long to be looked at hides nothing, whatever its end contains.
        for long in [" ".repeat(300) + "5", "0".repeat(300) + "5", " 5".to_owned() + &" ".repeat(300)] {
            assert_eq!(conflict(&post(&format!("content-length:{long}\r\n"), "abcde")), 1, "{long}");
            assert_eq!(conflict(&format!("{get}{}", post(&format!("{chunks}content-length:{long}\r\n"), ""))), 2, "{long}");
        }
        for long in ["0".repeat(300) + "5", "5;".to_owned() + &"a".repeat(300)] {
            let body = format!("{long}\r\nabcde\r\n0\r\n\r\n");
            assert_eq!(conflict(&(post(chunks, &body) + get)), 2, "what follows cannot be known: {long}");
        }
        assert_eq!(conflict(&post(&format!("a: {}\r\n{length}", "b".repeat(300)), "abcde")), 0, "a long line of another kind");
        // The content of a body is not a head.
        let body = post(&format!("{length}{chunks}"), "");
        for once in [
            post(&format!("content-length: {}\r\n", body.len()), &body),
            post(chunks, &format!("{:x}\r\n{body}\r\n0\r\n\r\n{get}", body.len())),
            post(&format!("{length}{length}"), "abcde"),
            get.repeat(3),
        ] {
            assert_eq!(conflict(&once), 0, "{once}");
        }
    }
}
