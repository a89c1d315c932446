import { Agent } from 'node:http';
export interface Answer {
    status: number;
    bytes: Buffer;
    text: string;
}
export interface AskOptions {
    body?: string;
    withinMs?: number;
    agent?: Agent;
    /** The browser that has what is sent, as browsers call themselves. */
    browser?: string;
    signal?: AbortSignal;
    /** The process may end meanwhile. */
    isAside?: boolean;
}
/** Asks once. Rejects when nobody answers in time. */
export declare function ask(port: number, method: 'GET' | 'POST', path: string, options?: AskOptions): Promise<Answer>;
/** Whether a Gasoline answers on the port. */
export declare function isHealthy(port: number): Promise<boolean>;
export declare class Client {
    #private;
    readonly port: number;
    /** Called whenever the server did not answer. */
    private readonly away;
    constructor(port: number, 
    /** Called whenever the server did not answer. */
    away: () => void);
    /** The browser whose pages it tells of: a bug report names it. */
    browser: string | undefined;
    /** Whether the last thing asked was answered. */
    isThere: boolean;
    /** How many things are waiting for an answer. */
    get underWay(): number;
    /** Posts after everything before it. Rejects when nobody answers or the server has no room. */
    post(path: string, body: string | object): Promise<Answer>;
    /** Reads an answer, after everything posted before. Rejects unless it is one. */
    get(path: string, withinMs?: number): Promise<unknown>;
    /** Posts what nobody waits for: a failure is the server's absence, which is told by `away`. */
    tell(path: string, body: string | object): void;
    /** Waits until all that was asked is answered. */
    settled(): Promise<void>;
    close(): void;
}
