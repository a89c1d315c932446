//! What a screenshot costs from its arrival until it is kept with its thumbnail.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use serde_json::json;

use super::process::Server;
use super::spread;
use super::workload::time;

const ROUNDS: usize = 60;

/// Windows as people have them: as they are, and on a screen with twice the pixels.
const WINDOWS: [(u32, u32); 3] = [(1280, 720), (1920, 1080), (2560, 1440)];

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub(super) fn report(binary: &Path, out: &mut dyn Write) -> Result<()> {
    for (width, height) in WINDOWS {
        let server = Server::start(binary)?;
        let mut connection = server.connect()?;
        let bodies: Vec<String> =
            (0..ROUNDS).map(|number| posted(width, height, number)).collect::<Result<_>>()?;
        let mut samples = Vec::new();
        for body in &bodies {
            let start = Instant::now();
            connection.post("/screenshots", body)?;
            samples.push(start.elapsed().as_secs_f64() * 1e3);
        }
        let (median, p99) = spread(samples);
        writeln!(
            out,
            "screenshot of {width}×{height} px, {} KB, kept with its thumbnail: p50 {median:.2} ms, \
             p99 {p99:.2} ms (promised 50)",
            bodies[0].len() * 3 / 4 / 1000
        )?;
    }
    Ok(())
}

/// The body of a screenshot, one a second into the session.
pub(super) fn posted(width: u32, height: u32, number: usize) -> Result<String> {
    let png = page(width, height, u32::try_from(number)?)?;
    let data = format!("data:image/png;base64,{}", STANDARD.encode(png));
    let url = "http://localhost:3000/orders";
    Ok(json!({
        "dataUrl": data, "url": url, "trigger": "action", "timestamp": time(number * 1_000 + 100),
    })
    .to_string())
}

/// A picture like that of a page: lines of small dark signs on white, and a coloured box here and there.
fn page(width: u32, height: u32, seed: u32) -> Result<Vec<u8>> {
    let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let mut rows = Vec::with_capacity(((width * 3 + 1) * height) as usize);
    for y in 0..height {
        rows.push(0);
        let is_text = y % 20 < 10;
        for x in 0..width {
            let is_box = (x / 200 + y / 150) % 3 == 0;
            let is_ink = is_text && x % 40 < 32 && next().is_multiple_of(3);
            rows.extend(match (is_ink, is_box) {
                (true, _) => [40, 44, 52],
                (false, true) => [220, 232, 240],
                (false, false) => [255, 255, 255],
            });
        }
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&rows)?;
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    // Eight bits, three colours, nothing else.
    header.extend([8, 2, 0, 0, 0]);
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [(b"IHDR", header), (b"IDAT", encoder.finish()?), (b"IEND", Vec::new())] {
        let mut sum = Crc::new();
        sum.update(name);
        sum.update(&data);
        png.extend(u32::try_from(data.len())?.to_be_bytes());
        png.extend(name);
        png.extend(data);
        png.extend(sum.sum().to_be_bytes());
    }
    Ok(png)
}
