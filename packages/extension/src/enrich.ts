// In the page's own world, after its first error: looks into errors that `main.ts` has noted.
import { installEnrichment } from 'gasoline-capture/enrich/pipeline';
import type { Enrich } from './main.js';

const INSTALLED = Symbol.for('gasoline');

try {
  const give: unknown = Reflect.get(window, INSTALLED);
  // The CI script may be in the page instead, and does this by itself.
  if (typeof give === 'function') (give as (enrich: Enrich) => void)(installEnrichment);
} catch {
  // Whatever it is, the page must not fail by it.
}
