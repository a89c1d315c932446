"use strict";

// packages/gasoline-playwright/src/keeper.ts
var import_node_child_process = require("node:child_process");

// packages/gasoline-playwright/src/limits.ts
var START_MAX_MS = 6e4;
var KEEPER_POLL_MS = 200;
var IDLE_EXIT_SECONDS = 600;

// packages/gasoline-playwright/src/server/run-folder.ts
var import_node_fs = require("node:fs");
var import_node_os = require("node:os");
var import_node_path = require("node:path");
function usualParent() {
  return (0, import_node_path.join)((0, import_node_os.tmpdir)(), `gasoline-playwright-${process.getuid?.() ?? "user"}`);
}
var RunFolder = class {
  #path;
  /** Throws where the folder cannot be made, or was made by somebody else. */
  constructor(port2, parent = usualParent()) {
    this.#path = (0, import_node_path.join)(parent, String(port2));
    (0, import_node_fs.mkdirSync)(parent, { recursive: true, mode: 448 });
    const made = (0, import_node_fs.lstatSync)(parent);
    if (!made.isDirectory() || process.getuid && made.uid !== process.getuid()) {
      throw new Error(`\`${parent}\` belongs to somebody else`);
    }
    (0, import_node_fs.mkdirSync)((0, import_node_path.join)(this.#path, "runners"), { recursive: true });
  }
  get log() {
    return (0, import_node_path.join)(this.#path, "server.log");
  }
  /** The process that keeps the server, if it lives. */
  get keeper() {
    try {
      const pid = Number((0, import_node_fs.readFileSync)((0, import_node_path.join)(this.#path, "keeper"), "utf8"));
      return isAlive(pid) ? pid : void 0;
    } catch {
      return void 0;
    }
  }
  set keeper(pid) {
    (0, import_node_fs.writeFileSync)((0, import_node_path.join)(this.#path, "keeper"), String(pid));
  }
  /** Notes that a runner uses the server; it is kept while any of them lives. */
  join(runner) {
    (0, import_node_fs.writeFileSync)((0, import_node_path.join)(this.#path, "runners", String(runner)), "");
  }
  /** Whether any runner that uses the server lives. Those that do not are forgotten. */
  isUsed() {
    let isUsed = false;
    for (const name of (0, import_node_fs.readdirSync)((0, import_node_path.join)(this.#path, "runners"))) {
      if (isAlive(Number(name))) isUsed = true;
      else (0, import_node_fs.rmSync)((0, import_node_path.join)(this.#path, "runners", name), { force: true });
    }
    return isUsed;
  }
  /** True for the one process that is to start the server, until it calls `unlock`. */
  lock() {
    const lock = (0, import_node_path.join)(this.#path, "lock");
    try {
      (0, import_node_fs.mkdirSync)(lock);
      return true;
    } catch {
      try {
        if (Date.now() - (0, import_node_fs.statSync)(lock).mtimeMs > START_MAX_MS) (0, import_node_fs.rmdirSync)(lock);
      } catch {
      }
      return false;
    }
  }
  unlock() {
    (0, import_node_fs.rmSync)((0, import_node_path.join)(this.#path, "lock"), { recursive: true, force: true });
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
  /** Forgets what runners that ended had noted. */
  tidy() {
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

// packages/gasoline-playwright/src/keeper.ts
var [port = "", file = "", ...first] = process.argv.slice(2);
var folder = new RunFolder(Number(port));
var words = ["serve", "--ci", "--port", port, "--idle-exit-seconds", String(IDLE_EXIT_SECONDS)];
var detached = process.platform !== "win32";
var server = (0, import_node_child_process.spawn)(file, [...first, ...words], { stdio: "inherit", detached });
var poll = setInterval(() => {
  if (!folder.isUsed()) stop();
}, KEEPER_POLL_MS);
function stop() {
  clearInterval(poll);
  if (server.pid === void 0) return;
  try {
    process.kill(detached ? -server.pid : server.pid, "SIGTERM");
  } catch {
  }
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
server.on("error", (error) => {
  console.error(`error: the server cannot be started: ${error.message}`);
  clearInterval(poll);
  process.exitCode = 1;
});
server.on("exit", (code) => {
  clearInterval(poll);
  folder.tidy();
  process.exitCode = code ?? 0;
});
