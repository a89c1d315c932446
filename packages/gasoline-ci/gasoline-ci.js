/* gasoline-ci 0.1.0, MIT OR Apache-2.0, with parts of others: THIRD_PARTY.txt */
"use strict";
(() => {
  // packages/capture/src/limits.ts
  var QUEUE_MAX_EVENTS = 2e3;
  var QUEUE_MAX_CHARS = 2e6;
  var VALUE_MAX_NODES = 1e3;
  var VALUE_MAX_CHARS = 5e4;
  var RENDER_MAX_CHARS = 1e3;
  var REPEAT_WINDOW_MS = 5e3;
  var REPEAT_MAX_KEYS = 100;
  var RESPONSE_READ_MAX_BYTES = 1048576;
  var RESPONSE_UNREAD_MAX_MS = 2e3;
  var RESPONSE_READ_MAX_MS = 1e3;
  var GRAPHQL_MAX_CHARS = 2e5;
  var BLOCKED_MAX = 50;
  var LEAVING_MS = 5e3;
  var ADDRESS_MAX_CHARS = 2e3;
  var FACT_MESSAGE_MAX_CHARS = 200;
  var FACT_SCRIPTS_MAX = 20;
  var NAME_MAX_CHARS = 200;
  var EVENT_SOURCE_MAX_MESSAGES = 5;
  var SOCKET_FIRST_MESSAGES = 5;
  var SOCKET_WINDOW_MS = 1e3;
  var SOCKET_WINDOW = "1s";
  var SOCKET_SHAPE_CHEAP_CHARS = 512;
  var SOCKET_SHAPE_CHECKS = 100;
  var SOCKET_SHAPE_MAX_CHARS = 4096;
  var SOCKET_SHAPE_MAX = 50;
  var BINARY_PREVIEW_BYTES = 32;
  var ANNOTATION_MAX_KEYS = 50;
  var ANNOTATION_KEY_MAX_CHARS = 100;
  var ANNOTATION_VALUE_MAX_CHARS = 4096;
  var SELECTOR_TEXT_MAX_CHARS = 50;
  var SELECTOR_NAME_MAX_CHARS = 200;
  var CSS_PATH_LEVELS = 5;
  var CSS_PATH_MAX_LEVELS = 48;
  var COUNT_MAX_MS = 0.5;
  var COUNT_SURE_ELEMENTS = 25;
  var COUNT_TRIAL_ELEMENTS = 6;
  var COUNT_MAX_ELEMENTS = 1e3;
  var COUNT_MAX_TEXTS = 1e4;
  var FRAMES_MAX = 10;
  var OPEN_ROOTS_MAX_AGE_MS = 2e3;
  var OPEN_ROOTS_MAX_ELEMENTS = 1e3;
  var LOOK_EVERY_MS = 500;
  var POINTER_REST_MS = 80;
  var BUSY_MAX_AGE_MS = 1e3;
  var LOCATOR_MAX_AGE_MS = 5e3;
  var LOCATOR_MAX_MS = 30;
  var LOCATOR_MS_PER_ELEMENT = 2e-3;
  var LOCATOR_MAX_LEVELS = 12;
  var TYPING_REST_MS = 500;
  var SHORTCUT_RUN_MAX = 2;
  var SCROLL_EVERY_MS = 500;
  var RECENT_ACTIONS = 20;
  var HOVER_MAX_RULES = 2e4;
  var HOVER_MAX_LEVELS = 8;
  var HOVER_REVEAL_MS = 300;
  var HOVER_MAX_REVEALED = 50;
  var OUTLINE_AFTER_LOAD_MS = 200;
  var OUTLINE_AFTER_NAVIGATION_MS = 500;
  var OUTLINE_AFTER_DYNAMIC_MS = 1500;
  var OUTLINE_AFTER_ACTION_MS = 300;
  var OUTLINE_WAIT_MAX_MS = 5e3;
  var REPEATED_CLICKS = 3;
  var REPEATED_CLICKS_MS = 5e3;
  var SUBMIT_EFFECT_MAX_MS = 5e3;
  var CHANGED_MAX_FIELDS = 100;
  var OUTLINE_MAX_CANDIDATES = 200;
  var OUTLINE_MAX_LINES = 1e3;
  var OUTLINE_LOOK_MAX_MS = 8;
  var OUTLINE_SECRETS_MAX = 200;
  var ENTERED_MAX = 10;
  var ENTERED_MIN_CHARS = 3;
  var EFFECT_OF_ACTION_MS = 600;
  var EFFECT_MAX_MS = 1e4;
  var DYNAMIC_MAX_RECORDS = 200;
  var DYNAMIC_TEXT_MAX_CHARS = 200;
  var BOX_MAX_LEVELS = 6;
  var BOX_MAX_LOOKS = 8;
  var PERFORMANCE_AFTER_LOAD_MS = 2e3;
  var PERFORMANCE_EVERY_MS = 1e4;
  var PERFORMANCE_RECENT_MAX = 100;
  var ROUTE_REACH_MS = 5e3;
  var ROUTE_CHAIN_MS = 500;
  var SLOW_URL_MAX_CHARS = 80;
  var MOMENTS_MAX = 10;
  var ENRICHMENTS_A_SECOND = 5;
  var TOUCHED_MAX_AGE_MS = 2e3;
  var FIBERS_MAX = 500;
  var PIPELINE_MAX_MS = 3e3;
  var ANCESTRY_MAX_MS = 50;
  var STATE_MAX_MS = 100;
  var ANCESTRY_MAX_COMPONENTS = 10;
  var ANCESTRY_MAX_PROP_KEYS = 20;
  var ANCESTRY_MAX_STATE_KEYS = 10;
  var COMPONENT_NAME_MAX_CHARS = 100;
  var ANCESTRY_MAX_CHARS = 5e3;
  var SLICE_MAX_VALUES = 10;
  var SLICE_VALUE_MAX_CHARS = 200;
  var STATE_MAX_CHARS = 5e3;
  var SEARCH_MAX_NODES = 2e4;
  var ROOTS_MAX_ELEMENTS = 500;
  var CHANGED_MAX_AGE_MS = 2e3;
  var SOCKET_SAMPLING = [
    [200, 2],
    [50, 5],
    [10, 10]
  ];

  // packages/capture/src/values/plain.ts
  var { keys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Object;
  var { apply, construct } = Reflect;
  var { isArray } = Array;
  var objects = Object.prototype;
  function unbound(method) {
    return Function.prototype.call.bind(method);
  }
  var tagOf = unbound(objects.toString);
  function isString(value) {
    return typeof value === "string";
  }
  function isObject(value) {
    return typeof value === "object" && value !== null;
  }
  function isFunction(value) {
    return typeof value === "function";
  }

  // packages/capture/src/values/encode.ts
  var { stringify } = JSON;
  var arrays = Array.prototype;
  function encode(event) {
    try {
      const isPolluted = "toJSON" in objects || "toJSON" in arrays;
      return wellFormed(isPolluted ? write(event) : stringify(event));
    } catch {
      return "{}";
    }
  }
  function write(value) {
    if (!isObject(value)) return stringify(value) ?? "null";
    let text2 = "";
    if (isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        text2 += (index > 0 ? "," : "") + write(value[index]);
      }
      return `[${text2}]`;
    }
    for (const key of keys(value)) {
      const member2 = value[key];
      if (member2 === void 0 || isFunction(member2)) continue;
      text2 += `${text2 === "" ? "" : ","}${stringify(key)}:${write(member2)}`;
    }
    return `{${text2}}`;
  }
  function wellFormed(json) {
    if (!json.includes("\\ud")) return json;
    return json.replace(
      /\\(?:\\|ud[89a-f]\w\w)/g,
      (escape) => escape === "\\\\" ? escape : "\\ufffd"
    );
  }

  // packages/capture/src/protocol.generated.ts
  var ROUTES = {
    log: ["/logs", "entries"],
    network: ["/network-bodies", "bodies"],
    websocket: ["/websocket-events", "events"],
    action: ["/enhanced-actions", "actions"],
    performance: ["/performance-snapshot"],
    outline: ["/dom-snapshots", "snapshots"],
    enrichment: ["/enrichments", "enrichments"]
  };
  var REQUEST_BODY_MAX_BYTES = 8192;
  var RESPONSE_BODY_MAX_BYTES = 16384;
  var WEBSOCKET_DATA_MAX_BYTES = 4096;
  var STRING_MAX_CHARS = 10240;
  var CUT_WORD_MAX_BYTES = 512;
  var VALUE_MAX_DEPTH = 10;
  var ARRAY_MAX_ITEMS = 100;
  var OBJECT_MAX_KEYS = 50;
  var BATCH_MAX_EVENTS = 50;
  var BATCH_WAIT_MS = 100;
  var OUTLINE_MAX_ELEMENTS = 5;
  var OUTLINE_TEXT_MAX_CHARS = 100;
  var OUTLINE_MAX_DYNAMIC = 50;
  var PERFORMANCE_MAX_SLOWEST = 3;
  var ENVELOPE_MEMBER_MAX_CHARS = 1e3;
  var TRUNCATION_MARK = "... [truncated]";
  var REDACTED = "[redacted]";
  var SENSITIVE_HEADER_PARTS = [
    "authorization",
    "cookie",
    "token",
    "secret",
    "password",
    "api-key",
    "apikey"
  ];
  var SENSITIVE_INPUT_TYPES = [
    "password",
    "credit-card"
  ];
  var SENSITIVE_AUTOCOMPLETE = [
    "cc-",
    "credit-card",
    "current-password",
    "new-password",
    "one-time-code",
    "password"
  ];
  var SENSITIVE_INPUT_NAMES = [
    "card",
    "credit",
    "cvc",
    "cvv",
    "passwd",
    "password",
    "secret",
    "ssn",
    "token"
  ];

  // packages/capture/src/values/cut.ts
  var VALUE = /[!#-&*+\--:<=?-Z^_a-z|~]$|\d $/;
  var PART = /[!$%*+\-.\d=A-Z^_a-z~]$/;
  function withoutLast(text2, last = VALUE) {
    let end = text2.length;
    const least = end - CUT_WORD_MAX_BYTES;
    while (end > least && last.test(text2.slice(0, end).slice(-2))) end--;
    return text2.slice(0, end);
  }
  function cut(text2, most) {
    if (text2.length <= most) return text2;
    const kept = text2.slice(0, most);
    return withoutLast(kept) || withoutLast(kept, PART);
  }

  // packages/capture/src/values/exotic.ts
  function isError(value) {
    return isObject(value) && (value instanceof Error || /^\[object (?:Error|DOMException)\]$/.test(tagOf(value)));
  }
  function describeExotic(value) {
    try {
      return byTag(value, tagOf(value).slice(8, -1));
    } catch {
      return void 0;
    }
  }
  function byTag(value, tag) {
    const name2 = `[${tag}]`;
    switch (tag) {
      case "Map":
      case "Set":
        return { name: name2, items: firstOf(tag === "Map" ? value.entries() : value.values(), value.size) };
      case "Date": {
        const time = Number(value);
        return Number.isNaN(time) ? "Invalid Date" : new Date(time).toISOString();
      }
      case "RegExp":
        return String(value);
      case "ArrayBuffer":
      case "DataView":
      case "Blob":
      case "File":
        return `[${tag}: ${value.byteLength ?? value.size} bytes]`;
      case "Number":
      case "String":
      case "Boolean":
      case "BigInt":
      case "Symbol":
        return { name: "", items: [value.valueOf()] };
      case "Response":
      case "Request":
        return `[${tag} ${value.status ?? value.method} ${value.url}]`;
      case "Window":
        return name2;
    }
    if (ArrayBuffer.isView(value)) return { name: name2, items: value };
    if (typeof value.nodeType === "number") return nodeName(value);
    if (tag.endsWith("Event")) {
      const { type, target } = value;
      return `[${tag} ${type}${target && "nodeType" in target ? ` on ${nodeName(target)}` : ""}]`;
    }
    if (tag === "Object" || "toJSON" in value || keys(value).length > 0) return void 0;
    return name2;
  }
  function firstOf(items, size) {
    const first = [];
    for (let next = items.next(); !next.done && first.length < 100; next = items.next()) {
      first.push(next.value);
    }
    first.length = size;
    return first;
  }
  function nodeName(node) {
    const { nodeName: name2, id, classList } = node;
    if (!classList) return `[${name2}]`;
    const classes2 = [...classList].slice(0, 3).map((word) => `.${word}`);
    return `<${name2.toLowerCase()}${id ? `#${id}` : ""}${classes2.join("")}>`.slice(0, 200);
  }

  // packages/capture/src/values/serialize.ts
  var CLASS = "[class]";
  var MORE = "[more]";
  var UNREADABLE = "[Unreadable]";
  function serialize(value) {
    if (isString(value)) return clip(value, STRING_MAX_CHARS);
    if (!isObject(value)) return simple(value);
    return visit(value, { nodes: VALUE_MAX_NODES, chars: VALUE_MAX_CHARS, above: [] });
  }
  function clip(text2, most) {
    return text2.length <= most ? text2 : withoutLast(text2.slice(0, most)) + TRUNCATION_MARK;
  }
  function visit(value, walk) {
    walk.nodes--;
    if (isString(value)) {
      const text2 = clip(value, Math.min(STRING_MAX_CHARS, Math.max(walk.chars, 0)));
      walk.chars -= text2.length;
      return text2;
    }
    if (!isObject(value)) return simple(value);
    if (walk.above.includes(value)) return "[Circular]";
    walk.above.push(value);
    try {
      return visitObject(value, walk);
    } catch {
      return UNREADABLE;
    } finally {
      walk.above.pop();
    }
  }
  function visitObject(value, walk) {
    if (isArray(value)) {
      return isSpent(walk) ? `[Array(${value.length})]` : visitItems(value, walk);
    }
    const prototype = getPrototypeOf(value);
    const isPlain = prototype === objects || prototype === null;
    const name2 = isPlain ? "Object" : className(value);
    if (isSpent(walk)) return `[${name2}]`;
    if (!isPlain) {
      if (isError(value)) return visitError(value, walk);
      const exotic = describeExotic(value);
      if (isString(exotic)) return exotic;
      if (exotic) {
        const items = visitItems(exotic.items, walk);
        return exotic.name === "" ? items[0] ?? null : { [exotic.name]: items };
      }
    }
    const { toJSON } = value;
    if (isFunction(toJSON) && toJSON !== objects.toJSON) {
      const written = apply(toJSON, value, [""]);
      if (written !== value) return visit(written, walk);
    }
    return visitMembers(value, name2 === "Object" ? {} : { [CLASS]: name2 }, walk);
  }
  function isSpent(walk) {
    return walk.above.length > VALUE_MAX_DEPTH || walk.nodes <= 0 || walk.chars <= 0;
  }
  function visitItems(items, walk) {
    const out = [];
    const kept = Math.min(items.length, ARRAY_MAX_ITEMS);
    for (let index = 0; index < kept && walk.nodes > 0; index++) out.push(visit(items[index], walk));
    if (out.length < items.length) out.push(`... ${items.length - out.length} more`);
    return out;
  }
  function visitMembers(value, out, walk) {
    const names = keys(value);
    let kept = 0;
    for (const name2 of names) {
      if (kept >= OBJECT_MAX_KEYS || walk.nodes <= 0) {
        out[MORE] = names.length - kept;
        break;
      }
      kept++;
      walk.chars -= name2.length;
      put(out, clip(name2, NAME_MAX_CHARS), visit(read(value, name2), walk));
    }
    return out;
  }
  function put(out, name2, value) {
    if (!(name2 in out)) out[name2] = value;
    else defineProperty(out, name2, { value, enumerable: true, configurable: true, writable: true });
  }
  function visitError(error, walk) {
    const all2 = { stack: "" };
    for (const name2 of ["name", "message", "stack", "cause", "errors", ...keys(error)]) {
      if (name2 in error) all2[name2] = read(error, name2);
    }
    return visitMembers(all2, {}, walk);
  }
  function read(value, name2) {
    try {
      return value[name2];
    } catch {
      return UNREADABLE;
    }
  }
  function className(value) {
    return nameOf(read(value, "constructor")) || "Object";
  }
  function nameOf(maker) {
    const name2 = isFunction(maker) ? read(maker, "name") : "";
    return isString(name2) ? clip(name2, NAME_MAX_CHARS) : "";
  }
  function simple(value) {
    switch (typeof value) {
      case "number":
        return Number.isFinite(value) ? value : String(value);
      case "boolean":
        return value;
      case "bigint":
        return `${clip(String(value), STRING_MAX_CHARS)}n`;
      case "function": {
        const name2 = nameOf(value);
        return name2 ? `[Function: ${name2}]` : "[Function]";
      }
      default:
        return value === null ? null : clip(String(value), STRING_MAX_CHARS);
    }
  }

  // packages/capture/src/values/stack.ts
  var PLACE = /^\s*at (?:.*\()?([a-z</][^\s()]*):(\d+):(\d+)\)?$/im;
  var own = (PLACE.exec(String(new Error().stack))?.[1] ?? "").replace(/\W/g, "\\$&");
  var OWN_FRAMES = new RegExp(
    own && `(?:\\n +at .*${own}.*)*\\n +at Object\\.(?:apply|construct) .*${own}.*`,
    "g"
  );
  function withoutUs(stack) {
    return clip(stack.replace(OWN_FRAMES, ""), STRING_MAX_CHARS);
  }
  var ADDRESS = /([a-z][a-z-]{3,19}:\/\/[^\s"'\\<>]{1,2000}?):\d+(?::\d+)?(?=[\s),]|$)/g;
  function scriptsIn(stack = "", filename) {
    const scripts = /* @__PURE__ */ new Set();
    for (const [, url] of stack.matchAll(ADDRESS)) if (url) scripts.add(url);
    if (filename) scripts.add(filename);
    return [...scripts];
  }
  function membersOf(error) {
    if (!isError(error)) return {};
    const members2 = {};
    const stack = read(error, "stack");
    if (isString(stack)) {
      members2.stack = withoutUs(stack);
      const place3 = PLACE.exec(members2.stack);
      if (place3) {
        members2.filename = String(place3[1]);
        members2.lineno = Number(place3[2]);
        members2.colno = Number(place3[3]);
      }
    }
    const below2 = "cause" in error ? "cause" : "errors";
    if (below2 in error) members2.cause = serialize(read(error, below2));
    return members2;
  }

  // packages/capture/src/packet.ts
  function pack(kind, event) {
    return [kind, encode(event), READERS[kind]?.(event) ?? 0];
  }
  function isError2(packet) {
    return packet[0] === "log" && packet[2] !== 0;
  }
  var READERS = {
    log({ level, id, source, message, stack, filename }) {
      if (level !== "error") return 0;
      const beginning = clip(String(message), FACT_MESSAGE_MAX_CHARS);
      const scripts = scriptsIn(stack, filename).slice(0, FACT_SCRIPTS_MAX);
      return [String(id), String(source), beginning, scripts];
    },
    action: ({ id, type }) => [String(id), type],
    network: ({ id, method, url, status = 0 }) => status > 0 && status < 400 ? 0 : [String(id), method, url, status],
    dialog: (dialog) => dialog
  };

  // packages/capture/src/realm/quietly.ts
  function fence() {
    let inside = false;
    return (work) => {
      if (inside) return;
      inside = true;
      try {
        work();
      } catch {
      } finally {
        inside = false;
      }
    };
  }

  // packages/capture/src/context.ts
  function captureContext(options) {
    const { page, natives, settings, sink, own: own2 = [] } = options;
    const window2 = natives.random().slice(0, 16);
    let count3 = 0;
    return {
      page,
      natives,
      settings,
      now: natives.now,
      nextId: () => `${window2}-${++count3}`,
      emit(kind, event) {
        if (!settings.paused) sink(pack(kind, event));
      },
      quietly: fence(),
      isOwn: (url) => own2.some((origin) => url === origin || url.startsWith(`${origin}/`)),
      pending: { count: 0, answeredAt: 0 },
      moments: { waiting: /* @__PURE__ */ new Set() }
    };
  }

  // packages/capture/src/sensitive.ts
  var EXTRA_NAME_PARTS = "pwd|passphrase|passcode|iban|api-?key";
  var WHOLE_WORD = /(?<![a-z])(?:pin|t?otp|cvn|csc|pan|mfa)(?![a-z])/i;
  function isSensitiveHeader(name2) {
    return SENSITIVE_HEADER.test(name2);
  }
  var SENSITIVE_HEADER = new RegExp(SENSITIVE_HEADER_PARTS.join("|"), "i");
  var SENSITIVE_NAME = new RegExp([...SENSITIVE_INPUT_NAMES, EXTRA_NAME_PARTS].join("|"), "i");
  function headerValue(name2, value) {
    return isSensitiveHeader(name2) ? REDACTED : value;
  }
  function isSensitiveName(name2) {
    return SENSITIVE_NAME.test(name2) || WHOLE_WORD.test(name2.replace(/([a-z])([A-Z])/g, "$1 $2"));
  }
  function isSensitiveInput(element) {
    const type = (element.getAttribute("type") ?? "").toLowerCase();
    if (SENSITIVE_INPUT_TYPES.includes(type) || type.startsWith("cc-")) {
      if (type === "password") wasPassword.add(element);
      return true;
    }
    if (wasPassword.has(element)) return true;
    const hints = (element.getAttribute("autocomplete") ?? "").toLowerCase().split(/\s+/);
    if (hints.some((hint) => SENSITIVE_AUTOCOMPLETE.some((start) => hint.startsWith(start)))) {
      return true;
    }
    return ["name", "id"].some((attribute) => isSensitiveName(element.getAttribute(attribute) ?? ""));
  }
  var wasPassword = /* @__PURE__ */ new WeakSet();

  // packages/capture/src/selectors/text.ts
  var CONTROLS = "button,a,input,select,textarea,summary,label,[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=treeitem]";
  function textOf(element) {
    if (element.childElementCount > 0 && !element.matches(CONTROLS)) return void 0;
    if (element.matches("select,textarea") || isEditable(element)) return void 0;
    const text2 = element.matches("input") ? buttonText(element) : normalize(element.textContent ?? "");
    return text2 !== "" && text2.length <= SELECTOR_TEXT_MAX_CHARS ? text2 : void 0;
  }
  function isEditable(element) {
    return "isContentEditable" in element && element.isContentEditable === true;
  }
  function buttonText(input) {
    return /^(?:button|submit|reset)$/.test(input.type) ? normalize(input.value) : "";
  }
  function normalize(text2) {
    return text2.replace(/[\u200b\u00ad]/g, "").trim().replace(/\s+/g, " ");
  }

  // packages/capture/src/hooks/actions/fields.ts
  function isField(element) {
    return element.matches("input,textarea,select") || isEditable(element);
  }
  function isToggle(element) {
    return element.matches("input[type=checkbox],input[type=radio]");
  }
  function isPicker(element) {
    return element.matches("select,option,input[type=file],input[type=range],input[type=color]");
  }
  function isMultiline(element) {
    return element.matches("textarea") || isEditable(element);
  }
  function fieldOf(element) {
    if (!isEditable(element)) return element;
    let host = element;
    while (host.parentElement && isEditable(host.parentElement)) host = host.parentElement;
    return host;
  }
  function inputTypeOf(field) {
    if (field.matches("textarea")) return "textarea";
    if (field.matches("select")) return "select";
    return field.matches("input") ? field.type : "contenteditable";
  }
  function valueOf(field) {
    if (isSensitiveInput(field)) return REDACTED;
    if (field.matches("input[type=file]")) {
      const files = field.files ?? [];
      return clip2([...files].map((file) => `[File: ${file.name}]`).join(", "));
    }
    if ("value" in field && typeof field.value === "string") return clip2(field.value);
    return clip2(field.textContent ?? "");
  }
  function choiceOf(select) {
    if (isSensitiveInput(select)) return { selectedValue: REDACTED, selectedText: REDACTED };
    const chosen = [...select.selectedOptions];
    const values = chosen.map((option) => option.value);
    const choice = {
      selectedValue: clip2(values.join(",")),
      selectedText: clip2(chosen.map((option) => option.label.trim()).join(", "))
    };
    return select.multiple ? { ...choice, selectedValues: values.map(clip2) } : choice;
  }
  function clip2(text2) {
    return text2.length > STRING_MAX_CHARS ? cut(text2, STRING_MAX_CHARS) + TRUNCATION_MARK : text2;
  }

  // packages/capture/src/hooks/actions/dialogs.ts
  function recordDialog(recorder, given) {
    const { id, timestamp, dialog, message, returned } = given;
    const action = {
      type: "dialog",
      dialog,
      // An alert has one answer, and tells the page nothing of it.
      accepted: dialog === "alert" || returned !== null && returned !== false
    };
    if (message !== false) action.message = message;
    if (dialog === "prompt" && typeof returned === "string") {
      const isSecret2 = message === false || isSensitiveName(message);
      action.value = isSecret2 ? REDACTED : clip2(returned);
    }
    recorder.record({ ...recorder.stamp(action), id, timestamp });
  }

  // packages/capture/src/aria/cache.ts
  var depth = 0;
  var caches = [];
  function cached(compute) {
    const known2 = /* @__PURE__ */ new Map();
    caches.push(known2);
    return (element) => {
      if (depth === 0) return compute(element);
      if (!known2.has(element)) known2.set(element, compute(element));
      return known2.get(element);
    };
  }
  function withCaches(work) {
    depth++;
    try {
      return work();
    } finally {
      depth--;
      if (depth === 0) for (const known2 of caches) known2.clear();
    }
  }

  // packages/capture/src/selectors/roots.ts
  function isShadow(node) {
    return node.nodeType === Node.DOCUMENT_FRAGMENT_NODE && "host" in node;
  }
  function parentOf(element) {
    const parent = element.parentNode;
    return parent && isShadow(parent) ? parent.host : element.parentElement;
  }
  var known;
  function findOpenRoots(page) {
    const roots = [];
    const visit2 = (root) => {
      roots.push(root);
      for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) visit2(shadowRoot);
    };
    visit2(page);
    known = { roots, page, at: performance.now() };
    return roots;
  }
  function openRoots(element) {
    const page = element.ownerDocument;
    const age = performance.now() - (known?.at ?? -Infinity);
    if (known?.page === page && age < OPEN_ROOTS_MAX_AGE_MS) return known.roots;
    const size = page.getElementsByTagName("*").length;
    if (size < OPEN_ROOTS_MAX_ELEMENTS) return findOpenRoots(page);
    const root = element.getRootNode();
    return isShadow(root) ? [page, root] : [page];
  }

  // packages/capture/src/aria/hidden.ts
  function isNeverRendered({ localName }) {
    return /^(?:style|script|noscript|template)$/.test(localName);
  }
  function styleOf(element, pseudo) {
    return element.ownerDocument.defaultView?.getComputedStyle(element, pseudo);
  }
  var isHidden = cached((element) => {
    if (isNeverRendered(element)) return true;
    const isSlot = element.localName === "slot";
    const style = styleOf(element);
    if (style?.display === "contents" && !isSlot) {
      return ![...element.childNodes].some(isSeen);
    }
    const isOption = element.localName === "option" && element.closest("select") !== null;
    if (!isOption && !isSlot && !isRendered(element, style)) return true;
    return isInsideHidden(element);
  });
  function isSeen(node) {
    if (node.nodeType === Node.ELEMENT_NODE) return !isHidden(node);
    if (node.nodeType !== Node.TEXT_NODE) return false;
    const range = node.ownerDocument?.createRange();
    range?.selectNode(node);
    const { width = 0, height = 0 } = range?.getBoundingClientRect() ?? {};
    return width > 0 && height > 0;
  }
  function isRendered(element, style) {
    return element.checkVisibility() && style?.visibility === "visible";
  }
  var isInsideHidden = cached((element) => {
    if (element.parentElement?.shadowRoot && !element.assignedSlot) return true;
    if (element.getAttribute("aria-hidden")?.toLowerCase() === "true") return true;
    if (styleOf(element)?.display === "none") return true;
    const parent = parentOf(element);
    return parent !== null && isInsideHidden(parent);
  });

  // packages/capture/src/aria/role.ts
  var ROLES = new Set(
    `alert alertdialog application article banner blockquote button caption cell checkbox code
  columnheader combobox complementary contentinfo definition deletion dialog directory document
  emphasis feed figure form generic grid gridcell group heading img insertion link list listbox
  listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter
  navigation none note option paragraph presentation progressbar radio radiogroup region row
  rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript
  superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree
  treegrid treeitem`.split(/\s+/)
  );
  var GLOBAL_ATTRIBUTES = `atomic busy controls current describedby details dropeffect flowto grabbed
  hidden keyshortcuts label labelledby live owns relevant roledescription`.split(/\s+/).map((name2) => `aria-${name2}`);
  var UNNAMED_IN_1_2 = `caption code deletion emphasis generic insertion paragraph presentation
  strong subscript superscript`.split(/\s+/);
  var UNNAMED = /* @__PURE__ */ new Set([
    ...UNNAMED_IN_1_2,
    "definition",
    "mark",
    "suggestion",
    "term",
    "time"
  ]);
  var PARTS = "article:not([role]),aside:not([role]),main:not([role]),nav:not([role]),section:not([role]),[role=article],[role=complementary],[role=main],[role=navigation],[role=region]";
  var ofPage = (role) => (element) => closest(element, PARTS) ? null : role;
  var ifLinked = (element) => element.hasAttribute("href") ? "link" : null;
  var ifNamed = (role) => (element) => element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") ? role : null;
  var BY_TAG = {
    a: ifLinked,
    area: ifLinked,
    article: "article",
    aside: "complementary",
    blockquote: "blockquote",
    button: "button",
    caption: "caption",
    code: "code",
    datalist: "listbox",
    dd: "definition",
    del: "deletion",
    details: "group",
    dfn: "term",
    dialog: "dialog",
    dt: "term",
    em: "emphasis",
    fieldset: "group",
    figure: "figure",
    footer: ofPage("contentinfo"),
    form: ifNamed("form"),
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    header: ofPage("banner"),
    hr: "separator",
    html: "document",
    img: (element) => isDecoration(element) ? "presentation" : "img",
    input: (element) => inputRole(element),
    ins: "insertion",
    li: "listitem",
    main: "main",
    mark: "mark",
    math: "math",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    ol: "list",
    optgroup: "group",
    option: "option",
    output: "status",
    p: "paragraph",
    progress: "progressbar",
    search: "search",
    section: ifNamed("region"),
    select: (element) => element.hasAttribute("multiple") || element.size > 1 ? "listbox" : "combobox",
    strong: "strong",
    sub: "subscript",
    summary: null,
    sup: "superscript",
    svg: "img",
    table: "table",
    tbody: "rowgroup",
    td: (element) => isInGrid(element) ? "gridcell" : "cell",
    textarea: "textbox",
    tfoot: "rowgroup",
    th: headerCellRole,
    thead: "rowgroup",
    time: "time",
    tr: "row",
    ul: "list"
  };
  var BY_INPUT_TYPE = {
    button: "button",
    checkbox: "checkbox",
    file: "button",
    hidden: null,
    image: "button",
    number: "spinbutton",
    radio: "radio",
    range: "slider",
    reset: "button",
    submit: "button"
  };
  var NEEDED_PARENTS = {
    dd: ["dl", "div"],
    div: ["dl"],
    dt: ["dl", "div"],
    li: ["ol", "ul"],
    tbody: ["table"],
    td: ["tr"],
    tfoot: ["table"],
    th: ["tr"],
    thead: ["table"],
    tr: ["thead", "tbody", "tfoot", "table"]
  };
  var ariaRole = cached((element) => {
    const given = givenRole(element);
    if (given === void 0) return roleByTag(element);
    if (!isNone(given)) return given;
    const own2 = roleByTag(element);
    return mustHaveRole(element, own2) ? own2 : given;
  });
  function isNone(role) {
    return role === "none" || role === "presentation";
  }
  function givenRole(element) {
    const roles = element.getAttribute("role")?.split(/\s+/);
    return roles?.find((role) => ROLES.has(role));
  }
  function roleByTag(element) {
    const from = Object.hasOwn(BY_TAG, element.localName) ? BY_TAG[element.localName] : null;
    const role = typeof from === "function" ? from(element) : from ?? null;
    return role === null ? null : noneByParent(element) ?? role;
  }
  function noneByParent(element) {
    const parent = parentOf(element);
    if (!parent || !NEEDED_PARENTS[element.localName]?.includes(parent.localName)) return void 0;
    const given = givenRole(parent);
    if (isNone(given) && !mustHaveRole(parent, given ?? null)) return given;
    return noneByParent(parent);
  }
  function mustHaveRole(element, role) {
    return isFocusable(element) || hasGlobalAttribute(element, role);
  }
  function hasGlobalAttribute(element, role) {
    return GLOBAL_ATTRIBUTES.some((name2) => {
      if (!element.hasAttribute(name2)) return false;
      if (name2 === "aria-roledescription") return role !== "generic";
      return !name2.startsWith("aria-label") || !UNNAMED_IN_1_2.includes(role ?? "");
    });
  }
  function isFocusable(element) {
    if (/^(?:button|input|select|textarea|option|optgroup)$/.test(element.localName)) {
      if (element.matches(":disabled")) return false;
    }
    if (hasTabIndex(element)) return true;
    if (element.localName === "a" || element.localName === "area")
      return element.hasAttribute("href");
    return /^(?:button|details|input|select|textarea)$/.test(element.localName);
  }
  function hasTabIndex(element) {
    const index = element.getAttribute("tabindex");
    return index !== null && !Number.isNaN(Number(index));
  }
  function isDecoration(image) {
    if (image.getAttribute("alt") !== "" || image.getAttribute("title")) return false;
    return !hasGlobalAttribute(image, null) && !hasTabIndex(image);
  }
  function inputRole(input) {
    const type = String(input.type);
    if (Object.hasOwn(BY_INPUT_TYPE, type)) return BY_INPUT_TYPE[type] ?? null;
    if (/^(?:email|search|tel|text|url)$/.test(type) && input.list !== null) return "combobox";
    return type === "search" ? "searchbox" : "textbox";
  }
  function headerCellRole(cell) {
    const scope = cell.getAttribute("scope");
    if (scope === "col" || scope === "colgroup") return "columnheader";
    if (scope === "row" || scope === "rowgroup") return "rowheader";
    const isAlone = cell.parentElement?.childElementCount === 1 && tableOf(cell)?.rows.length === 1;
    if (isAlone) return null;
    const neighbours = [cell.previousElementSibling, cell.nextElementSibling];
    return neighbours.some(isDataCell) ? "rowheader" : "columnheader";
  }
  function isDataCell(cell) {
    if (cell?.localName !== "td") return false;
    return cell.childElementCount > 0 || cell.textContent?.trim() !== "";
  }
  function isInGrid(cell) {
    const table = tableOf(cell);
    const role = table && givenRole(table);
    return role === "grid" || role === "treegrid";
  }
  function tableOf(cell) {
    return closest(cell, "table");
  }
  function closest(element, css) {
    for (let at = element; at; at = parentOf(at)) if (at.matches(css)) return at;
    return null;
  }

  // packages/capture/src/aria/name.ts
  var NAMED_BY_CONTENT = new Set(
    `button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio
  option radio row rowheader switch tab tooltip treeitem`.split(/\s+/)
  );
  var PASSING_CONTENT = /* @__PURE__ */ new Set([
    "",
    ...`caption code contentinfo definition deletion emphasis insertion list listitem mark none
  paragraph presentation region row rowgroup section strong subscript superscript table term
  time`.split(/\s+/)
  ]);
  var RANGES = /^(?:meter|progressbar|scrollbar|slider|spinbutton)$/;
  var LABELLED = /^(?:button|fieldset|figure|meter|output|progress|select|textarea)$/;
  function accessibleName(element, withHidden) {
    if (UNNAMED.has(ariaRole(element) ?? "")) return "";
    return textOf2(element, { way: "itself", withHidden, isInHidden: false, read: /* @__PURE__ */ new Set() });
  }
  function labelledBy(element) {
    return referred(element, "aria-labelledby");
  }
  function referred(element, attribute) {
    const ids = element.getAttribute(attribute)?.split(/\s+/).filter(Boolean) ?? [];
    const root = element.getRootNode();
    const found = ids.map((id) => root.querySelector(`#${CSS.escape(id)}`));
    return found.filter((it) => it !== null);
  }
  function textOf2(element, walk) {
    if (walk.read.has(element)) return "";
    if (!walk.withHidden && (walk.isInHidden ? isNeverRendered : isHidden)(element)) {
      walk.read.add(element);
      return "";
    }
    if (walk.way !== "labelledby") {
      const text2 = through(labelledBy(element), walk, "labelledby").join(" ");
      if (text2) return text2;
    }
    const role = ariaRole(element) ?? "";
    if (walk.way !== "itself") {
      const value = labelledBy(element).includes(element) ? void 0 : valueOf2(element, role, walk);
      if (value !== void 0) {
        walk.read.add(element);
        return value;
      }
    }
    walk.read.add(element);
    const label = element.getAttribute("aria-label")?.trim();
    if (label) return label;
    if (!isNone(role)) {
      const native = nativeName(element, walk);
      if (native !== void 0) return native;
    }
    if (isNamedByContent(element, role, walk.way)) {
      const way = walk.way === "itself" ? "content" : walk.way;
      const text2 = contentOf(element, { ...walk, way });
      if (walk.way === "itself" ? text2.trim() : text2) return text2;
    }
    const isTitled = !isNone(role) || element.localName === "iframe";
    return isTitled ? element.getAttribute("title") ?? "" : "";
  }
  function isNamedByContent(element, role, way) {
    if (way !== "itself" && way !== "content") return true;
    if (element.localName === "summary" && !isNone(role)) return true;
    return NAMED_BY_CONTENT.has(role) || way === "content" && PASSING_CONTENT.has(role);
  }
  function through(elements, walk, way) {
    return [...elements].map((it) => textOf2(it, { ...walk, way, isInHidden: isHidden(it) }));
  }
  function valueOf2(element, role, walk) {
    if (role === "textbox" || role === "searchbox") {
      const isField2 = element.localName === "input" || element.localName === "textarea";
      return isField2 ? element.value : element.textContent ?? "";
    }
    if (role === "combobox" || role === "listbox") {
      walk.read.add(element);
      return chosenIn(element, role)?.map((option) => textOf2(option, walk)).join(" ") ?? element.value;
    }
    if (RANGES.test(role)) {
      const texts = ["aria-valuetext", "aria-valuenow", "value"];
      const told3 = texts.find((attribute) => element.hasAttribute(attribute));
      return told3 ? element.getAttribute(told3) ?? "" : "";
    }
    return role === "menu" ? "" : void 0;
  }
  function chosenIn(element, role) {
    if (element.localName === "select") {
      const { selectedOptions, options: options2 } = element;
      return selectedOptions.length > 0 ? [...selectedOptions] : [...options2].slice(0, 1);
    }
    const list = role === "combobox" ? owned(element, "*").find((it) => ariaRole(it) === "listbox") : element;
    const chosen = list ? owned(list, '[aria-selected="true"]') : [];
    const options = chosen.filter((it) => ariaRole(it) === "option");
    return options.length === 0 && element.localName === "input" ? void 0 : options;
  }
  function owned(element, css) {
    const others = referred(element, "aria-owns");
    const inside = [element, ...others].flatMap((it) => [...it.querySelectorAll(css)]);
    return [...others.filter((it) => it.matches(css)), ...inside];
  }
  function nativeName(element, walk) {
    const attribute = (name2) => element.getAttribute(name2) ?? "";
    const text2 = (name2) => attribute(name2).trim() ? attribute(name2) : "";
    const labels = () => {
      const all2 = walk.way === "label" ? [] : element.labels ?? [];
      return all2.length > 0 ? through(all2, walk, "label").filter(Boolean).join(" ") : void 0;
    };
    if (labelledBy(element).length > 0 && LABELLED.test(element.localName)) return void 0;
    switch (element.localName) {
      case "input": {
        const { type, value } = element;
        if (/^(?:button|submit|reset)$/.test(type)) {
          if (value.trim()) return value;
          if (type !== "button") return type === "submit" ? "Submit" : "Reset";
          return attribute("title");
        }
        const own2 = () => walk.way === "labelledby" ? void 0 : labels();
        if (type === "file") return own2() ?? "Choose File";
        if (type === "image") return own2() ?? (text2("alt") || text2("title") || "Submit");
        if (labelledBy(element).length > 0) return void 0;
        const isWritten = /^(?:email|number|password|search|tel|text|url)$/.test(type);
        return labels() ?? (attribute("title") || (isWritten ? attribute("placeholder") : ""));
      }
      case "textarea":
        return labels() ?? (attribute("title") || attribute("placeholder"));
      case "meter":
      case "output":
      case "progress":
      case "select":
        return labels() ?? attribute("title");
      case "button":
        return labels();
      case "fieldset":
        return partOf(element, "legend", walk) ?? attribute("title");
      case "figure":
        return partOf(element, "figcaption", walk) ?? attribute("title");
      case "table":
        return partOf(element, "caption", walk) ?? (text2("summary") || void 0);
      case "img":
      case "area":
        return text2("alt") || attribute("title");
      default:
        return svgName(element, walk);
    }
  }
  function partOf(element, tag, walk) {
    const part = [...element.children].find((child) => child.localName === tag);
    const way = walk.way === "itself" || walk.way === "content" ? "native" : walk.way;
    return part && textOf2(part, { ...walk, way, isInHidden: walk.isInHidden || isHidden(part) });
  }
  function svgName(element, walk) {
    if (!("ownerSVGElement" in element)) return void 0;
    const parts = [...element.children].filter((child) => "ownerSVGElement" in child);
    const title = parts.find((child) => child.localName === "title");
    if (title) return through([title], walk, "labelledby").join("");
    const link = element.localName === "a" ? element.getAttribute("xlink:title")?.trim() : "";
    return link || void 0;
  }
  function contentOf(element, walk) {
    const texts = [generated(element, "::before")];
    const isCover = element.shadowRoot !== null || element.matches("details:not([open])");
    const unseen = isCover && !walk.withHidden && !walk.isInHidden ? element : null;
    for (const node of childrenOf(element)) {
      const isText = node.nodeType === Node.TEXT_NODE && node.parentNode !== unseen;
      if (isText) texts.push(node.textContent ?? "");
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      const child = node;
      const text2 = textOf2(child, walk);
      const isInline = (styleOf(child)?.display || "inline") === "inline";
      texts.push(isInline && child.localName !== "br" ? text2 : ` ${text2} `);
    }
    return [...texts, generated(element, "::after")].join("");
  }
  function childrenOf(element) {
    const slotted = "assignedNodes" in element ? element.assignedNodes() : [];
    if (slotted.length > 0) return slotted;
    const own2 = [...element.childNodes, ...element.shadowRoot?.childNodes ?? []];
    return [...own2, ...referred(element, "aria-owns")].filter(
      (node) => !node.assignedSlot
    );
  }
  function generated(element, pseudo) {
    const style = styleOf(element, pseudo);
    if (!style || style.display === "none" || style.visibility !== "visible") return "";
    const text2 = contentText(element, style.content);
    return text2 && style.display !== "inline" ? ` ${text2} ` : text2;
  }
  function contentText(element, content) {
    if (content === "none" || content === "normal") return "";
    const parts = [...content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)[^)]*\)|(\/)|[^\s"/]+/g)];
    const slash = parts.findIndex(([, , , mark]) => mark);
    return parts.slice(slash + 1).map(
      ([, quoted, attribute]) => quoted === void 0 ? element.getAttribute(attribute ?? "") ?? "" : quoted.replaceAll(/\\(.)/g, "$1")
    ).join("");
  }

  // packages/capture/src/selectors/role.ts
  var TAGS = {
    button: "button,input",
    link: "a,area",
    textbox: "input,textarea",
    checkbox: "input",
    radio: "input",
    searchbox: "input",
    slider: "input",
    spinbutton: "input",
    combobox: "select,input",
    listbox: "select",
    heading: "h1,h2,h3,h4,h5,h6",
    cell: "td",
    columnheader: "th",
    rowheader: "th"
  };
  function roleOf(element) {
    return withCaches(() => {
      const role = ariaRole(element);
      if (role === null || role === "none" || role === "presentation") return void 0;
      const name2 = nameOf2(element);
      if (name2 === "" || name2.length > SELECTOR_NAME_MAX_CHARS) return void 0;
      return tellsSecret(element, name2) ? void 0 : { role, name: name2 };
    });
  }
  function nameOf2(element, isHidden2 = false) {
    return normalize(accessibleName(element, isHidden2));
  }
  function candidatesCss(element, role) {
    return `[role~="${CSS.escape(role)}"],${TAGS[role] ?? CSS.escape(element.localName)}`;
  }
  function hasRoleAndName(element, { role, name: name2 }) {
    return !isNamedOtherwise(element, name2) && ariaRole(element) === role && nameOf2(element) === name2;
  }
  function mayHaveRoleAndName(element, wanted) {
    if (isNamedOtherwise(element, wanted.name) || ariaRole(element) !== wanted.role) return false;
    return nameOf2(element, true) === wanted.name || nameOf2(element) === wanted.name;
  }
  function isNamedOtherwise(element, name2) {
    const text2 = element.textContent?.trim();
    if (!text2 || name2.includes(text2) || element.childElementCount > 0) return false;
    if (element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby")) return false;
    return element.localName !== "textarea" && !name2.includes(normalize(text2));
  }
  function tellsSecret(element, name2) {
    const labels = "labels" in element ? element.labels : null;
    const sources = [element, ...labels ?? [], ...labelledBy(element)];
    return sources.some((source) => secretsIn(source).some((secret) => name2.includes(secret)));
  }
  function secretsIn(source) {
    const fields = [...source.querySelectorAll("input,textarea")];
    if ("value" in source && "type" in source) fields.push(source);
    return fields.filter((field) => field.value && isSensitiveInput(field)).map((field) => normalize(field.value));
  }

  // packages/capture/src/selectors/test-id.ts
  var TEST_ID_ATTRIBUTES = [
    "data-testid",
    "data-test-id",
    "data-test",
    "data-cy",
    "data-qa",
    "data-pw",
    "data-e2e",
    "data-automation-id"
  ];
  var TEST_ID_CSS = TEST_ID_ATTRIBUTES.map((name2) => `[${name2}]`).join(",");
  function testIdOf(element) {
    for (const attribute of TEST_ID_ATTRIBUTES) {
      const testId = element.getAttribute(attribute);
      if (!testId) continue;
      return attribute === "data-testid" ? { testId } : { testId, testIdAttribute: attribute };
    }
    return void 0;
  }
  function testIdCss({ testId, testIdAttribute = "data-testid" }) {
    return attributeCss(testIdAttribute, testId);
  }
  function attributeCss(name2, value) {
    const quoted = value.replace(/["\\]/g, "\\$&").replace(/[\n\r\f]/g, (end) => `\\${end.charCodeAt(0).toString(16)} `);
    return `[${name2}="${quoted}"]`;
  }

  // packages/capture/src/selectors/count.ts
  function count(element, selectors, milliseconds = COUNT_MAX_MS) {
    const roots = openRoots(element);
    const all2 = (css) => roots.flatMap((root) => [...root.querySelectorAll(css)]);
    const matches2 = {};
    const index = {};
    const tell = (strategy, found) => {
      const place3 = found?.indexOf(element) ?? -1;
      if (!found || place3 === -1) return;
      matches2[strategy] = found.length;
      index[strategy] = place3;
    };
    const { testId, testIdAttribute, ariaLabel, role, text: text2 } = selectors;
    if (testId !== void 0) {
      const mark = testIdAttribute === void 0 ? { testId } : { testId, testIdAttribute };
      tell("testId", all2(testIdCss(mark)));
    }
    if (ariaLabel !== void 0) {
      tell("ariaLabel", all2(attributeCss("aria-label", ariaLabel)));
    }
    if (role?.role !== void 0 && role.name !== void 0) {
      const wanted = { role: role.role, name: role.name };
      const candidates = all2(candidatesCss(element, wanted.role));
      if (candidates.length <= COUNT_MAX_ELEMENTS) {
        const squeezed = squeeze(wanted.name);
        const possible = candidates.filter((candidate2) => mayBeNamed(candidate2, squeezed));
        tell("role", withRole(possible, wanted, milliseconds));
      }
    }
    if (text2 !== void 0 && Object.keys(matches2).length === 0) tell("text", withText(roots, text2));
    if (Object.keys(matches2).length === 0) return;
    selectors.matches = matches2;
    selectors.index = index;
  }
  function withText(roots, text2) {
    const found = [];
    let left = COUNT_MAX_TEXTS;
    for (const root of roots) {
      const texts = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node && left > 0; node = texts.nextNode(), left--) {
        if (node.nodeValue?.trim() === text2 && node.parentElement) found.push(node.parentElement);
      }
    }
    return left > 0 ? found : [];
  }
  var NAMING = "[aria-label],[aria-labelledby],[title],[alt],img,svg,slot,input,select,textarea";
  function mayBeNamed(element, squeezed) {
    return element.matches(NAMING) || squeeze(element.textContent ?? "").includes(squeezed) || element.shadowRoot !== null || element.querySelector(NAMING) !== null;
  }
  function squeeze(text2) {
    return text2.replaceAll(/\s+/g, "");
  }
  function withRole(candidates, wanted, milliseconds) {
    const isSure = candidates.length <= COUNT_SURE_ELEMENTS;
    const start = performance.now();
    return withCaches(() => {
      const found = [];
      for (const [place3, candidate2] of candidates.entries()) {
        if (hasRoleAndName(candidate2, wanted)) found.push(candidate2);
        if (isSure || place3 < COUNT_TRIAL_ELEMENTS) continue;
        const each = (performance.now() - start) / (place3 + 1);
        if (each * candidates.length > milliseconds) return void 0;
      }
      return found;
    });
  }

  // packages/capture/src/selectors/generated.ts
  var MADE_UP_PREFIX = /^(?:css|sc|emotion|styled|chakra|jss|jsx|tss|svelte|astro|glamor|goober|stitches|makeStyles|headlessui|radix|mui|mantine|floating-ui|downshift|rc_select|ng-tns|ng-c|_ngcontent|_nghost|data-v|ember|yui|ext-gen|gwt-uid|uid|cdk|mat-input|mat-select|mat-option|react-aria|rah|__bvid|:r)(?:[-_:]|\d)/i;
  var STATE = /^(?:(?:is|has|was)-.*|ng-(?:pristine|dirty|valid|invalid|touched|untouched)|(?:.*[-_])?(?:active|selected|hover(?:ed)?|focus(?:ed)?|open(?:ed)?|closed|checked|disabled|loading|visible|hidden|show|shown|collapsed|expanded|current|pressed|entering|entered|leaving))$/i;
  function isGenerated(name2) {
    return MADE_UP_PREFIX.test(name2) || name2.split(/[^a-z0-9]+/i).some(looksLikeHash);
  }
  function isState(name2) {
    return STATE.test(name2);
  }
  function looksLikeHash(token) {
    if (token.length < 2) return false;
    if (/^\d+[a-z]{0,3}$/.test(token)) return token.length > 4;
    const [, letters = "", digits = ""] = /^([a-z]+)(\d*)$/i.exec(token) ?? [];
    if (letters === "" || digits.length > 3) return true;
    const words = letters.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
    if (words.length > 1 && isScrambled(words, letters.length)) return true;
    return /[bcdfghjklmnpqrstvwxz]{6,}/i.test(letters) || letters.length > 4 && !hasVowel(letters);
  }
  function isScrambled(words, length) {
    if (length / words.length < 3) return true;
    return words.filter((word) => word.length < 2 || !hasVowel(word)).length * 2 > words.length;
  }
  function hasVowel(word) {
    return /[aeiouy]/i.test(word);
  }

  // packages/capture/src/selectors/css-path.ts
  function cssPath(element) {
    const root = element.getRootNode();
    if (root.nodeType === Node.DOCUMENT_NODE) {
      return pathWithin(element, root, (path2) => isOnly(root, path2, element));
    }
    if (!isShadow(root)) return void 0;
    const { host } = root;
    const before = cssPath(host);
    const inside = pathWithin(
      element,
      root,
      (path2) => isOnly(root, path2, element) && host.querySelector(path2) === null
    );
    return before && inside && `${before} ${inside}`;
  }
  function uniqueId(element) {
    const id = element.getAttribute("id");
    if (!id || isGenerated(id)) return void 0;
    const root = element.getRootNode();
    if (!("querySelectorAll" in root)) return void 0;
    return isOnly(root, `#${CSS.escape(id)}`, element) ? id : void 0;
  }
  function pathWithin(element, root, isFound) {
    let path2 = "";
    let level = 0;
    for (let node = element; node; node = node.parentElement) {
      if (++level > CSS_PATH_MAX_LEVELS) return void 0;
      const { part, isAnchor } = step(node, root);
      path2 = path2 === "" ? part : `${part} > ${path2}`;
      const isWorthAsking = isAnchor || level <= CSS_PATH_LEVELS || level % 4 === 0;
      if ((isWorthAsking || !node.parentElement) && isFound(path2)) return path2;
    }
    return void 0;
  }
  function step(node, root) {
    const id = uniqueId(node);
    if (id !== void 0) return { part: `#${CSS.escape(id)}`, isAnchor: true };
    const tag = CSS.escape(node.localName);
    const testId = testIdOf(node);
    const named = testId ? tag + testIdCss(testId) : tag + nameCss(node) + classes(node);
    const part = isLikeSibling(node, named, root) ? `${named}:nth-child(${place(node)})` : named;
    return { part, isAnchor: testId !== void 0 };
  }
  function nameCss(node) {
    const name2 = node.getAttribute("name");
    if (!name2 || isGenerated(name2) || !node.matches("input,select,textarea,button,form,iframe")) {
      return "";
    }
    return attributeCss("name", name2);
  }
  function classes(node) {
    let css = "";
    let count3 = 0;
    for (const name2 of node.classList) {
      if (!/^[a-z][\w-]*$/i.test(name2) || isGenerated(name2) || isState(name2)) continue;
      css += `.${CSS.escape(name2)}`;
      if (++count3 === 2) break;
    }
    return css;
  }
  function isLikeSibling(node, part, root) {
    const parent = node.parentNode ?? root;
    for (let other = parent.firstElementChild; other; other = other.nextElementSibling) {
      if (other !== node && other.matches(part)) return true;
    }
    return false;
  }
  function place(node) {
    let count3 = 1;
    for (let before = node.previousElementSibling; before; before = before.previousElementSibling) {
      count3++;
    }
    return count3;
  }
  function isOnly(root, path2, element) {
    return root.querySelector(path2) === element && root.querySelectorAll(path2).length === 1;
  }

  // packages/capture/src/selectors/index.ts
  function describe(element) {
    const selectors = { ...testIdOf(element) };
    const ariaLabel = element.getAttribute("aria-label")?.trim();
    if (ariaLabel && ariaLabel.length <= SELECTOR_NAME_MAX_CHARS) selectors.ariaLabel = ariaLabel;
    const role = roleOf(element);
    if (role) selectors.role = role;
    const id = uniqueId(element);
    if (id !== void 0) selectors.id = id;
    const text2 = textOf(element);
    if (text2 !== void 0) selectors.text = text2;
    const path2 = cssPath(element);
    if (path2 !== void 0) selectors.cssPath = path2;
    count(element, selectors);
    return selectors;
  }
  function describeBriefly(element) {
    const id = uniqueId(element);
    const path2 = cssPath(element);
    return { ...id === void 0 ? {} : { id }, ...path2 === void 0 ? {} : { cssPath: path2 } };
  }
  function targetOf(event) {
    const [first] = event.composedPath();
    const node = first ?? event.target;
    if (!node || !("nodeType" in node)) return void 0;
    if (node.nodeType === Node.ELEMENT_NODE) return node;
    return node.parentElement ?? void 0;
  }
  function controlOf(element) {
    if (element.matches("input,textarea,select") || isEditable(element)) return element;
    let inside = element;
    while (inside && !inside.matches(CONTROLS)) inside = parentOf(inside);
    return inside ?? componentOf(element) ?? element;
  }
  function componentOf(element) {
    const root = element.getRootNode();
    if (!isShadow(root)) return void 0;
    const controls = [...root.querySelectorAll(CONTROLS)].filter((one) => one.localName !== "label");
    return controls.length === 1 ? root.host : void 0;
  }

  // packages/capture/src/hooks/actions/hover/rules.ts
  var HIDING = {
    display: /^none$/,
    visibility: /^(?:hidden|collapse)$/,
    opacity: /^0(?:\.0\d*)?%?$/,
    "pointer-events": /^none$/
  };
  var PROPERTIES = Object.keys(HIDING);
  function* readRules(root) {
    const rules = { shows: [], hides: [], any: "" };
    let left = HOVER_MAX_RULES;
    function* read3(list, around2) {
      for (const rule of list) {
        if (left-- <= 0) return;
        let within = around2;
        if (rule instanceof CSSStyleRule) {
          within = nested(rule.selectorText, around2);
          sort(rules, within, rule.style);
        } else if ("style" in rule && around2 !== "") {
          sort(rules, around2, rule.style);
        }
        yield void 0;
        const applies = !(rule instanceof CSSMediaRule) || matchMedia(rule.conditionText).matches;
        if (applies && "cssRules" in rule) yield* read3(rule.cssRules, within);
      }
    }
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      const list = rulesOf(sheet);
      if (list && !sheet.disabled) yield* read3(list, "");
    }
    rules.any = rules.shows.map(({ selector }) => selector).join() || ":not(*)";
    return rules;
  }
  function mayBeShown({ any }, element) {
    try {
      return element.closest(any) !== null;
    } catch {
      return true;
    }
  }
  function signature(root) {
    return [...root.styleSheets, ...root.adoptedStyleSheets].map((sheet) => rulesOf(sheet)?.length ?? -1).join();
  }
  function isHiddenBy(rules, element, property) {
    const inline = "style" in element ? element.style : void 0;
    if (inline && HIDING[property].test(inline.getPropertyValue(property))) return true;
    return rules.hides.some((rule) => rule.property === property && matches(element, rule.selector));
  }
  function isHiddenByAny(rules, element) {
    return PROPERTIES.some((property) => isHiddenBy(rules, element, property));
  }
  function matches(element, selector) {
    try {
      return element.matches(selector);
    } catch {
      return false;
    }
  }
  function hoveredPart(selector) {
    const at = selector.indexOf(":hover");
    if (at === -1) return void 0;
    let depth2 = 0;
    let start = at;
    while (start > 0) {
      const character = selector[start - 1];
      if (character === ")") depth2++;
      else if (character === "(" && depth2-- === 0) break;
      start--;
    }
    if (selector.slice(0, start).endsWith(":not(")) return void 0;
    const after = selector.slice(at + ":hover".length);
    if (!/^(?:\([^)]*\)|[^\s>+~),(])*\s*[\s>+~]\s*[^\s>+~),]/.test(after)) return void 0;
    return selector.slice(start, at).trim() || "*";
  }
  function alternatives(selector) {
    return selector.split(/,(?![^(]*\))/).map((one) => one.trim());
  }
  function sort(rules, selector, style) {
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property);
      if (value === "") continue;
      const hides = HIDING[property].test(value);
      if (!selector.includes(":hover")) {
        if (hides) rules.hides.push({ selector, property });
        continue;
      }
      if (hides) continue;
      for (const one of alternatives(selector)) {
        const when = hoveredPart(one);
        if (when !== void 0) rules.shows.push({ selector: one, property, when });
      }
    }
  }
  function nested(selector, around2) {
    if (around2 === "") return selector;
    return selector.includes("&") ? selector.replaceAll("&", `:is(${around2})`) : `:is(${around2}) ${selector}`;
  }
  function rulesOf(sheet) {
    try {
      return sheet.cssRules;
    } catch {
      return void 0;
    }
  }

  // packages/capture/src/hooks/actions/hover/index.ts
  var HIDDEN_STYLE = /display:\s*none|visibility:\s*hidden|opacity:\s*0(?!\.)|pointer-events:\s*none/;
  function watchHovering({ page, natives, quietly }, idle) {
    const known2 = /* @__PURE__ */ new WeakMap();
    const revealed = /* @__PURE__ */ new WeakMap();
    let isReading = false;
    let last;
    let timer;
    const refresh = (root) => {
      if (isReading || !("styleSheets" in root)) return;
      isReading = true;
      idle(() => {
        const now = signature(root);
        isReading = known2.get(root)?.signature !== now;
        if (!isReading) return;
        const reading = readRules(root);
        const goOn = (remaining) => {
          let step2 = reading.next();
          while (!step2.done && remaining() > 1) step2 = reading.next();
          if (!step2.done) return idle(goOn);
          known2.set(root, { signature: now, rules: step2.value });
          isReading = false;
        };
        idle(goOn);
      });
    };
    const see = ({ type, target, addedNodes, attributeName, oldValue }) => {
      if (!last) return;
      for (const node of addedNodes) revealed.set(node, { how: "shown", by: last });
      if (type !== "attributes") return;
      const wasHidden = attributeName === "hidden" ? oldValue !== null : HIDDEN_STYLE.test(oldValue ?? "");
      const how = attributeName === "class" || !wasHidden ? "restyled" : "shown";
      revealed.set(target, { how, by: last });
    };
    const observer = new page.MutationObserver(
      (records) => quietly(() => records.slice(0, HOVER_MAX_REVEALED).forEach(see))
    );
    const byRules = (element, root) => {
      const rules = known2.get(root)?.rules;
      if (!rules || !mayBeShown(rules, element)) return void 0;
      for (const node of upwards(element)) {
        for (const { selector, property, when } of rules.shows) {
          if (!matches(node, selector) || !isHiddenBy(rules, node, property)) continue;
          const hovered = around(node, when);
          if (hovered) return hovered;
        }
      }
      return void 0;
    };
    const byScript = (element, root) => {
      const rules = known2.get(root)?.rules;
      let mayBeHidden = false;
      for (const node of upwards(element)) {
        mayBeHidden ||= rules !== void 0 && isHiddenByAny(rules, node);
        const mark = revealed.get(node);
        if (!mark || mark.how === "restyled" && !mayBeHidden) continue;
        const hovered = common(node, mark.by, element);
        if (hovered) return hovered;
      }
      return void 0;
    };
    return {
      entered(element) {
        last = element;
        refresh(element.getRootNode());
        const attributeFilter = ["class", "style", "hidden"];
        if (timer !== void 0) natives.clearTimeout(timer);
        else {
          observer.observe(page.document, {
            subtree: true,
            childList: true,
            attributeFilter,
            attributeOldValue: true
          });
        }
        timer = natives.setTimeout(() => {
          timer = void 0;
          observer.disconnect();
        }, HOVER_REVEAL_MS);
      },
      over(element) {
        for (const record of observer.takeRecords()) see(record);
        const root = element.getRootNode();
        const hovered = byRules(element, root) ?? byScript(element, root);
        return hovered && describe(hovered);
      },
      uninstall: () => observer.disconnect()
    };
  }
  function* upwards(element) {
    let node = element;
    for (let level = 0; node && level < HOVER_MAX_LEVELS; level++) {
      yield node;
      node = node.parentElement;
    }
  }
  function around(node, when) {
    for (const inside of upwards(node)) {
      if (inside !== node && matches(inside, when)) return inside;
      let before = inside.previousElementSibling;
      for (; before; before = before.previousElementSibling) {
        if (matches(before, when)) return before;
      }
    }
    return void 0;
  }
  function common(node, pointed, clicked) {
    for (const inside of upwards(node)) {
      if (inside === clicked || !inside.contains(pointed)) continue;
      return inside.matches("html,body,main,[role=main]") || fillsPage(inside) ? void 0 : inside;
    }
    return void 0;
  }
  function fillsPage({ clientWidth, clientHeight, ownerDocument }) {
    const { clientWidth: width, clientHeight: height } = ownerDocument.documentElement;
    return clientWidth * clientHeight > width * height / 2;
  }

  // packages/capture/src/realm/listeners.ts
  function on(type, listener) {
    return [type, listener, true];
  }
  function listenAll({ page, natives, quietly }, target, listeners) {
    const fenced = listeners.map(
      ([type, listener, capture = false]) => [type, (event) => quietly(() => listener(event)), capture]
    );
    const each = (change) => fenced.forEach((listening) => change(target, ...listening));
    const listen = () => each(natives.listen);
    listen();
    const opened = new page.MutationObserver(listen);
    opened.observe(page.document, { childList: true });
    return () => {
      opened.disconnect();
      each(natives.unlisten);
    };
  }

  // packages/capture/src/hooks/actions/clicks.ts
  function watchClicks(recorder, hovering, isEnterDown) {
    const { waiting } = recorder;
    const clicked = (event) => {
      const hit = targetOf(event);
      if (!event.isTrusted || !hit) return;
      const control = controlOf(hit);
      const byLabel = waiting.has("label", control) ? waiting.take()?.told()[0] : void 0;
      const isPointed = event.detail > 0 || event.pointerType !== "";
      if (!isPointed && isEnterDown() && !byLabel || isPicker(control)) return;
      const more = {};
      if (byLabel) more.position = byLabel.position;
      else if (isPointed) more.position = { x: event.clientX, y: event.clientY };
      if (isToggle(control)) more.checked = control.checked;
      if (event.detail > 1) more.clickCount = event.detail;
      const labelled = control.localName === "label" ? control.control : null;
      const hovered = labelled ? void 0 : hovering.over(control);
      if (hovered) more.hovered = hovered;
      waiting.flush();
      const action = recorder.about("click", control, more);
      if (!labelled) return recorder.record(action);
      waiting.start({ is: "label", about: labelled, milliseconds: 0, told: () => [action] });
    };
    return [on("click", clicked)];
  }

  // packages/capture/src/hooks/actions/forms.ts
  function watchForms({ natives }, recorder) {
    const submitted = (event) => {
      const form = targetOf(event);
      if (!form) return;
      const { submitter } = event;
      const read3 = (name2) => submitter?.getAttribute(`form${name2}`) ?? form.getAttribute(name2) ?? "";
      recorder.waiting.flush();
      recorder.record(
        recorder.about("submit", submitter ?? form, {
          formAction: natives.resolve(read3("action")) ?? read3("action"),
          formMethod: read3("method").toLowerCase() || "get"
        })
      );
    };
    return [on("submit", submitted)];
  }

  // packages/capture/src/hooks/actions/shortcuts.ts
  var NAMED = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|PageUp|PageDown|Delete|Backspace|F\d\d?| )$/;
  var IN_FIELDS = /^(?:ArrowUp|ArrowDown|PageUp|PageDown)$/;
  var EDITING = /^(?:[acvxyz]|Arrow\w+|Home|End|Backspace|Delete)$/i;
  var STEPPED = "select,input:is([type=number],[type=range],[type=radio],[type=date],[type=time],[type=datetime-local],[type=month],[type=week])";
  var PRESSED = "button,a,summary,select,input";
  var Shortcuts = class {
    constructor(now) {
      this.now = now;
    }
    now;
    #last = -Infinity;
    #run = 0;
    mayBe(event, target) {
      const { key } = event;
      const isCharacter = /^[!-~]$/.test(key) && key !== "+";
      if (!isCharacter && !NAMED.test(key) || isSensitiveInput(target)) return false;
      if (event.getModifierState("AltGraph")) return false;
      const isInField = isField(target) || isEditable(target);
      if (event.ctrlKey || event.metaKey) return !(isInField && EDITING.test(key));
      const isShortcut = isCharacter && !/\d/.test(key);
      if (isCharacter) return isShortcut && !isInField && !hidesFields(target) && this.#isApart();
      if (target.matches(STEPPED)) return false;
      if (isInField) return IN_FIELDS.test(key);
      return key !== " " || !target.matches(PRESSED);
    }
    /** Characters one after the other are a word that somebody types where we see no field. */
    #isApart() {
      const now = this.now();
      this.#run = now - this.#last < TYPING_REST_MS ? this.#run + 1 : 1;
      this.#last = now;
      return this.#run <= SHORTCUT_RUN_MAX;
    }
  };
  function hidesFields(target) {
    return target.localName.includes("-") && target.shadowRoot === null;
  }
  function keyName(event) {
    const held = ["Control", "Alt", "Meta", "Shift"].filter((name2) => event.getModifierState(name2));
    const isPlain = event.key.length === 1 && event.key !== " " && held.every((it) => it === "Shift");
    const key = event.key === " " ? "Space" : event.key;
    return isPlain ? key : [...held, key].join("+");
  }
  function watchEffect(page, event) {
    const { document: document2, location } = page;
    const focused = document2.activeElement;
    const { href } = location;
    let hasChanged = false;
    const observer = new page.MutationObserver(() => {
      hasChanged = true;
    });
    observer.observe(document2, { subtree: true, childList: true, attributes: true });
    return () => {
      hasChanged ||= observer.takeRecords().length > 0;
      observer.disconnect();
      const isUnderWay = event.eventPhase !== Event.NONE;
      const hasMoved = document2.activeElement !== focused || location.href !== href;
      return event.defaultPrevented || isUnderWay || hasMoved || hasChanged;
    };
  }

  // packages/capture/src/hooks/actions/keys.ts
  var KEYS = ["Enter", "Escape", "Tab"];
  function watchKeys({ page, now }, recorder) {
    const { waiting } = recorder;
    const shortcuts = new Shortcuts(now);
    let isEnterDown = false;
    const press = (field, key) => field.matches("html,body") ? recorder.stamp({ type: "keypress", key }) : recorder.about("keypress", field, { key });
    const pressed = (event) => {
      isEnterDown = event.key === "Enter";
      const target = targetOf(event);
      if (!event.isTrusted || event.repeat || event.isComposing || !target) return;
      const field = fieldOf(target);
      if (!KEYS.includes(event.key)) {
        if (shortcuts.mayBe(event, target)) listenedTo(event, field);
        return;
      }
      const typing = waiting.has("typing", field) ? waiting.take() : void 0;
      const action = recorder.about("keypress", field, { key: keyName(event) });
      const told3 = () => [...typing?.told() ?? [], action];
      waiting.start({ is: event.key, about: field, milliseconds: 0, told: told3 });
      if (event.key !== "Enter" || !isMultiline(field)) waiting.flush();
    };
    const listenedTo = (event, field) => {
      const action = press(field, keyName(event));
      const hasEffect = watchEffect(page, event);
      const isTold = () => hasEffect() && (event.defaultPrevented || !isField(field));
      const told3 = () => isTold() ? [action] : [];
      waiting.start({ is: "shortcut", about: event, milliseconds: 0, told: told3 });
    };
    const released = () => {
      isEnterDown = false;
    };
    return {
      listening: [on("keydown", pressed), on("keyup", released), on("pointerdown", released)],
      isEnterDown: () => isEnterDown
    };
  }

  // packages/capture/src/hooks/actions/scrolling.ts
  function watchScrolling(context, recorder) {
    const { page, now } = context;
    const { waiting } = recorder;
    let scrolling;
    const scrolled = ({ target }) => {
      if (context.isScrolledByUs?.()) return;
      const element = target instanceof page.Element ? target : void 0;
      if (!waiting.has("scroll", target)) {
        waiting.flush();
        scrolling = element ? recorder.about("scroll", element, {}) : recorder.stamp({ type: "scroll" });
      }
      const action = { type: "scroll", ...scrolling, timestamp: now() };
      const told3 = () => [
        {
          ...action,
          scrollX: Math.round(element?.scrollLeft ?? page.scrollX),
          scrollY: Math.round(element?.scrollTop ?? page.scrollY)
        }
      ];
      waiting.start({ is: "scroll", about: target, milliseconds: SCROLL_EVERY_MS, told: told3 });
    };
    return [on("scroll", scrolled)];
  }

  // packages/capture/src/hooks/actions/typing.ts
  function watchTyping({ now }, recorder) {
    const { waiting } = recorder;
    const values = /* @__PURE__ */ new WeakMap();
    let typing;
    const typed = (event) => {
      const target = targetOf(event);
      if (!target || !isField(target)) return;
      const field = fieldOf(target);
      if (field.localName === "select" || isToggle(field) || !isByUser(event, field)) return;
      const isBreak = /^insert(?:LineBreak|Paragraph)$/.test(event.inputType ?? "");
      if (isBreak && waiting.has("Enter", field)) waiting.take();
      changed(field);
    };
    const changed = (field) => {
      const value = field.matches("input,textarea") ? valueOf(field) : void 0;
      if (!waiting.has("typing", field)) {
        waiting.flush();
        typing = recorder.about("input", field, { inputType: inputTypeOf(field) });
      }
      const action = { type: "input", ...typing, timestamp: now() };
      const told3 = () => {
        const last = value ?? valueOf(field);
        values.set(field, last);
        return [{ ...action, value: last }];
      };
      const milliseconds = TYPING_REST_MS;
      waiting.start({ is: "typing", about: field, milliseconds, restarts: true, told: told3 });
    };
    const settled = (event) => {
      const field = targetOf(event);
      if (!field || !isField(field) || isToggle(field)) return;
      if (field.localName === "select") {
        waiting.flush();
        const choice = choiceOf(field);
        return recorder.record(recorder.about("select", field, choice));
      }
      if (!waiting.has("typing", field)) {
        const isNews = isByUser(event, field) && values.get(field) !== valueOf(field);
        if (!isNews) return;
        changed(field);
      }
      waiting.flush();
    };
    const left = (event) => {
      const target = targetOf(event);
      if (target && waiting.has("typing", fieldOf(target))) waiting.flush();
    };
    return [on("input", typed), on("change", settled), on("focusout", left)];
  }
  function isByUser(event, field) {
    if (event.isTrusted || field.matches("[type=file]")) return true;
    return field.getRootNode().activeElement === field;
  }

  // packages/capture/src/hooks/actions/index.ts
  function hookActions(context, recorder, locators, hovering) {
    const flush = () => recorder.waiting.flush();
    const keys4 = watchKeys(context, recorder);
    const listening = [
      ...keys4.listening,
      ...watchClicks(recorder, hovering, keys4.isEnterDown),
      ...watchTyping(context, recorder),
      ...watchForms(context, recorder),
      ...watchScrolling(context, recorder),
      ...watchApproach(context, recorder, locators, hovering),
      // A driver's binding hears nothing of a page that goes; what was typed must leave before.
      on("beforeunload", flush),
      on("pagehide", flush)
    ];
    const guarded2 = listening.map(([type, listener, capture]) => {
      const ifOn = (event) => {
        if (recorder.isOn()) listener(event);
      };
      return [type, ifOn, capture];
    });
    const unlisten = listenAll(context, context.page, guarded2);
    return () => {
      flush();
      unlisten();
    };
  }
  function watchApproach({ natives }, recorder, locators, hovering) {
    let rest;
    const approached = (event) => {
      const target = targetOf(event);
      if (!target) return;
      if (isField(target)) isSensitiveInput(target);
      recorder.look();
      const control = controlOf(target);
      if (rest !== void 0) natives.clearTimeout(rest);
      if (event.type !== "pointerover") return locators.prepare(control);
      hovering.entered(target);
      if (!control.matches(CONTROLS)) return;
      rest = natives.setTimeout(() => locators.prepare(control), POINTER_REST_MS);
    };
    return [on("pointerover", approached), on("pointerdown", approached), on("focusin", approached)];
  }

  // packages/capture/src/hooks/actions/frame.ts
  function frameOf(page) {
    if (page === page.parent) return void 0;
    const frame = placeOf(page);
    const outer = [];
    let around2 = page.parent;
    while (around2 !== around2.parent && outer.length < FRAMES_MAX) {
      outer.unshift(placeOf(around2));
      around2 = around2.parent;
    }
    if (outer.length > 0) frame.outer = outer;
    return frame;
  }
  function placeOf(window2) {
    const frame = {};
    const url = readable(() => window2.location.href);
    if (url !== void 0) frame.url = url;
    const name2 = readable(() => window2.name);
    if (name2) frame.name = name2;
    const element = readable(() => window2.frameElement);
    const selector = element ? cssPath(element) : void 0;
    if (selector !== void 0) frame.selector = selector;
    return frame;
  }
  function pageUrl(page) {
    return readable(() => page.top?.location.href) ?? page.location.href;
  }
  function readable(read3) {
    try {
      return read3();
    } catch {
      return void 0;
    }
  }

  // packages/capture/src/hooks/actions/waiting.ts
  var Waiting = class {
    constructor(timers, tell) {
      this.timers = timers;
      this.tell = tell;
    }
    timers;
    tell;
    #wait;
    #timer;
    /** Waits with `wait`. The same thing takes the place of what waits, another sends it. */
    start(wait) {
      const isSame2 = this.has(wait.is, wait.about);
      if (!isSame2) this.flush();
      this.#wait = wait;
      if (isSame2 && !wait.restarts) return;
      this.#stop();
      this.#timer = this.timers.setTimeout(() => this.flush(), wait.milliseconds);
    }
    has(is, about) {
      return this.#wait?.is === is && this.#wait.about === about;
    }
    /** Takes what waits away, unsent. */
    take() {
      const wait = this.#wait;
      this.#wait = void 0;
      this.#stop();
      return wait;
    }
    flush() {
      for (const action of this.take()?.told() ?? []) this.tell(action);
    }
    #stop() {
      if (this.#timer !== void 0) this.timers.clearTimeout(this.#timer);
      this.#timer = void 0;
    }
  };

  // packages/capture/src/hooks/actions/recorder.ts
  var SIMPLE = [
    ...["inputType", "value", "key", "scrollX", "scrollY", "toUrl"],
    ...["dialog", "message", "accepted"]
  ];
  var BUSY = "[aria-busy=true],progress:not([value]),.spinner,.loader,.loading,.skeleton,[role=progressbar]:not([aria-valuenow])";
  function makeRecorder(context, idle, locators) {
    const { page, natives, settings } = context;
    const recent = [];
    const entered = [];
    let isLooking = false;
    let lookedAt = -Infinity;
    let busyAt = -Infinity;
    const isOn = () => settings.actions && !settings.paused;
    const tell = (action) => {
      if (!isOn()) return;
      recent.push(simple2(action));
      if (recent.length > RECENT_ACTIONS) recent.shift();
      note(action);
      context.emit("action", action);
    };
    const note = ({ value, selectedText }) => {
      const said = (value ?? selectedText ?? "").trim();
      if (said.length < ENTERED_MIN_CHARS || said === REDACTED) return;
      entered.push(said);
      if (entered.length > ENTERED_MAX) entered.shift();
    };
    const waiting = new Waiting(
      {
        setTimeout: (work, milliseconds) => natives.setTimeout(() => context.quietly(work), milliseconds),
        clearTimeout: natives.clearTimeout
      },
      tell
    );
    const simple2 = ({ type, timestamp, selectors, position, ...action }) => {
      const about = { ts: natives.iso(Number(timestamp)), type };
      const target = selectors?.cssPath ?? selectors?.id;
      if (target !== void 0) about.target = target;
      if (selectors?.text !== void 0) about["text"] = selectors.text;
      Object.assign(about, position);
      for (const name2 of SIMPLE) {
        if (action[name2] !== void 0) about[name2] = action[name2];
      }
      if (type === "select") about["value"] = action.selectedValue;
      return about;
    };
    const stamp2 = (action) => {
      const frame = frameOf(page);
      const stamped = {
        ...action,
        id: context.nextId(),
        timestamp: context.now(),
        url: pageUrl(page)
      };
      if (frame) stamped.frame = frame;
      const pending = context.pending.count;
      if (pending > 0) stamped.pendingRequests = pending;
      if (context.now() - busyAt < BUSY_MAX_AGE_MS) stamped.busy = true;
      return stamped;
    };
    return {
      waiting,
      isOn,
      stamp: stamp2,
      about(type, element, more) {
        const isEnhanced = settings.enhancedSelectors;
        const selectors = isEnhanced ? describe(element) : describeBriefly(element);
        if (isEnhanced) locators.add(element, selectors);
        return stamp2({ type, selectors, ...more });
      },
      record(action) {
        waiting.flush();
        tell(action);
      },
      recent() {
        waiting.flush();
        return recent.slice();
      },
      entered: () => entered,
      look() {
        if (isLooking || context.now() - lookedAt < LOOK_EVERY_MS) return;
        isLooking = true;
        idle(() => {
          isLooking = false;
          lookedAt = context.now();
          const isBusy = page.document.querySelector(BUSY)?.checkVisibility();
          busyAt = isBusy ? context.now() : -Infinity;
          findOpenRoots(page.document);
        });
      }
    };
  }

  // packages/capture/src/hooks/navigation.ts
  function hookNavigation(context, recorder, moved) {
    const { page } = context;
    const { document: document2, location } = page;
    const api = "navigation" in page ? page.navigation : void 0;
    let url = location.href;
    const tell = (navigation, fromUrl, toUrl) => {
      if (!recorder.isOn()) return;
      recorder.waiting.flush();
      const action = { type: "navigate", toUrl, navigation };
      recorder.record(recorder.stamp(fromUrl ? { ...action, fromUrl } : action));
    };
    const loaded = (how) => {
      if (page !== page.parent || location.protocol === "about:") return;
      tell(how, api?.activation?.from?.url ?? (document2.referrer || void 0), location.href);
    };
    const changed = (event) => {
      const before = url;
      url = location.href;
      if (url === before) return;
      const { navigationType = event.type === "popstate" ? "traverse" : "push" } = event;
      tell(navigationType ?? "push", before, url);
      moved();
    };
    const shown = (event) => {
      if (event.persisted) loaded("back_forward");
    };
    const changes2 = api ? ["currententrychange"] : ["popstate", "hashchange"];
    const uninstalls = [
      listenAll(context, page, [["pageshow", shown]]),
      listenAll(
        context,
        api ?? page,
        changes2.map((type) => [type, changed])
      )
    ];
    context.quietly(() => loaded(howLoaded(page)));
    return () => uninstalls.forEach((uninstall) => uninstall());
  }
  function howLoaded({ performance: performance2, document: document2 }) {
    const [entry] = performance2.getEntriesByType("navigation");
    if (entry && entry.type !== "navigate") return entry.type;
    return document2.referrer ? "link" : "typed";
  }

  // packages/capture/src/hooks/outline/changed.ts
  var KINDS = { subtree: true, childList: true, characterData: true, attributes: true };
  function watchChanged({ page, quietly }, isByItself, found) {
    const { document: document2 } = page;
    let hasChanged = false;
    let values;
    const see = (records) => {
      if (hasChanged || records.every(({ target }) => isByItself(target))) return;
      hasChanged = true;
      observer.disconnect();
      found();
    };
    const observer = new page.MutationObserver((records) => quietly(() => see(records)));
    const observe = (path2) => {
      observer.observe(document2, KINDS);
      for (const node of path2) if (node instanceof page.ShadowRoot) observer.observe(node, KINDS);
    };
    return {
      expect(path2) {
        observer.disconnect();
        hasChanged = false;
        values = void 0;
        observe(path2);
      },
      again(path2) {
        if (hasChanged) return;
        see(observer.takeRecords());
        if (hasChanged) return;
        values ??= valuesOf(document2);
        observe(path2);
      },
      has() {
        see(observer.takeRecords());
        return hasChanged || values !== void 0 && values !== valuesOf(document2);
      },
      stop() {
        observer.disconnect();
      }
    };
  }
  function valuesOf(document2) {
    const fields = [...document2.querySelectorAll("input,select,textarea")];
    return fields.slice(0, CHANGED_MAX_FIELDS).map(stateOf).join("\n");
  }
  function stateOf(field) {
    const { value, checked } = field;
    return `${value} ${checked}`;
  }

  // packages/capture/src/hooks/outline/boxes.ts
  var Boxes = class {
    constructor(page) {
      this.page = page;
    }
    page;
    /** Boxes that have kept their size so far, the nearest first. */
    #steady = /* @__PURE__ */ new WeakMap();
    #looks = /* @__PURE__ */ new WeakMap();
    /** Whether a few more looks may tell something new. */
    isOpen(element) {
      return (this.#looks.get(element) ?? 0) < BOX_MAX_LOOKS;
    }
    /** Looks at the boxes around it; those that changed are out. Reads layout, so in idle time only. */
    look(element) {
      this.#looks.set(element, (this.#looks.get(element) ?? 0) + 1);
      const known2 = this.#steady.get(element) ?? this.#around(element);
      this.#steady.set(element, known2.filter(isSame));
    }
    /** The nearest box that kept its size. */
    of(element) {
      return this.#steady.get(element)?.[0]?.box;
    }
    /** The boxes around an element; what is inline has none of its own. */
    #around(element) {
      const { body } = this.page.document;
      const found = [];
      let around2 = element;
      for (let level = 0; around2 && around2 !== body && level < BOX_MAX_LEVELS; level++) {
        const { display } = this.page.getComputedStyle(around2);
        if (display !== "inline" && display !== "contents") found.push(sized(around2));
        around2 = around2.parentElement;
      }
      return found;
    }
  };
  function sized(box) {
    const { width, height } = box.getBoundingClientRect();
    return { box, width, height };
  }
  function isSame({ box, width, height }) {
    const now = sized(box);
    return Math.abs(now.width - width) < 0.5 && Math.abs(now.height - height) < 0.5;
  }

  // packages/capture/src/hooks/outline/effects.ts
  var Effects = class {
    constructor(now, pending) {
      this.now = now;
      this.pending = pending;
      this.#acted = now();
      this.#until = this.#acted + EFFECT_OF_ACTION_MS;
    }
    now;
    pending;
    #acted;
    #until;
    /** The user did something; loading a page is one such thing. */
    acted() {
      this.#acted = this.now();
      this.#until = this.#acted + EFFECT_OF_ACTION_MS;
    }
    /** Asked at each change, and while waiting for requests. */
    isEffect() {
      const now = this.now();
      if (now >= this.#acted + EFFECT_MAX_MS) return false;
      if (now < this.#until && this.pending() > 0) this.#until = now + EFFECT_OF_ACTION_MS;
      return now < this.#until;
    }
  };

  // packages/capture/src/hooks/outline/hash.ts
  function hash(text2) {
    let value = 2166136261;
    for (let index = 0; index < text2.length; index++) {
      value = Math.imul(value ^ text2.charCodeAt(index), 16777619);
    }
    return (value >>> 0).toString(16).padStart(8, "0");
  }

  // packages/capture/src/hooks/outline/dynamic.ts
  function watchDynamic(context, idle, found) {
    const { page, natives, quietly, settings } = context;
    const { document: document2 } = page;
    const nodes = /* @__PURE__ */ new Map();
    const seen = /* @__PURE__ */ new Set();
    const boxes = new Boxes(page);
    const effects = new Effects(context.now, () => context.pending.count);
    const affected = /* @__PURE__ */ new WeakMap();
    let floodedAt = -Infinity;
    const settle = () => {
      const before = nodes.size;
      for (const element of seen) {
        if (nodes.has(element)) {
          boxes.look(element);
          continue;
        }
        if (nodes.size >= OUTLINE_MAX_DYNAMIC) continue;
        const text2 = element.isConnected ? normalize(element.textContent ?? "") : "";
        const path2 = text2.length <= DYNAMIC_TEXT_MAX_CHARS ? cssPath(element) : void 0;
        if (path2 === void 0 || text2 === "") continue;
        nodes.set(element, path2);
        boxes.look(element);
      }
      seen.clear();
      if (nodes.size > before) found();
    };
    const see = (records) => {
      if (settings.paused || !settings.outlines) return;
      if (effects.isEffect()) {
        const now = context.now();
        if (records.length > DYNAMIC_MAX_RECORDS) floodedAt = now;
        for (const record of records.slice(0, DYNAMIC_MAX_RECORDS)) {
          for (const node of affectedBy(record)) affected.set(node, now);
        }
        return;
      }
      const isIdle = seen.size === 0;
      for (const record of records.slice(0, DYNAMIC_MAX_RECORDS)) {
        const element = changedText(record);
        if (!element || seen.size >= OUTLINE_MAX_DYNAMIC) continue;
        const isWanted2 = nodes.has(element) ? boxes.isOpen(element) : nodes.size < OUTLINE_MAX_DYNAMIC;
        if (isWanted2) seen.add(element);
      }
      if (isIdle && seen.size > 0) idle(settle);
    };
    const observer = new page.MutationObserver((records) => quietly(() => see(records)));
    observer.observe(document2, {
      subtree: true,
      characterData: true,
      childList: true,
      attributeFilter: ["hidden", "open", "aria-hidden", "aria-selected"]
    });
    const follow = () => {
      if (effects.isEffect()) natives.setTimeout(() => quietly(follow), EFFECT_OF_ACTION_MS / 2);
    };
    const acted = () => {
      const isFollowed = effects.isEffect();
      effects.acted();
      if (!isFollowed) follow();
    };
    const byUser = (event) => {
      if (event.isTrusted) acted();
    };
    const types = ["pointerdown", "pointerup", "keydown", "input", "wheel", "load"];
    const unlisten = listenAll(
      context,
      page,
      types.map((type) => [type, byUser, true])
    );
    follow();
    return {
      has: (element) => [...nodes.keys()].some((node) => element.contains(node) || node.contains(element)),
      isEffect(element, since) {
        if (floodedAt >= since) return true;
        let around2 = element;
        while (around2 && !((affected.get(around2) ?? -Infinity) >= since)) {
          around2 = around2.parentElement;
        }
        return around2 !== null;
      },
      owns: (node) => [...nodes.keys()].some((one) => one.contains(node)),
      list() {
        for (const element of nodes.keys()) if (!element.isConnected) nodes.delete(element);
        return [...nodes].map(([element, path2]) => {
          const node = {
            cssPath: path2,
            textHash: hash(normalize(element.textContent ?? ""))
          };
          const box = boxes.of(element);
          const boxPath = box && box !== element && box.isConnected ? cssPath(box) : void 0;
          if (boxPath !== void 0) node.boxPath = boxPath;
          return node;
        });
      },
      moved: acted,
      uninstall() {
        observer.disconnect();
        unlisten();
      }
    };
  }
  function affectedBy({ type, target, addedNodes }) {
    if (type === "characterData") return target.parentElement ? [target.parentElement] : [];
    if (type === "attributes") return [target];
    return [...addedNodes].map((node) => node.nodeType === Node.TEXT_NODE ? target : node);
  }
  function changedText({ type, target, addedNodes, removedNodes }) {
    if (type === "characterData") return target.parentElement;
    if (type === "attributes") return null;
    const isReplaced = addedNodes.length > 0 && removedNodes.length > 0;
    return isReplaced && target.nodeType === Node.ELEMENT_NODE ? target : null;
  }

  // packages/capture/src/hooks/outline/texts.ts
  var SKIPPED = "script,style,noscript,template,textarea,select,datalist,svg,iframe,[aria-hidden=true]";
  var LABELS = "button,label:is([for],:has(input,select,textarea)):not(li *),[role=button],[role=tab],[role=menuitem],legend,caption";
  var BUSY2 = "[aria-busy=true],[role=progressbar],.spinner,.loader,.loading,.skeleton";
  function readTexts(page, now) {
    const lines = [];
    if (!page.body) return { lines, isWhole: true };
    const secrets = secretsOf(page);
    const until = now() + OUTLINE_LOOK_MAX_MS;
    const seen = /* @__PURE__ */ new Set();
    const walker = page.createTreeWalker(
      page.body,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      accept
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || seen.has(element)) continue;
      if (seen.size >= OUTLINE_MAX_LINES || seen.size % 64 === 63 && now() > until) {
        return { lines: outermost(lines), isWhole: false };
      }
      seen.add(element);
      const text2 = normalize(element.textContent ?? "");
      if (!isTellable(text2, secrets) || element.closest(LABELS)) continue;
      if (element.childElementCount > 0 && element.querySelector(LABELS)) continue;
      if (isShown(element)) lines.push({ element, text: text2 });
    }
    return { lines: outermost(lines), isWhole: true };
  }
  function accept(node) {
    if (node.nodeType === Node.TEXT_NODE) {
      return /\S/.test(node.nodeValue ?? "") ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
    }
    const element = node;
    const isSkipped = element.matches(SKIPPED) || isEditable(element);
    return isSkipped ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  }
  function isTellable(text2, secrets) {
    if (text2.length < 2 || text2.length > OUTLINE_TEXT_MAX_CHARS || /^\d+$/.test(text2)) return false;
    return !secrets.some((secret) => text2.includes(secret));
  }
  function outermost(lines) {
    const elements = new Set(lines.map(({ element }) => element));
    const isInside = ({ element }) => {
      for (let around2 = element.parentElement; around2; around2 = around2.parentElement) {
        if (elements.has(around2)) return true;
      }
      return false;
    };
    return lines.filter((line2) => !isInside(line2));
  }
  function secretsOf(page) {
    const fields = [...page.querySelectorAll("input")];
    return fields.slice(0, OUTLINE_SECRETS_MAX).filter((field) => field.value.length > 2 && isSensitiveInput(field)).map((field) => normalize(field.value));
  }
  function isShown(element) {
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }
  function isPassing({ element, text: text2 }) {
    return /(?:…|\.\.\.)$/.test(text2) || element.closest(BUSY2) !== null;
  }

  // packages/capture/src/hooks/outline/elements.ts
  var SORTS = {
    live: 2,
    dialog: 1,
    heading: 2,
    tab: 1,
    marked: 3,
    order: 1,
    row: 2,
    text: 2,
    gone: 1
  };
  var RANKS = Object.keys(SORTS);
  function choose(from, isNews = () => false) {
    const uses = /* @__PURE__ */ new Map();
    for (const one of from) uses.set(identity(one), (uses.get(identity(one)) ?? 0) + 1);
    const said = /* @__PURE__ */ new Set();
    const isWorthSaying = (one) => {
      if (one.text === "" || uses.get(identity(one)) !== 1 || said.has(one.text)) return false;
      said.add(one.text);
      return true;
    };
    const news = from.filter(isNews);
    const rest = from.filter((one) => !news.includes(one));
    const ordered = [...byRank(news), ...byRank(rest)].filter(isWorthSaying);
    const counts = /* @__PURE__ */ new Map();
    const isWithin = ({ sort: sort2 }) => {
      const count3 = (counts.get(sort2) ?? 0) + 1;
      counts.set(sort2, count3);
      return count3 <= SORTS[sort2];
    };
    const first = ordered.filter(isWithin);
    const others = ordered.filter((one) => !first.includes(one));
    return [...first, ...others].slice(0, OUTLINE_MAX_ELEMENTS);
  }
  function byRank(some2) {
    const rank = ({ sort: sort2, level = 0 }) => RANKS.indexOf(sort2) * 10 + level;
    return some2.toSorted((one, other) => rank(one) - rank(other));
  }
  function identity({ sort: sort2, role = "", level = 0, text: text2, ...marked }) {
    if (sort2 === "marked") return `marked ${marked.testIdAttribute ?? ""} ${marked.testId}`;
    return `${sort2} ${role} ${level} ${text2}`;
  }
  function outlined({ sort: _sort, element: _element, ...known2 }) {
    const text2 = cut(known2.text, OUTLINE_TEXT_MAX_CHARS);
    return { ...known2, text: text2, ...text2 !== known2.text && { truncated: true } };
  }
  function landmarks(page) {
    const found = page.querySelectorAll(
      `h1,h2,dialog[open],[role=dialog],[role=alertdialog],[role=tab][aria-selected=true],${TEST_ID_CSS}`
    );
    return withCaches(
      () => [...found].slice(0, OUTLINE_MAX_CANDIDATES).filter(isVisible).map(candidate)
    );
  }
  function candidate(element) {
    const known2 = { text: "", visible: true, element, ...testIdOf(element) };
    if (/^h[12]$/.test(element.localName) && !element.hasAttribute("role")) {
      const level = Number(element.localName[1]);
      return { ...known2, sort: "heading", role: "heading", level, text: nameOf2(element) };
    }
    if (element.matches("dialog,[role=dialog],[role=alertdialog]")) {
      const role2 = element.getAttribute("role") ?? "dialog";
      return { ...known2, sort: "dialog", role: role2, text: nameOf2(element) };
    }
    if (element.matches("[role=tab]")) {
      return { ...known2, sort: "tab", role: "tab", text: nameOf2(element) };
    }
    if (element.querySelector(TEST_ID_CSS)) return { ...known2, sort: "marked" };
    const role = roleOf(element)?.role;
    const text2 = normalize(element.textContent ?? "");
    return { ...known2, sort: "marked", ...role !== void 0 && { role }, text: text2 };
  }
  function isVisible(element) {
    if (!isShown(element)) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  }

  // packages/capture/src/hooks/outline/rows.ts
  var ROWS = "li,tr,article,[role=listitem],[role=row],[role=article]";
  var EDGES = ":is(header,footer):not(:is(main,section,article) *),[role=banner],[role=contentinfo]";
  var ASIDE = `nav,thead,${EDGES},[role=navigation],[role=menu],[role=menubar],[role=tablist]`;
  function rowAround(element) {
    const row = element.closest(ROWS);
    return row && !row.closest(ASIDE) ? row : null;
  }
  function rowsOf(lines) {
    const rows = /* @__PURE__ */ new Map();
    for (const line2 of lines) {
      const row = rowAround(line2.element);
      if (!row) continue;
      const known2 = rows.get(row);
      if (known2) known2.push(line2);
      else rows.set(row, [line2]);
    }
    return [...rows].flatMap(([element, said]) => {
      const role = ariaRole(element);
      if (role === null || !/^(?:listitem|row|article)$/.test(role)) return [];
      const parts = said.map((line2) => line2.element);
      return [{ element, role, lines: said.map(({ text: text2 }) => text2), parts }];
    });
  }
  function whole({ lines }) {
    return lines.join("\n");
  }
  function told(row, before) {
    const [first = "", ...rest] = row.lines;
    const earlier = before.find(({ lines }) => lines[0] === first);
    const isNew = (line2) => !earlier?.lines.includes(line2);
    const ordered = [first, ...rest.filter(isNew), ...rest.filter((line2) => !isNew(line2))];
    let text2 = "";
    for (const line2 of new Set(ordered)) {
      const longer = text2 === "" ? line2 : `${text2}
${line2}`;
      if (longer.length >= OUTLINE_TEXT_MAX_CHARS) break;
      text2 = longer;
    }
    return text2;
  }
  function swapped(now, before) {
    const places = new Map(before.map((row, place3) => [whole(row), place3]));
    const isSingle = (row) => now.filter(({ lines }) => mentions(lines, row.lines[0] ?? "")).length === 1;
    for (const [index, row] of now.entries()) {
      const next = now[index + 1];
      if (next?.element.parentElement !== row.element.parentElement) continue;
      const [here, there] = [places.get(whole(row)), places.get(whole(next))];
      if (here === void 0 || there === void 0 || here < there) continue;
      if (isSingle(row) && isSingle(next)) return [row, next];
    }
    return void 0;
  }
  function gone(now, before) {
    const said = now.map(({ text: text2 }) => text2);
    return before.filter(({ lines }) => {
      const [first = ""] = lines;
      return first.length > 2 && !mentions(said, first);
    });
  }
  function mentions(lines, text2) {
    const wanted = text2.toLowerCase();
    return lines.some((line2) => line2.toLowerCase().includes(wanted));
  }

  // packages/capture/src/hooks/outline/look.ts
  var LIVE = "[role=status],[role=alert],[role=log],output,[aria-live=polite],[aria-live=assertive]";
  var AROUND = `nav,${EDGES},aside,a,h1,h2,th,[role=navigation],[role=complementary],${TEST_ID_CSS}`;
  function lookAt(page, clock) {
    const texts = readTexts(page, clock);
    const rows = withCaches(() => rowsOf(texts.lines));
    return { landmarks: landmarks(page), rows, texts };
  }
  function changes(now, before, watched) {
    const fresh = freshLines(now, before, watched);
    const texts = fresh.filter(
      ({ element }) => !rowAround(element) && !element.closest(`${AROUND},${LIVE}`)
    );
    const earlier = new Set(before.rows.map(whole));
    const isNews = (row2) => !earlier.has(whole(row2)) && row2.parts.some(watched.isEffect);
    const rows = ranked(now.rows.filter(isNews), before.rows, watched);
    const found = [
      ...some(texts).map(asText),
      ...some(rows).map((row2) => asRow(row2, before.rows)),
      ...vanished(now, before)
    ];
    const [row, next] = swapped(now.rows, before.rows) ?? [];
    if (row && next) found.push({ ...asRow(row, []), sort: "order", before: next.lines[0] ?? "" });
    return found.filter(isSteady(watched));
  }
  function messages(now, before, watched) {
    return freshLines(now, before, watched).flatMap((line2) => {
      const region = line2.element.closest(LIVE);
      if (!region) return [];
      const role = ariaRole(region);
      if (role === null || !/^(?:status|alert|log)$/.test(role)) return [];
      return [{ ...asText(line2), sort: "live", role }];
    });
  }
  function firstSight({ rows, texts }, watched) {
    const lines = texts.lines.filter(
      (line2) => !isPassing(line2) && !line2.element.closest(`${AROUND},${LIVE}`)
    );
    const outside = lines.filter(({ element }) => !rowAround(element));
    const echoed = echo(outside, ({ text: text2 }) => text2, watched);
    return [
      ...some(ranked(rows, [], watched)).map((row) => asRow(row, [])),
      ...some(echoed).map(asText)
    ].filter(isSteady(watched));
  }
  function freshLines({ texts }, before, { isEffect }) {
    const earlier = new Set(before.texts.lines.map(({ text: text2 }) => text2));
    return texts.lines.filter(
      (line2) => !earlier.has(line2.text) && !isPassing(line2) && isEffect(line2.element)
    );
  }
  function vanished(now, before) {
    const isGone = ({ sort: sort2, text: text2 }) => sort2 === "dialog" && text2 !== "" && !now.landmarks.some((one) => one.sort === sort2 && one.text === text2);
    const closed = before.landmarks.filter(isGone);
    const rows = now.texts.isWhole && before.texts.isWhole ? gone(now.texts.lines, before.rows) : [];
    return [
      ...closed.map(({ role = "dialog", text: text2 }) => ({ sort: "dialog", role, text: text2 })),
      ...rows.slice(0, 1).map(({ role, lines }) => ({
        sort: "gone",
        role,
        text: lines[0] ?? ""
      }))
    ].map((one) => ({ ...one, visible: false }));
  }
  function ranked(rows, before, watched) {
    const names = new Set(before.map(({ lines }) => lines[0]));
    const isKnown = ({ lines }) => names.has(lines[0]);
    const ordered = [...rows.filter(isKnown), ...rows.filter((row) => !isKnown(row))];
    return echo(ordered, whole, watched);
  }
  function echo(all2, textOf4, { entered }) {
    const values = entered();
    const held = (one) => values.filter((value) => textOf4(one).includes(value)).length;
    const counted2 = all2.map((one) => [one, held(one)]);
    return counted2.toSorted(([, one], [, other]) => other - one).map(([one]) => one);
  }
  function some(all2) {
    return all2.slice(0, OUTLINE_MAX_ELEMENTS * 2);
  }
  function asText({ element, text: text2 }) {
    return { sort: "text", text: text2, visible: true, element };
  }
  function asRow(row, before) {
    const { element, role, lines } = row;
    const isKnown = before.some((earlier) => earlier.lines[0] === lines[0]);
    return {
      sort: "row",
      role,
      text: told(row, before),
      visible: true,
      ...isKnown && { changed: true },
      element
    };
  }
  function isSteady({ isDynamic }) {
    return ({ element }) => !element || isVisible(element) && !isDynamic(element);
  }
  function placed(one) {
    const path2 = one.element && /^(?:live|text)$/.test(one.sort) ? cssPath(one.element) : void 0;
    return path2 === void 0 ? one : { ...one, cssPath: path2 };
  }

  // packages/capture/src/hooks/outline/index.ts
  function hookOutlines(context, idle, entered) {
    const { page, natives, quietly, settings } = context;
    const { document: document2, location } = page;
    if (page !== page.parent) return { moved() {
    }, uninstall() {
    } };
    let timer;
    let patience = OUTLINE_AFTER_DYNAMIC_MS;
    let actedAt = -Infinity;
    let before;
    let lookedAt = -Infinity;
    let knownPlace = "";
    const watched = {
      isDynamic: (element) => dynamic.has(element),
      isEffect: (element) => dynamic.isEffect(element, lookedAt),
      entered
    };
    const found = (now, isSamePage) => {
      const steady = now.landmarks.filter(({ element }) => !element || !dynamic.has(element));
      if (!before) return [[...steady, ...firstSight(now, watched)], /* @__PURE__ */ new Set()];
      const said = messages(now, before, watched);
      if (!isSamePage) return [[...said, ...steady, ...firstSight(now, watched)], new Set(said)];
      const known2 = new Set(before.landmarks.map(name));
      const fresh = steady.filter((one) => !known2.has(name(one)));
      const changed2 = changes(now, before, watched);
      return [[...said, ...steady, ...changed2], /* @__PURE__ */ new Set([...said, ...fresh, ...changed2])];
    };
    const take = (isAsked = true) => {
      timer = void 0;
      const isBlank = location.protocol === "about:";
      if (settings.paused || !settings.outlines || isBlank) return;
      const now = lookAt(document2, context.now);
      const isSamePage = place2(location) === knownPlace;
      const [all2, news] = found(now, isSamePage);
      if (isSamePage && news.size === 0 && !isAsked) return;
      before = now;
      lookedAt = context.now();
      knownPlace = place2(location);
      const outline = {
        timestamp: natives.iso(lookedAt),
        url: location.href,
        title: document2.title,
        elements: choose(all2, (one) => news.has(one)).map((one) => outlined(placed(one)))
      };
      const changing = dynamic.list();
      if (changing.length > 0) outline.dynamic = changing;
      context.emit("outline", outline);
    };
    const stop = () => {
      if (timer !== void 0) natives.clearTimeout(timer);
      timer = void 0;
    };
    const takeIn = (milliseconds) => {
      stop();
      timer = natives.setTimeout(() => quietly(() => take()), milliseconds);
    };
    const dynamic = watchDynamic(context, idle, () => {
      if (timer !== void 0) return;
      takeIn(patience);
      patience *= 2;
    });
    const clicks = { on: void 0, count: 0, since: -Infinity };
    let sentAt = -Infinity;
    const isSent = () => context.now() - sentAt < SUBMIT_EFFECT_MAX_MS;
    const changed = watchChanged(
      context,
      (node) => dynamic.owns(node),
      () => {
        if (isSent() && timer === void 0) settleIn(OUTLINE_AFTER_ACTION_MS, false);
      }
    );
    const remaining = () => {
      const { count: count3, answeredAt } = context.pending;
      const elapsed = count3 > 0 ? 0 : Math.max(0, context.now() - answeredAt);
      return OUTLINE_AFTER_ACTION_MS - elapsed;
    };
    const settle = (isAsked) => {
      const wait = remaining();
      const isWaiting = wait > 0 && context.now() - actedAt < OUTLINE_WAIT_MAX_MS;
      if (isWaiting) return settleIn(wait, isAsked);
      const isDoubted = clicks.count >= REPEATED_CLICKS || isSent();
      const isEffect = isDoubted && changed.has();
      if (isEffect || !isSent()) changed.stop();
      if (isEffect) sentAt = -Infinity;
      take(isAsked || isEffect);
    };
    const settleIn = (milliseconds, isAsked) => {
      timer = natives.setTimeout(() => quietly(() => settle(isAsked)), milliseconds);
    };
    const acted = (event) => {
      if (!event.isTrusted) return;
      actedAt = context.now();
      stop();
      settleIn(OUTLINE_AFTER_ACTION_MS, false);
    };
    const clicked = (event) => {
      if (!event.isTrusted) return;
      const path2 = event.composedPath();
      const isSame2 = path2[0] === clicks.on && context.now() - clicks.since < REPEATED_CLICKS_MS;
      if (isSame2) {
        clicks.count += 1;
        changed.again(path2);
      } else {
        Object.assign(clicks, { on: path2[0], count: 1, since: context.now() });
        changed.expect(path2);
      }
      acted(event);
    };
    const sent = (event) => {
      const path2 = event.composedPath();
      if (context.now() - actedAt > OUTLINE_AFTER_ACTION_MS) changed.expect(path2);
      changed.again(path2);
      sentAt = context.now();
      acted(event);
      natives.setTimeout(() => !isSent() && changed.stop(), SUBMIT_EFFECT_MAX_MS + 1);
    };
    const pressed = (event) => {
      if (event.key === "Enter") changed.expect(event.composedPath());
      acted(event);
    };
    const leaving = () => {
      if (timer === void 0) return;
      stop();
      take();
    };
    const unlisten = listenAll(context, page, [
      ["load", () => takeIn(OUTLINE_AFTER_LOAD_MS)],
      ["pagehide", leaving, true],
      on("click", clicked),
      on("submit", sent),
      on("change", acted),
      on("input", acted),
      on("keydown", pressed)
    ]);
    if (document2.readyState === "complete") takeIn(OUTLINE_AFTER_LOAD_MS);
    return {
      moved() {
        dynamic.moved();
        patience = OUTLINE_AFTER_DYNAMIC_MS;
        actedAt = context.now();
        stop();
        settleIn(OUTLINE_AFTER_NAVIGATION_MS, true);
      },
      uninstall() {
        stop();
        changed.stop();
        dynamic.uninstall();
        unlisten();
      }
    };
  }
  function name({ sort: sort2, testId = "", level = 0, text: text2 }) {
    return `${sort2} ${level} ${testId} ${text2}`;
  }
  function place2({ origin, pathname, hash: hash2 }) {
    return origin + pathname + (hash2.startsWith("#/") ? hash2 : "");
  }

  // node_modules/web-vitals/dist/web-vitals.js
  var t = -1;
  var n = () => t;
  var e = (n2) => {
    addEventListener("pageshow", (e2) => {
      e2.persisted && (t = e2.timeStamp, n2(e2));
    }, true);
  };
  var i = (t2, n2, e2, i2) => {
    let o2, s2;
    return (a2) => {
      n2.value >= 0 && (a2 || i2) && (s2 = n2.value - (o2 ?? 0), (s2 || void 0 === o2) && (o2 = n2.value, n2.delta = s2, n2.rating = ((t3, n3) => t3 > n3[1] ? "poor" : t3 > n3[0] ? "needs-improvement" : "good")(n2.value, e2), t2(n2)));
    };
  };
  var o = (t2) => {
    requestAnimationFrame(() => requestAnimationFrame(() => t2()));
  };
  var s = () => {
    const t2 = performance.getEntriesByType("navigation")[0];
    if (t2 && t2.responseStart > 0 && t2.responseStart < performance.now()) return t2;
  };
  var a = () => s()?.activationStart ?? 0;
  var r = -1;
  var c = /* @__PURE__ */ new Set();
  var f = () => "hidden" !== document.visibilityState || document.prerendering ? 1 / 0 : 0;
  var h = (t2) => {
    if ("hidden" === document.visibilityState) {
      if ("visibilitychange" === t2.type) for (const t3 of c) t3();
      isFinite(r) || (r = "visibilitychange" === t2.type ? t2.timeStamp : 0, removeEventListener("prerenderingchange", h, true));
    }
  };
  var d = (t2 = false) => {
    if (t2 && (r = 1 / 0), r < 0) {
      const t3 = a(), n2 = document.prerendering ? void 0 : globalThis.performance.getEntriesByType("visibility-state").find((n3) => "hidden" === n3.name && n3.startTime >= t3)?.startTime;
      r = n2 ?? f(), addEventListener("visibilitychange", h, true), addEventListener("prerenderingchange", h, true), e(() => {
        setTimeout(() => {
          r = f();
        });
      });
    }
    return { get firstHiddenTime() {
      return r;
    }, onHidden(t3) {
      c.add(t3);
    } };
  };
  var l = (t2, e2 = -1, i2, o2 = 0, r2, c2, f2) => {
    const h2 = s(), d2 = h2?.navigationId || 0;
    let l2 = "navigate";
    i2 ? l2 = i2 : n() >= 0 ? l2 = "back-forward-cache" : h2 && (document.prerendering || a() > 0 ? l2 = "prerender" : document.wasDiscarded ? l2 = "restore" : h2.type && (l2 = h2.type.replace(/_/g, "-")));
    return { name: t2, value: e2, rating: "good", delta: 0, entries: [], id: `v6-${Date.now()}-${Math.floor(8999999999999 * Math.random()) + 1e12}`, navigationType: l2, navigationId: o2 || d2, navigationInteractionId: r2, navigationURL: c2 || h2?.name, navigationStartTime: f2 || 0 };
  };
  var g = /* @__PURE__ */ new WeakMap();
  function u(t2, n2) {
    let e2 = g.get(n2);
    return e2 || (e2 = /* @__PURE__ */ new WeakMap(), g.set(n2, e2)), e2.get(t2) || e2.set(t2, new n2()), e2.get(t2);
  }
  var v = class {
    t;
    i = 0;
    o = [];
    h(t2) {
      if (t2.hadRecentInput) return;
      const n2 = this.o[0], e2 = this.o.at(-1);
      this.i && n2 && e2 && t2.startTime - e2.startTime < 1e3 && t2.startTime - n2.startTime < 5e3 ? (this.i += t2.value, this.o.push(t2)) : (this.i = t2.value, this.o = [t2]), this.t?.(t2);
    }
  };
  var m = (t2, n2, e2 = {}) => {
    try {
      const i2 = t2.filter((t3) => PerformanceObserver.supportedEntryTypes.includes(t3));
      if (i2.length > 0) {
        const t3 = new PerformanceObserver((t4) => {
          queueMicrotask(() => {
            const e3 = t4.getEntries();
            i2.length > 1 && e3.sort((t5, n3) => t5.startTime + t5.duration - (n3.startTime + n3.duration)), n2(e3);
          });
        });
        for (const n3 of i2) t3.observe({ type: n3, buffered: true, ...e2 });
        return t3;
      }
    } catch {
    }
  };
  var p = (t2) => globalThis.PerformanceObserver?.supportedEntryTypes?.includes("soft-navigation") && "function" == typeof globalThis.PerformanceSoftNavigation?.prototype?.getLargestInteractionContentfulPaint && t2 && t2.reportSoftNavs;
  var b = (t2, n2) => {
    if (t2.set(n2.navigationId, n2), t2.size > 2) {
      const n3 = t2.keys().next().value;
      void 0 !== n3 && t2.delete(n3);
    }
  };
  var T = (t2) => {
    let n2 = false;
    return () => {
      n2 || (t2(), n2 = true);
    };
  };
  var y = class {
    l;
  };
  var _ = (t2) => {
    document.prerendering ? addEventListener("prerenderingchange", t2, true) : t2();
  };
  var E = [1800, 3e3];
  var M = (t2, s2 = {}) => {
    const r2 = p(s2);
    _(() => {
      const c2 = u(s2, y), f2 = d();
      let h2, g2 = l("FCP");
      const v2 = m(["paint"], (t3) => {
        for (const n2 of t3) "first-contentful-paint" === n2.name && (v2.disconnect(), n2.startTime < f2.firstHiddenTime && (g2.value = Math.max(n2.startTime - a(), 0), g2.entries.push(n2), g2.navigationId = n2.navigationId || g2.navigationId, h2(true)));
      });
      if (v2 && (h2 = i(t2, g2, E, s2.reportAllChanges), e((e2) => {
        g2 = l("FCP", -1, "back-forward-cache", g2.navigationId, g2.navigationInteractionId, g2.navigationURL, n()), h2 = i(t2, g2, E, s2.reportAllChanges), o(() => {
          g2.value = performance.now() - e2.timeStamp, h2(true);
        });
      })), r2) {
        m(["soft-navigation"], (n2) => {
          n2.forEach((n3) => {
            c2.l && n3.navigationId && b(c2.l, n3);
            const e2 = Math.max((n3.presentationTime || n3.paintTime || 0) - n3.startTime, 0);
            g2 = l("FCP", e2, "soft-navigation", n3.navigationId, n3.interactionId, n3.name, n3.startTime), h2 = i(t2, g2, E, s2.reportAllChanges), h2(true);
          });
        }, s2);
      }
    });
  };
  var L = [0.1, 0.25];
  var P = (t2, s2 = {}) => {
    const a2 = d();
    M(T(() => {
      let r2, c2 = l("CLS", 0);
      const f2 = u(s2, v), h2 = (n2, e2, o2, a3, h3) => {
        c2 = l("CLS", 0, n2, e2, o2, a3, h3), f2.i = 0, r2 = i(t2, c2, L, s2.reportAllChanges);
      }, d2 = (t3 = false) => {
        f2.i > c2.value && (c2.value = f2.i, c2.entries = f2.o), r2(t3);
      }, g2 = (t3) => {
        d2(true), h2("soft-navigation", t3.navigationId, t3.interactionId, t3.name, t3.startTime);
      }, b2 = (t3) => {
        for (const n2 of t3) "soft-navigation" !== n2.entryType ? f2.h(n2) : g2(n2);
        d2();
      }, T2 = ["layout-shift"];
      p(s2) && T2.push("soft-navigation");
      const y2 = m(T2, b2);
      y2 && (r2 = i(t2, c2, L, s2.reportAllChanges), a2.onHidden(() => {
        b2(y2.takeRecords()), r2(true);
      }), e(() => {
        h2("back-forward-cache", c2.navigationId, c2.navigationInteractionId, c2.navigationURL, n()), o(r2);
      }), setTimeout(r2));
    }));
  };
  var w = 0;
  var I = 1 / 0;
  var k = 0;
  var C = (t2) => {
    for (const n2 of t2) n2.interactionId && (I = Math.min(I, n2.interactionId), k = Math.max(k, n2.interactionId), w = k ? (k - I) / 7 + 1 : 0);
  };
  var F;
  var N = () => F ? w : performance.interactionCount ?? 0;
  var B = () => {
    "interactionCount" in performance || F || (F = m(["event"], C, { durationThreshold: 0 }));
  };
  var S = class {
    u = 0;
    v = [];
    m = /* @__PURE__ */ new Map();
    p;
    T;
    _() {
      return N() - this.u;
    }
    M() {
      this.u = N(), this.v.length = 0, this.m.clear();
    }
    L(t2) {
      const n2 = this._(), e2 = Math.min(this.v.length - 1, Math.floor(n2 / 50));
      return !n2 || -1 !== e2 || "soft-navigation" !== t2 && "back-forward-cache" !== t2 ? this.v[e2] : { P: 8, id: -1, entries: [] };
    }
    h(t2) {
      if (this.p?.(t2), !t2.interactionId) return;
      const n2 = this.v.at(-1);
      let e2 = this.m.get(t2.interactionId);
      if (e2 || this.v.length < 10 || t2.duration > n2.P) {
        if (e2 ? t2.duration > e2.P ? (e2.entries = [t2], e2.P = t2.duration) : t2.duration === e2.P && t2.startTime === e2.entries[0].startTime && e2.entries.push(t2) : (e2 = { id: t2.interactionId, entries: [t2], P: t2.duration }, this.m.set(e2.id, e2), this.v.push(e2)), this.v.sort((t3, n3) => n3.P - t3.P), this.v.length > 10) {
          const t3 = this.v.splice(10);
          for (const n3 of t3) this.m.delete(n3.id);
        }
        this.T?.(e2);
      }
    }
  };
  var q = (t2) => {
    const n2 = "requestIdleCallback" in globalThis ? 1e3 : 0, e2 = globalThis.requestIdleCallback || setTimeout, i2 = globalThis.cancelIdleCallback || clearTimeout;
    if ("hidden" === document.visibilityState) t2();
    else {
      const o2 = T(t2);
      let s2 = -1;
      const a2 = () => {
        i2(s2), o2();
      };
      addEventListener("visibilitychange", a2, { once: true, capture: true }), s2 = e2(() => {
        removeEventListener("visibilitychange", a2, { capture: true }), o2();
      }, { timeout: n2 });
    }
  };
  var A = [200, 500];
  var x = (t2, o2 = {}) => {
    if (!globalThis.PerformanceEventTiming || !("interactionId" in PerformanceEventTiming.prototype)) return;
    const s2 = d();
    _(() => {
      B();
      let a2, r2 = l("INP");
      const c2 = u(o2, S), f2 = (n2, e2, s3, f3, h3) => {
        c2.M(), r2 = l("INP", -1, n2, e2, s3, f3, h3), a2 = i(t2, r2, A, o2.reportAllChanges);
      }, h2 = () => {
        const t3 = c2.L(r2.navigationType);
        t3 && t3.P !== r2.value && (r2.value = t3.P, r2.entries = t3.entries, a2());
      }, d2 = (t3) => {
        h2(), a2(true), f2("soft-navigation", t3.navigationId, t3.interactionId, t3.name, t3.startTime);
      }, g2 = (t3, n2 = false) => {
        q(() => {
          for (const n3 of t3) "soft-navigation" !== n3.entryType ? c2.h(n3) : d2(n3);
          h2(), n2 && a2(true);
        });
      }, v2 = ["event", "first-input"];
      p(o2) && v2.push("soft-navigation");
      const b2 = m(v2, g2, { ...o2, durationThreshold: o2.durationThreshold ?? 40 });
      a2 = i(t2, r2, A, o2.reportAllChanges), b2 && (s2.onHidden(() => {
        g2(b2.takeRecords(), true);
      }), e(() => {
        f2("back-forward-cache", r2.navigationId, r2.navigationInteractionId, r2.navigationURL, n());
      }));
    });
  };
  var H = class {
    p;
    l;
    h(t2) {
      this.p?.(t2);
    }
  };
  var O = [2500, 4e3];
  var U = (t2, s2 = {}) => {
    let r2 = false;
    const c2 = p(s2);
    _(() => {
      let f2, h2 = d(), g2 = l("LCP");
      const v2 = u(s2, H), p2 = (n2, e2, o2, a2, c3) => {
        g2 = l("LCP", -1, n2, e2, o2, a2, c3), f2 = i(t2, g2, O, s2.reportAllChanges), r2 = false, "soft-navigation" === n2 && (h2 = d(true));
      }, T2 = (t3) => {
        v2.l && t3.navigationId && b(v2.l, t3), r2 || f2(true), p2("soft-navigation", t3.navigationId, t3.interactionId, t3.name, t3.startTime);
        const n2 = t3.getLargestInteractionContentfulPaint?.();
        n2 && y2([n2]);
      }, y2 = (t3) => {
        s2.reportAllChanges || c2 || (t3 = t3.slice(-1));
        for (const n2 of t3) {
          if (!n2) continue;
          if ("soft-navigation" === n2.entryType) {
            T2(n2);
            continue;
          }
          let t4 = 0, e2 = [], i2 = n2.startTime;
          if ("largest-contentful-paint" === n2.entryType) t4 = Math.max(n2.startTime - a(), 0), v2.h(n2), e2 = [n2];
          else if ("interaction-contentful-paint" === n2.entryType) {
            const o2 = n2;
            if (!g2.navigationId) continue;
            if ("interactionId" in o2 && o2.interactionId != g2.navigationInteractionId) continue;
            i2 = o2.largestContentfulPaint?.renderTime || 0, t4 = Math.max(i2 - n2.startTime, 0), o2.largestContentfulPaint && (v2.h(o2.largestContentfulPaint), e2 = [o2.largestContentfulPaint]);
          }
          i2 < h2.firstHiddenTime && (g2.value = t4, g2.entries = e2, f2());
        }
      }, _2 = ["largest-contentful-paint"];
      c2 && _2.push("interaction-contentful-paint", "soft-navigation");
      const E2 = m(_2, y2);
      if (E2) {
        f2 = i(t2, g2, O, s2.reportAllChanges);
        const a2 = ["keydown", "click", "visibilitychange"], h3 = (t3) => {
          if (t3.isTrusted && !r2) {
            const t4 = g2.id;
            q(() => {
              if (!r2) {
                if (!c2) {
                  E2.disconnect();
                  for (const t5 of a2) removeEventListener(t5, h3, { capture: true });
                }
                t4 === g2.id && (r2 = true, f2(true));
              }
            });
          }
        };
        for (const t3 of a2) addEventListener(t3, h3, { capture: true });
        e((e2) => {
          p2("back-forward-cache", g2.navigationId, g2.navigationInteractionId, g2.navigationURL, n()), f2 = i(t2, g2, O, s2.reportAllChanges), o(() => {
            g2.value = performance.now() - e2.timeStamp, r2 = true, f2(true);
          });
        });
      }
    });
  };
  var W = [800, 1800];
  var $ = (t2) => {
    document.prerendering ? _(() => $(t2)) : "complete" !== document.readyState ? addEventListener("load", () => $(t2), true) : setTimeout(t2);
  };
  var D = (t2, o2 = {}) => {
    const r2 = p(o2);
    let c2 = l("TTFB"), f2 = i(t2, c2, W, o2.reportAllChanges);
    $(() => {
      const h2 = s();
      if (h2) {
        const s2 = h2.responseStart;
        if (c2.value = Math.max(s2 - a(), 0), c2.entries = [h2], f2(true), e(() => {
          c2 = l("TTFB", 0, "back-forward-cache", c2.navigationId, c2.navigationInteractionId, c2.navigationURL, n()), f2 = i(t2, c2, W, o2.reportAllChanges), f2(true);
        }), r2) {
          m(["soft-navigation"], (n2) => {
            n2.forEach((n3) => {
              n3.navigationId && (c2 = l("TTFB", 0, "soft-navigation", n3.navigationId, n3.interactionId, n3.name, n3.startTime), c2.entries = [n3], f2 = i(t2, c2, W, o2.reportAllChanges), f2(true));
            });
          }, o2);
        }
      }
    });
  };

  // packages/capture/src/hooks/performance/routes.ts
  function pathOf({ pathname, hash: hash2 }) {
    return /^#!?\//.test(hash2) ? pathname + hash2.replace(/\?.*$/, "") : pathname;
  }
  function watchInteractions(context) {
    const { page } = context;
    let last = -Infinity;
    const note = (event) => {
      if (event.isTrusted) last = event.timeStamp;
    };
    return {
      before: (moment, after) => last > after && moment - last <= ROUTE_REACH_MS ? last : void 0,
      uninstall: listenAll(context, page, [
        ["click", note, true],
        ["keydown", note, true]
      ])
    };
  }

  // packages/capture/src/hooks/performance/recent.ts
  var Recent = class {
    /** `settle` takes what is too old to be asked for. */
    constructor(settle) {
      this.settle = settle;
    }
    settle;
    #entries = [];
    add(entry) {
      this.#entries.push(entry);
      const oldest = this.#entries.length > PERFORMANCE_RECENT_MAX ? this.#entries.shift() : void 0;
      if (oldest) this.settle(oldest);
    }
    /** Takes out what began at `start` or later. */
    take(start) {
      const taken = this.#entries.filter(({ startTime }) => startTime >= start);
      this.#entries = this.#entries.filter(({ startTime }) => startTime < start);
      return taken;
    }
    list() {
      return this.#entries;
    }
  };

  // packages/capture/src/hooks/performance/resources.ts
  var BY_EXTENSION = [
    [/\.[mc]?js$/, "script"],
    [/\.css$/, "style"],
    [/\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp)$/, "image"],
    [/\.(?:woff2?|ttf|otf|eot)$/, "font"]
  ];
  var BY_INITIATOR = {
    script: "script",
    link: "style",
    css: "image",
    img: "image",
    image: "image",
    input: "image",
    fetch: "fetch",
    xmlhttprequest: "fetch",
    beacon: "fetch"
  };
  function typeOf({ name: name2, initiatorType }) {
    const initiated = BY_INITIATOR[initiatorType] ?? "other";
    if (initiated === "fetch") return initiated;
    const path2 = name2.replace(/[?#].*$/, "").toLowerCase();
    return BY_EXTENSION.find(([pattern]) => pattern.test(path2))?.[1] ?? initiated;
  }
  var Resources = class _Resources {
    #count = 0;
    #transferSize = 0;
    #decodedSize = 0;
    #byType = {};
    #slowest = [];
    /** The same sums, to go on with. */
    copy() {
      const copy = new _Resources();
      copy.#count = this.#count;
      copy.#transferSize = this.#transferSize;
      copy.#decodedSize = this.#decodedSize;
      for (const [type, total] of Object.entries(this.#byType)) copy.#byType[type] = { ...total };
      copy.#slowest = [...this.#slowest];
      return copy;
    }
    add(resource) {
      const { name: name2, duration, transferSize: size, decodedBodySize } = resource;
      this.#count++;
      this.#transferSize += size;
      this.#decodedSize += decodedBodySize;
      const total = this.#byType[typeOf(resource)] ??= { count: 0, size: 0 };
      total.count++;
      total.size += size;
      const url = cut(name2, SLOW_URL_MAX_CHARS);
      const faster = this.#slowest.findIndex((slow) => slow.duration < duration);
      const place3 = faster === -1 ? this.#slowest.length : faster;
      this.#slowest.splice(place3, 0, { url, duration: Math.round(duration), size });
      this.#slowest.length = Math.min(this.#slowest.length, PERFORMANCE_MAX_SLOWEST);
    }
    totals() {
      return {
        requestCount: this.#count,
        transferSize: this.#transferSize,
        decodedSize: this.#decodedSize,
        byType: this.#byType,
        slowestRequests: this.#slowest
      };
    }
  };

  // packages/capture/src/hooks/performance/visit.ts
  var LONG_TASK_MS = 50;
  var Visit = class {
    constructor(id, url, start) {
      this.id = id;
      this.url = url;
      this.start = start;
      this.#resources = new Recent((resource) => this.#olderResources.add(resource));
      this.#tasks = new Recent((task) => addTask(this.#olderTasks, task));
    }
    id;
    url;
    start;
    #resources;
    #tasks;
    #olderResources = new Resources();
    #olderTasks = { count: 0, totalBlockingTime: 0, longest: 0 };
    /** What was told of it last. */
    told = "";
    addResource(resource) {
      this.#resources.add(resource);
    }
    addTask(task) {
      this.#tasks.add(task);
    }
    /** Hands over what belongs to a visit that began later. */
    handOver(next) {
      for (const resource of this.#resources.take(next.start)) next.addResource(resource);
      for (const task of this.#tasks.take(next.start)) next.addTask(task);
    }
    network() {
      const all2 = this.#olderResources.copy();
      for (const resource of this.#resources.list()) all2.add(resource);
      return all2.totals();
    }
    longTasks() {
      const all2 = { ...this.#olderTasks };
      for (const task of this.#tasks.list()) addTask(all2, task);
      return all2;
    }
    /**
     * How long a change of route took until all it asked for was there: requests that begin soon after
     * the last answer belong to it, later ones do not.
     */
    settled(changed) {
      const requests = this.#resources.list().toSorted((one, other) => one.startTime - other.startTime);
      let last = changed;
      for (const { startTime, duration } of requests) {
        if (startTime > last + ROUTE_CHAIN_MS) break;
        last = Math.max(last, startTime + duration);
      }
      return Math.round(last - this.start);
    }
  };
  function addTask(tasks, { duration }) {
    tasks.count++;
    tasks.totalBlockingTime += Math.round(Math.max(0, duration - LONG_TASK_MS));
    tasks.longest = Math.max(tasks.longest, Math.round(duration));
  }

  // packages/capture/src/hooks/performance/index.ts
  var { stringify: stringify2 } = JSON;
  var RESTORED = "back-forward-cache";
  function hookPerformance(context) {
    const { page, natives, quietly, settings } = context;
    const { performance: performance2, document: document2, location } = page;
    if (page !== page.parent || location.protocol === "about:") {
      return { uninstall: () => {
      }, moved: () => {
      } };
    }
    const visitFrom = (start) => new Visit(context.nextId(), pathOf(location), start);
    let shown = { visit: visitFrom(0), navigationType: "navigate", vitals: {} };
    let route;
    let timer;
    let isActive = true;
    const addLoad = (timing) => {
      const [load] = performance2.getEntriesByType("navigation");
      const add = (name2, moment) => {
        if (moment) timing[name2] = Math.round(moment - (load?.activationStart ?? 0));
      };
      add("domContentLoaded", load?.domContentLoadedEventEnd);
      add("load", load?.loadEventEnd);
      add("domInteractive", load?.domInteractive);
    };
    const emit = (visit2, navigationType, timing, shift) => {
      const { id, url } = visit2;
      const { origin } = location;
      const longTasks = visit2.longTasks();
      const network = visit2.network();
      const said = stringify2([timing, shift, longTasks, network.requestCount]);
      if (said === visit2.told) return;
      visit2.told = said;
      const event = {
        id,
        url,
        origin,
        navigationType,
        timestamp: context.now(),
        timing,
        longTasks,
        network
      };
      if (shift !== void 0) event.cumulativeLayoutShift = shift;
      context.emit("performance", event);
    };
    const isOff = () => !isActive || settings.paused || !settings.performance;
    const tellShown = () => {
      if (isOff()) return;
      const { visit: visit2, navigationType, vitals, shift } = shown;
      const timing = { ...vitals };
      if (navigationType === RESTORED) timing.load = vitals.largestContentfulPaint ?? 0;
      else addLoad(timing);
      emit(visit2, navigationType, timing, shift);
    };
    const tellRoute = () => {
      if (route === void 0 || isOff()) return;
      emit(route.visit, "soft-navigation", { load: route.visit.settled(route.changed) });
    };
    const tell = () => {
      tellShown();
      tellRoute();
    };
    const tellIn = (milliseconds) => {
      timer ??= natives.setTimeout(() => {
        timer = void 0;
        quietly(tell);
      }, milliseconds);
    };
    const changed = () => {
      if (shown.visit.told !== "") tellIn(PERFORMANCE_EVERY_MS);
    };
    const of = ({ navigationType }) => {
      if (navigationType === RESTORED && shown.navigationType !== RESTORED) {
        shown = { visit: visitFrom(performance2.now()), navigationType, vitals: {} };
        tellIn(PERFORMANCE_AFTER_LOAD_MS);
      }
      if (shown.navigationType !== RESTORED) shown.navigationType = navigationType;
      return shown;
    };
    const vital = (name2) => (metric) => {
      of(metric).vitals[name2] = Math.round(metric.value);
      changed();
    };
    const always = { reportAllChanges: true };
    quietly(() => {
      D(vital("timeToFirstByte"));
      M(vital("firstContentfulPaint"));
      U(vital("largestContentfulPaint"), always);
      x(vital("interactionToNextPaint"), always);
      P((metric) => {
        of(metric).shift = Math.round(metric.value * 1e4) / 1e4;
        changed();
      }, always);
    });
    const observe = (type, see) => {
      const observer = new page.PerformanceObserver(
        (list) => quietly(() => list.getEntries().forEach(see))
      );
      observer.observe({ type, buffered: true });
      return observer;
    };
    const visitOf = ({ startTime }) => route && startTime >= route.visit.start ? route.visit : shown.visit;
    const observers = [
      observe("longtask", (entry) => visitOf(entry).addTask(entry)),
      observe("resource", (entry) => {
        if (context.isOwn(entry.name)) return;
        visitOf(entry).addResource(entry);
        if (route !== void 0 && route.visit.told !== "") tellIn(PERFORMANCE_EVERY_MS);
      })
    ];
    const interactions = watchInteractions(context);
    const moved = () => {
      const before = route?.visit ?? shown.visit;
      if (before.url === pathOf(location)) return;
      const moment = performance2.now();
      const began = interactions.before(moment, before.start);
      if (route !== void 0 && began === void 0 && route.visit.told === "") {
        route.visit.url = pathOf(location);
        route.changed = moment;
        return;
      }
      const visit2 = visitFrom(began ?? moment);
      before.handOver(visit2);
      tell();
      route = { visit: visit2, changed: moment };
      natives.setTimeout(() => quietly(tellRoute), PERFORMANCE_AFTER_LOAD_MS);
    };
    const unlisten = listenAll(context, page, [
      ["load", () => tellIn(PERFORMANCE_AFTER_LOAD_MS)],
      ["visibilitychange", () => document2.visibilityState === "hidden" && tell()],
      ["pagehide", tell]
    ]);
    if (document2.readyState === "complete") tellIn(PERFORMANCE_AFTER_LOAD_MS);
    const uninstall = () => {
      isActive = false;
      for (const observer of observers) observer.disconnect();
      interactions.uninstall();
      unlisten();
    };
    return { uninstall, moved };
  }

  // packages/capture/src/realm/idle.ts
  function takeIdle({ page, natives, quietly }) {
    const request = page.requestIdleCallback?.bind(page);
    if (!request) return (work) => void natives.setTimeout(() => quietly(() => work(() => 5)), 50);
    return (work) => void request((deadline) => quietly(() => work(() => deadline.timeRemaining())));
  }

  // packages/capture/src/selectors/steps.ts
  function stepsOf(element) {
    return [byTestId(element), byRole(element), byId(element)].filter((step2) => step2 !== void 0);
  }
  function* nearby(element, roots) {
    let around2 = parentOf(element);
    for (let level = 0; around2 && level < LOCATOR_MAX_LEVELS; level++) {
      const isNamed = around2.matches("[aria-label],[aria-labelledby],fieldset,dialog");
      const steps = [
        byTestId(around2),
        isNamed ? byRole(around2) : void 0,
        byText(around2, element, roots),
        byId(around2)
      ];
      for (const step2 of steps) {
        const found = step2?.find(roots);
        if (step2 && found?.length === 1 && found[0] === around2) yield { element: around2, step: step2 };
      }
      around2 = parentOf(around2);
    }
  }
  function byTestId(element) {
    const testId = testIdOf(element);
    if (!testId) return void 0;
    const css = testIdCss(testId);
    const code = testId.testIdAttribute ? `locator(${quote(css)})` : `getByTestId(${quote(testId.testId)})`;
    return { code, find: (scopes) => all(scopes, css) };
  }
  function byRole(element) {
    const wanted = roleOf(element);
    if (!wanted) return void 0;
    const css = candidatesCss(element, wanted.role);
    return {
      code: `getByRole(${quote(wanted.role)}, { name: ${quote(wanted.name)}, exact: true })`,
      find: (scopes) => withCaches(() => all(scopes, css).filter((one) => hasRoleAndName(one, wanted))),
      findHidden: (scopes) => withCaches(() => all(scopes, css).filter((one) => mayHaveRoleAndName(one, wanted)))
    };
  }
  function byId(element) {
    const id = uniqueId(element);
    if (id === void 0) return void 0;
    const css = `#${CSS.escape(id)}`;
    return { code: `locator(${quote(css)})`, find: (scopes) => all(scopes, css) };
  }
  function byText(entry, element, roots) {
    const role = roots.length === 1 ? ariaRole(entry) : null;
    if (role === null || !/^(?:listitem|row|article)$/.test(role)) return void 0;
    const find = (text2) => (scopes) => all(scopes, candidatesCss(entry, role)).filter(
      (one) => ariaRole(one) === role && lower(one).includes(text2.toLowerCase())
    );
    for (const leaf of entry.querySelectorAll(":not(:has(*))")) {
      const text2 = normalize(leaf.textContent ?? "");
      if (text2 === "" || text2.length > SELECTOR_TEXT_MAX_CHARS || element.contains(leaf)) continue;
      const step2 = {
        code: `getByRole(${quote(role)}).filter({ hasText: ${quote(text2)} })`,
        find: find(text2)
      };
      if (step2.find(roots).length === 1) return step2;
    }
    return void 0;
  }
  function lower(element) {
    return normalize(element.textContent ?? "").toLowerCase();
  }
  function all(scopes, css) {
    return scopes.flatMap((scope) => [...scope.querySelectorAll(css)]);
  }
  function quote(text2) {
    const inside = JSON.stringify(text2).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
    return `'${inside}'`;
  }

  // packages/capture/src/selectors/locator.ts
  function prepareLocators(idle, now) {
    const prepared = /* @__PURE__ */ new WeakMap();
    const fresh = (element) => {
      const known2 = prepared.get(element);
      return known2 && now() - known2.at < LOCATOR_MAX_AGE_MS ? known2 : void 0;
    };
    let next;
    let costPerElement = LOCATOR_MS_PER_ELEMENT;
    let lastCost = LOCATOR_MS_PER_ELEMENT;
    const prepareNext = () => {
      const element = next;
      next = void 0;
      if (!element?.isConnected || fresh(element)) return;
      const size = element.ownerDocument.getElementsByTagName("*").length;
      if (size * costPerElement > LOCATOR_MAX_MS) return;
      const start = now();
      const role = roleOf(element);
      const counted2 = role ? { role } : {};
      count(element, counted2, LOCATOR_MAX_MS);
      prepared.set(element, { locator: locatorOf(element), counted: counted2, at: now() });
      const cost = (now() - start) / size;
      costPerElement = Math.max(Math.min(cost, lastCost), costPerElement * 0.75);
      lastCost = cost;
    };
    return {
      prepare(element) {
        if (fresh(element)) return;
        const isWaiting = next !== void 0;
        next = element;
        if (!isWaiting) idle(prepareNext);
      },
      add(element, selectors) {
        const { locator, counted: counted2 } = fresh(element) ?? {};
        if (locator !== void 0) selectors.locator = locator;
        if (!counted2?.matches || selectors.matches?.["role"] !== void 0) return;
        if (counted2.role?.name !== selectors.role?.name) return;
        selectors.matches = { ...counted2.matches, ...selectors.matches };
        selectors.index = { ...counted2.index, ...selectors.index };
      }
    };
  }
  var NTH_MAX = 5;
  function locatorOf(element) {
    const roots = findOpenRoots(element.ownerDocument);
    const steps = stepsOf(element);
    const isAlone = (step2, scopes) => isOnly2(step2.findHidden?.(scopes) ?? step2.find(scopes), element);
    const alone = steps.find((step2) => isAlone(step2, roots));
    if (alone) return alone.code;
    for (const around2 of nearby(element, roots)) {
      const inside = steps.find((step2) => isAlone(step2, rootsIn(around2.element, roots)));
      if (inside) return `${around2.step.code}.${inside.code}`;
    }
    return byPlace(steps, roots, element) ?? byPath(element);
  }
  function byPlace(steps, roots, element) {
    for (const step2 of steps) {
      const equals = step2.find(roots);
      const place3 = equals.indexOf(element);
      if (place3 === -1 || equals.length > NTH_MAX) continue;
      return equals.length === 1 ? step2.code : `${step2.code}.nth(${place3})`;
    }
    return void 0;
  }
  function byPath(element) {
    const path2 = cssPath(element);
    return path2 && `locator(${quote(path2)})`;
  }
  function rootsIn(element, roots) {
    const isBelow = (root) => {
      let host = isShadow(root) ? root.host : null;
      while (host && host !== element) host = parentOf(host);
      return host !== null;
    };
    return [element, ...roots.filter(isBelow)];
  }
  function isOnly2(found, element) {
    return found?.length === 1 && found[0] === element;
  }

  // packages/capture/src/document.ts
  function installDocumentHooks(context) {
    const idle = takeIdle(context);
    const locators = prepareLocators(idle, context.now);
    const recorder = makeRecorder(context, idle, locators);
    const hovering = watchHovering(context, idle);
    const outlines = hookOutlines(context, idle, recorder.entered);
    const performance2 = hookPerformance(context);
    const moved = () => {
      outlines.moved();
      performance2.moved();
    };
    const uninstalls = [
      hookActions(context, recorder, locators, hovering),
      hookNavigation(context, recorder, moved),
      performance2.uninstall,
      outlines.uninstall,
      hovering.uninstall
    ];
    return {
      uninstall: () => uninstalls.forEach((uninstall) => uninstall()),
      answered(dialog) {
        if (recorder.isOn()) recordDialog(recorder, dialog);
      },
      recentActions: recorder.recent
    };
  }

  // packages/capture/src/enrich/look.ts
  function member(value, ...names) {
    let found = value;
    try {
      for (const name2 of names) {
        if (!isObject(found) && !isFunction(found)) return void 0;
        found = found[name2];
      }
    } catch {
      return void 0;
    }
    return found;
  }
  function has(value, name2) {
    try {
      return isObject(value) && name2 in value;
    } catch {
      return false;
    }
  }
  function namesIn(value, most) {
    try {
      if (!isObject(value)) return [];
      return keys(value).slice(0, most).map((name2) => clip(name2, COMPONENT_NAME_MAX_CHARS));
    } catch {
      return [];
    }
  }
  function firstName(...candidates) {
    const name2 = candidates.find((candidate2) => isString(candidate2) && candidate2 !== "");
    return name2 === void 0 ? void 0 : clip(String(name2), COMPONENT_NAME_MAX_CHARS);
  }
  function fileName(path2) {
    return isString(path2) ? /([^/\\]+?)(?:\.\w+)?$/.exec(path2)?.[1] : void 0;
  }
  function ask(value, name2) {
    const method = member(value, name2);
    try {
      return isFunction(method) ? Reflect.apply(method, value, []) : void 0;
    } catch {
      return void 0;
    }
  }
  function hasMethods(value, ...names) {
    return names.every((name2) => isFunction(member(value, name2)));
  }
  function isElement(value) {
    return member(value, "nodeType") === 1;
  }
  function counted(isSpent2, most) {
    let left = most;
    return () => left-- <= 0 || isSpent2();
  }

  // packages/capture/src/enrich/ancestry/react.ts
  function reactAncestry(fibers) {
    const found = [];
    for (const fiber of fibers) {
      if (found.length === ANCESTRY_MAX_COMPONENTS) break;
      const name2 = componentName(member(fiber, "type"));
      if (name2 !== void 0) found.push({ name: name2, ...describe2(fiber) });
    }
    return found;
  }
  function componentName(type) {
    const inner = [
      type,
      member(type, "type"),
      member(type, "render"),
      member(type, "type", "render")
    ];
    if (!inner.some(isFunction)) return void 0;
    const names = inner.flatMap((one) => [
      member(one, "displayName"),
      isFunction(one) ? member(one, "name") : void 0
    ]);
    return firstName(...names) ?? "Anonymous";
  }
  function describe2(fiber) {
    const described = {};
    const propKeys = namesIn(member(fiber, "memoizedProps"), ANCESTRY_MAX_PROP_KEYS + 1).filter((name2) => name2 !== "children").slice(0, ANCESTRY_MAX_PROP_KEYS);
    if (propKeys.length > 0) described.propKeys = propKeys;
    const states = statesOf(fiber);
    if (states.length > 0) described.hasState = true;
    const stateKeys = states.flatMap(
      (state) => isArray(state) ? [] : namesIn(state, ANCESTRY_MAX_STATE_KEYS)
    );
    if (stateKeys.length > 0) {
      described.stateKeys = [...new Set(stateKeys)].slice(0, ANCESTRY_MAX_STATE_KEYS);
    }
    return described;
  }
  function statesOf(fiber) {
    const first = member(fiber, "memoizedState");
    if (hasMethods(member(fiber, "stateNode"), "setState", "render")) return first ? [first] : [];
    return hooksOf(fiber).filter((hook) => isFunction(member(hook, "queue", "dispatch"))).map((hook) => member(hook, "memoizedState"));
  }
  var HOOKS_MAX = 100;
  function hooksOf(fiber) {
    const hooks = [];
    let hook = member(fiber, "memoizedState");
    while (has(hook, "next") && hooks.length < HOOKS_MAX) {
      hooks.push(hook);
      hook = member(hook, "next");
    }
    return hooks;
  }
  var FAILED = /The above error occurred in (?:the <([\w$.]+)>|one of your React) component/;
  var LINE = /^ +(?:at|in) ([A-Z][\w$.]*)(?: |$)/gm;
  function stackedAncestry({ message = "" }) {
    const failed = FAILED.exec(message);
    if (!failed) return [];
    const lines = [...message.matchAll(LINE)].map(([, name2]) => name2);
    const names = lines.length > 0 ? lines : [failed[1]];
    return names.flatMap((name2) => name2 ? [{ name: name2 }] : []);
  }

  // packages/capture/src/enrich/ancestry/svelte.ts
  var LEVELS_MAX = 100;
  function svelteAncestry(element) {
    let at = element;
    while (at && !member(at, "__svelte_meta")) at = at.parentElement;
    const meta = member(at, "__svelte_meta");
    if (!meta) return [];
    const found = [];
    let file = member(meta, "loc", "file");
    let entry = member(meta, "parent");
    for (let level = 0; entry && level < LEVELS_MAX; level++) {
      if (member(entry, "type") === "component") {
        const name2 = firstName(member(entry, "componentTag"));
        if (name2) found.push({ name: name2 });
        file = member(entry, "file") ?? file;
      }
      entry = member(entry, "parent");
    }
    const root = firstName(fileName(file));
    if (root) found.push({ name: root });
    return found;
  }

  // packages/capture/src/enrich/ancestry/vue.ts
  function vueAncestry(element, isSpent2) {
    const found = [];
    let instance = instanceOf(element, counted(isSpent2, SEARCH_MAX_NODES));
    while (isObject(instance) && found.length < ANCESTRY_MAX_COMPONENTS) {
      found.push(describe3(instance));
      instance = member(instance, "parent");
    }
    return found;
  }
  function instanceOf(element, isSpent2) {
    for (let at = element; at; at = at.parentElement) {
      const known2 = member(at, "__vueParentComponent");
      if (isObject(known2)) return known2;
      const root = member(at, "_vnode");
      if (isObject(root)) return search(root, element, isSpent2);
    }
    return void 0;
  }
  function search(node, element, isSpent2) {
    if (!isObject(node) || isSpent2()) return void 0;
    const own2 = member(node, "el");
    const instance = member(node, "component");
    if (instance) {
      const inner = search(member(instance, "subTree"), element, isSpent2);
      return inner ?? (isObject(own2) && holds(own2, element) ? instance : void 0);
    }
    const isElsewhere = member(node, "target") !== null && member(node, "target") !== void 0;
    if (isElement(own2) && !isElsewhere && !holds(own2, element)) return void 0;
    const branch = member(node, "suspense", "activeBranch");
    if (branch) return search(branch, element, isSpent2);
    const children = member(node, "children");
    if (!isArray(children)) return void 0;
    for (const child of children) {
      const found = search(child, element, isSpent2);
      if (found) return found;
    }
    return void 0;
  }
  function holds(outer, inner) {
    return isElement(outer) && outer.contains(inner);
  }
  function describe3(instance) {
    const type = member(instance, "type");
    const name2 = firstName(
      member(type, "name"),
      member(type, "__name"),
      fileName(member(type, "__file"))
    );
    const component = { name: name2 ?? "Anonymous" };
    const propKeys = namesIn(member(instance, "props"), ANCESTRY_MAX_PROP_KEYS);
    if (propKeys.length > 0) component.propKeys = propKeys;
    const stateKeys = [...setupKeys(instance), ...namesIn(member(instance, "data"), Infinity)];
    if (stateKeys.length > 0) {
      component.hasState = true;
      component.stateKeys = stateKeys.slice(0, ANCESTRY_MAX_STATE_KEYS);
    }
    return component;
  }
  function setupKeys(instance) {
    const shown = member(instance, "setupState");
    const raw = member(instance, "devtoolsRawSetupState") ?? member(shown, "__v_raw") ?? shown;
    return namesIn(raw, Infinity).filter((name2) => {
      const value = member(raw, name2);
      return !isFunction(value) && !isComponent(value) && !name2.startsWith("__");
    });
  }
  function isComponent(value) {
    return ["setup", "render", "__file"].some((name2) => member(value, name2) !== void 0);
  }

  // packages/capture/src/enrich/ancestry/index.ts
  function ancestryOf(moment, isSpent2) {
    const elements = moment.way.filter(isElement);
    const byElement = (find) => {
      for (const element of elements) {
        const found = find(element, isSpent2);
        if (found.length > 0 || isSpent2()) return found;
      }
      return [];
    };
    const stacked = stackedAncestry(moment.entry);
    const walked = reactAncestry(moment.fibers);
    const isSame2 = stacked.length === 0 || walked[0]?.name === stacked[0]?.name;
    return bounded("react", isSame2 ? walked : stacked) ?? bounded("vue", byElement(vueAncestry)) ?? bounded("svelte", byElement(svelteAncestry));
  }
  function bounded(framework, found) {
    if (found.length === 0) return void 0;
    const components = found.slice(0, ANCESTRY_MAX_COMPONENTS).toReversed();
    while (encode(components).length > ANCESTRY_MAX_CHARS) components.shift();
    return { framework, components };
  }

  // packages/capture/src/enrich/changes.ts
  function watchChanges(now) {
    const times = /* @__PURE__ */ new Map();
    let followed;
    let leave;
    let before;
    const note = () => {
      try {
        const state = read2(followed);
        for (const path2 of differences(before, state)) times.set(path2, now());
        before = state;
      } catch {
      }
    };
    return {
      watch({ api, state }) {
        if (api === followed || !isFunction(member(api, "subscribe"))) return;
        const left = leave;
        times.clear();
        [followed, before, leave] = [api, state, void 0];
        try {
          if (isFunction(left)) left();
          leave = api.subscribe(note);
        } catch {
        }
      },
      recent() {
        const since = now() - CHANGED_MAX_AGE_MS;
        for (const [path2, at] of times) if (at < since) times.delete(path2);
        return new Set(times.keys());
      }
    };
  }
  function read2(api) {
    return api.getState();
  }
  function differences(before, after) {
    return namesIn(after, OBJECT_MAX_KEYS).flatMap((name2) => {
      const [old, young] = [member(before, name2), member(after, name2)];
      if (old === young) return [];
      if (!isObject(old) || !isObject(young)) return [name2];
      const inner = namesIn(young, OBJECT_MAX_KEYS);
      return inner.filter((key) => member(old, key) !== member(young, key)).map((key) => `${name2}.${key}`);
    });
  }

  // packages/capture/src/enrich/slice.ts
  var ERROR_LIKE = /error|loading|status|failed/i;
  var WORD_MIN_CHARS = 3;
  function relevantSlice(state, said, changed) {
    const words = wordsOf(said);
    const isNamed = (name2) => name2.length >= WORD_MIN_CHARS && wordsOf(name2).some((word) => words.includes(word));
    const candidates = paths(state).map(({ path: path2, value }) => {
      const name2 = path2.at(-1) ?? "";
      let score = 0;
      if (isNamed(name2)) score += 4;
      if (ERROR_LIKE.test(name2)) score += 3;
      if (changed.has(path2.join("."))) score += 3;
      if (path2.length > 1 && isNamed(path2[0] ?? "")) score += 2;
      return { path: path2, value, score };
    });
    const chosen = candidates.filter(({ score }) => score > 0).toSorted((a2, b2) => b2.score - a2.score).slice(0, SLICE_MAX_VALUES);
    return Object.fromEntries(chosen.map(({ path: path2, value }) => [path2.join("."), told2(path2, value)]));
  }
  function paths(state) {
    return namesIn(state, OBJECT_MAX_KEYS).flatMap((name2) => {
      const value = member(state, name2);
      const below2 = isArray(value) ? [] : namesIn(value, OBJECT_MAX_KEYS);
      if (below2.length === 0) return [{ path: [name2], value }];
      return below2.map((inner) => ({ path: [name2, inner], value: member(value, inner) }));
    });
  }
  function told2(path2, value) {
    if (path2.some(isSecret)) return REDACTED;
    const json = withoutSecrets(serialize(value));
    const text2 = isString(json) ? json : encode([json]).slice(1, -1);
    return text2.length > SLICE_VALUE_MAX_CHARS ? clip(text2, SLICE_VALUE_MAX_CHARS) : json;
  }
  function isSecret(name2) {
    return isSensitiveName(name2) || isSensitiveHeader(name2);
  }
  function withoutSecrets(json) {
    if (!isObject(json)) return json;
    if (isArray(json)) return json.map(withoutSecrets);
    return Object.fromEntries(
      keys(json).map((name2) => [
        name2,
        isSecret(name2) ? REDACTED : withoutSecrets(json[name2] ?? null)
      ])
    );
  }
  function wordsOf(text2) {
    const words = text2.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z\d]+/).filter((word) => word.length >= WORD_MIN_CHARS);
    return words.flatMap((word) => [word, word.replace(/s$/, "")]);
  }

  // packages/capture/src/enrich/stores/context.ts
  function findReactContext({ above: above2 }) {
    const state = {};
    above2.forEach((fiber, index) => {
      const type = member(fiber, "type");
      const context = member(type, "_context") ?? type;
      const props = member(fiber, "memoizedProps");
      if (!has(context, "_currentValue") || !has(props, "value")) return;
      const owner = above2.slice(index + 1).find((one) => componentName(member(one, "type")));
      const name2 = firstName(member(context, "displayName"), componentName(member(owner, "type")));
      const value = member(props, "value");
      if (name2 && !(name2 in state) && isObject(value)) state[name2] = value;
    });
    return Object.keys(state).length > 0 ? { source: "react-context", state } : void 0;
  }

  // packages/capture/src/enrich/stores/pinia.ts
  function findPinia(trees) {
    for (const app of trees.vueApps()) {
      const pinia = member(app, "config", "globalProperties", "$pinia");
      const state = member(pinia, "state", "value");
      if (isObject(state)) return { source: "pinia", state };
    }
    return void 0;
  }

  // packages/capture/src/enrich/stores/redux.ts
  function findRedux(trees) {
    for (const fiber of trees.fibers()) {
      const found = asStore(member(fiber, "memoizedProps", "store"));
      if (found) return found;
    }
    for (const value of trees.globals()) {
      const found = asStore(value);
      if (found) return found;
    }
    return void 0;
  }
  function asStore(api) {
    if (!hasMethods(api, "getState", "dispatch", "subscribe")) return void 0;
    const state = ask(api, "getState");
    return isObject(state) ? { source: "redux", state, api } : void 0;
  }

  // packages/capture/src/enrich/stores/svelte.ts
  function findSvelteStores({ exposed }) {
    const stores = exposed("__svelte_stores");
    if (!isObject(stores)) return void 0;
    const state = {};
    for (const name2 of namesIn(stores, OBJECT_MAX_KEYS)) {
      const store = member(stores, name2);
      if (hasMethods(store, "subscribe")) state[name2] = valueOf3(store);
    }
    return { source: "svelte", state };
  }
  function valueOf3(store) {
    let value;
    try {
      const leave = store.subscribe((told3) => {
        value = told3;
      });
      if (isFunction(leave)) leave();
    } catch {
      return void 0;
    }
    return value;
  }

  // packages/capture/src/enrich/stores/trees.ts
  function createTrees({ page, moment, isSpent: isSpent2 }) {
    let known2;
    const roots = () => known2 ??= rootsIn2(page);
    const exposed = (name2) => getOwnPropertyDescriptor(page, name2)?.value;
    return {
      above: moment.fibers,
      *fibers() {
        yield* moment.fibers;
        const isOver = counted(isSpent2, SEARCH_MAX_NODES);
        for (const root of roots()) {
          const name2 = keys(root).find(
            (key) => /^(?:__reactContainer|_reactRootContainer)/.test(key)
          );
          const held = name2 && member(root, name2);
          const top = member(held, "stateNode", "current") ?? member(held, "_internalRoot", "current");
          if (isObject(top)) yield* below(top, isOver);
        }
      },
      vueApps: () => roots().flatMap((root) => member(root, "__vue_app__") ?? []),
      *globals() {
        for (const name2 of keys(page)) yield exposed(name2);
      },
      exposed
    };
  }
  function isRoot(key) {
    return /^(?:__reactContainer|_reactRootContainer|__vue_app__)/.test(key);
  }
  function rootsIn2({ document: document2 }) {
    const elements = document2.getElementsByTagName("*");
    const found = [];
    for (let index = 0; index < Math.min(elements.length, ROOTS_MAX_ELEMENTS); index++) {
      const element = elements[index];
      if (element && keys(element).some(isRoot)) found.push(element);
    }
    return found;
  }
  function* below(top, isOver) {
    const open = [top];
    while (open.length > 0 && !isOver()) {
      const fiber = open.pop();
      if (!isObject(fiber)) continue;
      yield fiber;
      open.push(member(fiber, "sibling"), member(fiber, "child"));
    }
  }

  // packages/capture/src/enrich/stores/zustand.ts
  function findZustand(trees) {
    for (const fiber of trees.fibers()) {
      for (const hook of hooksOf(fiber)) {
        const remembered = member(hook, "memoizedState");
        const dependencies = isArray(remembered) ? member(remembered, "1") : void 0;
        for (const value of isArray(dependencies) ? dependencies : []) {
          const found = asStore2(value);
          if (found) return found;
        }
      }
    }
    for (const value of trees.globals()) {
      const found = asStore2(value);
      if (found) return found;
    }
    return void 0;
  }
  function asStore2(api) {
    if (!hasMethods(api, "getState", "setState", "subscribe")) return void 0;
    const state = ask(api, "getState");
    return isObject(state) ? { source: "zustand", state, api } : void 0;
  }

  // packages/capture/src/enrich/stores/index.ts
  function findStore(search2) {
    const trees = createTrees(search2);
    for (const find of [findRedux, findZustand, findPinia, findSvelteStores, findReactContext]) {
      const store = find(trees);
      if (store) return store;
    }
    return void 0;
  }

  // packages/capture/src/enrich/state.ts
  function createStateReader(page, now) {
    const changes2 = watchChanges(now);
    return (moment, isSpent2) => {
      const store = findStore({ page, moment, isSpent: isSpent2 });
      if (!store) return void 0;
      changes2.watch(store);
      const { message, stack } = moment.entry;
      const snapshot = bounded2({
        source: store.source,
        keys: shapes(store.state),
        relevantSlice: relevantSlice(store.state, `${message}
${stack ?? ""}`, changes2.recent())
      });
      return isSpent2() ? void 0 : snapshot;
    };
  }
  function shapes(state) {
    return Object.fromEntries(
      namesIn(state, OBJECT_MAX_KEYS).map((name2) => [name2, shapeOf(member(state, name2))])
    );
  }
  function shapeOf(value) {
    if (isArray(value)) return { type: "array" };
    if (!isObject(value)) return { type: value === null ? "null" : typeof value };
    return { type: "object", keys: namesIn(value, OBJECT_MAX_KEYS) };
  }
  function bounded2(snapshot) {
    for (const part of [snapshot.keys, snapshot.relevantSlice]) {
      for (const name2 of keys(part).toReversed()) {
        if (encode(snapshot).length <= STATE_MAX_CHARS) return snapshot;
        delete part[name2];
      }
    }
    return snapshot;
  }

  // packages/capture/src/enrich/pipeline.ts
  var SOURCES = ["console", "exception", "unhandledrejection"];
  function installEnrichment(context) {
    return runSteps(context, stepsFor(context.page, context.now));
  }
  function stepsFor(page, now) {
    const readState = createStateReader(page, now);
    return [
      {
        name: "componentAncestry",
        budgetMs: ANCESTRY_MAX_MS,
        isOn: ({ componentTree }) => componentTree,
        make: ancestryOf
      },
      {
        name: "stateSnapshot",
        budgetMs: STATE_MAX_MS,
        isOn: ({ stateSnapshot }) => stateSnapshot,
        make: readState
      }
    ];
  }
  function runSteps(context, steps) {
    const { moments, natives, settings, now, quietly } = context;
    if (moments.heard) return () => {
    };
    let isBusy = false;
    let second = 0;
    let inSecond = 0;
    const take = () => {
      for (const moment of moments.waiting) {
        moments.waiting.delete(moment);
        if (moment.at - second >= 1e3) [second, inSecond] = [moment.at, 0];
        const { source, metadata } = moment.entry;
        const isOurs = SOURCES.includes(String(source)) && !isFromWorker(metadata);
        if (isOurs && settings.aiContext && ++inSecond <= ENRICHMENTS_A_SECOND) return moment;
      }
      return void 0;
    };
    const next = () => {
      const moment = take();
      isBusy = moment !== void 0;
      if (moment) follow(moment, [...steps], {});
    };
    const follow = (moment, left, found) => {
      natives.soon(() => {
        const step2 = left.shift();
        if (step2 === void 0) {
          quietly(() => tell(moment, found));
          next();
          return;
        }
        quietly(() => {
          const start = now();
          if (start - moment.at > PIPELINE_MAX_MS || !step2.isOn(settings)) return;
          const made = step2.make(moment, () => now() - start > step2.budgetMs);
          if (made !== void 0) found[step2.name] = made;
        });
        follow(moment, left, found);
      });
    };
    const tell = ({ entry }, found) => {
      const names = Object.keys(found);
      if (names.length === 0 || !settings.aiContext) return;
      context.emit("enrichment", {
        id: String(entry.id),
        _aiContext: found,
        _enrichments: ["aiContext", ...names]
      });
    };
    moments.heard = () => {
      if (!isBusy) next();
    };
    moments.heard();
    return () => {
      delete moments.heard;
      moments.waiting.clear();
    };
  }
  function isFromWorker(metadata) {
    return typeof metadata === "object" && metadata !== null && "worker" in metadata;
  }

  // packages/capture/src/realm/natives.ts
  function getterOf(prototype, name2) {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name2) ?? {};
    return get ?? getterOf(Object.getPrototypeOf(prototype), name2);
  }
  function takeNatives(page) {
    const { Date: Date2, Promise: Promise2, URL: URL2, MessageChannel, document: document2, crypto } = page;
    const target = page.EventTarget.prototype;
    const after = unbound(Promise2.prototype.then);
    const iso = unbound(Date2.prototype.toISOString);
    const urlOf = unbound(getterOf(page.Request.prototype, "url"));
    let lastTime = NaN;
    let lastText = "";
    return {
      now: Date2.now,
      setTimeout: page.setTimeout.bind(page),
      clearTimeout: page.clearTimeout.bind(page),
      soon(work) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = work;
        port2.postMessage(0);
      },
      after,
      listen: unbound(target.addEventListener),
      unlisten: unbound(target.removeEventListener),
      iso(milliseconds) {
        if (milliseconds !== lastTime) {
          lastTime = milliseconds;
          lastText = iso(new Date2(milliseconds));
        }
        return lastText;
      },
      resolve(address) {
        try {
          return new URL2(address, document2.baseURI).href;
        } catch {
          return void 0;
        }
      },
      isRequest(value) {
        try {
          return isObject(value) && urlOf(value) !== void 0;
        } catch {
          return false;
        }
      },
      random() {
        const words = crypto.getRandomValues(new page.Uint32Array(4));
        return words.reduce((text2, word) => text2 + word.toString(36), "");
      }
    };
  }

  // packages/capture/src/realm/patch.ts
  function together(uninstalls) {
    return () => uninstalls.forEach((uninstall) => uninstall());
  }
  var disguises = /* @__PURE__ */ new WeakMap();
  function patchMethod(owner, name2, around2) {
    return replace(owner, name2, "value", wrapper(around2));
  }
  function watchMethod(owner, name2, seen) {
    return patchMethod(owner, name2, (self, args, call) => {
      const returned = call();
      seen(self, args, returned);
      return returned;
    });
  }
  function patchGetter(owner, name2, around2) {
    return replace(owner, name2, "get", wrapper(around2));
  }
  function wrapper(around2) {
    return (original, isActive) => new Proxy(original, {
      apply(target, self, args) {
        if (!isActive()) return apply(target, self, args);
        return around2(self, args, () => apply(target, self, args));
      }
    });
  }
  function patchConstructor(owner, name2, seen) {
    let ours;
    const unpatch = replace(owner, name2, "value", (original, isActive) => {
      ours = new Proxy(original, {
        construct(target, args, newTarget) {
          const made = construct(target, args, newTarget === ours ? target : newTarget);
          if (isActive()) seen(made, args);
          return made;
        }
      });
      return ours;
    });
    const { prototype } = ours ?? {};
    if (prototype === void 0) return unpatch;
    const unname = replace(prototype, "constructor", "value", (original) => ours ?? original);
    return together([unpatch, unname]);
  }
  function replace(owner, name2, field, make) {
    const descriptor = getOwnPropertyDescriptor(owner, name2);
    const original = descriptor?.[field];
    if (descriptor === void 0 || !isFunction(original)) return () => {
    };
    let active = true;
    const ours = make(original, () => active);
    disguises.set(ours, disguises.get(original) ?? original);
    defineProperty(owner, name2, { ...descriptor, [field]: ours });
    return () => {
      active = false;
      const now = getOwnPropertyDescriptor(owner, name2);
      if (now?.[field] === ours) defineProperty(owner, name2, { ...now, [field]: original });
    };
  }
  var ANONYMOUS = "function () { [native code] }";
  function disguiseWrappers(functionPrototype) {
    return replace(functionPrototype, "toString", "value", (original, isActive) => {
      const ours = new Proxy(original, {
        apply(target, self, args) {
          if (!isActive() || !isFunction(self)) return apply(target, self, args);
          const printed = apply(target, disguises.get(self) ?? self, []);
          const home = printed === ANONYMOUS ? printerOf(self) : ours;
          return home && home !== ours ? apply(home, self, []) : printed;
        }
      });
      return ours;
    });
  }
  function printerOf(self) {
    let above2 = getPrototypeOf(self);
    for (; ; ) {
      const next = above2 === null ? null : getPrototypeOf(above2);
      if (above2 === null || next === null) return void 0;
      if (getPrototypeOf(next) === null) break;
      above2 = next;
    }
    const printer = getOwnPropertyDescriptor(above2, "toString")?.value;
    return isFunction(printer) ? printer : void 0;
  }

  // packages/capture/src/enrich/react-hook.ts
  var NAME = "__REACT_DEVTOOLS_GLOBAL_HOOK__";
  function ignore() {
  }
  function standInForDevtools(page) {
    if (NAME in page) return () => {
    };
    const renderers = /* @__PURE__ */ new Map();
    const hook = {
      renderers,
      supportsFiber: true,
      inject: (renderer) => renderers.set(renderers.size + 1, renderer).size,
      // React 16 calls these without asking whether they are there.
      onCommitFiberRoot: ignore,
      onCommitFiberUnmount: ignore
    };
    const owner = getPrototypeOf(page);
    defineProperty(owner, NAME, { value: hook, writable: true, configurable: true });
    return () => Reflect.deleteProperty(owner, NAME);
  }
  function currentFiber(page) {
    const { renderers } = page[NAME] ?? {};
    for (const [, renderer] of renderers ?? []) {
      const fiber = renderer.getCurrentFiber?.();
      if (fiber) return fiber;
    }
    return void 0;
  }

  // packages/capture/src/enrich/moments.ts
  var TOUCHES = ["pointerdown", "click", "keydown", "input", "change", "submit"];
  function hookMoments(context, reporter) {
    const { page, natives, settings, moments, now } = context;
    const { waiting } = moments;
    const ways = /* @__PURE__ */ new WeakMap();
    let touched;
    let touchedAt = 0;
    const touch = (event) => {
      const way = event.composedPath();
      const [target] = way;
      if (!target) return;
      ways.set(target, way);
      touched = new WeakRef(target);
      touchedAt = now();
    };
    reporter.sent = (entry) => {
      if (!settings.aiContext || waiting.size >= MOMENTS_MAX) return;
      const at = now();
      const last = at - touchedAt < TOUCHED_MAX_AGE_MS ? touched?.deref() : void 0;
      const { activeElement, documentElement } = page.document;
      const way = (last && ways.get(last)) ?? [activeElement ?? documentElement];
      const busy = currentFiber(page);
      const moment = {
        entry,
        at,
        way,
        fibers: above(busy ? [busy] : way.map(fiberOf))
      };
      waiting.add(moment);
      natives.setTimeout(() => waiting.delete(moment), PIPELINE_MAX_MS);
      moments.heard?.();
    };
    const listening = TOUCHES.map((type) => [type, touch, true]);
    return together([standInForDevtools(page), listenAll(context, page, listening)]);
  }
  function fiberOf(element) {
    const name2 = keys(element).find((key) => /^__react(Fiber|InternalIn)/.test(key));
    return name2 ? element[name2] : void 0;
  }
  function above(starts) {
    const seen = /* @__PURE__ */ new Set();
    for (let fiber of starts) {
      while (fiber && !seen.has(fiber) && !seen.has(fiber.alternate) && seen.size < FIBERS_MAX) {
        seen.add(fiber);
        fiber = fiber.return ?? fiber["_debugOwner"];
      }
    }
    return [...seen].map((fiber) => ({ ...fiber }));
  }

  // packages/capture/src/hooks/annotate.ts
  var NAME2 = "__gasoline";
  var VERSION = "0.1.0";
  function hookAnnotate(context, reporter) {
    const { page } = context;
    if (NAME2 in page) return () => {
    };
    const said = /* @__PURE__ */ new Map();
    const all2 = () => Object.fromEntries(said);
    const offered = {
      annotate(key, value) {
        if (!isString(key) || key === "" || key.length > ANNOTATION_KEY_MAX_CHARS) {
          return false;
        }
        if (!said.has(key) && said.size >= ANNOTATION_MAX_KEYS) return false;
        let kept;
        context.quietly(() => {
          kept = bounded3(value);
        });
        if (kept === void 0) return false;
        said.set(key, kept);
        return true;
      },
      removeAnnotation: (key) => said.delete(key),
      clearAnnotations: () => said.clear(),
      getContext: all2,
      version: VERSION
    };
    defineProperty(page, NAME2, { value: offered, configurable: true });
    reporter.annotations = () => said.size > 0 ? all2() : void 0;
    return () => {
      reporter.annotations = () => void 0;
      if (Reflect.get(page, NAME2) === offered) Reflect.deleteProperty(page, NAME2);
    };
  }
  function bounded3(value) {
    const json = serialize(value);
    const text2 = isObject(json) ? encode(json) : String(json);
    return text2.length > ANNOTATION_VALUE_MAX_CHARS ? clip(text2, ANNOTATION_VALUE_MAX_CHARS) : json;
  }

  // packages/capture/src/values/render.ts
  function render(args) {
    const [first] = args;
    let rest = args;
    let text2 = "";
    if (isString(first) && args.length > 1 && first.includes("%")) {
      let used = 1;
      text2 = first.replace(/%([sdifoOc%])/g, (directive, letter) => {
        if (letter === "%") return "%";
        return used < args.length ? format(letter, args[used++] ?? null) : directive;
      });
      rest = args.slice(used);
      if (rest.length > 0) text2 += " ";
    }
    return text2 + rest.map(show).join(" ");
  }
  function format(letter, value) {
    const text2 = show(value);
    if (letter === "c") return "";
    if (!"dif".includes(letter) || /^-?\d+n$/.test(text2)) return text2;
    const number = parseFloat(text2);
    return String(letter === "f" ? number : Math.trunc(number));
  }
  function show(value) {
    return isString(value) ? value : write2(value, RENDER_MAX_CHARS);
  }
  function write2(value, room) {
    if (isString(value)) return isWord(value) ? value : JSON.stringify(value);
    if (!isObject(value)) return String(value);
    const isList = isArray(value);
    const { name: name2, message, stack } = value;
    if (isString(stack) && isString(message)) return `${name2}: ${message}`;
    let text2 = "";
    for (const key of keys(value)) {
      if (key === CLASS) continue;
      if (text2) text2 += ", ";
      if (text2.length >= room) {
        text2 += "\u2026";
        break;
      }
      if (!isList) text2 += `${key}: `;
      text2 += write2(value[key] ?? null, room - text2.length);
    }
    if (isList) return `[${text2}]`;
    const prefix = CLASS in value ? `${String(value[CLASS])} ` : "";
    return `${prefix}{${text2}}`;
  }
  function isWord(text2) {
    return /^(?:\[.*\]|<.*>|undefined|NaN|-?Infinity|-?\d+n|\.{3} \d+ more)$/.test(text2);
  }

  // packages/capture/src/hooks/console.ts
  var LEVELS = ["log", "info", "warn", "error", "debug"];
  var FORMS = ["trace", "dir", "table"];
  function hookConsole(context, reporter) {
    const { console } = context.page;
    const hook = (method, level) => {
      const isTraced = level === "error" || level === "warn" || method === "trace";
      return watchMethod(
        console,
        method,
        (_self, args) => context.quietly(() => {
          if (!isWanted(level, context.settings)) return;
          const isAssertion = method === "assert";
          if (isAssertion && args[0]) return;
          const said = isAssertion ? assertion(args) : args;
          report(reporter, level, said, isTraced ? callSite() : void 0);
        })
      );
    };
    return together([
      ...LEVELS.map((level) => hook(level, level)),
      ...FORMS.map((form) => hook(form, "log")),
      hook("assert", "error")
    ]);
  }
  function report(reporter, level, args, site) {
    const error = site === void 0 ? void 0 : args.find(isError);
    const isException = level === "error" && error !== void 0 && reporter.isNew(error);
    if (level === "error" && error && !isException && args.length === 1) return;
    const kept = args.slice(0, ARRAY_MAX_ITEMS).map(serialize);
    const draft = { level, message: render(kept), args: kept, source: "console" };
    if (site) draft.stack = site;
    if (error) Object.assign(draft, membersOf(error), isException && { source: "exception" });
    reporter.report(draft);
  }
  function assertion([, ...args]) {
    const [first, ...rest] = args;
    return isString(first) ? [`Assertion failed: ${first}`, ...rest] : ["Assertion failed", ...args];
  }
  function isWanted(level, { paused, logLevel }) {
    return !paused && (logLevel === "all" || level === "error" || level === logLevel);
  }
  function callSite() {
    const { captureStackTrace, prepareStackTrace } = Error;
    const holder = {};
    if (prepareStackTrace === void 0) captureStackTrace?.(holder, callSite);
    return isString(holder.stack) ? withoutUs(holder.stack).replace(/^.*\n/, "") : "";
  }

  // packages/capture/src/hooks/dialogs.ts
  var DIALOGS = ["alert", "confirm", "prompt"];
  function hookDialogs(context) {
    const watch = (dialog) => watchMethod(
      context.page,
      dialog,
      (_self, [message], returned) => context.quietly(
        () => context.emit("dialog", {
          id: context.nextId(),
          timestamp: context.now(),
          dialog,
          message: isString(message) && clip(message, STRING_MAX_CHARS),
          returned
        })
      )
    );
    return together(DIALOGS.map(watch));
  }

  // packages/capture/src/network/text.ts
  var encoder = new TextEncoder();
  var scratch = new Uint8Array(16384);
  function firstBytes(text2, most) {
    if (text2.length * 3 <= most) return { text: text2 };
    const { read: read3 } = encoder.encodeInto(text2, scratch.subarray(0, most));
    const isCut = read3 < text2.length;
    return { text: isCut ? withoutLast(text2.slice(0, read3)) : text2, isCut };
  }
  function byteLength(text2) {
    return encoder.encode(text2).length;
  }

  // packages/capture/src/hooks/event-source.ts
  var CLOSED = 2;
  function hookEventSource(context, exchanges) {
    const { page, natives, quietly } = context;
    const endings = /* @__PURE__ */ new WeakMap();
    const watch = (source) => {
      const { url } = source;
      const begin2 = () => exchanges.begin({ initiator: "eventsource", method: "GET", url });
      let exchange = begin2();
      let messages2 = [];
      let send;
      const on2 = (type, heard) => natives.listen(source, type, (event) => quietly(() => heard(event)));
      on2("open", () => {
        const opened = exchange ?? begin2();
        if (!opened) return;
        const headers = { "content-type": "text/event-stream" };
        exchange = void 0;
        if (!exchanges.answer(opened, 200, "OK", headers)) return;
        send = exchanges.hold(() => {
          send = void 0;
          exchanges.finish(opened, firstBytes(messages2.join("\n"), RESPONSE_BODY_MAX_BYTES));
          messages2 = [];
        });
        natives.setTimeout(() => quietly(() => send?.()), RESPONSE_UNREAD_MAX_MS);
      });
      on2("message", (event) => {
        if (send && messages2.push(`data: ${event.data}`) >= EVENT_SOURCE_MAX_MESSAGES) {
          send();
        }
      });
      const end = (failure) => {
        send?.();
        if (exchange) exchanges.fail(exchange, failure);
        exchange = void 0;
      };
      on2("error", () => {
        send?.();
        exchange ??= begin2();
        if (source.readyState === CLOSED) end("network");
      });
      endings.set(source, () => end("aborted"));
    };
    const uninstalls = [
      patchConstructor(page, "EventSource", (made) => quietly(() => watch(made))),
      watchMethod(
        page.EventSource.prototype,
        "close",
        (self) => quietly(() => endings.get(self)?.())
      )
    ];
    return together(uninstalls);
  }

  // packages/capture/src/hooks/exceptions.ts
  function hookExceptions(context, reporter) {
    const { page } = context;
    const rejections = /* @__PURE__ */ new WeakMap();
    return listenAll(context, page, [
      on("error", (event) => {
        if (event.target === page) uncaught(event, reporter);
        else failedResource(event.target, context, reporter);
      }),
      on("unhandledrejection", ({ promise, reason }) => {
        if (isError(reason) && !reporter.isNew(reason)) return;
        const id = reporter.report(rejected(reason));
        if (id) rejections.set(promise, id);
      }),
      on("rejectionhandled", ({ promise }) => {
        const id = rejections.get(promise);
        if (id) context.emit("enrichment", { id, retracted: true });
      }),
      on("securitypolicyviolation", (event) => void reporter.report(violated(event)))
    ]);
  }
  function uncaught(event, reporter) {
    const error = event.error;
    const { message, filename, lineno, colno } = event;
    if (!isString(message) || isError(error) && !reporter.isNew(error)) return;
    const draft = {
      level: "error",
      message,
      source: "exception",
      ...filename ? { filename, lineno, colno } : {},
      ...membersOf(error)
    };
    if (error === null || error === void 0) {
      if (message === "Script error.") {
        draft.message += " (of another origin)";
        draft.metadata = { crossOrigin: true };
      } else if (message !== `Uncaught ${error}`) draft.metadata = { worker: true };
    } else {
      draft.args = [serialize(error)];
      if (!isError(error)) draft.message = `Uncaught ${show(serialize(error))}`;
    }
    reporter.report(draft);
  }
  function rejected(reason) {
    const args = [serialize(reason)];
    return {
      level: "error",
      message: `Unhandled Promise Rejection: ${args.map(show).join("")}`,
      args,
      source: "unhandledrejection",
      ...membersOf(reason)
    };
  }
  function failedResource(element, context, reporter) {
    const { localName: tag, currentSrc, src, href, data } = element;
    const address = currentSrc || src || href || data;
    if (!isString(address) || context.isOwn(address)) return;
    const resourceUrl = clip(address, ADDRESS_MAX_CHARS);
    reporter.report({
      level: tag === "script" || tag === "link" ? "error" : "warn",
      message: `Failed to load <${tag}> ${resourceUrl}`,
      source: "resource",
      metadata: { tag, resourceUrl }
    });
  }
  function violated(event) {
    const { effectiveDirective: directive, sourceFile: filename } = event;
    const isEnforced = event.disposition !== "report";
    const blockedURI = clip(event.blockedURI, ADDRESS_MAX_CHARS);
    return {
      level: isEnforced ? "error" : "warn",
      message: `Content Security Policy ${isEnforced ? "blocked" : "would block"} ${blockedURI} (${directive})`,
      source: "csp",
      ...filename ? { filename, lineno: event.lineNumber, colno: event.columnNumber } : {},
      metadata: { blockedURI, directive }
    };
  }

  // packages/capture/src/network/graphql.ts
  function findOperation(url, body) {
    if (!/[?&](?:query|operationName)=/.test(url) && !/query|mutation|subscri/.test(body ?? "")) {
      return void 0;
    }
    let value = { query: body };
    if (!body) value = Object.fromEntries(new URL(url).searchParams);
    else if (body.length > GRAPHQL_MAX_CHARS) return void 0;
    else {
      try {
        value = JSON.parse(body);
      } catch {
      }
    }
    const all2 = [value].flat().flatMap(operationsOf);
    const [first] = all2;
    const operationName = all2.flatMap((one) => one.operationName ?? []).join(", ");
    if (!first || !operationName) return first;
    return { ...first, operationName: clip(operationName, NAME_MAX_CHARS) };
  }
  function operationsOf(value) {
    const { query: query2, operationName, extensions } = value ?? {};
    const named = operationName ? { operationName: String(operationName) } : {};
    if (!isString(query2)) return operationName && extensions ? [named] : [];
    const code = query2.replace(/#.*/g, "");
    const found = /(?:^|[\s}"])(query|mutation|subscription)\b\s*([_A-Za-z]\w*)?\s*[({@]/.exec(code);
    if (!found) return /^\s*\{\s*[_A-Za-z]/.test(code) ? [{ ...named, type: "query" }] : [];
    const [, type, own2] = found;
    return [{ ...own2 ? { operationName: own2 } : {}, ...named, type: String(type) }];
  }

  // packages/capture/src/network/request-body.ts
  function textOf3(body) {
    if (body === null || body === void 0) return void 0;
    if (!isObject(body)) return String(body);
    const tag = tagOf(body).slice(8, -1);
    if (tag === "URLSearchParams") return String(body);
    if (tag === "FormData") return formText(body);
    if (tag === "ReadableStream") return "[Stream]";
    const { byteLength: byteLength2, size, type = "" } = body;
    const bytes = byteLength2 ?? size;
    return bytes === void 0 ? encode([serialize(body)]).slice(1, -1) : binary(bytes, type);
  }
  function binary(bytes, type) {
    return `[Binary: ${[bytes === void 0 ? "" : `${bytes} bytes`, type].filter(Boolean).join(", ")}]`;
  }
  function formText(form) {
    const fields = [];
    form.forEach((value, name2) => {
      if (typeof value !== "string")
        fields.push(`${name2}=[File: ${value.name}, ${value.size} bytes]`);
      else fields.push(`${name2}=${isSensitiveName(name2) ? REDACTED : value}`);
    });
    return fields.join("&");
  }
  function trackRequestBodies({ page, quietly }) {
    const bodies = /* @__PURE__ */ new WeakMap();
    const copy = (from, to) => {
      if (isObject(from) && bodies.has(from)) {
        bodies.set(to, bodies.get(from));
      }
    };
    const uninstalls = [
      patchConstructor(
        page,
        "Request",
        (made, [input, init2]) => quietly(() => {
          const body = init2?.body;
          if (body === void 0 || body === null) copy(input, made);
          else bodies.set(made, body);
        })
      ),
      watchMethod(page.Request.prototype, "clone", (self, _args, made) => copy(self, made))
    ];
    return {
      of: (request) => bodies.get(request),
      stop: together(uninstalls)
    };
  }

  // packages/capture/src/network/response-body.ts
  var TEXT = /^text\/|json|xml|script|graphql|urlencoded|yaml|toml|csv/;
  var ENDLESS = /event-stream|ndjson|jsonl|json-seq|mixed-replace|grpc/;
  function essence(contentType) {
    return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  }
  function whyUnread(contentType, length) {
    const type = essence(contentType);
    if (ENDLESS.test(type)) return `[Skipped: ${type}]`;
    if (type && !TEXT.test(type)) return binary(length, type);
    return Number(length) > RESPONSE_READ_MAX_BYTES ? `[Skipped: ${length} bytes]` : void 0;
  }
  function decode(bytes, contentType) {
    let decoder = new TextDecoder();
    try {
      decoder = new TextDecoder(/charset="?([\w-]+)/i.exec(contentType)?.[1]);
    } catch {
    }
    const text2 = decoder.decode(bytes, { stream: true });
    return text2.includes("\0") ? binary(bytes.length, essence(contentType)) : text2;
  }
  function readBeginning({ natives, quietly }, copy, done) {
    const bytes = new Uint8Array(RESPONSE_BODY_MAX_BYTES);
    let length = 0;
    let isDone = false;
    const reader = copy.body?.getReader();
    const finish = (isCut) => {
      if (isDone) return;
      isDone = true;
      natives.clearTimeout(timer);
      if (reader && isCut) void natives.after(reader.cancel(), ignore2, ignore2);
      const contentType = copy.headers.get("content-type") ?? "";
      const text2 = decode(bytes.subarray(0, length), contentType);
      done({ text: isCut ? withoutLast(text2) : text2, isCut });
    };
    const cut2 = () => finish(true);
    const timer = natives.setTimeout(() => quietly(cut2), RESPONSE_READ_MAX_MS);
    const take = ({ value, done: isEnd }) => {
      if (isEnd) return finish(false);
      const room = bytes.length - length;
      bytes.set(value.subarray(0, room), length);
      length += Math.min(value.length, room);
      if (value.length > room) cut2();
      else if (!isDone) next();
    };
    const next = () => {
      if (!reader) return finish(false);
      void natives.after(
        reader.read(),
        (chunk) => quietly(() => take(chunk)),
        () => quietly(cut2)
      );
    };
    next();
    return cut2;
  }
  function ignore2() {
  }

  // packages/capture/src/network/exchange.ts
  function createExchanges(context) {
    const { page, natives, settings, pending, now, quietly } = context;
    const blocked = /* @__PURE__ */ new Set();
    const held = /* @__PURE__ */ new Set();
    let leftAt = 0;
    const leave = () => {
      leftAt = now();
    };
    const unlisten = listenAll(context, page, [
      on("securitypolicyviolation", ({ blockedURI, effectiveDirective, disposition }) => {
        const isEnforced = effectiveDirective === "connect-src" && disposition !== "report";
        if (isEnforced && blockedURI && blocked.size < BLOCKED_MAX) blocked.add(blockedURI);
      }),
      on("beforeunload", leave),
      on("pagehide", () => {
        leave();
        held.forEach((work) => work());
      })
    ]);
    const close = ({ record, text: text2, headers, startedAt }, status) => {
      pending.count--;
      pending.answeredAt = now();
      record.status = status;
      record.duration = Math.max(0, Math.round(now() - startedAt));
      const { paused, mode: mode2, networkBodies } = settings;
      if (paused) return false;
      const operation = findOperation(record.url, text2);
      if (operation) record.graphql = operation;
      if (mode2 !== "all" && status > 0 && status < 400) return false;
      if (keys(headers).length > 0) record.requestHeaders = headers;
      if (text2 && networkBodies) {
        const kept = firstBytes(text2, REQUEST_BODY_MAX_BYTES);
        record.requestBody = kept.text;
        if (kept.isCut) record.requestTruncated = true;
      }
      return true;
    };
    const exchanges = {
      begin({ headers = {}, body, ...told3 }) {
        if (context.isOwn(told3.url)) return void 0;
        const startedAt = now();
        const record = {
          ...told3,
          pageUrl: page.location.href,
          timestamp: natives.iso(startedAt),
          id: context.nextId()
        };
        if ("authorization" in headers) record.hasAuthHeader = true;
        pending.count++;
        return { startedAt, record, headers, text: textOf3(body) };
      },
      answer(exchange, status, statusText, headers, bytes) {
        const { record } = exchange;
        const { "content-type": type = "", "content-length": length } = headers;
        const isDetailed = close(exchange, status);
        if (statusText) record.statusText = statusText;
        if (type) record.contentType = type;
        if (isDetailed) record.responseHeaders = headers;
        const hasBody = record.method !== "HEAD" && status !== 204 && status !== 304;
        if (isDetailed && hasBody && settings.networkBodies) {
          if (record.initiator === "eventsource") return true;
          const why = status === 0 ? `[Skipped: ${statusText}]` : whyUnread(type, bytes ?? length);
          if (!why) return true;
          record.responseBody = why;
        }
        exchanges.finish(exchange);
        return false;
      },
      finish({ record }, body) {
        if (body?.text) record.responseBody = body.text;
        if (body?.isCut) record.responseTruncated = true;
        context.emit("network", record);
      },
      fail(exchange, failure) {
        const { record } = exchange;
        close(exchange, 0);
        record.error = now() - leftAt < LEAVING_MS ? "aborted" : failure;
        const isUnclear = record.error === "network";
        const send = exchanges.hold(() => {
          const isBlocked = [...blocked].some((url) => record.url.startsWith(url));
          if (isBlocked && isUnclear) record.error = "blocked";
          exchanges.finish(exchange);
        });
        if (isUnclear) natives.soon(() => quietly(send));
        else send();
      },
      hold(work) {
        const once = () => {
          if (held.delete(once)) work();
        };
        held.add(once);
        return once;
      },
      stop: unlisten
    };
    return exchanges;
  }
  function sentMethod(method) {
    return /^(?:delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;
  }
  function addHeader(headers, name2, value) {
    const lower2 = name2.toLowerCase();
    const said = clip(headerValue(lower2, value), 2e3);
    headers[lower2] = lower2 in headers ? `${headers[lower2]}, ${said}` : said;
  }

  // packages/capture/src/network/reading.ts
  var WHOLE = ["text", "json", "arrayBuffer", "blob", "bytes", "formData"];
  function watchReadings({ page, natives, quietly }) {
    const waiting = /* @__PURE__ */ new WeakMap();
    const incomplete = /* @__PURE__ */ new Map();
    const isRead = (self, _args, call) => {
      quietly(() => waiting.get(self)?.(self));
      return call();
    };
    const { prototype } = page.Response;
    const uninstalls = [
      ...WHOLE.map((method) => patchMethod(prototype, method, isRead)),
      patchGetter(prototype, "body", isRead),
      watchMethod(prototype, "clone", (self, _args, made) => {
        const copy = waiting.get(self);
        if (copy) waiting.set(made, copy);
      })
    ];
    const observer = new page.PerformanceObserver((list) => {
      for (const { name: name2 } of incomplete.size > 0 ? list.getEntries() : []) {
        for (const [copyNow, url] of incomplete) if (url === name2) quietly(copyNow);
      }
    });
    observer.observe({ type: "resource" });
    return {
      expect(response, url, copy, giveUp) {
        let isOver = false;
        const copyOnce = (from) => {
          if (isOver) return;
          isOver = true;
          incomplete.delete(copyNow);
          natives.clearTimeout(timer);
          copy(from);
        };
        const copyNow = () => copyOnce(response);
        const timer = natives.setTimeout(() => {
          isOver = true;
          incomplete.delete(copyNow);
          quietly(giveUp);
        }, RESPONSE_UNREAD_MAX_MS);
        incomplete.set(copyNow, url.split("#", 1)[0] ?? url);
        waiting.set(response, copyOnce);
      },
      stop: together([...uninstalls, () => observer.disconnect()])
    };
  }

  // packages/capture/src/hooks/fetch.ts
  function hookFetch(context, exchanges) {
    const { page, natives, quietly } = context;
    const bodies = trackRequestBodies(context);
    const readings = watchReadings(context);
    const watch = { context, exchanges, bodies, readings };
    const { Promise: NativePromise } = page;
    const unpatch = patchMethod(page, "fetch", (_self, args, call) => {
      const promise = call();
      if (!(promise instanceof NativePromise)) return promise;
      let started;
      quietly(() => {
        started = begin(args, watch);
      });
      if (!started) return promise;
      const { exchange, signal } = started;
      return natives.after(
        promise,
        (response) => {
          quietly(() => answered(exchange, response, watch));
          return response;
        },
        (reason) => {
          quietly(() => exchanges.fail(exchange, failureOf(reason, signal)));
          throw reason;
        }
      );
    });
    return together([unpatch, bodies.stop, readings.stop]);
  }
  function begin([input, options], watch) {
    const { natives } = watch.context;
    const request = natives.isRequest(input) ? input : void 0;
    const init2 = options ?? {};
    const url = request ? request.url : natives.resolve(String(input));
    if (!url) return void 0;
    const method = String(init2.method ?? request?.method ?? "GET");
    const credentials = init2.credentials ?? request?.credentials;
    const exchange = watch.exchanges.begin({
      initiator: "fetch",
      method: sentMethod(method),
      url,
      headers: collect(init2.headers ?? request?.headers),
      body: init2.body ?? (request && watch.bodies.of(request)),
      ...credentials && { credentials }
    });
    return exchange && { exchange, signal: init2.signal ?? request?.signal };
  }
  function collect(init2) {
    const headers = {};
    if (!init2) return headers;
    const pairs = Symbol.iterator in init2 ? [...init2] : Object.entries(init2);
    for (const [name2, value] of pairs) addHeader(headers, String(name2), String(value));
    return headers;
  }
  function answered(exchange, response, watch) {
    const { context, exchanges, readings } = watch;
    const { status, type } = response;
    const headers = collect(response.headers);
    const statusText = status === 0 ? type : response.statusText;
    if (!exchanges.answer(exchange, status, statusText, headers)) return;
    let body = { text: "[Skipped: not read]" };
    let cut2;
    const end = exchanges.hold(() => {
      cut2?.();
      exchanges.finish(exchange, body);
    });
    const copy = (from) => {
      try {
        cut2 = readBeginning(context, from.clone(), (kept) => {
          body = kept;
          end();
        });
      } catch {
        end();
      }
    };
    if ("content-length" in headers || status >= 400) copy(response);
    else readings.expect(response, exchange.record.url, copy, end);
  }
  function failureOf(reason, signal) {
    const name2 = isObject(reason) ? read(reason, "name") : "";
    if (name2 === "TimeoutError") return "timeout";
    return name2 === "AbortError" || signal?.aborted ? "aborted" : "network";
  }

  // packages/capture/src/network/sampling.ts
  function createSampler() {
    const shapes2 = /* @__PURE__ */ new Set();
    let seen = 0;
    let windowStart = 0;
    let inWindow = 0;
    let loggedInWindow = 0;
    let inWindowBefore = 0;
    let lastKept = 0;
    let checks = 0;
    const turn = (now) => {
      const age = now - windowStart;
      if (age < SOCKET_WINDOW_MS && age >= 0) return;
      inWindowBefore = age < 2 * SOCKET_WINDOW_MS ? inWindow : 0;
      windowStart = now;
      inWindow = loggedInWindow = checks = 0;
    };
    const isNewShape = (text2) => {
      if (text2 === void 0 || shapes2.size >= SOCKET_SHAPE_MAX) return false;
      if (text2.length > SOCKET_SHAPE_CHEAP_CHARS && ++checks > SOCKET_SHAPE_CHECKS) return false;
      const shape = shapeOf2(text2);
      if (shape === void 0 || shapes2.has(shape)) return false;
      shapes2.add(shape);
      return true;
    };
    return (now, text2) => {
      turn(now);
      seen++;
      inWindow++;
      const rate = Math.max(inWindowBefore, inWindow);
      const [, keep] = SOCKET_SAMPLING.find(([from]) => rate >= from) ?? [];
      const isNew = isNewShape(text2);
      const isDue = !keep || now - lastKept >= SOCKET_WINDOW_MS / keep;
      if (!isDue && !isNew && seen > SOCKET_FIRST_MESSAGES) return void 0;
      lastKept = now;
      loggedInWindow++;
      if (!keep) return "all";
      const logged = `${loggedInWindow}/${inWindow}`;
      return { rate, logged, window: SOCKET_WINDOW };
    };
  }
  function shapeOf2(text2) {
    if (text2.length > SOCKET_SHAPE_MAX_CHARS || text2[0] !== "{") return void 0;
    try {
      const members2 = keys(JSON.parse(text2));
      members2.sort();
      return members2.join(",");
    } catch {
      return void 0;
    }
  }

  // packages/capture/src/hooks/websocket.ts
  var OPEN = 1;
  function hookWebSocket(context) {
    const { page, natives, quietly, settings } = context;
    const connections = /* @__PURE__ */ new WeakMap();
    const tell = (connection, event, members2 = {}, at = context.now()) => {
      if (settings.paused || settings.webSocket === "off") return;
      const { id, url, untold } = connection;
      connection.untold = void 0;
      if (untold && event !== "open") tell(connection, "open", {}, untold);
      context.emit("websocket", { event, id, url, ...members2, timestamp: natives.iso(at) });
    };
    const message = (connection, direction, data) => {
      if (settings.paused || settings.webSocket !== "messages") return;
      const text2 = isString(data) ? data : void 0;
      const verdict = connection[direction](context.now(), text2);
      if (!verdict) return;
      const sampled = verdict === "all" ? {} : { sampled: verdict };
      tell(connection, "message", { direction, ...describe4(data), ...sampled });
    };
    const watch = (socket) => {
      const { url } = socket;
      if (context.isOwn(url.replace(/^ws/, "http"))) return;
      const connection = {
        id: context.nextId(),
        url,
        incoming: createSampler(),
        outgoing: createSampler()
      };
      connections.set(socket, connection);
      const on2 = (type, heard) => natives.listen(socket, type, (event) => quietly(() => heard(event)));
      on2("open", () => {
        connection.untold = context.now();
        tell(connection, "open");
      });
      on2("message", (event) => message(connection, "incoming", event.data));
      on2("error", () => tell(connection, "error"));
      on2("close", (event) => {
        const { code, reason } = event;
        tell(connection, "close", { code, reason });
      });
      tell(connection, "connecting");
    };
    const uninstalls = [
      patchConstructor(page, "WebSocket", (made) => quietly(() => watch(made))),
      watchMethod(
        page.WebSocket.prototype,
        "send",
        (self, [data]) => quietly(() => {
          const connection = connections.get(self);
          if (connection && self.readyState === OPEN) {
            message(connection, "outgoing", data);
          }
        })
      )
    ];
    return together(uninstalls);
  }
  function describe4(data) {
    if (!isObject(data)) {
      const whole2 = String(data);
      const { text: text2, isCut } = firstBytes(whole2, WEBSOCKET_DATA_MAX_BYTES);
      return { data: text2, size: byteLength(whole2), ...isCut && { truncated: true } };
    }
    const { byteLength: bytes, buffer = data, byteOffset = 0 } = data;
    const size = bytes ?? data.size;
    let hex = "";
    if (bytes) {
      const shown = Math.min(bytes, BINARY_PREVIEW_BYTES);
      for (const byte of new Uint8Array(buffer, byteOffset, shown)) {
        hex += ` ${byte.toString(16).padStart(2, "0")}`;
      }
      if (bytes > shown) hex += " \u2026";
    }
    return { data: `[Binary: ${size} bytes]${hex}`, size, binary: true };
  }

  // packages/capture/src/hooks/xhr.ts
  var ENDINGS = {
    load: void 0,
    error: "network",
    abort: "aborted",
    timeout: "timeout"
  };
  function hookXhr(context, exchanges) {
    const { page, natives, quietly } = context;
    const { prototype } = page.XMLHttpRequest;
    const opened = /* @__PURE__ */ new WeakMap();
    const watch = { context, exchanges };
    const end = (request, type, loaded) => {
      const state = opened.get(request);
      const exchange = state?.exchange;
      if (!exchange) return;
      state.exchange = void 0;
      const failure = ENDINGS[type];
      if (failure) exchanges.fail(exchange, failure);
      else answered2(request, loaded, exchange, watch);
    };
    const heard = ({ target, type, loaded }) => quietly(() => end(target, String(type), loaded));
    const after = (name2, seen) => watchMethod(prototype, name2, (self, args) => quietly(() => seen(self, args)));
    const uninstalls = [
      after("open", (request, args) => {
        if (opened.has(request)) end(request, "abort");
        else for (const type in ENDINGS) natives.listen(request, type, heard);
        opened.set(request, {
          method: sentMethod(String(args[0])),
          url: natives.resolve(String(args[1])),
          // An `undefined` that is passed counts as false.
          isSync: args.length > 2 && !args[2],
          headers: {}
        });
      }),
      after("setRequestHeader", (request, [name2, value]) => {
        const state = opened.get(request);
        if (state) addHeader(state.headers, String(name2), String(value));
      }),
      patchMethod(prototype, "send", (self, args, call) => {
        const request = self;
        const state = opened.get(request);
        let isBegun = false;
        quietly(() => {
          if (!state?.url || state.exchange) return;
          const { method, url, headers } = state;
          state.exchange = exchanges.begin({ initiator: "xhr", method, url, headers, body: args[0] });
          isBegun = true;
        });
        try {
          const returned = call();
          if (state?.isSync) quietly(() => end(request, "load"));
          return returned;
        } catch (error) {
          if (isBegun) quietly(() => end(request, state?.isSync ? "error" : "abort"));
          throw error;
        }
      })
    ];
    return together(uninstalls);
  }
  function answered2(request, loaded, exchange, { context, exchanges }) {
    const headers = {};
    for (const line2 of request.getAllResponseHeaders().split("\r\n")) {
      const [, name2, value] = /^(.+?): *(.*)$/.exec(line2) ?? [];
      if (name2) addHeader(headers, name2, value ?? "");
    }
    if (!exchanges.answer(exchange, request.status, request.statusText, headers, loaded)) return;
    const response = request.response;
    const finish = (body) => exchanges.finish(exchange, body);
    const { responseType } = request;
    if (response && (responseType === "blob" || responseType === "arraybuffer")) {
      const type = { "content-type": headers["content-type"] ?? "" };
      readBeginning(context, new Response(response, { headers: type }), finish);
      return;
    }
    let text2 = String(response ?? "");
    if (isObject(response)) {
      const { documentElement } = response;
      text2 = responseType === "document" ? documentElement?.outerHTML ?? "" : encode(response);
    }
    finish(firstBytes(text2, RESPONSE_BODY_MAX_BYTES));
  }

  // packages/capture/src/report.ts
  function createReporter(context) {
    const { page, natives, now, quietly } = context;
    const seen = /* @__PURE__ */ new WeakSet();
    const repeats = /* @__PURE__ */ new Map();
    let timer = 0;
    const settle = (repeat, key) => {
      repeats.delete(key);
      if (repeat.count === 0) return;
      const { args: _2, ...entry } = repeat.entry;
      entry.id = context.nextId();
      entry.timestamp = natives.iso(now());
      context.emit("log", { ...entry, repeated: repeat.count });
    };
    const flush = () => repeats.forEach(settle);
    const sweep = () => {
      timer = 0;
      repeats.forEach((repeat, key) => {
        if (now() - repeat.since >= REPEAT_WINDOW_MS) settle(repeat, key);
      });
      if (repeats.size > 0) arm();
    };
    const arm = () => {
      timer ||= natives.setTimeout(() => quietly(sweep), REPEAT_WINDOW_MS);
    };
    const isRepeat = (key, entry) => {
      const known2 = repeats.get(key);
      if (known2 && now() - known2.since < REPEAT_WINDOW_MS) {
        known2.count++;
        return true;
      }
      if (known2 || repeats.size >= REPEAT_MAX_KEYS) flush();
      repeats.set(key, { entry, since: now(), count: 0 });
      arm();
      return false;
    };
    const unlisten = listenAll(context, page, [on("pagehide", flush)]);
    const reporter = {
      report(draft) {
        if (context.settings.paused) return void 0;
        const { level } = draft;
        const isLoud = level === "error" || level === "warn";
        const id = context.nextId();
        const entry = draft;
        entry.id = id;
        entry.message = clip(String(draft.message), STRING_MAX_CHARS);
        entry.timestamp = natives.iso(now());
        entry.url = page.location.href;
        if (isLoud) {
          const said = reporter.annotations();
          if (said) entry["_context"] = said;
          if (isRepeat(`${level} ${draft.source} ${draft.message} ${draft.stack}`, entry))
            return void 0;
        }
        context.emit("log", entry);
        try {
          if (level === "error") reporter.sent(entry);
        } catch {
        }
        return id;
      },
      isNew(error) {
        if (seen.has(error)) return false;
        seen.add(error);
        return true;
      },
      annotations: () => void 0,
      sent: () => {
      },
      stop: together([() => quietly(flush), unlisten])
    };
    return reporter;
  }

  // packages/capture/src/page.ts
  function installPageHooks(context) {
    const undisguise = disguiseWrappers(context.page.Function.prototype);
    const reporter = createReporter(context);
    const exchanges = createExchanges(context);
    const uninstalls = [];
    const install2 = (hook) => context.quietly(() => uninstalls.push(hook()));
    for (const hook of [hookAnnotate, hookMoments, hookExceptions, hookConsole]) {
      install2(() => hook(context, reporter));
    }
    for (const hook of [hookFetch, hookXhr, hookEventSource, hookWebSocket, hookDialogs]) {
      install2(() => hook(context, exchanges));
    }
    return together([...uninstalls, exchanges.stop, reporter.stop, undisguise]);
  }

  // packages/capture/src/settings.ts
  function defaultSettings() {
    return {
      paused: false,
      mode: "all",
      logLevel: "all",
      webSocket: "messages",
      networkBodies: true,
      actions: true,
      enhancedSelectors: true,
      performance: true,
      outlines: true,
      aiContext: true,
      componentTree: true,
      stateSnapshot: false,
      sourceSnippets: true
    };
  }

  // packages/transport/src/kinds.ts
  function path(kind) {
    return ROUTES[kind][0];
  }
  function listName(kind) {
    return ROUTES[kind][1];
  }
  function isKind(value) {
    return typeof value === "string" && Object.hasOwn(ROUTES, value);
  }

  // packages/transport/src/limits.ts
  var FLUSH_CHARS = 32e3;
  var EVENT_MAX_CHARS = 1e6;
  var BUSY_CALLS = 16;
  var RETRY_DELAYS_MS = [100, 500, 2e3, 5e3];
  var REQUEST_TIMEOUT_MS = 1e4;
  var KEEPALIVE_MAX_BYTES = 6e4;
  var REQUEST_HEADERS_BYTES = 600;
  var KEEPALIVE_RESERVED_BYTES = 36e3;
  var SPOOL_MAX_CHARS = 1e6;

  // packages/transport/src/batch.ts
  var { stringify: stringify3 } = JSON;
  var { keys: keys2 } = Object;
  function stamp(text2, members2) {
    let added = "";
    for (const name2 of keys2(members2)) {
      const value = members2[name2];
      if (value !== void 0) added += `,${stringify3(name2)}:${stringify3(value)}`;
    }
    return splice(text2, added);
  }
  function splice(text2, added) {
    return text2 === "{}" ? `{${added.slice(1)}}` : `${text2.slice(0, -1)}${added}}`;
  }
  function withActions(packet, recent) {
    const actions = isError2(packet) ? recent() : [];
    if (actions.length === 0) return packet;
    const text2 = splice(packet[1], `,"_actions":${encode(actions)}`);
    return [packet[0], text2, packet[2]];
  }
  function compose(batch, envelope, members2 = {}) {
    const { id, kind, dropped } = batch;
    const events = batch.events.map((text2) => stamp(text2, members2));
    const list = listName(kind);
    const around2 = (batch_id, first) => {
      const plain = stamp("{}", { batch_id, client: envelope.client, test_id: envelope.test_id });
      if (!first || !dropped) return plain;
      return splice(plain, `,"dropped":${stamp("{}", dropped)}`);
    };
    if (list) {
      const body = `{"${list}":[${events.join(",")}],${around2(id, true).slice(1)}`;
      return [{ id, path: path(kind), body }];
    }
    return events.map((event, index) => {
      const own2 = `${id}-${index}`;
      const body = splice(event, `,${around2(own2, index === 0).slice(1, -1)}`);
      return { id: own2, path: path(kind), body };
    });
  }
  function createBatcher(options) {
    const { timing, losses, send } = options;
    let gathered = /* @__PURE__ */ new Map();
    let chars = 0;
    let made = 0;
    let isLeaving = false;
    let isSoon = false;
    let isTicking = false;
    const flush = () => {
      const taken = gathered;
      let dropped = losses.takeDropped();
      gathered = /* @__PURE__ */ new Map();
      chars = 0;
      if (dropped && taken.size === 0) taken.set("log", []);
      for (const [kind, packets] of taken) {
        const events = packets.map((packet) => packet[1]);
        const batch = { id: `${options.id}-${made++}`, kind, events };
        if (packets.some((packet) => packet[2] !== 0)) batch.facts = packets.map(factsOf);
        if (dropped) batch.dropped = dropped;
        dropped = void 0;
        send(batch);
      }
    };
    const soon = () => {
      if (isSoon) return;
      isSoon = true;
      timing.soon(() => {
        isSoon = false;
        if (gathered.size > 0 && (isLeaving || !options.isBusy())) flush();
      });
    };
    const tick = () => {
      isTicking = gathered.size > 0;
      if (!isTicking) return;
      flush();
      timing.after(BATCH_WAIT_MS, tick);
    };
    const arm = () => {
      if (options.mode === "micro" || isLeaving) return soon();
      if (isTicking) return;
      isTicking = true;
      soon();
      timing.after(BATCH_WAIT_MS, tick);
    };
    return {
      add(packet) {
        const kind = packet[0];
        const { length } = packet[1];
        if (length > EVENT_MAX_CHARS) return losses.addDropped({ [kind]: 1 });
        const packets = gathered.get(kind) ?? [];
        gathered.set(kind, packets);
        packets.push(packet);
        chars += length;
        if (packets.length >= BATCH_MAX_EVENTS || chars >= FLUSH_CHARS) flush();
        else arm();
      },
      flush,
      leaving(is) {
        isLeaving = is;
      }
    };
  }
  function factsOf(packet) {
    return packet[2];
  }

  // packages/transport/src/delivery.ts
  function requestsOf(batch, envelope, fits, members2) {
    const { id, kind, events, facts, dropped } = batch;
    const composed = compose(batch, envelope, members2);
    if (events.length > 1 && composed.some(({ body }) => !fits(body))) {
      const middle = events.length >> 1;
      const first = { ...batch, id: `${id}a`, events: events.slice(0, middle) };
      const second = { id: `${id}b`, kind, events: events.slice(middle) };
      if (facts) [first.facts, second.facts] = [facts.slice(0, middle), facts.slice(middle)];
      return [first, second].flatMap((half) => requestsOf(half, envelope, fits, members2));
    }
    return composed.map(({ id: own2, path: path2, body }, index) => ({
      id: own2,
      kind,
      path: path2,
      body,
      chars: body.length,
      count: events.length / composed.length,
      ...facts && { facts },
      ...dropped && index === 0 && { dropped }
    }));
  }

  // packages/transport/src/binding.ts
  var { defineProperty: defineProperty2, getOwnPropertyDescriptor: getOwnPropertyDescriptor2 } = Object;
  function takeBinding(page, name2) {
    const globals = page;
    const binding = globals[name2];
    if (typeof binding !== "function") return void 0;
    delete globals[name2];
    return binding;
  }
  function createBinding(binding, envelope) {
    return {
      mode: "micro",
      pack: (batch) => requestsOf(batch, envelope, () => true),
      async send({ path: path2, body, facts }) {
        await unspoilt(() => facts ? binding(path2, body, encode(facts)) : binding(path2, body));
        return "accepted";
      },
      capacity: () => Infinity,
      fits: () => true,
      // A call in the last moments of a page is lost, and nothing says which one was.
      leave: (unsettled) => unsettled
    };
  }
  function unspoilt(call) {
    const spoilt = [Object.prototype, Array.prototype].flatMap((owner) => {
      const toJSON = getOwnPropertyDescriptor2(owner, "toJSON");
      return toJSON && Reflect.deleteProperty(owner, "toJSON") ? [{ owner, toJSON }] : [];
    });
    try {
      return call();
    } finally {
      for (const { owner, toJSON } of spoilt) defineProperty2(owner, "toJSON", toJSON);
    }
  }

  // packages/transport/src/http.ts
  function takeHttpNatives(page) {
    const { navigator, AbortSignal } = page;
    const { fetchLater } = page;
    return {
      fetch: page.fetch.bind(page),
      later: fetchLater?.bind(page),
      // A script that ran before us may have taken it away.
      beacon: navigator.sendBeacon?.bind(navigator) ?? (() => false),
      timeout: AbortSignal.timeout.bind(AbortSignal)
    };
  }
  function createHttp(base, envelope, natives) {
    const encoder2 = new TextEncoder();
    const bytes = (body) => encoder2.encode(body).length + REQUEST_HEADERS_BYTES;
    const kept = /* @__PURE__ */ new Set();
    const entrusted = /* @__PURE__ */ new WeakSet();
    let inFlight = 0;
    const isWithin = (body, isLeaving) => bytes(body) <= KEEPALIVE_MAX_BYTES - (isLeaving ? 0 : KEEPALIVE_RESERVED_BYTES) - inFlight;
    const post = async (delivery, keepalive) => {
      const share = keepalive ? bytes(delivery.body) : 0;
      inFlight += share;
      if (keepalive) kept.add(delivery);
      try {
        const response = await natives.fetch(base + delivery.path, {
          ...init(delivery),
          keepalive,
          signal: natives.timeout(REQUEST_TIMEOUT_MS)
        });
        if (response.ok) return "accepted";
        return response.status < 500 ? "refused" : "retry";
      } finally {
        inFlight -= share;
        kept.delete(delivery);
      }
    };
    const entrust = (delivery) => {
      if (entrusted.has(delivery)) return true;
      const url = base + delivery.path;
      let isAccepted = false;
      try {
        isAccepted = natives.later?.(url, { ...init(delivery), activateAfter: 0 }) !== void 0;
      } catch {
      }
      isAccepted ||= natives.beacon(url, delivery.body);
      if (isAccepted) entrusted.add(delivery);
      return isAccepted;
    };
    return {
      mode: "timer",
      pack: (batch, isLeaving) => requestsOf(
        batch,
        envelope,
        (body) => isLeaving ? isWithin(body, true) : bytes(body) <= KEEPALIVE_MAX_BYTES
      ),
      async send(delivery, isLeaving) {
        const fits = isWithin(delivery.body, isLeaving);
        if (isLeaving && !fits && entrust(delivery)) return "retry";
        return post(delivery, fits);
      },
      capacity: () => Infinity,
      fits: ({ body }) => isWithin(body, true),
      leave(unsettled) {
        for (const delivery of unsettled.toReversed()) {
          if (kept.has(delivery)) continue;
          if (isWithin(delivery.body, true)) void guarded(post(delivery, true));
          else entrust(delivery);
        }
        return unsettled.filter((delivery) => !kept.has(delivery));
      }
    };
  }
  async function guarded(work) {
    try {
      await work;
    } catch {
    }
  }
  function init({ body }) {
    return {
      method: "POST",
      body,
      // Any other type, and cookies, would cost a preflight that a closing page never finishes.
      headers: { "content-type": "text/plain" },
      credentials: "omit",
      mode: "cors",
      cache: "no-store"
    };
  }

  // packages/transport/src/lifecycle.ts
  function takeTiming(page, natives) {
    const { scheduler } = page;
    const postTask = scheduler?.postTask?.bind(scheduler);
    return {
      soon: page.queueMicrotask.bind(page),
      after(delay, work) {
        if (postTask) void postTask(work, { delay });
        else natives.setTimeout(work, delay);
      }
    };
  }
  function watchLeaving(page, natives, handlers) {
    const { document: document2 } = page;
    const hidden = () => {
      if (document2.visibilityState === "hidden") handlers.hidden();
    };
    const watch = () => {
      natives.listen(page, "pagehide", handlers.left, true);
      natives.listen(page, "pageshow", handlers.restored, true);
      natives.listen(document2, "visibilitychange", hidden, true);
    };
    watch();
    return watch;
  }

  // packages/transport/src/dispatcher.ts
  function createDispatcher(options) {
    const { queue, carrier } = options;
    let failures = 0;
    let isResting = false;
    const launch = async (delivery) => {
      let outcome = "retry";
      try {
        outcome = await carrier.send(delivery, options.isLeaving?.() === true);
      } catch {
      }
      queue.settle(delivery.id, outcome);
      const isBack = outcome !== "retry" && failures > 0;
      if (outcome === "retry") rest();
      else failures = 0;
      options.settled(outcome, isBack);
      pump();
    };
    const rest = () => {
      if (isResting) return;
      isResting = true;
      const delay = RETRY_DELAYS_MS[Math.min(failures++, RETRY_DELAYS_MS.length - 1)] ?? 0;
      options.timing.after(delay, () => {
        isResting = false;
        pump();
      });
    };
    const mayGo = () => !isResting && queue.underWay < Math.min(carrier.capacity(), failures > 0 ? 1 : Infinity);
    const pump = () => {
      while (mayGo()) {
        const delivery = queue.next();
        if (!delivery) return;
        void launch(delivery);
      }
    };
    return {
      pump,
      rush(accepts) {
        for (let it = queue.next(accepts); it; it = queue.next(accepts)) void launch(it);
      },
      isFailing: () => failures > 0
    };
  }

  // packages/transport/src/queue.ts
  var { keys: keys3 } = Object;
  var Queue = class {
    constructor(limits) {
      this.limits = limits;
    }
    limits;
    /** In the order of arrival, under way or not: what comes back keeps its place. */
    #entries = /* @__PURE__ */ new Map();
    #waiting = { deliveries: 0, events: 0, chars: 0 };
    #underWay = { deliveries: 0, events: 0, chars: 0 };
    #dropped = {};
    /** Beyond the limits the oldest that is not under way is lost. */
    add(delivery) {
      if (this.has(delivery.id)) return;
      this.#entries.set(delivery.id, { delivery, isUnderWay: false });
      count2(this.#waiting, delivery, 1);
      this.#bound();
    }
    /**
     * The oldest that may go; it is under way until it is settled or released. An enrichment waits for
     * the log entries before it: until they have arrived, there is nothing to add it to.
     *
     * `accepts` is for the last chance: it alone decides then, whatever has not arrived before.
     */
    next(accepts) {
      if (!accepts && this.#underWay.chars > this.limits.chars) return void 0;
      let isAfterLog = false;
      for (const entry of this.#entries.values()) {
        const { delivery } = entry;
        const mayGo = accepts ? !entry.isUnderWay && accepts(delivery) : !entry.isUnderWay && !(isAfterLog && delivery.kind === "enrichment");
        if (mayGo) {
          this.#move(entry, true);
          return delivery;
        }
        isAfterLog ||= delivery.kind === "log";
      }
      return void 0;
    }
    /** What became of one that was under way; what comes late counts as well. */
    settle(id, outcome) {
      const entry = this.#entries.get(id);
      if (!entry) return;
      if (outcome !== "retry") return this.#remove(entry, outcome === "refused");
      this.#move(entry, false);
      this.#bound();
    }
    /** The connection broke: all under way waits again, in its place. */
    release() {
      for (const entry of this.#entries.values()) this.#move(entry, false);
      this.#bound();
    }
    has(id) {
      return this.#entries.has(id);
    }
    /** What was neither accepted nor lost, oldest first. */
    unsettled() {
      return [...this.#entries.values()].map(({ delivery }) => delivery);
    }
    /** How many deliveries are under way. */
    get underWay() {
      return this.#underWay.deliveries;
    }
    /** Counts events that were lost elsewhere, too. */
    addDropped(counts) {
      this.#dropped = sum(this.#dropped, counts);
    }
    /** What was lost since this was called last. */
    takeDropped() {
      const { dropped } = this;
      this.#dropped = {};
      return keys3(dropped).length > 0 ? dropped : void 0;
    }
    get dropped() {
      return this.#dropped;
    }
    #bound() {
      const { deliveries = Infinity, events = Infinity, chars } = this.limits;
      for (const entry of this.#entries.values()) {
        const waiting = this.#waiting;
        const isWithin = waiting.deliveries <= deliveries && waiting.events <= events && waiting.chars <= chars;
        if (isWithin) return;
        if (!entry.isUnderWay) this.#remove(entry, true);
      }
    }
    #move(entry, isUnderWay) {
      if (entry.isUnderWay === isUnderWay) return;
      entry.isUnderWay = isUnderWay;
      count2(this.#waiting, entry.delivery, isUnderWay ? -1 : 1);
      count2(this.#underWay, entry.delivery, isUnderWay ? 1 : -1);
    }
    #remove({ delivery, isUnderWay }, isLost) {
      this.#entries.delete(delivery.id);
      count2(isUnderWay ? this.#underWay : this.#waiting, delivery, -1);
      if (isLost) this.addDropped(lossOf(delivery));
    }
  };
  function lossOf({ kind, count: events, dropped = {} }) {
    return sum(dropped, { [kind]: events });
  }
  function sum(one, other) {
    const both = { ...one };
    for (const kind of keys3(other)) {
      const events = (both[kind] ?? 0) + (other[kind] ?? 0);
      if (events > 0) both[kind] = events;
    }
    return both;
  }
  function count2(totals, delivery, sign) {
    totals.deliveries += sign;
    totals.events += sign * delivery.count;
    totals.chars += sign * delivery.chars;
  }

  // packages/transport/src/sender.ts
  function openSender(options) {
    const { page, id, carrier, timing, natives, spool } = options;
    const queue = new Queue({ events: QUEUE_MAX_EVENTS, chars: QUEUE_MAX_CHARS });
    const spooled = /* @__PURE__ */ new Set();
    let isUrgent = false;
    let isLeft = false;
    let isWatched = true;
    let reports = 0;
    const dispatcher = createDispatcher({
      queue,
      carrier,
      timing,
      isLeaving: () => isUrgent,
      settled(outcome, isBack) {
        const isDone = outcome !== "retry";
        if (isBack || isDone && carrier.mode === "micro") batcher.flush();
      }
    });
    const batcher = createBatcher({
      id,
      mode: carrier.mode,
      timing,
      losses: queue,
      isBusy: () => queue.underWay >= BUSY_CALLS,
      send(batch) {
        isWatched = false;
        for (const delivery of carrier.pack(batch, isUrgent)) {
          queue.add(delivery);
          dispatcher.pump();
        }
        if (isLeft) leave();
      }
    });
    const leave = () => {
      dispatcher.rush((delivery) => carrier.fits(delivery));
      const unsettled = queue.unsettled();
      const unsure = carrier.leave(unsettled);
      if (!spool) return;
      const left = (dispatcher.isFailing() ? unsettled : unsure).filter((it) => !spooled.has(it));
      for (const delivery of left) spooled.add(delivery);
      const lost = spool.save(left);
      if (lost.length === 0) return;
      const dropped = lost.map(lossOf).reduce(sum);
      const report2 = { id: `${id}-lost-${reports++}`, kind: "log", events: [], dropped };
      spool.save(carrier.pack(report2, true));
    };
    const watch = watchLeaving(page, natives, {
      hidden() {
        isUrgent = true;
        batcher.flush();
        isUrgent = isLeft;
      },
      left() {
        isUrgent = isLeft = true;
        batcher.leaving(true);
        batcher.flush();
        leave();
      },
      restored() {
        if (isLeft) options.restored?.();
        isUrgent = isLeft = false;
        batcher.leaving(false);
      }
    });
    for (const delivery of spool?.load() ?? []) queue.add(delivery);
    dispatcher.pump();
    return (packet) => {
      if (!isWatched) watch();
      isWatched = true;
      batcher.add(packet);
    };
  }

  // packages/transport/src/spool.ts
  var KEY = "__gasoline";
  var { parse } = JSON;
  var { isArray: isArray2 } = Array;
  function createSpool(page) {
    const read3 = () => attempt(() => unpack(page.sessionStorage.getItem(KEY))) ?? [];
    const write3 = (deliveries) => attempt(() => {
      page.sessionStorage.setItem(KEY, encode(deliveries.map(line)));
      return true;
    }) ?? false;
    return {
      save(added) {
        if (added.length === 0) return [];
        const all2 = [...read3(), ...added];
        const lost = [];
        for (let chars = 0, index = all2.length - 1; index >= 0; index--) {
          chars += all2[index]?.chars ?? 0;
          if (chars <= SPOOL_MAX_CHARS) continue;
          lost.push(...all2.splice(0, index + 1));
          break;
        }
        while (all2.length > 0 && !write3(all2)) lost.push(...all2.splice(0, all2.length + 1 >> 1));
        return lost;
      },
      load() {
        const deliveries = read3();
        if (deliveries.length > 0) attempt(() => page.sessionStorage.removeItem(KEY));
        return deliveries;
      }
    };
  }
  function attempt(work) {
    try {
      return work();
    } catch {
      return void 0;
    }
  }
  function line({ id, kind, count: count3, body, facts }) {
    return [id, kind, count3, body, facts ?? 0];
  }
  function unpack(text2) {
    const lines = text2 === null ? [] : parse(text2);
    const deliveries = [];
    for (const entry of isArray2(lines) ? lines : []) {
      const [id, kind, count3, body, facts] = isArray2(entry) ? entry : [];
      const isOurs = typeof id === "string" && typeof count3 === "number" && typeof body === "string";
      if (!isOurs || !isKind(kind)) continue;
      const delivery = { id, kind, count: count3, path: path(kind), body, chars: body.length };
      deliveries.push(isArray2(facts) ? { ...delivery, facts } : delivery);
    }
    return deliveries;
  }

  // packages/gasoline-ci/package.json
  var version = "0.1.0";

  // packages/gasoline-ci/src/config.ts
  function readConfig(page, served) {
    const { __GASOLINE__: given } = page;
    const sources = [members(given), members(served), query(page.document.currentScript)];
    const first = (name2, read3) => {
      for (const source of sources) {
        const value = read3(source[name2]);
        if (value !== void 0) return value;
      }
      return void 0;
    };
    const testId = first("testId", text);
    return {
      host: first("host", text) ?? "127.0.0.1",
      port: first("port", port) ?? 7890,
      mode: first("mode", mode) ?? "all",
      binding: first("binding", text) ?? "__gasolineBinding",
      stateSnapshot: first("stateSnapshot", flag) ?? false,
      ...testId === void 0 ? {} : { testId }
    };
  }
  function isServer({ hostname, port: own2 }, config) {
    const isLoopback = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
    return Number(own2) === config.port && (isLoopback || hostname === config.host);
  }
  function members(value) {
    return typeof value === "object" && value !== null ? value : {};
  }
  function query(script) {
    const address = script && "src" in script ? script.src : "";
    if (address === "") return {};
    const { searchParams } = new URL(address);
    const said = Object.fromEntries(searchParams);
    return { testId: said["test_id"], ...said };
  }
  function text(value) {
    if (typeof value !== "string" || value === "") return void 0;
    return value.slice(0, ENVELOPE_MEMBER_MAX_CHARS);
  }
  function port(value) {
    const number = Number(value ?? 0);
    return Number.isInteger(number) && number > 0 && number < 65536 ? number : void 0;
  }
  function mode(value) {
    return value === "all" || value === "errors-only" ? value : void 0;
  }
  function flag(value) {
    if (value === true || value === "true") return true;
    return value === false || value === "false" ? false : void 0;
  }

  // packages/gasoline-ci/src/entry.ts
  var INSTALLED = /* @__PURE__ */ Symbol.for("gasoline");
  function install(page, served) {
    if (INSTALLED in page) return;
    Object.defineProperty(page, INSTALLED, { value: version });
    const config = readConfig(page, served);
    if (isServer(page.location, config)) return;
    const base = `http://${config.host}:${config.port}`;
    const natives = takeNatives(page);
    const binding = takeBinding(page, config.binding);
    const id = natives.random();
    const envelope = {
      client: `gasoline-ci/${version} ${id}`,
      ...config.testId === void 0 ? {} : { test_id: config.testId }
    };
    const send = openSender({
      page,
      id,
      natives,
      timing: takeTiming(page, natives),
      carrier: binding ? createBinding(binding, envelope) : createHttp(base, envelope, takeHttpNatives(page)),
      spool: createSpool(page)
    });
    let hooks;
    const recentActions = () => hooks?.recentActions() ?? [];
    const context = captureContext({
      page,
      natives,
      settings: {
        ...defaultSettings(),
        mode: config.mode,
        stateSnapshot: config.stateSnapshot
      },
      own: [base],
      sink: (packet) => {
        if (packet[0] === "dialog") hooks?.answered(packet[2]);
        else send(withActions(packet, recentActions));
      }
    });
    installPageHooks(context);
    installEnrichment(context);
    hooks = installDocumentHooks(context);
  }
  try {
    install(window, "__GASOLINE_SERVED__");
  } catch {
  }
})();
