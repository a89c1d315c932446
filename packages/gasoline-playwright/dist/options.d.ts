export type CaptureMode = 'errors-only' | 'all';
/** Options of one test. */
export interface GasolineTestOptions {
    /** `all` also keeps the bodies and headers of requests that went well. */
    gasolineCaptureMode: CaptureMode;
    /** Whether a failed test gets what its pages told as attachments. */
    gasolineAttachOnFailure: boolean;
    /** Whether a failed test's pages are photographed. */
    gasolineScreenshotOnFailure: boolean;
}
/** Options of a worker, the same for all tests it runs. */
export interface GasolineWorkerOptions {
    /** Port of the server on 127.0.0.1: what is set here, else `GASOLINE_PORT`, else 7890. */
    gasolinePort: number;
    /** Whether a server is started where none answers. */
    gasolineAutoStart: boolean;
    /** The binary or a command (`npx gasoline-mcp`), if it is not where it is looked for: `GASOLINE_BINARY`, npm, `PATH`. */
    gasolineBinary: string;
}
export type GasolineOptions = GasolineTestOptions & GasolineWorkerOptions;
/** `GASOLINE_PORT`, as every command of Gasoline reads it, else the usual port. */
export declare function defaultPort(environment?: NodeJS.ProcessEnv): number;
