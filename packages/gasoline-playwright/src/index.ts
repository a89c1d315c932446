// What tests import: Playwright's `test` with our fixtures, and a way to give them to any other.
import { test as base, type TestType } from '@playwright/test';
import { fixtures, type GasolineTestFixtures, type GasolineWorkerFixtures } from './fixtures.js';

export { expect } from '@playwright/test';
export { fixtures } from './fixtures.js';
export type { Gasoline, GasolineTestFixtures, GasolineWorkerFixtures } from './fixtures.js';
export type { CaptureMode, GasolineOptions } from './options.js';
export type {
  GasolineSnapshot,
  LogEntry,
  NetworkBody,
  TestRecord,
  WebSocketEvent,
} from 'gasoline-driver/report/snapshot';

/** Gives the fixtures to a `test` that has others of its own. */
export function withGasoline<TestArgs extends object, WorkerArgs extends object>(
  test: TestType<TestArgs, WorkerArgs>,
): TestType<TestArgs & GasolineTestFixtures, WorkerArgs & GasolineWorkerFixtures> {
  const general = test as unknown as typeof base;
  return general.extend<GasolineTestFixtures, GasolineWorkerFixtures>(
    fixtures,
  ) as unknown as TestType<TestArgs & GasolineTestFixtures, WorkerArgs & GasolineWorkerFixtures>;
}

export const test = withGasoline(base);
