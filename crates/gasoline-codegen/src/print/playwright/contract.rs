//! The contract of a body as assertions: types, never values.

use gasoline_analysis::shape::{JsonShape, Members, in_document_order};

use crate::print::json::{is_identifier, member};
use crate::print::quote::quote;
use crate::script::Script;

/// Asserts that `body` keeps the contract.
pub(super) fn print(script: &mut Script, body: &str, contract: &JsonShape) {
    let mut printer = Printer { script, items: 0, body: body.to_owned() };
    printer.whole(body, contract);
}

struct Printer<'s> {
    script: &'s mut Script,
    /// Loops so far: each has a variable of its own.
    items: usize,
    body: String,
}

impl Printer<'_> {
    /// A value that is the whole body or an element of a list.
    fn whole(&mut self, subject: &str, contract: &JsonShape) {
        match contract {
            JsonShape::Object(members) => self.members(subject, &[], members),
            JsonShape::Array(element) => {
                self.script.line(&format!("expect({subject}).toEqual(expect.any(Array));"));
                self.elements(subject, element);
            }
            JsonShape::Any => {}
            other => self.predicate(subject, other),
        }
    }

    fn members(&mut self, subject: &str, path: &[&str], members: &Members) {
        for (name, member) in in_document_order(members) {
            let mut inside = path.to_vec();
            inside.push(name);
            if member.optional {
                self.optional(subject, &inside, &member.shape);
            } else {
                self.required(subject, &inside, &member.shape);
            }
        }
    }

    fn required(&mut self, subject: &str, path: &[&str], contract: &JsonShape) {
        let at = property(path);
        let has = |script: &mut Script, matcher: &str| {
            script.line(&format!("expect({subject}).toHaveProperty({at}{matcher});"));
        };
        match contract {
            JsonShape::Boolean => has(self.script, ", expect.any(Boolean)"),
            JsonShape::Number => has(self.script, ", expect.any(Number)"),
            JsonShape::String => has(self.script, ", expect.any(String)"),
            JsonShape::Map => has(self.script, ", expect.any(Object)"),
            JsonShape::Any | JsonShape::Null => has(self.script, ""),
            JsonShape::Array(element) => {
                has(self.script, ", expect.any(Array)");
                self.elements(&access(subject, path), element);
            }
            JsonShape::Object(members) if members.is_empty() => {
                has(self.script, ", expect.any(Object)");
            }
            JsonShape::Object(members) => self.members(subject, path, members),
            JsonShape::OneOf(_) => {
                has(self.script, "");
                self.predicate(&access(subject, path), contract);
            }
        }
    }

    fn optional(&mut self, subject: &str, path: &[&str], contract: &JsonShape) {
        if matches!(contract, JsonShape::Any | JsonShape::Null) {
            return;
        }
        let value = access(subject, path);
        self.script.open(&format!("if ({value} !== undefined) {{"));
        match contract {
            JsonShape::Object(_) | JsonShape::Array(_) => self.whole(&value, contract),
            other => self.predicate(&value, other),
        }
        self.script.close("}");
    }

    fn elements(&mut self, list: &str, element: &JsonShape) {
        if matches!(element, JsonShape::Any) {
            return;
        }
        self.items += 1;
        let item = if self.items == 1 {
            format!("{}Item", self.body)
        } else {
            format!("{}Item{}", self.body, self.items)
        };
        self.script.open(&format!("for (const {item} of {list}) {{"));
        self.whole(&item, element);
        self.script.close("}");
    }

    fn predicate(&mut self, value: &str, contract: &JsonShape) {
        let kinds: Vec<&JsonShape> = match contract {
            JsonShape::OneOf(list) => list.iter().collect(),
            single => vec![single],
        };
        let tests: Vec<String> = kinds.iter().map(|kind| test(value, kind)).collect();
        let words: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        let said = quote(&format!("{value} is {}", words.join(" or ")));
        self.script.line(&format!("expect({}, {said}).toBe(true);", tests.join(" || ")));
    }
}

fn test(value: &str, contract: &JsonShape) -> String {
    match contract {
        JsonShape::Null => format!("{value} === null"),
        JsonShape::Array(_) => format!("Array.isArray({value})"),
        JsonShape::Object(_) | JsonShape::Map => {
            format!("(typeof {value} === 'object' && {value} !== null)")
        }
        plain => format!("typeof {value} === '{}'", plain.name()),
    }
}

/// `'user.name'`, or a list where a name has a dot in it.
fn property(path: &[&str]) -> String {
    if path.iter().all(|name| is_identifier(name)) {
        return quote(&path.join("."));
    }
    let names: Vec<String> = path.iter().map(|name| quote(name)).collect();
    format!("[{}]", names.join(", "))
}

fn access(subject: &str, path: &[&str]) -> String {
    let members: String = path.iter().map(|name| member(name)).collect();
    format!("{subject}{members}")
}
