//! Digests for tests, made of events as clients send them.

use gasoline_protocol::{Seq, Timestamp};
use serde::Deserialize;

use super::{Digest, Material};
use crate::changes::Seen;
use crate::noise::Noise;

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
        let (logs, requests) = (read(&self.logs), read(&self.requests));
        let (sockets, actions) = (read(&self.sockets), read(&self.actions));
        let loads = read(&self.loads);
        let material = Material {
            logs: seen(&logs),
            requests: seen(&requests),
            sockets: seen(&sockets),
            actions: seen(&actions),
            loads: seen(&loads),
        };
        Digest::of(&material, url, &Noise::new(), Timestamp::default())
    }
}

fn read<'a, T: Deserialize<'a>>(texts: &[&'a str]) -> Vec<T> {
    texts.iter().map(|text| serde_json::from_str(text).expect("the case is an event")).collect()
}

fn seen<T>(views: &[T]) -> Vec<Seen<'_, T>> {
    let numbered = (1_u64..).zip(views);
    numbered
        .map(|(number, view)| {
            let time = Timestamp::saturating_from_ms(i64::try_from(number).expect("small") * 1000);
            Seen { seq: Seq(number), time, test: None, view }
        })
        .collect()
}
