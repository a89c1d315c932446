//! Reads a locator as the page wrote it. It is captured text: it is taken apart and printed anew,
//! never copied into code.

use crate::step::Part;

/// The parts of `getByRole('listitem').filter({ hasText: 'Milk' }).getByRole('button', …)`; `None`
/// for anything the capture does not write.
pub(super) fn parse(text: &str) -> Option<Vec<Part>> {
    let mut reader = Reader { rest: text };
    let mut parts = vec![reader.part()?];
    while !reader.rest.is_empty() {
        reader.skip(".")?;
        parts.push(reader.part()?);
    }
    let begins_well = !matches!(parts.first(), Some(Part::HasText(_) | Part::Nth(_)));
    begins_well.then_some(parts)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn part(&mut self) -> Option<Part> {
        if self.skip("getByTestId(").is_some() {
            let id = self.string()?;
            self.skip(")")?;
            return Some(Part::TestId(id));
        }
        if self.skip("locator(").is_some() {
            let css = self.string()?;
            self.skip(")")?;
            return Some(Part::Css(css));
        }
        if self.skip("filter({ hasText: ").is_some() {
            let text = self.string()?;
            self.skip(" })")?;
            return Some(Part::HasText(text));
        }
        if self.skip("nth(").is_some() {
            let end = self.rest.find(')')?;
            let place = self.rest[..end].parse().ok()?;
            self.rest = &self.rest[end + 1..];
            return Some(Part::Nth(place));
        }
        self.skip("getByRole(")?;
        let role = self.string()?;
        if !role.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        if self.skip(")").is_some() {
            return Some(Part::Role { role, name: None });
        }
        self.skip(", { name: ")?;
        let name = self.string()?;
        self.skip(", exact: true })")?;
        Some(Part::Role { role, name: Some(name) })
    }

    fn skip(&mut self, text: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(text)?;
        Some(())
    }

    /// A string in single quotes, with the escapes of JSON and `\'`.
    fn string(&mut self) -> Option<String> {
        self.skip("'")?;
        let mut units: Vec<u16> = Vec::new();
        let mut characters = self.rest.char_indices();
        while let Some((place, character)) = characters.next() {
            match character {
                '\'' => {
                    self.rest = &self.rest[place + 1..];
                    return Some(String::from_utf16_lossy(&units));
                }
                '\\' => match characters.next()?.1 {
                    'n' => units.push(10),
                    'r' => units.push(13),
                    't' => units.push(9),
                    'b' => units.push(8),
                    'f' => units.push(12),
                    'u' => {
                        let hex: String = characters.by_ref().take(4).map(|(_, one)| one).collect();
                        units.push(u16::from_str_radix(&hex, 16).ok()?);
                    }
                    plain => units.extend(plain.encode_utf16(&mut [0; 2]).iter()),
                },
                plain => units.extend(plain.encode_utf16(&mut [0; 2]).iter()),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_capture_writes_is_read() {
        assert_eq!(
            parse(
                "getByRole('listitem').filter({ hasText: 'Bob\\'s milk' }).getByRole('button', { name: 'Delete', exact: true })"
            ),
            Some(vec![
                Part::Role { role: "listitem".into(), name: None },
                Part::HasText("Bob's milk".into()),
                Part::Role { role: "button".into(), name: Some("Delete".into()) },
            ])
        );
        assert_eq!(
            parse("getByTestId('a').nth(2)"),
            Some(vec![Part::TestId("a".into()), Part::Nth(2)])
        );
        assert_eq!(parse("locator('#a\\\\:b')"), Some(vec![Part::Css("#a\\:b".into())]));
    }

    #[test]
    fn anything_else_is_no_locator() {
        for text in [
            "",
            "getByRole('button')); process.exit((",
            "evaluate('x')",
            "getByTestId('a'",
            "getByTestId(\"a\")",
            "nth(1)",
            "getByTestId('a').nth(x)",
            "getByRole('a b')",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
