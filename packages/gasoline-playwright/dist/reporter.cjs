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

// packages/gasoline-playwright/src/reporter.ts
var reporter_exports = {};
__export(reporter_exports, {
  default: () => GasolineReporter
});
module.exports = __toCommonJS(reporter_exports);
var import_node_fs2 = require("node:fs");
var import_node_os2 = require("node:os");
var import_node_path2 = require("node:path");

// packages/driver/src/client.ts
var import_node_http = require("node:http");

// packages/driver/src/limits.ts
var ANSWER_MAX_MS = 2e4;

// packages/driver/src/client.ts
async function ask(port, method, path, options = {}) {
  const { body, withinMs = ANSWER_MAX_MS, agent, browser, signal, isAside = false } = options;
  return new Promise((resolve2, reject) => {
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
          resolve2({
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

// packages/gasoline-playwright/src/limits.ts
var SNAPSHOT_ANSWER_MAX_MS = 3e4;
var TEST_ID_MAX_CHARS = 1e3;
var ERROR_MAX_CHARS = 8e3;
var SHARD_PICTURES_MAX_BYTES = 4e7;

// packages/gasoline-playwright/src/report/failure.ts
var SNAPSHOT = "gasoline-snapshot";
var SUMMARY = "gasoline-summary";

// packages/gasoline-playwright/src/identity.ts
function testId({ project, titlePath, retry, repeat }) {
  const marks = `${retry > 0 ? ` #r${retry}` : ""}${repeat > 0 ? ` #n${repeat}` : ""}`;
  const name = [project, ...titlePath].filter((part) => part !== "").join(" \u203A ");
  return name.replaceAll("\\", "/").slice(0, TEST_ID_MAX_CHARS - marks.length) + marks;
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

// packages/gasoline-playwright/src/options.ts
var USUAL_PORT = 7890;
function defaultPort(environment = process.env) {
  const port = Number(environment["GASOLINE_PORT"] ?? USUAL_PORT);
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : USUAL_PORT;
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

// packages/driver/src/report/shard.ts
var LISTS = [
  "logs",
  "network_bodies",
  "websocket_events",
  "enhanced_actions",
  "screenshots",
  "performance"
];
function composeShard(kept, reported) {
  const shard = kept ?? emptySnapshot();
  const isKnown = /* @__PURE__ */ new Set();
  for (const list of LISTS) for (const event of rows(shard, list)) isKnown.add(event.test_id);
  const records = new Map(shard.tests.map((record) => [record.test_id, record]));
  for (const { record, snapshot } of reported) {
    const id = record.test_id;
    const seen = records.get(id) ?? snapshot?.tests.find((one) => one.test_id === id);
    records.set(id, seen ? judged(seen, record) : record);
    if (!snapshot) continue;
    if (!kept) shard.places = [...shard.places ?? [], ...snapshot.places ?? []];
    if (isKnown.has(id)) continue;
    for (const list of LISTS)
      shard[list] = [...rows(shard, list), ...rows(snapshot, list)];
    for (const count of Object.keys(shard.stats)) {
      shard.stats[count] += snapshot.stats[count];
    }
  }
  return { ...shard, tests: [...records.values()] };
}
function judged(kept, reported) {
  const { status, error, duration_ms, retries } = reported;
  const { error: _, ...seen } = kept;
  const ended = later(kept["ended"], reported["ended"]);
  const verdict = said({ status, error, duration_ms, retries, ended });
  return { ...reported, ...said(seen), ...verdict };
}
function later(one, other) {
  return Date.parse(String(one)) > Date.parse(String(other)) ? one : other ?? one;
}
function shardName(number, environment, host) {
  if (!environment["CI"]) return `shard-${number}.json`;
  const machine = environment["CI_JOB_ID"] || environment["RUNNER_NAME"] || host;
  const job = environment["GITHUB_JOB"] ?? "";
  const words = [job, process.platform, machine].filter((word) => word !== "").join("-");
  return `shard-${number}-${words.replaceAll(/[^\w.-]+/g, "-")}.json`;
}
function rows(snapshot, list) {
  return snapshot[list] ?? [];
}
function said(members) {
  const entries = Object.entries(members);
  return Object.fromEntries(entries.filter(([, value]) => value !== void 0 && value !== null));
}

// packages/driver/src/report/since.ts
function lastBefore(snapshot, begun) {
  let last;
  for (const list of Object.values(snapshot)) {
    if (!Array.isArray(list)) continue;
    for (const { seq, received_at } of list) {
      if (seq === void 0 || received_at === void 0 || received_at >= begun) continue;
      last = Math.max(last ?? seq, seq);
    }
  }
  return last;
}
function testsSince(records, begun, ids) {
  const isOfNow = ({ test_id, started }) => ids.has(test_id) || Date.parse(String(started)) >= begun;
  return records.filter(isOfNow).map((record) => narrowed(record, begun));
}
function narrowed(record, begun) {
  const copy = { ...record };
  for (const list of ["errors", "network_failures", "ws_errors"]) {
    const rows2 = copy[list];
    if (Array.isArray(rows2)) copy[list] = rows2.filter((row) => isSince(row, begun));
  }
  return copy;
}
function isSince({ timestamp, count = 1 }, begun) {
  return count > 1 || !(Date.parse(String(timestamp)) < begun);
}

// packages/driver/src/server/run-folder.ts
var import_node_fs = require("node:fs");
var import_node_os = require("node:os");
var import_node_path = require("node:path");
var WARNED = "warned";
function timeOfDay() {
  return (/* @__PURE__ */ new Date()).toISOString().slice(11, 19);
}
function usualParent() {
  return (0, import_node_path.join)((0, import_node_os.tmpdir)(), `gasoline-playwright-${process.getuid?.() ?? "user"}`);
}
var RunFolder = class {
  #path;
  /** Throws where the folder cannot be made, or was made by somebody else. */
  constructor(port, parent = usualParent()) {
    this.#path = (0, import_node_path.join)(parent, String(port));
    (0, import_node_fs.mkdirSync)(parent, { recursive: true, mode: 448 });
    const made = (0, import_node_fs.lstatSync)(parent);
    if (!made.isDirectory() || process.getuid && made.uid !== process.getuid()) {
      throw new Error(`\`${parent}\` belongs to somebody else`);
    }
    (0, import_node_fs.mkdirSync)(this.#path, { recursive: true });
    this.#tidy();
  }
  get log() {
    return (0, import_node_path.join)(this.#path, "server.log");
  }
  /** True for the first process of a run to ask; the others say nothing. It may leave a note. */
  isFirst(runner, what, note = "") {
    try {
      (0, import_node_fs.writeFileSync)((0, import_node_path.join)(this.#path, `${what}-${runner}`), note, { flag: "wx" });
      return true;
    } catch {
      return false;
    }
  }
  /** The note of the first process of a run. */
  noted(runner, what) {
    try {
      return (0, import_node_fs.readFileSync)((0, import_node_path.join)(this.#path, `${what}-${runner}`), "utf8");
    } catch {
      return void 0;
    }
  }
  /** Deletes what runners that have ended had noted. */
  #tidy() {
    for (const name of (0, import_node_fs.readdirSync)(this.#path)) {
      const runner = /^[a-z]+-(\d+)$/.exec(name)?.[1];
      if (runner && !isAlive(Number(runner))) (0, import_node_fs.rmSync)((0, import_node_path.join)(this.#path, name), { force: true });
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

// packages/gasoline-playwright/src/reporter.ts
var GasolineReporter = class {
  #options;
  #config;
  #tests = [];
  #begun = 0;
  constructor(options = {}) {
    this.#options = options;
  }
  /** The usual reporter still tells how the run goes. */
  printsToStdio() {
    return false;
  }
  onBegin(config) {
    this.#config = config;
    this.#begun = Date.now();
  }
  onTestEnd(test, result) {
    const ended = { ...result, expectedStatus: test.expectedStatus };
    const snapshot = attachedSnapshot(result);
    this.#tests.push({ record: recordOf(test, result), snapshot });
    if (!hasFailed(ended)) return;
    const [, project, file, ...titles] = test.titlePath();
    const attempt = result.retry > 0 ? ` (retry ${result.retry})` : "";
    const name = [project, `${file}:${test.location.line}`, ...titles].filter(Boolean).join(" \u203A ");
    const cause = causeOf(result) ?? firstLine(result.error?.message);
    const start = isDotted(this.#config) ? "\n" : "";
    say(`${name}${attempt}: ${cause}`, start);
  }
  async onEnd() {
    if (this.#tests.length === 0) return;
    const config = this.#config;
    const port = portOf(config);
    const all = await keptByServer(port);
    const kept = all && await ofThisRun(port, all, this.#begun, this.#tests);
    const gaps = gapsOf(port, kept !== void 0);
    const shard = { ...composeShard(kept, this.#tests), ...gaps.length > 0 && { gaps } };
    if (kept) await addPictures(port, shard);
    const file = this.#file(config);
    (0, import_node_fs2.mkdirSync)((0, import_node_path2.dirname)(file), { recursive: true });
    (0, import_node_fs2.writeFileSync)(file, `${JSON.stringify(shard)}
`);
    const shown = (0, import_node_path2.relative)(process.cwd(), file);
    const missing = kept ? "" : ", without what the server kept: it does not answer";
    say(`wrote ${shown}${missing}`);
  }
  #file(config) {
    const { outputFolder = "gasoline-report", outputFile, configDir } = this.#options;
    const from = configDir ?? (config?.configFile ? (0, import_node_path2.dirname)(config.configFile) : process.cwd());
    if (outputFile) return (0, import_node_path2.resolve)(from, outputFile);
    const name = shardName(config?.shard?.current ?? 1, process.env, (0, import_node_os2.hostname)());
    return (0, import_node_path2.resolve)(from, (0, import_node_path2.join)(outputFolder, name));
  }
};
function say(what, start = "") {
  process.stderr.write(`${start}gasoline: ${what}
`);
}
function isDotted(config) {
  const names = (config?.reporter ?? []).map(([name]) => name);
  if (names.includes("dot")) return true;
  return Boolean(process.env["CI"]) && !names.includes("list") && !names.includes("line");
}
function portOf(config) {
  for (const { use } of config?.projects ?? []) {
    const { gasolinePort } = use;
    if (typeof gasolinePort === "number") return gasolinePort;
  }
  return defaultPort();
}
async function keptByServer(port, since) {
  try {
    const withinMs = SNAPSHOT_ANSWER_MAX_MS;
    const query = since === void 0 ? "" : `?${new URLSearchParams({ since })}`;
    const { status, text } = await ask(port, "GET", `/snapshot${query}`, { withinMs });
    return status === 200 ? JSON.parse(text) : void 0;
  } catch {
    return void 0;
  }
}
async function ofThisRun(port, all, begun, reported) {
  const last = lastBefore(all, begun);
  const events = last === void 0 ? all : await keptByServer(port, `c${last}`);
  const ids = new Set(reported.map(({ record }) => record.test_id));
  return events && { ...events, tests: testsSince(all.tests, begun, ids) };
}
function gapsOf(port, isThere) {
  const gaps = [];
  try {
    const noted = new RunFolder(port).noted(process.pid, WARNED);
    if (noted) gaps.push(noted);
  } catch {
  }
  if (!isThere) gaps.push(`the server did not answer when the run ended at ${timeOfDay()}`);
  return gaps;
}
async function addPictures(port, { screenshots = [] }) {
  let room = SHARD_PICTURES_MAX_BYTES;
  for (const shot of screenshots) {
    if (room <= 0) return;
    try {
      const { status, bytes } = await ask(port, "GET", `/screenshots/${String(shot["id"])}.png`);
      if (status !== 200) continue;
      shot["dataUrl"] = `data:image/png;base64,${bytes.toString("base64")}`;
      room -= bytes.length;
    } catch {
      return;
    }
  }
}
function recordOf(test, result) {
  const [, project = "", file = "", ...titles] = test.titlePath();
  const { retry, startTime, duration, parallelIndex } = result;
  const name = { project, titlePath: [file, ...titles], retry, repeat: test.repeatEachIndex };
  return {
    test_id: testId(name),
    started: startTime.toISOString(),
    ended: new Date(startTime.getTime() + duration).toISOString(),
    duration_ms: duration,
    retries: retry,
    title: titles.join(" \u203A "),
    file,
    line: test.location.line,
    project,
    worker: parallelIndex,
    errors: [],
    network_failures: [],
    ws_errors: [],
    screenshots: [],
    ...outcomeOf({ ...result, expectedStatus: test.expectedStatus })
  };
}
function attachedSnapshot(result) {
  try {
    return JSON.parse(attached(result, SNAPSHOT) ?? "");
  } catch {
    return void 0;
  }
}
function causeOf(result) {
  return /^Likely cause: (.*)$/m.exec(attached(result, SUMMARY) ?? "")?.[1];
}
function attached({ attachments }, wanted) {
  const found = attachments.find(({ name }) => name === wanted);
  try {
    return (found?.body ?? (found?.path && (0, import_node_fs2.readFileSync)(found.path)))?.toString();
  } catch {
    return void 0;
  }
}
function firstLine(message) {
  return plain(message ?? "no reason was given").split("\n")[0] ?? "";
}
