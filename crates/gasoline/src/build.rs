//! What this program was built from, as `--version` tells it. No time: equal sources, equal bytes.

/// Version, commit where there is one, target, compiler and profile, a line each.
pub(crate) const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    env!("GASOLINE_BUILD_COMMIT"),
    "\ntarget: ",
    env!("GASOLINE_BUILD_TARGET"),
    "\nrustc: ",
    env!("GASOLINE_BUILD_RUSTC"),
    "\nprofile: ",
    env!("GASOLINE_BUILD_PROFILE"),
);
