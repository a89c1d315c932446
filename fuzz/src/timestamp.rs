//! Fuzzes times: whatever is read can be written, and reads back as the same millisecond.

use gasoline_protocol::time::WireTime;
use gasoline_protocol::{Since, Timestamp};

pub(crate) fn run(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        if let Some(time) = Timestamp::parse(text) {
            same_when_written(time);
            let quoted = serde_json::to_string(text).expect("a string is JSON");
            let wire: WireTime = serde_json::from_str(&quoted).expect("a string is a wire time");
            assert_eq!(wire.0, Some(time), "{text:?} as a string");
        }
        let _ = Since::parse(text);
    }
    // A time field never fails an event: any JSON is a time or none.
    if serde_json::from_slice::<serde_json::Value>(data).is_ok() {
        let wire: WireTime = serde_json::from_slice(data).expect("any JSON is a wire time");
        wire.0.inspect(|time| same_when_written(*time));
    }
    if let Some(bytes) = data.first_chunk::<8>() {
        let ms = i64::from_le_bytes(*bytes);
        Timestamp::from_ms(ms).inspect(|time| same_when_written(*time));
        same_when_written(Timestamp::saturating_from_ms(ms));
    }
}

#[track_caller]
fn same_when_written(time: Timestamp) {
    let written = time.to_string();
    assert_eq!(Timestamp::parse(&written), Some(time), "{written}");
    assert_eq!(Timestamp::parse(&time.as_ms().to_string()), Some(time));
}
