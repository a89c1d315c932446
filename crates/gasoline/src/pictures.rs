//! Pictures a server still holds, as data URLs: alone, or written into the snapshot they belong to.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_analysis::limits::REPORT_PICTURE_MAX_BYTES;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::limits::SAVED_PICTURES_MAX_BYTES;
use crate::server;

/// The picture of a screenshot, if the server has it.
pub(crate) fn fetch(port: u16, id: &str) -> Option<String> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if id.is_empty() || !id.bytes().all(is_name) {
        return None;
    }
    let pixels = server::get(port, &format!("/screenshots/{id}.png")).ok()?;
    Some(format!("data:image/png;base64,{}", STANDARD.encode(pixels)))
}

#[derive(Deserialize)]
struct Snapshot<'a> {
    #[serde(borrow, default)]
    screenshots: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Shot<'a> {
    #[serde(borrow)]
    id: std::borrow::Cow<'a, str>,
}

/// A snapshot whose screenshots have their pictures as `dataUrl`, the latest ones first as far as
/// there is room, and how many had to stay without for want of it.
pub(crate) fn embed(
    snapshot: &str,
    fetch: impl FnMut(&str) -> Option<String>,
) -> Result<(String, usize), serde_json::Error> {
    embed_within(SAVED_PICTURES_MAX_BYTES, snapshot, fetch)
}

fn embed_within(
    mut room: usize,
    snapshot: &str,
    mut fetch: impl FnMut(&str) -> Option<String>,
) -> Result<(String, usize), serde_json::Error> {
    let Snapshot { screenshots } = serde_json::from_str(snapshot)?;
    let mut left_out = 0;
    // Where each picture goes: before the last brace of its record, from the end of the text.
    let mut places: Vec<(usize, String)> = Vec::new();
    let mut end = snapshot.len();
    for raw in screenshots.iter().rev() {
        // Quotes inside a text are escaped, so that no text can hold a record.
        let Some(start) = snapshot[..end].rfind(raw.get()) else { continue };
        end = start;
        let Ok(Shot { id }) = serde_json::from_str(raw.get()) else { continue };
        let Some(url) = fetch(&id).filter(|url| url.len() <= REPORT_PICTURE_MAX_BYTES) else {
            continue;
        };
        if url.len() > room {
            left_out += 1;
            continue;
        }
        room -= url.len();
        places.push((start + raw.get().len() - 1, url));
    }
    let mut text = String::with_capacity(snapshot.len() + places.len() * 64);
    let mut from = 0;
    for (place, url) in places.iter().rev() {
        text.push_str(&snapshot[from..*place]);
        text.push_str(&format!(",\"dataUrl\":\"{url}\""));
        from = *place;
    }
    text.push_str(&snapshot[from..]);
    Ok((text, left_out))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn check(room: usize, snapshot: &Value, urls: &Value, left_out: usize) {
        let fetch = |id: &str| (id != "gone").then(|| format!("data:{id}"));
        let text = snapshot.to_string();
        let (text, without) = embed_within(room, &text, fetch).expect("a snapshot");
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        let shots = answer["screenshots"].as_array().cloned().unwrap_or_default();
        let found: Vec<Value> = shots.iter().map(|shot| shot["dataUrl"].clone()).collect();
        assert_eq!((json!(found), without), (urls.clone(), left_out), "{text}");
        assert_eq!(answer["logs"], snapshot["logs"], "the rest is as it was");
    }

    #[test]
    fn the_latest_pictures_are_written_into_their_records() {
        let all = json!({"logs": [{"message": "{\"id\":\"1\"}"}], "screenshots": [
            {"id": "1"}, {"id": "1"}, {"id": "gone"}, {"id": "2", "url": "/ü"}, {"id": 7}, 5],
            "tests": [{"screenshots": ["1"]}]});
        check(100, &all, &json!(["data:1", "data:1", null, "data:2", null, null]), 0);
        check(12, &all, &json!([null, "data:1", null, "data:2", null, null]), 1);
        check(100, &json!({"logs": []}), &json!([]), 0);
    }
}
