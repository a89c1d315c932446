//! URLs and paths in a message: the shape of the path stays, with the port before it. Of the address
//! of a script only the path stays.

use gasoline_protocol::url::is_bare_loopback;

use super::fingerprint::{HOST, ID, Scanner};
use super::varying::is_number;
use super::words::{PREVIEWS, ends_in_one_of};
use crate::ids::{Strictness, is_generated, uuid};
use crate::limits::ISSUE_NAME_MAX_BYTES;

impl Scanner<'_> {
    /// A token with a slash in it: a URL, a path, or two words.
    pub(super) fn path(&mut self, end: usize) {
        let token = &self.bytes[self.at..end];
        if let Some(scheme) = token.windows(3).position(|three| three == b"://") {
            self.at += scheme + 3;
            self.authority();
        } else if token.starts_with(b"data:") {
            let comma =
                self.bytes[end..].iter().take(ISSUE_NAME_MAX_BYTES).position(|byte| *byte == b',');
            self.at = comma.map_or(end, |comma| end + comma + 1);
            self.replace(self.url_end(), ID);
        } else if matches!(token[0], b'/' | b'.') || self.extension(end).is_some() {
            self.location(self.url_end().max(end));
        } else {
            while self.at < end {
                let part = self.end_of(self.at, end, |byte| *byte != b'/');
                self.word(part);
                self.at = self.at.max(part) + 1;
            }
            self.at = end;
        }
    }

    /// This machine and previews of a deployment have many names, which tell nothing as long as a path
    /// follows. Other hosts are kept, and so is a port: they tell services apart. Of a script only its
    /// path counts: a development server may take another port at every start, also for what stands
    /// in the page at its root.
    fn authority(&mut self) {
        let end = self.url_end();
        let path = self.end_of(self.at, end, |byte| !matches!(byte, b'/' | b'?' | b'#'));
        let authority = &self.bytes[self.at..path];
        let path_end = self.end_of(path, end, |byte| !matches!(byte, b'?' | b'#'));
        let has_path = path_end > path + 1 || self.bytes[path_end..end].starts_with(b"#/");
        let port = authority.iter().rposition(|byte| *byte == b':').filter(|colon| {
            let digits = &authority[colon + 1..];
            !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
        });
        let host_end = port.map_or(path, |colon| self.at + colon);
        let host = &self.bytes[self.at..host_end];
        let is_here = is_bare_loopback(std::str::from_utf8(host).unwrap_or_default());
        let is_any = self.is_script || is_here || ends_in_one_of(&PREVIEWS, host);
        let tells = has_path || self.is_script && is_here;
        if tells && is_any && !host.is_empty() {
            self.replace(if self.is_script { path } else { host_end }, HOST);
        } else {
            self.runs(host_end);
        }
        self.at = path;
        self.location(end);
    }

    /// A path, then a query that is dropped, then perhaps the route of a single-page application.
    fn location(&mut self, end: usize) {
        let path_end = self.end_of(self.at, end, |byte| !matches!(byte, b'?' | b'#'));
        self.segments(path_end);
        if self.bytes[path_end..end].starts_with(b"#/") {
            self.at += 1;
            let route_end = self.end_of(self.at, end, |byte| *byte != b'?');
            self.segments(route_end);
        }
        if self.at < end {
            self.replace(end, "");
        }
    }

    fn segments(&mut self, end: usize) {
        while self.at < end {
            if self.bytes[self.at] == b'/' {
                self.at += 1;
                continue;
            }
            let segment_end = self.end_of(self.at, end, |byte| *byte != b'/');
            let segment = &self.bytes[self.at..segment_end];
            let is_plain = !segment.contains(&b'.') && !segment.contains(&b':');
            let is_uuid = uuid(self.bytes, self.at).is_some();
            let is_code = self.bytes[..self.at].ends_with(b"/errors/");
            let varies =
                is_number(segment) && !is_code || is_generated(segment, Strictness::Message);
            if is_plain && !is_uuid && varies {
                self.replace(segment_end, ID);
            } else {
                self.word(segment_end);
            }
            self.at = self.at.max(segment_end);
        }
    }

    /// Where the URL or path ends that stands here. The stop after a sentence is not part of it.
    fn url_end(&self) -> usize {
        let is_part = |byte: &u8| byte.is_ascii_graphic() && !b"\"'`<>()\\|".contains(byte);
        let end = self.end_of(self.at, self.bytes.len(), is_part);
        let is_punctuation = |byte: &&u8| b".,;:!?]}".contains(byte);
        end - self.bytes[self.at..end].iter().rev().take_while(is_punctuation).count()
    }
}
