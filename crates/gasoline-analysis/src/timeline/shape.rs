//! The shape of a JSON value: its names and types without its values, which change between runs.

use std::collections::BTreeMap;
use std::fmt;

use gasoline_protocol::network::NetworkBody;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Value, json};

use crate::secrets;

/// Stands for what is too deep to be printed.
const DEEPER: &str = "...";

/// The words for types.
const NAMES: [&str; 6] = ["null", "boolean", "number", "string", "array", "object"];

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
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    Null,
    Boolean,
    Number,
    String,
    /// All elements merged into one; `None` for an array without elements.
    Array(Option<Box<Self>>),
    /// Members in the order of their names. An element of an array may lack some of them.
    Object(BTreeMap<String, Self>),
    /// Elements of an array that differ: at least two, in the order of this list, at most one of
    /// them an array and one an object.
    Mixed(Vec<Self>),
}

impl Shape {
    /// The shape of a text that is JSON. Names that are secrets are masked.
    pub fn of(text: &str) -> Option<Self> {
        // Masked when it is whole: what all elements of an array share is looked at once.
        serde_json::from_str::<Self>(text).ok().map(Self::masked)
    }

    fn masked(self) -> Self {
        match self {
            Self::Array(Some(element)) => Self::Array(Some(Box::new(element.masked()))),
            Self::Object(members) => {
                let members = members.into_iter();
                let masked = members
                    .map(|(name, shape)| (secrets::mask(&name).unwrap_or(name), shape.masked()));
                Self::Object(masked.collect())
            }
            Self::Mixed(shapes) => Self::Mixed(shapes.into_iter().map(Self::masked).collect()),
            plain => plain,
        }
    }

    /// The shape of what a request was answered; none unless all of it was kept and is JSON.
    /// `captured` is the body before its secrets were masked, where that changed it.
    pub(super) fn of_response(body: &NetworkBody<'_>, captured: Option<&str>) -> Option<Self> {
        let text = captured.or(body.response_body.as_deref())?.trim();
        if !is_json(body.content_type.as_deref(), text) || body.response_truncated == Some(true) {
            return None;
        }
        Self::of(text)
    }

    /// The JSON that describes it, to that many levels below its own; deeper stands `"..."`.
    pub fn to_json(&self, depth: usize) -> Value {
        let below = |shape: &Self| match depth.checked_sub(1) {
            Some(depth) => shape.to_json(depth),
            None => json!(DEEPER),
        };
        match self {
            Self::Array(element) => element.iter().map(|element| below(element)).collect(),
            Self::Object(members) => {
                let members = members.iter();
                Value::Object(members.map(|(name, shape)| (name.clone(), below(shape))).collect())
            }
            Self::Mixed(shapes) => json!(join(shapes)),
            plain => json!(plain.name()),
        }
    }

    /// Whether a value is one that [`Self::to_json`] prints: words for types, and names without a
    /// secret among them. Then nothing has to be hidden of it, whatever its members are called.
    pub fn is_printed(value: &Value) -> bool {
        match value {
            Value::String(text) => {
                text == DEEPER || text.split(" | ").all(|word| NAMES.contains(&word))
            }
            Value::Array(elements) => elements.iter().all(Self::is_printed),
            Value::Object(members) => members
                .iter()
                .all(|(name, shape)| secrets::mask(name).is_none() && Self::is_printed(shape)),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    /// What both are.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        match (self, other) {
            (Self::Array(Some(one)), Self::Array(Some(other))) => {
                Self::Array(Some(Box::new(one.merge(*other))))
            }
            (Self::Array(element), Self::Array(None))
            | (Self::Array(None), Self::Array(element)) => Self::Array(element),
            (Self::Object(mut members), Self::Object(others)) => {
                for (name, shape) in others {
                    match members.get_mut(&name) {
                        Some(known) if *known == shape => {}
                        Some(known) => {
                            *known = std::mem::replace(known, Self::Null).merge(shape);
                        }
                        None => drop(members.insert(name, shape)),
                    }
                }
                Self::Object(members)
            }
            (Self::Mixed(shapes), Self::Mixed(others)) => {
                others.into_iter().fold(Self::Mixed(shapes), Self::merge)
            }
            (Self::Mixed(shapes), other) | (other, Self::Mixed(shapes)) => mix(shapes, other),
            (one, other) if one == other => one,
            (one, other) => mix(vec![one], other),
        }
    }

    /// The word for it in a list of several.
    fn name(&self) -> &'static str {
        let [null, boolean, number, string, array, object] = NAMES;
        match self {
            Self::Null => null,
            Self::Boolean => boolean,
            Self::Number => number,
            Self::String => string,
            Self::Array(_) => array,
            Self::Object(_) => object,
            Self::Mixed(_) => "mixed",
        }
    }
}

fn mix(mut shapes: Vec<Shape>, other: Shape) -> Shape {
    match shapes.iter().position(|known| known.name() == other.name()) {
        Some(place) => {
            let known = shapes.remove(place);
            shapes.insert(place, known.merge(other));
        }
        None => shapes.push(other),
    }
    shapes.sort();
    Shape::Mixed(shapes)
}

fn join(shapes: &[Shape]) -> String {
    shapes.iter().map(Shape::name).collect::<Vec<_>>().join(" | ")
}

/// Whether a body is said to be JSON, or looks like it where nothing is said.
pub(crate) fn is_json(content_type: Option<&str>, text: &str) -> bool {
    match content_type {
        Some(kind) if !kind.is_empty() => is_json_type(kind),
        // Without a type the body itself must tell; a single word is not taken for JSON.
        _ => text.starts_with(['{', '[']),
    }
}

/// `application/json`, `application/problem+json; charset=utf-8`, `text/json`.
fn is_json_type(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence.ends_with("/json") || essence.ends_with("+json")
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeVisitor)
    }
}

/// Reads a shape without keeping the value: a body of 16 KiB is read for every request shown.
struct ShapeVisitor;

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = Shape;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Shape, E> {
        Ok(Shape::Null)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Shape, E> {
        Ok(Shape::Boolean)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Shape, E> {
        Ok(Shape::String)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Shape, A::Error> {
        let mut element: Option<Shape> = None;
        while let Some(shape) = items.next_element::<Shape>()? {
            element = Some(match element {
                Some(known) => known.merge(shape),
                None => shape,
            });
        }
        Ok(Shape::Array(element.map(Box::new)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Shape, A::Error> {
        let mut shapes = BTreeMap::new();
        while let Some((name, shape)) = members.next_entry::<String, Shape>()? {
            shapes.insert(name, shape);
        }
        Ok(Shape::Object(shapes))
    }
}
