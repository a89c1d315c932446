// Errors that a page had when it was recorded are expected again; others of their kind are not.
import { expect, test } from '@playwright/test';
import type { Flow } from '../../app/flows/hands.js';
import { runBoth } from '../support/generated/generated.js';
import { Recorder } from '../support/generated/recording.js';
import type { Server } from '../support/server/server.js';
import { Site } from '../support/pages/site.js';

/** What is wrong with every page, on purpose: each sort of error that a runner hears in its own way. */
const KNOWN = `
console.error('Error');
console.error('%s of %d', 'one', 2);
console.error('got', { code: 7, list: [1, 2] }, 'for', ['a']);
console.error(new TypeError('logged'));
console.error('saving failed:', new RangeError('too far'));
console.error(7);
console.error('asked ' + location.origin + '/here');
setTimeout(() => { throw new TypeError('thrown: at once'); });
setTimeout(() => { throw 'Oops: a text'; });
setTimeout(() => { throw { not: 'an error' }; });
Promise.reject(new RangeError('rejected'));
const known = [
  new Promise((done) => setTimeout(done)),
  fetch('https://policy.invalid/').catch(() => {}),
  fetch(other + '/refused?day=' + Date.now()).catch(() => {}),
  broken('/live'),
];
`;

/** One error more, each like one that is known; awaited, so that it is heard before the test ends. */
const MORE: Record<string, string> = {
  'longer-message': `console.error('Error: of another sort')`,
  'other-number': `console.error(8)`,
  'other-throw': `setTimeout(() => { throw new TypeError('thrown: later'); }); await new Promise((done) => setTimeout(done))`,
  'other-refusal': `await fetch(other + '/secrets').catch(() => {})`,
  'other-socket': `await broken('/prices')`,
  'other-policy': `await new Promise((onerror) => document.body.append(Object.assign(new Image(), { onerror, src: other + '/p.png' })))`,
};

function html(other: string, more = ''): string {
  return `<!doctype html><title>Trouble</title><link rel="icon" href="data:,"><h1>Trouble</h1><p></p><button>Go on</button>
<script>
const other = ${JSON.stringify(other)};
const say = (text) => { document.querySelector('p').textContent = text; };
const broken = (path) => new Promise((done) => {
  new WebSocket(location.origin.replace('http', 'ws') + path).onerror = done;
});
${KNOWN}
Promise.all(known).then(() => say('All went wrong'));
document.querySelector('button').onclick = async () => { ${more}; say('Went on'); };
</script>`;
}

const flow: Flow = async (page, origin) => {
  await page.goto(`${origin}/`);
  await page.getByText('All went wrong').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Went on').waitFor();
};

/** What the last click led to: a test that waits for it hears what went wrong before. */
const isTold = async (server: Server): Promise<boolean> => {
  const { structuredContent } = await server.tool('generate_test', {});
  return structuredContent.test_script.includes('Went on');
};

test('a test passes with the errors it was recorded with, and fails with one more', async () => {
  // Another origin that allows nobody to read it.
  const foreign = await Site.open({ '*': 'private' });
  const sites: Site[] = [foreign];
  const start = async (more = '') => {
    const policy = `connect-src 'self' ${foreign.url('')} ws:; img-src 'self' data:`;
    const headers = { 'content-security-policy': policy };
    const site = await Site.open({ '/': { headers, body: html(foreign.url(''), more) } });
    sites.push(site);
    return { origin: site.url('', '127.0.0.1'), stop: async () => {} };
  };
  const recorder = await Recorder.open('extension', 500);
  try {
    const recording = await recorder.record({ start: () => start(), flow, isTold });
    const files: Record<string, string> = {};
    for (const [name, more] of Object.entries({ healthy: '', ...MORE })) {
      const { origin } = await start(more);
      const asked = { base_url: origin };
      const { structuredContent } = await recording.server.tool('generate_test', asked);
      files[`${name}.spec.ts`] = structuredContent.test_script;
    }
    await recording.close();
    const ran = await runBoth(files, /^healthy/);
    expect(Object.keys(ran)).toHaveLength(Object.keys(MORE).length + 1);
    for (const [file, { passed, errors }] of Object.entries(ran)) {
      const isHealthy = file === 'healthy.spec.ts';
      expect.soft(passed, `${file}\n${files[file]}\n${errors}`).toBe(isHealthy);
    }
  } finally {
    await Promise.all(sites.map((site) => site.close()));
    await recorder.close();
  }
});
