//! Whether everything we are built from may be given away with us.

use serde_json::Value;

use super::dependencies::{items, word};

/// Licences that ask for no more than being named, by the beginning of their SPDX name.
const ALLOWED: [&str; 10] = [
    "0BSD",
    "Apache-2.0",
    "BSD-",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "Unicode-",
    "Zlib",
];

pub(super) fn check(metadata: &Value) -> Vec<String> {
    items(metadata, "packages")
        .iter()
        .filter(|package| !is_allowed(word(package, "license")))
        .map(|package| {
            let licence = package["license"].as_str().unwrap_or("none named");
            format!("{} {}: licence {licence}", word(package, "name"), word(package, "version"))
        })
        .collect()
}

/// Whether an SPDX expression leaves us a choice that is allowed.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest) && rest.is_empty()
}

fn any_of(words: &mut &[&str]) -> bool {
    let mut is_allowed = all_of(words);
    while take(words, "OR") {
        is_allowed |= all_of(words);
    }
    is_allowed
}

fn all_of(words: &mut &[&str]) -> bool {
    let mut is_allowed = one(words);
    while take(words, "AND") {
        is_allowed &= one(words);
    }
    is_allowed
}

fn one(words: &mut &[&str]) -> bool {
    if take(words, "(") {
        return any_of(words) & take(words, ")");
    }
    let Some((name, rest)) = words.split_first() else { return false };
    *words = rest;
    // An exception only ever allows more.
    if take(words, "WITH") {
        *words = words.get(1..).unwrap_or_default();
    }
    ALLOWED.iter().any(|known| name.starts_with(known))
}

fn take(words: &mut &[&str], expected: &str) -> bool {
    match words.split_first() {
        Some((first, rest)) if *first == expected => {
            *words = rest;
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_allowed_if_it_leaves_an_allowed_choice() {
        for expression in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "GPL-3.0-only OR MIT",
        ] {
            assert!(is_allowed(expression), "{expression}");
        }
    }

    #[test]
    fn what_leaves_no_such_choice_is_not() {
        for expression in
            ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "(MIT", "MIT MIT", "AGPL-3.0"]
        {
            assert!(!is_allowed(expression), "{expression}");
        }
    }
}
