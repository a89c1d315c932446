//! Values that never left the page: each field has a variable of its own.

use gasoline_protocol::events::action::{EnhancedAction, Selectors};
use gasoline_protocol::sensitive::{REDACTED, is_sensitive_input_type};
use gasoline_protocol::truncate::prefix;

use super::locators::is_masked;
use crate::limits::TYPED_MAX_CHARS;
use crate::step::{Entry, Target};

/// Gives out names for withheld values.
#[derive(Debug, Default)]
pub(super) struct Withheld {
    given: Vec<(Target, String)>,
    pub(super) warnings: Vec<String>,
}

impl Withheld {
    /// What is typed into the field.
    pub(super) fn entry(&mut self, action: &EnhancedAction<'_>, target: &Target) -> Entry {
        let value = action.value.as_deref().unwrap_or_default();
        let is_secret_field = action.input_type.as_deref().is_some_and(is_sensitive_input_type);
        if value != REDACTED && !is_secret_field && !is_masked(value) {
            return Entry::Text(self.whole(value));
        }
        // The same field again: the first entry may have been wrong, or it is only typed again.
        let before = self.given.iter().rev().filter(|(known, _)| known == target);
        let before: Vec<String> = before.map(|(_, variable)| variable.clone()).collect();
        let variable = self.free(&format!("GASOLINE_{}", name(action)));
        let field =
            if is_secret_field { "Password field value" } else { "Value of a sensitive field" };
        let again = if before.is_empty() { "" } else { " where this entry differs" };
        self.warnings.push(format!(
            "{field} redacted — replace '[user-provided]' with test credentials, or set {variable}{again}"
        ));
        self.given.push((target.clone(), variable.clone()));
        Entry::Withheld { variables: std::iter::once(variable).chain(before).collect() }
    }

    /// What is typed into a prompt, which has no element to be known by.
    pub(super) fn prompted(&mut self, action: &EnhancedAction<'_>) -> Entry {
        let value = action.value.as_deref().unwrap_or_default();
        if !is_masked(value) {
            return Entry::Text(self.whole(value));
        }
        let variable = self.free("GASOLINE_PROMPT");
        self.warnings.push(format!(
            "Answer to a prompt redacted — replace '[user-provided]' with test credentials, or set {variable}"
        ));
        let target = Target { frames: Vec::new(), parts: Vec::new(), css: None };
        self.given.push((target, variable.clone()));
        Entry::Withheld { variables: vec![variable] }
    }

    fn whole(&mut self, value: &str) -> String {
        let kept = prefix(value, TYPED_MAX_CHARS);
        if kept.len() < value.len() {
            self.warnings.push(format!(
                "a typed text of {} characters was cut to {TYPED_MAX_CHARS}",
                value.chars().count()
            ));
        }
        kept.to_owned()
    }

    fn free(&self, wanted: &str) -> String {
        let is_taken = |name: &str| self.given.iter().any(|(_, known)| known == name);
        let mut name = wanted.to_owned();
        let mut number = 2;
        while is_taken(&name) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }
}

/// `PASSWORD`, `CARD_NUMBER`: what the field is called, as a variable.
fn name(action: &EnhancedAction<'_>) -> String {
    let told = action.selectors.as_ref().and_then(told);
    let is_password = action.input_type.as_deref() == Some("password");
    let mut name = String::new();
    for character in prefix(told.unwrap_or_default(), 30).chars() {
        if character.is_ascii_alphanumeric() {
            name.push(character.to_ascii_uppercase());
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    let name = name.trim_matches('_');
    match name {
        "" if is_password => "PASSWORD".to_owned(),
        "" => "VALUE".to_owned(),
        name => name.to_owned(),
    }
}

fn told<'s>(selectors: &'s Selectors<'_>) -> Option<&'s str> {
    let role = selectors.role.as_ref().and_then(|role| role.name.as_deref());
    role.or(selectors.aria_label.as_deref())
        .or(selectors.id.as_deref())
        .or(selectors.test_id.as_deref())
}
