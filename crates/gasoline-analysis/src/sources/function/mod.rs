//! The function a place of a source is in, by name.
//!
//! A map rarely knows: its names are those of single identifiers, and minified code has none of the
//! functions'. But the source is there, and people write functions in few ways. This is a reader of
//! brackets, not of JavaScript: where it is unsure it says nothing.

mod tokens;

use tokens::{Token, Tokens};

use crate::limits;

/// The innermost function with a name around `line:column`, both from 1.
///
/// | source around the place | name |
/// |---|---|
/// | `function total(items) { … }` | `total` |
/// | `const total = async (items) => { … }`, `total: function () { … }` | `total` |
/// | `class Cart { total(items): number { … } }` | `Cart.total` |
/// | `function total() { return items.map((item) => …) }` | `total` |
/// | `button.onclick = () => { … }` | `onclick` |
/// | outside of every function | none |
pub(super) fn enclosing(source: &str, line: u32, column: u32) -> Option<String> {
    let end = offset(source, line, column)?;
    if end > limits::FUNCTION_SEARCH_MAX_BYTES {
        return None;
    }
    let mut reader = Reader::default();
    let mut tokens = Tokens::new(source);
    while let Some(token) = tokens.next_until(end) {
        reader.see(token);
    }
    reader.name()
}

fn offset(source: &str, line: u32, column: u32) -> Option<usize> {
    let text = source.split_inclusive('\n').nth((line as usize).checked_sub(1)?)?;
    let start = text.as_ptr().addr() - source.as_ptr().addr();
    let within = text.char_indices().nth((column as usize).saturating_sub(1));
    Some(start + within.map_or(text.len(), |(at, _)| at))
}

/// What a pair of brackets, or a function without any, encloses.
#[derive(Debug, Clone, Copy)]
enum Scope<'a> {
    /// Round or square brackets, with the word before them.
    Group(&'a str),
    Function(Option<&'a str>),
    Class(Option<&'a str>),
    /// An object, a block, anything else in curly brackets.
    Block,
}

/// An open scope, and what has been read in it that may be a name.
#[derive(Debug, Clone, Copy)]
struct Open<'a> {
    scope: Scope<'a>,
    /// Whether it ends without a bracket: the body of an arrow.
    is_bare: bool,
    /// The name before the last `=` or `:`.
    bound: Option<&'a str>,
}

#[derive(Default)]
struct Reader<'a> {
    open: Vec<Open<'a>>,
    /// The name before the last `=` or `:` outside of all brackets.
    bound: Option<&'a str>,
    /// The last token, and the one before.
    last: Option<Token<'a>>,
    before: Option<Token<'a>>,
    /// The word before the round brackets that closed last, while a body may follow.
    called: Option<&'a str>,
    /// A `function` or `class` whose body has not begun, and how deep it stands.
    announced: Option<(Scope<'a>, usize)>,
    /// Whether more was opened than anybody writes.
    is_lost: bool,
}

/// Words before round brackets that make no function.
const STATEMENTS: [&str; 8] = ["if", "for", "while", "switch", "catch", "with", "await", "return"];

impl<'a> Reader<'a> {
    fn name(&self) -> Option<String> {
        let mut name: Option<&str> = None;
        for open in self.open.iter().rev() {
            match (open.scope, name) {
                (Scope::Function(found), None) => name = found,
                (Scope::Function(_), Some(_)) => break,
                (Scope::Class(Some(class)), Some(method)) => {
                    return Some(format!("{class}.{method}"));
                }
                _ => {}
            }
        }
        name.filter(|_| !self.is_lost).map(str::to_owned)
    }

    fn see(&mut self, token: Token<'a>) {
        let may_follow = matches!(token, Token::Mark('{' | ':'));
        if self.last == Some(Token::Mark(')')) && !may_follow {
            self.called = None;
        }
        match token {
            Token::Word(word) => self.word(word),
            Token::Mark('(' | '[') => {
                let word = match self.last {
                    Some(Token::Word(word)) => word,
                    _ => "",
                };
                self.push(Scope::Group(word));
            }
            Token::Mark('{') => {
                let scope = self.body();
                self.push(scope);
            }
            Token::Mark(')' | ']' | '}') => self.close(),
            Token::Mark(';' | ',') => {
                self.end_bare();
                *self.bound() = None;
                self.called = None;
                let depth = self.open.len();
                self.announced = self.announced.filter(|(_, at)| *at < depth);
            }
            // `name: Type =` has its name already; what stands between `?` and `:` is none.
            Token::Mark(mark @ ('=' | ':')) => {
                let between = if mark == '=' { Token::Mark(':') } else { Token::Mark('+') };
                if let Some(Token::Word(word)) = self.last
                    && self.before != Some(between)
                {
                    *self.bound() = Some(word);
                }
                self.called = self.called.filter(|_| mark == ':');
            }
            Token::Arrow | Token::Mark(_) | Token::Text => {}
        }
        if self.last == Some(Token::Arrow) && token != Token::Mark('{') {
            self.bare(token);
        }
        self.before = self.last.replace(token);
    }

    fn word(&mut self, word: &'a str) {
        let depth = self.open.len();
        let is_new = self.announced.is_some_and(|(_, at)| at == depth);
        match (self.last, word) {
            (_, "function") => {
                self.announced = Some((Scope::Function(self.bound().take()), depth));
            }
            (_, "class") => self.announced = Some((Scope::Class(self.bound().take()), depth)),
            (Some(Token::Word("function") | Token::Mark('*')), name) if is_new => {
                self.announced = Some((Scope::Function(Some(name)), depth));
            }
            (Some(Token::Word("class")), name) if is_new && name != "extends" => {
                self.announced = Some((Scope::Class(Some(name)), depth));
            }
            // A statement begins: without semicolons it is all that ends the one before.
            (_, "const" | "let" | "var" | "export" | "import" | "return" | "if" | "for") => {
                self.end_bare();
                *self.bound() = None;
            }
            _ => {}
        }
    }

    /// What a curly bracket that opens here encloses.
    fn body(&mut self) -> Scope<'a> {
        let depth = self.open.len();
        if let Some((announced, _)) = self.announced.take_if(|(_, at)| *at == depth) {
            self.called = None;
            return announced;
        }
        if self.last == Some(Token::Arrow) {
            let name = self.bound().take();
            return Scope::Function(name);
        }
        match self.called.take() {
            Some(word) if !word.is_empty() && !STATEMENTS.contains(&word) => {
                Scope::Function(Some(word))
            }
            _ => Scope::Block,
        }
    }

    /// An arrow whose body is an expression, of which `first` is the first token.
    fn bare(&mut self, first: Token<'a>) {
        let is_opened = matches!(first, Token::Mark('(' | '['));
        let inner = if is_opened { self.open.pop() } else { None };
        let name = self.bound().take();
        self.open.push(Open { scope: Scope::Function(name), is_bare: true, bound: None });
        self.open.extend(inner);
    }

    fn push(&mut self, scope: Scope<'a>) {
        self.is_lost |= self.open.len() >= limits::FUNCTION_MAX_DEPTH;
        if !self.is_lost {
            self.open.push(Open { scope, is_bare: false, bound: None });
        }
    }

    fn close(&mut self) {
        self.end_bare();
        let closed = self.open.pop().map(|open| open.scope);
        self.called = match closed {
            Some(Scope::Group(word)) => Some(word),
            _ => None,
        };
    }

    fn end_bare(&mut self) {
        while self.open.last().is_some_and(|open| open.is_bare) {
            self.open.pop();
        }
    }

    fn bound(&mut self) -> &mut Option<&'a str> {
        match self.open.last_mut() {
            Some(open) => &mut open.bound,
            None => &mut self.bound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The function around the first `!` of a source.
    #[track_caller]
    fn check(source: &str, expected: Option<&str>) {
        let at = source.find('!').expect("the case marks a place");
        let before = &source[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let number = |number: usize| u32::try_from(number).expect("small");
        assert_eq!(
            enclosing(source, number(line), number(column)).as_deref(),
            expected,
            "{source}"
        );
    }

    #[test]
    fn functions_are_named_by_declaration_assignment_and_property() {
        check("export default async function* total(items) { if (a) { ! } }", Some("total"));
        check("const total = async (items) => {\n  return !\n}", Some("total"));
        check("const total: Total = (items: Item[]): number => { ! }", Some("total"));
        check("let f = function (x) { ! }", Some("f"));
        check("module.exports = { total: function () { ! } }", Some("total"));
        check("const o = { total(items) { for (const i of items) { ! } } }", Some("total"));
        check("button.onclick = () => { ! }", Some("onclick"));
        check("const total = items => items.map(f).sum(!)", Some("total"));
    }

    #[test]
    fn methods_are_named_with_their_class() {
        let class = "class Cart extends Base { #n = 1; get size() { return 1 }\n";
        check(
            &format!("{class} total(a: {{x: 1}}): Promise<number> {{ ! }} }}"),
            Some("Cart.total"),
        );
        check(&format!("{class} onPay = async () => {{ ! }} }}"), Some("Cart.onPay"));
    }

    #[test]
    fn what_has_no_name_takes_that_of_the_function_around_it() {
        check("function total() { return items.map((item) => item.price.!amount) }", Some("total"));
        check("function Cart() { return <b onClick={() => { pay(!) }}>Don't</b> }", Some("Cart"));
        check("function load({ a, b } = {}) { fetch(u).then(function (r) { ! }) }", Some("load"));
        check("setTimeout(() => { ! }, 10)", None);
    }

    #[test]
    fn functions_that_have_ended_are_not_around() {
        check("function a() { return {} }\n!", None);
        check("const a = (x) => x + 1\nconst b = !", None);
        check("const a = (x) => x + 1;\nfunction b() { ! }", Some("b"));
        check("function b() { const a = [1, 2].map((x) => x); ! }", Some("b"));
        check("if (f(x)) { ! }", None);
        check("f(x)\nconst o = { a: ! }", None);
    }

    #[test]
    fn strings_comments_and_expressions_hold_no_brackets() {
        check(
            "function a() { const s = \"}\"; // }\n/* } */ x.replace(/[/}]/g, '}'); ! }",
            Some("a"),
        );
        check("function a() { const s = `}${f({ a: `x` })}`; ! }", Some("a"));
        check("function a() { return <p>Don't {x} </p> }\nfunction b() { ! }", Some("b"));
    }

    #[test]
    fn a_place_the_source_does_not_have_is_in_no_function() {
        assert_eq!(enclosing("function a() {}", 7, 1), None);
        assert_eq!(enclosing("", 0, 0), None);
        assert_eq!(enclosing(&"{(=>".repeat(100_000), 1, 400_000), None);
    }
}
