//! What a page may cost, as a project or a caller says it.

use std::collections::BTreeMap;

use gasoline_protocol::loads::Figure;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Limits for the pages whose path contains `url`, or for all.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(flatten)]
    pub limits: BTreeMap<Figure, f64>,
}

impl Budget {
    /// Reads a table of `.gasoline.toml`: figures, and `url`.
    pub fn read(table: &Map<String, Value>) -> Result<Self, String> {
        let mut figures = table.clone();
        let url = match figures.remove("url") {
            None => None,
            Some(Value::String(url)) => Some(url),
            Some(other) => return Err(format!("`url` must be a text, not `{other}`")),
        };
        Ok(Self { url, limits: limits(&figures)? })
    }
}

/// Reads limits by the names of figures.
pub fn limits(figures: &Map<String, Value>) -> Result<BTreeMap<Figure, f64>, String> {
    let mut limits = BTreeMap::new();
    for (name, value) in figures {
        let figure =
            name.parse().map_err(|one_of: String| format!("unknown figure `{name}`; {one_of}"))?;
        match value.as_f64() {
            Some(limit) if limit >= 0.0 => limits.insert(figure, limit),
            _ => return Err(format!("`{name}` must be a number from 0, not `{value}`")),
        };
    }
    Ok(limits)
}

/// What holds for a page: of several budgets that name a figure the one with the longest `url`.
pub fn of_page(budgets: &[Budget], page: &str) -> BTreeMap<Figure, f64> {
    let mut fitting: Vec<&Budget> = budgets
        .iter()
        .filter(|budget| budget.url.as_ref().is_none_or(|part| page.contains(part)))
        .collect();
    fitting.sort_by_key(|budget| budget.url.as_ref().map_or(0, String::len));
    fitting.iter().flat_map(|budget| &budget.limits).map(|(name, limit)| (*name, *limit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Budget, String> {
        Budget::read(&serde_json::from_str(json).expect("a table"))
    }

    #[test]
    fn the_longest_url_decides() {
        let budgets = [
            r#"{"url": "/shop/cart", "lcp": 1}"#,
            r#"{"lcp": 3, "cls": 0.1}"#,
            r#"{"url": "/shop", "lcp": 2}"#,
        ]
        .map(|json| read(json).expect("a budget"));
        let of = |page: &str| of_page(&budgets, page);
        assert_eq!(of("/shop/cart").get(&Figure::Lcp), Some(&1.0));
        assert_eq!(of("/shop/cart").get(&Figure::Cls), Some(&0.1));
        assert_eq!(of("/shop").get(&Figure::Lcp), Some(&2.0));
        assert_eq!(of("/").get(&Figure::Lcp), Some(&3.0));
    }

    #[test]
    fn what_cannot_be_a_budget_is_told() {
        assert!(
            read(r#"{"lpc": 1}"#)
                .expect_err("a complaint")
                .contains("unknown figure `lpc`; one of `ttfb`")
        );
        assert!(
            read(r#"{"lcp": "1s"}"#).expect_err("a complaint").contains("`lcp` must be a number")
        );
        assert!(read(r#"{"lcp": -1}"#).expect_err("a complaint").contains("from 0"));
        assert!(read(r#"{"url": 1}"#).expect_err("a complaint").contains("`url`"));
    }

    #[test]
    fn a_budget_survives_its_json() {
        let budget = read(r#"{"url": "/a", "cls": 0.1}"#).expect("a budget");
        let again = serde_json::from_str(&serde_json::to_string(&budget).expect("JSON"));
        assert_eq!(again.ok(), Some(budget));
    }
}
