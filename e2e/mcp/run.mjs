// Has the official MCP judges, the Inspector and the conformance suite, look at the real binary.
//
// GASOLINE_BINARY names the binary; otherwise it is the one cargo built last for debugging, or for
// release. Exit codes: 0 all passed, 1 something failed, 2 could not look.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conform } from './conformance.mjs';
import { findBinary } from './gasoline.mjs';
import { inspect } from './inspector.mjs';
import { command, install } from './packages.mjs';

let [passed, failed, inapplicable] = [0, 0, 0];

/** Prints one check; `fault` says what is wrong with it, null that nothing is. */
function report(name, fault) {
  if (fault === null) passed += 1;
  else failed += 1;
  console.log(fault === null ? `ok    ${name}` : `FAIL  ${name}: ${fault}`);
}

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
  await inspect(binary, scratch, report);
  await conform(binary, scratch, report);
  console.log(`${inapplicable} not applicable`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
