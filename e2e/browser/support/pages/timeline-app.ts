// A page whose requests have every kind of cause, and what its timeline must say.
import { expect, type Page } from '@playwright/test';
import { Server, type Answer } from '../server/server.js';
import type { Site, Answer as SiteAnswer } from './site.js';

/** Longer than the two seconds within which time alone tells the cause. */
const SLOW_LOGIN_MS = 2500;

/** What is late by a fifth of it is no polling any more: a busy machine is late by tenths of seconds. */
const POLL_MS = 1500;
const POLLS = 4;

const SCRIPT = `
  const get = (path, options) => fetch(path, options).then((answer) => answer.json());
  get('/api/session');
  setInterval(() => get('/api/news?at=' + Date.now()), ${POLL_MS});
  const field = document.querySelector('input');
  field.addEventListener('input', () => get('/api/search?q=' + field.value));
  document.querySelector('button').addEventListener('click', async () => {
    await get('/api/login', { method: 'POST' });
    history.pushState(null, '', '/dashboard');
    await get('/api/dashboard');
    console.error('no sidebar');
  });
`;

const json = (value: unknown): SiteAnswer => ({
  type: 'application/json',
  body: JSON.stringify(value),
});

export const PAGES: Record<string, SiteAnswer> = {
  '/': `<!doctype html><link rel="icon" href="data:,"><body>
    <input aria-label="Search"><button>Log in</button><a href="/next">Next</a>
    <script>${SCRIPT}</script></body>`,
  '/next': `<!doctype html><link rel="icon" href="data:,"><body>
    <script>fetch('/api/next')</script></body>`,
  '/api/session': json({ user: null }),
  '/api/news': json([{ id: 1 }]),
  '/api/search': json([]),
  '/api/login': (_request, response) => {
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ token: 'a', user: { id: 1 } }));
    }, SLOW_LOGIN_MS);
  },
  '/api/dashboard': json({ rows: [{ id: 1, title: 'a' }] }),
  '/api/next': json({}),
};

/** Uses the page as a person would, and checks what the server makes of it. */
export async function useAndCheck(page: Page, site: Site, server: Server): Promise<void> {
  await page.goto(site.url('/'));
  await page.getByRole('textbox').pressSequentially('shoe');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/dashboard');
  // What the page says last of its own accord is there.
  await server.until(
    ({ logs, network_bodies: bodies }) =>
      logs.some((entry) => entry['message'] === 'no sidebar') &&
      bodies.filter((body) => String(body['url']).includes('/api/news')).length >= POLLS,
  );
  await page.getByRole('link', { name: 'Next' }).click();
  await server.until(({ network_bodies: bodies }) =>
    bodies.some((body) => String(body['url']).endsWith('/api/next')),
  );
  const answer = await server.tool('get_session_timeline');
  const rows: Answer[] = answer.structuredContent.timeline;
  const said = answer.content[0].text;

  const cause = (row: Answer) => {
    const action = rows.find(({ seq }) => seq === row.caused_by);
    return action === undefined ? row.background : [action.type, action.toUrl ?? action.value];
  };
  const causes = (path: string) =>
    rows.filter((row) => String(row.url).includes(path) && row.kind === 'network').map(cause);
  const navigations = rows.filter(({ type }) => type === 'navigate');

  expect(causes('/api/session'), said).toEqual([['navigate', site.url('/')]]);
  expect(causes('/api/search'), said).toEqual(Array.from({ length: 4 }, () => ['input', 'shoe']));
  expect(causes('/api/login'), said).toEqual([['click', undefined]]);
  expect(causes('/api/dashboard'), said).toEqual([['navigate', site.url('/dashboard')]]);
  expect(causes('/api/next'), said).toEqual([['navigate', site.url('/next')]]);
  expect(new Set(causes('/api/news')), said).toEqual(new Set(['polling']));
  expect(causes('/api/news').length, said).toBeGreaterThanOrEqual(POLLS);
  expect(navigations.map(cause), said).toEqual([
    undefined,
    ['click', undefined],
    ['click', undefined],
  ]);
  const error = rows.find(({ kind }) => kind === 'console');
  expect([error.message, cause(error)], said).toEqual([
    'no sidebar',
    ['navigate', site.url('/dashboard')],
  ]);
  const login = rows.find(({ url }) => String(url).endsWith('/api/login'));
  expect(login.responseShape).toEqual({ token: 'string', user: { id: 'number' } });
}
