// Components of React around an error, however it came about, in the versions and builds people use.
import { expect, MODES, names, test, WAYS } from '../support/enrich.js';

const TOUCHED = ['App', 'Provider', 'SessionProvider', 'Page', 'ButtonRow'];

/** What a development build knows beyond the component that was touched. */
const BELOW: Record<string, string[]> = {
  handler: [],
  promise: [],
  timer: [],
  effect: ['Counter'],
  render: ['Receipt'],
  boundary: ['Boundary', 'Receipt'],
};

for (const way of WAYS) {
  for (const mode of MODES) {
    for (const react of [undefined, 'react-18'] as const) {
      test(`${react ?? 'react-19'}, ${mode}, ${way}: the component of each error`, async ({
        open,
      }) => {
        const app = await open(way, { file: 'react.jsx', ...(react && { react }) }, mode);
        for (const [name, below] of Object.entries(BELOW)) {
          const context = await app.breakIn(name);
          const expected = mode === 'development' ? [...TOUCHED, ...below] : TOUCHED;
          expect(names(context), name).toEqual(expected);
          expect(context.componentAncestry?.framework).toBe('react');
          // The state is not told unless asked for.
          expect(context, name).not.toHaveProperty('stateSnapshot');
        }
      });
    }
  }
}

test('names of props and state are told, never a value', async ({ open }) => {
  const app = await open('CI script', { file: 'react.jsx' }, 'production');
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
  const app = await open('extension', { file: 'react.jsx' }, 'development');
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
