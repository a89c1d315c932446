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

// packages/gasoline-playwright/src/register.ts
var register_exports = {};
__export(register_exports, {
  register: () => register
});
module.exports = __toCommonJS(register_exports);
function isWanted() {
  const given = [process.env["NODE_OPTIONS"] ?? "", ...process.execArgv].join(" ");
  if (!given.includes("gasoline-playwright/register")) return true;
  return /playwright/.test(process.argv[1] ?? "");
}
function register() {
  const { test } = require("@playwright/test");
  const { fixtures } = require("./index.cjs");
  const symbol = Object.getOwnPropertySymbols(test).find((key) => key.description === "testType");
  const internals = symbol && Reflect.get(test, symbol);
  const lists = internals?.fixtures;
  if (!Array.isArray(lists)) {
    process.stderr.write(
      "gasoline: this Playwright does not let its `test` be extended in place; tests run without it\nhint: import { test } from 'gasoline-playwright' in the tests\n"
    );
    return;
  }
  const isThere = lists.some((list) => list.fixtures === fixtures);
  if (!isThere) lists.push({ fixtures, location: { file: __filename, line: 1, column: 1 } });
}
if (isWanted()) register();
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  register
});
