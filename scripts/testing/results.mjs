// Results of single tests: read from what each step wrote, and written as one JUnit file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name: string, file: string, seconds: number, outcome: 'passed' | 'failed' | 'skipped', text: string }} Case */

/** The tests of a step: from the JUnit files and JSON lines in its folder. @returns {Case[]} */
export function casesOf(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).toSorted();
  return files.flatMap((file) => {
    const path = join(folder, file);
    if (file.endsWith('.xml')) return fromJUnit(readFileSync(path, 'utf8'));
    if (file.endsWith('.jsonl')) return fromLines(readFileSync(path, 'utf8'));
    return [];
  });
}

/** JSON lines: `{"name", "ok", "seconds"}`, and `file` and `text` where a step has them. */
export function fromLines(text) {
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => {
    const { name, ok, seconds = 0, file = '', text: why = '' } = JSON.parse(line);
    return { name, file, seconds, outcome: ok ? 'passed' : 'failed', text: why };
  });
}

/** The `testcase` elements of a JUnit file as Playwright and Vitest write it. */
export function fromJUnit(xml) {
  const cases = xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  return [...cases].map(([, attributes, body = '']) => {
    const value = (name) =>
      unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    const failure = /<(failure|error)\b[^>]*>([\s\S]*?)<\/\1>/.exec(body);
    const isFailed = failure !== null || /<(failure|error)\b/.test(body);
    return {
      name: value('name'),
      file: value('classname'),
      seconds: Number(value('time')) || 0,
      outcome: isFailed ? 'failed' : /<skipped\b/.test(body) ? 'skipped' : 'passed',
      text: unescape((failure?.[2] ?? '').replace(/^<!\[CDATA\[|\]\]>$/g, '')).trim(),
    };
  });
}

/** One JUnit file: a suite per step, whose own outcome is a case as well. */
export function toJUnit(steps) {
  const suites = steps.map(({ name, seconds, outcome, cases, text }) => {
    const step = { name: `step ${name}`, file: 'scripts/test', seconds, outcome, text };
    const all = [step, ...cases];
    const count = (kind) => all.filter((one) => one.outcome === kind).length;
    const counts = `tests="${all.length}" failures="${count('failed')}" skipped="${count('skipped')}"`;
    const rows = all.map(printCase).join('');
    return `<testsuite name="${escape(name)}" ${counts} time="${seconds.toFixed(1)}">\n${rows}</testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function printCase({ name, file, seconds, outcome, text }) {
  const start = `<testcase name="${escape(name)}" classname="${escape(file)}" time="${seconds.toFixed(3)}"`;
  if (outcome === 'passed') return `${start}/>\n`;
  if (outcome === 'skipped') return `${start}><skipped/></testcase>\n`;
  return `${start}><failure>${escape(text)}</failure></testcase>\n`;
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text) {
  // Characters that XML does not allow, such as those that color a terminal.
  // oxlint-disable-next-line no-control-regex
  const allowed = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return allowed.replaceAll(/[&<>"]/g, (one) => ENTITIES[one]);
}

function unescape(text) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#10;', '\n')
    .replaceAll('&amp;', '&');
}
