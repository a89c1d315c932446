//! Markdown as the generated pages need it: tables, and text that is safe inside one.

/// A table with these headings; without rows, nothing.
pub(crate) fn table<const N: usize>(headings: [&str; N], rows: &[[String; N]]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let row = |cells: &[String; N]| {
        let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut out = row(&headings.map(str::to_owned));
    out.push_str(&"|---".repeat(N));
    out.push_str("|\n");
    out.extend(rows.iter().map(row));
    out
}

/// Text for a cell: one line, no bars.
fn cell(text: &str) -> String {
    line(text).replace('|', "\\|")
}

/// Text on one line, spaces made single.
pub(crate) fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Code in a line of text.
pub(crate) fn code(text: &str) -> String {
    format!("`{text}`")
}

/// A number with its thousands set apart.
pub(crate) fn number(value: u64, separator: char) -> String {
    let digits = value.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_one_line_a_row_whatever_the_cells_hold() {
        let rows = [["`a | b`".to_owned(), "two\n  lines".to_owned()]];
        assert_eq!(
            table(["Name", "Meaning"], &rows),
            "| Name | Meaning |\n|---|---|\n| `a \\| b` | two lines |\n"
        );
    }

    #[test]
    fn a_table_without_rows_is_nothing() {
        assert_eq!(table(["Name"], &[]), "");
    }

    #[test]
    fn thousands_are_set_apart() {
        for (value, expected) in [(0, "0"), (999, "999"), (1000, "1,000"), (5_242_880, "5,242,880")]
        {
            assert_eq!(number(value, ','), expected);
        }
    }
}
