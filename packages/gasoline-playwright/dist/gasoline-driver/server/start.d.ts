import { type Command } from './binary.js';
export interface Start {
    port: number;
    /** The file that a server's messages are added to. */
    log: string;
    /** The process that runs the tests: a server that is started ends with it. */
    runner: number;
    /** Undefined where none is to be started. */
    binary: Command | undefined;
    isAutoStart: boolean;
}
/** Returns when a server responds; else the reason why none does. */
export declare function ensureServer(start: Start): Promise<string | undefined>;
