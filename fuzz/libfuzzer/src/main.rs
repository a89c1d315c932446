//! Runs one fuzz target under libFuzzer; the variable `GASOLINE_FUZZ_TARGET` names it.

#![no_main]

use std::sync::LazyLock;

use gasoline_fuzz::{Target, target};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("GASOLINE_FUZZ_TARGET").expect("GASOLINE_FUZZ_TARGET is set");
    target(&name).unwrap_or_else(|| panic!("no fuzz target is named `{name}`"))
});

fuzz_target!(|data: &[u8]| (TARGET.run)(data));
