// A dashboard in a browser that is watched: it shows what is captured, and is not captured itself.
import { expect, test as attachTest } from '../support/browser/attach.js';
import { html, test as ciTest } from '../support/browser/ci.js';
import { test as extensionTest } from '../support/browser/extension.js';
import type { Server } from '../support/server/server.js';
import type { Page } from '@playwright/test';

/** Uses the dashboard as somebody would: what is clicked would be an action, what is asked a request. */
async function use(dashboard: Page): Promise<void> {
  await dashboard.getByRole('tab', { name: 'Status' }).click();
  await dashboard.getByRole('tab', { name: 'Performance' }).click();
  await dashboard.evaluate(() => console.error('said by the dashboard'));
}

/** Everything that is told of the server's own page; a page that came after it was told before. */
async function ofDashboard(server: Server): Promise<string[]> {
  const all = await server.until(({ logs }) => logs.some(({ message }) => message === 'the end'));
  const events = [...all.logs, ...all.network_bodies, ...all.enhanced_actions];
  const texts = events.map((event) => JSON.stringify(event));
  return texts.filter((text) => text.includes(`:${server.port}`));
}

ciTest('the CI script captures nothing of a dashboard', async ({ open, server, site }) => {
  const pages = await site({ '/': html(`console.log('the end')`) });
  const tab = await open({ way: 'http' });
  for (const host of ['127.0.0.1', 'localhost']) {
    await tab.goto(`http://${host}:${server.port}/`);
    await use(tab);
  }
  await tab.goto(pages.url());
  expect(await ofDashboard(server)).toEqual([]);
});

extensionTest('the extension captures nothing of a dashboard', async ({ tab, server, site }) => {
  const pages = await site({ '/': html(`console.log('the end')`) });
  await tab.goto(`http://localhost:${server.port}/`);
  await use(tab);
  await tab.goto(pages.url());
  expect(await ofDashboard(server)).toEqual([]);
});

attachTest(
  'gasoline attach captures nothing of a dashboard',
  async ({ attach, debugged, server, site }) => {
    const pages = await site({ '/': html(`console.log('the end')`) });
    await attach();
    const dashboard = await debugged.open(`${server.url}/`);
    await dashboard.until(`document.querySelector('.state.live') !== null`);
    dashboard.run(`document.querySelector('#tab-3').click(); console.error('said by it')`);
    await dashboard.until(`document.querySelector('table') !== null`);
    dashboard.go(pages.url());
    expect(await ofDashboard(server)).toEqual([]);
  },
);
