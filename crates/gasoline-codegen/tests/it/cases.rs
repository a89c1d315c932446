//! A saved snapshot in, exact text out. `UPDATE_EXPECT=1 cargo test -p gasoline-codegen` writes anew.

use std::path::{Path, PathBuf};

use crate::support::{Asked, generate};
use expect_test::expect_file;
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

#[expect(clippy::disallowed_methods, reason = "the cases are files")]
fn names() -> Vec<String> {
    let listed = std::fs::read_dir(folder()).expect("the cases");
    let mut names: Vec<String> = listed
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().is_dir()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[expect(clippy::disallowed_methods, reason = "the cases are files")]
fn read(name: &str, file: &str) -> Value {
    let path = folder().join(name).join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_case_gives_its_text() {
    for name in names() {
        let snapshot = read(&name, "snapshot.json");
        let asked: Asked = serde_json::from_value(read(&name, "options.json")).expect("options");
        let written = generate(&snapshot, &asked);
        assert_eq!(written, generate(&snapshot, &asked), "{name}: equal snapshots, equal scripts");
        let file = if asked.format.as_deref() == Some("cypress") {
            "expected.cy.js"
        } else {
            "expected.spec.ts"
        };
        let place = folder().join(&name);
        expect_file![place.join(file)].assert_eq(&written.script);
        let about = serde_json::to_string_pretty(&written.about).expect("JSON");
        expect_file![place.join("expected.about.json")].assert_eq(&format!("{about}\n"));
        if let Some((fixture_name, content)) = written.fixture {
            expect_file![place.join(fixture_name)].assert_eq(&content);
        }
    }
}
