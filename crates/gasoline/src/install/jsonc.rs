//! JSON with comments and trailing commas, as editors accept it, with the place of each value: a
//! config is changed without being rewritten.

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, ParseOptions, ParseResult, parse_to_ast};

/// What is wrong with a text, and where.
#[derive(Debug, PartialEq)]
pub(super) struct NotJson {
    pub(super) line: usize,
    pub(super) message: String,
}

/// Without a value if the text has only white space and comments.
pub(super) fn parse(text: &str) -> Result<ParseResult<'_>, NotJson> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let collect = CollectOptions { tokens: true, ..CollectOptions::default() };
    let parsed = parse_to_ast(text, &collect, &options)
        .map_err(|error| NotJson { line: error.line_display(), message: error.to_string() })?;
    // The parser accepts them, editors do not.
    let broken = parsed.tokens.iter().flatten().find(|token| {
        matches!(token.token, Token::String(_)) && token.text(text).contains(|letter| letter < ' ')
    });
    match broken {
        Some(token) => {
            let line = text[..token.start()].matches('\n').count() + 1;
            let message = format!("Control character in the string on line {line}");
            Err(NotJson { line, message })
        }
        None => Ok(parsed),
    }
}

/// The value of a key. Of a key written twice the last counts, as it does for every client.
pub(super) fn get<'v, 'a>(object: &'v Object<'a>, key: &str) -> Option<&'v Value<'a>> {
    let member = object.properties.iter().rfind(|member| member.name.as_str() == key);
    member.map(|member| &member.value)
}

/// After the comma that follows the last member, if one does.
pub(super) fn after_trailing_comma(
    object: &Object<'_>,
    tokens: &[TokenAndRange<'_>],
) -> Option<usize> {
    let behind = object.properties.last()?.end()..object.end();
    let comma = tokens
        .iter()
        .find(|token| behind.contains(&token.start()) && matches!(token.token, Token::Comma));
    comma.map(Ranged::end)
}

/// What a value is, with its article, for messages.
pub(super) fn name(value: &Value<'_>) -> &'static str {
    match value {
        Value::Object(_) => "an object",
        Value::Array(_) => "an array",
        Value::StringLit(_) => "a string",
        Value::NumberLit(_) => "a number",
        Value::BooleanLit(_) => "a boolean",
        Value::NullKeyword(_) => "null",
    }
}
