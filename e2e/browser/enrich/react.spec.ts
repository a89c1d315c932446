// Errors of React, however they came about, in the versions and builds people use.
import { expectDiagnosed } from '../support/server/diagnosis.js';
import { cells, expect, test } from '../support/pages/enrich.js';
import { shopErrors } from '../support/pages/apps/shop.js';

for (const [row, react] of ([undefined, 'react-18'] as const).entries()) {
  for (const { way, mode, details } of cells(row)) {
    const title = `${react ?? 'react-19'}, ${mode}, ${way}: place, component and cause of each error`;
    test(title, details, async ({ open }) => {
      const app = await open(way, { file: 'react-shop.jsx', ...(react && { react }) }, mode);
      for (const [name, expected] of shopErrors(mode)) {
        const { _aiContext: context } = await expectDiagnosed(app, name, expected);
        expect(context?.componentAncestry?.framework).toBe('react');
        // The state is not told unless asked for.
        expect(context, name).not.toHaveProperty('stateSnapshot');
      }
    });
  }
}

test('names of props and state are told, never a value', async ({ open }) => {
  const app = await open('CI script', { file: 'react-shop.jsx' }, 'production');
  const context = await app.breakIn('handler');
  expect(context.componentAncestry?.components).toEqual([
    { name: 'App' },
    { name: 'Provider', propKeys: ['store'] },
    { name: 'SessionProvider', hasState: true, stateKeys: ['user', 'since'] },
    { name: 'Page', propKeys: ['title'] },
    {
      name: 'ButtonRow',
      propKeys: ['label', 'currency'],
      hasState: true,
      stateKeys: ['email', 'password'],
    },
  ]);
  expect(JSON.stringify(context)).not.toMatch(/hush|EUR|Shop/);
});

test('the error itself goes out at once, and keeps what it had', async ({ open, server }) => {
  const app = await open('extension', { file: 'react-shop.jsx' }, 'development');
  await app.breakIn('handler');
  const { logs } = await server.snapshot();
  const [error, ...others] = logs.filter(({ level }) => level === 'error');
  expect(others).toEqual([]);
  expect(error).toMatchObject({
    level: 'error',
    source: 'exception',
    message: 'Uncaught TypeError: cart broken in handler',
    stack: expect.stringContaining('broken in handler'),
    _enrichments: ['aiContext', 'componentAncestry'],
  });
  expect(error?.['_actions']).toContainEqual(expect.objectContaining({ type: 'click' }));
});
