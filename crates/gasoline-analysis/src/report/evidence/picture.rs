//! The screenshots of an attempt, with their pixels where the file that tells of them brings them.

use gasoline_protocol::Kind;
use serde::Deserialize;

use super::super::outcome::Picture;
use super::super::words::line;
use super::Look;
use crate::limits;

impl Look<'_> {
    /// The screenshots of an attempt, also those that only its record knows.
    pub(super) fn screenshots(&self) -> Vec<Picture> {
        let mut list: Vec<Picture> = self
            .view
            .screenshots
            .iter()
            .map(|it| Picture {
                id: line(&it.view.id, limits::REPORT_NAME_MAX_CHARS),
                trigger: it
                    .view
                    .trigger
                    .as_deref()
                    .map(|it| line(it, limits::REPORT_NAME_MAX_CHARS)),
                url: it.view.url.as_deref().map(|it| line(it, limits::REPORT_LINE_MAX_CHARS)),
                at_ms: Some(self.at(it.time)),
                data_url: None,
            })
            .collect();
        let events = self.tried.events();
        for held in events.iter().flat_map(|it| it.of(Kind::Screenshots)) {
            if let Some((id, data_url)) = data_url(held.json.as_str())
                && let Some(picture) = list.iter_mut().find(|known| known.id == id)
            {
                picture.data_url = Some(data_url);
            }
        }
        let is_narrowed = self.tried.shard.is_narrowed;
        for id in self.tried.record.screenshots.iter().filter(|_| !is_narrowed) {
            if !list.iter().any(|known| known.id == *id) {
                let id = id.clone();
                list.push(Picture { id, trigger: None, url: None, at_ms: None, data_url: None });
            }
        }
        list
    }
}

#[derive(Deserialize)]
struct Shot<'a> {
    #[serde(borrow)]
    id: std::borrow::Cow<'a, str>,
    #[serde(rename = "dataUrl", borrow)]
    data_url: Option<&'a str>,
}

/// Id and `dataUrl` of a screenshot's JSON, if it is an image and nothing else: it is written into HTML.
fn data_url(json: &str) -> Option<(String, String)> {
    let shot: Shot<'_> = serde_json::from_str(json).ok()?;
    Some((shot.id.into_owned(), checked(shot.data_url?)?.to_owned()))
}

fn checked(url: &str) -> Option<&str> {
    let data = ["data:image/png;base64,", "data:image/jpeg;base64,"]
        .iter()
        .find_map(|start| url.strip_prefix(start))?;
    let is_base64 =
        data.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='));
    (is_base64 && !data.is_empty() && url.len() <= limits::REPORT_PICTURE_MAX_BYTES).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_image_is_taken() {
        let png = "data:image/png;base64,iVBORw0KGgo=";
        let found = data_url(&format!(r#"{{"id":"1","dataUrl":"{png}"}}"#));
        assert_eq!(found, Some(("1".to_owned(), png.to_owned())));
        for url in [
            "data:image/svg+xml;base64,PHN2Zz4=",
            "data:image/png;base64,\\\"><script>",
            "https://example.com/a.png",
            "data:image/png;base64,",
        ] {
            assert_eq!(data_url(&format!(r#"{{"id":"1","dataUrl":"{url}"}}"#)), None, "{url}");
        }
        assert_eq!(data_url("{}"), None);
    }
}
