// Tests as people write them: journeys through a shop.
import { test } from '@playwright/test';
import { FLOWS } from '../../../app/flows.js';

/** These count orders, and the journeys before them have made some. */
const COUNTING = new Set(['orders-graphql', 'reports']);

for (const [name, flow] of Object.entries(FLOWS)) {
  if (COUNTING.has(name)) continue;
  test(name, async ({ page, baseURL }) => {
    await flow(page, baseURL ?? '');
  });
}
