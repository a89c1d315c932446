//! A timeline in words: each action, and beneath it what it led to.

use std::collections::{BTreeMap, BTreeSet};

use gasoline_analysis::timeline::{Background, Cause, Entry, Request, Timeline, What};
use gasoline_protocol::escape;
use gasoline_protocol::events::action::{ActionType, EnhancedAction};
use gasoline_protocol::{Seq, Timestamp};

use super::words::{console_line, request_line, short, socket_line};
use crate::limits;
use crate::mcp::response::show;
use crate::pictures::Held;

/// A timeline as text, and how many of its entries there was no room for.
#[derive(Debug)]
pub(in crate::mcp) struct TimelineText {
    pub(in crate::mcp) text: String,
    pub(in crate::mcp) left: usize,
}

/// Renders as much as fits: the newest in full, older actions in one line each, then nothing.
pub(in crate::mcp) fn render(
    timeline: &Timeline<'_>,
    held: &Held,
    most_bytes: usize,
) -> TimelineText {
    let is_action = |entry: &&Entry<'_>| matches!(entry.what, What::Action(_));
    let actions = timeline.entries.iter().filter(is_action).map(|entry| entry.seq);
    let mut story = Story { expected: actions.collect(), ..Story::default() };
    for entry in &timeline.entries {
        story.add(entry, held);
    }
    let heading = heading(timeline);
    let background = story.background_lines();
    let room = most_bytes.saturating_sub(heading.len() + background.len());
    let (blocks, left) = fit(&story.blocks, room);
    TimelineText { text: format!("{heading}\n{blocks}{background}"), left }
}

/// `2 actions, 3 requests, 1 console error in 1.2 s`.
fn heading(timeline: &Timeline<'_>) -> String {
    let summary = timeline.summary;
    #[expect(clippy::cast_precision_loss, reason = "no session lasts that long")]
    let seconds = summary.duration_ms as f64 / 1e3;
    format!(
        "{}, {}, {} in {seconds:.1} s",
        show::count(summary.actions, "action"),
        show::count(summary.network_requests, "request"),
        show::count(summary.console_errors, "console error"),
    )
}

/// What is told of a session.
#[derive(Default)]
struct Story<'a> {
    blocks: Vec<Block<'a>>,
    /// The block of each action.
    places: BTreeMap<Seq, usize>,
    /// Actions there will be a block of, and what came of them before: typing has the time of its
    /// last letter.
    expected: BTreeSet<Seq>,
    early: BTreeMap<Seq, Vec<(Timestamp, Said)>>,
    /// What the page asked for by itself, by method, address and reason.
    background: BTreeMap<(&'a str, String, &'static str), Calls>,
    /// The page that was last told of.
    page: Option<&'a str>,
}

/// How often something was asked for.
#[derive(Default)]
struct Calls {
    total: usize,
    failed: usize,
}

/// An action and what it led to; or something of which no cause is known.
struct Block<'a> {
    time: Timestamp,
    said: Said,
    action: Option<ActionType>,
    test: Option<&'a str>,
    lines: Vec<(i64, Said)>,
}

/// Something in words, and how often it came in a row.
struct Said {
    text: String,
    times: usize,
    is_trouble: bool,
}

impl Said {
    fn to_text(&self) -> String {
        if self.times > 1 { format!("{} ×{}", self.text, self.times) } else { self.text.clone() }
    }
}

impl<'a> Story<'a> {
    fn add(&mut self, entry: &Entry<'a>, held: &Held) {
        let (text, is_trouble) = match &entry.what {
            What::Action(action) => return self.add_action(entry, action),
            What::Request(request) => match request.cause {
                Cause::Background(why) if why != Background::Late => {
                    return self.add_background(request, why);
                }
                cause => {
                    let is_late = matches!(cause, Cause::Background(_));
                    let late = if is_late { "  (no action led to it)" } else { "" };
                    let line = request_line(entry.seq, request);
                    (format!("{line}{late}"), request.body.is_failure())
                }
            },
            What::Console(line) => (console_line(line), true),
            What::Socket(socket) => (socket_line(socket), socket.is_error()),
            What::Screenshot(screenshot) => {
                let why = screenshot.trigger.as_deref().unwrap_or("explicit");
                let gone = if held.has(&screenshot.id) { "" } else { ", evicted" };
                (
                    format!(
                        "screenshot {} ({}{gone})",
                        screenshot.id.line(),
                        show::truncated(why, 40)
                    ),
                    false,
                )
            }
            What::Outline(_) => return,
        };
        let said = Said { text: escape::line(&text).into_owned(), times: 1, is_trouble };
        if let Some(action) = entry.caused_by {
            if let Some(place) = self.places.get(&action) {
                return self.blocks[*place].add(entry.time, said);
            }
            if self.expected.contains(&action) {
                return self.early.entry(action).or_default().push((entry.time, said));
            }
        }
        match self.blocks.last_mut() {
            Some(last) if last.said.text == said.text && last.test == entry.test => {
                last.said.times += 1;
            }
            _ => self.push(entry, said, None),
        }
    }

    fn add_action(&mut self, entry: &Entry<'a>, action: &'a EnhancedAction<'a>) {
        let mut text = show::action(action);
        let page = action.to_url.as_deref().or(action.url.as_deref());
        if action.to_url.is_none()
            && let Some(page) = page.filter(|page| self.page != Some(page))
        {
            text.push_str(&format!("  on {}", show::truncated(page, 100)));
        }
        self.page = page;
        let before = entry.caused_by.and_then(|seq| self.places.get(&seq));
        if let Some(kind) = before.and_then(|place| self.blocks[*place].action) {
            text.push_str(&format!("  (by the {})", kind.name()));
        }
        self.places.insert(entry.seq, self.blocks.len());
        self.push(entry, Said { text, times: 1, is_trouble: false }, Some(action.kind));
        let early = self.early.remove(&entry.seq).unwrap_or_default();
        if let Some(block) = self.blocks.last_mut() {
            for (time, said) in early {
                block.add(time, said);
            }
        }
    }

    fn add_background(&mut self, request: &Request<'a>, why: Background) {
        let body = request.body;
        let url = body.url.split(['?', '#']).next().unwrap_or_default();
        let key = (&*body.method, short(url, body.page_url.as_deref()), why.name());
        let calls = self.background.entry(key).or_default();
        calls.total += 1;
        calls.failed += usize::from(body.is_failure());
    }

    fn push(&mut self, entry: &Entry<'a>, said: Said, action: Option<ActionType>) {
        let Entry { time, test, .. } = *entry;
        self.blocks.push(Block { time, said, action, test, lines: Vec::new() });
    }

    /// One line for what is asked for again and again, the most frequent first.
    fn background_lines(&self) -> String {
        let mut rows: Vec<_> = self.background.iter().collect();
        rows.sort_by_key(|(_, calls)| std::cmp::Reverse(calls.total));
        let (named, others) = rows.split_at(rows.len().min(limits::TIMELINE_BACKGROUND_ROWS));
        let named = named.iter().map(|((method, url, why), Calls { total, failed })| {
            let failed = if *failed > 0 { format!(", {failed} failed") } else { String::new() };
            let url = escape::line(url);
            format!("background: {method} {url} ×{total}{failed} ({why})\n")
        });
        let mut text = named.collect::<Vec<_>>().concat();
        let others: usize = others.iter().map(|(_, calls)| calls.total).sum();
        if others > 0 {
            text.push_str(&format!("background: {others} other requests\n"));
        }
        text
    }
}

impl Block<'_> {
    fn add(&mut self, time: Timestamp, said: Said) {
        match self.lines.last_mut() {
            Some((_, last)) if last.text == said.text => last.times += 1,
            _ => self.lines.push((time.ms_since(self.time), said)),
        }
    }

    /// The action and what it led to, as far as there is room; and how many lines were left out.
    fn in_full(&self, most_bytes: usize) -> (String, usize) {
        let mut text = self.head();
        text.push('\n');
        let mut left = 0;
        for (offset_ms, said) in &self.lines {
            let line = format!("   {offset_ms:+} ms {}\n", said.to_text());
            if left > 0 || text.len() + line.len() > most_bytes {
                left += said.times;
            } else {
                text.push_str(&line);
            }
        }
        if left > 0 {
            text.push_str(&format!("   … {left} more\n"));
        }
        (text, left)
    }

    /// The action, and how much it led to.
    fn in_brief(&self) -> String {
        let total: usize = self.lines.iter().map(|(_, said)| said.times).sum();
        let trouble = self.lines.iter().filter(|(_, said)| said.is_trouble);
        let trouble: usize = trouble.map(|(_, said)| said.times).sum();
        let led_to = match (total, trouble) {
            (0, _) => String::new(),
            (total, 0) => format!("  … {total} more"),
            (total, trouble) => format!("  … {total} more, {trouble} of them trouble"),
        };
        format!("{}{led_to}\n", self.head())
    }

    fn head(&self) -> String {
        format!("{} {}", show::clock(self.time), self.said.to_text())
    }

    /// How many entries it tells of.
    fn len(&self) -> usize {
        self.said.times + self.lines.iter().map(|(_, said)| said.times).sum::<usize>()
    }
}

/// Bytes of the line that says how many lines are missing.
const CUT_BYTES: usize = 24;

/// The blocks as text, oldest first, and how many entries there was no room for.
fn fit(blocks: &[Block<'_>], room: usize) -> (String, usize) {
    let heads = heads(blocks);
    let whole: usize = blocks
        .iter()
        .zip(&heads)
        .map(|(block, head)| head.len() + block.in_full(room).0.len())
        .sum();
    // Where not all fits, what the latest actions led to may take most of the room.
    let full_room = if whole <= room { room } else { room * 2 / 3 };
    let mut parts = Vec::new();
    let mut used = 0;
    let mut left = 0;
    let mut newest = blocks.iter().zip(&heads).rev();
    for (block, head) in newest.by_ref() {
        let (full, cut) = block.in_full(full_room.saturating_sub(used + head.len() + CUT_BYTES));
        let is_full = used + head.len() + full.len() <= full_room && (cut == 0 || parts.is_empty());
        let (text, hidden) =
            if is_full { (full, cut) } else { (block.in_brief(), block.len() - block.said.times) };
        if used + head.len() + text.len() > room {
            left += block.len();
            break;
        }
        used += head.len() + text.len();
        left += hidden;
        parts.push(format!("{head}{text}"));
    }
    left += newest.map(|(block, _)| block.len()).sum::<usize>();
    parts.reverse();
    (parts.concat(), left)
}

/// What stands above each block: the test, where another begins.
fn heads(blocks: &[Block<'_>]) -> Vec<String> {
    let tests = blocks.iter().map(|block| block.test);
    let before = std::iter::once(None).chain(tests.clone());
    tests
        .zip(before)
        .map(|(test, before)| match test {
            Some(test) if before != Some(test) => format!("test `{}`\n", show::one_line(test, 100)),
            _ => String::new(),
        })
        .collect()
}
