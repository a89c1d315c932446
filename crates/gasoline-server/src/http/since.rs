//! The query string of the reads: `since` and `test_id`.

use gasoline_protocol::url::query_pairs;
use gasoline_protocol::{Kind, Since};
use gasoline_store::Query;

use super::rejection::Rejection;
use gasoline_analysis::redact;

/// What a read asks for.
#[derive(Debug, Default)]
pub(super) struct Asked {
    pub(super) since: Since,
    pub(super) test_id: Option<String>,
    pub(super) url: Option<String>,
}

impl Asked {
    /// Reads the query string; what is not known there is ignored, as browsers and proxies add things.
    pub(super) fn read(query: Option<&str>) -> Result<Self, Rejection> {
        let mut asked = Self::default();
        for (name, value) in query_pairs(query.unwrap_or_default()) {
            if value.is_empty() {
                continue;
            }
            match &*name {
                "since" => {
                    asked.since = Since::parse(&value).ok_or_else(|| Rejection::Malformed {
                        what: format!(
                            "`since={}` is neither a cursor nor a time",
                            redact::echo(&value, 60)
                        ),
                        hint: "send a cursor (`c42`), an RFC 3339 time or epoch milliseconds"
                            .to_owned(),
                    })?;
                }
                "test_id" => asked.test_id = Some(value.into_owned()),
                "url" => asked.url = Some(value.into_owned()),
                _ => {}
            }
        }
        Ok(asked)
    }

    pub(super) fn query(&self, kinds: &[Kind]) -> Query {
        Query::of(kinds).in_test(self.test_id.as_deref()).since(self.since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_decoded() {
        let asked = Asked::read(Some("test_id=a%20%E2%80%BA+b&since=c7&x=1&&=")).expect("read");
        assert_eq!(asked.test_id.as_deref(), Some("a › b"));
        assert_eq!(asked.since, Since::Seq(gasoline_protocol::Seq(7)));
    }

    #[test]
    fn odd_escapes_do_no_harm() {
        for query in ["test_id=%", "test_id=%4", "test_id=%zz%41", "test_id=%ff%fe"] {
            assert!(Asked::read(Some(query)).is_ok(), "{query}");
        }
        assert!(Asked::read(Some("since=soon")).is_err());
    }
}
