// What the browser itself asks, by `alert`, `confirm` and `prompt`: recorded, and answered again.
import { expect, test } from '@playwright/test';
import type { Flow } from '../../app/flows/hands.js';
import { launch } from '../support/browser/chromium.js';
import { interpret } from '../support/generated/cypress/interpreter.js';
import { runBoth } from '../support/generated/generated.js';
import { Recorder, type Client, type Recording } from '../support/generated/recording.js';
import { Site } from '../support/pages/site.js';

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

async function generate(from: Recording | undefined, base_url?: string): Promise<string> {
  const answer = await from?.server.tool('generate_test', { base_url });
  return answer.structuredContent.test_script;
}

/** What a script says of dialogs. */
function ofDialogs(script: string): string[] {
  return script.split('\n').filter((line) => line.includes('dialog'));
}

test('what the browser asked is answered as it was, by what either client records', async () => {
  const recorders: Recorder[] = [];
  const recordings: Recording[] = [];
  for (const client of ['extension', 'ci'] satisfies Client[]) {
    const recorder = await Recorder.open(client, 300);
    recorders.push(recorder);
    recordings.push(await recorder.record({ start, flow }));
  }
  const places = await Promise.all([start(), ...BUGS.map((bug) => start(bug))]);
  const [healthy] = places;
  const browser = await launch();
  try {
    const [extension, ci] = recordings;
    const files: Record<string, string> = {};
    files['healthy-extension.spec.ts'] = await generate(extension, healthy?.origin);
    files['healthy-ci.spec.ts'] = await generate(ci, healthy?.origin);
    for (const [index, bug] of BUGS.entries()) {
      files[`${bug}.spec.ts`] = await generate(extension, places[index + 1]?.origin);
    }
    expect(files['healthy-extension.spec.ts']).toContain(
      `page.once('dialog', (dialog) => dialog.accept('My "first" note'));`,
    );
    // So that what is noticed with the one is noticed with the other.
    expect(ofDialogs(files['healthy-ci.spec.ts'])).toEqual(
      ofDialogs(files['healthy-extension.spec.ts']),
    );
    const ran = await runBoth(files, /^healthy/);
    expect(Object.keys(ran)).toHaveLength(places.length + 1);
    for (const [file, { passed, errors }] of Object.entries(ran)) {
      const isHealthy = file.startsWith('healthy');
      expect.soft(passed, `${file}\n${files[file]}\n${errors}`).toBe(isHealthy);
    }
    for (const { server } of recordings) {
      const { structuredContent } = await server.tool('get_reproduction_script', {
        format: 'cypress',
        base_url: healthy?.origin,
      });
      await interpret(await browser.newPage(), structuredContent.script);
    }
  } finally {
    await browser.close();
    await Promise.all(places.map((place) => place.stop()));
    for (const recording of recordings) await recording.close();
    for (const recorder of recorders) await recorder.close();
  }
});
