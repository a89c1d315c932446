//! The session that ships with the binary, for machines without a browser.
//!
//! To record it anew, after a change to the shop, the journey or what the capture script sends:
//! `cargo run -- demo --once --record crates/gasoline/src/demo/recorded`, then
//! `UPDATE_EXPECT=1 cargo test -p gasoline --test it demo::`.

use std::io::Cursor;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gasoline_protocol::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Half;
use super::shop::LEAKED_KEY;
use crate::attach::Parcel;
use crate::limits::{DEMO_MAX_PICTURES, DEMO_TIME_MIN_MS};
use crate::server;

/// Stands in a recording for the shop's host and port, which differ each time.
const SHOP: &str = "shop.invalid";

/// Stands for the key, so that the repository holds nothing that looks like one.
const KEY: &str = "THE_LEAKED_KEY";

/// Members that say when something happened.
const TIMES: [&str; 2] = ["timestamp", "ts"];

/// One half of the session, as the browser's pages sent it.
#[derive(Serialize, Deserialize)]
pub(super) struct Recording {
    /// The browser it was made with.
    pub(super) browser: String,
    began: i64,
    ended: i64,
    batches: Vec<Batch>,
}

#[derive(Serialize, Deserialize)]
struct Batch {
    path: String,
    body: Value,
}

impl Recording {
    /// The half that ships with the binary.
    pub(super) fn shipped(half: Half) -> serde_json::Result<Self> {
        serde_json::from_str(match half {
            Half::Broken => include_str!("broken.json"),
            Half::Fixed => include_str!("fixed.json"),
        })
    }

    /// Makes one of what was sent to the server.
    pub(super) fn of(
        browser: &str,
        parcels: &[Parcel],
        began: Timestamp,
        ended: Timestamp,
    ) -> Self {
        let is_picture = |parcel: &&Parcel| parcel.path == "/screenshots";
        // Two pictures tell as much as all, and take less of everybody's disk.
        let left_out = parcels.iter().filter(is_picture).count().saturating_sub(DEMO_MAX_PICTURES);
        let left_out: Vec<&Parcel> = parcels.iter().filter(is_picture).take(left_out).collect();
        let batches = parcels
            .iter()
            .filter(|parcel| !left_out.iter().any(|left| std::ptr::eq(*left, *parcel)))
            .filter_map(|parcel| {
                let mut body: Value = serde_json::from_str(&parcel.body).ok()?;
                if let Some(smaller) = body["dataUrl"].as_str().and_then(smaller) {
                    body["dataUrl"] = Value::from(smaller);
                }
                Some(Batch { path: parcel.path.to_owned(), body })
            })
            .collect();
        let (began, ended) = (began.as_ms(), ended.as_ms());
        Self { browser: browser.to_owned(), began, ended, batches }
    }

    /// Writes it as the source of this program has it.
    pub(super) fn save(&self, folder: &Path, half: Half, shop: &str) -> anyhow::Result<()> {
        let text = serde_json::to_string(self)?;
        let text = text.replace(host(shop), SHOP).replace(LEAKED_KEY, KEY);
        // A batch a line, so that a new recording can be compared with the old one.
        let text = text.replace("{\"path\":", "\n{\"path\":") + "\n";
        std::fs::write(folder.join(half.file()), text)?;
        Ok(())
    }

    /// Sends it to the server as if it happened at present: the broken half just did, the fixed one
    /// begins right now, because what began before the watch would not count.
    pub(super) fn play(
        &self,
        half: Half,
        port: u16,
        shop: &str,
        now: Timestamp,
    ) -> Result<(), server::NoServer> {
        let shift = match half {
            Half::Broken => now.as_ms() - self.ended,
            Half::Fixed => now.as_ms() - self.began,
        };
        for batch in &self.batches {
            let mut body = batch.body.clone();
            move_times(&mut body, shift);
            let body = body.to_string().replace(SHOP, host(shop)).replace(KEY, LEAKED_KEY);
            server::post(port, &batch.path, &body)?;
        }
        Ok(())
    }
}

/// The same picture in fewer bytes: the browser's are made in a hurry.
fn smaller(data_url: &str) -> Option<String> {
    const PREFIX: &str = "data:image/png;base64,";
    let bytes = BASE64_STANDARD.decode(data_url.strip_prefix(PREFIX)?).ok()?;
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut pixels).ok()?;
    let mut packed = Vec::new();
    let mut encoder = png::Encoder::new(&mut packed, frame.width, frame.height);
    encoder.set_color(frame.color_type);
    encoder.set_depth(frame.bit_depth);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels[..frame.buffer_size()]).ok()?;
    writer.finish().ok()?;
    Some(format!("{PREFIX}{}", BASE64_STANDARD.encode(packed)))
}

fn host(origin: &str) -> &str {
    origin.trim_start_matches("http://")
}

/// Moves every time in a batch.
fn move_times(value: &mut Value, shift_ms: i64) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                if TIMES.contains(&&**name) {
                    move_time(value, shift_ms);
                } else {
                    move_times(value, shift_ms);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| move_times(value, shift_ms)),
        _ => {}
    }
}

fn move_time(value: &mut Value, shift_ms: i64) {
    if let Some(text) = value.as_str() {
        if let Some(time) = Timestamp::parse(text) {
            *value =
                Value::from(Timestamp::saturating_from_ms(time.as_ms() + shift_ms).to_string());
        }
    } else if let Some(ms) = value.as_i64().filter(|ms| *ms >= DEMO_TIME_MIN_MS) {
        *value = Value::from(ms + shift_ms);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn times_move_and_nothing_else_does() {
        let mut batch = json!({"entries": [
            {"timestamp": "2026-01-01T00:00:00.000Z", "message": "2026-01-01T00:00:00.000Z"},
            {"ts": 1_700_000_000_000_i64, "duration": 1_700_000_000_000_i64},
            {"timestamp": 12, "inner": {"ts": 1_700_000_000_000_i64}},
        ]});
        move_times(&mut batch, 1_500);
        assert_eq!(
            batch,
            json!({"entries": [
                {"timestamp": "2026-01-01T00:00:01.500Z", "message": "2026-01-01T00:00:00.000Z"},
                {"ts": 1_700_000_001_500_i64, "duration": 1_700_000_000_000_i64},
                {"timestamp": 12, "inner": {"ts": 1_700_000_001_500_i64}},
            ]})
        );
    }

    #[test]
    fn what_ships_holds_both_halves_and_no_key() {
        for half in [Half::Broken, Half::Fixed] {
            let recording = Recording::shipped(half).expect("a recording");
            let text = serde_json::to_string(&recording).expect("JSON");
            assert!(!text.contains(LEAKED_KEY) && !text.contains("127.0.0.1"));
            assert_eq!(text.contains(KEY), half == Half::Broken);
            assert!(recording.batches.iter().any(|batch| batch.path == "/enhanced-actions"));
        }
    }
}
