// Golden scripts are run: each passes on a small page of its kind, and fails where that is broken.
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ROOT } from '../support/server/binary.js';
import { Project, runBoth } from '../support/generated/generated.js';
import { Site, type Answer } from '../support/pages/site.js';

const CASES = join(ROOT, 'crates/gasoline-codegen/cases');

/** The origin that the cases were recorded on. */
const RECORDED = 'localhost:3000';

/** A page that a case could have been recorded on, and the word in it without which it is broken. */
interface Played {
  pages: Record<string, Answer>;
  word: [is: string, broken: string];
}

const html = (body: string) =>
  `<!doctype html><title>Case</title><link rel="icon" href="data:,">${body}`;
const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });

const LOGIN: Played = {
  pages: {
    '/login': html(`<h1>Welcome back</h1><input data-testid="email-input" aria-label="Email">
<input type="password" aria-label="Password"><button>Log in</button><p data-testid="greeting"></p>
<script>document.querySelector('button').onclick = async () => {
  const [email, password] = [...document.querySelectorAll('input')].map(({ value }) => value);
  const answer = await fetch('/api/login', { method: 'POST', body: JSON.stringify({ email, password }) });
  const { user } = await answer.json();
  history.pushState(null, '', '/dashboard');
  document.querySelector('h1').textContent = 'Dashboard';
  await fetch('/api/dashboard');
  console.error('Failed to load sidebar widget');
  document.querySelector('p').textContent = 'Hello ' + user.name;
};</script>`),
    '/api/login': json({ token: 't', user: { id: 1, name: 'Bob', nick: null } }),
    '/api/dashboard': json({ widgets: [{ id: 'a', title: 'Sales' }] }),
  },
  word: ['Hello ', 'Goodbye '],
};

const CART = html(`<h1>Cart</h1><p data-testid="items"></p><button>Add</button><button>Next</button>
<script>
const ask = async (text) =>
  (await fetch('/graphql', { method: 'POST', body: JSON.stringify({ query: text + ' { x }' }) })).json();
const show = async () => {
  const { items } = (await ask('query Cart')).data.cart;
  document.querySelector('p').textContent = items.length + ' item';
};
const [add, next] = document.querySelectorAll('button');
add.onclick = async () => { await ask('mutation Add'); await show(); };
next.onclick = () => [1, 2].map((page) => fetch('/api/list?page=' + page + '&t=' + Date.now()));
show();
ask('query Me');
</script>`);

/** A cart that remembers what was put into it. */
function backend(): Record<string, Answer> {
  const items: unknown[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const asked = Buffer.concat(chunks).toString();
    if (asked.includes('mutation Add')) items.push({ name: 'Milk' });
    const me = { name: 'Ada', email: 'ada@shop.example' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: { cart: { items }, me, add: { ok: true } } }));
  };
  return { '/graphql': answer, '/api/list': json({ rows: [1, 2] }) };
}

const ORDERS: Played = {
  pages: {
    '/login': html(`<input type="password" id="pw" aria-label="Password"><button>Log in</button>
<script>document.querySelector('button').onclick = () => { location.href = '/orders'; };</script>`),
    '/orders': html(`<h1>Orders</h1><button>Export</button>
<script>document.querySelector('button').onclick = () => { undefined.map(); };</script>`),
  },
  word: ['Export', 'Import'],
};

const PLAYED: Record<string, () => Played> = {
  login: () => LOGIN,
  graphql: () => ({ pages: { '/cart': CART, ...backend() }, word: ["' item'", "' thing'"] }),
  // Without a backend.
  'mocked-answers': () => ({ pages: { '/cart': CART }, word: ["' item'", "' thing'"] }),
  reproduction: () => ORDERS,
  'reproduction-without-assertions': () => ORDERS,
  'reproduction-with-screenshots': () => ORDERS,
};

/** Cases that are loaded only: each would need an application of its own. */
const LISTED = [
  'answers-to-the-browser',
  'everything-a-user-does',
  'frames-in-frames',
  'hostile-text',
  'ids-made-on-the-way',
  'looks-of-a-page',
  'looks-of-a-page-unmasked',
  'reproduction-with-setup',
  'values-that-come-again',
  'what-a-step-changed',
];

const read = (name: string, file: string) => readFileSync(join(CASES, name, file), 'utf8');
const names = readdirSync(CASES).filter(
  (name) => !name.includes('.') && readdirSync(join(CASES, name)).includes('expected.spec.ts'),
);

/** The files of a case that a test needs beside it. */
function fixtures(name: string): Record<string, string> {
  const files = readdirSync(join(CASES, name)).filter((file) => file.endsWith('.fixture.js'));
  return Object.fromEntries(files.map((file) => [file, read(name, file)]));
}

test('every case is run or listed, and the runner loads all of them', async () => {
  expect(names.toSorted()).toEqual([...Object.keys(PLAYED), ...LISTED].toSorted());
  const project = new Project();
  for (const name of names) {
    project.write({ [`${name}.spec.ts`]: read(name, 'expected.spec.ts'), ...fixtures(name) });
  }
  const loaded = await project.run({ args: ['--list'] });
  expect(Object.keys(loaded).toSorted()).toEqual(names.map((name) => `${name}.spec.ts`).toSorted());
});

test('cases pass on pages of their kind, and fail on broken ones', async () => {
  const sites: Site[] = [];
  const files: Record<string, string> = {};
  try {
    for (const [name, played] of Object.entries(PLAYED)) {
      for (const state of ['healthy', 'broken']) {
        const { pages, word } = played();
        const shown = Object.entries(pages).map(([path, page]): [string, Answer] => {
          const isBroken = state === 'broken' && typeof page === 'string';
          return [path, isBroken ? page.replaceAll(...word) : page];
        });
        const site = await Site.open(Object.fromEntries(shown));
        sites.push(site);
        const script = read(name, 'expected.spec.ts').replaceAll(
          RECORDED,
          `localhost:${site.port}`,
        );
        Object.assign(files, { [`${name}-${state}.spec.ts`]: script, ...fixtures(name) });
      }
    }
    const ran = await runBoth(files, /-healthy\.spec\.ts$/);
    expect(Object.keys(ran)).toHaveLength(2 * Object.keys(PLAYED).length);
    for (const [file, { passed, errors }] of Object.entries(ran)) {
      expect.soft(passed, `${file}\n${errors}`).toBe(file.endsWith('-healthy.spec.ts'));
    }
  } finally {
    await Promise.all(sites.map((site) => site.close()));
  }
});
