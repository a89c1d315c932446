//! Attributes, put together one by one, texts within bounds.

use gasoline_protocol::truncate::truncate;

use super::format::{Attribute, Value};
use crate::limits;

#[derive(Debug, Default)]
pub(super) struct Attributes(Vec<Attribute>);

impl Attributes {
    pub(super) fn text(self, key: &str, text: &str) -> Self {
        let text = truncate(text, limits::OTLP_TEXT_MAX_CHARS);
        self.with(key, Value::Text(text))
    }

    /// An attribute that is left out where nothing is known.
    pub(super) fn maybe(self, key: &str, text: Option<&str>) -> Self {
        match text.filter(|text| !text.is_empty()) {
            Some(text) => self.text(key, text),
            None => self,
        }
    }

    pub(super) fn stack(self, key: &str, stack: Option<&str>) -> Self {
        match stack {
            Some(stack) => {
                self.with(key, Value::Text(truncate(stack, limits::OTLP_STACK_MAX_CHARS)))
            }
            None => self,
        }
    }

    pub(super) fn whole(self, key: &str, number: impl Into<i64>) -> Self {
        self.with(key, Value::Whole(number.into()))
    }

    /// A number that counts something, though it was captured as any number.
    pub(super) fn counted(self, key: &str, number: Option<f64>) -> Self {
        let whole = number.filter(|number| (0.0..=f64::from(u32::MAX)).contains(number));
        match whole {
            #[expect(clippy::cast_possible_truncation, reason = "it is within 32 bits")]
            Some(number) => self.whole(key, number as i64),
            None => self,
        }
    }

    pub(super) fn number(self, key: &str, number: Option<f64>) -> Self {
        match number.filter(|number| number.is_finite()) {
            Some(number) => self.with(key, Value::Number(number)),
            None => self,
        }
    }

    /// What is so; left out where it is not.
    pub(super) fn flag(self, key: &str) -> Self {
        self.with(key, Value::Flag(true))
    }

    fn with(mut self, key: &str, value: Value) -> Self {
        self.0.push(Attribute { key: key.to_owned(), value });
        self
    }

    pub(super) fn list(self) -> Vec<Attribute> {
        self.0
    }
}
