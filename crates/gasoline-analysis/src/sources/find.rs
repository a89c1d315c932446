//! Where the map of a script is: a comment, a header, a data URL, a piece of an `eval`.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use gasoline_protocol::limits::SOURCE_MAP_MAX_BYTES;
use gasoline_protocol::url::Url;
use percent_encoding::percent_decode_str;

use super::map::BadMap;
use crate::limits;

const COMMENT: &str = "sourceMappingURL=";

/// What the last lines of a script name as its map. A header is asked first, by who has one.
///
/// | end of the script | map |
/// |---|---|
/// | `…\n//# sourceMappingURL=app.js.map\n` | `app.js.map` |
/// | `…\n//@ sourceMappingURL=app.js.map` | `app.js.map` |
/// | `…}//# sourceMappingURL=data:application/json;base64,e30=` | the data URL |
/// | `//# sourceMappingURL=old.map\nmore();` | none: code follows |
/// | `eval("…//# sourceMappingURL=data:…\n//# sourceURL=…")` | none: that is the map of a module |
pub fn map_reference(script: &str) -> Option<&str> {
    for line in script.lines().rev().take(limits::SCRIPT_TAIL_LINES) {
        let line = line.trim();
        if let Some(found) = reference_in(line) {
            return Some(found);
        }
        let is_comment = line.starts_with("//") || line.starts_with("/*") || line.ends_with("*/");
        if !line.is_empty() && !is_comment {
            return None;
        }
    }
    None
}

fn reference_in(line: &str) -> Option<&str> {
    let at = line.rfind(COMMENT)?;
    let before = line[..at].trim_end_matches([' ', '\t']);
    let is_comment = ["//#", "//@", "/*#", "/*@"].iter().any(|mark| before.ends_with(mark));
    let reference = line[at + COMMENT.len()..].trim_end_matches("*/").trim();
    let is_one = |byte: u8| byte.is_ascii_graphic() && !b"\"'`\\".contains(&byte);
    (is_comment && !reference.is_empty() && reference.bytes().all(is_one)).then_some(reference)
}

/// The map of a module that a bundle keeps as a text to `eval`, as webpack does while developing:
/// the data URL before the `sourceURL` by which stacks name the module.
pub fn evaluated_map<'a>(bundle: &'a str, module: &str) -> Option<&'a str> {
    let name = format!("sourceURL={module}");
    let mut searched = 0;
    for (at, _) in bundle.match_indices(&name) {
        let before = &bundle[std::mem::replace(&mut searched, at)..at];
        let after = bundle[at + name.len()..].chars().next();
        if after.is_some_and(|letter| letter.is_alphanumeric() || "/._-".contains(letter)) {
            continue;
        }
        let Some(start) = before.rfind(COMMENT) else { continue };
        let between = &before[start + COMMENT.len()..];
        if !between.starts_with("data:") {
            continue;
        }
        let end = between.find(['\\', '"', '\'', '`', '\n', ' ', '#']).unwrap_or(between.len());
        return Some(between[..end].trim_end_matches("//"));
    }
    None
}

/// The map within a data URL, base64 or percent-encoded.
pub fn read_data_url(url: &str) -> Result<String, BadMap> {
    let (kind, data) = url
        .strip_prefix("data:")
        .and_then(|rest| rest.split_once(','))
        .ok_or(BadMap::BadDataUrl("cut short"))?;
    if data.len() / 4 * 3 > SOURCE_MAP_MAX_BYTES {
        return Err(BadMap::TooLarge { bytes: data.len() / 4 * 3 });
    }
    let plain: Cow<'_, [u8]> = percent_decode_str(data).into();
    let bytes = if kind.to_ascii_lowercase().ends_with(";base64") {
        BASE64.decode(plain).map_err(|_| BadMap::BadDataUrl("no base64"))?
    } else {
        plain.into_owned()
    };
    String::from_utf8(bytes).map_err(|_| BadMap::BadDataUrl("no UTF-8"))
}

/// With or without padding: bundlers differ.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// `http://localhost:3000` of a URL that has one.
pub fn origin(url: &str) -> Option<&str> {
    Url::absolute(url).filter(|url| !url.host().is_empty()).map(|url| url.origin)
}

/// A reference as a whole URL, read from where it was found.
///
/// | base | reference | URL |
/// |---|---|---|
/// | `http://localhost:3000/js/app.js?v=1` | `app.js.map` | `http://localhost:3000/js/app.js.map` |
/// | `http://localhost:3000/js/app.js` | `../maps/app.map` | `http://localhost:3000/maps/app.map` |
/// | `http://localhost:3000/js/app.js` | `/app.map` | `http://localhost:3000/app.map` |
/// | `http://localhost:3000/js/app.js` | `//cdn.test/app.map` | `http://cdn.test/app.map` |
/// | any | `data:…`, `https://…` | the reference |
pub fn resolve(base: &str, reference: &str) -> Option<String> {
    if reference.starts_with("data:") || origin(reference).is_some() {
        return Some(reference.to_owned());
    }
    let home = origin(base)?;
    if let Some(other) = reference.strip_prefix("//") {
        return Some(format!("{}://{other}", Url::parse(base).scheme));
    }
    let (path, query) = match reference.find(['?', '#']) {
        Some(at) => reference.split_at(at),
        None => (reference, ""),
    };
    let here = base[home.len()..].split(['?', '#']).next().unwrap_or_default();
    let folder = here.rfind('/').map_or("", |at| &here[..at]);
    let whole = if path.starts_with('/') { path.to_owned() } else { format!("{folder}/{path}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/').skip(1) {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Some(format!("{home}/{}{query}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_comment_names_the_map_as_long_as_no_code_follows() {
        for (script, expected) in [
            ("a();\n//# sourceMappingURL=app.js.map\n", Some("app.js.map")),
            ("a();\r\n//@ sourceMappingURL=app.js.map", Some("app.js.map")),
            (
                "//# sourceMappingURL=old.map\na();\n//# sourceMappingURL=new.map\n\n",
                Some("new.map"),
            ),
            ("a();//# sourceMappingURL=app.js.map", Some("app.js.map")),
            ("a();\n/*# sourceMappingURL=app.css.map */", Some("app.css.map")),
            ("a();\n//# sourceMappingURL=app.map\n//# debugId=85314830\n", Some("app.map")),
            ("//# sourceMappingURL=old.map\nmore();", None),
            ("eval(\"f()//# sourceMappingURL=data:a;base64,e30=\\n//# sourceURL=x\")", None),
            ("const hint = \"//# sourceMappingURL=x\";", None),
            ("", None),
        ] {
            assert_eq!(map_reference(script), expected, "{script}");
        }
    }

    #[test]
    fn a_module_to_eval_has_its_map_before_its_name() {
        let module = |name: &str, map: &str| {
            format!(
                "eval(\"f();//# sourceMappingURL=data:application/json;base64,{map}\\n//# sourceURL=webpack-internal:///{name}\\n\");\n"
            )
        };
        let bundle = module("./src/a.js", "AAAA")
            + &module("./src/b.jsx", "CCCC")
            + &module("./src/b.js", "BBBB");
        let found = |name: &str| evaluated_map(&bundle, &format!("webpack-internal:///{name}"));
        assert_eq!(found("./src/a.js"), Some("data:application/json;base64,AAAA"));
        assert_eq!(found("./src/b.js"), Some("data:application/json;base64,BBBB"));
        assert_eq!(found("./src/c.js"), None);
        let joined = "//# sourceMappingURL=data:a;base64,AA==//# sourceURL=m.js";
        assert_eq!(evaluated_map(joined, "m.js"), Some("data:a;base64,AA=="));
    }

    #[test]
    fn data_urls_are_read_in_every_spelling() {
        let read = |url: &str| read_data_url(url).map_err(|error| error.to_string());
        assert_eq!(read("data:application/json;charset=utf-8;base64,e30="), Ok("{}".to_owned()));
        assert_eq!(read("data:application/json;base64,e30"), Ok("{}".to_owned()));
        assert_eq!(read("data:application/json;base64,e30%3D"), Ok("{}".to_owned()));
        assert_eq!(read("data:application/json,%7B%22a%22:1}"), Ok("{\"a\":1}".to_owned()));
        assert_eq!(read("data:,100%"), Ok("100%".to_owned()));
        assert_eq!(read("data:;base64,!!"), Err("the data URL is no base64".to_owned()));
        assert_eq!(read("data:;base64,/w=="), Err("the data URL is no UTF-8".to_owned()));
        assert_eq!(read("data:"), Err("the data URL is cut short".to_owned()));
    }

    #[test]
    fn references_are_read_from_where_they_were_found() {
        let base = "http://localhost:3000/js/app.js?v=a/b#c";
        for (reference, expected) in [
            ("app.js.map", "http://localhost:3000/js/app.js.map"),
            ("app.js.map?v=../1", "http://localhost:3000/js/app.js.map?v=../1"),
            ("./maps/../app.map", "http://localhost:3000/js/app.map"),
            ("../../../app.map", "http://localhost:3000/app.map"),
            ("/app.map", "http://localhost:3000/app.map"),
            ("//cdn.test/app.map", "http://cdn.test/app.map"),
            ("https://cdn.test/app.map", "https://cdn.test/app.map"),
            ("data:,x", "data:,x"),
        ] {
            assert_eq!(resolve(base, reference).as_deref(), Some(expected));
        }
        assert_eq!(
            resolve("http://localhost:3000", "app.map").as_deref(),
            Some("http://localhost:3000/app.map")
        );
        assert_eq!(resolve("webpack-internal:///./a.js", "app.map"), None);
    }
}
