//! A message with what varies taken out, so that the same error is recognised when it comes again.
//!
//! The text is walked once, token by token. Most tokens are plain words and are copied unread; the
//! rest are URLs and paths, file names, numbers, and runs of letters and digits. What carries
//! meaning stays: HTTP statuses, error codes, ports, property names, small numbers.

use super::frame;
use super::varying::{
    Folder, count, email, folder, hash_suffix, integrity, is_address, is_jwt, is_mixed_hash,
    is_number, is_unnamed_script, is_whole_hash, numbered_tail, timestamp,
};
use super::words::{
    ASSET_EXTENSIONS, COUNTED_WORDS, NAMING, PLACE_WORDS, RENDERED, SCRIPT_EXTENSIONS, VALUES,
    is_id_word, is_one_of,
};
use crate::ids::{Strictness, ends_in_uuid, is_generated, is_vendor_id, uuid};
use crate::limits::{ISSUE_CODE_MAX_DIGITS, ISSUE_NAME_MAX_BYTES, ISSUE_WORD_MAX_BYTES};
use gasoline_protocol::messages::without_prefix;

pub(super) const ID: &str = "[id]";
const UUID: &str = "[uuid]";
const TIMESTAMP: &str = "[timestamp]";
const ADDRESS: &str = "[address]";
pub(super) const NUMBER: &str = "[n]";
const EMAIL: &str = "[email]";
const VALUE: &str = "[value]";
pub(super) const HOST: &str = "[host]";

/// The message with what varies taken out.
///
/// | message | fingerprint |
/// |---|---|
/// | `Uncaught Error: order 81723 not found` | `Error: order [id] not found` |
/// | `GET http://localhost:3000/api/users/7?x=1 404 (Not Found)` | `GET http://[host]:3000/api/users/[id] 404 (Not Found)` |
/// | `at http://localhost:3000/main.3f2a9c1b.js:10:5` | `at http://[host]:3000/main.[id].js` |
/// | `Minified React error #418` | the same |
/// | `Cannot read properties of undefined (reading 'x1')` | the same |
pub fn fingerprint(message: &str) -> String {
    Scanner::of(without_prefix(message.trim()), false).scanned()
}

/// The address of a script with what varies taken out: its hash, and the host it is served by.
pub fn script(address: &str) -> String {
    Scanner::of(address.trim(), true).scanned()
}

const TOKEN: u8 = 1;
const DIGIT: u8 = 2;
const SLASH: u8 = 4;
const DOT: u8 = 8;

/// What each byte can be part of.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'0'..=b'9' => TOKEN | DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'-' | b':' => TOKEN,
            b'/' => TOKEN | SLASH,
            b'.' => TOKEN | DOT,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// A place in a message, and what has been written of it.
pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Everything before this place is in `out`, as it was or replaced.
    copied: usize,
    out: String,
    /// The text is the address of a script, and nothing else.
    pub(super) is_script: bool,
    /// Up to here every number varies.
    pub(super) varies_until: usize,
}

impl<'a> Scanner<'a> {
    fn of(text: &'a str, is_script: bool) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            copied: 0,
            out: String::with_capacity(text.len() + 16),
            is_script,
            varies_until: 0,
        }
    }

    fn scanned(mut self) -> String {
        self.scan();
        self.out
    }

    fn scan(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                _ if CLASSES[usize::from(byte)] & TOKEN != 0 => self.token(),
                b' ' if !self.is_space(self.at + 1) => self.at += 1,
                _ if byte.is_ascii_whitespace() => {
                    let end = self.end_of(self.at, self.bytes.len(), u8::is_ascii_whitespace);
                    let is_new_line = self.bytes[self.at..end].contains(&b'\n');
                    let next_line = self.text[end..].lines().next().unwrap_or_default();
                    if is_new_line && frame::is_frame(next_line) {
                        return self.end(end);
                    }
                    self.replace(end, " ");
                }
                b'\'' | b'"' | b'`' => self.quote(byte),
                _ => self.at += 1,
            }
        }
        self.copy();
    }

    /// Leaves out the stack that stands here, but for the component that a component stack names.
    fn end(&mut self, stack: usize) {
        self.copy();
        if let Some(component) = frame::component(self.text, &self.text[stack..]) {
            self.out.push_str(" in ");
            self.out.push_str(component);
        }
    }

    /// Steps over a quoted name whole, and takes out a quoted value; any other quoted text is read
    /// like the rest.
    fn quote(&mut self, quote: u8) {
        let before = &self.text[..self.at];
        self.at += 1;
        let is_after = |words: &[&str]| words.iter().any(|word| before.ends_with(word));
        let (is_name, is_value) = (is_after(&NAMING), is_after(&VALUES));
        if !(is_name || is_value || is_after(&RENDERED)) {
            return;
        }
        let quoted = self.bytes[self.at..].iter().take(ISSUE_NAME_MAX_BYTES);
        let Some(length) =
            quoted.take_while(|byte| **byte != b'\n').position(|byte| *byte == quote)
        else {
            return;
        };
        let end = self.at + length;
        if is_name {
            self.at = end + 1;
        } else if is_value {
            self.replace(end, VALUE);
        } else {
            self.varies_until = end;
        }
    }

    fn token(&mut self) {
        let start = self.at;
        let mut classes = 0;
        let mut end = start;
        while let Some(&byte) = self.bytes.get(end)
            && CLASSES[usize::from(byte)] & TOKEN != 0
        {
            classes |= CLASSES[usize::from(byte)];
            end += 1;
        }
        let token_end = end;
        // The colon behind a place or a name is none of it.
        let colons = self.bytes[start..end].iter().rev().take_while(|byte| **byte == b':').count();
        end -= colons;
        let is_short = end - start == 3;
        if (is_short || self.bytes[start].is_ascii_digit())
            && let Some(end) = timestamp(self.bytes, start)
        {
            self.replace(end, TIMESTAMP);
        } else if let Some(end) = email(self.bytes, start, end) {
            self.replace(end, EMAIL);
        } else if let Some((hash, end)) = integrity(self.bytes, start) {
            self.at = hash;
            self.replace(end, ID);
        } else if is_jwt(&self.bytes[start..end]) {
            self.replace(end, ID);
        } else if classes & SLASH != 0 {
            self.path(end);
        } else if classes & (DIGIT | DOT) != 0 {
            self.word(end);
        }
        self.at = self.at.max(token_end);
    }

    /// Text up to `end` that has no slash: a file, a host and port, a number, a word.
    pub(super) fn word(&mut self, end: usize) {
        let start = self.at;
        let column = self.number_suffix(end);
        let line = column.and_then(|column| self.number_suffix(column));
        let Some(body_end) = line.or(column) else { return self.name(end) };
        let body = &self.bytes[start..body_end];
        if is_number(body) && line.is_none() {
            self.replace(end, NUMBER);
        } else if line.is_some() || self.extension(body_end).is_some() || is_unnamed_script(body) {
            self.name(body_end);
            self.replace(end, "");
        } else if body.is_empty() && matches!(self.byte_before(start), Some(b')' | b'>')) {
            self.replace(end, "");
        } else if !body.is_empty() && is_port(body, &self.bytes[body_end + 1..end]) {
            self.name(body_end);
            self.at = end;
        } else {
            self.name(end);
        }
    }

    /// Where the `:12` that ends a text at `end` begins.
    fn number_suffix(&self, end: usize) -> Option<usize> {
        let text = &self.bytes[self.at..end];
        let colon = text.iter().rposition(|byte| !byte.is_ascii_digit())?;
        (text[colon] == b':' && colon + 1 < text.len()).then_some(self.at + colon)
    }

    /// A file, or letters and digits with something between them.
    fn name(&mut self, end: usize) {
        match self.extension(end) {
            Some(dot) => self.file(dot, end),
            None => self.runs(end),
        }
    }

    /// The dot of a known file extension that ends the text at `end`.
    pub(super) fn extension(&self, end: usize) -> Option<usize> {
        let text = self.text.get(self.at..end)?;
        let dot = text.rfind('.')?;
        let extension = &text[dot + 1..];
        let is_file =
            is_one_of(&SCRIPT_EXTENSIONS, extension) || is_one_of(&ASSET_EXTENSIONS, extension);
        is_file.then_some(self.at + dot)
    }

    /// A file name whose last dot is at `dot`: each part before it may be a bundler's hash.
    fn file(&mut self, dot: usize, end: usize) {
        let first = self.at;
        let folder = folder(&self.bytes[..first]);
        let is_script = is_one_of(&SCRIPT_EXTENSIONS, &self.text[dot + 1..end]);
        let is_built = folder != Folder::Other;
        let stem = &self.bytes[first..dot];
        // Hexadecimal is no name; eight letters and digits may be one where nobody chose it.
        let is_hash = match folder {
            Folder::Built => is_whole_hash(stem) || is_mixed_hash(stem),
            Folder::Assets => is_whole_hash(stem),
            Folder::Other => false,
        };
        if is_hash {
            self.replace(dot, ID);
        }
        while self.at < dot {
            let start = self.at;
            let part_end = self.end_of(start, dot, |byte| *byte != b'.');
            let part = &self.bytes[start..part_end];
            let is_numbered = start == first && is_script && is_number(part);
            let is_part_hash =
                is_generated(part, Strictness::Bundle) || is_built && is_mixed_hash(part);
            if is_numbered || (start > first && is_part_hash) {
                self.replace(part_end, ID);
            } else if !ends_in_uuid(part)
                && let Some(hash) = hash_suffix(part, is_built)
            {
                self.runs(start + hash);
                self.at = start + hash;
                self.replace(part_end, ID);
            } else {
                self.runs(part_end);
            }
            self.at = self.at.max(part_end) + 1;
        }
        self.at = end;
    }

    pub(super) fn runs(&mut self, end: usize) {
        while self.at < end {
            if self.bytes[self.at].is_ascii_alphanumeric() {
                let run_end = self.end_of(self.at, end, u8::is_ascii_alphanumeric);
                self.run(run_end, end);
            } else {
                self.at += 1;
            }
        }
    }

    /// Letters and digits up to `end`, with nothing between them. A time may go on to `limit`.
    fn run(&mut self, end: usize, limit: usize) {
        let start = self.at;
        let run = &self.bytes[start..end];
        if run[0].is_ascii_hexdigit()
            && let Some(end) = uuid(&self.bytes[..limit], start)
        {
            return self.replace(end, UUID);
        }
        if run[0].is_ascii_digit()
            && let Some(end) = timestamp(&self.bytes[..limit], start)
        {
            return self.replace(end, TIMESTAMP);
        }
        let digits = count(run, u8::is_ascii_digit);
        if digits == run.len() {
            return self.number(end);
        }
        if let Some(unit) = run.iter().position(|byte| !byte.is_ascii_digit()).filter(|at| *at > 0)
            && matches!(&run[unit..], b"ms" | b"s")
        {
            return self.duration(start + unit);
        }
        if run.starts_with(b"0x") {
            return if is_address(run) { self.replace(end, ADDRESS) } else { self.at = end };
        }
        let has_prefix = self.byte_before(start) == Some(b'_');
        if is_generated(run, Strictness::Message) || has_prefix && is_vendor_id(run, digits) {
            return self.replace(end, ID);
        }
        self.at = end;
        if let Some(tail) = numbered_tail(run) {
            self.at = start + tail;
            self.replace(end, ID);
        }
    }

    /// The word before a place, and what stands between them.
    pub(super) fn word_before(&self, place: usize) -> (&str, &str) {
        let is_between = |byte: &u8| b" :=#('\"`[".contains(byte);
        let before = &self.bytes[..place];
        // A sign belongs to the number, unless it joins it to a word.
        let unsigned = before.strip_suffix(b"-").filter(|rest| rest.last().is_some_and(is_between));
        let sign = usize::from(unsigned.is_some());
        let bare = &before[..place - sign];
        let between = bare
            .iter()
            .rev()
            .take(ISSUE_WORD_MAX_BYTES)
            .take_while(|byte| is_between(byte))
            .count();
        let word_end = place - sign - between;
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = before[..word_end]
            .iter()
            .rev()
            .take(ISSUE_WORD_MAX_BYTES)
            .take_while(|byte| is_word(byte))
            .count();
        (&self.text[word_end - length..word_end], &self.text[word_end..place])
    }

    /// Where the bytes of a kind end that stand at `from`, looking no further than `limit`.
    pub(super) fn end_of(&self, from: usize, limit: usize, is_part: impl Fn(&u8) -> bool) -> usize {
        let rest = self.bytes.get(from..limit).unwrap_or_default();
        from + rest.iter().take_while(|byte| is_part(byte)).count()
    }

    pub(super) fn byte_before(&self, place: usize) -> Option<u8> {
        place.checked_sub(1).map(|before| self.bytes[before])
    }

    fn is_space(&self, place: usize) -> bool {
        self.bytes.get(place).is_some_and(u8::is_ascii_whitespace)
    }

    /// Writes `word` in place of the text from here to `end`, and goes on there.
    pub(super) fn replace(&mut self, end: usize, word: &str) {
        self.copy();
        self.out.push_str(word);
        self.at = end;
        self.copied = end;
    }

    /// Writes what stands before this place as it is.
    fn copy(&mut self) {
        self.out.push_str(self.text.get(self.copied..self.at).unwrap_or_default());
    }
}

/// A number right behind a host's name and a colon, as small as a port. `User:12345` is no host, and
/// some words make it an id or a line.
fn is_port(body: &[u8], digits: &[u8]) -> bool {
    let word = std::str::from_utf8(body).unwrap_or_default();
    let is_other =
        is_id_word(word) || is_one_of(&PLACE_WORDS, word) || is_one_of(&COUNTED_WORDS, word);
    let is_host = !body.iter().any(u8::is_ascii_uppercase);
    is_host && !is_other && digits.len() <= ISSUE_CODE_MAX_DIGITS
}

#[cfg(test)]
mod tests {
    use gasoline_random::{CASES, for_all};

    use super::*;

    #[track_caller]
    fn check(message: &str, expected: &str) {
        assert_eq!(fingerprint(message), expected);
    }

    #[track_caller]
    fn check_same(messages: &[&str]) {
        let first = fingerprint(messages[0]);
        for message in messages {
            assert_eq!(fingerprint(message), first);
        }
    }

    #[track_caller]
    fn check_kept(messages: &[&str]) {
        for message in messages {
            assert_eq!(fingerprint(message), *message);
        }
    }

    #[test]
    fn what_browsers_announce_an_uncaught_error_with_is_left_out() {
        check_same(&[
            "TypeError: x is undefined",
            "Uncaught TypeError: x is undefined",
            "Uncaught (in promise) TypeError: x is undefined",
            "Unhandled Promise Rejection: TypeError: x is undefined",
        ]);
    }

    #[test]
    fn uuids_hashes_and_generated_ids_are_taken_out() {
        check(
            "No session 550e8400-e29b-41d4-a716-446655440000 for user_550E8400-e29b-41d4-a716-446655440000",
            "No session [uuid] for user_[uuid]",
        );
        check("commit 3f2a9c1b44 not found", "commit [id] not found");
        check("job 01ARZ3NDEKTSV4RRFFQ69G5FAV died", "job [id] died");
        check("No such customer: cus_NffrFeUfNV2Hib", "No such customer: cus_[id]");
        check("at 0x7ffd5e1a33f0 in heap", "at [address] in heap");
    }

    #[test]
    fn addresses_tokens_and_integrity_hashes_are_taken_out() {
        check("User a.b@mail.example.org is gone.", "User [email] is gone.");
        check_kept(&["vue@3.2.1 is required", "mail me@home", "load@http: x"]);
        check("Invalid token eyJhbGciOiJI.eyJzdWIiOiIx.c2ln here", "Invalid token [id] here");
        check("a hash ('sha256-47DEQpj8HBSa+/TImW+5JCeuQeRk=') is", "a hash ('sha256-[id]') is");
    }

    #[test]
    fn numbers_that_are_ids_are_taken_out_by_length_name_or_quotes() {
        check("Order 81723 not found", "Order [id] not found");
        check("userId=42 and id: 7 are gone", "userId=[id] and id: [id] are gone");
        check("Item '42' not found", "Item '[id]' not found");
        check("Loading chunk 487 failed", "Loading chunk [id] failed");
        check("user48213 was locked", "user[id] was locked");
        check("User:48213 was locked", "User:[id] was locked");
    }

    #[test]
    fn numbers_that_are_meaning_stay() {
        check_kept(&[
            "Request failed with status code 404",
            "GET failed: 500 (Internal Server Error)",
            "Minified React error #418",
            "Minified React error #418; see /errors/418",
            "connect ECONNREFUSED 127.0.0.1:5432",
            "cannot reach localhost:3000",
            "cannot reach http://localhost:3000",
            "WebSocket closed with code 1006",
            "socket closed (4001)",
            "timeout of 5000ms exceeded",
            "Expected 3 arguments, but got 2",
            "NG0100: ExpressionChangedAfterItHasBeenCheckedError",
            "NG02801: see docs",
            "TS2322 in strict mode",
            "react 18.2.0 is required",
            "nsresult: \"0x80004005 (NS_ERROR_FAILURE)\"",
            "void 0 is not a function",
            "ORA-00942: table or view does not exist",
            "SQLSTATE[23505]: Unique violation",
            "es2015 is not supported",
        ]);
    }

    #[test]
    fn property_names_stay_however_they_look() {
        check_kept(&[
            "Cannot read properties of undefined (reading 'x')",
            "Cannot read properties of undefined (reading '12345')",
            "Cannot set properties of null (setting 'a1b2c3d4e5f6')",
            "can't access property \"3f2a9c1b\", user is undefined",
            "undefined is not an object (evaluating 'a.items[12345].b')",
        ]);
    }

    #[test]
    fn times_and_durations_are_taken_out() {
        check_same(&[
            "Token expired at 2026-01-02T03:04:05.678Z",
            "Token expired at 2025-11-30 23:59:59",
            "Token expired at Fri Jan 02 2026 03:04:05 GMT+0200 (Central European Standard Time)",
            "Token expired at 1/2/2026, 3:04:05 PM",
        ]);
        check("'click' handler took 213ms", "'click' handler took [n]ms");
        check("done in 1400 ms", "done in [n] ms");
        check("render 12.5ms", "render [n]ms");
    }

    #[test]
    fn lines_and_columns_are_taken_out() {
        check_same(&[
            "boom at http://localhost:3000/src/App.tsx:12:34",
            "boom at http://localhost:3000/src/App.tsx?t=1767323045678:99:1",
        ]);
        check("/app/src/App.tsx:12:4: ERROR: no", "/app/src/App.tsx: ERROR: no");
        check_same(&["oops (app.js:12:34)", "oops (app.js:7)", "oops (app.js)"]);
        check("Unexpected token (12:34)", "Unexpected token ([n])");
        check("eval <anonymous>:1:17 failed", "eval <anonymous> failed");
        check(
            "JSON.parse: unexpected character at line 1 column 7 of the JSON data",
            "JSON.parse: unexpected character at line [n] column [n] of the JSON data",
        );
        check("Unexpected end in JSON at position 142", "Unexpected end in JSON at position [n]");
    }

    #[test]
    fn a_url_keeps_its_port_and_the_shape_of_its_path() {
        check(
            "GET http://localhost:3000/api/users/7/orders/9?page=2#top 404 (Not Found)",
            "GET http://[host]:3000/api/users/[id]/orders/[id] 404 (Not Found)",
        );
        check(
            "blocked: https://api.example.com/v1/items/550e8400-e29b-41d4-a716-446655440000.",
            "blocked: https://api.example.com/v1/items/[uuid].",
        );
        check("GET https://a-git-b.vercel.app/api 500", "GET https://[host]/api 500");
        check("GET /api/users/42?x=1 failed", "GET /api/users/[id] failed");
        check("at http://localhost:3000/#/users/42", "at http://[host]:3000/#/users/[id]");
        check("Failed to load https://js.example.com/", "Failed to load https://js.example.com/");
        check("Failed to load https://a.example/?x=1", "Failed to load https://a.example/");
        check("text/html is not and/or 1/2", "text/html is not and/or 1/2");
        check(
            "got data:image/png;base64,iVBORw0KGgo/AAA+x== back",
            "got data:image/png;base64,[id] back",
        );
    }

    #[test]
    fn of_a_script_only_the_path_counts() {
        for (address, expected) in [
            ("http://localhost:5173/src/cart.js", "http://[host]/src/cart.js"),
            ("http://127.0.0.1:5174/src/cart.js", "http://[host]/src/cart.js"),
            ("http://localhost/src/cart.js?t=1767323045678", "http://[host]/src/cart.js"),
            ("https://cdn.example:8443/src/cart.js", "https://[host]/src/cart.js"),
            ("http://localhost:5173/", "http://[host]/"),
            ("https://shop.example/", "https://shop.example/"),
        ] {
            assert_eq!(script(address), expected);
        }
    }

    #[test]
    fn bundle_names_lose_their_hashes() {
        check_same(&[
            "Loading chunk 12 failed.\n(error: http://localhost:3000/static/12.3f2a9c1b.js)",
            "Loading chunk 487 failed.\n(error: http://localhost:3000/static/487.12345678.js)",
        ]);
        check_same(&[
            "Failed to fetch dynamically imported module: http://localhost/assets/Cart-BkX3f9a2.js",
            "Failed to fetch dynamically imported module: http://localhost/assets/Cart-CnvBSKXv.js",
            "Failed to fetch dynamically imported module: http://localhost/assets/Cart-B_kXf-a2.js",
        ]);
        check("main.3f2a9c1b.chunk.js", "main.[id].chunk.js");
        check("a-550e8400-e29b-41d4-a716-446655440000.png", "a-[uuid].png");
        check_kept(&["jquery-3.6.0.min.js", "HomePage.js", "my-settings.css", "404.html"]);
    }

    #[test]
    fn a_stack_behind_the_message_does_not_count() {
        check("Error: no\n    at load (http://localhost/app.js:1:2)\n    at main", "Error: no");
        check("Error: no\nload@http://localhost/app.js:1:2", "Error: no");
        check("two\n  lines", "two lines");
    }

    #[test]
    fn messages_that_say_something_else_stay_apart() {
        for (one, other) in [
            ("Request failed with status code 404", "Request failed with status code 500"),
            ("Minified React error #418", "Minified React error #423"),
            ("reading 'map'", "reading 'filter'"),
            ("ws://localhost:3001/ws failed", "ws://localhost:3002/ws failed"),
            ("GET /api/users/1 failed", "GET /api/orders/1 failed"),
            ("timeout of 5000ms exceeded", "timeout of 10000ms exceeded"),
            ("closed: 1006", "closed: 1011"),
            ("https://a.example/", "https://b.example/"),
            ("GET http://api.localhost/health", "GET http://auth.localhost/health"),
        ] {
            assert_ne!(fingerprint(one), fingerprint(other));
        }
    }

    #[test]
    fn no_text_makes_it_panic() {
        for_all(CASES, |random| drop(fingerprint(&random.text(0..60))));
    }

    #[test]
    fn no_mixture_of_what_it_knows_makes_it_panic() {
        for_all(CASES, |random| {
            let parts = random.list(0..12, |random| random.one_of(FRAGMENTS));
            drop(fingerprint(&parts.concat()));
        });
    }

    const FRAGMENTS: &[&str] = &[
        "http://",
        "2026-01-02",
        "T",
        "03:04:05",
        ".678",
        "Z",
        " ",
        "/",
        "1.2.3",
        ".js",
        ":12",
        ":",
        "?",
        "#/",
        "-",
        "3f2a9c1b",
        "BkX3f9a2",
        "'",
        "\"",
        "property ",
        "data:",
        ",",
        "é",
        "“",
        "(",
        ")",
        "@",
        "550e8400-e29b-41d4-a716-446655440000",
        "81723",
        "ms",
        "took ",
        "0x7ffd5e1a",
        "Fri ",
        "Jan ",
        "id=",
        "_",
        "\n",
        "    at ",
        "localhost",
        "[",
        "]",
        ".",
        "0",
        "eyJ",
        "sha256-",
        "ORA-",
        "a.b",
        "same key, ",
        "with value ",
        "Server: ",
        "error: ",
        "code",
        "PAYMENT_",
        "socket ",
        "4711",
        " of ",
        "/_nuxt/",
        "/assets/",
        "index-DiwrgTda",
        ".vercel.app/",
        "    in ",
        "Login",
        "Warning: ",
    ];
}
