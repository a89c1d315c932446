import type { BrowserContext } from '@playwright/test';
import { type Told } from './../gasoline-driver/browser-words.js';
import { Scripts } from './sources.js';
/** Errors and failed requests that a driver saw. The server leaves out those that a page reports. */
export interface Sightings {
    entries: Told[];
    bodies: Told[];
}
export declare class Watch {
    #private;
    readonly context: BrowserContext;
    /** Takes what no page can report, at once. */
    private readonly tell;
    readonly scripts: Scripts;
    constructor(context: BrowserContext, 
    /** Takes what no page can report, at once. */
    tell: (entries: Told[]) => void);
    /** What was seen since the last call. */
    takeSightings(): Sightings;
    /** The same with the bodies of responses. */
    completeSightings(): Promise<Sightings>;
    /** Requests that a test which ran out of time may have waited for. */
    pending(): Told[];
}
