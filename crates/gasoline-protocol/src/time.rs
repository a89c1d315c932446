//! Times. The only code that parses RFC 3339.

use std::borrow::Cow;
use std::fmt;

use chrono::{DateTime, SecondsFormat};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use crate::limits::LATEST_MS;

/// The `format` of times in schemas.
pub(crate) const DATE_TIME: &str = "date-time";

/// Milliseconds since the epoch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// `None` outside the years 1970 to 9999.
    pub fn from_ms(ms: i64) -> Option<Self> {
        (0..=LATEST_MS).contains(&ms).then_some(Self(ms))
    }

    /// The nearest time that can be written.
    pub fn saturating_from_ms(ms: i64) -> Self {
        Self(ms.clamp(0, LATEST_MS))
    }

    pub fn as_ms(self) -> i64 {
        self.0
    }

    /// Milliseconds from `earlier` to `self`, negative if the order is the other way round.
    pub fn ms_since(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }

    /// Reads a time as clients write it.
    ///
    /// | text | time |
    /// |---|---|
    /// | `2026-01-02T03:04:05Z` | that second |
    /// | `2026-01-02T03:04:05.678+02:00` | that millisecond, in UTC |
    /// | `1767323045678` | milliseconds since the epoch |
    /// | anything else | none |
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(time) = DateTime::parse_from_rfc3339(text) {
            return Self::from_ms(time.timestamp_millis());
        }
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Self::from_ms(text.parse().ok()?)
    }
}

impl Timestamp {
    /// The same for a moment to look back to: one before 1970 is the beginning.
    pub fn parse_bound(text: &str) -> Option<Self> {
        let early = || DateTime::parse_from_rfc3339(text.trim()).ok();
        Self::parse(text)
            .or_else(|| early().map(|time| Self::saturating_from_ms(time.timestamp_millis())))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = DateTime::from_timestamp_millis(self.0).unwrap_or_default();
        formatter.write_str(&time.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WireTime(time) = WireTime::deserialize(deserializer)?;
        time.ok_or_else(|| de::Error::custom("not a time"))
    }
}

impl JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": DATE_TIME})
    }
}

/// A time field as it was sent. Reading one never fails: an unreadable time is `None`, and the
/// event then happened when it was received.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WireTime(pub Option<Timestamp>);

impl<'de> Deserialize<'de> for WireTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WireTimeVisitor).map(WireTime)
    }
}

struct WireTimeVisitor;

impl<'de> Visitor<'de> for WireTimeVisitor {
    type Value = Option<Timestamp>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a time")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Timestamp::parse(text))
    }

    fn visit_i64<E: de::Error>(self, ms: i64) -> Result<Self::Value, E> {
        Ok(Timestamp::from_ms(ms))
    }

    fn visit_u64<E: de::Error>(self, ms: u64) -> Result<Self::Value, E> {
        Ok(i64::try_from(ms).ok().and_then(Timestamp::from_ms))
    }

    fn visit_f64<E: de::Error>(self, ms: f64) -> Result<Self::Value, E> {
        // The cast saturates, and what saturates is out of range.
        #[expect(clippy::cast_possible_truncation)]
        Ok(Timestamp::from_ms(ms.round() as i64))
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

impl JsonSchema for WireTime {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "WireTime".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "number"], "format": DATE_TIME})
    }
}

#[cfg(test)]
mod tests {
    use gasoline_random::{CASES, for_all};

    use super::*;

    #[track_caller]
    fn check(json: &str, expected: Option<&str>) {
        let WireTime(time) = serde_json::from_str(json).expect("reading a time never fails");
        assert_eq!(time.map(|time| time.to_string()).as_deref(), expected, "{json}");
    }

    #[test]
    fn rfc_3339_with_any_offset_is_read_to_the_millisecond() {
        check(r#""2026-01-02T03:04:05Z""#, Some("2026-01-02T03:04:05.000Z"));
        check(r#""2026-01-02T03:04:05.678+02:00""#, Some("2026-01-02T01:04:05.678Z"));
        check(r#""2026-01-02T03:04:05.123456789Z""#, Some("2026-01-02T03:04:05.123Z"));
    }

    #[test]
    fn epoch_milliseconds_are_read_as_number_or_text() {
        check("1767323045678", Some("2026-01-02T03:04:05.678Z"));
        check("1767323045678.4", Some("2026-01-02T03:04:05.678Z"));
        check(r#""1767323045678""#, Some("2026-01-02T03:04:05.678Z"));
    }

    #[test]
    fn what_is_no_time_is_none_and_never_an_error() {
        for json in
            ["null", "true", "[1]", r#"{"a":1}"#, r#""yesterday""#, "-1", "1e300", r#""""#, "9e15"]
        {
            check(json, None);
        }
    }

    #[test]
    fn a_written_time_reads_back() {
        let end = u64::try_from(LATEST_MS).expect("not negative") + 1;
        for_all(CASES, |random| {
            let time = Timestamp::from_ms(random.number(0..end)).expect("in range");
            assert_eq!(Timestamp::parse(&time.to_string()), Some(time));
        });
    }

    #[test]
    fn no_text_makes_it_panic() {
        for_all(CASES, |random| {
            let _ = Timestamp::parse(&random.text(0..40));
            let _ = Timestamp::parse(&random.text_of("0123456789-+:.TZ é", 0..30));
        });
    }
}
