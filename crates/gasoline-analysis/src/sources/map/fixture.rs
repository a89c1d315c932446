//! Source maps made for tests: from rows of numbers to the text a bundler would write.

use serde_json::json;

/// A row: line and column in the script, source, line and column in it, perhaps a name; from 0.
pub(crate) type Row = (u32, u32, u32, u32, u32, Option<u32>);

/// The `mappings` of rows, which go from top left to bottom right.
pub(crate) fn mappings(rows: &[Row]) -> String {
    let mut out = String::new();
    let (mut at, mut column) = (0, 0);
    let mut last = [0_i64; 4];
    for (index, row) in rows.iter().enumerate() {
        while at < row.0 {
            out.push(';');
            at += 1;
            column = 0;
        }
        let is_first = index == 0 || rows[index - 1].0 < row.0;
        out.push_str(if is_first { "" } else { "," });
        number(&mut out, i64::from(row.1) - column);
        column = i64::from(row.1);
        for (field, value) in [Some(row.2), Some(row.3), Some(row.4), row.5].into_iter().enumerate()
        {
            let Some(value) = value.map(i64::from) else { continue };
            number(&mut out, value - last[field]);
            last[field] = value;
        }
    }
    out
}

fn number(out: &mut String, value: i64) {
    let mut rest = (value.unsigned_abs() << 1) | u64::from(value < 0);
    loop {
        let digit = usize::try_from(rest & 31).expect("five bits");
        rest >>= 5;
        let digit = if rest > 0 { digit | 32 } else { digit };
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        out.push(char::from(alphabet[digit]));
        if rest == 0 {
            break;
        }
    }
}

/// A map of sources with their text.
pub(crate) fn map(sources: &[(&str, &str)], names: &[&str], rows: &[Row]) -> String {
    let (paths, contents): (Vec<_>, Vec<_>) = sources.iter().copied().unzip();
    json!({
        "version": 3, "sources": paths, "sourcesContent": contents, "names": names,
        "mappings": mappings(rows),
    })
    .to_string()
}
