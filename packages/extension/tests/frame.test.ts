// From a frame to the worker: batches as they were gathered, with their facts, until they are taken.
import { expect, test } from 'vitest';
import { createFrameCarrier } from '../src/frame/carrier.js';

test('a batch is one delivery, and goes to the worker as it is', async () => {
  const batch = {
    id: 'p-1',
    kind: 'log' as const,
    events: ['{"n":1}', '{"n":22}'],
    facts: [0, ['e1', 'console', 'no tea', []]] as const,
    dropped: { network: 2 },
  };
  const sent: unknown[] = [];
  const responses = [false, true];
  const carrier = createFrameCarrier(async (given) => {
    sent.push(given);
    return responses.shift() === true;
  });
  const [delivery, ...others] = carrier.pack(batch, false);
  expect(others).toEqual([]);
  expect(delivery).toMatchObject({ id: 'p-1', kind: 'log', count: 2, chars: 15 });
  expect(delivery?.dropped).toEqual({ network: 2 });
  expect(
    delivery && [await carrier.send(delivery, true), await carrier.send(delivery, true)],
  ).toEqual(['retry', 'accepted']);
  expect(sent).toEqual([batch, batch]);
});
