//! The shape of a JSON value: names and types, without values.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Value, json};

use crate::secrets;

/// Printed in place of levels that are too deep.
const DEEPER: &str = "...";

gasoline_protocol::wire_enum! {
    /// The types of JSON. Integers and fractions are one type.
    #[derive(PartialOrd, Ord)]
    pub enum JsonType {
        Null = "null",
        Boolean = "boolean",
        Number = "number",
        String = "string",
        Array = "array",
        Object = "object",
    }
}

/// The type of a JSON value, to any depth.
///
/// | JSON | printed |
/// |---|---|
/// | `"hello"` | `"string"` |
/// | `42` | `"number"` |
/// | `true` | `"boolean"` |
/// | `null` | `"null"` |
/// | `{"a": 1, "b": "x"}` | `{"a": "number", "b": "string"}` |
/// | `[{"id": 1}, {"id": 2, "at": null}]` | `[{"at": "null", "id": "number"}]` |
/// | `[]` | `[]` |
/// | `[1, null]` | `["null \| number"]` |
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum JsonShape {
    /// Not known or not restricted.
    #[default]
    Any,
    Null,
    Boolean,
    Number,
    String,
    /// The merged shape of all elements; `Any` for an array without elements.
    Array(Box<Self>),
    /// An object whose names are data.
    Map,
    Object(Members),
    /// At least two shapes, each of a different type.
    OneOf(Vec<Self>),
}

/// The fields of an object. A hash map costs half again as much: most objects have few fields.
pub type Members = BTreeMap<Box<str>, Member>;

/// A field of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub shape: JsonShape,
    /// Whether some of the merged objects lack it.
    pub optional: bool,
    /// Where it first was in the document.
    pub position: usize,
}

/// The fields in the order of the document: generated assertions keep it.
pub fn in_document_order(members: &Members) -> Vec<(&str, &Member)> {
    let mut fields: Vec<_> = members.iter().map(|(name, member)| (&**name, member)).collect();
    fields.sort_by_key(|(_, member)| member.position);
    fields
}

impl JsonShape {
    fn masked(self) -> Self {
        match self {
            Self::Array(element) => Self::Array(Box::new(element.masked())),
            Self::Object(members) => {
                let members = members.into_iter().map(|(name, member)| {
                    let name = secrets::mask(&name).map_or(name, Box::from);
                    (name, Member { shape: member.shape.masked(), ..member })
                });
                Self::Object(members.collect())
            }
            Self::OneOf(shapes) => {
                let mut shapes: Vec<_> = shapes.into_iter().map(Self::masked).collect();
                shapes.sort_by_key(Self::kind);
                Self::OneOf(shapes)
            }
            plain => plain,
        }
    }

    /// The JSON that describes the shape, to `depth` levels below the root; `"..."` replaces deeper
    /// levels.
    pub fn to_json(&self, depth: usize) -> Value {
        let below = |shape: &Self| match depth.checked_sub(1) {
            Some(depth) => shape.to_json(depth),
            None => json!(DEEPER),
        };
        match self {
            Self::Array(element) if **element == Self::Any => json!([]),
            Self::Array(element) => json!([below(element)]),
            Self::Object(members) => members
                .iter()
                .map(|(name, member)| (name.to_string(), below(&member.shape)))
                .collect(),
            Self::OneOf(shapes) => {
                json!(shapes.iter().map(Self::name).collect::<Vec<_>>().join(" | "))
            }
            plain => json!(plain.name()),
        }
    }

    /// Whether a value is one that [`Self::to_json`] prints: names of types, and field names without
    /// secrets. Such a value needs no redaction.
    pub fn is_printed(value: &Value) -> bool {
        match value {
            Value::String(text) => {
                text == DEEPER || text.split(" | ").all(|word| word.parse::<JsonType>().is_ok())
            }
            Value::Array(elements) => elements.iter().all(Self::is_printed),
            Value::Object(members) => members
                .iter()
                .all(|(name, shape)| secrets::mask(name).is_none() && Self::is_printed(shape)),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    /// The shape of values that have one shape or the other.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        match (self, other) {
            (Self::Any, _) | (_, Self::Any) => Self::Any,
            (Self::Array(one), Self::Array(other)) => Self::Array(match (*one, *other) {
                // An empty array does not restrict the elements of others.
                (Self::Any, known) | (known, Self::Any) => known.into(),
                (one, other) => one.merge(other).into(),
            }),
            (Self::Object(mut members), Self::Object(others)) => {
                for (name, member) in &mut members {
                    member.optional |= !others.contains_key(name);
                }
                for (name, other) in others {
                    if let Some(known) = members.get_mut(&name) {
                        known.optional |= other.optional;
                        known.shape.add(other.shape);
                    } else {
                        let position = members.len();
                        members.insert(name, Member { optional: true, position, ..other });
                    }
                }
                Self::Object(members)
            }
            (Self::Map, Self::Object(_)) | (Self::Object(_), Self::Map) => Self::Map,
            (known @ Self::OneOf(_), Self::OneOf(others)) => {
                others.into_iter().fold(known, Self::merge)
            }
            (Self::OneOf(mut shapes), other) | (other, Self::OneOf(mut shapes)) => {
                match shapes.iter_mut().find(|known| known.kind() == other.kind()) {
                    Some(known) => known.add(other),
                    None => shapes.push(other),
                }
                Self::OneOf(shapes)
            }
            (one, other) if one == other => one,
            (one, other) => Self::OneOf(vec![one, other]),
        }
    }

    fn add(&mut self, other: Self) {
        if *self != other {
            *self = std::mem::take(self).merge(other);
        }
    }

    /// The type of its values, if they have one type.
    pub fn kind(&self) -> Option<JsonType> {
        Some(match self {
            Self::Null => JsonType::Null,
            Self::Boolean => JsonType::Boolean,
            Self::Number => JsonType::Number,
            Self::String => JsonType::String,
            Self::Array(_) => JsonType::Array,
            Self::Object(_) | Self::Map => JsonType::Object,
            Self::Any | Self::OneOf(_) => return None,
        })
    }

    /// The name of its type.
    pub fn name(&self) -> &'static str {
        self.kind().map_or("anything", JsonType::name)
    }
}

/// Whether a body has a JSON type, or looks like JSON if it has no type.
pub(crate) fn is_json(content_type: Option<&str>, text: &str) -> bool {
    match content_type {
        Some(kind) if !kind.is_empty() => is_json_type(kind),
        // A single word is not taken for JSON.
        _ => text.starts_with(['{', '[']),
    }
}

/// `application/json`, `application/problem+json; charset=utf-8`, `text/json`.
fn is_json_type(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence.ends_with("/json") || essence.ends_with("+json")
}

/// Reads a shape without storing values: a body of 16 KiB is read for every request shown.
#[derive(Debug, Clone, Copy)]
pub struct ShapeReader {
    /// Deeper arrays and objects are read as [`JsonShape::Any`].
    pub levels: usize,
    /// Whether the names of an object are data.
    pub is_map: fn(&Members) -> bool,
}

impl ShapeReader {
    pub(crate) const ALL: Self = Self { levels: usize::MAX, is_map: |_| false };

    /// The shape of a text that is JSON, with sorted names. Names that are secrets are masked.
    pub(crate) fn read(self, text: &str) -> Option<JsonShape> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let shape = self.deserialize(&mut deserializer).ok()?;
        deserializer.end().ok()?;
        // Masked after the elements of an array are merged: each name is scanned once.
        Some(shape.masked())
    }

    fn below(self) -> Option<Self> {
        Some(Self { levels: self.levels.checked_sub(1)?, ..self })
    }
}

impl<'de> DeserializeSeed<'de> for ShapeReader {
    type Value = JsonShape;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsonShape, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ShapeReader {
    type Value = JsonShape;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<JsonShape, E> {
        Ok(JsonShape::Null)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<JsonShape, E> {
        Ok(JsonShape::Boolean)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<JsonShape, E> {
        Ok(JsonShape::Number)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<JsonShape, E> {
        Ok(JsonShape::Number)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<JsonShape, E> {
        Ok(JsonShape::Number)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<JsonShape, E> {
        Ok(JsonShape::String)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<JsonShape, A::Error> {
        let Some(below) = self.below() else {
            while items.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(JsonShape::Any);
        };
        let Some(mut element) = items.next_element_seed(below)? else {
            return Ok(JsonShape::Array(Box::default()));
        };
        while let Some(shape) = items.next_element_seed(below)? {
            element.add(shape);
        }
        Ok(JsonShape::Array(Box::new(element)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<JsonShape, A::Error> {
        let Some(below) = self.below() else {
            while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(JsonShape::Any);
        };
        let mut members = Members::new();
        while let Some(name) = entries.next_key()? {
            let shape = entries.next_value_seed(below)?;
            let position = members.len();
            members.insert(name, Member { shape, optional: false, position });
        }
        let is_map = (self.is_map)(&members);
        Ok(if is_map { JsonShape::Map } else { JsonShape::Object(members) })
    }
}
