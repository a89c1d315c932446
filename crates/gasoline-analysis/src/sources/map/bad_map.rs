//! Why a source map cannot be used.

use gasoline_protocol::limits::SOURCE_MAP_MAX_BYTES;

use crate::limits;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadMap {
    #[error("the map is {} MiB, and {} MiB are read at most", bytes / 1024 / 1024, SOURCE_MAP_MAX_BYTES / 1024 / 1024)]
    TooLarge { bytes: usize },
    #[error("the map is no source map: {0}")]
    Unreadable(String),
    #[error("the map has version {0}, and only 3 is known")]
    OtherVersion(u64),
    #[error("the map has no `{0}`")]
    Missing(&'static str),
    #[error("`{0}` is not what it must be")]
    WrongType(&'static str),
    #[error("the map has both `sections` and `{0}`")]
    TwoInOne(&'static str),
    #[error("`sections` are not in order, or two begin at one place")]
    Unordered,
    #[error("`sections` go deeper than {} levels", limits::SOURCE_MAP_MAX_DEPTH)]
    TooDeep,
    #[error("`ignoreList` names a source that is not listed")]
    IgnoresUnknown,
    #[error("`mappings` have {what} at {at}")]
    BadMappings { what: &'static str, at: usize },
    #[error("the data URL is {0}")]
    BadDataUrl(&'static str),
}
