/** That a run was warned of a server that is missing, with what is missing since when. */
export declare const WARNED = "warned";
/** As everything in a shard's file, by universal time. */
export declare function timeOfDay(): string;
export declare class RunFolder {
    #private;
    /** Throws where the folder cannot be made, or was made by somebody else. */
    constructor(port: number, parent?: string);
    get log(): string;
    /** True for the first process of a run to ask; the others say nothing. It may leave a note. */
    isFirst(runner: number, what: string, note?: string): boolean;
    /** The note of the first process of a run. */
    noted(runner: number, what: string): string | undefined;
}
export declare function isAlive(pid: number): boolean;
