import type { TestInfo, TestInfoError } from '@playwright/test';
/** What names an attempt: the runner and the reporter know it from different objects. */
export interface Attempt {
    project: string;
    /** File, titles of the groups, title of the test. */
    titlePath: readonly string[];
    retry: number;
    repeat: number;
}
/** `<project> › <file> › <titles>`, ` #r1` for the first retry, ` #n1` for the first repeat. */
export declare function testId({ project, titlePath, retry, repeat }: Attempt): string;
export declare function attemptOf(info: TestInfo): Attempt;
/** How an attempt ended, as `/test-boundary` takes it. */
export interface Outcome {
    status: string;
    error?: {
        message: string;
        stack?: string;
    };
}
interface Ended {
    status?: string | undefined;
    expectedStatus: string;
    errors: readonly Pick<TestInfoError, 'message' | 'stack' | 'value'>[];
}
/** Whether the runner counts it as a failure. */
export declare function hasFailed({ status, expectedStatus }: Omit<Ended, 'errors'>): boolean;
/**
 * The runner's word, except for tests that are meant to fail: those that do so have passed, and
 * those that do not have failed.
 */
export declare function outcomeOf(ended: Ended): Outcome;
/** Text without the colours that the runner puts into it. */
export declare function plain(text: string): string;
export {};
