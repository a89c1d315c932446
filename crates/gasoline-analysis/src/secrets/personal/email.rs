//! E-mail addresses, by the parts around their `@`.

use std::ops::Range;

use crate::limits::{EMAIL_DOMAIN_MAX_BYTES, EMAIL_LOCAL_MAX_BYTES};

/// What a file is called after its last dot: `logo@2x.png` has no mail box.
const FILES: &[&str] = &[
    "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "js", "mjs", "cjs", "ts", "tsx",
    "jsx", "css", "scss", "map", "json", "html", "htm", "vue", "svelte", "wasm", "woff", "ttf",
    "pdf", "zip",
];

/// Calls `report` for every e-mail address in `text`.
pub(super) fn scan(text: &str, mut report: impl FnMut(Range<usize>)) {
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices('@') {
        let Some(local) = local_before(bytes, at) else { continue };
        let Some(domain) = domain_after(text, at + 1) else { continue };
        let whole = local.start..domain.end;
        if !is_login(bytes, &whole, &text[local]) {
            report(text.floor_char_boundary(whole.start)..whole.end);
        }
    }
}

fn local_before(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if at > 1 && bytes[at - 1] == b'"' {
        let quoted = bytes[..at - 1].iter().rev().take(EMAIL_LOCAL_MAX_BYTES);
        let length = quoted.take_while(|byte| **byte != b'"' && **byte != b'\n').count();
        let start = (at - 1).checked_sub(length + 1)?;
        return (length > 0 && bytes[start] == b'"').then_some(start..at);
    }
    let is_local = |byte: u8| {
        byte.is_ascii_alphanumeric() || byte >= 0x80 || b".!#$%&'*+/=?^_`{|}~-".contains(&byte)
    };
    let before = bytes[..at].iter().rev().take(EMAIL_LOCAL_MAX_BYTES + 1);
    let length = before.take_while(|byte| is_local(**byte)).count();
    if length > EMAIL_LOCAL_MAX_BYTES {
        return None;
    }
    // What a sentence, a URL or a form puts before an address is none of it.
    let mut start = at - length;
    if let Some(sign) = bytes[start..at].iter().rposition(|byte| b"=?&/'`{|#".contains(byte)) {
        start += sign + 1;
    }
    while start < at && b".-*_~".contains(&bytes[start]) {
        start += 1;
    }
    let local = &bytes[start..at];
    let is_whole =
        !local.is_empty() && !local.ends_with(b".") && !local.windows(2).any(|two| two == b"..");
    is_whole.then_some(start..at)
}

fn domain_after(text: &str, start: usize) -> Option<Range<usize>> {
    let is_wide = |letter: char| ('\u{ff00}'..='\u{ffef}').contains(&letter);
    let is_domain = |letter: char| {
        (letter.is_alphanumeric() && !is_wide(letter)) || matches!(letter, '-' | '.')
    };
    let rest = &text[start..];
    let length: usize = rest
        .chars()
        .take(EMAIL_DOMAIN_MAX_BYTES)
        .take_while(|letter| is_domain(*letter))
        .map(char::len_utf8)
        .sum();
    let domain = rest[..length].trim_end_matches(['.', '-']);
    let (name, last) = domain.rsplit_once('.')?;
    let is_top = last.chars().count() >= 2
        && (last.chars().all(char::is_alphabetic) || last.starts_with("xn--"))
        && !FILES.contains(&last.to_ascii_lowercase().as_str());
    let has_labels = name
        .split('.')
        .all(|label| !label.is_empty() && label.len() <= 63 && !label.starts_with('-'));
    (is_top && has_labels).then(|| start..start + domain.len())
}

/// `git@github.com:org/repo` and `ssh://ann@host` name a machine to log in to.
fn is_login(bytes: &[u8], whole: &Range<usize>, local: &str) -> bool {
    let goes_on = bytes.get(whole.end) == Some(&b':')
        && bytes.get(whole.end + 1).is_some_and(u8::is_ascii_alphanumeric);
    local == "git" || goes_on || bytes[..whole.start].ends_with(b"://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        scan(text, |range| found.push(&text[range]));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn addresses_in_text_and_urls() {
        check(
            "write to ann.lee+shop@mail.example.org, please.",
            &["ann.lee+shop@mail.example.org"],
        );
        check("/?email=ann@a.test&x=1", &["ann@a.test"]);
        check("<ann@a.test>; 'bob@b.test'", &["ann@a.test", "bob@b.test"]);
        check("\"ann lee\"@a.test", &["\"ann lee\"@a.test"]);
        check(
            "jörg@münchen.de a@xn--d1acufc.xn--p1ai",
            &["jörg@münchen.de", "a@xn--d1acufc.xn--p1ai"],
        );
    }

    #[test]
    fn an_at_alone_makes_no_address() {
        check("react@18.2.0 logo@2x.png render@http://localhost:3000/app.js:10:5 a@b", &[]);
        check("git@github.com:org/repo.git ssh://ann@host.test deploy@host.test:app", &[]);
        check("two..dots@a.test dot.@a.test @a.test a@@b.test", &[]);
        check("import x from '@scope/name'; @media (min-width: 3px)", &[]);
    }
}
