// One attempt at a test, from its first hook to its last: when it starts, ends and is explained.
import type { TestInfo } from '@playwright/test';
import { attachFailure } from './report/failure.js';
import { attemptOf, hasFailed, outcomeOf, testId } from './identity.js';
import type { Worker } from './worker.js';

/**
 * The runner takes the fixtures of a test down and sets them up again around each hook that runs
 * once (`beforeAll`, `afterAll`), so an attempt consists of parts, each of which is one of these.
 */
export class AttemptPart {
  readonly #id: string;
  /** A part that comes after the failure has nothing to add to it. */
  readonly #hadFailed: boolean;
  /** Else it is a hook that runs before the test, or after it. */
  isTest = false;

  constructor(
    private readonly worker: Worker,
    private readonly info: TestInfo,
    private readonly attaches: boolean,
  ) {
    this.#id = testId(attemptOf(info));
    this.#hadFailed = hasBroken(info);
    // What runs after a test must not open its record again.
    if (worker.ended !== this.#id) this.#mark('start', {});
  }

  async end(): Promise<void> {
    const { info, worker, isTest } = this;
    const isFailed = (isTest ? hasFailed(info) : hasBroken(info)) && !this.#hadFailed;
    if (isFailed || isTest) for (const context of worker.contexts) await worker.closing(context);
    // After a hook that went well the test is still to come, unless the hook skips it.
    const isOver = info.status !== 'passed' && worker.ended !== this.#id;
    if (isFailed || isTest || isOver) this.#close();
    worker.end();
    if (isFailed) {
      const isThere = this.attaches && worker.client.isThere;
      if (isThere) await attachFailure(this.#id, worker, info).catch(() => {});
    } else if (isTest && info.retry === 0 && !this.#hadFailed) {
      // Its record says that it passed. A retry is kept, to be compared with the attempt that failed.
      worker.client.tell('/clear', { test_id: this.#id });
    }
  }

  #close(): void {
    const { info, worker } = this;
    // The runner measures the test, and none of these hooks.
    const duration = this.isTest && { duration_ms: info.duration };
    this.#mark('end', { ...duration, ...outcomeOf(info) });
    worker.ended = this.#id;
  }

  #mark(action: 'start' | 'end', more: object): void {
    const { info, worker } = this;
    const [file, ...titles] = info.titlePath;
    worker.client.tell('/test-boundary', {
      test_id: this.#id,
      title: titles.join(' › '),
      file,
      line: info.line,
      project: info.project.name,
      retry: info.retry,
      worker: info.parallelIndex,
      action,
      ...more,
    });
  }
}

/** Before its end, a test that is meant to fail has not failed to do so. */
function hasBroken(info: TestInfo): boolean {
  return info.status !== 'passed' && hasFailed(info);
}
