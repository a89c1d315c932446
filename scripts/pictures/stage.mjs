// Where pictures are taken: the real server, the shop of the tests with its bugs, and a Chromium with
// the extension in it.
import { execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';

const ROOT = join(import.meta.dirname, '../..');
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target');

/** The command that is shown. */
export const BINARY = process.env.GASOLINE_BINARY ?? join(TARGET, 'debug/gasoline');

const CHROMIUM =
  process.env.GASOLINE_CHROMIUM ??
  execSync('command -v chromium || command -v google-chrome').toString().trim();

/** Sharp on the screens of today, and small enough for a page of text. */
const SCALE = 1.5;

/** What the shop's customer types. */
const ADA = { email: 'ada@example.com', password: 'correct-horse' };

/** Opens everything; `close` ends it. */
export async function open({ bugs }) {
  const server = await start(BINARY, ['serve', '--port', await free(7890)]);
  const shop = await start(process.execPath, [
    join(ROOT, 'e2e/app/serve.mjs'),
    '--port',
    await free(4173),
    ...bugs.flatMap((bug) => ['--bug', bug]),
  ]);
  const folder = await extension(server.said);
  const profile = await mkdtemp(join(tmpdir(), 'gasoline-pictures-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    deviceScaleFactor: SCALE,
    viewport: { width: 1000, height: 640 },
    args: ['--no-sandbox', `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const stage = { context, worker, url: server.said, shop: shop.said };
  await until(async () => (await json(`${stage.url}/health`)).browsers.length > 0);
  return {
    ...stage,
    port: new URL(stage.url).port,
    async close() {
      await context.close();
      for (const { child } of [server, shop]) {
        child.kill();
        await once(child, 'exit');
      }
      for (const made of [folder, profile]) await rm(made, { recursive: true, force: true });
    },
  };
}

/** The port that readers know, else any. */
async function free(port) {
  const probe = createServer();
  const isFree = await new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  return isFree ? String(port) : '0';
}

/** Starts a program and waits for its first line, which is where it is. */
async function start(command, words) {
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`\`${command} ${words.join(' ')}\` ended with ${code}`);
  });
  const [said] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  ended.catch(() => {});
  return { child, said };
}

/** The built extension, told of this server; nobody is there to grant it screenshots. */
async function extension(url) {
  const folder = await mkdtemp(join(tmpdir(), 'gasoline-extension-'));
  await cp(join(ROOT, 'packages/extension/dist'), folder, { recursive: true });
  const rewrite = async (file, change) => {
    const path = join(folder, file);
    await writeFile(path, change(await readFile(path, 'utf8')));
  };
  for (const file of ['worker.js', 'popup.js', 'options.js']) {
    await rewrite(file, (text) => text.replaceAll('http://127.0.0.1:7890', url));
  }
  await rewrite('manifest.json', (text) =>
    JSON.stringify({ ...JSON.parse(text), host_permissions: ['<all_urls>'] }),
  );
  return folder;
}

/** Signs in as a customer does. */
export async function signIn(page, shop) {
  await page.goto(`${shop}/login`);
  await page.getByLabel('E-mail').pressSequentially(ADA.email);
  await page.getByLabel('Password').pressSequentially(ADA.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
}

/** The popup as it opens over a page. */
export async function popup({ context, worker }, over) {
  const tab = await worker.evaluate(async (url) => {
    const tabs = await chrome.tabs.query({});
    return tabs.find((one) => one.url === url)?.id;
  }, over.url());
  const page = await context.newPage();
  await page.goto(`chrome-extension://${new URL(worker.url()).host}/popup.html?tab=${tab}`);
  return page;
}

/** Calls a tool as an agent does: all calls are of one client, which `verify_fix` and others need. */
export async function tool(stage, name, args = {}) {
  const ask = async (message) => {
    const answer = await fetch(`${stage.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(stage.session && { 'mcp-session-id': stage.session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
    stage.session ??= answer.headers.get('mcp-session-id');
    const lines = (await answer.text()).split('\n');
    const data = lines.findLast((line) => line.startsWith('data: {'));
    return data && JSON.parse(data.slice(6));
  };
  if (!stage.session) {
    const clientInfo = { name: 'pictures', version: '0' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    await ask({ id: 1, method: 'initialize', params });
    await ask({ method: 'notifications/initialized' });
  }
  const call = { id: 2, method: 'tools/call', params: { name, arguments: args } };
  const { result, error } = await ask(call);
  if (error || result.isError) throw new Error(JSON.stringify(error ?? result.content));
  return result;
}

/** Tells the server which test runs, and how it ended. */
export async function boundary({ url }, body) {
  const answer = await fetch(`${url}/test-boundary`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`/test-boundary: ${await answer.text()}`);
}

export async function json(url) {
  return (await fetch(url)).json();
}

/** Waits until it is true; half a minute is enough for everything here. */
export async function until(isTrue, what = 'the server to hear of it') {
  for (let tries = 0; tries < 150; tries += 1) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`waited in vain for ${what}`);
}
