import type { TestInfo } from '@playwright/test';
import type { Worker } from '../worker.js';
export declare const SNAPSHOT = "gasoline-snapshot";
export declare const SUMMARY = "gasoline-summary";
export declare const AI_CONTEXT = "gasoline-ai-context";
export declare function attachFailure(testId: string, worker: Worker, info: TestInfo): Promise<void>;
