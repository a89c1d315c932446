//! What is around a match, where an expression would read the same text over and over.
//!
//! A pattern finds only the part that is short. The rest is walked here, and what was walked once is
//! remembered, so that the work grows with the text however often the pattern matches.

use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

use super::sieve::begins_word;
use crate::limits;
use crate::limits::SECRET_LAST_LINE_MAX_BYTES;

/// What a pattern leaves to be looked at around its match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Around {
    Nothing,
    /// The match is the first line of a private key, which goes on to its last line.
    KeyBlock,
    /// `curl` stands before the match on the same line.
    AfterCurl,
}

/// How far a text has been looked at.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// Whatever begins before this belongs to a block that was reported.
    taken_until: usize,
    /// No last line of a key is between a first line and this.
    endless_until: usize,
    /// The latest `curl`, and where the search for the next one begins.
    curl: Option<usize>,
    curls_until: usize,
}

impl Walk {
    /// The whole secret, for a match of `pattern` whose own part of it is `secret`; matches come in
    /// their order. None if it is no secret where it stands.
    pub(super) fn whole(
        &mut self,
        around: Around,
        bytes: &[u8],
        pattern: &Range<usize>,
        secret: Range<usize>,
    ) -> Option<Range<usize>> {
        match around {
            Around::Nothing => Some(secret),
            Around::KeyBlock => {
                (secret.start >= self.taken_until).then_some(())?;
                let end = self.end_of_block(bytes, secret.end);
                self.taken_until = end;
                Some(secret.start..end)
            }
            Around::AfterCurl => self.follows_curl(bytes, pattern.start).then_some(secret),
        }
    }

    /// Where a key ends whose first line ends at `from`: behind its last line, else, because texts are
    /// cut, where nothing of a key can follow.
    fn end_of_block(&mut self, bytes: &[u8], from: usize) -> usize {
        let mut at = from;
        while at < bytes.len() && at >= self.endless_until && is_of_block(bytes[at]) {
            if bytes[at..].starts_with(b"-----END")
                && let Some(end) = end_of_last_line(bytes, at + 8)
            {
                return end;
            }
            at += 1;
        }
        self.endless_until = self.endless_until.max(at);
        let is_of_key = |byte: &&u8| is_of_block(**byte) && !matches!(byte, b'(' | b')');
        from + bytes[from..].iter().take_while(is_of_key).count()
    }

    fn follows_curl(&mut self, bytes: &[u8], flag: usize) -> bool {
        while let Some(next) = memmem::find(&bytes[self.curls_until..flag], b"curl") {
            let start = self.curls_until + next;
            self.curls_until = start + 4;
            let goes_on = bytes.get(start + 4).is_some_and(u8::is_ascii_alphanumeric);
            if begins_word(bytes, start) && !goes_on {
                self.curl = Some(start);
            }
        }
        // The word may reach up to the flag.
        self.curls_until = self.curls_until.max(flag.saturating_sub(3));
        let Some(curl) = self.curl else { return false };
        let line = &bytes[curl.max(flag.saturating_sub(limits::SECRET_COMMAND_MAX_BYTES))..flag];
        line.len() == flag - curl && memrchr(b'\n', line).is_none()
    }
}

/// Whether a byte can stand between the lines of a key, also where it was escaped.
fn is_of_block(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || byte.is_ascii_whitespace()
        || byte == 0x0b
        || b"_+/=\\:,.()%-".contains(&byte)
}

/// Where the last line ends whose words begin at `at`: `RSA PRIVATE KEY-----`.
fn end_of_last_line(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..bytes.len().min(at + SECRET_LAST_LINE_MAX_BYTES)];
    let dash = memchr(b'-', rest)?;
    let is_word =
        |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b" +%".contains(byte);
    (rest[..dash].iter().all(is_word) && rest[dash..].starts_with(b"-----"))
        .then_some(at + dash + 5)
}
