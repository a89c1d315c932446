// Journeys through several windows: a link into a new tab, and a window that a script opens.
import { expect, test } from '@playwright/test';
import type { Flow } from '../../app/flows/hands.js';
import { runBoth } from '../support/generated/generated.js';
import { Recorder } from '../support/generated/recording.js';
import { Site } from '../support/pages/site.js';

const BUGS = ['no-window', 'other-heading', 'receipt-500'] as const;
type Bug = (typeof BUGS)[number];

function page(title: string, body: string): string {
  return `<!doctype html><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1>${body}`;
}

/** Orders with a receipt in a tab of its own, and a question that is asked in a window. */
async function start(bug?: Bug): Promise<{ origin: string; stop(): Promise<void> }> {
  const target = bug === 'no-window' ? '' : 'target="_blank"';
  const site = await Site.open({
    '/': page(
      'Orders',
      `<a href="/receipt" ${target}>Receipt</a> <button>Ask</button><p data-testid="said">nothing yet</p>
      <script>document.querySelector('button').onclick = () => window.open('/ask', 'ask', 'width=400,height=300');
      onmessage = ({ data }) => { document.querySelector('p').textContent = 'asked about ' + data; };</script>`,
    ),
    '/receipt': page(
      bug === 'other-heading' ? 'Invoice' : 'Receipt',
      `<button>Send it to me</button><p data-testid="sent">not sent</p>
      <script>document.querySelector('button').onclick = async () => {
        const answer = await fetch('/api/receipts', { method: 'POST', body: '{}' });
        document.querySelector('p').textContent = answer.ok ? 'sent' : 'not sent';
      };</script>`,
    ),
    '/ask': page(
      'Ask us',
      `<button>Delivery</button>
      <script>document.querySelector('button').onclick = () => {
        opener.postMessage('delivery', origin);
        document.body.append('Thank you');
      };</script>`,
    ),
    '/api/receipts': {
      status: bug === 'receipt-500' ? 500 : 201,
      type: 'application/json',
      body: '{"sent":true}',
    },
  });
  return { origin: site.url('', '127.0.0.1'), stop: () => site.close() };
}

const flow: Flow = async (orders, origin) => {
  await orders.goto(`${origin}/`);
  const receiptOpened = orders.waitForEvent('popup');
  await orders.getByRole('link', { name: 'Receipt' }).click();
  const receipt = await receiptOpened;
  await receipt.getByRole('button', { name: 'Send it to me' }).click();
  await receipt.getByText('sent', { exact: true }).waitFor();
  await receipt.close();
  const askOpened = orders.waitForEvent('popup');
  await orders.getByRole('button', { name: 'Ask' }).click();
  const ask = await askOpened;
  await ask.getByRole('button', { name: 'Delivery' }).click();
  await ask.getByText('Thank you').waitFor();
  await ask.close();
  await orders.getByText('asked about delivery').waitFor();
};

test('a journey through several windows passes where they open, and fails where they do not', async () => {
  const recorder = await Recorder.open('extension', 900);
  const recording = await recorder.record({ start, flow });
  const places = await Promise.all([start(), ...BUGS.map((bug) => start(bug))]);
  try {
    const files: Record<string, string> = {};
    for (const [index, { origin: base_url }] of places.entries()) {
      const name = BUGS[index - 1] ?? 'healthy';
      const { structuredContent } = await recording.server.tool('generate_test', { base_url });
      files[`${name}.spec.ts`] = structuredContent.test_script;
    }
    expect(files['healthy.spec.ts']).toContain(`waitForEvent('popup')`);
    const ran = await runBoth(files, /^healthy/);
    expect(Object.keys(ran)).toHaveLength(places.length);
    for (const [file, { passed, errors }] of Object.entries(ran)) {
      const isHealthy = file === 'healthy.spec.ts';
      expect.soft(passed, `${file}\n${files[file]}\n${errors}`).toBe(isHealthy);
    }
  } finally {
    await Promise.all(places.map((place) => place.stop()));
    await recording.close();
    await recorder.close();
  }
});
