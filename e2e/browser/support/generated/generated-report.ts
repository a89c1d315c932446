// What a run of generated tests came to, by file, on stdout: how each ended, why, and its slowest act.
import { basename } from 'node:path';
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';

/** What the runner reports of one file. */
export interface Ran {
  passed: boolean;
  /** Why not. */
  errors: string;
  /** How often it was run. */
  times: number;
  /** Milliseconds that the slowest act or expectation in it took. */
  slowestMs: number;
}

export interface Report {
  ran: Record<string, Ran>;
  /** Of the run itself, not of a test. */
  errors: string[];
}

export default class GeneratedReport implements Reporter {
  readonly #report: Report = { ran: {}, errors: [] };

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const test of suite.allTests()) this.#of(test);
  }

  onTestEnd(test: TestCase, { status, errors, steps }: TestResult): void {
    const ran = this.#of(test);
    ran.passed = status === 'passed' && (ran.passed || ran.times === 0);
    ran.errors = [ran.errors, ...errors.map(text)].filter(Boolean).join('\n');
    ran.times += 1;
    ran.slowestMs = Math.max(ran.slowestMs, ...steps.map(slowest));
  }

  onError(error: TestError): void {
    this.#report.errors.push(text(error));
  }

  onEnd(): void {
    process.stdout.write(JSON.stringify(this.#report));
  }

  printsToStdio(): boolean {
    return true;
  }

  #of({ location }: TestCase): Ran {
    const { ran } = this.#report;
    return (ran[basename(location.file)] ??= {
      passed: false,
      errors: '',
      times: 0,
      slowestMs: 0,
    });
  }
}

function text({ message, value }: TestError): string {
  return message ?? value ?? '';
}

/** The slowest act in a step; to start a browser is none of the test's. */
function slowest({ category, duration, steps }: TestStep): number {
  if (category === 'hook' || category === 'fixture') return 0;
  return Math.max(steps.length > 0 ? 0 : duration, ...steps.map(slowest));
}
