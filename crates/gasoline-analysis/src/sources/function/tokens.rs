//! The words and brackets of a source, without its strings, comments and expressions in slashes.

/// What matters of a source when one only looks for functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Word(&'a str),
    /// A single sign; of `==` and the like only the first.
    Mark(char),
    Arrow,
    /// A string, a template, a regular expression.
    Text,
}

pub(super) struct Tokens<'a> {
    source: &'a str,
    at: usize,
    last: Option<Token<'a>>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self { source, at: 0, last: None }
    }

    /// The next token that begins at `end` or before.
    pub(super) fn next_until(&mut self, end: usize) -> Option<Token<'a>> {
        loop {
            let rest = self.source.get(self.at..).filter(|_| self.at <= end)?;
            let letter = rest.chars().next()?;
            if letter.is_whitespace() {
                self.at += letter.len_utf8();
            } else if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |at| at + 2);
            } else {
                let (token, length) = self.read(rest, letter);
                self.at += length;
                self.last = Some(token);
                return Some(token);
            }
        }
    }

    fn read(&self, rest: &'a str, letter: char) -> (Token<'a>, usize) {
        let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '#');
        if is_word(letter) {
            let length = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
            return (Token::Word(&rest[..length]), length);
        }
        if rest.starts_with("=>") {
            return (Token::Arrow, 2);
        }
        let text = match letter {
            '"' | '\'' => quoted(rest, letter),
            '`' => template(rest),
            '/' if self.begins_expression() => slashed(rest),
            _ => None,
        };
        if let Some(length) = text {
            return (Token::Text, length);
        }
        // `==`, `!=`, `<=`, `?.`: comparisons bind no name.
        let signs = rest.bytes().take_while(|byte| b"=!<>+-*/%&|^?".contains(byte)).count();
        let is_plain = letter == '=' && signs == 1;
        match signs {
            0 => (Token::Mark(letter), letter.len_utf8()),
            _ if is_plain => (Token::Mark('='), 1),
            _ => (Token::Mark(if letter == '*' { '*' } else { '+' }), signs.max(1)),
        }
    }

    /// Whether a slash here begins an expression rather than dividing.
    fn begins_expression(&self) -> bool {
        match self.last {
            None | Some(Token::Arrow) => true,
            Some(Token::Word(word)) => word == "return",
            Some(Token::Mark(mark)) => !matches!(mark, ')' | ']' | '}' | '+'),
            Some(Token::Text) => false,
        }
    }
}

/// A string ends on its line; an apostrophe in the text of a page does not, and is no string.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    ends(rest, |letter| letter == quote)
}

fn slashed(rest: &str) -> Option<usize> {
    let mut is_in_class = false;
    ends(rest, |letter| {
        is_in_class = letter == '[' || (is_in_class && letter != ']');
        letter == '/' && !is_in_class
    })
}

/// The length up to and with the first letter that `is_end`, on one line; `\` hides the next.
fn ends(rest: &str, mut is_end: impl FnMut(char) -> bool) -> Option<usize> {
    let mut is_hidden = false;
    for (at, letter) in rest.char_indices().skip(1) {
        if letter == '\n' {
            return None;
        }
        if !is_hidden && is_end(letter) {
            return Some(at + letter.len_utf8());
        }
        is_hidden = letter == '\\' && !is_hidden;
    }
    None
}

/// The length of a template. Templates within its `${…}` are stepped over with it.
fn template(rest: &str) -> Option<usize> {
    let (mut depth, mut is_hidden, mut last) = (0_usize, false, ' ');
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if is_hidden => {}
            '{' if last == '$' || depth > 0 => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '`' if depth == 0 => return Some(at + 1),
            _ => {}
        }
        is_hidden = letter == '\\' && !is_hidden;
        last = letter;
    }
    None
}
