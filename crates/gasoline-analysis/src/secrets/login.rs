//! Passwords in URLs: `postgres://user:password@host/`.

use std::ops::Range;

use super::values::is_placeholder;
use crate::limits;

/// Calls `report` with every password in `text` that stands before the `@` of a URL.
pub(super) fn scan(text: &str, mut report: impl FnMut(Range<usize>)) {
    let mut authority_end = 0;
    for (at, _) in text.match_indices('@') {
        if at >= authority_end {
            let authority = authority_around(text.as_bytes(), at);
            authority_end = authority.end;
            password_in(text, authority).into_iter().for_each(&mut report);
        }
    }
}

/// The stretch around an `@` that a user, a password and a host could fill.
fn authority_around(bytes: &[u8], at: usize) -> Range<usize> {
    let reach = limits::SECRET_USERINFO_MAX_BYTES;
    let after = bytes[at..].iter().take(reach).take_while(|byte| !ends_authority(**byte)).count();
    let before = bytes[..at].iter().rev().take(reach);
    at - before.take_while(|byte| !ends_authority(**byte)).count()..at + after
}

/// The last `@` ends the password, which may hold others.
fn password_in(text: &str, authority: Range<usize>) -> Option<Range<usize>> {
    let login = text.get(authority.clone())?;
    let host = authority.start + login.rfind('@')?;
    let start = authority.start + login.find(':')? + 1;
    let before = &text.as_bytes()[..authority.start];
    // Some serializers escape the slashes.
    let is_url = before.ends_with(b"://") || before.ends_with(br":\/\/");
    let password = text.get(start..host)?;
    (is_url && !is_placeholder(password)).then_some(start..host)
}

fn ends_authority(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"/?#\"'`<>\\".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let mut found = None;
        scan(text, |range| found = Some(&text[range]));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn the_password_of_a_url() {
        check("postgres://ann:hunter2@db.test:5432/app", Some("hunter2"));
        check("mongodb+srv://ann:p@ss@db.test/?w=majority", Some("p@ss"));
        check("(\"redis://:hunter2@localhost\")", Some("hunter2"));
        check("https://ann:hunter2@a.test", Some("hunter2"));
        check(r"postgres:\/\/ann:hunter2@a.test\/db", Some("hunter2"));
    }

    #[test]
    fn an_at_elsewhere_is_no_login() {
        check("ann@a.test", None);
        check("https://unpkg.com/react@18.2.0", None);
        check("http://localhost:3000/@ann", None);
        check("render@http://localhost:3000/app.js:10:5", None);
        check("https://a.test:8000 @ann", None);
        check("postgres://ann:${PASSWORD}@db.test", None);
        check("https://ann@a.test", None);
    }
}
