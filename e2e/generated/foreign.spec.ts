// Applications nobody here wrote: their journeys are recorded through the extension, become tests, and run.
import { expect, test } from '@playwright/test';
import { FOREIGN } from '../app/foreign/index.js';
import type { Place } from '../app/foreign/place.js';
import { runBoth, why } from '../browser/support/generated/generated.js';
import { Recorder, type Recording } from '../browser/support/generated/recording.js';

/** How often each test must pass in a row. */
const ROUNDS = 3;

/**
 * The part of its bugs that must be noticed: what was reached, less one. TodoMVC asks nobody, so that
 * only what it shows can be asserted, and how much of it there is, others may have changed.
 */
const LEAST_NOTICED: Record<string, number> = {
  todomvc: 9 / 14,
  shoelace: 7 / 8,
  'swagger-ui': 3 / 4,
};

/** People look before they act; what a page shows is recorded then. */
const PAUSE_MS = 900;

const EVERY_ASSERTION = { network: true, no_errors: true, dom_state: true, response_shape: true };

for (const [name, { start, journeys, bugs }] of Object.entries(FOREIGN)) {
  test(`${name}: recorded journeys replay, and notice what breaks`, async () => {
    const recorder = await Recorder.open('extension', PAUSE_MS);
    const recordings = new Map<string, Recording>();
    const places: Place[] = [];
    const written = async (journey: string, bug?: string): Promise<string> => {
      const place = await start(bug);
      places.push(place);
      const answer = await recordings.get(journey)?.server.tool('generate_test', {
        base_url: place.origin,
        test_name: `${name}, ${journey}, ${bug ?? 'healthy'}`,
        assertions: EVERY_ASSERTION,
      });
      expect(answer?.isError, JSON.stringify(answer?.content)).toBeFalsy();
      return answer.structuredContent.test_script;
    };
    try {
      for (const [journey, flow] of Object.entries(journeys)) {
        recordings.set(journey, await recorder.record({ start: () => start(), flow }));
      }
      const files: Record<string, string> = {};
      for (const journey of Object.keys(journeys)) {
        for (let round = 1; round <= ROUNDS; round++) {
          files[`healthy-${journey}-${round}.spec.ts`] = await written(journey);
        }
      }
      for (const [bug, { journey }] of Object.entries(bugs)) {
        files[`bug-${bug}.spec.ts`] = await written(journey, bug);
      }
      const ran = await runBoth(files, /^healthy-/);
      const fails = (file: string) => ran[file]?.passed !== true;
      const stuck = Object.keys(files).filter((file) => file.startsWith('healthy-') && fails(file));
      const noticed = Object.keys(bugs).filter((bug) => fails(`bug-${bug}.spec.ts`));
      const replayed = Object.keys(journeys).filter(
        (journey) => !stuck.some((file) => file.startsWith(`healthy-${journey}-`)),
      );
      const lines = Object.keys(bugs).map((bug) => {
        const is = noticed.includes(bug) ? 'noticed ' : 'survived';
        return `  ${is} ${bug}: ${why(ran[`bug-${bug}.spec.ts`])}`;
      });
      const rounds = `${ROUNDS} times in a row`;
      console.log(
        `${name}: journeys replayed ${replayed.length}/${recordings.size} (${rounds}), ` +
          `bugs noticed ${noticed.length}/${Object.keys(bugs).length}\n${lines.join('\n')}`,
      );
      const told = stuck.map((file) => `${file}\n${files[file]}\n${ran[file]?.errors}`);
      expect(told.join('\n')).toBe('');
      const rate = noticed.length / Object.keys(bugs).length;
      expect(rate).toBeGreaterThanOrEqual(LEAST_NOTICED[name] ?? 1);
    } finally {
      for (const recording of recordings.values()) await recording.close();
      for (const place of places) await place.stop();
      await recorder.close();
    }
  });
}
