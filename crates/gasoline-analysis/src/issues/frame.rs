//! The scripts a stack names, in the spelling of every browser.

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
    fn a_sentence_is_no_frame() {
        assert!(is_frame("    at load (app.js:1:2)"));
        assert!(is_frame("load@http://localhost/app.js:1:2"));
        assert!(!is_frame("write to me@example.com about http://localhost:3000"));
    }
}
