/** A log entry or a request, as it is posted. */
export type Told = Record<string, unknown>;
export interface SeenRequest {
    method: string;
    /** The address asked for, and those it was sent on to. */
    urls: readonly string[];
    body: Told;
    /** Adds what is not worth asking for while a page may still tell it. */
    complete?: () => Promise<void>;
}
export interface SeenError {
    message: string;
    /** A thrown value that is no error has no words of its own to be recognised by. */
    isError: boolean;
    entry: Told;
}
/** What the driver has to add. */
export interface Additions {
    entries: Told[];
    requests: SeenRequest[];
    /** Entries of the page that said less than one of ours. */
    retracted: string[];
}
/**
 * The driver and a page see many of the same things, and neither knows when the other tells them.
 * So what the driver saw is kept back until the test ends or asks, and then told if no page did.
 */
export declare class Ledger {
    #private;
    /** Notes what a page sent. Text that is no batch is passed over. */
    note(path: string, body: string): void;
    sawRequest(request: SeenRequest): void;
    sawError(error: SeenError): void;
    /** What no page told, once. */
    settle(): Additions;
}
