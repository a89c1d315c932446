//! How long an audit takes on bodies that were made to be slow.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use gasoline_analysis::audit::{Options, audit};
use gasoline_protocol::event::{Draft, Facet};
use gasoline_protocol::{Event, Kind, Seq, Snapshot, Timestamp};
use serde_json::json;

use super::spread;

const BODIES: u64 = 100;
const BODY_BYTES: usize = 10 * 1024;
const ROUNDS: usize = 20;

/// Pieces that lead a careless search to begin again and again.
const PIECES: &[&str] = &[
    "password=",
    "token=a(",
    "\"token\":\"",
    "token:\\\\\\\"",
    "eyJhbGciOiJIUzI1NiJ9.",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----(",
    "curl ",
    "aws secret ",
    "://a:b@",
    "a@b.c@",
    "+1 (2) ",
    "415-555-",
    "4012 8888 ",
    "DE89 3704 ",
    "phone 1 ",
    "sk-proj-T3BlbkFJ",
    "AccountKey=a+ASt",
    "curl -u a:",
    "[[[[{\"a\":",
    "a=b&",
    "%25%32%35",
    "token",
    "tokenToken_",
    "token:a.",
    "token: \n",
    "cookie: ",
    "name=\"token\" ",
    "name=\"token\"\r\n",
    "<token>",
    "key=a1&",
    "?token=a1b2c3",
    "\"token\",\"a",
    "token 'a",
];

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub(super) fn report(out: &mut dyn Write) -> Result<()> {
    let mut worst = (0.0, 0.0, "");
    for piece in PIECES {
        let snapshot = bodies(piece);
        let samples = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            std::hint::black_box(audit(&snapshot, &Options::default()));
            start.elapsed().as_secs_f64() * 1e3
        });
        let (median, p99) = spread(samples.collect());
        if median > worst.0 {
            worst = (median, p99, piece);
        }
    }
    let (median, p99, piece) = worst;
    writeln!(
        out,
        "audit of {BODIES} hostile bodies of {BODY_BYTES} bytes: p50 {median:.2} ms, p99 {p99:.2} ms at worst (of `{piece}`, {} tried)",
        PIECES.len()
    )?;
    Ok(())
}

fn bodies(piece: &str) -> Snapshot {
    let mut snapshot = Snapshot::default();
    let body = hostile(piece);
    for number in 0..BODIES {
        let request = json!({
            "method": "POST", "url": format!("https://a.test/{number}"), "status": 200, "responseBody": body,
        });
        let text = request.to_string().into();
        let draft =
            Draft { kind: Kind::NetworkBodies, facet: Facet::Plain, time: None, test: None, text };
        let event = Event::new(draft, Seq(number + 1), Timestamp::default(), None);
        snapshot.of_mut(Kind::NetworkBodies).push(Arc::new(event));
    }
    snapshot
}

/// The piece over and over, after one that ends in a blank a gap that differs each time: otherwise an
/// expression soon comes back to where it was, and is quick.
fn hostile(piece: &str) -> String {
    let mut body = String::with_capacity(BODY_BYTES);
    let mut random = 7_u32;
    while body.len() + piece.len() <= BODY_BYTES {
        body.push_str(piece);
        if piece.ends_with(' ') {
            random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            body.push_str(&"x".repeat((random >> 16) as usize % 23));
            body.push(' ');
        }
    }
    body
}
