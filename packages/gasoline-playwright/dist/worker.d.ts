import { type BrowserContext, type TestInfo } from '@playwright/test';
import { Client } from './gasoline-driver/client.js';
import type { CaptureMode } from './options.js';
import type { Command } from './gasoline-driver/server/binary.js';
import type { GasolineSnapshot } from './gasoline-driver/report/snapshot.js';
export declare const CLIENT = "gasoline-playwright/0.1.0";
/** The test under way, as it wants to be watched. */
export interface Running {
    info: TestInfo;
    mode: CaptureMode;
    pictures: boolean;
}
export declare class Worker {
    #private;
    readonly client: Client;
    /** Everything this worker causes comes after it in the journal. */
    readonly cursor: string | undefined;
    readonly binary: Command | undefined;
    /** The test that ended last; hooks may still run after it. */
    ended: string | undefined;
    constructor(client: Client, 
    /** Everything this worker causes comes after it in the journal. */
    cursor: string | undefined, binary: Command | undefined);
    /** The test that runs, hooks included, else the one that ran last. */
    testId(): string | undefined;
    begin(running: Running): void;
    end(): void;
    /** Puts the capture script into every page of a context. */
    opened(context: BrowserContext): Promise<void>;
    /** What a failed test's pages look like, and what they wait for, is told before they go. */
    closing(context: BrowserContext): Promise<void>;
    /** Waits until what happened in the open pages so far has been taken by the server. */
    settle(): Promise<void>;
    /** What this run's pages told of a test. */
    snapshot(id: string, since?: string | undefined): Promise<GasolineSnapshot>;
    /** Why a test of this run failed, in the words of the server. */
    summary(id: string): Promise<string>;
    get contexts(): BrowserContext[];
}
