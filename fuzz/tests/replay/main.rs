//! Runs every fuzz target on its committed corpus, then on a fixed number of mutated inputs.
//!
//! Nothing here depends on the clock: each run sees the same inputs in the same order.

mod mutate;

use std::collections::BTreeMap;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use gasoline_fuzz::{TARGETS, Target, target};

use mutate::Mutator;

/// Selects the mutated inputs; another number gives other inputs.
const SEED: u64 = 18;

/// Set to the number of a mutated case to run that case alone.
const CASE: &str = "GASOLINE_FUZZ_CASE";

/// Declares a test for each target, with its number of mutated inputs.
macro_rules! replay {
    ($($name:ident: $cases:literal,)+) => {
        const REPLAYED: &[&str] = &[$(stringify!($name)),+];
        $(#[test] fn $name() { check(stringify!($name), $cases); })+
    };
}

// About as many as take a few seconds in a debug build; a case of `mcp_arguments` is up to three
// calls of a tool.
replay! {
    ingest: 50_000,
    mask: 20_000,
    mcp_arguments: 300,
    sources: 30_000,
    timestamp: 50_000,
}

#[test]
fn every_target_is_replayed_from_a_folder_of_its_name() {
    let names = TARGETS.map(|target| target.name);
    assert_eq!(REPLAYED, names);
    let mut folders: Vec<_> = fs::read_dir(corpus_folder())
        .expect("the corpus")
        .map(|entry| entry.expect("a folder").file_name().into_string().expect("a name"))
        .collect();
    folders.sort();
    assert_eq!(folders, names);
}

#[test]
fn a_panic_names_the_target_the_case_and_how_to_rerun_it() {
    let broken = Target { name: "mask", run: |data| assert!(data.len() < 2, "too long") };
    run(broken, b"a", || unreachable!("it does not panic"));
    let panic = catch_unwind(|| run(broken, b"abc", || mutated_case("mask", 417, b"abc")));
    let message = *panic.expect_err("it panics").downcast::<String>().expect("a text");
    for part in ["`mask`", "case 417 of seed 18", "GASOLINE_FUZZ_CASE=417", "fuzz/corpus/mask/"] {
        assert!(message.contains(part), "{part} is missing: {message}");
    }
}

fn check(name: &str, cases: u64) {
    let target = target(name).expect("a target");
    let corpus = corpus(name);
    let mutator = Mutator::new(SEED, corpus.values().cloned().collect());
    if let Ok(case) = std::env::var(CASE) {
        let index = case.parse().expect("the number of a case");
        let input = mutator.input(index);
        return run(target, &input, || mutated_case(name, index, &input));
    }
    for (file, input) in &corpus {
        run(target, input, || format!("on `{}`", file.display()));
    }
    for index in 0..cases {
        let input = mutator.input(index);
        run(target, &input, || mutated_case(name, index, &input));
    }
}

/// Runs a target on an input. If it panics, the target's own message comes first.
#[track_caller]
fn run(target: Target, input: &[u8], place: impl FnOnce() -> String) {
    let passed = catch_unwind(|| (target.run)(input)).is_ok();
    assert!(passed, "fuzz target `{}` panicked {}", target.name, place());
}

/// Saves a mutated input and describes how to run it again.
fn mutated_case(name: &str, index: u64, input: &[u8]) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}-{index}"));
    fs::write(&file, input).expect("the input can be saved");
    format!(
        "on mutated case {index} of seed {SEED}, saved as `{}`\n\
         hint: run `{CASE}={index} cargo test --package gasoline-fuzz {name}`; if it passes alone, \
         it depends on the cases before it\n\
         hint: copy the file to `fuzz/corpus/{name}/` to keep it as a test",
        file.display(),
    )
}

/// The committed inputs of a target, by file, in order.
fn corpus(name: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = corpus_folder().join(name);
    let files = fs::read_dir(&folder).expect("the corpus of the target");
    files
        .map(|entry| {
            let file = entry.expect("a file").path();
            let input = fs::read(&file).expect("an input");
            (file, input)
        })
        .collect()
}

fn corpus_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}
