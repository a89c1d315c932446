import type { BrowserContext, Response } from '@playwright/test';
import type { Client } from './../gasoline-driver/client.js';
/** The scripts of a context as they came: they are what failed, whatever is served later. */
export declare class Scripts {
    #private;
    note(response: Response): void;
    get(url: string): Response | undefined;
}
/** Sends the server what it wants of the scripts that failed in a test. */
export declare function sendSources(client: Client, testId: string, scripts: Scripts, context: BrowserContext): Promise<void>;
