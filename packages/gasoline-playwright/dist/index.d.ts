import { type TestType } from '@playwright/test';
import { type GasolineTestFixtures, type GasolineWorkerFixtures } from './fixtures.js';
export { expect } from '@playwright/test';
export { fixtures } from './fixtures.js';
export type { Gasoline, GasolineTestFixtures, GasolineWorkerFixtures } from './fixtures.js';
export type { CaptureMode, GasolineOptions } from './options.js';
export type { GasolineSnapshot, LogEntry, NetworkBody, TestRecord, WebSocketEvent, } from './gasoline-driver/report/snapshot.js';
/** Gives the fixtures to a `test` that has others of its own. */
export declare function withGasoline<TestArgs extends object, WorkerArgs extends object>(test: TestType<TestArgs, WorkerArgs>): TestType<TestArgs & GasolineTestFixtures, WorkerArgs & GasolineWorkerFixtures>;
export declare const test: TestType<import("playwright/test").PlaywrightTestArgs & import("playwright/test").PlaywrightTestOptions & GasolineTestFixtures, import("playwright/test").PlaywrightWorkerArgs & import("playwright/test").PlaywrightWorkerOptions & GasolineWorkerFixtures>;
