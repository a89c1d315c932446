// What a project may set in `use`, and what holds where it sets nothing.

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

const USUAL_PORT = 7890;

/** `GASOLINE_PORT`, as every command of Gasoline reads it, else the usual port. */
export function defaultPort(environment: NodeJS.ProcessEnv = process.env): number {
  const port = Number(environment['GASOLINE_PORT'] ?? USUAL_PORT);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : USUAL_PORT;
}
