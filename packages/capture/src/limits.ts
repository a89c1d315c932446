// Limits only the browser knows, each with its reason. The shared ones are in protocol.generated.ts.

/** Events that wait in a page while nobody takes them: a minute of a chatty app, not its memory. */
export const QUEUE_MAX_EVENTS = 2000;

/** Characters that wait in a page; beyond it the oldest go, and are counted. */
export const QUEUE_MAX_CHARS = 2_000_000;

// Page hooks: console, exceptions, requests, sockets.

/** Values looked at in one logged argument: a page of output, in well under a millisecond. */
export const VALUE_MAX_NODES = 1000;

/** Characters kept of one logged argument, in all its strings. */
export const VALUE_MAX_CHARS = 50_000;

/** Characters an object takes inside a message; `args` has the rest. */
export const RENDER_MAX_CHARS = 1000;

/** The same error or warning again within this time is counted, not sent. */
export const REPEAT_WINDOW_MS = 5000;

/** Different errors whose repeats are counted at the same time. */
export const REPEAT_MAX_KEYS = 100;

/** A response that says it is larger is not read: the copy would cost the page memory. */
export const RESPONSE_READ_MAX_BYTES = 1_048_576;

/** A response of unknown length that the page has not read after this time is sent without its body. */
export const RESPONSE_UNREAD_MAX_MS = 2000;

/** A response that is still streaming after this time is sent as far as it was read. */
export const RESPONSE_READ_MAX_MS = 1000;

/** Request text searched for a GraphQL operation: queries are long, uploads are longer. */
export const GRAPHQL_MAX_CHARS = 200_000;

/** Addresses remembered as blocked by the content policy, to tell their failures from others. */
export const BLOCKED_MAX = 50;

/**
 * What fails so soon after a page began to be left was ended by that: as long as the next page may take
 * to come. One that stays after all (a download, a question) is believed again after it.
 */
export const LEAVING_MS = 5000;

/** Characters of an address that could not be loaded, or was blocked. */
export const ADDRESS_MAX_CHARS = 2000;

/** Characters of an error's message that travel beside it: enough to recognize the same error. */
export const FACT_MESSAGE_MAX_CHARS = 200;

/** Scripts that travel beside an error: as many as the server explains frames of a stack. */
export const FACT_SCRIPTS_MAX = 20;

/** Characters of the name of a member, a class or a GraphQL operation. */
export const NAME_MAX_CHARS = 200;

/** Messages of an EventSource kept: enough to see what it talks about. */
export const EVENT_SOURCE_MAX_MESSAGES = 5;

/** The first messages of a socket, each way, are kept at any rate: handshakes happen there. */
export const SOCKET_FIRST_MESSAGES = 5;

/** The time over which a socket's rate is measured, and what it is called. */
export const SOCKET_WINDOW_MS = 1000;
export const SOCKET_WINDOW = '1s';

/** Every message up to this length is parsed to see whether its shape is new: a microsecond or two. */
export const SOCKET_SHAPE_CHEAP_CHARS = 512;

/** Longer ones are parsed so often a second, each way. */
export const SOCKET_SHAPE_CHECKS = 100;

/** Beyond this length messages are not parsed at all. */
export const SOCKET_SHAPE_MAX_CHARS = 4096;

/** Shapes remembered for a connection. */
export const SOCKET_SHAPE_MAX = 50;

/** Bytes of a binary message that are shown. */
export const BINARY_PREVIEW_BYTES = 32;

/** What a page may say of itself: keys, characters of a key, characters of a value. */
export const ANNOTATION_MAX_KEYS = 50;
export const ANNOTATION_KEY_MAX_CHARS = 100;
export const ANNOTATION_VALUE_MAX_CHARS = 4096;

// Document hooks: actions, selectors, outlines, performance.

/** Longer texts are paragraphs, not names of buttons. */
export const SELECTOR_TEXT_MAX_CHARS = 50;

/** Longer names and labels say too much to find something by; rows and articles have such names. */
export const SELECTOR_NAME_MAX_CHARS = 200;

/** Levels of a CSS path after which uniqueness is asked for only at every fourth. */
export const CSS_PATH_LEVELS = 5;

/** Levels of a CSS path at all: deeper pages get no path rather than a slow click. */
export const CSS_PATH_MAX_LEVELS = 48;

/** Time inside the user's click for counting what else has the same role and name. */
export const COUNT_MAX_MS = 0.5;

/** As many are counted whatever it takes: small pages are counted on slow machines too. */
export const COUNT_SURE_ELEMENTS = 25;

/** Elements that are looked at before the time for all of them is estimated. */
export const COUNT_TRIAL_ELEMENTS = 6;

/** Elements looked at for it at most, should the clock stand still. */
export const COUNT_MAX_ELEMENTS = 1000;

/** Pieces of text looked at for the same text at most: half a millisecond. */
export const COUNT_MAX_TEXTS = 10_000;

/** Frames around a frame that are told: nobody works deeper. */
export const FRAMES_MAX = 10;

/** How long the list of a page's shadow roots is trusted. */
export const OPEN_ROOTS_MAX_AGE_MS = 2000;

/** Elements that may be asked for their shadow root inside a click. */
export const OPEN_ROOTS_MAX_ELEMENTS = 1000;

/** How often we look around for spinners and shadow roots while the pointer moves. */
export const LOOK_EVERY_MS = 500;

/** The pointer that rests so long on a control may press it; before, it is passing by. */
export const POINTER_REST_MS = 80;

/** How long a spinner is believed to turn after it was seen. */
export const BUSY_MAX_AGE_MS = 1000;

/** A locator prepared longer ago than this may not fit the page any more. */
export const LOCATOR_MAX_AGE_MS = 5000;

/** Expected cost of a locator above which it is not made: idle time is the page's time. */
export const LOCATOR_MAX_MS = 30;

/** Cost of a locator by element of the page, before the first was measured here. */
export const LOCATOR_MS_PER_ELEMENT = 0.002;

/** Ancestors that a locator may begin with. */
export const LOCATOR_MAX_LEVELS = 12;

/** Typing is one action until it rests so long. */
export const TYPING_REST_MS = 500;

/** Characters pressed in a run outside of fields that may be a shortcut (`g i`); more are a word. */
export const SHORTCUT_RUN_MAX = 2;

/** Scrolling is told at most so often. */
export const SCROLL_EVERY_MS = 500;

/** Simple actions that go along with an error. */
export const RECENT_ACTIONS = 20;

/** Style rules looked at for `:hover`: large design systems fit. */
export const HOVER_MAX_RULES = 20_000;

/** Ancestors of a clicked element that may have been revealed by hovering. */
export const HOVER_MAX_LEVELS = 8;

/** What appears so soon after the pointer came was made to appear by it. */
export const HOVER_REVEAL_MS = 300;

/** Revealed nodes looked at in one go. */
export const HOVER_MAX_REVEALED = 50;

/** Outlines are taken so long after loading, and after a change of history. */
export const OUTLINE_AFTER_LOAD_MS = 200;
export const OUTLINE_AFTER_NAVIGATION_MS = 500;

/** An outline because of newly found dynamic nodes alone comes so long after the first of them. */
export const OUTLINE_AFTER_DYNAMIC_MS = 1500;

/** An outline of what an action led to comes so long after it, and after the last answer it waited for. */
export const OUTLINE_AFTER_ACTION_MS = 300;

/** How long the answers to an action are waited for before its outline. */
export const OUTLINE_WAIT_MAX_MS = 5000;

/** Clicks on one thing that may be one too many, and within which time: then any change is worth an outline. */
export const REPEATED_CLICKS = 3;
export const REPEATED_CLICKS_MS = 5000;

/** How long a form that was sent may take to show that it was. */
export const SUBMIT_EFFECT_MAX_MS = 5000;

/** Fields whose values are compared to see whether clicks changed one. */
export const CHANGED_MAX_FIELDS = 100;

/** Headings, dialogs, tabs and elements with a test id that are looked at for one outline. */
export const OUTLINE_MAX_CANDIDATES = 200;

/** Lines of text read for one outline: several screens. */
export const OUTLINE_MAX_LINES = 1000;

/** Time for reading them, well after the action: less than a frame. */
export const OUTLINE_LOOK_MAX_MS = 8;

/** Fields looked at for secrets that a page might repeat beside them. */
export const OUTLINE_SECRETS_MAX = 200;

/** What the user entered that is looked for in the page afterwards: values, and characters of each. */
export const ENTERED_MAX = 10;
export const ENTERED_MIN_CHARS = 3;

/**
 * What changes so soon after a user's action, or a response it waited for, is its effect. People
 * act about once a second: a longer time would leave none in which a clock could show itself.
 */
export const EFFECT_OF_ACTION_MS = 600;

/** How long requests after an action are waited for: a poll must not hide every clock. */
export const EFFECT_MAX_MS = 10_000;

/** Mutation records looked at in one go; a page that rewrites itself has no single dynamic node. */
export const DYNAMIC_MAX_RECORDS = 200;

/** Text of a dynamic node: a clock or a counter, not an article. */
export const DYNAMIC_TEXT_MAX_CHARS = 200;

/** Boxes around a dynamic node that are looked at, from the inside out. */
export const BOX_MAX_LEVELS = 6;

/** Looks at each: a text that has changed so often without a change of its box will not change it. */
export const BOX_MAX_LOOKS = 8;

/** Performance is told so long after loading, when the largest paint is usually known. */
export const PERFORMANCE_AFTER_LOAD_MS = 2000;

/** And again, at most so often, while the numbers still change. */
export const PERFORMANCE_EVERY_MS = 10_000;

/** Requests and long tasks kept one by one, because they may belong to a change of route not yet noticed. */
export const PERFORMANCE_RECENT_MAX = 100;

/** A click or key so long before a change of route is what led to it. */
export const ROUTE_REACH_MS = 5000;

/** A request so soon after the last answer still belongs to the change of route. */
export const ROUTE_CHAIN_MS = 500;

/** Characters of the address of a slow request. */
export const SLOW_URL_MAX_CHARS = 80;

// Enrichment: what follows an error. The budgets and sizes are the specification's.

/** Errors that wait to be looked into: a storm is understood by its first. */
export const MOMENTS_MAX = 10;

/** Errors looked into each second: more would be felt where each render fails. */
export const ENRICHMENTS_A_SECOND = 5;

/** What the user touched so long ago had nothing to do with the error. */
export const TOUCHED_MAX_AGE_MS = 2000;

/** Nodes of React's tree noted inside an error: deep apps have 200 above a button. */
export const FIBERS_MAX = 500;

/** After this whatever is ready has been sent. */
export const PIPELINE_MAX_MS = 3000;

/** Time for the components around an error; what was found until then is told. */
export const ANCESTRY_MAX_MS = 50;

/** Time for the state; beyond it none is told. */
export const STATE_MAX_MS = 100;

/** Components told, the nearest to the error. */
export const ANCESTRY_MAX_COMPONENTS = 10;

export const ANCESTRY_MAX_PROP_KEYS = 20;
export const ANCESTRY_MAX_STATE_KEYS = 10;

/** Characters of a component, or of one of its keys. */
export const COMPONENT_NAME_MAX_CHARS = 100;

/** Components told take at most so many characters. */
export const ANCESTRY_MAX_CHARS = 5000;

/** Values of the state that are told. */
export const SLICE_MAX_VALUES = 10;
export const SLICE_VALUE_MAX_CHARS = 200;

/** The state that is told takes at most so many characters. */
export const STATE_MAX_CHARS = 5000;

/** Nodes of a framework's tree looked at in search of an element or a store, should the clock stand still. */
export const SEARCH_MAX_NODES = 20_000;

/** Elements looked at in search of the root of an app: roots stand at the top of pages. */
export const ROOTS_MAX_ELEMENTS = 500;

/** A change of state so long before an error may have caused it. */
export const CHANGED_MAX_AGE_MS = 2000;

// The builder writes numbers above where they are used; what is no plain number must stand below them.

/** Rates (messages a second) from which on fewer are kept, and how many are (a second). */
export const SOCKET_SAMPLING: readonly (readonly [from: number, keep: number])[] = [
  [200, 2],
  [50, 5],
  [10, 10],
];
