// Errors of an app that Vite serves module by module, and of the same app as Vite builds it.
import { expectDiagnosed } from '../support/server/diagnosis.js';
import { cells, test } from '../support/pages/enrich.js';
import { shopErrors } from '../support/pages/apps/shop.js';

// Development servers share what Vite has found out about the libraries: one after the other.
test.describe.configure({ mode: 'default' });

for (const { way, mode, details } of cells(1)) {
  const title = `react-19, ${mode}, ${way}: place, component and cause of each error`;
  test(title, details, async ({ open }) => {
    // Vite's first build takes longer than all that is asserted of it.
    test.slow();
    const app = await open(way, { file: 'react-shop.jsx', builder: 'vite' }, mode);
    for (const [name, expected] of shopErrors(mode)) await expectDiagnosed(app, name, expected);
  });
}
