// A failed test names the line of the source, also where only the driver can get the source map.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { CODE, shopPages } from '../browser/support/pages/bundle.js';
import { Site, type Answer } from '../browser/support/pages/site.js';
import { reservePort } from '../ports.mjs';
import { createProject, runProject, textOf } from './project.js';

const STRICT = {
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
};

function textIn(page: Answer | undefined): string {
  if (typeof page === 'string') return page;
  return typeof page === 'object' ? String(page.body) : '';
}

test('by HTTPS, of another origin, and of one that only the test knows', async () => {
  const pages = await shopPages();
  const folder = await createProject('secure', 'sources');
  await mkdir(join(folder, 'dist'));
  for (const name of ['/shop.js', '/shop.js.map']) {
    await writeFile(join(folder, 'dist', name), textIn(pages[name]));
  }
  await writeFile(join(folder, 'dist/index.html'), textIn(pages['/']));

  const cdn = await Site.open(pages, 'https');
  const mapless = { type: 'text/javascript', body: textIn(pages['/shop.js']) };
  const shop = await Site.open(
    {
      ...pages,
      '/': { headers: STRICT, body: textIn(pages['/']) },
      '/foreign': textIn(pages['/']).replace('/shop.js', cdn.url('/shop.js')),
      '/mapless': textIn(pages['/']).replace('/shop.js', '/mapless.js'),
      '/mapless.js': { ...mapless, body: mapless.body.replace('shop.js.map', 'no-such.map') },
    },
    'https',
  );
  try {
    const run = await runProject(folder, { port: await reservePort(), shop: shop.url('/') });
    const context = (title: string): string => {
      const [attempt] = run.tests.get(title) ?? [];
      if (!attempt) throw new Error(`no test ${title} in:\n${run.said}`);
      expect(attempt.status).toBe('failed');
      return textOf(attempt, 'gasoline-ai-context');
    };
    for (const title of [
      'by HTTPS, under a strict policy',
      'a script of another origin',
      'an origin that the test makes up',
    ]) {
      expect.soft(context(title), title).toContain('src/cart.ts:6');
      const [attempt] = run.tests.get(title) ?? [];
      if (attempt) expect.soft(textOf(attempt, 'gasoline-snapshot'), title).toContain(CODE);
    }
    expect(context('a map that is not there')).toContain('mapless.js');
  } finally {
    await shop.close();
    await cdn.close();
  }
});
