import type { Fixtures, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions } from '@playwright/test';
import { AttemptPart } from './attempt.js';
import { type GasolineTestOptions, type GasolineWorkerOptions } from './options.js';
import { type GasolineSnapshot } from './gasoline-driver/report/snapshot.js';
import { Worker } from './worker.js';
/** What a test may ask for. */
export interface Gasoline {
    /** The name of this attempt, under which everything is filed. */
    readonly testId: string;
    /** What the pages of this test told so far; with `since`, what came after (a time or a cursor). */
    getSnapshot(since?: string): Promise<GasolineSnapshot>;
    /** Forgets what the pages of this test told so far. */
    clear(): Promise<void>;
    /** Opens or closes the record of a part of the run that has a name of its own. */
    markTest(testId: string, action: 'start' | 'end'): Promise<void>;
}
export interface GasolineTestFixtures extends GasolineTestOptions {
    gasoline: Gasoline;
    /** The attempt that runs, as its hooks see it: undefined where no server answers. */
    gasolineAttempt: AttemptPart | undefined;
}
export interface GasolineWorkerFixtures extends GasolineWorkerOptions {
    /** Undefined where no server answers: then tests run as without us. */
    gasolineWorker: Worker | undefined;
}
export declare const fixtures: Fixtures<GasolineTestFixtures, GasolineWorkerFixtures, PlaywrightTestArgs & PlaywrightTestOptions, PlaywrightWorkerArgs & PlaywrightWorkerOptions>;
