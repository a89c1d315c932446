// A page that says much: the error of the application is told first, in an answer that stays small.
import { expect, test, WAYS } from '../support/pages/enrich.js';
import { html } from '../support/browser/extension.js';

const WORDS = ['mug', 'hat', 'pen', 'cup', 'bag'];
const FAULTS = ['no price', 'no picture', 'no stock', 'no name', 'no weight', 'no colour'];

/** Thirty different lines, then an error, then what an extension throws into the page. */
const LOUD = html(
  `document.querySelector('button').onclick = () => {
     for (const word of ${JSON.stringify(WORDS)})
       for (const fault of ${JSON.stringify(FAULTS)}) console.error('the ' + word + ' has ' + fault, { word, fault });
     setTimeout(function checkout() { undefined.total; });
     const injected = document.createElement('script');
     injected.textContent = 'setTimeout(() => { throw new Error("no coupon"); }, 20)\\n//# sourceURL=chrome-extension://abcdefghijklmnopabcdefghijklmnop/coupons.js';
     document.body.append(injected);
   };`,
  '<button data-testid="loud">go</button>',
);

interface Row {
  message: string;
  noise?: string;
}

for (const way of WAYS) {
  test(`${way}: of thirty errors and an extension's, the application's is told`, async ({
    open,
    server,
    site,
  }) => {
    const app = await open(way, { file: 'plain.js' }, 'production');
    const loud = await site({ '/': LOUD });
    await app.page.goto(loud.url());
    await server.post('/clear', {});
    await app.page.getByTestId('loud').click();
    await server.until(({ logs }) => logs.length === 32);
    const answer = await server.tool('get_browser_errors');
    const [{ text }] = answer.content as [{ text: string }];
    const { errors, total } = answer.structuredContent as { errors: Row[]; total: number };
    expect(total).toBe(32);
    expect(errors[0]).toMatchObject({
      message: "Uncaught TypeError: Cannot read properties of undefined (reading 'total')",
      stack: expect.stringContaining('at checkout'),
    });
    expect(errors[0]).not.toHaveProperty('noise');
    expect(text).toMatch(/^1\. Uncaught TypeError/m);
    expect(Buffer.byteLength(text)).toBeLessThan(8 * 1024);
    // Marked, and behind all others: seen by whoever asks for all.
    expect(errors.filter(({ noise }) => noise !== undefined)).toEqual([]);
    const whole = await server.tool('get_browser_errors', { limit: 40 });
    const all = whole.structuredContent.errors as Row[];
    expect(all).toHaveLength(32);
    expect(all.at(-1)).toMatchObject({
      message: 'Uncaught Error: no coupon',
      noise: 'builtin_extension_source',
    });
    expect(whole.content[0].text).toContain('[noise: builtin_extension_source]');
  });
}
