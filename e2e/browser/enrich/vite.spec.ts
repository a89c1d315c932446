// Errors of an app that Vite serves module by module, and of the same app as Vite builds it.
import { expectDiagnosed } from '../support/diagnosis.js';
import { MODES, test, WAYS } from '../support/enrich.js';
import { shopErrors } from '../support/apps/shop.js';

for (const way of WAYS) {
  for (const mode of MODES) {
    test(`react-19, ${mode}, ${way}: place, component and cause of each error`, async ({
      open,
    }) => {
      // Vite's first build takes longer than all that is asserted of it.
      test.slow();
      const app = await open(way, { file: 'react-shop.jsx', builder: 'vite' }, mode);
      for (const [name, expected] of shopErrors(mode)) await expectDiagnosed(app, name, expected);
    });
  }
}
