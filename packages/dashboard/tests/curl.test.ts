// Curl commands, read back by a shell: whatever a page sent, each word is one word and nothing runs.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curl, quote } from '../src/model/curl.js';

/** The words bash makes of a command of ours. */
function words(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('bash', ['-c', script]).toString().split('\0').slice(0, -1);
}

test.each([
  `it's`,
  `$(touch /tmp/x) \`id\` \${HOME} !!`,
  String.raw`\' \\ \n`,
  'two\nlines\r\n\ttabbed',
  '\u0003\u001b[31m^C',
  `'; rm -rf / #`,
  'turned \u202e around \u2066 and \u2028',
  '-X DELETE',
  'Käse 🧀',
  '',
])('a shell reads %j back as it was', (text) => {
  expect(words(`curl ${quote(text)}`)).toEqual([text]);
});

test('what a terminal would take for keys is not in the command', () => {
  expect(quote('\u0003\u001b[31m')).toMatch(/^[\x20-\x7e]+$/);
});

test('half a character and a zero byte are left out, because no shell can be given them', () => {
  expect(quote('a\0b')).toBe("'ab'");
  expect(quote('\ud83e')).toBe("'\ufffd'");
});

test('a request is told with its method, headers and body', () => {
  const command = curl({
    method: 'PUT',
    url: 'http://localhost:3000/a?x=[1-3]&y={a,b}',
    requestHeaders: {
      'content-type': 'application/json',
      'x-empty': '',
      'content-length': '7',
      '@/etc/passwd': 'x',
      'x-lines': 'a\r\nInjected: b',
    },
    requestBody: '@/etc/passwd',
  });
  expect(words(command)).toEqual([
    '--globoff',
    '--proto',
    '=http,https',
    '-X',
    'PUT',
    '--url',
    'http://localhost:3000/a?x=[1-3]&y={a,b}',
    '-H',
    'content-type: application/json',
    '-H',
    'x-empty;',
    '-H',
    'x-lines: a Injected: b',
    '--data-raw',
    '@/etc/passwd',
  ]);
});

test('a body that was cut says so', () => {
  const command = curl({ method: 'POST', url: '/', requestBody: 'a', requestTruncated: true });
  expect(command).toMatch(/^# The body was cut/);
  expect(words(command)).not.toContain('-X');
});
