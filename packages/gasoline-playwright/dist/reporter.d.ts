import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
export interface ReporterOptions {
    /** Folder of the shards' files, from the folder of the configuration. */
    outputFolder?: string;
    /** The file of this shard, if it is to have another name than `shard-<n>.json`, or in CI `shard-<n>-<machine>.json`. */
    outputFile?: string;
    /** Playwright adds the folder of the configuration. */
    configDir?: string;
}
export default class GasolineReporter implements Reporter {
    #private;
    constructor(options?: ReporterOptions);
    /** The usual reporter still tells how the run goes. */
    printsToStdio(): boolean;
    onBegin(config: FullConfig): void;
    onTestEnd(test: TestCase, result: TestResult): void;
    onEnd(): Promise<void>;
}
