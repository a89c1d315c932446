// Requests that are awkward to watch: endless, enormous, opaque, given up. The same for every client.
import type { ServerResponse } from 'node:http';
import { expect, type Page } from '@playwright/test';
import type { Server } from '../server/server.js';
import type { Answer, Site } from './site.js';

const LARGE_BYTES = 100 * 1024 * 1024;

/** 100 MB without a length, at the pace of whoever reads. */
function large(response: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  let left = LARGE_BYTES;
  const write = () => {
    while (left > 0) {
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once('drain', write);
    }
    response.end();
  };
  response.writeHead(200, { 'content-type': 'text/plain' });
  write();
}

export const AWKWARD_PAGES: Record<string, Answer> = {
  '/': '<!doctype html><title>Awkward</title><link rel="icon" href="data:,">',
  '/json': { type: 'application/json', body: '{"a":1}' },
  '/large': (_request, response) => large(response),
  '/endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('the beginning');
  },
  '/silent': () => {},
};

/** Makes the requests, asserts that the page got all of them as ever, and what the server heard. */
export async function expectAwkwardRequests(page: Page, site: Site, server: Server): Promise<void> {
  await page.goto(site.url('/'));
  const got = await page.evaluate(
    async (foreign) => {
      const endless = await fetch('/endless');
      const first = await endless.body?.getReader().read();
      let bytes = 0;
      const reader = (await fetch('/large')).body?.getReader();
      for (;;) {
        const part = await reader?.read();
        if (part === undefined || part.done) break;
        bytes += part.value.length;
      }
      const opaque = await fetch(foreign, { mode: 'no-cors' });
      const controller = new AbortController();
      const given = fetch('/silent', { signal: controller.signal });
      const reason = new Error('changed my mind');
      controller.abort(reason);
      const thrown: unknown = await given.catch((error: unknown) => error);
      return {
        first: new TextDecoder().decode(first?.value),
        bytes,
        type: opaque.type,
        isReason: thrown === reason,
      };
    },
    site.url('/json', '127.0.0.1'),
  );
  expect(got).toEqual({
    first: 'the beginning',
    bytes: LARGE_BYTES,
    type: 'opaque',
    isReason: true,
  });

  const { network_bodies } = await server.until((now) => now.network_bodies.length === 4);
  const heard = (path: string) =>
    network_bodies.find(({ url }) => new URL(String(url)).pathname === path);
  // A last word may be half a secret.
  expect(heard('/endless')).toMatchObject({ status: 200, responseBody: 'the ' });
  expect(heard('/endless')).toHaveProperty('responseTruncated', true);
  expect(heard('/large')).toMatchObject({ status: 200, responseTruncated: true });
  expect(heard('/json')).toMatchObject({ status: 0, statusText: 'opaque' });
  expect(heard('/json')).not.toHaveProperty('error');
  expect(heard('/silent')).toMatchObject({ status: 0, error: 'aborted' });
  // Neither is a failure.
  const errors = await server.tool('get_changes_since', {});
  expect(errors.structuredContent.network?.failures ?? []).toEqual([]);
}
