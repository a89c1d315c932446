//! Digests for tests, made of events as clients send them.

use gasoline_protocol::{Seq, Timestamp};
use serde::Deserialize;

use super::Digest;
use crate::noise::Noise;
use crate::view::{Row, View};

/// Events by kind, each a JSON text; the order within a kind is that of their Seq.
#[derive(Debug, Default, Clone)]
pub(crate) struct Events<'a> {
    pub(crate) logs: Vec<&'a str>,
    pub(crate) requests: Vec<&'a str>,
    pub(crate) sockets: Vec<&'a str>,
    pub(crate) actions: Vec<&'a str>,
    pub(crate) loads: Vec<&'a str>,
}

impl Events<'_> {
    pub(crate) fn digest(&self) -> Digest {
        self.digest_of(None)
    }

    pub(crate) fn digest_of(&self, url: Option<&str>) -> Digest {
        let view = View {
            logs: rows(&self.logs),
            requests: rows(&self.requests),
            sockets: rows(&self.sockets),
            actions: rows(&self.actions),
            loads: rows(&self.loads),
            ..View::default()
        };
        Digest::of(&view, url, &Noise::new(), Timestamp::default())
    }
}

fn rows<'a, V: Deserialize<'a>>(texts: &[&'a str]) -> Vec<Row<'a, V>> {
    let numbered = (1_u64..).zip(texts);
    numbered
        .map(|(number, text)| {
            let time = Timestamp::saturating_from_ms(i64::try_from(number).expect("small") * 1000);
            let view = serde_json::from_str(text).expect("the case is an event");
            Row::new(Seq(number), time, view)
        })
        .collect()
}
