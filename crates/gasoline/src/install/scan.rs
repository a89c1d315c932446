//! Reads JSON with comments and trailing commas, and says where in the text each value stands.
//!
//! It exists so that a config can be changed without being rewritten: what is found here are byte
//! ranges, and what is not changed is never touched. It takes what editors take (`//`, `/* */`, a
//! comma before a closing bracket) and refuses the rest.

use std::ops::Range;

use crate::limits::CONFIG_MAX_DEPTH;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Value {
    pub(super) span: Range<usize>,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Object(Object),
    Array(Vec<Value>),
    String,
    Number,
    Boolean,
    Null,
}

impl Value {
    pub(super) fn as_object(&self) -> Option<&Object> {
        match &self.kind {
            Kind::Object(object) => Some(object),
            _ => None,
        }
    }

    /// What the value says, without its comments.
    pub(super) fn read(&self, text: &str) -> serde_json::Value {
        let own = &text[self.span.clone()];
        match &self.kind {
            Kind::Object(object) => {
                let member = |member: &Member| (member.key.clone(), member.value.read(text));
                object.members.iter().map(member).collect()
            }
            Kind::Array(values) => values.iter().map(|value| value.read(text)).collect(),
            Kind::String => unquote(own).into(),
            Kind::Number | Kind::Boolean | Kind::Null => {
                serde_json::from_str(own).unwrap_or_default()
            }
        }
    }
}

impl Kind {
    /// With its article, for messages.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Object(_) => "an object",
            Self::Array(_) => "an array",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Null => "null",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Object {
    pub(super) members: Vec<Member>,
    /// After the comma that follows the last member, if one does.
    pub(super) after_trailing_comma: Option<usize>,
}

impl Object {
    /// The value of a key. Of a key written twice the last counts, as it does for every client.
    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        self.members.iter().rfind(|member| member.key == key).map(|member| &member.value)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    /// Decoded.
    pub(super) key: String,
    /// Where the key stands, quotes included.
    pub(super) key_span: Range<usize>,
    pub(super) value: Value,
}

/// What was expected, and where the text has something else.
#[derive(Debug, PartialEq)]
pub(super) struct Unexpected {
    pub(super) offset: usize,
    pub(super) expected: &'static str,
}

/// The value a text consists of, or `None` if it has only white space and comments.
pub(super) fn scan(text: &str) -> Result<Option<Value>, Unexpected> {
    let mut scanner = Scanner { bytes: text.as_bytes(), text, at: 0 };
    scanner.skip_trivia()?;
    if scanner.peek().is_none() {
        return Ok(None);
    }
    let value = scanner.value(0)?;
    scanner.skip_trivia()?;
    if scanner.peek().is_some() {
        return scanner.unexpected("the end of the file");
    }
    Ok(Some(value))
}

/// The text of a JSON string with its quotes taken off and its escapes resolved.
///
/// Half of a surrogate pair, which JSON allows and UTF-8 does not, becomes U+FFFD.
fn unquote(quoted: &str) -> String {
    serde_json::from_str(quoted).unwrap_or_else(|_| {
        let inner = quoted.trim_matches('"');
        inner.chars().map(|letter| if letter == '\\' { '\u{fffd}' } else { letter }).collect()
    })
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let taken = self.peek() == Some(byte);
        self.at += usize::from(taken);
        taken
    }

    fn unexpected<T>(&self, expected: &'static str) -> Result<T, Unexpected> {
        Err(Unexpected { offset: self.at, expected })
    }

    /// White space and comments.
    fn skip_trivia(&mut self) -> Result<(), Unexpected> {
        loop {
            let rest = &self.bytes[self.at..];
            self.at += match rest {
                [b' ' | b'\t' | b'\r' | b'\n', ..] => 1,
                [b'/', b'/', ..] => {
                    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
                }
                [b'/', b'*', ..] => match self.text[self.at + 2..].find("*/") {
                    Some(end) => end + 4,
                    None => return self.unexpected("the end `*/` of this comment"),
                },
                _ => return Ok(()),
            };
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, Unexpected> {
        if depth > CONFIG_MAX_DEPTH {
            return self.unexpected("less nesting");
        }
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => Kind::Object(self.object(depth)?),
            Some(b'[') => Kind::Array(self.array(depth)?),
            Some(b'"') => self.string().map(|_| Kind::String)?,
            _ => self.word()?,
        };
        Ok(Value { span: start..self.at, kind })
    }

    fn object(&mut self, depth: usize) -> Result<Object, Unexpected> {
        let mut object = Object::default();
        self.at += 1;
        loop {
            self.skip_trivia()?;
            if self.take(b'}') {
                return Ok(object);
            }
            if !object.members.is_empty() && object.after_trailing_comma.is_none() {
                return self.unexpected("`,` or `}`");
            }
            let key_span = self.string()?;
            let key = unquote(&self.text[key_span.clone()]);
            self.skip_trivia()?;
            if !self.take(b':') {
                return self.unexpected("`:`");
            }
            self.skip_trivia()?;
            let value = self.value(depth + 1)?;
            object.members.push(Member { key, key_span, value });
            object.after_trailing_comma = self.comma()?;
        }
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Value>, Unexpected> {
        let mut values = Vec::new();
        let mut after_comma = None;
        self.at += 1;
        loop {
            self.skip_trivia()?;
            if self.take(b']') {
                return Ok(values);
            }
            if !values.is_empty() && after_comma.is_none() {
                return self.unexpected("`,` or `]`");
            }
            values.push(self.value(depth + 1)?);
            after_comma = self.comma()?;
        }
    }

    /// Where the text goes on after a comma, if there is one.
    fn comma(&mut self) -> Result<Option<usize>, Unexpected> {
        self.skip_trivia()?;
        Ok(self.take(b',').then_some(self.at))
    }

    fn string(&mut self) -> Result<Range<usize>, Unexpected> {
        let start = self.at;
        if !self.take(b'"') {
            return self.unexpected("`\"`");
        }
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(b' '..) => self.at += 1,
                _ => return self.unexpected("the end `\"` of this string"),
            }
        }
        self.at += 1;
        Ok(start..self.at)
    }

    fn escape(&mut self) -> Result<(), Unexpected> {
        let rest = &self.bytes[self.at + 1..];
        let is_unicode = rest.len() >= 5 && rest[1..5].iter().all(u8::is_ascii_hexdigit);
        self.at += match rest {
            [b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
            [b'u', ..] if is_unicode => 6,
            _ => return self.unexpected("an escape that JSON knows"),
        };
        Ok(())
    }

    fn word(&mut self) -> Result<Kind, Unexpected> {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-._".contains(byte);
        let length = self.bytes[self.at..].iter().take_while(|byte| is_word(byte)).count();
        let word = &self.text[self.at..self.at + length];
        let kind = match word {
            "true" | "false" => Kind::Boolean,
            "null" => Kind::Null,
            // `RawValue` checks a number's grammar without minding its size.
            _ if word.starts_with(|letter: char| letter == '-' || letter.is_ascii_digit())
                && serde_json::from_str::<&serde_json::value::RawValue>(word).is_ok() =>
            {
                Kind::Number
            }
            _ => return self.unexpected("a JSON value"),
        };
        self.at += length;
        Ok(kind)
    }
}
