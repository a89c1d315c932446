//! What a source is called in the project, and whether it is the project's own.

use super::find::{origin, resolve};

/// The path of a source as the developer knows it.
///
/// | source | script | path |
/// |---|---|---|
/// | `webpack://shop/./src/cart.ts?a1b2` | any | `src/cart.ts` |
/// | `webpack-internal:///(app-pages-browser)/./src/cart.ts` | any | `src/cart.ts` |
/// | `turbopack:///[project]/src/cart.ts` | any | `src/cart.ts` |
/// | `../../src/cart.ts` | `http://localhost:3000/assets/app.js` | `src/cart.ts` |
/// | `cart.ts` | `http://localhost:5173/src/cart.ts?t=1` | `src/cart.ts` |
/// | `App.js` | `http://localhost:3000/static/js/main.js` | `App.js` |
/// | `http://localhost:5173/src/cart.ts` | any | `src/cart.ts` |
/// | `file:///app/src/cart.ts` | any | `/app/src/cart.ts` |
pub fn project_path(source: &str, script: &str) -> String {
    let source = source.split('?').next().unwrap_or(source);
    let name = |path: &str| {
        path.rsplit('/').next().unwrap_or(path).split(['?', '#']).next().map(str::to_owned)
    };
    // A bundler names sources from the folder of the map or from that of the project. Only a script
    // that is served as it was written has a source of its own name beside it.
    let is_beside = !source.contains('/') && name(script) == Some(source.to_owned());
    let resolved =
        if source.starts_with('.') || is_beside { resolve(script, source) } else { None };
    let source = resolved.as_deref().unwrap_or(source);
    let path = match source.split_once("://") {
        Some(("file", path)) => return path.to_owned(),
        // An authority names a bundle or a host; webpack leaves it empty or not.
        Some((_, rest)) => rest.split_once('/').map_or(rest, |(_, path)| path),
        None => source,
    };
    tidy(path).to_owned()
}

fn tidy(path: &str) -> &str {
    let mut path = path;
    loop {
        let is_layer =
            |part: &str| (part.starts_with('(') && part.ends_with(')')) || part == "[project]";
        match path.split_once('/') {
            Some(("." | "..", rest)) => path = rest,
            Some((layer, rest)) if is_layer(layer) => path = rest,
            _ => return path,
        }
    }
}

/// Parts of a path that no application writes itself.
const LIBRARY_PARTS: [&str; 8] = [
    "node_modules/",
    "bower_components/",
    "webpack/bootstrap",
    "webpack/runtime/",
    "(webpack)",
    "/~/",
    "@vite/client",
    "jspm_packages/",
];

/// Whether a path or URL is that of a library or of the bundler.
pub fn is_library(path: &str) -> bool {
    LIBRARY_PARTS.iter().any(|part| path.contains(part)) || path.starts_with("~/")
}

/// A script's URL as it is shown: without its origin when that is the page's.
pub fn shown_url<'a>(url: &'a str, page: Option<&str>) -> &'a str {
    match (origin(url), page.and_then(origin)) {
        (Some(one), Some(other)) if one == other => {
            let path = url[one.len()..].trim_start_matches('/');
            if path.is_empty() { url } else { path }
        }
        _ => url,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, script: &str, expected: &str) {
        assert_eq!(project_path(source, script), expected);
    }

    #[test]
    fn the_prefixes_of_bundlers_go() {
        let script = "http://localhost:3000/main.js";
        for source in [
            "webpack://shop/./src/cart.ts?a1b2",
            "webpack:///./src/cart.ts",
            "webpack:///src/cart.ts",
            "webpack-internal:///./src/cart.ts",
            "webpack-internal:///(app-pages-browser)/./src/cart.ts",
            "turbopack:///[project]/src/cart.ts",
            "ng:///src/cart.ts",
            "./src/cart.ts",
            "src/cart.ts",
            "http://localhost:5173/src/cart.ts?t=17",
        ] {
            check(source, script, "src/cart.ts");
        }
        check("file:///app/src/cart.ts", script, "/app/src/cart.ts");
        check("webpack:///../node_modules/react/index.js", script, "node_modules/react/index.js");
    }

    #[test]
    fn relative_sources_are_read_from_the_script() {
        check("../../src/cart.ts", "http://localhost:3000/assets/app.js", "src/cart.ts");
        check("../cart.ts", "http://localhost:3000/src/built/cart.js", "src/cart.ts");
        check("cart.ts", "http://localhost:5173/src/cart.ts?t=1", "src/cart.ts");
        check("App.js", "http://localhost:3000/static/js/main.js", "App.js");
        check("../src/cart.ts", "webpack-internal:///x.js", "src/cart.ts");
    }

    #[test]
    fn libraries_and_bundlers_are_told_from_the_application() {
        assert!(is_library("node_modules/react-dom/index.js"));
        assert!(is_library("http://localhost:5173/node_modules/.vite/deps/react.js"));
        assert!(is_library("webpack/runtime/jsonp chunk loading"));
        assert!(!is_library("src/cart.ts"));
    }

    #[test]
    fn a_script_of_the_page_s_origin_is_shown_by_its_path() {
        let page = Some("http://localhost:3000/cart?x=1");
        assert_eq!(shown_url("http://localhost:3000/assets/app.js", page), "assets/app.js");
        assert_eq!(
            shown_url("http://localhost:30001/app.js", page),
            "http://localhost:30001/app.js"
        );
        assert_eq!(shown_url("http://localhost:3000/", page), "http://localhost:3000/");
    }
}
