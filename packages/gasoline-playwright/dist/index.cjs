"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// packages/gasoline-playwright/src/index.ts
var index_exports = {};
__export(index_exports, {
  expect: () => import_test3.expect,
  fixtures: () => fixtures,
  test: () => test,
  withGasoline: () => withGasoline
});
module.exports = __toCommonJS(index_exports);
var import_test2 = require("@playwright/test");

// packages/driver/src/client.ts
var import_node_http = require("node:http");

// packages/driver/src/limits.ts
var ANSWER_MAX_MS = 2e4;
var REST_MS = 6e4;
var START_MAX_MS = 6e4;
var ERRANDS_HELD_MAX_MS = 4e4;
var ERRANDS_REST_MS = 2e3;

// packages/driver/src/client.ts
async function ask(port, method, path, options = {}) {
  const { body, withinMs = ANSWER_MAX_MS, agent, browser, signal, isAside = false } = options;
  return new Promise((resolve, reject) => {
    const headers = {
      ...body !== void 0 && { "content-type": "application/json" },
      ...browser !== void 0 && { "user-agent": browser }
    };
    const asked = (0, import_node_http.request)(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        headers,
        ...agent && { agent },
        ...signal && { signal }
      },
      (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const status = response.statusCode ?? 0;
          resolve({
            status,
            bytes,
            get text() {
              return bytes.toString("utf8");
            }
          });
        });
      }
    );
    const limit = setTimeout(() => asked.destroy(new Slow()), withinMs);
    asked.on("close", () => clearTimeout(limit));
    if (isAside) {
      limit.unref();
      asked.on("socket", (socket) => socket.unref());
    }
    asked.on("error", reject);
    asked.end(body);
  });
}
var Slow = class extends Error {
  constructor() {
    super("no answer in time");
  }
};
async function isHealthy(port) {
  try {
    const { status, text } = await ask(port, "GET", "/health");
    return status === 200 && JSON.parse(text).name === "gasoline";
  } catch {
    return false;
  }
}
var Client = class {
  constructor(port, away) {
    this.port = port;
    this.away = away;
  }
  port;
  away;
  /** One connection: the server lists events in the order it takes them. */
  #agent = new import_node_http.Agent({ keepAlive: true, maxSockets: 1 });
  #last = Promise.resolve();
  #restUntil = 0;
  #waiting = 0;
  /** The browser whose pages it tells of: a bug report names it. */
  browser;
  /** Whether the last thing asked was answered. */
  isThere = true;
  /** How many things are waiting for an answer. */
  get underWay() {
    return this.#waiting;
  }
  /** Posts after everything before it. Rejects when nobody answers or the server has no room. */
  post(path, body) {
    return this.#inTurn("POST", path, typeof body === "string" ? body : JSON.stringify(body));
  }
  /** Reads an answer, after everything posted before. Rejects unless it is one. */
  async get(path, withinMs = ANSWER_MAX_MS) {
    const { status, text } = await this.#inTurn("GET", path, void 0, withinMs);
    if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${text}`);
    return JSON.parse(text);
  }
  /** Posts what nobody waits for: a failure is the server's absence, which is told by `away`. */
  tell(path, body) {
    this.post(path, body).catch(() => {
    });
  }
  /** Waits until all that was asked is answered. */
  async settled() {
    await this.#last;
  }
  close() {
    this.#agent.destroy();
  }
  #inTurn(method, path, body, withinMs) {
    this.#waiting++;
    const answered2 = this.#last.then(() => this.#ask(method, path, body, withinMs));
    this.#last = answered2.catch(() => {
    }).finally(() => this.#waiting--);
    return answered2;
  }
  async #ask(method, path, body, withinMs) {
    if (Date.now() < this.#restUntil) throw new Slow();
    const once = () => ask(this.port, method, path, {
      agent: this.#agent,
      ...this.browser !== void 0 && { browser: this.browser },
      ...body !== void 0 && { body },
      ...withinMs !== void 0 && { withinMs }
    });
    let answer;
    try {
      answer = await once().catch((error) => {
        if (isReset(error)) return once();
        throw error;
      });
    } catch (error) {
      if (error instanceof Slow) this.#restUntil = Date.now() + REST_MS;
      this.isThere = false;
      this.away();
      throw error;
    }
    this.isThere = true;
    if (answer.status === 503) throw new Error("the server has no room for it");
    return answer;
  }
};
function isReset(error) {
  const { code } = error;
  return code === "ECONNRESET" || code === "EPIPE";
}

// packages/gasoline-playwright/src/driver/browsers.ts
function watchBrowsers(types, listener) {
  const undo = [];
  const met = /* @__PURE__ */ new WeakSet();
  const once = (thing) => !met.has(thing) && Boolean(met.add(thing));
  const context = async (opened) => {
    if (!once(opened)) return;
    undo.push(before(opened, "close", () => listener.closing(opened)));
    await listener.opened(opened);
  };
  const browser = async (launched) => {
    if (!once(launched)) return;
    undo.push(after(launched, "newContext", context));
    for (const opened of launched.contexts()) await context(opened);
  };
  for (const type of types) {
    for (const name of ["launch", "connect", "connectOverCDP"]) {
      undo.push(after(type, name, browser));
    }
    undo.push(after(type, "launchPersistentContext", context));
  }
  return () => undo.toReversed().forEach((step) => step());
}
function after(owner, name, then) {
  return replace(owner, name, (original) => {
    return async function(...args) {
      const given = await original.apply(this, args);
      await quietly(then(given));
      return given;
    };
  });
}
function before(owner, name, first) {
  return replace(owner, name, (original) => {
    return async function(...args) {
      await quietly(first());
      return original.apply(this, args);
    };
  });
}
function replace(owner, name, make) {
  const methods = owner;
  const original = methods[name];
  if (typeof original !== "function") return () => {
  };
  methods[name] = make(original);
  return () => Reflect.deleteProperty(methods, name);
}
async function quietly(work) {
  try {
    await work;
  } catch {
  }
}

// packages/gasoline-playwright/src/report/failure.ts
var import_node_child_process = require("node:child_process");

// packages/gasoline-playwright/src/limits.ts
var SNAPSHOT_ANSWER_MAX_MS = 3e4;
var PAGE_ANSWER_MAX_MS = 5e3;
var SETTLE_MAX_MS = 1e4;
var QUIET_MS = 30;
var PICTURE_MAX_MS = 15e3;
var PICTURES_MAX = 3;
var PICTURE_MAX_HEIGHT_PX = 16384;
var PICTURE_MAX_PIXELS = 23e6;
var ERRAND_SHARE = 0.7;
var PENDING_MIN_MS = 1e3;
var SIGHTINGS_MAX = 200;
var RESPONSE_BODY_MAX_BYTES = 16384;
var SCRIPTS_MAX = 200;
var SOURCE_MAP_MAX_BYTES = 16777216;
var SOURCES_MAX_MS = 15e3;
var TEST_ID_MAX_CHARS = 1e3;
var ERROR_MAX_CHARS = 8e3;
var REPORT_MAX_MS = 3e4;

// packages/gasoline-playwright/src/report/failure.ts
var SNAPSHOT = "gasoline-snapshot";
var SUMMARY = "gasoline-summary";
var AI_CONTEXT = "gasoline-ai-context";
async function attachFailure(testId2, worker, info) {
  const snapshot = await worker.snapshot(testId2);
  const contentType = "application/json";
  await info.attach(SNAPSHOT, { body: JSON.stringify(snapshot, null, 2), contentType });
  const summary = await worker.summary(testId2).catch(() => void 0);
  if (summary !== void 0) {
    await info.attach(SUMMARY, { body: summary, contentType: "text/plain" });
  }
  const words = ["--test-id", testId2, "--port", String(worker.client.port)];
  if (worker.cursor !== void 0) words.push("--since", worker.cursor);
  const context = worker.binary && await aiContext(worker.binary, words);
  if (!context) return;
  await info.attach(AI_CONTEXT, { body: context, contentType: "text/markdown" });
}
var without = /* @__PURE__ */ new Set();
async function aiContext({ file, first }, words) {
  if (without.has(file)) return void 0;
  return new Promise((resolve) => {
    const options = { timeout: REPORT_MAX_MS, env: withoutOptions(process.env) };
    const all = [...first, "report", "--format", "ai-context", ...words];
    (0, import_node_child_process.execFile)(file, all, options, (error, stdout) => {
      const code = error ? error.code : 0;
      if (code !== 0 && code !== 1) without.add(file);
      resolve((code === 0 || code === 1) && stdout.trim() !== "" ? stdout : void 0);
    });
  });
}
function withoutOptions(environment) {
  const entries = Object.entries(environment);
  const kept = entries.filter(([name]) => !name.startsWith("GASOLINE_") && name !== "NODE_OPTIONS");
  return Object.fromEntries(kept);
}

// packages/gasoline-playwright/src/identity.ts
function testId({ project, titlePath, retry, repeat }) {
  const marks = `${retry > 0 ? ` #r${retry}` : ""}${repeat > 0 ? ` #n${repeat}` : ""}`;
  const name = [project, ...titlePath].filter((part) => part !== "").join(" \u203A ");
  return name.replaceAll("\\", "/").slice(0, TEST_ID_MAX_CHARS - marks.length) + marks;
}
function attemptOf(info) {
  return {
    project: info.project.name,
    titlePath: info.titlePath,
    retry: info.retry,
    repeat: info.repeatEachIndex
  };
}
function hasFailed({ status, expectedStatus }) {
  return status !== void 0 && status !== expectedStatus && status !== "skipped";
}
function outcomeOf(ended) {
  const { status = "unknown", expectedStatus, errors } = ended;
  if (status === expectedStatus) return { status: status === "failed" ? "passed" : status };
  if (status === "passed") {
    return { status: "failed", error: { message: "expected to fail, but passed" } };
  }
  const messages = errors.map((error) => plain(error.message ?? error.value ?? ""));
  const message = messages.filter((text) => text !== "").join("\n\n");
  if (message === "") return { status };
  const stack = errors.find((error) => error.stack)?.stack;
  return { status, error: { message: clip(message), ...stack && { stack: clip(plain(stack)) } } };
}
function plain(text) {
  return text.replace(/\u001b\[[0-9;]*m/g, "");
}
function clip(text) {
  return text.length > ERROR_MAX_CHARS ? `${text.slice(0, ERROR_MAX_CHARS)}\u2026` : text;
}

// packages/gasoline-playwright/src/attempt.ts
var AttemptPart = class {
  constructor(worker, info, attaches) {
    this.worker = worker;
    this.info = info;
    this.attaches = attaches;
    this.#id = testId(attemptOf(info));
    this.#hadFailed = hasBroken(info);
    if (worker.ended !== this.#id) this.#mark("start", {});
  }
  worker;
  info;
  attaches;
  #id;
  /** A part that comes after the failure has nothing to add to it. */
  #hadFailed;
  /** Else it is a hook that runs before the test, or after it. */
  isTest = false;
  async end() {
    const { info, worker, isTest } = this;
    const isFailed = (isTest ? hasFailed(info) : hasBroken(info)) && !this.#hadFailed;
    if (isFailed || isTest) for (const context of worker.contexts) await worker.closing(context);
    const isOver = info.status !== "passed" && worker.ended !== this.#id;
    if (isFailed || isTest || isOver) this.#close();
    worker.end();
    if (isFailed) {
      const isThere = this.attaches && worker.client.isThere;
      if (isThere) await attachFailure(this.#id, worker, info).catch(() => {
      });
    } else if (isTest && info.retry === 0 && !this.#hadFailed) {
      worker.client.tell("/clear", { test_id: this.#id });
    }
  }
  #close() {
    const { info, worker } = this;
    const duration = this.isTest && { duration_ms: info.duration };
    this.#mark("end", { ...duration, ...outcomeOf(info) });
    worker.ended = this.#id;
  }
  #mark(action, more) {
    const { info, worker } = this;
    const [file, ...titles] = info.titlePath;
    worker.client.tell("/test-boundary", {
      test_id: this.#id,
      title: titles.join(" \u203A "),
      file,
      line: info.line,
      project: info.project.name,
      retry: info.retry,
      worker: info.parallelIndex,
      action,
      ...more
    });
  }
};
function hasBroken(info) {
  return info.status !== "passed" && hasFailed(info);
}

// packages/gasoline-playwright/src/options.ts
var USUAL_PORT = 7890;
function defaultPort(environment = process.env) {
  const port = Number(environment["GASOLINE_PORT"] ?? USUAL_PORT);
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : USUAL_PORT;
}

// packages/driver/src/server/binary.ts
var import_node_fs = require("node:fs");
var import_node_module = require("node:module");
var import_node_path = require("node:path");
var HINT = "install `gasoline-mcp`, put `gasoline` on the PATH, or set GASOLINE_BINARY to the file or command";
function findBinary({ named, environment, from }) {
  const given = named || environment["GASOLINE_BINARY"];
  if (given) return commandOf(given, environment);
  return installed(from) ?? onPath("gasoline", environment) ?? onPath("gasoline-mcp", environment);
}
function commandOf(given, environment) {
  if ((0, import_node_fs.existsSync)(given)) return run(given);
  const [name = "", ...words] = given.trim().split(/\s+/);
  const found = name.includes("/") ? run(name) : onPath(name, environment);
  return found && { file: found.file, first: [...found.first, ...words] };
}
function run(file) {
  if (!(0, import_node_fs.existsSync)(file)) return void 0;
  const isScript = /\.[cm]?js$/.test(file);
  return isScript ? { file: process.execPath, first: [file] } : { file, first: [] };
}
function installed(from) {
  for (const folder of from) {
    try {
      const about = (0, import_node_module.createRequire)((0, import_node_path.join)(folder, "package.json")).resolve(
        "gasoline-mcp/package.json"
      );
      const { bin } = JSON.parse((0, import_node_fs.readFileSync)(about, "utf8"));
      const script2 = bin?.["gasoline"] ?? bin?.["gasoline-mcp"];
      const found = script2 && run((0, import_node_path.join)((0, import_node_path.dirname)(about), script2));
      if (found) return found;
    } catch {
    }
  }
  return void 0;
}
function onPath(name, environment) {
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  const folders = (environment["PATH"] ?? "").split(import_node_path.delimiter).filter((folder) => folder !== "");
  const files = folders.flatMap((folder) => names.map((file2) => (0, import_node_path.join)(folder, file2)));
  const file = files.find(isExecutable);
  return file === void 0 ? void 0 : { file, first: [] };
}
function isExecutable(file) {
  try {
    (0, import_node_fs.accessSync)(file, import_node_fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// packages/driver/src/server/run-folder.ts
var import_node_fs2 = require("node:fs");
var import_node_os = require("node:os");
var import_node_path2 = require("node:path");
var WARNED = "warned";
function timeOfDay() {
  return (/* @__PURE__ */ new Date()).toISOString().slice(11, 19);
}
function usualParent() {
  return (0, import_node_path2.join)((0, import_node_os.tmpdir)(), `gasoline-playwright-${process.getuid?.() ?? "user"}`);
}
var RunFolder = class {
  #path;
  /** Throws where the folder cannot be made, or was made by somebody else. */
  constructor(port, parent = usualParent()) {
    this.#path = (0, import_node_path2.join)(parent, String(port));
    (0, import_node_fs2.mkdirSync)(parent, { recursive: true, mode: 448 });
    const made = (0, import_node_fs2.lstatSync)(parent);
    if (!made.isDirectory() || process.getuid && made.uid !== process.getuid()) {
      throw new Error(`\`${parent}\` belongs to somebody else`);
    }
    (0, import_node_fs2.mkdirSync)(this.#path, { recursive: true });
    this.#tidy();
  }
  get log() {
    return (0, import_node_path2.join)(this.#path, "server.log");
  }
  /** True for the first process of a run to ask; the others say nothing. It may leave a note. */
  isFirst(runner, what, note = "") {
    try {
      (0, import_node_fs2.writeFileSync)((0, import_node_path2.join)(this.#path, `${what}-${runner}`), note, { flag: "wx" });
      return true;
    } catch {
      return false;
    }
  }
  /** The note of the first process of a run. */
  noted(runner, what) {
    try {
      return (0, import_node_fs2.readFileSync)((0, import_node_path2.join)(this.#path, `${what}-${runner}`), "utf8");
    } catch {
      return void 0;
    }
  }
  /** Deletes what runners that have ended had noted. */
  #tidy() {
    for (const name of (0, import_node_fs2.readdirSync)(this.#path)) {
      const runner = /^[a-z]+-(\d+)$/.exec(name)?.[1];
      if (runner && !isAlive(Number(runner))) (0, import_node_fs2.rmSync)((0, import_node_path2.join)(this.#path, name), { force: true });
    }
  }
};
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

// packages/driver/src/server/start.ts
var import_node_child_process2 = require("node:child_process");
var import_node_fs3 = require("node:fs");
async function ensureServer(start) {
  const { port, runner, binary, isAutoStart } = start;
  if (await hasJoined(port, runner)) return void 0;
  if (!isAutoStart) {
    return `no server answers on 127.0.0.1:${port}
hint: run \`gasoline serve --ci --port ${port}\``;
  }
  if (!binary) {
    return `no server answers on 127.0.0.1:${port}, and there is no binary to start one
hint: ${HINT}`;
  }
  return serve(start, binary);
}
async function hasJoined(port, runner) {
  if (!await isHealthy(port)) return false;
  const body = JSON.stringify({ pid: runner });
  const joined = await ask(port, "POST", "/runners", { body }).catch(() => void 0);
  return joined?.status === 200 || joined?.status === 404;
}
async function serve(start, { file, first }) {
  const { port, log, runner } = start;
  const stderr = (0, import_node_fs3.openSync)(log, "a");
  const words = ["serve", "--ci", "--port", String(port), "--while", String(runner)];
  const child = (0, import_node_child_process2.spawn)(file, [...first, ...words], {
    detached: true,
    stdio: ["ignore", "pipe", stderr],
    // What a run loads into its own processes is not for this one.
    env: { ...process.env, NODE_OPTIONS: "" }
  });
  (0, import_node_fs3.closeSync)(stderr);
  let limit;
  const fault = await new Promise((resolve) => {
    let said = "";
    child.stdout?.on("data", (chunk) => {
      said += chunk.toString();
      if (/^http:/m.test(said)) resolve(void 0);
    });
    child.on("error", ({ message }) => resolve(`the server cannot be started: ${message}`));
    child.on("close", () => resolve("the server ended as soon as it was started"));
    const seconds = START_MAX_MS / 1e3;
    const late = `no server answers on 127.0.0.1:${port} after ${seconds} s`;
    limit = setTimeout(() => resolve(late), START_MAX_MS);
  });
  clearTimeout(limit);
  child.stdout?.destroy();
  child.unref();
  return fault === void 0 ? void 0 : `${fault}
hint: read ${log}`;
}

// packages/driver/src/report/snapshot.ts
function emptySnapshot(testId2) {
  return {
    timestamp: (/* @__PURE__ */ new Date()).toISOString(),
    ...testId2 !== void 0 && { test_id: testId2 },
    logs: [],
    websocket_events: [],
    network_bodies: [],
    enhanced_actions: [],
    screenshots: [],
    performance: [],
    places: [],
    tests: [],
    stats: {
      total_logs: 0,
      error_count: 0,
      warning_count: 0,
      network_failures: 0,
      ws_connections: 0
    }
  };
}

// packages/gasoline-playwright/src/worker.ts
var import_node_fs4 = require("node:fs");
var import_node_module2 = require("node:module");
var import_promises3 = require("node:timers/promises");
var import_test = require("@playwright/test");

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

// packages/driver/src/errands.ts
var import_promises = require("node:timers/promises");
var Refusal = class extends Error {
  constructor(what, hint) {
    super(what);
    this.what = what;
    this.hint = hint;
  }
  what;
  hint;
};
var Errands = class {
  constructor(port, client, run2) {
    this.port = port;
    this.client = client;
    this.run = run2;
  }
  port;
  client;
  run;
  #waiting;
  /** An older server has none. */
  isKnown = true;
  /** Waits for errands from here on. */
  start() {
    if (this.#waiting || !this.isKnown) return;
    this.#waiting = new AbortController();
    void this.#wait(this.#waiting.signal);
  }
  stop() {
    this.#waiting?.abort();
    this.#waiting = void 0;
  }
  async #wait(signal) {
    const path = `/errands?${new URLSearchParams({ client: this.client })}`;
    while (!signal.aborted) {
      try {
        const held = { withinMs: ERRANDS_HELD_MAX_MS, isAside: true, signal };
        const { status, text } = await ask(this.port, "GET", path, held);
        if (status === 404) {
          this.isKnown = false;
          return;
        }
        const { errands = [] } = JSON.parse(text);
        if (status !== 200) throw new Error(`it was answered with ${status}`);
        for (const errand of errands) await this.#do(errand);
      } catch {
        await (0, import_promises.setTimeout)(ERRANDS_REST_MS, void 0, { ref: false, signal }).catch(() => {
        });
      }
    }
  }
  async #do(errand) {
    const outcome = await this.run(errand).then(
      (result) => ({ result }),
      (error) => ({ refused: refused(error) })
    );
    const body = JSON.stringify({ id: errand.id, client: this.client, ...outcome });
    await ask(this.port, "POST", "/errands", { body, isAside: true });
  }
};
function refused(error) {
  if (error instanceof Refusal) return { what: error.what, hint: error.hint };
  const [said = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return {
    what: `the test's page gives no picture: ${said}`,
    hint: "ask again; a page that is closing, hangs or shows a dialog has none"
  };
}

// packages/gasoline-playwright/src/driver/picture.ts
async function takePicture(page, given, timeout) {
  const selector = given["selector"];
  if (typeof selector === "string" && selector !== "") return takeElement(page, selector, timeout);
  if (given["full_page"] === true) return takeWhole(page, timeout);
  return { png: await page.screenshot({ timeout }), cropped: false };
}
async function takeWhole(page, timeout) {
  const [width, all] = await page.evaluate(() => {
    const { clientWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
    return [clientWidth, scrollHeight];
  });
  const height = tallest({ width, height: all });
  const options = { timeout, fullPage: true, scale: "css" };
  if (height >= all) return { png: await page.screenshot(options), cropped: false };
  const clip2 = { x: 0, y: 0, width, height };
  const note = `the page is ${all} px tall; what lies below ${height} px is cropped`;
  return { png: await page.screenshot({ ...options, clip: clip2 }), cropped: true, note };
}
async function takeElement(page, selector, timeout) {
  const element = await visible(page, selector);
  const framed = await element.evaluateHandle(frame, void 0, { timeout });
  try {
    const { box, size } = await framed.evaluate((it) => ({ box: it.box, size: it.size }));
    if (box.width <= 0 || box.height <= 0) {
      throw new Refusal(
        `\`${selector}\` lies outside of what the window can show`,
        "name another element, or call `capture_screenshot` without `selector`"
      );
    }
    const clip2 = { ...box, height: tallest(box) };
    const png = await page.screenshot({ timeout, fullPage: true, clip: clip2, scale: "css" });
    const cropped = clip2.width + 1 < size.width || clip2.height + 1 < size.height;
    if (!cropped) return { png, cropped };
    const all = `${Math.round(size.width)}\xD7${Math.round(size.height)} px`;
    const note = `of the element, which is ${all}, only what the page shows at once`;
    return { png, cropped, note };
  } finally {
    await framed.evaluate(({ putBack }) => putBack()).catch(() => {
    });
  }
}
async function visible(page, selector) {
  const all = page.locator(`css=${selector}`);
  const count = await all.count().catch((error) => {
    if (page.isClosed()) throw error;
    throw new Refusal(
      `\`${selector}\` is not a CSS selector`,
      'write one that `document.querySelectorAll` takes, such as `#cart .item` or `[data-testid="save"]`'
    );
  });
  if (count === 0) {
    throw new Refusal(
      `no element matches \`${selector}\``,
      "call it without `selector` to see what is on the page"
    );
  }
  const shown = all.locator("visible=true");
  if (await shown.count() === 0) {
    throw new Refusal(
      `\`${selector}\` matches ${count === 1 ? "an element that is" : `${count} elements that are`} not visible`,
      "bring it into sight first, or name another element"
    );
  }
  return shown.first();
}
function frame(element) {
  const around2 = [];
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (one === document.body || one === document.documentElement) break;
    if (getComputedStyle(one).overflow !== "visible") around2.push(one);
  }
  const undo = [];
  for (const one of around2) {
    const [inner, outer] = [element.getBoundingClientRect(), one.getBoundingClientRect()];
    const isInSight = inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom;
    if (isInSight) continue;
    const { scrollLeft, scrollTop } = one;
    undo.push(() => one.scrollTo({ left: scrollLeft, top: scrollTop, behavior: "instant" }));
    one.scrollBy({
      left: inner.left - outer.left - Math.max(0, one.clientWidth - inner.width) / 2,
      top: inner.top - outer.top - Math.max(0, one.clientHeight - inner.height) / 2,
      behavior: "instant"
    });
  }
  const whole = element.getBoundingClientRect();
  let { left, top, right, bottom } = whole;
  for (const one of around2) {
    const outer = one.getBoundingClientRect();
    [left, top] = [Math.max(left, outer.left), Math.max(top, outer.top)];
    [right, bottom] = [Math.min(right, outer.right), Math.min(bottom, outer.bottom)];
  }
  const [x, y] = [Math.max(0, left + scrollX), Math.max(0, top + scrollY)];
  return {
    box: { x, y, width: right + scrollX - x, height: bottom + scrollY - y },
    size: { width: whole.width, height: whole.height },
    putBack: () => undo.splice(0).forEach((step) => step())
  };
}
function tallest({ width, height }) {
  const most = Math.floor(PICTURE_MAX_PIXELS / Math.max(1, width));
  return Math.min(height, PICTURE_MAX_HEIGHT_PX, most);
}

// packages/gasoline-playwright/src/driver/sources.ts
var Scripts = class {
  #first = /* @__PURE__ */ new Map();
  note(response) {
    const url = response.url();
    if (this.#first.size < SCRIPTS_MAX && !this.#first.has(url)) this.#first.set(url, response);
  }
  get(url) {
    return this.#first.get(url);
  }
};
async function sendSources(client, testId2, scripts, context) {
  const query = new URLSearchParams({ test_id: testId2 });
  const { wanted } = await client.get(`/source-maps?${query}`);
  for (const url of wanted) {
    try {
      await sendSource(client, url, scripts.get(url), context);
    } catch (error) {
      await client.post("/source-maps", { url, error: error.message });
    }
  }
}
async function sendSource(client, url, script2, context) {
  const isRouted = script2 !== void 0 && await script2.serverAddr() === null;
  const fetch = isRouted ? through(script2) : around(context);
  const headers = script2?.headers() ?? {};
  let at = headers["sourcemap"] ?? headers["x-sourcemap"];
  if (at === void 0) {
    const text = await textOf(script2).catch(() => fetch(url));
    const { map_url } = await taken(client, JSON.stringify({ url, script: text }));
    if (map_url === void 0) return;
    at = map_url;
  }
  const map = await fetch(new URL(at, url).href);
  const value = map.trimStart().startsWith("{") ? map : JSON.stringify(map);
  await taken(client, `{"url":${JSON.stringify(url)},"map":${value}}`);
}
async function taken(client, body) {
  const { status, text } = await client.post("/source-maps", body);
  const answer = JSON.parse(text);
  if (status !== 200) throw new Error(answer.error ?? `it was answered with ${status}`);
  return answer;
}
async function textOf(script2) {
  if (script2 === void 0) throw new Error("the script was not seen");
  return bounded(script2.url(), await script2.body());
}
function around(context) {
  return async (url) => {
    const answer = await context.request.get(url, { timeout: SOURCES_MAX_MS });
    try {
      if (answer.status() !== 200)
        throw new Error(`\`${url}\` is answered with ${answer.status()}`);
      return bounded(url, await answer.body());
    } finally {
      await answer.dispose();
    }
  };
}
function through(script2) {
  return async (url) => {
    const frame2 = script2.frame();
    const session = await frame2.page().context().newCDPSession(frame2.page());
    try {
      const { frameTree } = await session.send("Page.getFrameTree");
      const world = await session.send("Page.createIsolatedWorld", {
        frameId: frameTree.frame.id,
        grantUniveralAccess: true
      });
      const { result } = await session.send("Runtime.evaluate", {
        contextId: world.executionContextId,
        awaitPromise: true,
        returnByValue: true,
        expression: `fetch(${JSON.stringify(url)}).then((it) => (it.ok ? it.text() : ''), () => '')`
      });
      if (!result.value) throw new Error(`\`${url}\` is given by no route of the test`);
      return bounded(url, Buffer.from(String(result.value)));
    } finally {
      await session.detach().catch(() => {
      });
    }
  };
}
function bounded(url, bytes) {
  if (bytes.length > SOURCE_MAP_MAX_BYTES) {
    throw new Error(`\`${url}\` is larger than ${SOURCE_MAP_MAX_BYTES} bytes`);
  }
  return bytes.toString("utf8");
}

// packages/gasoline-playwright/src/driver/watch.ts
var import_promises2 = require("node:timers/promises");

// packages/driver/src/browser-words.ts
function failureOf(text) {
  const said = text ?? "";
  if (/ERR_ABORTED|NS_BINDING_ABORTED|cancel/i.test(said)) return "aborted";
  if (/ERR_BLOCKED|blocked/i.test(said)) return "blocked";
  if (/TIMED_OUT|timeout/i.test(said)) return "timeout";
  return "network";
}
function browserLine(text, url) {
  if (text.startsWith("Failed to load resource")) return void 0;
  if (/Content Security Policy/i.test(text)) return void 0;
  const source = /CORS policy|WebSocket|net::|Mixed Content/i.test(text) ? "network" : "console";
  return { ...entry("error", text, url), source };
}
function entry(level, message, url) {
  return {
    level,
    message,
    source: "exception",
    url,
    timestamp: (/* @__PURE__ */ new Date()).toISOString(),
    metadata: { seenBy: "driver" }
  };
}
function dialogEntry(dialog, url) {
  const { type, message, isHandled } = dialog;
  const answered2 = type === "beforeunload" ? "accepted" : "dismissed";
  const what = isHandled ? `the page opened a dialog (${type}): ${message}` : `the page opened a dialog (${type}) that was ${answered2}, because the test handles none: ${message}`;
  return { ...entry(isHandled ? "info" : "warn", what, url), source: "console" };
}

// packages/gasoline-playwright/src/driver/watch.ts
var OPEN_ENDED = /* @__PURE__ */ new Set(["eventsource", "websocket", "ping"]);
var Watch = class {
  constructor(context, tell) {
    this.context = context;
    this.tell = tell;
    context.on("request", (request2) => this.#pending.set(request2, Date.now()));
    context.on("response", (response) => this.#answered(response));
    context.on("requestfailed", (request2) => this.#failed(request2));
    context.on("console", (message) => this.#said(message));
    context.on("weberror", (raised) => this.#raised(raised.error(), raised.page()));
    if (canCount(context)) context.on("dialog", (dialog) => this.#opened(dialog));
    context.on("page", (page) => this.#meet(page));
    for (const page of context.pages()) this.#meet(page);
  }
  context;
  tell;
  #errors = [];
  /** One sighting per request: one whose response could be seen says more than its failure. */
  #requests = /* @__PURE__ */ new Map();
  scripts = new Scripts();
  /** Requests without an answer, and when they were made. */
  #pending = /* @__PURE__ */ new Map();
  /** What was seen since the last call. */
  takeSightings() {
    return this.#take([...this.#requests.values()]);
  }
  /** The same with the bodies of responses. */
  async completeSightings() {
    const requests = [...this.#requests.values()];
    const sightings = this.#take(requests);
    const complete = Promise.all(requests.map((request2) => request2.complete?.()));
    await Promise.race([complete, (0, import_promises2.setTimeout)(PAGE_ANSWER_MAX_MS, void 0, { ref: false })]);
    return sightings;
  }
  #take(requests) {
    const entries = this.#errors;
    this.#errors = [];
    this.#requests = /* @__PURE__ */ new Map();
    return { entries, bodies: requests.map(({ body }) => body) };
  }
  #sawError(error) {
    if (this.#errors.length < SIGHTINGS_MAX) this.#errors.push(error);
  }
  #sawRequest(request2, seen) {
    if (this.#requests.has(request2) || this.#requests.size >= SIGHTINGS_MAX) return;
    this.#requests.set(request2, seen);
  }
  /** Requests that a test which ran out of time may have waited for. */
  pending() {
    const now = Date.now();
    return [...this.#pending].filter(
      ([request2, since]) => now - since >= PENDING_MIN_MS && !OPEN_ENDED.has(request2.resourceType())
    ).map(([request2, since]) => ({
      ...describe(request2, since),
      status: 0,
      error: "timeout",
      duration: now - since,
      pending: true
    }));
  }
  #meet(page) {
    page.on("crash", () => {
      this.tell([entry("error", "the page crashed: its renderer process ended", page.url())]);
    });
  }
  #answered(response) {
    const request2 = response.request();
    const since = this.#pending.get(request2) ?? Date.now();
    this.#pending.delete(request2);
    if (request2.resourceType() === "script") this.scripts.note(response);
    if (response.status() < 400) return;
    const { startTime } = request2.timing();
    const body = {
      // The clock of the browser, as in what a page reports.
      ...describe(request2, startTime > 0 ? startTime : since),
      status: response.status(),
      statusText: response.statusText(),
      duration: Date.now() - since
    };
    const contentType = response.headers()["content-type"];
    if (contentType) body["contentType"] = contentType;
    this.#sawRequest(request2, {
      body,
      .../json|text|xml/i.test(contentType ?? "") && { complete: () => read(response, body) }
    });
  }
  #failed(request2) {
    const since = this.#pending.get(request2) ?? Date.now();
    this.#pending.delete(request2);
    const error = failureOf(request2.failure()?.errorText);
    if (error === "aborted") return;
    const body = {
      ...describe(request2, since),
      status: 0,
      statusText: request2.failure()?.errorText ?? "",
      error,
      duration: Date.now() - since
    };
    this.#sawRequest(request2, { body });
  }
  #said(message) {
    if (message.type() !== "error" || message.args().length > 0) return;
    const line = browserLine(message.text(), addressOf(message.page()));
    if (line) this.#sawError(line);
  }
  #raised(error, page) {
    const { name, message, stack } = error;
    const said = message.startsWith(name) || !name ? message : `${name}: ${message}`;
    this.#sawError({ ...entry("error", said, addressOf(page)), ...stack && { stack } });
  }
  /**
   * While anyone listens for dialogs, the driver leaves them to the listeners. So what it does by
   * itself where nobody listens must be done here. Ours is the first to be called, and sees the rest.
   */
  #opened(dialog) {
    const page = dialog.page();
    const others = listeners(this.context) - 1 + (page ? listeners(page) : 0);
    const isHandled = others > 0;
    const [type, message] = [dialog.type(), dialog.message()];
    this.tell([dialogEntry({ type, message, isHandled }, addressOf(page))]);
    if (isHandled) return;
    const answer = type === "beforeunload" ? dialog.accept() : dialog.dismiss();
    answer.catch(() => {
    });
  }
};
function describe(request2, since) {
  const type = request2.resourceType();
  return {
    method: request2.method(),
    url: request2.url(),
    ...request2.redirectedFrom() && { requestedUrl: requestedUrl(request2) },
    initiator: type === "fetch" || type === "xhr" || type === "eventsource" ? type : "resource",
    resourceType: type,
    timestamp: new Date(since).toISOString(),
    seenBy: "driver"
  };
}
function requestedUrl(request2) {
  const from = request2.redirectedFrom();
  return from ? requestedUrl(from) : request2.url();
}
async function read(response, body) {
  try {
    const bytes = await response.body();
    body["responseBody"] = bytes.subarray(0, RESPONSE_BODY_MAX_BYTES).toString("utf8");
    if (bytes.length > RESPONSE_BODY_MAX_BYTES) body["responseTruncated"] = true;
  } catch {
  }
}
function addressOf(page) {
  return page?.url() ?? "";
}
function canCount(emitter) {
  return "listenerCount" in emitter;
}
function listeners(emitter) {
  return canCount(emitter) ? emitter.listenerCount("dialog") : 0;
}

// packages/gasoline-playwright/src/worker.ts
var CLIENT = "gasoline-playwright/0.1.0";
var INGEST = new Set(Object.values(ROUTES).map(([path]) => path));
var Worker = class {
  constructor(client, cursor, binary) {
    this.client = client;
    this.cursor = cursor;
    this.binary = binary;
    const name = `${CLIENT} ${process.pid}`;
    this.#errands = new Errands(client.port, name, (errand) => this.#run(errand));
  }
  client;
  cursor;
  binary;
  #watches = /* @__PURE__ */ new Map();
  #lastTest;
  #running;
  #photographed = 0;
  /** The test that ended last; hooks may still run after it. */
  ended;
  /** Those that are open, the newest last. */
  #pages = /* @__PURE__ */ new Set();
  #errands;
  /** The test that runs, hooks included, else the one that ran last. */
  testId() {
    const info = currentInfo();
    if (info) this.#lastTest = testId(attemptOf(info));
    return this.#lastTest;
  }
  begin(running) {
    this.#running = running;
    this.#photographed = 0;
    if (this.#watches.size > 0) this.#errands.start();
  }
  end() {
    this.#running = void 0;
    this.#errands.stop();
  }
  /** Puts the capture script into every page of a context. */
  async opened(context) {
    const watch = new Watch(context, (entries) => this.#post({ entries }));
    this.#watches.set(context, watch);
    this.client.browser = agentOf(context) ?? this.client.browser;
    context.on("close", () => this.#watches.delete(context));
    context.on("page", (page) => this.#meet(page));
    for (const page of context.pages()) this.#meet(page);
    if (this.#running) this.#errands.start();
    await unlisted(context, async () => {
      await context.exposeBinding("__gasolineBinding", (_source, path, body) => {
        return this.#take(path, body);
      });
      const mode = this.#running?.mode ?? modeOfProject();
      const config = `window.__GASOLINE__=${JSON.stringify({ mode })};
`;
      await context.addInitScript({ content: config + captureScript() });
    });
  }
  /** What a failed test's pages look like, and what they wait for, is told before they go. */
  async closing(context) {
    const watch = this.#watches.get(context);
    const running = this.#running;
    if (!watch || !this.client.isThere) return;
    if (!running || !hasFailed(running.info)) return this.#post(watch.takeSightings());
    if (hasRunOut(running.info)) this.#post({ bodies: watch.pending() });
    if (running.pictures) await this.#photograph(context);
    await this.#settle(watch);
    await this.#explain(watch);
  }
  /** Waits until what happened in the open pages so far has been taken by the server. */
  async settle() {
    if (!this.client.isThere) return;
    await Promise.all([...this.#watches.values()].map((watch) => this.#settle(watch)));
    await this.client.settled();
  }
  /** What this run's pages told of a test. */
  async snapshot(id, since = this.cursor) {
    return await this.#read("/snapshot", id, since);
  }
  /** Why a test of this run failed, in the words of the server. */
  async summary(id) {
    const { text } = await this.#read("/report", id, this.cursor);
    return text;
  }
  #read(path, id, since) {
    const query = new URLSearchParams({ test_id: id, ...since !== void 0 && { since } });
    return this.client.get(`${path}?${query}`, SNAPSHOT_ANSWER_MAX_MS);
  }
  get contexts() {
    return [...this.#watches.keys()];
  }
  #meet(page) {
    this.#pages.add(page);
    page.on("close", () => this.#pages.delete(page));
  }
  /** Does what the server asks: a picture of the page that was opened last. */
  async #run({ errand, arguments: given, timeoutMs }) {
    if (errand !== "capture_screenshot") {
      throw new Refusal("the fixture of Playwright only takes pictures", "ask for one");
    }
    const page = [...this.#pages].findLast((one) => !one.isClosed() && !isBlank(one));
    if (!page) throw new Refusal("the test that runs has no page open", "ask again when it has");
    const timeout = timeoutMs * ERRAND_SHARE;
    const taken2 = unlisted(page.context(), () => takePicture(page, given, timeout));
    const late = (0, import_promises3.setTimeout)(timeout, void 0, { ref: false }).then(() => {
      throw new Refusal("the page does not answer: it is busy, or shows a dialog", "ask again");
    });
    const { png, cropped, note } = await Promise.race([taken2, late]);
    const { selector, full_page: fullPage } = given;
    const id = await this.#show(page, png, {
      ...selector !== void 0 && { selector },
      ...fullPage === true && { fullPage },
      ...cropped && { cropped }
    });
    return note === void 0 ? { id } : { id, note };
  }
  /** Sends a picture that was asked for. Gives the name the server has for it. */
  async #show(page, png, more) {
    const { status, text } = await this.client.post("/screenshots", {
      ...pictureOf(page, png, this.testId()),
      trigger: "explicit",
      ...more
    });
    const said = JSON.parse(text);
    if (status === 200 && said.id !== void 0) return said.id;
    throw new Refusal(`the picture is refused: ${said.error ?? status}`, said.hint ?? "ask again");
  }
  async #take(path, body) {
    if (!INGEST.has(path)) return;
    const id = this.testId();
    const text = id === void 0 ? body : `${body.slice(0, -1)},"test_id":${JSON.stringify(id)}}`;
    await this.client.post(path, text);
  }
  /**
   * A page sends its next batch when the last one is acknowledged. So it has nothing left only if
   * it responds after the last acknowledgement and has sent nothing before its response.
   */
  async #settle(watch) {
    const deadline = Date.now() + SETTLE_MAX_MS;
    do {
      await this.client.settled();
      await (0, import_promises3.setTimeout)(QUIET_MS);
      await Promise.all(watch.context.pages().map((page) => answered(page)));
    } while (this.client.underWay > 0 && Date.now() < deadline);
    this.#post(await watch.completeSightings());
  }
  /** Gets the source maps of what went wrong that only the driver can get. */
  async #explain({ context, scripts }) {
    const id = this.testId();
    if (id === void 0 || !this.client.isThere) return;
    const sent = unlisted(context, () => sendSources(this.client, id, scripts, context)).catch(
      () => {
      }
    );
    await Promise.race([sent, (0, import_promises3.setTimeout)(SOURCES_MAX_MS, void 0, { ref: false })]);
  }
  #post({ entries = [], bodies = [] }) {
    const envelope = { client: CLIENT, test_id: this.testId() };
    if (entries.length > 0) this.client.tell("/logs", { entries, ...envelope });
    if (bodies.length > 0) this.client.tell("/network-bodies", { bodies, ...envelope });
  }
  async #photograph(context) {
    for (const page of context.pages().toReversed()) {
      if (this.#photographed >= PICTURES_MAX || page.isClosed()) return;
      this.#photographed++;
      try {
        const picture = await unlisted(context, () => page.screenshot({ timeout: PICTURE_MAX_MS }));
        this.client.tell("/screenshots", {
          ...pictureOf(page, picture, this.testId()),
          trigger: "test-failure"
        });
      } catch {
      }
    }
  }
};
function pictureOf(page, png, test_id) {
  const dataUrl = `data:image/png;base64,${png.toString("base64")}`;
  return { dataUrl, url: page.url(), client: CLIENT, test_id };
}
function isBlank(page) {
  return page.url().startsWith("about:");
}
function hasRunOut({ status, errors }) {
  return status === "timedOut" || errors.some(({ message }) => /tim(eout|ed out)/i.test(message ?? ""));
}
function currentInfo() {
  try {
    return import_test.test.info();
  } catch {
    return void 0;
  }
}
function modeOfProject() {
  const use = currentInfo()?.project.use;
  return use?.gasolineCaptureMode ?? "errors-only";
}
async function answered(page) {
  const answer = unlisted(page.context(), () => page.evaluate("0")).catch(() => {
  });
  await Promise.race([answer, (0, import_promises3.setTimeout)(PAGE_ANSWER_MAX_MS, void 0, { ref: false })]);
}
var script;
function captureScript() {
  const path = (0, import_node_module2.createRequire)(__filename).resolve("gasoline-ci/gasoline-ci.min.js");
  return script ??= (0, import_node_fs4.readFileSync)(path, "utf8");
}
function unlisted(context, work) {
  const internals = context;
  return internals._wrapApiCall?.(work, { internal: true }) ?? work();
}
function agentOf(context) {
  const browser = context.browser();
  if (browser === null) return void 0;
  const names = { chromium: "Chrome", firefox: "Firefox" };
  const name = names[browser.browserType().name()];
  const version = browser.version();
  return name === void 0 ? `Version/${version} Safari/${version}` : `${name}/${version}`;
}

// packages/gasoline-playwright/src/fixtures.ts
var HOOKS_INCLUDED = "all-hooks-included";
var fixtures = {
  gasolinePort: [defaultPort(), { option: true, scope: "worker" }],
  gasolineAutoStart: [true, { option: true, scope: "worker" }],
  gasolineBinary: ["", { option: true, scope: "worker" }],
  gasolineCaptureMode: ["errors-only", { option: true }],
  gasolineAttachOnFailure: [true, { option: true }],
  gasolineScreenshotOnFailure: [true, { option: true }],
  // Without a time limit of the runner's: each thing that is waited for has its own.
  gasolineWorker: [
    async ({ playwright, gasolinePort, gasolineAutoStart, gasolineBinary }, use) => {
      const worker = await openWorker(gasolinePort, gasolineAutoStart, gasolineBinary);
      if (!worker) return use(void 0);
      const { chromium, firefox, webkit } = playwright;
      const unwatch = watchBrowsers([chromium, firefox, webkit], worker);
      await use(worker);
      unwatch();
      await worker.client.settled();
      worker.client.close();
    },
    { scope: "worker", auto: true, timeout: 0, title: "gasoline server", box: true }
  ],
  // Around the hooks that run once as well, which are no part of any test for other fixtures: what
  // breaks in `beforeAll` and `afterAll` fails a test, too.
  gasolineAttempt: [
    async ({ gasolineWorker, gasolineCaptureMode, gasolineAttachOnFailure, gasolineScreenshotOnFailure }, use, info) => {
      if (!gasolineWorker) return use(void 0);
      const pictures = gasolineScreenshotOnFailure;
      gasolineWorker.begin({ mode: gasolineCaptureMode, pictures, info });
      const attempt = new AttemptPart(gasolineWorker, info, gasolineAttachOnFailure);
      await use(attempt);
      await attempt.end();
    },
    { auto: HOOKS_INCLUDED, timeout: 0, title: "gasoline", box: true }
  ],
  // Does not ask for a page: tests that need none must not get one.
  gasoline: [
    async ({ gasolineWorker, gasolineAttempt }, use, info) => {
      const id = testId(attemptOf(info));
      if (!gasolineWorker || !gasolineAttempt) return use(absent(id));
      gasolineAttempt.isTest = true;
      await use(present(id, gasolineWorker));
    },
    { auto: true, timeout: 0, title: "gasoline test", box: true }
  ]
};
async function openWorker(port, isAutoStart, named) {
  const folder = openFolder(port);
  if (!folder) return void 0;
  const runner = process.ppid;
  const from = [process.cwd(), __dirname];
  const binary = findBinary({ named, environment: process.env, from });
  const warn = (what, gap) => {
    if (folder.isFirst(runner, WARNED, gap)) say(what);
  };
  const fault = await ensureServer({ port, log: folder.log, runner, binary, isAutoStart });
  if (fault !== void 0) {
    warn(fault, fault.split("\n")[0] ?? fault);
    return void 0;
  }
  const client = new Client(
    port,
    () => warn(
      `the server on 127.0.0.1:${port} does not answer`,
      `the server stopped answering at ${timeOfDay()}`
    )
  );
  const head = await client.get("/snapshot?test_id=-").catch(() => ({}));
  const { cursor } = head;
  return new Worker(client, cursor, binary);
}
function openFolder(port) {
  try {
    return new RunFolder(port);
  } catch (error) {
    say(`${error.message}
hint: set TMPDIR to a folder of your own`);
    return void 0;
  }
}
function say(what) {
  const [first = "", ...rest] = what.split("\n");
  const lines = [`gasoline: ${first}; tests run without it`, ...rest];
  process.stderr.write(`${lines.join("\n")}
`);
}
function present(testId2, worker) {
  const { client } = worker;
  return {
    testId: testId2,
    async getSnapshot(since) {
      await worker.settle();
      return worker.snapshot(testId2, since).catch(() => emptySnapshot(testId2));
    },
    async clear() {
      await worker.settle();
      await client.post("/clear", { test_id: testId2 }).catch(() => {
      });
    },
    async markTest(test_id, action) {
      await client.post("/test-boundary", { test_id, action }).catch(() => {
      });
    }
  };
}
function absent(testId2) {
  return {
    testId: testId2,
    getSnapshot: async () => emptySnapshot(testId2),
    clear: async () => {
    },
    markTest: async () => {
    }
  };
}

// packages/gasoline-playwright/src/index.ts
var import_test3 = require("@playwright/test");
function withGasoline(test2) {
  const general = test2;
  return general.extend(
    fixtures
  );
}
var test = withGasoline(import_test2.test);
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  expect,
  fixtures,
  test,
  withGasoline
});
