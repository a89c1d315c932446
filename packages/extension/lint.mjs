// Checks the built extension: what the manifest names exists, asks for no more than the README says, runs nothing remote.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
const ID = 'ahpiknilmjmiamhgaodolbijmdjbhfop';
const faults = [];
const fault = (what, hint) => faults.push({ what, hint });
const read = (path) => readFileSync(path, 'utf8');

const manifest = JSON.parse(read(join(DIST, 'manifest.json')));
const readme = read(join(HERE, 'README.md'));
const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(DIST.length + 1));

checkFiles();
checkPermissions();
checkIdentity();
checkScripts();
checkPages();
for (const { what, hint } of faults) console.error(`error: ${what}\nhint: ${hint}`);
if (faults.length === 0) console.log(`${files.length} files, ${size(files)} bytes: nothing to say`);
process.exitCode = faults.length > 0 ? 1 : 0;

function checkFiles() {
  const named = [
    ...Object.values(manifest.icons),
    ...Object.values(manifest.action.default_icon),
    manifest.action.default_popup,
    manifest.options_ui.page,
    manifest.background.service_worker,
    ...manifest.content_scripts.flatMap(({ js }) => js),
  ];
  for (const name of named.filter((path) => !files.includes(path))) {
    fault(
      `the manifest names \`${name}\`, which is not there`,
      'see packages/extension/build.json',
    );
  }
  const [first, second] = manifest.content_scripts;
  if (first.world !== 'ISOLATED' || second.world !== 'MAIN') {
    fault('the isolated script is not the first', 'it must listen before the other one speaks');
  }
  for (const key of ['all_frames', 'match_about_blank', 'match_origin_as_fallback']) {
    if (manifest.content_scripts.every((script) => script[key] === true)) continue;
    fault(
      `a content script lacks \`${key}\``,
      'frames without an address of their own would be lost',
    );
  }
}

/** What is asked for is what the README gives a reason for, no more and no less. */
function checkPermissions() {
  const table = readme.split('<!-- permissions -->')[1]?.split('<!-- /permissions -->')[0] ?? '';
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const documented = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  const asked = [
    ...manifest.permissions,
    ...manifest.host_permissions,
    ...manifest.optional_host_permissions,
    ...(manifest.optional_permissions ?? []),
  ];
  for (const name of asked.filter((one) => !documented.includes(one))) {
    fault(`\`${name}\` is asked for without a reason`, 'give it in packages/extension/README.md');
  }
  for (const name of documented.filter((one) => !asked.includes(one))) {
    fault(`the README explains \`${name}\`, which is not asked for`, 'take it out of the table');
  }
}

function checkIdentity() {
  const digest = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest();
  const letters = [...digest.subarray(0, 16).toString('hex')].map((digit) =>
    String.fromCharCode(97 + parseInt(digit, 16)),
  );
  if (letters.join('') !== ID) {
    fault(`the key makes the id \`${letters.join('')}\``, `the id everybody knows is \`${ID}\``);
  }
  const { version } = JSON.parse(read(join(HERE, 'package.json')));
  if (manifest.version !== version) {
    fault(
      `the manifest is of version ${manifest.version}, the package of ${version}`,
      'make them one',
    );
  }
}

/** Our scripts make no code from text and load none from elsewhere. */
function checkScripts() {
  const banned = [
    [/\beval\s*\(/, '`eval`'],
    [/\bnew Function\b|[^.\w]Function\(/, '`new Function`'],
    [/\bimportScripts\s*\(/, '`importScripts`'],
    [/\bimport\s*\(/, 'a dynamic import'],
    [/\.innerHTML\s*=|insertAdjacentHTML|document\.write\(/, 'HTML made from text'],
  ];
  // axe-core is checked by its own makers; it is the published file, byte for byte.
  for (const name of files.filter((file) => file.endsWith('.js') && file !== 'axe.min.js')) {
    const text = read(join(DIST, name));
    for (const [pattern, what] of banned.filter(([test]) => test.test(text))) {
      const at = pattern.exec(text)?.index ?? 0;
      fault(`\`${name}\` has ${what}: \`${text.slice(at, at + 40)}\``, 'find another way');
    }
  }
  const axe = join(HERE, '../../node_modules/axe-core/axe.min.js');
  if (existsSync(axe) && read(axe) !== read(join(DIST, 'axe.min.js'))) {
    fault('`axe.min.js` is not the published one', 'run `npm run build`');
  }
}

function checkPages() {
  for (const name of files.filter((file) => file.endsWith('.html'))) {
    const text = read(join(DIST, name));
    if (/<script(?![^>]*\ssrc=)|\son\w+=|<style|\sstyle=/.test(text)) {
      fault(`\`${name}\` has script or style of its own`, 'the policy of the manifest forbids it');
    }
    for (const [, target] of text.matchAll(/\s(?:src|href)="([^"]+)"/g)) {
      if (!files.includes(target)) fault(`\`${name}\` loads \`${target}\``, 'ship it, or drop it');
    }
  }
}

function size(names) {
  return names.reduce((sum, name) => sum + statSync(join(DIST, name)).size, 0);
}
