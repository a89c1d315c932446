// `gasoline attach`: a browser that somebody else drives, watched through its debugging port.
import { spawnSync } from 'node:child_process';
import { expect, test } from '../support/browser/attach.js';
import { binary } from '../support/server/binary.js';
import { CODE, shopPages } from '../support/pages/bundle.js';
import { html, messages } from '../support/browser/ci.js';
import { Server } from '../support/server/server.js';
import { Site } from '../support/pages/site.js';

interface Finding {
  category: string;
  severity: string;
  evidence: Record<string, unknown>;
}

test('pages that were open, new ones, popups and frames of any site are watched', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const other = await site({ '/': html("console.error('in another site')") });
  const foreign = other.url('/', '127.0.0.1');
  const shop = await site({
    '/': html(
      "addEventListener('click', () => open('/popup')); console.warn('loaded')",
      `<button>Open</button><iframe src="/frame"></iframe><iframe src="${foreign}"></iframe>`,
    ),
    '/early': html("document.title = 'early'"),
    '/frame': html("console.error('in a frame')"),
    '/popup': html("console.error('in a popup')"),
    '/api': { status: 500, type: 'application/json', body: '{"why":"because"}' },
  });
  const early = await debugged.open(shop.url('/early'));
  await early.until("document.title === 'early'");

  const { said } = await attach(['--test-id', 'shop › opens']);
  expect(said).toMatch(/^attached to \S*Chrome\/\d.*: \d+ pages$/);
  early.run("console.error('said after'); fetch('/api', {method: 'POST', body: '{}'})");
  const late = await debugged.open(shop.url('/'));
  await server.until(({ logs }) => messages(logs, 'in a frame').length > 0);
  late.run("document.querySelector('button').click()");

  const seen = await server.until(
    ({ logs, network_bodies, enhanced_actions }) =>
      ['said after', 'loaded', 'in a frame', 'in another site', 'in a popup'].every(
        (text) => messages(logs, text).length === 1,
      ) &&
      network_bodies.length === 1 &&
      enhanced_actions.length > 0,
  );
  expect(seen.network_bodies[0]).toMatchObject({
    method: 'POST',
    status: 500,
    responseBody: '{"why":"because"}',
  });
  const all = [...seen.logs, ...seen.network_bodies, ...seen.enhanced_actions];
  expect(new Set(all.map(({ test_id }) => test_id))).toEqual(new Set(['shop › opens']));
});

test('a policy that forbids every connection is not in the way, and nothing of ours is seen', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const strict = await site({
    '/': {
      type: 'text/html',
      headers: { 'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'" },
      body: html(
        "console.error('said', Object.keys(window).filter((name) => /gasoline/i.test(name)))",
      ),
    },
  });
  await attach();
  await debugged.open(strict.url('/'));
  const { logs } = await server.until(({ logs: now }) => messages(now, 'said').length > 0);
  expect(messages(logs, 'said')).toEqual(['said []']);
});

test('what only the browser sees: workers, dialogs, documents that fail, a crash', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const worker =
    "console.error('in a worker'); Promise.reject(new Error('worker rejected')); throw new Error('worker threw')";
  const shop = await site({
    '/': html("new Worker('/worker.js'); navigator.serviceWorker.register('/service.js')"),
    '/worker.js': { type: 'text/javascript', body: worker },
    '/service.js': {
      type: 'text/javascript',
      body: "setTimeout(() => { throw new Error('service threw') })",
    },
    '/gone': { status: 404, type: 'text/html', body: 'no' },
  });
  await attach();
  const page = await debugged.open(shop.url('/'));
  // A page that asks hears nothing of its worker, and takes it along when it goes.
  const ofWorkers = [
    'in a worker',
    'Uncaught (in promise) Error: worker rejected',
    'Uncaught Error: worker threw',
    'Uncaught Error: service threw',
  ];
  await server.until(({ logs }) => ofWorkers.every((text) => messages(logs, text).length > 0));
  page.run("confirm('really?')");
  await server.until(({ logs }) => messages(logs, 'the page opened').length > 0);
  page.send('Page.enable', {});
  page.send('Page.handleJavaScriptDialog', { accept: false });
  page.go(shop.url('/gone'));
  await server.until(({ network_bodies }) => network_bodies.length > 0);
  const closed = await Site.open({});
  const nowhere = closed.url('/');
  await closed.close();
  page.go(nowhere);
  await server.until((now) => now.network_bodies.length > 1);
  page.go('chrome://crash');

  const { logs, network_bodies } = await server.until(
    (now) => messages(now.logs, 'the page crashed').length > 0,
  );
  const errors = logs.filter(({ level }) => level === 'error').map(({ message }) => message);
  expect(errors.toSorted()).toEqual([
    'Uncaught (in promise) Error: worker rejected',
    // Of a worker's own errors the page hears these.
    'Uncaught Error: service threw',
    'Uncaught Error: worker threw',
    'in a worker',
    'the page crashed: its renderer process ended',
  ]);
  expect(messages(logs, 'the page opened')).toEqual([
    'the page opened a dialog (confirm): really?',
  ]);
  const [gone, refused, ...again] = network_bodies;
  expect(gone).toMatchObject({ url: shop.url('/gone'), status: 404 });
  expect(refused).toMatchObject({ url: nowhere, status: 0, error: 'network' });
  // Chromium tries a page that could not be reached again by itself, if it is given the time.
  expect(again.map(({ url }) => url)).toEqual(again.map(() => nowhere));
});

test('why the browser let a request fail, and a dialog that nobody answers, are told in the report', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const other = await site({ '/rates': { type: 'application/json', body: '{}' } });
  const shop = await site({
    '/cors': html(`fetch('${other.url('/rates', '127.0.0.1')}').catch(() => {})`),
    '/dialog': html("setTimeout(() => confirm('remove it?'))"),
  });
  const { stop } = await attach();
  const headline = async (id: string, path: string, text: string): Promise<string> => {
    await server.post('/test-boundary', { test_id: id, action: 'start' });
    const page = await debugged.open(shop.url(path));
    const { logs } = await server.until(({ logs: now }) =>
      now.some(({ message, level }) => String(message).includes(text) && level !== 'info'),
    );
    expect(logs.filter(({ message }) => String(message).includes(text))).toHaveLength(1);
    page.send('Page.enable', {});
    page.send('Page.handleJavaScriptDialog', { accept: false });
    await server.post('/test-boundary', { test_id: id, action: 'end', status: 'failed' });
    const words = ['--test-id', id, '--port', String(server.port), '--format', 'ai-context'];
    const { stdout } = spawnSync(binary(), ['report', ...words], { encoding: 'utf8' });
    return /^### Diagnosis Hints\n- (.*)$/m.exec(stdout)?.[1] ?? stdout;
  };
  expect(await headline('asks elsewhere', '/cors', 'CORS policy')).toMatch(
    /^Primary failure: Access to fetch at .*\/rates.* blocked by CORS policy/,
  );
  expect(await headline('asks the user', '/dialog', 'nobody answers the dialog')).toMatch(
    /^Primary failure: nobody answers the dialog \(confirm\) that the page opened: remove it\?/,
  );
  await stop();
});

test('an error of a page by HTTPS, in a script of another origin, names the line of its source', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const pages = await shopPages();
  const bundle = pages['/shop.js'] as { type: string; body: string };
  const cdn = await site(
    { ...pages, '/shop.js': { ...bundle, headers: { 'access-control-allow-origin': '*' } } },
    'https',
  );
  const shop = await site(
    {
      ...pages,
      '/foreign': `<!doctype html><title>Shop</title><button>Buy</button><script crossorigin src="${cdn.url('/shop.js')}"></script>`,
    },
    'https',
  );
  for (const [path, script] of [
    ['/', shop.url('/shop.js')],
    ['/foreign', cdn.url('/shop.js')],
  ] as const) {
    const id = `buys at ${path}`;
    const { stop } = await attach(['--test-id', id]);
    await server.post('/test-boundary', { test_id: id, action: 'start' });
    const page = await debugged.open(shop.url(path));
    await page.until("document.readyState === 'complete' && document.title !== ''");
    page.run("document.querySelector('button').click()");
    // The map comes after the error, and nobody has to ask for it.
    const query = new URLSearchParams({ test_id: id });
    await expect
      .poll(async () => JSON.stringify((await server.get(`/snapshot?${query}`))['places']))
      .toContain(CODE);
    await server.post('/test-boundary', { test_id: id, action: 'end', status: 'failed' });
    const words = ['--test-id', id, '--port', String(server.port), '--format', 'ai-context'];
    const { stdout } = spawnSync(binary(), ['report', ...words], { encoding: 'utf8' });
    expect(stdout).toContain('src/cart.ts:6');
    expect(stdout).not.toContain(script);
    await stop();
  }
});

test('an endpoint that gives out personal data weighs less when the browser sent it a cookie', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const person = {
    name: 'Ada Byron',
    email: 'ada.byron@kestrelmail.org',
    phone: '+44 20 7183 8750',
  };
  const ask = html(
    "fetch('/api/me').then((it) => it.json()).then(() => { document.title = 'asked' })",
  );
  const shop = await site({
    '/': ask,
    '/signed-in': {
      headers: { 'set-cookie': 'session=7; HttpOnly; Path=/' },
      type: 'text/html',
      body: ask,
    },
    '/api/me': { type: 'application/json', body: JSON.stringify(person) },
  });
  await attach();
  for (const [path, severity, session] of [
    ['/', 'warning', 'none'],
    ['/signed-in', 'info', 'not visible'],
  ] as const) {
    await server.post('/clear', {});
    const page = await debugged.open(shop.url(path));
    await page.until("document.title === 'asked'");
    await server.until(({ network_bodies }) => network_bodies.length > 0);
    const { findings } = (await server.get('/security-audit')) as { findings: Finding[] };
    const finding = findings.find(({ category }) => category === 'auth_patterns');
    expect(finding).toMatchObject({ severity, evidence: { cookie_session: session } });
  }
});

test('on request only failed requests are told whole', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const shop = await site({
    '/': html("fetch('/fine').then(() => fetch('/broken'))"),
    '/fine': { type: 'application/json', body: '{"total":7}' },
    '/broken': { status: 500, type: 'application/json', body: '{"why":"because"}' },
  });
  await attach(['--errors-only']);
  await debugged.open(shop.url('/'));
  const { network_bodies } = await server.until((now) => now.network_bodies.length === 2);
  const told = network_bodies.map(({ status, responseBody }) => `${status} ${responseBody}`);
  expect(told.toSorted()).toEqual(['200 undefined', '500 {"why":"because"}']);
});

test('an error has a picture of what was seen', async ({ server, site, debugged, attach }) => {
  const shop = await site({ '/': html("console.error('look')", '<h1>Shop</h1>') });
  await attach();
  await debugged.open(shop.url('/'));
  const { logs, screenshots } = await server.until(
    (now) => (now['screenshots'] as unknown[]).length > 0,
  );
  const [picture] = screenshots as Record<string, unknown>[];
  expect(picture).toMatchObject({ trigger: 'error', errorId: logs[0]?.['id'], url: shop.url('/') });
});

test('when it leaves, pages go on and new ones are not watched', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const shop = await site({ '/': html("console.error('loaded ' + location.search)") });
  const { stop } = await attach();
  const page = await debugged.open(shop.url('/?watched'));
  await server.until(({ logs }) => messages(logs, 'loaded ?watched').length > 0);
  expect(await stop('SIGINT')).toBe(0);
  page.run("console.error('after')");
  const later = await debugged.open(shop.url('/?later'));
  // Whoever is still loading when it comes back is watched.
  await later.until("location.search === '?later' && document.readyState === 'complete'");
  await page.until('true');
  await attach();
  page.run("console.error('watched again')");
  const { logs } = await server.until(({ logs: now }) => messages(now, 'watched again').length > 0);
  expect(messages(logs)).toEqual(['loaded ?watched', 'watched again']);
});

test('what happens while the server is away arrives when it is back', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const shop = await site({ '/': html("console.error('before')") });
  await attach();
  const page = await debugged.open(shop.url('/'));
  await server.until(({ logs }) => messages(logs, 'before').length > 0);
  await server.stop();
  page.run("console.error('meanwhile')");
  const back = await Server.start({ port: server.port });
  try {
    await back.until(({ logs }) => messages(logs, 'meanwhile').length > 0);
  } finally {
    await back.stop();
  }
});

test('it ends with the browser', async ({ debugged, attach }) => {
  const { ended } = await attach();
  debugged.child.kill();
  expect(await ended).toBe(0);
});
