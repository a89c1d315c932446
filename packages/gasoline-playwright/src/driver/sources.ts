// Source maps of scripts that the server may not fetch itself: by HTTPS, or of other hosts than the page.
import type { BrowserContext, Response } from '@playwright/test';
import type { Client } from 'gasoline-driver/client';
import { SCRIPTS_MAX, SOURCE_MAP_MAX_BYTES, SOURCES_MAX_MS } from '../limits.js';

/** Asks for a file as the pages of a context would get it. Rejects with the reason in words. */
type Fetch = (url: string) => Promise<string>;

/** The scripts of a context as they came: they are what failed, whatever is served later. */
export class Scripts {
  readonly #first = new Map<string, Response>();

  note(response: Response): void {
    // The first came over the network; those of later pages may come from a cache, without an address.
    const url = response.url();
    if (this.#first.size < SCRIPTS_MAX && !this.#first.has(url)) this.#first.set(url, response);
  }

  get(url: string): Response | undefined {
    return this.#first.get(url);
  }
}

/** Sends the server what it wants of the scripts that failed in a test. */
export async function sendSources(
  client: Client,
  testId: string,
  scripts: Scripts,
  context: BrowserContext,
): Promise<void> {
  const query = new URLSearchParams({ test_id: testId });
  const { wanted } = (await client.get(`/source-maps?${query}`)) as { wanted: string[] };
  for (const url of wanted) {
    try {
      await sendSource(client, url, scripts.get(url), context);
    } catch (error) {
      // Nobody is asked for it again.
      await client.post('/source-maps', { url, error: (error as Error).message });
    }
  }
}

async function sendSource(
  client: Client,
  url: string,
  script: Response | undefined,
  context: BrowserContext,
): Promise<void> {
  // A script that a test made up has a map that only the test can make up as well.
  const isRouted = script !== undefined && (await script.serverAddr()) === null;
  const fetch = isRouted ? through(script) : around(context);
  const headers = script?.headers() ?? {};
  let at = headers['sourcemap'] ?? headers['x-sourcemap'];
  if (at === undefined) {
    const text = await textOf(script).catch(() => fetch(url));
    // Where a script says its map is, the server reads; one that says nothing is its own source.
    const { map_url } = await taken(client, JSON.stringify({ url, script: text }));
    if (map_url === undefined) return;
    at = map_url;
  }
  const map = await fetch(new URL(at, url).href);
  // As it is: quoted it may be larger than what is taken.
  const value = map.trimStart().startsWith('{') ? map : JSON.stringify(map);
  await taken(client, `{"url":${JSON.stringify(url)},"map":${value}}`);
}

async function taken(client: Client, body: string): Promise<{ map_url?: string }> {
  const { status, text } = await client.post('/source-maps', body);
  const answer = JSON.parse(text) as { map_url?: string; error?: string };
  if (status !== 200) throw new Error(answer.error ?? `it was answered with ${status}`);
  return answer;
}

async function textOf(script: Response | undefined): Promise<string> {
  if (script === undefined) throw new Error('the script was not seen');
  return bounded(script.url(), await script.body());
}

/** Gets a file past the pages: with the context's cookies, proxy and certificate exceptions. */
function around(context: BrowserContext): Fetch {
  return async (url) => {
    const answer = await context.request.get(url, { timeout: SOURCES_MAX_MS });
    try {
      if (answer.status() !== 200)
        throw new Error(`\`${url}\` is answered with ${answer.status()}`);
      return bounded(url, await answer.body());
    } finally {
      await answer.dispose();
    }
  };
}

/**
 * Gets a file through the routes of the page that loaded the script. In a world of its own, where
 * nothing of the page is called and nothing of it is captured; Chromium alone lets us have one.
 */
function through(script: Response): Fetch {
  return async (url) => {
    const frame = script.frame();
    const session = await frame.page().context().newCDPSession(frame.page());
    try {
      const { frameTree } = await session.send('Page.getFrameTree');
      const world = await session.send('Page.createIsolatedWorld', {
        frameId: frameTree.frame.id,
        grantUniveralAccess: true,
      });
      const { result } = await session.send('Runtime.evaluate', {
        contextId: world.executionContextId,
        awaitPromise: true,
        returnByValue: true,
        expression: `fetch(${JSON.stringify(url)}).then((it) => (it.ok ? it.text() : ''), () => '')`,
      });
      if (!result.value) throw new Error(`\`${url}\` is given by no route of the test`);
      return bounded(url, Buffer.from(String(result.value)));
    } finally {
      await session.detach().catch(() => {});
    }
  };
}

function bounded(url: string, bytes: Buffer): string {
  if (bytes.length > SOURCE_MAP_MAX_BYTES) {
    throw new Error(`\`${url}\` is larger than ${SOURCE_MAP_MAX_BYTES} bytes`);
  }
  return bytes.toString('utf8');
}
