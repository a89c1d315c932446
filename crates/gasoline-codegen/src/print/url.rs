//! Where a page is expected to be, as a regular expression that both languages take.

use super::quote::{expression, literal};
use crate::step::UrlPattern;

/// The whole address up to its parameters; those only where they are what changed.
pub(super) fn url(pattern: &UrlPattern) -> String {
    let mut code = format!("/^{}{}", literal(&pattern.origin), expression(&pattern.path));
    match &pattern.route {
        Some(route) => code.push_str(&format!("(?:\\?[^#]*)?#{}(?:\\?|$)", expression(route))),
        None if pattern.query.is_empty() => code.push_str("(?:[?#]|$)"),
        None => code.push_str("\\?"),
    }
    for (name, value) in &pattern.query {
        let value = match value.0.as_slice() {
            [] => "(?:=[^&#]*)?".to_owned(),
            _ => format!("={}", expression(value)),
        };
        code.push_str(&format!("(?=(?:[^#]*&)?{}{value}(?:[&#]|$))", literal(name)));
    }
    code.push('/');
    code
}
