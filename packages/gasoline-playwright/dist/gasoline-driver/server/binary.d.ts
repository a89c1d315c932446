/** A command and the arguments that come before ours. */
export interface Command {
    file: string;
    first: string[];
}
export interface Search {
    /** What the project set; empty where it set nothing. */
    named: string;
    environment: NodeJS.ProcessEnv;
    /** Folders from which npm packages are looked for. */
    from: readonly string[];
}
export declare const HINT = "install `gasoline-mcp`, put `gasoline` on the PATH, or set GASOLINE_BINARY to the file or command";
/** The first that is there: the option, `GASOLINE_BINARY`, npm's `gasoline-mcp`, the path. */
export declare function findBinary({ named, environment, from }: Search): Command | undefined;
