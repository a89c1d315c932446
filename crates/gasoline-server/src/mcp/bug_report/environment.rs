//! Where it happened: the browser as it names itself, and who captured.

use std::sync::Arc;

use gasoline_protocol::Timestamp;

use crate::app::App;
use crate::mcp::filter::Spot;
use gasoline_analysis::redact;

/// Names and values, for a list.
pub(super) fn of(
    app: &Arc<App>,
    spot: &Spot,
    url: Option<&str>,
    time: Timestamp,
) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut tell = |name: &str, value: String| facts.push((name.to_owned(), value));
    if let Some(url) = url {
        tell("URL", url.to_owned());
    }
    let names: Vec<String> = agents(app, spot).iter().map(|agent| name(agent)).collect();
    match names.as_slice() {
        [] => tell("Browser", "not known: none has told which one it is".to_owned()),
        [one] => tell("Browser", one.clone()),
        several => tell("Browser", format!("one of {}", several.join("; "))),
    }
    if let Some(test) = &spot.test {
        tell("Test", redact::text(test).into_owned());
    }
    let day = time.to_string();
    tell("Gasoline capture session", day.get(..10).unwrap_or(&day).to_owned());
    tell("Gasoline", crate::VERSION.to_owned());
    facts
}

/// How the browser calls itself in which it happened; several where it may be one of them.
fn agents(app: &App, spot: &Spot) -> Vec<String> {
    let pages = &app.browsers.page_agents;
    // A page that names no test is of the one that runs.
    let page = pages.of(spot.test.as_deref()).or_else(|| pages.of(None));
    match (spot.tab, page) {
        // Only the extension knows tabs, so the page has sent it another way.
        (None, Some(page)) => vec![page],
        (None, None) if spot.test.is_some() => Vec::new(),
        (tab, page) => {
            let known = app.browsers.agents(tab);
            if known.is_empty() { page.into_iter().collect() } else { known }
        }
    }
}

/// `Chrome 120 on Linux`; what cannot be read is told as it is.
fn name(agent: &str) -> String {
    let version = |mark: &str| {
        let rest = agent.split_once(mark)?.1;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        (!digits.is_empty()).then_some(digits)
    };
    // Edge and Opera call themselves Chrome as well, so they are looked for first.
    let marks = [
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("HeadlessChrome/", "Chrome (headless)"),
        ("Chrome/", "Chrome"),
        ("Firefox/", "Firefox"),
        ("Version/", "Safari"),
    ];
    let known = marks.iter().find_map(|(mark, name)| Some((name, version(mark)?)));
    let systems = [
        ("Windows", "Windows"),
        ("Android", "Android"),
        ("iPhone", "iOS"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let system = systems.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| name);
    match (known, system) {
        (Some((name, version)), Some(system)) => format!("{name} {version} on {system}"),
        (Some((name, version)), None) => format!("{name} {version}"),
        (None, _) => agent.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_called_by_its_name() {
        let linux = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
        assert_eq!(name(&format!("{linux} Chrome/120.0.0.0 Safari/537.36")), "Chrome 120 on Linux");
        assert_eq!(
            name(&format!("{linux} Chrome/120.0.0.0 Safari/537.36 Edg/121.0")),
            "Edge 121 on Linux"
        );
        assert_eq!(name("curl"), "curl");
    }
}
