// What follows an error that was sent: each step has its time, and whatever is ready goes out by the error's id.
import type { CaptureContext, Page } from '../context.js';
import { ANCESTRY_MAX_MS, ENRICHMENTS_A_SECOND, PIPELINE_MAX_MS, STATE_MAX_MS } from '../limits.js';
import type { Uninstall } from '../realm/patch.js';
import type { Settings } from '../settings.js';
import { ancestryOf } from './ancestry/index.js';
import type { IsSpent } from './look.js';
import type { Moment } from './moments.js';
import { createStateReader } from './state.js';

/** One thing that may be told of an error. */
export interface Step {
  name: 'componentAncestry' | 'stateSnapshot';
  budgetMs: number;
  isOn(settings: Settings): boolean;
  make(moment: Moment, isSpent: IsSpent): unknown;
}

/** What goes wrong in code, and may so have a component; a lost picture has none. */
const SOURCES = ['console', 'exception', 'unhandledrejection'];

/** Looks into errors as they come, those that wait first. A window has one of it. */
export function installEnrichment(context: CaptureContext): Uninstall {
  return runSteps(context, stepsFor(context.page, context.now));
}

function stepsFor(page: Page, now: () => number): Step[] {
  const readState = createStateReader(page, now);
  return [
    {
      name: 'componentAncestry',
      budgetMs: ANCESTRY_MAX_MS,
      isOn: ({ componentTree }) => componentTree,
      make: ancestryOf,
    },
    {
      name: 'stateSnapshot',
      budgetMs: STATE_MAX_MS,
      isOn: ({ stateSnapshot }) => stateSnapshot,
      make: readState,
    },
  ];
}

/** Every step runs in a task of its own, after the error's. */
export function runSteps(context: CaptureContext, steps: readonly Step[]): Uninstall {
  const { moments, natives, settings, now, quietly } = context;
  if (moments.heard) return () => {};
  let isBusy = false;
  let second = 0;
  let inSecond = 0;

  /** The next error that may be looked into; the others of its second are let go. */
  const take = (): Moment | undefined => {
    for (const moment of moments.waiting) {
      moments.waiting.delete(moment);
      if (moment.at - second >= 1000) [second, inSecond] = [moment.at, 0];
      const { source, metadata } = moment.entry;
      const isOurs = SOURCES.includes(String(source)) && !isFromWorker(metadata);
      if (isOurs && settings.aiContext && ++inSecond <= ENRICHMENTS_A_SECOND) return moment;
    }
    return undefined;
  };

  const next = (): void => {
    const moment = take();
    isBusy = moment !== undefined;
    if (moment) follow(moment, [...steps], {});
  };

  const follow = (moment: Moment, left: Step[], found: Record<string, unknown>): void => {
    natives.soon(() => {
      const step = left.shift();
      if (step === undefined) {
        quietly(() => tell(moment, found));
        next();
        return;
      }
      quietly(() => {
        const start = now();
        if (start - moment.at > PIPELINE_MAX_MS || !step.isOn(settings)) return;
        const made = step.make(moment, () => now() - start > step.budgetMs);
        if (made !== undefined) found[step.name] = made;
      });
      follow(moment, left, found);
    });
  };

  const tell = ({ entry }: Moment, found: Record<string, unknown>): void => {
    const names = Object.keys(found);
    if (names.length === 0 || !settings.aiContext) return;
    context.emit('enrichment', {
      id: String(entry.id),
      _aiContext: found,
      _enrichments: ['aiContext', ...names],
    });
  };

  moments.heard = () => {
    if (!isBusy) next();
  };
  moments.heard();
  return () => {
    delete moments.heard;
    moments.waiting.clear();
  };
}

/** Workers have no components. */
function isFromWorker(metadata: unknown): boolean {
  return typeof metadata === 'object' && metadata !== null && 'worker' in metadata;
}
