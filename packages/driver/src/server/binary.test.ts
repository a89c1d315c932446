// Where the binary is looked for, and in which order.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findBinary } from './binary.js';

const folder = mkdtempSync(join(tmpdir(), 'gasoline-binary-'));

function put(path: string, text = '', mode = 0o755): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
  return file;
}

const onPath = put('bin/gasoline');
const named = put('named/gasoline');
const other = put('other/gasoline');
const script = put('project/node_modules/gasoline-mcp/bin/gasoline.js');
put('project/node_modules/gasoline-mcp/package.json', '{"bin":{"gasoline":"bin/gasoline.js"}}');
put('unfit/gasoline', '', 0o644);

const project = join(folder, 'project');
const PATH = join(folder, 'bin');

test('the option wins over everything', () => {
  const environment = { GASOLINE_BINARY: other, PATH };
  const found = findBinary({ named, environment, from: [project] });
  expect(found).toEqual({ file: named, first: [] });
});

test('then the variable, then npm, then the path', () => {
  const from = [join(folder, 'nothing'), project];
  expect(findBinary({ named: '', environment: { GASOLINE_BINARY: other, PATH }, from })).toEqual({
    file: other,
    first: [],
  });
  expect(findBinary({ named: '', environment: { PATH }, from })).toEqual({
    file: process.execPath,
    first: [script],
  });
  expect(findBinary({ named: '', environment: { PATH }, from: [] })).toEqual({
    file: onPath,
    first: [],
  });
});

test('a bare name is looked for on the path', () => {
  const found = findBinary({ named: 'gasoline', environment: { PATH }, from: [] });
  expect(found).toEqual({ file: onPath, first: [] });
});

function find(name: string) {
  return findBinary({ named: name, environment: { PATH }, from: [] });
}

test('a command may have arguments, and a folder spaces', () => {
  const npx = put('bin/npx');
  const spaced = put('my tools/gasoline');
  expect(find('npx  -y gasoline-mcp')).toEqual({ file: npx, first: ['-y', 'gasoline-mcp'] });
  expect(find(`${script} --quiet`)).toEqual({ file: process.execPath, first: [script, '--quiet'] });
  expect(find(spaced)).toEqual({ file: spaced, first: [] });
  expect(find('no-such-command gasoline-mcp')).toBeUndefined();
});

test('what was named and is not there is not replaced by another', () => {
  const environment = { GASOLINE_BINARY: join(folder, 'gone/gasoline'), PATH };
  expect(findBinary({ named: '', environment, from: [project] })).toBeUndefined();
});

test('a file that cannot be run is none', () => {
  const environment = { PATH: join(folder, 'unfit') };
  expect(findBinary({ named: '', environment, from: [] })).toBeUndefined();
});
