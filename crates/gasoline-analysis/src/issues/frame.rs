//! The scripts a stack names, in the spelling of every browser.

use crate::limits::ISSUE_STACK_MAX_LINES;

/// The script of each frame, topmost first, without line and column.
///
/// | line of a stack | script |
/// |---|---|
/// | `    at load (http://localhost:3000/app.js:10:5)` | `http://localhost:3000/app.js` |
/// | `    at http://localhost:3000/app.js:10:5` | `http://localhost:3000/app.js` |
/// | `load@http://localhost:3000/app.js:10:5` | `http://localhost:3000/app.js` |
/// | `TypeError: http://example.com is down` | none: that is the message |
pub(crate) fn scripts(stack: &str) -> impl Iterator<Item = &str> {
    stack.lines().filter_map(script)
}

/// Whether this line of a text is a frame of a stack.
pub(super) fn is_frame(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("at ")
        || line.starts_with("in ")
        || line.split_once('@').is_some_and(|(function, place)| {
            !function.contains(' ') && place.contains("://") && place.ends_with(is_digit)
        })
}

/// The component that a component stack begins in: `Login` of `at input`, `at Login (…)`, `at App`.
///
/// Such a stack names what a warning is about, which the warning itself seldom does. It is told from
/// the stack of an error, whose names are a bundler's, by lines without a place.
pub(super) fn component<'a>(warning: &str, stack: &'a str) -> Option<&'a str> {
    let lines =
        || stack.lines().take(ISSUE_STACK_MAX_LINES).map(str::trim).filter(|line| !line.is_empty());
    let named = |line: &'a str| {
        let line = line.strip_prefix("at ").or_else(|| line.strip_prefix("in "))?;
        let line = line.strip_prefix('<').unwrap_or(line);
        let end = line.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        Some((&line[..end.unwrap_or(line.len())], line))
    };
    let is_bare = |line: &'a str| named(line).is_some_and(|(name, rest)| name == rest);
    let is_components = warning.starts_with("Warning: ")
        || warning.starts_with("[Vue warn]")
        || lines().any(is_bare);
    let mut names = lines().map_while(named).map(|(name, _)| name);
    names.find(|name| name.starts_with(char::is_uppercase)).filter(|_| is_components)
}

fn script(line: &str) -> Option<&str> {
    let line = line.trim();
    let place = match line.strip_prefix("at ") {
        Some(frame) => frame.rsplit_once('(').map_or(frame, |(_, place)| place),
        None => line.rsplit_once('@')?.1,
    };
    let place = place.trim_end_matches(')');
    let place = place.rsplit(' ').next().unwrap_or(place);
    let script = without_number(without_number(place));
    (script.len() < place.len()).then_some(script)
}

fn without_number(place: &str) -> &str {
    match place.rsplit_once(':') {
        Some((before, number))
            if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) =>
        {
            before
        }
        _ => place,
    }
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(stack: &str, expected: &[&str]) {
        assert_eq!(scripts(stack).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn chromium_frames_name_their_script_in_brackets_or_bare() {
        check(
            "TypeError: GET http://api.test:80 failed\n    at load (http://localhost:3000/app.js:10:5)\n    \
             at async http://localhost:3000/main.js:1:20\n    at Array.map (<anonymous>)",
            &["http://localhost:3000/app.js", "http://localhost:3000/main.js"],
        );
    }

    #[test]
    fn firefox_and_safari_frames_name_it_after_the_at_sign() {
        check(
            "load@http://localhost:3000/app.js:10:5\n@http://localhost:3000/main.js:48\nmap@[native code]",
            &["http://localhost:3000/app.js", "http://localhost:3000/main.js"],
        );
    }

    #[test]
    fn a_component_stack_names_its_first_component() {
        for (warning, stack, expected) in [
            (
                "Warning: x",
                "    at input\n    at Login (http://localhost/a.tsx:1:2)",
                Some("Login"),
            ),
            (
                "x",
                "    at Login (http://localhost/a.tsx:1:2)\n    at div\n    at App",
                Some("Login"),
            ),
            ("x", "    in input (at a.js:7)\n    in Login (at b.js:3)\n    in App", Some("Login")),
            ("[Vue warn]: x", "  at <Cart key=7 > \n  at <App>", Some("Cart")),
            (
                "x",
                "    at Xe (http://localhost/a.js:1:2)\n    at Ye (http://localhost/a.js:1:9)",
                None,
            ),
            ("x", "load@http://localhost/app.js:1:2", None),
        ] {
            assert_eq!(component(warning, stack), expected, "{stack}");
        }
    }

    #[test]
    fn a_sentence_is_no_frame() {
        assert!(is_frame("    at load (app.js:1:2)"));
        assert!(is_frame("load@http://localhost/app.js:1:2"));
        assert!(!is_frame("write to me@example.com about http://localhost:3000"));
    }
}
