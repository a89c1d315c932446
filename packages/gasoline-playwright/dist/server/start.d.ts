import { type Command } from './binary.js';
import type { RunFolder } from './run-folder.js';
export interface Start {
    port: number;
    folder: RunFolder;
    /** The process that runs the tests; the server is kept while it lives. */
    runner: number;
    /** Undefined where none is to be started. */
    binary: Command | undefined;
    isAutoStart: boolean;
}
/** Returns when a server answers; else the reason why none does. */
export declare function ensureServer(start: Start): Promise<string | undefined>;
