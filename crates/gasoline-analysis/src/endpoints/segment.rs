//! One segment of a path: a name of the program, or one of many.

use std::borrow::Cow;

use super::ID;
use crate::ids::{Strictness, is_generated, is_vendor_id, uuid};
use crate::issues::fingerprint;
use crate::issues::varying::timestamp;
use crate::limits::SEGMENT_NUMBERED_MIN_DIGITS;

/// How the base 64 of `{"` begins, which every JWT begins with.
const JWT_START: &str = "eyJ";

/// The segment, or `:id` where it varies; a file keeps its name and extension.
pub(super) fn normalised(segment: &str) -> Cow<'_, str> {
    if is_address(segment) {
        return ID.into();
    }
    match segment.rsplit_once('.') {
        Some((name, extension)) if is_extension(extension) => file(segment, name, extension),
        _ if is_id(segment) => ID.into(),
        _ => segment.into(),
    }
}

/// Small letters, perhaps a digit behind them: `js`, `mp4`, `woff2`.
fn is_extension(text: &str) -> bool {
    let letters = text.trim_end_matches(|last: char| last.is_ascii_digit());
    (2..=5).contains(&letters.len())
        && text.len() - letters.len() <= 1
        && letters.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// A file: a bundler's hash may stand in its name, or the whole name is an id.
fn file<'a>(segment: &'a str, name: &str, extension: &str) -> Cow<'a, str> {
    let without_hash = fingerprint(segment);
    if without_hash.contains("[id]") || without_hash.contains("[uuid]") {
        return without_hash.replace("[id]", ID).replace("[uuid]", ID).into();
    }
    if is_id(name) { format!("{ID}.{extension}").into() } else { segment.into() }
}

fn is_id(segment: &str) -> bool {
    let bytes = segment.as_bytes();
    is_numeric(bytes)
        || uuid(bytes, 0) == Some(bytes.len())
        || timestamp(bytes, 0) == Some(bytes.len())
        || segment.contains("***")
        || segment.starts_with(JWT_START)
        || is_numbered(segment)
        || is_prefixed(segment)
        || is_generated(bytes, Strictness::Path)
}

/// A number, several, a coordinate, a month.
fn is_numeric(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_digit)
        && bytes.iter().all(|byte| byte.is_ascii_digit() || b",.-+:".contains(byte))
}

fn is_address(segment: &str) -> bool {
    let at = segment.find('@').or_else(|| segment.find("%40"));
    at.is_some_and(|at| at > 0)
}

/// `user_48213`, `INV-2024-0042`: a word, then a number.
fn is_numbered(segment: &str) -> bool {
    let Some(at) = segment.rfind(['-', '_']) else { return false };
    let number = &segment[at + 1..];
    number.len() >= SEGMENT_NUMBERED_MIN_DIGITS && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// `cus_NffrFeUfNV2Hib`.
fn is_prefixed(segment: &str) -> bool {
    segment.split_once('_').is_some_and(|(_, id)| {
        let digits = id.bytes().filter(u8::is_ascii_digit).count();
        is_vendor_id(id.as_bytes(), digits)
    })
}
