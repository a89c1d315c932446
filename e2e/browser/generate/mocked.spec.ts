// A mocked test passes on the page it was recorded from, though its fixture holds nobody's data.
import { expect, test } from '@playwright/test';
import type { Flow } from '../../app/flows/hands.js';
import { runBoth } from '../support/generated/generated.js';
import { Recorder } from '../support/generated/recording.js';
import type { Server } from '../support/server/server.js';
import { Site } from '../support/pages/site.js';

const ADA = {
  firstName: 'Ada',
  contactPhone: '+49 30 901820',
  shipping_address: '221B Baker Street',
  account: 'DE89 3704 0044 0532 0130 00',
};
const GOODS = Array.from({ length: 24 }, (_, id) => ({ id, title: `Pot ${id}` }));

/** What a page shows of its data: what somebody did, a count, a number, a greeting, a button by name. */
const PAGE = `<!doctype html><title>Pots</title><link rel="icon" href="data:,"><h1>Pots</h1>
<p data-testid="called">nobody</p><p data-testid="count"></p><p data-testid="phone"></p><p data-testid="hello"></p>
<button></button>
<script type="module">
const read = async (path) => (await fetch(path)).json();
const [{ items }, me] = await Promise.all([read('/api/goods'), read('/api/me')]);
const show = (id, text) => { document.querySelector('[data-testid=' + id + ']').textContent = text; };
show('count', items.length + ' products');
show('hello', 'Hello, ' + me.firstName + '!');
show('phone', me.contactPhone.replaceAll(' ', '-'));
document.querySelector('button').textContent = 'Call ' + me.firstName;
document.querySelector('button').onclick = () => show('called', 'somebody');
</script>`;

const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });

/** The shop, or what is left of it when its backend is gone. */
async function start(
  hasBackend = true,
  page = PAGE,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const api = { '/api/goods': json({ items: GOODS }), '/api/me': json(ADA) };
  const site = await Site.open({ '/': page, ...(hasBackend ? api : {}) });
  return { origin: site.url('', '127.0.0.1'), stop: () => site.close() };
}

const flow: Flow = async (page, origin) => {
  await page.goto(`${origin}/`);
  await page.getByText('24 products').waitFor();
  await page.getByRole('button', { name: 'Call Ada' }).click();
  await page.getByText('somebody').waitFor();
};

const isTold = async (server: Server): Promise<boolean> => {
  const { structuredContent } = await server.tool('generate_test', {});
  return structuredContent.test_script.includes("toHaveText('somebody')");
};

test('a mocked test holds nobody’s data, and asserts what holds without it', async () => {
  const recorder = await Recorder.open('extension', 300);
  const recording = await recorder.record({ start, flow, isTold });
  const dead = PAGE.replace("show('called', 'somebody')", '{}');
  const places = await Promise.all([start(false), start(false, dead)]);
  try {
    const files: Record<string, string> = {};
    for (const [name, { origin }] of [
      ['healthy', places[0]],
      ['dead-button', places[1]],
    ] as const) {
      const { structuredContent } = await recording.server.tool('generate_test', {
        base_url: origin,
        include_fixtures: true,
        assertions: { response_shape: true },
      });
      const { test_script: script, fixture_file: fixture } = structuredContent;
      for (const theirs of ['Ada', '901820', 'Baker', '3704']) {
        expect(fixture.content).not.toContain(theirs);
        expect(script).not.toContain(theirs);
      }
      expect(script).toContain("toHaveText('24 products')");
      files[`${name}.spec.ts`] = script;
      files[fixture.name] = fixture.content;
    }
    const ran = await runBoth(files, /^healthy/);
    const { passed, errors } = ran['healthy.spec.ts'] ?? {};
    expect(passed, `${files['healthy.spec.ts']}\n${errors}`).toBe(true);
    expect(ran['dead-button.spec.ts']?.passed).toBe(false);
  } finally {
    await Promise.all(places.map((place) => place.stop()));
    await recording.close();
    await recorder.close();
  }
});
