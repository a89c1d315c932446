//! Fuzzes the way to the source: no stack, no map and no script breaks it, and none takes long.

use gasoline_analysis::sources::find::{evaluated_map, map_reference, read_data_url, resolve};
use gasoline_analysis::sources::path::project_path;
use gasoline_analysis::sources::{SourceMap, explain, stack};

// A stack, and after an empty byte a map or a script.
pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (thrown, other) = text.split_once('\0').unwrap_or((text, text));
    let frames = stack::frames(thrown);
    for frame in &frames {
        let _ = resolve(frame.url, other);
        let _ = project_path(other, frame.url);
        let _ = evaluated_map(other, frame.url);
    }
    if let Some(reference) = map_reference(other) {
        let _ = read_data_url(reference);
    }
    let Ok(map) = SourceMap::decode(other.to_owned()) else { return };
    let explained = explain(thrown, None, |_| Some(&map));
    assert!(explained.frames.len() <= frames.len());
    for (line, column) in [(1, 1), (1, u32::MAX), (2, 7), (u32::MAX, 1)] {
        if let Some(found) = map.lookup(line, column) {
            assert!(found.line > 0 && found.column > 0, "{other:?}");
        }
    }
}
