// Has the official MCP judges, the Inspector and the conformance suite, look at the real binary.
//
// GASOLINE_BINARY names the binary; otherwise it is the one cargo built last for debugging, or for
// release. Exit codes: 0 all passed, 1 something failed, 2 could not look.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report, summarize } from '../checks.mjs';
import { conform } from './conformance.mjs';
import { findBinary } from './gasoline.mjs';
import { inspect } from './inspector.mjs';
import { command, install } from './packages.mjs';

let inapplicable = 0;

report.inapplicable = (name, reason) => {
  inapplicable += 1;
  console.log(`n/a   ${name}: ${reason}`);
};

const scratch = mkdtempSync(join(tmpdir(), 'gasoline-mcp-'));
try {
  const binary = findBinary();
  install();
  const inspector = command('@modelcontextprotocol/inspector', 'mcp-inspector').version;
  const conformance = command('@modelcontextprotocol/conformance', 'conformance').version;
  console.log(`MCP Inspector ${inspector}, conformance suite ${conformance}`);
  // Each has a server of its own.
  await Promise.all([inspect(binary, scratch, report), conform(binary, scratch, report)]);
  console.log(`${inapplicable} not applicable`);
  process.exitCode = summarize();
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
