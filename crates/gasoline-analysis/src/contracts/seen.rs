//! One answer as it is compared: a tree of JSON that borrows from its text, to a depth.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

use crate::limits;
use crate::secrets;
use crate::shape::JsonType;

/// A JSON value of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Seen<'a> {
    Null,
    Boolean(bool),
    Number(Number),
    String(Cow<'a, str>),
    Array(Vec<Self>),
    Object(BTreeMap<Cow<'a, str>, Self>),
    /// An array or an object too deep to be looked into.
    Deep(JsonType),
}

impl<'a> Seen<'a> {
    /// The value of a text; none if it is no JSON.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let seed = Seed { levels: limits::CONTRACT_MAX_DEPTH };
        let seen = seed.deserialize(&mut deserializer).ok()?;
        deserializer.end().ok()?;
        Some(seen)
    }

    pub(super) fn kind(&self) -> JsonType {
        match self {
            Self::Null => JsonType::Null,
            Self::Boolean(_) => JsonType::Boolean,
            Self::Number(_) => JsonType::Number,
            Self::String(_) => JsonType::String,
            Self::Array(_) => JsonType::Array,
            Self::Object(_) => JsonType::Object,
            Self::Deep(kind) => *kind,
        }
    }

    /// The value itself, the member called `name`, if it is a plain one. It is masked before it is
    /// cut: half a secret is known by no rule, and where it is shown nothing tells its name.
    pub(super) fn sample(&self, name: &str) -> Option<Value> {
        let is_secret = secrets::is_secret_name(name);
        match self {
            Self::Boolean(value) => Some(Value::Bool(*value)),
            Self::Number(number) if is_secret => {
                Some(Value::String(secrets::shorten(&number.to_string())))
            }
            Self::Number(value) => Some(Value::Number(value.clone())),
            Self::String(text) if is_secret => Some(Value::String(secrets::shorten(text))),
            Self::String(text) => {
                let masked = secrets::mask(text);
                let shown = masked.as_deref().unwrap_or(text).chars();
                Some(Value::String(shown.take(limits::SAMPLE_MAX_CHARS).collect()))
            }
            Self::Null | Self::Array(_) | Self::Object(_) | Self::Deep(_) => None,
        }
    }
}

/// Reads a value to that many levels below its own.
#[derive(Clone, Copy)]
struct Seed {
    levels: usize,
}

impl<'de> DeserializeSeed<'de> for Seed {
    type Value = Seen<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Seen<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed {
    type Value = Seen<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Seen<'de>, E> {
        Ok(Seen::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Seen<'de>, E> {
        Ok(Seen::Boolean(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Seen<'de>, E> {
        Ok(Seen::Number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Seen<'de>, E> {
        Ok(Seen::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Seen<'de>, E> {
        Ok(Seen::Number(Number::from_f64(value).unwrap_or_else(|| 0.into())))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Seen<'de>, E> {
        Ok(Seen::String(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Seen<'de>, E> {
        Ok(Seen::String(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Seen<'de>, A::Error> {
        let Some(levels) = self.levels.checked_sub(1) else {
            while items.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(Seen::Deep(JsonType::Array));
        };
        let mut elements = Vec::new();
        while let Some(element) = items.next_element_seed(Self { levels })? {
            elements.push(element);
        }
        Ok(Seen::Array(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Seen<'de>, A::Error> {
        let Some(levels) = self.levels.checked_sub(1) else {
            while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(Seen::Deep(JsonType::Object));
        };
        let mut members = BTreeMap::new();
        while let Some(name) = entries.next_key_seed(Name)? {
            members.insert(name, entries.next_value_seed(Self { levels })?);
        }
        Ok(Seen::Object(members))
    }
}

/// Reads a name without copying it, where it has no escapes.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}
