// A bug in a page, a fix, and the scenario replayed: what `verify_fix` says about it.
import type { Page } from '@playwright/test';
import { expect, html, test } from '../support/browser/ci.js';
import { Editor } from '../support/server/editor.js';
import type { Answer, Server, Snapshot } from '../support/server/server.js';
import type { Answer as PageAnswer, Site } from '../support/pages/site.js';

/** What is wrong with the shop at a moment; nothing is when all are false. */
interface Bugs {
  /** Paying is answered with 500, and the page trips over the answer. */
  pay: boolean;
  /** Paying is answered well, but without the total. */
  total: boolean;
  search: boolean;
}

const HEALTHY: Bugs = { pay: false, total: false, search: false };

const SCRIPT = `
  async function pay() {
    const answer = await fetch('/api/pay', { method: 'POST' });
    const { receipt } = await answer.json();
    document.title = receipt.total.toFixed(2);
  }
  async function search() {
    const answer = await fetch('/api/search?q=' + Math.random());
    if (!answer.ok) console.error('search failed');
    document.title = 'found';
  }`;

const BUTTONS = `<button onclick="pay()">Pay</button><button onclick="search()">Search</button>`;

function pages(bugs: Bugs): Record<string, PageAnswer> {
  return {
    '/shop': html(SCRIPT, BUTTONS),
    '/about': html(`console.log('about')`),
    '/api/pay': (_request, response) => {
      const receipt = bugs.total ? {} : { total: 3 };
      const body = bugs.pay ? { error: 'no card' } : { receipt };
      response.writeHead(bugs.pay ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    },
    '/api/search': (_request, response) => {
      response.writeHead(bugs.search ? 502 : 200, { 'content-type': 'text/plain' }).end('x');
    },
  };
}

/** The shop in a browser, and an agent that watches over its fixes. */
class Shop {
  private constructor(
    readonly page: Page,
    readonly bugs: Bugs,
    private readonly server: Server,
    private readonly address: string,
    private readonly editor: Editor,
    private readonly session: string,
  ) {}

  /** Opens the shop with some bugs, and uses it; the baseline is what came of that. */
  static async broken(
    bugs: Partial<Bugs>,
    fixtures: {
      server: Server;
      site: (pages: Record<string, PageAnswer>) => Promise<Site>;
      open: (injection: { way: 'http' }) => Promise<Page>;
    },
    use: (shop: Pick<Shop, 'click'>) => Promise<void>,
  ): Promise<Shop> {
    const { server } = fixtures;
    const all = { ...HEALTHY, ...bugs };
    const site = await fixtures.site(pages(all));
    const page = await fixtures.open({ way: 'http' });
    await page.goto(site.url('/shop'));
    const editor = await Editor.join(server);
    const before = new Shop(page, all, server, site.url(''), editor, '');
    await use(before);
    const { structuredContent } = await editor.call('verify_fix', { action: 'start' });
    return new Shop(page, all, server, site.url(''), editor, structuredContent.session_id);
  }

  /** Switches fixes and bugs, and lets the agent watch from here on. */
  async change(bugs: Partial<Bugs>): Promise<void> {
    Object.assign(this.bugs, bugs);
    await this.editor.call('verify_fix', { action: 'watch', session_id: this.session });
  }

  async visit(path: string): Promise<void> {
    await this.page.goto(this.address + path);
  }

  /** Clicks, and waits until the click, its request and as many errors as follow have arrived. */
  async click(name: 'Pay' | 'Search', errors: number): Promise<void> {
    const path = name === 'Pay' ? '/api/pay' : '/api/search';
    const count = ({ logs, network_bodies, enhanced_actions }: Snapshot) => ({
      requests: network_bodies.filter(({ url }) => String(url).includes(path)).length,
      clicks: enhanced_actions.filter(({ type }) => type === 'click').length,
      errors: logs.filter(({ level }) => level === 'error').length,
    });
    const before = count(await this.server.snapshot());
    await this.page.getByRole('button', { name }).click();
    await this.server.until((snapshot) => {
      const after = count(snapshot);
      return (
        after.requests > before.requests &&
        after.clicks > before.clicks &&
        after.errors === before.errors + errors
      );
    }, `what follows a click on ${name}`);
  }

  /** What `compare` says, which must be this verdict. */
  async expectVerdict(verdict: string): Promise<Answer> {
    const { content, structuredContent } = await this.editor.call('verify_fix', {
      action: 'compare',
      session_id: this.session,
    });
    expect(structuredContent.result.verdict, content[0].text).toBe(verdict);
    return structuredContent.result;
  }
}

test('a fix is proven by repeating the scenario', async ({ server, site, open }) => {
  const shop = await Shop.broken({ pay: true }, { server, site, open }, (bug) =>
    bug.click('Pay', 1),
  );
  await shop.change(HEALTHY);
  await shop.visit('/shop');
  await shop.click('Pay', 0);
  await expect(shop.page).toHaveTitle('3.00');
  const { changes } = await shop.expectVerdict('fixed');
  expect(changes).toEqual([
    {
      type: 'resolved',
      category: 'console',
      before: expect.stringContaining(`reading 'total'`),
      after: '(not seen)',
    },
    {
      type: 'resolved',
      category: 'network',
      before: 'POST /api/pay → 500',
      after: 'POST /api/pay → 200',
    },
  ]);
});

test('what nobody tried again is not taken for fixed', async ({ server, site, open }) => {
  const shop = await Shop.broken({ pay: true }, { server, site, open }, (bug) =>
    bug.click('Pay', 1),
  );
  await shop.change(HEALTHY);
  await shop.visit('/about');
  await server.until(({ logs }) => logs.some(({ message }) => message === 'about'));
  const { not_exercised } = await shop.expectVerdict('not_exercised');
  expect(not_exercised).toHaveLength(2);

  await shop.visit('/shop');
  await shop.click('Search', 0);
  const result = await shop.expectVerdict('improved');
  expect(result.not_exercised).toMatchObject([
    { issue: 'POST /api/pay → 500', reason: 'the endpoint was not called after `watch`' },
  ]);
  expect(result.changes).toMatchObject([
    { type: 'resolved', caution: expect.stringContaining('click button "Pay"') },
  ]);
});

test('a bug that is still there is unchanged', async ({ server, site, open }) => {
  const shop = await Shop.broken({ pay: true }, { server, site, open }, (bug) =>
    bug.click('Pay', 1),
  );
  await shop.change({});
  await shop.visit('/shop');
  await shop.click('Pay', 1);
  await shop.expectVerdict('unchanged');
});

test('one bug of two fixed is an improvement', async ({ server, site, open }) => {
  const shop = await Shop.broken(
    { pay: true, search: true },
    { server, site, open },
    async (bug) => {
      await bug.click('Pay', 1);
      await bug.click('Search', 1);
    },
  );
  await shop.change({ pay: false });
  await shop.visit('/shop');
  await shop.click('Pay', 0);
  await shop.click('Search', 1);
  await shop.expectVerdict('improved');
});

test('another error in place of the old one is a different issue', async ({
  server,
  site,
  open,
}) => {
  const shop = await Shop.broken({ pay: true }, { server, site, open }, (bug) =>
    bug.click('Pay', 1),
  );
  await shop.change({ pay: false, total: true });
  await shop.visit('/shop');
  await shop.click('Pay', 1);
  const { new_issues } = await shop.expectVerdict('different_issue');
  expect(new_issues).toMatchObject([{ after: expect.stringContaining(`reading 'toFixed'`) }]);
});

test('a new bug beside the old one is a regression', async ({ server, site, open }) => {
  const shop = await Shop.broken({ pay: true }, { server, site, open }, (bug) =>
    bug.click('Pay', 1),
  );
  await shop.change({ search: true });
  await shop.visit('/shop');
  await shop.click('Pay', 1);
  await shop.click('Search', 1);
  await shop.expectVerdict('regressed');
});

test('a healthy page has nothing to be fixed', async ({ server, site, open }) => {
  const shop = await Shop.broken({}, { server, site, open }, (bug) => bug.click('Pay', 0));
  await shop.change({});
  await shop.click('Pay', 0);
  await shop.expectVerdict('no_issues_detected');
});
