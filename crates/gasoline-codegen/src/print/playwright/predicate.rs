//! Which request is meant, as conditions: method and path, never a part of an address.

use crate::print::quote::{names_operation, quote, regex};
use crate::step::Call;

/// How wide a line may be before it is broken.
const WIDE: usize = 92;

/// Conditions on a request, given the expressions for it and for its address.
pub(super) fn conditions(call: &Call, request: &str, url: &str) -> Vec<String> {
    let mut all = vec![format!("{request}.method() === {}", quote(&call.method))];
    let path = format!("new URL({url}).pathname");
    all.push(match call.path.as_text() {
        Some(text) => format!("{path} === {}", quote(text)),
        None => format!("{}.test({path})", regex("^", &call.path, "$")),
    });
    for (name, value) in &call.query {
        let parameters = format!("new URL({url}).searchParams");
        let (name_code, value_code) = (quote(name), quote(value));
        let is_repeated = call.query.iter().filter(|(other, _)| other == name).count() > 1;
        all.push(if is_repeated {
            format!("{parameters}.getAll({name_code}).includes({value_code})")
        } else {
            format!("{parameters}.get({name_code}) === {value_code}")
        });
    }
    if let Some(operation) = &call.operation {
        all.push(if call.method == "GET" {
            format!(
                "new URL({url}).searchParams.get('operationName') === {}",
                quote(&operation.name)
            )
        } else {
            format!("/{}/.test({request}.postData() ?? '')", names_operation(&operation.name))
        });
    }
    all
}

/// `const answer1 = page.waitForResponse((response) => a && b, { timeout: 15000 });`.
pub(super) fn arrow(start: &str, argument: &str, conditions: &[String], options: &str) -> String {
    let line = format!("{start}({argument}) => {}, {options});", conditions.join(" && "));
    if line.len() <= WIDE {
        return line;
    }
    let inner = conditions.join(" &&\n    ");
    format!("{start}\n  ({argument}) =>\n    {inner},\n  {options},\n);")
}
