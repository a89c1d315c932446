import type { BrowserContext } from '@playwright/test';
import { Scripts } from './sources.js';
import { Ledger, type Additions, type Told } from './ledger.js';
export declare class Watch {
    #private;
    readonly context: BrowserContext;
    /** Takes what no page can tell, at once. */
    private readonly tell;
    readonly ledger: Ledger;
    readonly scripts: Scripts;
    constructor(context: BrowserContext, 
    /** Takes what no page can tell, at once. */
    tell: (entries: Told[]) => void);
    /** What the pages did not tell, with the answers they did not tell either. */
    settle(): Promise<Additions>;
    /** Requests that a test which ran out of time may have waited for. */
    pending(): Told[];
}
