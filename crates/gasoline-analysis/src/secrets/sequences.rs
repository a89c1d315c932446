//! Terminal sequences, as coloured console lines have them: the letter at their end looks like the
//! beginning of the word behind it.

/// The text with blanks instead of terminal sequences, as long as before; `None` if it has none.
///
/// | text | searched |
/// |---|---|
/// | ESC `[31mghp_16C7` | five blanks, `ghp_16C7` |
/// | `\u001b[0mghp_16C7`, as JSON text has it | nine blanks, `ghp_16C7` |
pub(super) fn without_sequences(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let mut has_sequence = false;
    let mut at = 0;
    while let Some(found) = memchr::memchr2(0x1b, b'\\', &bytes[at..]) {
        let start = at + found;
        let end = end_of_sequence(&bytes, start);
        if let Some(end) = end {
            bytes[start..end].fill(b' ');
            has_sequence = true;
        }
        at = end.unwrap_or(start + 1);
    }
    has_sequence.then(|| String::from_utf8(bytes).ok()).flatten()
}

/// Where the sequence ends that starts at `start`, if one does: `ESC [`, parameters, a final byte.
fn end_of_sequence(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = &bytes[start..];
    let escape = [&b"\x1b"[..], br"\u001b", br"\u001B", br"\x1b", br"\x1B"];
    let length = escape.iter().find(|escape| rest.starts_with(escape))?.len();
    let parameters = rest[length..].strip_prefix(b"[")?;
    let count = parameters.iter().take_while(|byte| (0x20..=0x3f).contains(*byte)).count();
    let is_final = parameters.get(count).is_some_and(|byte| (0x40..=0x7e).contains(byte));
    is_final.then_some(start + length + 1 + count + 1)
}
