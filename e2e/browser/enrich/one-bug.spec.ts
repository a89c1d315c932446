// The usual bug, and the one call that explains it: an answer of 500 is read as if it were the receipt.
import { lineOf } from '../support/pages/apps/app.js';
import { told } from '../support/server/diagnosis.js';
import { expect, test, WAYS } from '../support/pages/enrich.js';

/** What the page holds or is given, and no answer may show. */
const SECRETS = {
  bearer: 'm3aZk1cLr0vQwT8yXbN2',
  key: '5e1fd0c7a94b4d2f8e60',
  cookie: 's3ss10n-b1a9c4d7e2f0',
  token: 'rt-77c0ffee41d8a2b9',
};
const CODE = 'dispatch(cart.actions.paid(receipt.payment.id));';
const FILE = 'checkout/PayButton.jsx';

const ANSWER = { error: 'payment provider timed out', requestId: 118, token: SECRETS.token };
const APP = {
  file: 'checkout/main.jsx',
  pages: {
    '/api/payments': {
      status: 500,
      type: 'application/json',
      headers: { 'set-cookie': `session=${SECRETS.cookie}; Path=/` },
      body: JSON.stringify(ANSWER),
    },
  },
};

for (const way of WAYS) {
  test(`${way}: one call tells everything, in two thousand bytes, and no secret`, async ({
    open,
    server,
  }) => {
    const app = await open(way, APP, 'production', true);
    await app.page.goto(app.url);
    await app.page.evaluate((cookie) => (document.cookie = `session=${cookie}`), SECRETS.cookie);
    await server.post('/clear', {});
    await app.page.getByRole('button', { name: 'Pay' }).click();
    const { text, answer } = await told(
      app,
      ({ location, cause, action_before, _aiContext: known }) =>
        Boolean(location && known?.stateSnapshot && cause && action_before),
    );
    const { errors, ...rest } = answer.structuredContent;
    const line = lineOf(FILE, CODE);
    const url = new URL('/api/payments', app.url).href;
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining(
          "TypeError: Cannot read properties of undefined (reading 'id')",
        ),
        source: 'unhandledrejection',
        location: expect.objectContaining({ file: FILE, line, function: 'pay' }),
        cause: [
          expect.objectContaining({
            method: 'POST',
            url,
            status: 500,
            requestBody: expect.stringContaining('"lines":[{"sku":"mug-7","count":2}]'),
            responseBody: expect.stringContaining('"error":"payment provider timed out"'),
            sure: 'likely',
            because: expect.arrayContaining(['its answer has no `payment`']),
          }),
        ],
        action_before: expect.objectContaining({
          type: 'click',
          target: 'click button "Pay 42 EUR"',
          sure: 'likely',
        }),
      }),
    ]);
    const { _aiContext: context } = errors[0];
    expect(context.summary).toMatch(`TypeError in ${FILE}:${line} — Cannot read properties`);
    expect(context.componentAncestry.components.map(({ name }: { name: string }) => name)).toEqual([
      'App',
      'Provider',
      'Checkout',
      'PayButton',
    ]);
    expect(context.stateSnapshot).toMatchObject({
      source: 'redux',
      relevantSlice: { 'cart.status': 'paying' },
    });
    expect(context.sourceSnippets[0].snippet).toContainEqual({
      line,
      text: `    ${CODE}`,
      isError: true,
    });
    // Told as the cause, the request is not told again.
    expect(rest.network_failures).toHaveLength(1);

    for (const part of [
      "Cannot read properties of undefined (reading 'id')",
      `${FILE}:${line}:`,
      ' in pay ',
      new RegExp(`> ${line} \\| +${CODE.replaceAll(/[().]/g, '\\$&')}`),
      'component: App > Provider > Checkout > PayButton (react; props: currency',
      'cart.status="paying"',
      `cause, likely: POST ${url} → 500`,
      'its answer has no `payment`',
      'request: {"lines":[{"sku":"mug-7","count":2}]',
      'response: {"error":"payment provider timed out","requestId":118',
      /user: click button "Pay 42 EUR" \(\d+ ms before, likely trigger\)/,
    ]) {
      expect(text).toMatch(part);
    }
    expect(Buffer.byteLength(text), text).toBeLessThanOrEqual(2000);
    for (const [name, secret] of Object.entries(SECRETS)) {
      expect(JSON.stringify(answer), name).not.toContain(secret);
    }
  });
}
