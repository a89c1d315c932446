//! What clients send of what they capture, and the script that captures.

pub(crate) mod enrichments;
pub(crate) mod gasoline_ci;
pub(crate) mod kinds;
pub(crate) mod performance_snapshot;
pub(crate) mod screenshots;
pub(crate) mod source_maps;
pub(crate) mod test_boundary;
