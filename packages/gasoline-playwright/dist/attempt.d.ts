import type { TestInfo } from '@playwright/test';
import type { Worker } from './worker.js';
/**
 * The runner takes the fixtures of a test down and sets them up again around each hook that runs
 * once (`beforeAll`, `afterAll`), so an attempt consists of parts, each of which is one of these.
 */
export declare class AttemptPart {
    #private;
    private readonly worker;
    private readonly info;
    private readonly attaches;
    /** Else it is a hook that runs before the test, or after it. */
    isTest: boolean;
    constructor(worker: Worker, info: TestInfo, attaches: boolean);
    end(): Promise<void>;
}
