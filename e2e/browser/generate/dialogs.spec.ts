// What the browser itself asks, by `alert`, `confirm` and `prompt`: recorded, and answered again.
import { expect, test } from '@playwright/test';
import type { Flow } from '../../app/flows/hands.js';
import { launch } from '../support/chromium.js';
import { interpret } from '../support/cypress/interpreter.js';
import { ACT_MS, RECORDED_MS, run, TEST_MS } from '../support/generated.js';
import { Recorder, type Client } from '../support/recording.js';
import { Site } from '../support/site.js';

const BUGS = ['never-asks', 'other-words', 'deletes-nothing'] as const;
type Bug = (typeof BUGS)[number];

/** A note that can be renamed, locked and deleted, each after a question. */
async function start(bug?: Bug): Promise<{ origin: string; stop(): Promise<void> }> {
  const question = bug === 'other-words' ? 'Remove everything?' : `Delete 'My "first" note'?`;
  const site = await Site.open({
    '/': `<!doctype html><title>Note</title><link rel="icon" href="data:,">
      <h1>Note</h1><p data-testid="name">untitled</p><p data-testid="state">open</p>
      <button>Rename</button> <button>Lock</button> <button>Delete</button>
      <script>
        const [rename, lock, remove] = document.querySelectorAll('button');
        const [name, state] = document.querySelectorAll('p');
        rename.onclick = () => { name.textContent = prompt('What is it called?', 'untitled') ?? 'nameless'; };
        lock.onclick = () => {
          const isSure = confirm('Lock it for ever?');
          if (isSure) fetch('/api/locks', { method: 'POST', body: '{}' });
          state.textContent = isSure ? 'locked' : 'still open';
        };
        remove.onclick = async () => {
          if (!(${bug === 'never-asks'} || confirm(${JSON.stringify(question)}))) return;
          const answer = await fetch('/api/notes', { method: 'DELETE' });
          alert(answer.ok ? 'It is gone.' : 'It is still there.');
          state.textContent = answer.ok ? 'deleted' : 'open';
        };
      </script>`,
    '/api/locks': { status: 201, type: 'application/json', body: '{}' },
    '/api/notes': { status: bug === 'deletes-nothing' ? 500 : 204 },
  });
  return { origin: site.url('', '127.0.0.1'), stop: () => site.close() };
}

/** People take their time to answer: longer than an action may be the cause of a request. */
const PONDERED_MS = 2500;

const flow: Flow = async (page, origin) => {
  page.on('dialog', async (dialog) => {
    if (dialog.type() === 'prompt') return dialog.accept('My "first" note');
    if (dialog.message().startsWith('Lock')) return dialog.dismiss();
    if (dialog.type() === 'confirm') {
      await new Promise((resolve) => setTimeout(resolve, PONDERED_MS));
    }
    return dialog.accept();
  });
  await page.goto(`${origin}/`);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByText('My "first" note').waitFor();
  await page.getByRole('button', { name: 'Lock' }).click();
  await page.getByText('still open').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('deleted').waitFor();
};

for (const client of ['extension', 'ci'] satisfies Client[]) {
  test(`what the browser asked is answered as it was, by what the ${client} records`, async () => {
    test.setTimeout(RECORDED_MS);
    const recorder = await Recorder.open(client, 300);
    const recording = await recorder.record({ start, flow });
    const places = await Promise.all([start(), ...BUGS.map((bug) => start(bug))]);
    try {
      const files: Record<string, string> = {};
      for (const [index, { origin: base_url }] of places.entries()) {
        const name = BUGS[index - 1] ?? 'healthy';
        const { structuredContent } = await recording.server.tool('generate_test', { base_url });
        files[`${name}.spec.ts`] = structuredContent.test_script;
      }
      expect(files['healthy.spec.ts']).toContain(
        `page.once('dialog', (dialog) => dialog.accept('My "first" note'));`,
      );
      // A dialog that never comes is waited for as long as an act; one on a busy machine takes long.
      const ran = await run(files, {}, TEST_MS, 3 * ACT_MS);
      expect(Object.keys(ran)).toHaveLength(places.length);
      for (const [file, { passed, errors }] of Object.entries(ran)) {
        const isHealthy = file === 'healthy.spec.ts';
        expect.soft(passed, `${file}\n${files[file]}\n${errors}`).toBe(isHealthy);
      }
      const browser = await launch();
      const { structuredContent } = await recording.server.tool('get_reproduction_script', {
        format: 'cypress',
        base_url: places[0]?.origin,
      });
      await interpret(await browser.newPage(), structuredContent.script);
      await browser.close();
    } finally {
      await Promise.all(places.map((place) => place.stop()));
      await recording.close();
      await recorder.close();
    }
  });
}
