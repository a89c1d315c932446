//! Limits of the command: what it reads and keeps, and how long it waits.

use std::time::Duration;

/// How long a browser on this machine may take to say who it is.
pub(crate) const ATTACH_ADDRESS_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the pages that are open may take to get ready: one that stands still never answers.
pub(crate) const ATTACH_READY_TIMEOUT: Duration = Duration::from_secs(5);

/// Requests that are kept until their page reports them, which it does when a response arrived.
pub(crate) const ATTACH_MAX_REQUESTS: usize = 200;

/// How long a dialog may stand open before it is warned of. Drivers answer within milliseconds.
pub(crate) const ATTACH_DIALOG_TIMEOUT: Duration = Duration::from_secs(2);

/// Until a server that is away is asked for commands again, at first.
pub(crate) const ERRANDS_RETRY: Duration = Duration::from_millis(300);

/// The same at most, also of a server that has no such route.
pub(crate) const ERRANDS_RETRY_MAX: Duration = Duration::from_secs(10);

/// Between pictures, which are taken of errors.
pub(crate) const ERROR_PICTURES_APART: Duration = Duration::from_secs(1);

/// How long a screenshot may take: a hidden tab may never return one.
pub(crate) const ERROR_PICTURE_TIMEOUT: Duration = Duration::from_secs(10);

/// How many errors wait for their picture: by the time of the fourth the page shows another thing.
pub(crate) const ERROR_PICTURES_MAX_WAITING: usize = 3;

/// Parcels that wait for a server that is away; a busy page makes some ten a second.
pub(crate) const OUTBOX_MAX_PARCELS: usize = 1_000;

/// Bytes of these parcels; pictures are the large ones.
pub(crate) const OUTBOX_MAX_BYTES: usize = 32 * 1024 * 1024;

/// Until a server that is away is asked again.
pub(crate) const OUTBOX_RETRY: Duration = Duration::from_millis(300);

/// How often is checked whether the last parcels are gone when the browser is left.
pub(crate) const OUTBOX_POLL: Duration = Duration::from_millis(10);

/// How many of these checks: three seconds.
pub(crate) const OUTBOX_MAX_POLLS: u32 = 300;

/// How long pages may take to say whether they are visible: one that stands still never does.
pub(crate) const SHOT_VISIBLE_TIMEOUT: Duration = Duration::from_secs(2);

/// Largest message of the browser; a picture of a large screen is one.
pub(crate) const DEBUGGER_MESSAGE_MAX_BYTES: usize = 64 * 1024 * 1024;

/// Scripts that wait for their turn; the server names no more at once.
pub(crate) const SOURCES_MAX_WAITING: usize = 20;

/// Documents on their way that are remembered; a page asks for few at once.
pub(crate) const ATTACH_MAX_DOCUMENTS: usize = 50;

/// How often is checked whether the processes of `serve --while` have ended.
pub(crate) const RUNNERS_POLL: Duration = Duration::from_millis(200);

/// How long a server that is ending may take to leave its port to the next one.
pub(crate) const RUNNERS_JOIN_TIMEOUT: Duration = Duration::from_secs(5);

/// How often is checked whether it has.
pub(crate) const RUNNERS_JOIN_POLL: Duration = Duration::from_millis(20);

/// How long a server that was just started may take to listen.
pub(crate) const BRIDGE_START_TIMEOUT: Duration = Duration::from_secs(10);

/// How often is checked whether it listens.
pub(crate) const BRIDGE_START_POLL: Duration = Duration::from_millis(2);

/// How long a peer on the port may take to say who it is.
pub(crate) const BRIDGE_GREETING_TIMEOUT: Duration = Duration::from_secs(5);

/// How long answers under way are waited for after the editor has closed stdin.
pub(crate) const BRIDGE_FAREWELL_TIMEOUT: Duration = Duration::from_secs(5);

/// How often it is checked that the editor is still there.
pub(crate) const BRIDGE_PARENT_POLL: Duration = Duration::from_millis(500);

/// Head of an HTTP response on the way to the tunnel.
pub(crate) const BRIDGE_HEAD_MAX_BYTES: usize = 8 * 1024;

/// How long a tool may take in the demo; the one that waits longest does so for ten seconds.
pub(crate) const DEMO_TOOL_TIMEOUT: Duration = Duration::from_mins(1);

/// How long the demo's browser may take to start on a busy machine.
pub(crate) const CHROMIUM_START_TIMEOUT: Duration = Duration::from_secs(30);

/// How often is checked whether it has started.
pub(crate) const CHROMIUM_START_POLL: Duration = Duration::from_millis(50);

/// Between two checks of whether the server still receives something.
pub(crate) const DEMO_SETTLED_POLL: Duration = Duration::from_millis(150);

/// How many of these checks: a picture of the last error may wait a second for its turn, and takes its
/// time on a busy machine.
pub(crate) const DEMO_SETTLED_MAX_POLLS: u32 = 200;

/// How often the customer clicks on a button that does nothing …
pub(crate) const DEMO_DEAD_CLICKS: u32 = 3;

/// … and how soon after each other, in milliseconds of the page: as impatient people do.
pub(crate) const DEMO_DEAD_CLICK_PAUSE_MS: u32 = 320;

/// Numbers from which on a member with such a name is a time, in milliseconds: 2001 and later.
pub(crate) const DEMO_TIME_MIN_MS: i64 = 1_000_000_000_000;

/// Pictures kept of each half of the recorded demo: the last ones.
pub(crate) const DEMO_MAX_PICTURES: usize = 2;

/// How long the shop's picture takes while it is broken: beyond what counts as good.
pub(crate) const SHOP_SLOW_PICTURE: Duration = Duration::from_millis(2_600);

/// Carts kept; each load of the page begins a new one.
pub(crate) const SHOP_MAX_CARTS: usize = 1_000;

/// Longest request to the shop, head and body; the page sends a few hundred bytes.
pub(crate) const SHOP_REQUEST_MAX_BYTES: usize = 64 * 1024;

/// How long the shop's stock feed lives while it is broken.
pub(crate) const SHOP_FEED_LIFE: Duration = Duration::from_millis(900);

/// How long a connection to the shop may take to send its request; browsers open some ahead of need.
pub(crate) const SHOP_REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Milliseconds within which the largest picture of a page should be there.
pub(crate) const DEMO_PICTURE_BUDGET_MS: u32 = 2_500;

/// How long the demo's page may take to respond, and until it shows what is waited for.
pub(crate) const DEMO_PAGE_TIMEOUT: Duration = Duration::from_secs(20);

/// How often the page is looked at meanwhile.
pub(crate) const DEMO_PAGE_POLL: Duration = Duration::from_millis(40);

/// A chain of symbolic links to a configuration longer than this is a circle.
pub(crate) const CONFIG_MAX_LINKS: usize = 40;

/// Bytes of all pictures in one saved snapshot, as text. A report shows fewer.
pub(crate) const SAVED_PICTURES_MAX_BYTES: usize = 48 * 1024 * 1024;

/// Largest `.gasoline.toml` read: rules are lines, not data.
pub(crate) const PROJECT_FILE_MAX_BYTES: u64 = 128 * 1024;

/// Bytes from which reading takes long enough to report progress, file by file.
pub(crate) const REPORT_PROGRESS_MIN_BYTES: u64 = 16 * 1024 * 1024;

/// Up to this many attempts are asked for one by one; for more, everything is.
pub(crate) const REPORT_MAX_REQUESTS: usize = 8;

/// Largest saved snapshot read; one of full buffers is well below.
pub(crate) const SAVED_FILE_MAX_BYTES: u64 = 512 * 1024 * 1024;

/// How long a server on this machine may take to say that it is there.
pub(crate) const SERVER_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the server may take to receive something: a large picture is made smaller first.
pub(crate) const SERVER_POST_TIMEOUT: Duration = Duration::from_mins(1);

/// How long the server may take to write a report: everything stored is read for it.
pub(crate) const SERVER_REPORT_TIMEOUT: Duration = Duration::from_mins(2);

/// Largest response read; a snapshot of full buffers is well below.
pub(crate) const SERVER_RESPONSE_MAX_BYTES: u64 = 512 * 1024 * 1024;
