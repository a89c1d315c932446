// A script of the last actions makes on a fresh backend what earlier ones had made.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from '@playwright/test';
import type { Flow } from '../../app/flows/hands.js';
import { runBoth } from '../support/generated/generated.js';
import { Recorder } from '../support/generated/recording.js';
import { Site } from '../support/pages/site.js';

const EMAIL = 'ada@shop.example';
const PASSWORD = 'correct-horse';

const LOGIN = `<!doctype html><title>Sign in</title><link rel="icon" href="data:,"><h1>Sign in</h1>
<label>E-mail <input name="email"></label> <label>Password <input type="password"></label> <button>Sign in</button>
<script>document.querySelector('button').onclick = async () => {
  const [email, password] = [...document.querySelectorAll('input')].map(({ value }) => value);
  const answer = await fetch('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) });
  if (answer.ok) location.href = '/notes';
};</script>`;

const NOTES = `<!doctype html><title>Notes</title><link rel="icon" href="data:,"><h1>Notes</h1>
<label>New note <input></label> <button>Add</button><ul></ul><p data-testid="shown">nothing</p>
<script>
const list = document.querySelector('ul'), field = document.querySelector('input');
const show = async () => {
  const { notes } = await (await fetch('/api/notes')).json();
  list.replaceChildren(...notes.map((text) => {
    const row = document.createElement('li'), button = document.createElement('button');
    button.textContent = 'Show ' + text;
    button.onclick = () => { document.querySelector('p').textContent = text; };
    row.append(button);
    return row;
  }));
};
document.querySelector('button').onclick = async () => {
  await fetch('/api/notes', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text: field.value }) });
  field.value = '';
  await show();
};
show();
</script>`;

async function read(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Object(JSON.parse(Buffer.concat(chunks).toString())) as Record<string, string>;
}

function say(response: ServerResponse, status: number, value: unknown, cookie?: string): void {
  const headers = { 'content-type': 'application/json', ...(cookie && { 'set-cookie': cookie }) };
  response.writeHead(status, headers).end(JSON.stringify(value));
}

/** Notes for those who signed in; each place has its own. */
async function start(): Promise<{ origin: string; stop(): Promise<void> }> {
  const sessions = new Set<string>();
  const notes: string[] = [];
  const site = await Site.open({
    '/': LOGIN,
    '/notes': NOTES,
    '/api/login': async (request, response) => {
      const { email, password } = await read(request);
      if (email !== EMAIL || password !== PASSWORD) return say(response, 401, {});
      const id = randomUUID();
      sessions.add(id);
      say(response, 200, { email }, `session=${id}; Path=/`);
    },
    '/api/notes': async (request, response) => {
      const session = /session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
      if (!sessions.has(session)) return say(response, 401, {});
      if (request.method === 'POST') notes.push((await read(request))['text'] ?? '');
      say(response, request.method === 'POST' ? 201 : 200, { notes });
    },
  });
  return { origin: site.url('', '127.0.0.1'), stop: () => site.close() };
}

const flow: Flow = async (page, origin) => {
  await page.goto(`${origin}/`);
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Notes' }).waitFor();
  for (const note of ['water the plants', 'call Grace']) {
    await page.getByLabel('New note').fill(note);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: `Show ${note}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Show water the plants' }).click();
  await page.getByText('water the plants', { exact: true }).waitFor();
};

test('what earlier actions made is made again before the last ones are', async () => {
  const recorder = await Recorder.open('extension', 300);
  const recording = await recorder.record({ start, flow });
  const places = await Promise.all([start(), start()]);
  try {
    const [prepared, bare] = await Promise.all(
      places.map(async ({ origin }, index) => {
        const { structuredContent } = await recording.server.tool('get_reproduction_script', {
          base_url: origin,
          last_n_actions: 1,
          include_fixtures: index === 0,
        });
        return structuredContent.script as string;
      }),
    );
    const files = { 'prepared.spec.ts': prepared ?? '', 'bare.spec.ts': bare ?? '' };
    expect(files['prepared.spec.ts']).toContain('test.beforeAll');
    const withheld = { GASOLINE_EMAIL: EMAIL, GASOLINE_PASSWORD: PASSWORD };
    const ran = await runBoth(files, /^prepared/, withheld);
    const { passed, errors } = ran['prepared.spec.ts'] ?? {};
    expect(passed, `${prepared}\n${errors}`).toBe(true);
    expect(ran['bare.spec.ts']?.passed).toBe(false);
  } finally {
    await Promise.all(places.map((place) => place.stop()));
    await recording.close();
    await recorder.close();
  }
});
