/** What is to be done. */
export interface Errand {
    id: number;
    errand: string;
    arguments: Record<string, unknown>;
    timeoutMs: number;
}
/** An errand that cannot be done says so by throwing this. */
export declare class Refusal extends Error {
    readonly what: string;
    readonly hint: string;
    constructor(what: string, hint: string);
}
export declare class Errands {
    #private;
    private readonly port;
    /** Who we are, unlike all other workers. */
    private readonly client;
    /** Does an errand and gives its result. */
    private readonly run;
    /** An older server has none. */
    isKnown: boolean;
    constructor(port: number, 
    /** Who we are, unlike all other workers. */
    client: string, 
    /** Does an errand and gives its result. */
    run: (errand: Errand) => Promise<object>);
    /** Waits for errands from here on. */
    start(): void;
    stop(): void;
}
