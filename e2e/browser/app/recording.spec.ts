// A journey is recorded whole, by either client: what was done, in order, and what was asked.
import { expect, test } from '@playwright/test';
import { FOREIGN } from '../../app/foreign/index.js';
import {
  Recorder,
  throughShop,
  type Client,
  type Recording,
} from '../support/generated/recording.js';

// All in one worker, with one browser a client.
test.describe.configure({ mode: 'default' });

const CLIENTS: readonly Client[] = ['extension', 'ci'];

/** What `buy` does, as `type name`; elements without a name by their type alone. */
const BUYING = [
  'navigate /login',
  'click E-mail',
  'input E-mail',
  'click Password',
  'input Password',
  'click Sign in',
  'submit Sign in',
  'navigate /products',
  'click Enamel mug',
  'navigate /products/enamel-mug',
  'click',
  'click Navy',
  'click Quantity',
  'input Quantity',
  'click Add to cart',
  'submit Add to cart',
  'click Cart 2',
  'navigate /cart',
  'click Checkout',
  'navigate /checkout',
  'click Full name',
  'input Full name',
  'click Street',
  'input Street',
  'click Postcode',
  'input Postcode',
  'click City',
  'input City',
  'select Country',
  'input Delivery date',
  'click Wrap it as a gift',
  'click Place order',
  'submit Place order',
  'click I accept the terms',
  'click Place order',
  'submit Place order',
  'navigate /orders/HG-0/thanks',
];

/** Once each, in the order they were answered first. */
const ASKED = [
  'POST /api/login 200',
  'GET /api/products 200',
  'GET /api/products/enamel-mug 200',
  'POST /api/cart/items 201',
  'GET /api/cart 200',
  'GET /api/shipping-estimate 200',
  'POST /api/orders 201',
  'GET /api/orders/HG-0 200',
];

function path(url: unknown): string {
  return new URL(String(url)).pathname.replace(/HG-\d+/, 'HG-0');
}

/** In the order of their times: batches may overtake each other on their way. */
function done({ snapshot }: Recording): string[] {
  return snapshot.enhanced_actions
    .toSorted((a, b) => Number(a['timestamp']) - Number(b['timestamp']))
    .filter(({ type }) => type !== 'scroll')
    .map(({ type, toUrl, selectors }) => {
      const { role } = Object(selectors) as { role?: { name?: string } };
      const name = type === 'navigate' ? path(toUrl) : (role?.name ?? '');
      return `${type} ${name}`.trim();
    })
    .filter((line, index, all) => !(line.startsWith('input') && line === all[index - 1]));
}

function asked({ snapshot }: Recording): string[] {
  const lines = snapshot.network_bodies
    .filter(({ url }) => path(url) !== '/api/notifications')
    .map(({ method, url, status }) => `${method} ${path(url)} ${status}`);
  return [...new Set(lines)];
}

for (const client of CLIENTS) {
  test.describe(client, () => {
    let recorder: Recorder;
    test.beforeAll(async () => {
      recorder = await Recorder.open(client);
    });
    test.afterAll(() => recorder.close());

    test('buying is recorded from the first page to the last', async () => {
      const recording = await recorder.record(throughShop('buy'));
      expect(done(recording)).toEqual(BUYING);
      expect(asked(recording).toSorted()).toEqual(ASKED.toSorted());
      expect(recording.snapshot.websocket_events.length).toBeGreaterThan(0);
      const { content } = await recording.server.tool('get_enhanced_actions');
      expect(content[0].text).toContain('Place order');
      await recording.close();
    });

    test('a bug of the shop is recorded with it', async () => {
      const recording = await recorder.record(throughShop('help-popup', ['price-string']));
      const products = recording.snapshot.network_bodies.find(
        ({ url }) => path(url) === '/api/products',
      );
      expect(JSON.parse(String(products?.['responseBody'])).items[0].price).toBe('12.5');
      await recording.close();
    });

    test('the buttons that TodoMVC shows only on hover are recorded with it', async () => {
      const { todomvc } = FOREIGN;
      if (todomvc === undefined) throw new Error('no TodoMVC');
      const recording = await recorder.record(todomvc);
      const destroyed = recording.snapshot.enhanced_actions.filter(({ type, selectors }) => {
        return type === 'click' && String(Object(selectors).cssPath).includes('destroy');
      });
      expect(destroyed).toHaveLength(1);
      expect(destroyed[0]).toHaveProperty('hovered');
      await recording.close();
    });
  });
}
