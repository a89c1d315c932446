// Components and store of React 16 and 17, whose elements, roots and printed stacks are others.
import { cells, expect, names, test } from '../support/pages/enrich.js';

const TOUCHED = ['App', 'Provider', 'Form'];

/** What a development build knows beyond the component that was touched. */
const BELOW: Record<string, string[]> = {
  handler: [],
  timer: [],
  effect: ['Counter'],
  render: ['Receipt'],
  boundary: ['Boundary', 'Receipt'],
};

for (const [row, react] of (['react-16', 'react-17'] as const).entries()) {
  for (const { way, mode, details } of cells(row)) {
    const title = `${react}, ${mode}, ${way}: the component of each error, and the store`;
    test(title, details, async ({ open }) => {
      const app = await open(way, { file: 'react-legacy.jsx', react }, mode, true);
      for (const [name, below] of Object.entries(BELOW)) {
        const context = await app.breakIn(name);
        const expected = mode === 'development' ? [...TOUCHED, ...below] : TOUCHED;
        expect(names(context), name).toEqual(expected);
        expect(JSON.stringify(context)).not.toContain('hush');
        if (name !== 'handler') continue;
        expect(context.componentAncestry?.components.at(-1)).toEqual({
          name: 'Form',
          propKeys: ['label'],
          hasState: true,
          stateKeys: ['mode', 'email'],
        });
        expect(context.stateSnapshot).toMatchObject({
          source: 'redux',
          relevantSlice: { 'form.status': 'idle', 'form.password': '[redacted]' },
        });
      }
    });
  }
}
