//! The contract of a body as assertions: types, never values.

use crate::print::json::{is_identifier, member};
use crate::print::quote::quote;
use crate::script::Script;
use crate::step::{Contract, Member};

/// Asserts that `body` keeps the contract.
pub(super) fn print(script: &mut Script, body: &str, contract: &Contract) {
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
    fn whole(&mut self, subject: &str, contract: &Contract) {
        match contract {
            Contract::Object(members) => self.members(subject, &[], members),
            Contract::Array(element) => {
                self.script.line(&format!("expect({subject}).toEqual(expect.any(Array));"));
                self.elements(subject, element);
            }
            Contract::Any => {}
            other => self.predicate(subject, other),
        }
    }

    fn members(&mut self, subject: &str, path: &[&str], members: &[Member]) {
        for one in members {
            let mut inside = path.to_vec();
            inside.push(&one.name);
            if one.is_optional {
                self.optional(subject, &inside, &one.contract);
            } else {
                self.required(subject, &inside, &one.contract);
            }
        }
    }

    fn required(&mut self, subject: &str, path: &[&str], contract: &Contract) {
        let at = property(path);
        let has = |script: &mut Script, matcher: &str| {
            script.line(&format!("expect({subject}).toHaveProperty({at}{matcher});"));
        };
        match contract {
            Contract::Boolean => has(self.script, ", expect.any(Boolean)"),
            Contract::Number => has(self.script, ", expect.any(Number)"),
            Contract::String => has(self.script, ", expect.any(String)"),
            Contract::Map => has(self.script, ", expect.any(Object)"),
            Contract::Any | Contract::Null => has(self.script, ""),
            Contract::Array(element) => {
                has(self.script, ", expect.any(Array)");
                self.elements(&access(subject, path), element);
            }
            Contract::Object(members) if members.is_empty() => {
                has(self.script, ", expect.any(Object)");
            }
            Contract::Object(members) => self.members(subject, path, members),
            Contract::OneOf(_) => {
                has(self.script, "");
                self.predicate(&access(subject, path), contract);
            }
        }
    }

    fn optional(&mut self, subject: &str, path: &[&str], contract: &Contract) {
        if matches!(contract, Contract::Any | Contract::Null) {
            return;
        }
        let value = access(subject, path);
        self.script.open(&format!("if ({value} !== undefined) {{"));
        match contract {
            Contract::Object(_) | Contract::Array(_) => self.whole(&value, contract),
            other => self.predicate(&value, other),
        }
        self.script.close("}");
    }

    fn elements(&mut self, list: &str, element: &Contract) {
        if matches!(element, Contract::Any) {
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

    fn predicate(&mut self, value: &str, contract: &Contract) {
        let kinds: Vec<&Contract> = match contract {
            Contract::OneOf(list) => list.iter().collect(),
            single => vec![single],
        };
        let tests: Vec<String> = kinds.iter().map(|kind| test(value, kind)).collect();
        let words: Vec<&str> = kinds.iter().map(|kind| word(kind)).collect();
        let said = quote(&format!("{value} is {}", words.join(" or ")));
        self.script.line(&format!("expect({}, {said}).toBe(true);", tests.join(" || ")));
    }
}

fn test(value: &str, contract: &Contract) -> String {
    match contract {
        Contract::Null => format!("{value} === null"),
        Contract::Array(_) => format!("Array.isArray({value})"),
        Contract::Object(_) | Contract::Map => {
            format!("(typeof {value} === 'object' && {value} !== null)")
        }
        plain => format!("typeof {value} === '{}'", word(plain)),
    }
}

fn word(contract: &Contract) -> &'static str {
    match contract {
        Contract::Boolean => "boolean",
        Contract::Number => "number",
        Contract::String => "string",
        Contract::Null => "null",
        Contract::Array(_) => "array",
        Contract::Object(_) | Contract::Map => "object",
        Contract::Any | Contract::OneOf(_) => "anything",
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
