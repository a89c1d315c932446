// Holds HAR files against the schema of HAR 1.2: `node e2e/export/har.mjs FILE…`.
//
// Exit codes: 0 all are HAR, 1 one is not, 2 could not look.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../mcp/gasoline.mjs';
import { install } from '../mcp/packages.mjs';

/** What is no HAR: a schema that takes anything would judge nothing. */
const BROKEN = [
  { log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [{}] } },
  { log: { version: '1.2', entries: [] } },
  {},
];

function schema() {
  install();
  const load = createRequire(join(root, 'e2e', 'package.json'));
  const { default: Ajv } = load('ajv');
  const judge = new Ajv({ strict: false, allErrors: true });
  // The schema was written for an earlier draft, and asks for formats that JSON Schema leaves open.
  judge.addMetaSchema(load('ajv/dist/refs/json-schema-draft-06.json'));
  judge.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)));
  judge.addFormat('uri', (text) => URL.canParse(text));
  for (const format of ['ipv4', 'ipv6']) judge.addFormat(format, true);
  for (const part of Object.values(load('har-schema'))) judge.addSchema(part);
  const check = judge.getSchema('har.json#');
  if (!check || BROKEN.some((har) => check(har)))
    throw new Error('the schema takes what is no HAR');
  return check;
}

try {
  const check = schema();
  const files = process.argv.slice(2);
  if (files.length === 0) throw new Error('no file was named');
  for (const file of files) {
    const isHar = check(JSON.parse(readFileSync(file, 'utf8')));
    const faults = (check.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message}`);
    console.log(isHar ? `ok    ${file}` : `FAIL  ${file}: ${faults.slice(0, 5).join('; ')}`);
    if (!isHar) process.exitCode = 1;
  }
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
