//! Where two texts part, in a few lines.

/// Lines shown of each side.
const SHOWN_LINES: usize = 8;

/// The lines between the common beginning and the common end, `-` what is there, `+` what should be.
pub(super) fn shown(present: &str, expected: &str) -> String {
    let old: Vec<&str> = present.lines().collect();
    let new: Vec<&str> = expected.lines().collect();
    let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(old, new)| old == new).count()
    };
    let before = same(&mut old.iter().zip(&new));
    let room = old.len().min(new.len()) - before;
    let after = same(&mut old.iter().rev().zip(new.iter().rev())).min(room);
    let mut out = vec![format!("  line {}", before + 1)];
    for (mark, lines) in
        [('-', &old[before..old.len() - after]), ('+', &new[before..new.len() - after])]
    {
        out.extend(lines.iter().take(SHOWN_LINES).map(|line| format!("  {mark} {line}")));
        if lines.len() > SHOWN_LINES {
            out.push(format!("  {mark} … {} lines more", lines.len() - SHOWN_LINES));
        }
    }
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_shown() {
        assert_eq!(shown("a\nb\nc\n", "a\nx\ny\nc\n"), "  line 2\n  - b\n  + x\n  + y");
    }

    #[test]
    fn a_missing_file_is_all_new() {
        assert_eq!(shown("", "a\n"), "  line 1\n  + a");
    }

    #[test]
    fn a_repeated_line_belongs_to_one_side_only() {
        assert_eq!(shown("a\n", "a\na\n"), "  line 2\n  + a");
    }

    #[test]
    fn a_long_difference_is_cut_and_counted() {
        let many = "x\n".repeat(20);
        assert!(shown("", &many).ends_with("  + … 12 lines more"));
    }
}
