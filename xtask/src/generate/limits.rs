//! `docs/limits.md`: every number with its reason.

use gasoline_protocol::limits::Limit;

use super::NOTICE;
use crate::markdown::{code, line, number, table};

pub(super) fn page() -> String {
    let rooms = [
        (
            "What travels",
            "The page keeps these, and the server keeps them again.",
            gasoline_protocol::limits::ALL.to_vec(),
        ),
        (
            "What is kept",
            "Of each test, and of the interactive session.",
            [gasoline_protocol::kind::limits::ALL, gasoline_store::limits::ALL].concat(),
        ),
        ("What it means", "Numbers of the analysis.", gasoline_analysis::limits::ALL.to_vec()),
        (
            "What is written from it",
            "Numbers of scripts and tests.",
            gasoline_codegen::limits::ALL.to_vec(),
        ),
        ("How it is asked for", "Numbers of HTTP and MCP.", gasoline_server::limits::ALL.to_vec()),
    ];
    let mut out = format!(
        "# Limits\n\n{NOTICE}\n\n\
         Every number with a reason, by the room that enforces it.\n\
         What falls out or is cut is counted and told, never lost silently.\n"
    );
    for (title, meaning, limits) in rooms {
        let rows: Vec<_> = limits.iter().map(row).collect();
        let rows = table(["Limit", "Value", "Reason"], &rows);
        out.push_str(&format!("\n## {title}\n\n{meaning}\n\n{rows}"));
    }
    out
}

fn row(limit: &Limit) -> [String; 3] {
    [code(limit.name), value(limit), line(&limit.reason.join(" "))]
}

/// The number, and bytes once more as people say them.
fn value(limit: &Limit) -> String {
    const KIB: u64 = 1024;
    let plain = number(limit.value, ',');
    let is_bytes = limit.name.ends_with("_BYTES");
    match limit.value {
        bytes if is_bytes && bytes >= KIB * KIB && bytes % (KIB * KIB) == 0 => {
            format!("{plain} ({} MiB)", bytes / KIB / KIB)
        }
        bytes if is_bytes && bytes >= KIB && bytes % KIB == 0 => {
            format!("{plain} ({} KiB)", bytes / KIB)
        }
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_said_twice() {
        let limit = |name, value| super::value(&Limit { name, value, reason: &[] });
        assert_eq!(limit("BODY_MAX_BYTES", 8192), "8,192 (8 KiB)");
        assert_eq!(limit("BODY_MAX_BYTES", 5 << 20), "5,242,880 (5 MiB)");
        assert_eq!(limit("BODY_MAX_BYTES", 72_000_000), "72,000,000");
        assert_eq!(limit("EVENTS_MAX", 1024), "1,024");
    }
}
