//! What was sent, and what an answer says beyond its types.

use serde_json::{Map, Value};

use crate::fact::Fact;
use crate::print::json::{fitting, member};
use crate::print::quote::quote;
use crate::script::Script;

/// Asserts members of what a request sent.
pub(super) fn sent(script: &mut Script, number: usize, members: &Value) {
    let start = format!("expect(response{number}.request().postDataJSON()).toMatchObject(");
    script.block(&format!("{start}{});", fitting(members, start.len())));
}

/// Asserts facts about a body.
pub(super) fn facts(script: &mut Script, number: usize, facts: &[Fact]) {
    let body = format!("body{number}");
    let mut sums = 0;
    for fact in facts {
        if matches!(fact, Fact::Sum { .. }) {
            sums += 1;
        }
        // Each sum has a variable of its own.
        let suffix = if sums > 1 { format!("n{sums}") } else { String::new() };
        print(script, &body, &format!("sum{number}{suffix}"), fact);
    }
}

fn print(script: &mut Script, body: &str, sum: &str, fact: &Fact) {
    let at = |path: &[String]| -> String {
        path.iter().fold(body.to_owned(), |code, name| format!("{code}{}", member(name)))
    };
    match fact {
        Fact::Members(members) => {
            let start = format!("expect({body}).toMatchObject(");
            script.block(&format!("{start}{});", fitting(members, start.len())));
        }
        Fact::Contains { list, element } => {
            let start = format!("expect({}).toContainEqual(expect.objectContaining(", at(list));
            let element = fitting(&Value::Object(element.clone()), start.len());
            script.block(&format!("{start}{element}));"));
        }
        Fact::Every { list, member: name, value } => {
            let value = fitting(value, 0);
            script.line(&format!(
                "for (const item of {}) expect(item{}).toBe({value});",
                at(list),
                member(name)
            ));
        }
        Fact::EveryTells { list, member: name, text } => {
            script.open(&format!("for (const item of {}) {{", at(list)));
            script.line(&format!(
                "expect(String(item{}).toLowerCase()).toContain({});",
                member(name),
                quote(text)
            ));
            script.close("}");
        }
        Fact::Sorted { list, member: name, is_descending } => {
            let (list, name) = (at(list), member(name));
            let goes =
                if *is_descending { "toBeLessThanOrEqual" } else { "toBeGreaterThanOrEqual" };
            script.open(&format!("for (let place = 1; place < {list}.length; place += 1) {{"));
            script.line(&format!("expect({list}[place]{name}).{goes}({list}[place - 1]{name});"));
            script.close("}");
        }
        Fact::Names { list, member: name, names } => {
            let elements = names
                .iter()
                .map(|value| Value::Object(Map::from_iter([(name.clone(), value.clone())])));
            let start = format!("expect({}).toMatchObject(", at(list));
            let elements = fitting(&Value::Array(elements.collect()), start.len());
            script.block(&format!("{start}{elements});"));
        }
        Fact::Sum { object, total, list, factors } => {
            let object = at(object);
            let product: Vec<String> =
                factors.iter().map(|factor| format!("item{}", member(factor))).collect();
            script.line(&format!("let {sum} = 0;"));
            script.line(&format!(
                "for (const item of {object}{}) {sum} += {};",
                member(list),
                product.join(" * ")
            ));
            script.line(&format!("expect({object}{}).toBeCloseTo({sum}, 2);", member(total)));
        }
    }
}
