// Errors of a page without a framework: place and cause are told all the same.
import { expectDiagnosed } from '../support/server/diagnosis.js';
import { cells, expect, test } from '../support/pages/enrich.js';

const ERRORS: Record<string, string> = {
  handler: "Error('plain broken in handler')",
  promise: "Error('plain broken in promise')",
  timer: "Error('plain broken in timer')",
  server: 'order.receipt.total',
};

for (const { way, mode, details } of cells()) {
  test(`${mode}, ${way}: place and cause of each error`, details, async ({ open }) => {
    const app = await open(way, { file: 'plain.js' }, mode);
    for (const [name, code] of Object.entries(ERRORS)) {
      const expected = { file: 'plain.js', code, function: name, components: [] };
      const { _aiContext: context } = await expectDiagnosed(app, name, expected);
      expect(context).not.toHaveProperty('componentAncestry');
    }
  });
}
